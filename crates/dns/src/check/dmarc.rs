//! Policies of DMARC (RFC 9989 §4.7, formerly RFC 7489 §6.3).

use super::tags::Tags;
use super::{Advice, BACKSLASHES, Checked, Expected, QUOTED, bare, excerpt, has_quotes};
use crate::name::DomainName;

const POLICIES: [&str; 3] = ["none", "quarantine", "reject"];

pub(super) fn judge(expected: &Expected, values: &[String]) -> Checked {
    let policies: Vec<String> = values.iter().filter(|value| is_policy(value)).cloned().collect();
    match policies.as_slice() {
        [] => no_policy(expected, values),
        [policy] => {
            // Receivers follow a policy whose reports they cannot send: that is worth a word and keeps nobody from sending.
            let advice = || unread_reports(policy).or_else(|| strict_spf(expected, policy));
            fault(policy).map_or_else(
                || Checked::found_but(policies.clone(), advice()),
                |fault| Checked::wrong(policies.clone(), fault),
            )
        }
        // RFC 9989 §4.10: with several of them none is used.
        _ => {
            let advice = format!(
                "There are {} DMARC records, so receivers use none of them: keep one and delete the others.",
                policies.len()
            );
            Checked::wrong(policies, advice)
        }
    }
}

/// The version is the first tag and case-sensitive; records without it are none.
fn is_policy(value: &str) -> bool {
    Tags::parse(value).first() == Some(("v", "DMARC1"))
}

fn no_policy(expected: &Expected, values: &[String]) -> Checked {
    let close: Vec<String> =
        values.iter().filter(|value| value.to_ascii_lowercase().contains("dmarc")).cloned().collect();
    let Some(first) = close.first() else { return Checked::missing(expected, values.to_vec()) };
    let advice = if has_quotes(first) {
        QUOTED.to_owned()
    } else if first.contains("\\;") {
        BACKSLASHES.to_owned()
    } else {
        format!("The record must begin with exactly v=DMARC1; but begins otherwise: {}.", excerpt(first))
    };
    Checked::wrong(close, advice)
}

fn fault(policy: &str) -> Option<Advice> {
    if has_quotes(policy) {
        return Some(QUOTED.into());
    }
    let tags = Tags::parse(policy);
    if let Some(tag) = tags.twice() {
        return Some(format!("The tag {} stands there twice: keep it once.", excerpt(tag)).into());
    }
    let Some(wish) = tags.get("p") else {
        let advice = Advice::from("The record names no policy: add ").value("p=none").text(", ");
        return Some(advice.value("p=quarantine").text(" or ").value("p=reject").text(" after v=DMARC1."));
    };
    for (tag, wish) in [("p", Some(wish)), ("sp", tags.get("sp"))] {
        if wish.is_some_and(|wish| !POLICIES.contains(&wish.to_ascii_lowercase().as_str())) {
            let advice =
                format!("The policy {tag}={} does not exist: write ", excerpt(wish.unwrap_or_default()));
            let [first, second, third] = POLICIES.map(|policy| format!("{tag}={policy}"));
            return Some(
                Advice::from(advice)
                    .value(first)
                    .text(", ")
                    .value(second)
                    .text(" or ")
                    .value(third)
                    .text("."),
            );
        }
    }
    stray(&tags)
}

fn unread_reports(policy: &str) -> Option<Advice> {
    let tags = Tags::parse(policy);
    ["rua", "ruf"].into_iter().find_map(|tag| reports(tag, tags.get(tag)?))
}

/// What is wrong with the addresses that reports go to: `mailto:` each, commas between them, perhaps a size behind
/// (RFC 9990 §2, RFC 7489 §6.2). Receivers send nothing to what they cannot read.
fn reports(tag: &str, list: &str) -> Option<Advice> {
    let bad = list.split(',').map(str::trim).find(|uri| !is_mailto(uri))?;
    let advice = if list.is_empty() {
        Advice::from(format!("The tag {tag}= is empty: remove it, or write "))
    } else {
        let bad = excerpt(bad);
        Advice::from(format!(
            "No report arrives at {bad}, because {tag}= wants addresses in another form: write "
        ))
    };
    let address = bad.rsplit_once(':').map_or(bad, |(_, address)| address);
    let meant = format!("mailto:{}", address.trim_start_matches('/'));
    let example = if is_mailto(&meant) { meant } else { "mailto:dmarc@example.org".into() };
    Some(advice.value(format!("{tag}={example}")).text(", with a comma between two of them."))
}

fn is_mailto(uri: &str) -> bool {
    let Some((scheme, rest)) = uri.split_once(':') else { return false };
    let (address, size) = rest.split_once('!').unwrap_or((rest, "1"));
    let digits = size.trim_end_matches(|unit: char| "kmgtKMGT".contains(unit));
    let is_size = size.len() - digits.len() <= 1
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_local = |local: &str| {
        !local.is_empty()
            && !local.starts_with('/')
            && !local.contains(|c: char| c.is_whitespace() || c.is_control() || "@:<>".contains(c))
    };
    let is_address = address
        .rsplit_once('@')
        .is_some_and(|(local, domain)| is_local(local) && DomainName::parse(domain).is_ok());
    scheme.eq_ignore_ascii_case("mailto") && is_address && is_size
}

/// An element that is no tag at all, which is mostly a semicolon for a comma.
fn stray(tags: &Tags<'_>) -> Option<Advice> {
    let stray = tags.without_value()?;
    Some(
        format!(
            "{} is no tag: remove it, or put a comma instead of the semicolon before it when it belongs to a list of \
             addresses.",
            excerpt(stray)
        )
        .into(),
    )
}

/// Mail is signed with the From domain itself, so strict DKIM alignment changes nothing. The envelope sender is
/// below it, so strict SPF alignment leaves DKIM alone to pass.
fn strict_spf(expected: &Expected, policy: &str) -> Option<Advice> {
    let strict = Tags::parse(policy).get("aspf").is_some_and(|mode| mode.eq_ignore_ascii_case("s"));
    strict.then(|| {
        let name = bare(&expected.name);
        let domain = name.strip_prefix("_dmarc.").unwrap_or(&name);
        Advice::from(format!(
            "With aspf=s, SPF counts only when the return path is {domain} itself and not a name below it, and \
             DKIM has to pass alone: write "
        ))
        .value("aspf=r")
        .text(", or leave it out.")
    })
}
