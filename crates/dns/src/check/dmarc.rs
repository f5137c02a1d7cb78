//! Policies of DMARC (RFC 9989 §4.7, formerly RFC 7489 §6.3).

use super::tags::Tags;
use super::{BACKSLASHES, Checked, Expected, QUOTED, bare, excerpt, unquoted};

const POLICIES: [&str; 3] = ["none", "quarantine", "reject"];

pub(super) fn judge(expected: &Expected, values: &[String]) -> Checked {
    let policies: Vec<String> = values.iter().filter(|value| is_policy(value)).cloned().collect();
    match policies.as_slice() {
        [] => no_policy(expected, values),
        [policy] => {
            let (fault, strict) = (fault(policy), strict_spf(expected, policy));
            fault.map_or_else(
                || Checked::found_but(policies.clone(), strict),
                |advice| Checked::wrong(policies.clone(), advice),
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
    let advice = if unquoted(first).is_some() {
        QUOTED.to_owned()
    } else if first.contains("\\;") {
        BACKSLASHES.to_owned()
    } else {
        format!("The record must begin with exactly v=DMARC1; but begins otherwise: {}.", excerpt(first))
    };
    Checked::wrong(close, advice)
}

fn fault(policy: &str) -> Option<String> {
    let tags = Tags::parse(policy);
    if let Some(tag) = tags.twice() {
        return Some(format!("The tag {} stands there twice: keep it once.", excerpt(tag)));
    }
    let Some(wish) = tags.get("p") else {
        return Some(
            "The record names no policy: add p=none, p=quarantine or p=reject after v=DMARC1.".into(),
        );
    };
    for (tag, wish) in [("p", Some(wish)), ("sp", tags.get("sp"))] {
        if wish.is_some_and(|wish| !POLICIES.contains(&wish.to_ascii_lowercase().as_str())) {
            return Some(format!(
                "The policy {tag}={} does not exist: write {tag}=none, {tag}=quarantine or {tag}=reject.",
                excerpt(wish.unwrap_or_default())
            ));
        }
    }
    None
}

/// Mail is signed with the From domain itself, so strict DKIM alignment changes nothing. The envelope sender is
/// below it, so strict SPF alignment leaves DKIM alone to pass.
fn strict_spf(expected: &Expected, policy: &str) -> Option<String> {
    let strict = Tags::parse(policy).get("aspf").is_some_and(|mode| mode.eq_ignore_ascii_case("s"));
    strict.then(|| {
        let name = bare(&expected.name);
        let domain = name.strip_prefix("_dmarc.").unwrap_or(&name);
        format!(
            "With aspf=s, SPF counts only when the return path is {domain} itself and not a name below it, and \
             DKIM has to pass alone: write aspf=r, or leave it out."
        )
    })
}
