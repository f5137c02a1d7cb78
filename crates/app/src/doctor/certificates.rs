//! Why a certificate is not accepted, in words: what rustls says is for those who know its types.

use crate::{Timestamp, clock::SECOND};

/// The same for people; `None` where it is not about a certificate.
pub fn in_words(said: &str) -> Option<String> {
    if !said.contains("certificate") {
        return None;
    }
    let said = said.rsplit_once("invalid peer certificate: ").map_or(said, |(_, reason)| reason);
    Some(if said.contains("expired") {
        format!("it expired{}", day_behind(said, "not valid after "))
    } else if said.contains("not valid yet") {
        format!("it is not valid yet{}", day_behind(said, "not valid before "))
    } else if said.contains("not valid for") {
        format!("it is for another name{}", names(said))
    } else if said.contains("UnknownIssuer") {
        "nobody whom this machine trusts has signed it".to_owned()
    } else {
        said.to_owned()
    })
}

/// The day that seconds behind these words fall on.
fn day_behind(said: &str, words: &str) -> String {
    let digits = said.split_once(words).map(|(_, rest)| rest.split(|c: char| !c.is_ascii_digit()).next());
    let seconds = digits.flatten().and_then(|digits| digits.parse::<i64>().ok());
    let day = seconds.map(|seconds| Timestamp(seconds * SECOND).to_string());
    day.and_then(|day| Some(format!(" ({})", day.split_once('T')?.0))).unwrap_or_default()
}

/// The names that a certificate has.
fn names(said: &str) -> String {
    let Some((_, valid)) = said.split_once("only valid for ") else { return String::new() };
    let named: Vec<&str> = valid.split('"').skip(1).step_by(2).collect();
    if named.is_empty() { String::new() } else { format!(" ({})", named.join(", ")) }
}
