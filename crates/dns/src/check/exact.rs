//! Records whose value is compared as a whole: proofs of ownership, CNAME, MX.

use super::{Advice, Checked, Expected, QUOTED, bare, excerpt, unquoted};

/// One TXT of a name is the value; others beside it do no harm.
pub(super) fn txt(expected: &Expected, values: &[String]) -> Checked {
    let want = expected.value.trim();
    if let Some(value) = values.iter().find(|value| value.trim() == want) {
        return Checked::found(vec![value.clone()]);
    }
    if let Some(value) = values.iter().find(|value| unquoted(value) == Some(want)) {
        return Checked::wrong(vec![value.clone()], QUOTED);
    }
    // `letterpress=abc` where `letterpress=xyz` is wanted is an older or mistyped one of ours. At a name that
    // begins with an underscore nothing else is to be expected.
    let key = want.split_once('=').map(|(key, _)| key);
    let ours = |value: &&String| {
        expected.name.starts_with('_')
            || value.eq_ignore_ascii_case(want)
            || key.is_some_and(|key| value.trim().split_once('=').is_some_and(|(other, _)| other == key))
    };
    let close: Vec<String> = values.iter().filter(ours).cloned().collect();
    if close.is_empty() {
        return Checked::missing(expected, values.to_vec());
    }
    let advice = format!("Another value is there: replace {} with the value shown.", excerpt(&close[0]));
    Checked::wrong(close, advice)
}

/// The target is equal; a name has only one CNAME (RFC 1034 §3.6.2).
pub(super) fn cname(expected: &Expected, values: &[String]) -> Checked {
    let want = bare(&expected.value);
    if values.iter().any(|value| bare(value) == want) {
        return Checked::found(values.to_vec());
    }
    let found = bare(&values[0]);
    let appended = found.strip_prefix(&want).and_then(|rest| rest.strip_prefix('.'));
    let name = bare(&expected.name);
    let advice = match appended {
        Some(zone) if name == zone || name.ends_with(&format!(".{zone}")) => {
            Advice::from(format!("The DNS host appended {zone} to the target: enter "))
                .value(format!("{want}."))
                .text(" with a dot at its end.")
        }
        _ => Advice::from(format!("The record points to {}: change its target to ", excerpt(&found)))
            .value(&want)
            .text("."),
    };
    Checked::wrong(values.to_vec(), advice)
}

/// Some MX names the host, and nobody else is asked before it or in turns with it (RFC 5321 §5.1).
pub(super) fn mx(expected: &Expected, values: &[String]) -> Checked {
    let (_, want) = parts(&expected.value);
    let servers: Vec<(u16, String)> = values.iter().map(|value| parts(value)).collect();
    if let Some((preference, _)) = servers.iter().find(|(_, host)| *host == want) {
        let rival = servers.iter().find(|(other, host)| other <= preference && *host != want);
        return match rival {
            Some((other, host)) => Checked::wrong(values.to_vec(), ahead(host, other < preference)),
            None => Checked::found(values.to_vec()),
        };
    }
    let advice = if servers.iter().all(|(_, host)| host.is_empty()) {
        format!(
            "The record “0 .” says that {} takes no mail: replace it with the value shown.",
            expected.name
        )
    } else {
        let doubled = servers.iter().any(|(_, host)| host.starts_with(&format!("{want}.")));
        let hint = if doubled { " Enter the host with a dot at its end." } else { "" };
        format!("No MX record names {want}: replace {} with the value shown.{hint}", excerpt(&values[0]))
    };
    Checked::wrong(values.to_vec(), advice)
}

/// Somebody else's server, or the null MX, that gets bounces before ours or as often.
fn ahead(host: &str, is_first: bool) -> String {
    if host.is_empty() {
        return "The record “0 .” says that the name takes no mail: remove it.".into();
    }
    let when = if is_first { "first" } else { "as often as here" };
    format!(
        "Bounces go to {} {when}, where nobody counts them: remove that record, or give it a higher number than \
         this one.",
        excerpt(host)
    )
}

pub(super) fn parts(value: &str) -> (u16, String) {
    let value = value.trim();
    match value.split_once(char::is_whitespace) {
        Some((preference, host)) => (preference.parse().unwrap_or(0), bare(host)),
        None => (0, bare(value)),
    }
}
