//! Keys of DKIM in TXT records (RFC 6376 §3.6.1, RFC 8301, RFC 8463).

use super::tags::Tags;
use super::{Advice, BACKSLASHES, Checked, Expected, QUOTED, excerpt, has_quotes};

pub(super) fn judge(expected: &Expected, values: &[String]) -> Checked {
    if let [value] = values {
        return match fault(&expected.value, value) {
            Some(advice) => Checked::wrong(values.to_vec(), advice),
            None => Checked::found_but(values.to_vec(), testing(value)),
        };
    }
    // RFC 6376 §3.6.2.2: a selector has one TXT record; with more, what a receiver does is undefined.
    let advice = if is_torn(&expected.value, values) {
        format!(
            "The value was entered as {} records: enter it as one, if need be in pieces of 255 characters within \
             that record.",
            values.len()
        )
    } else if values.iter().any(|value| fault(&expected.value, value).is_none()) {
        format!(
            "There are {} TXT records at this name: keep the one shown and delete the others.",
            values.len()
        )
    } else {
        format!("There are {} TXT records at this name: replace them all with the value shown.", values.len())
    };
    Checked::wrong(values.to_vec(), advice)
}

/// Whether the records are the pieces of one value.
fn is_torn(expected: &str, values: &[String]) -> bool {
    let whole = dense(expected);
    let pieces: Vec<String> = values.iter().map(|value| dense(value)).collect();
    let length: usize = pieces.iter().map(String::len).sum();
    length == whole.len() && pieces.iter().all(|piece| whole.contains(piece.as_str()))
}

/// What keeps a record from being the expected key.
fn fault(expected: &str, value: &str) -> Option<String> {
    if has_quotes(value) {
        return Some(QUOTED.into());
    }
    if value.contains("\\;") {
        return Some(BACKSLASHES.into());
    }
    let (want, found) = (Tags::parse(expected), Tags::parse(value));
    if let Some(tag) = found.twice() {
        return Some(format!("The tag {} stands there twice: enter the value as shown.", excerpt(tag)));
    }
    let Some(key) = found.get("p").map(dense) else {
        return Some(format!("{} is not a DKIM key: replace it with the value shown.", excerpt(value)));
    };
    // RFC 6376 §3.6.1: it may be left out, but where it stands it is the first tag.
    if found.get("v").is_some() && found.first() != Some(("v", "DKIM1")) {
        return Some("The record must begin with v=DKIM1: enter the value as shown.".into());
    }
    if key.is_empty() {
        return Some("The key is revoked, because p= is empty: enter the value shown.".into());
    }
    let (want_kind, kind) = (want.get("k").unwrap_or("rsa"), found.get("k").unwrap_or("rsa"));
    if want_kind != kind {
        return Some(format!("The kind of the key is {}, but k={want_kind} is used to sign.", excerpt(kind)));
    }
    let want_key = dense(want.get("p").unwrap_or_default());
    if key != want_key {
        return Some(other_key(&want_key, &key));
    }
    if found.get("h").is_some_and(|hashes| !lists(hashes, &["sha256"])) {
        return Some("The tag h= leaves out sha256, which mail is signed with: remove h=.".into());
    }
    if found.get("s").is_some_and(|services| !lists(services, &["*", "email"])) {
        return Some("The tag s= leaves out e-mail: remove s=.".into());
    }
    None
}

fn other_key(want: &str, key: &str) -> String {
    if want.starts_with(key) {
        format!(
            "The key is cut off after {} of {} characters. Enter the whole value, if need be in pieces of 255 \
             characters within one record.",
            key.len(),
            want.len()
        )
    } else if let Some(more) = key.strip_prefix(want) {
        format!("Behind the key stands {}: remove that, and enter the value as shown.", excerpt(more))
    } else if key.len() >= 16 && want.contains(key) {
        format!(
            "The key has only {} of {} characters and lacks its beginning: enter the whole value, if need be in \
             pieces of 255 characters within one record.",
            key.len(),
            want.len()
        )
    } else {
        "This is another key than the one mail is signed with: replace it with the value shown.".into()
    }
}

/// Testing mode tells receivers to treat signed mail as unsigned (RFC 6376 §3.6.1).
fn testing(value: &str) -> Option<Advice> {
    let tests = Tags::parse(value).get("t").is_some_and(|flags| lists(flags, &["y"]));
    tests.then(|| "The key is marked as a test by t=y: remove that once mail is sent in earnest.".into())
}

fn lists(list: &str, wanted: &[&str]) -> bool {
    list.split(':').any(|item| wanted.contains(&item.trim().to_ascii_lowercase().as_str()))
}

/// Blanks inside a key mean nothing; DNS hosts put them where they fold a long value.
fn dense(key: &str) -> String {
    key.split_whitespace().collect()
}
