//! Delivery status notifications of RFC 3464 (and RFC 6533, its form for addresses outside ASCII).

use std::borrow::Cow;

use refusals::Enhanced;

use super::{
    Action, DeliveryReport, MAX_RECIPIENTS, Marks, Original, RecipientStatus, classify::classify_with,
    legacy, mime::Entity,
};
use crate::text;

/// Characters kept of what the server said.
pub(super) const MAX_DIAGNOSTIC: usize = 300;
/// Characters looked at for its meaning.
const MAX_MEANING: usize = 4000;

pub(super) fn read(marks: &Marks, leaves: &[Entity<'_>]) -> Option<DeliveryReport> {
    let mut parts =
        leaves.iter().filter(|leaf| leaf.is("message", &["delivery-status", "global-delivery-status"]));
    let notice = legacy::notice(leaves);
    let status = match parts.next() {
        Some(part) => part.text(),
        // Some gateways make a text of it; other texts have no such fields.
        None if marks.is_daemon() => notice.clone(),
        None => return None,
    };
    let recipients = recipients(&status, &Notice::of(&notice));
    if recipients.is_empty() {
        return None;
    }
    let original = Original::of(leaves);
    Some(DeliveryReport {
        recipients,
        original_message_id: original.message_id.or_else(|| marks.in_reply_to.clone()),
        original_to: original.to,
    })
}

/// The text for people beside the fields, which says more than those of some servers.
struct Notice<'a> {
    whole: &'a str,
    /// What it says of each address, where it names several.
    paragraphs: Vec<(String, String)>,
}

impl<'a> Notice<'a> {
    fn of(whole: &'a str) -> Self {
        Self { whole, paragraphs: legacy::paragraphs(whole) }
    }

    fn about(&self, addresses: &[String]) -> Cow<'a, str> {
        if self.paragraphs.len() < 2 {
            return Cow::Borrowed(self.whole);
        }
        let is_named = |named: &str| addresses.iter().any(|address| address.eq_ignore_ascii_case(named));
        let mine = self.paragraphs.iter().find(|(named, _)| is_named(named));
        Cow::Owned(mine.map(|(_, words)| words.clone()).unwrap_or_default())
    }
}

/// The fields about one recipient, as written.
#[derive(Default)]
struct Group {
    original: Option<String>,
    last: Option<String>,
    action: Option<String>,
    status: Option<Enhanced>,
    /// What some servers write behind the status instead of a diagnostic.
    comment: Option<String>,
    diagnostic: Option<String>,
}

impl Group {
    /// Whether the field was there before: then it begins the next recipient, whose empty line was lost.
    fn has(&self, name: &str) -> bool {
        match name {
            "original-recipient" => self.original.is_some(),
            "final-recipient" => self.last.is_some(),
            _ => false,
        }
    }

    fn set(&mut self, name: &str, value: &str) {
        match name {
            "original-recipient" => self.original = Some(typed_address(value).unwrap_or_default()),
            "final-recipient" => self.last = Some(typed_address(value).unwrap_or_default()),
            "action" if self.action.is_none() => {
                let word = value.trim().split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
                self.action = Some(word.to_ascii_lowercase());
            }
            "status" if self.status.is_none() => {
                self.status = Enhanced::parse_loosely(value);
                self.comment = value.split_once('(').and_then(|(_, text)| text::one_line(text, MAX_MEANING));
            }
            "diagnostic-code" if self.diagnostic.is_none() => {
                self.diagnostic = text::one_line(without_type(value), MAX_MEANING);
            }
            _ => {}
        }
    }

    /// Nothing for the fields about the message, and for a recipient of whom nothing is said.
    fn finish(self, notice: &Notice<'_>) -> Option<RecipientStatus> {
        if self.original.is_none() && self.last.is_none() {
            return None;
        }
        let action = action(self.action.as_deref(), self.status)?;
        let addresses =
            [self.original, self.last].into_iter().flatten().filter(|address| !address.is_empty());
        let addresses: Vec<String> = addresses.collect();
        // A name of the local system is of no use to us when there is an address.
        let best = addresses.iter().position(|address| address.contains('@')).unwrap_or(0);
        let told = self.diagnostic.as_ref().or(self.comment.as_ref()).cloned().unwrap_or_default();
        let class = classify_with(action, self.status, &told, &notice.about(&addresses));
        Some(RecipientStatus {
            recipient: addresses.into_iter().nth(best),
            action,
            status: self.status.map(|status| status.to_string()),
            diagnostic: self.diagnostic.and_then(|words| text::one_line(&words, MAX_DIAGNOSTIC)),
            class,
        })
    }
}

fn recipients(content: &str, notice: &Notice<'_>) -> Vec<RecipientStatus> {
    let mut found = Vec::new();
    let mut group = Group::default();
    // The field under way, for it may be continued.
    let mut field: Option<(String, String)> = None;
    for line in content.lines().chain([""]) {
        if line.starts_with([' ', '\t']) && !line.trim().is_empty() {
            if let Some((_, value)) = field.as_mut().filter(|(_, value)| value.len() < MAX_MEANING * 4) {
                value.push(' ');
                value.push_str(line.trim());
            }
            continue;
        }
        if let Some((name, value)) = field.take() {
            if group.has(&name) {
                found.extend(std::mem::take(&mut group).finish(notice));
            }
            group.set(&name, &value);
        }
        if line.trim().is_empty() {
            found.extend(std::mem::take(&mut group).finish(notice));
        } else if let Some((name, value)) = line.split_once(':') {
            field = Some((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
        if found.len() >= MAX_RECIPIENTS {
            break;
        }
    }
    found
}

/// As written, or as the class of the status says when it is missing or of no known kind.
fn action(word: Option<&str>, status: Option<Enhanced>) -> Option<Action> {
    match word {
        Some("failed" | "failure") => Some(Action::Failed),
        Some("delayed") => Some(Action::Delayed),
        Some("delivered") => Some(Action::Delivered),
        Some("relayed") => Some(Action::Relayed),
        Some("expanded") => Some(Action::Expanded),
        _ => Some(match status?.class {
            5 => Action::Failed,
            4 => Action::Delayed,
            _ => Action::Delivered,
        }),
    }
}

/// `rfc822; user@host` → `user@host`; with `utf-8;`, `\x{e4}` stands for ä (RFC 6533 §3).
fn typed_address(value: &str) -> Option<String> {
    let address = text::address(without_type(value))?;
    let is_utf8 = value.trim_start().get(..5).is_some_and(|start| start.eq_ignore_ascii_case("utf-8"));
    if is_utf8 { text::address(&unescape(&address)) } else { Some(address) }
}

fn unescape(text: &str) -> String {
    let mut pieces = text.split("\\x{");
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let decoded = piece.split_once('}').and_then(|(digits, rest)| {
            let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
            Some((c, rest))
        });
        if let Some((c, rest)) = decoded {
            plain.push(c);
            plain.push_str(rest);
        } else {
            plain.push_str("\\x{");
            plain.push_str(piece);
        }
    }
    plain
}

/// Takes away `rfc822;`, `smtp;`, `x-unix;` and such (RFC 3464 §2.1.2).
fn without_type(value: &str) -> &str {
    let is_type = |word: &str| {
        let word = word.trim();
        !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    };
    match value.split_once(';') {
        Some((word, rest)) if is_type(word) => rest.trim(),
        _ => value.trim(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Class;

    fn told(fields: &str) -> Vec<RecipientStatus> {
        recipients(fields, &Notice::of(""))
    }

    #[test]
    fn reads_groups_and_folded_fields() {
        let found = told(
            "Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.1.1\n\
             Diagnostic-Code: smtp; 550\n\t5.1.1 gone;\n  really\n\nORIGINAL-recipient: rfc822;<c@d.example>\n\
             Final-recipient: x-local; c\naction: Delayed (sorry)\nstatus: 4.4.1 (no answer)\n",
        );
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].diagnostic.as_deref(), Some("550 5.1.1 gone; really"));
        assert_eq!((found[0].recipient.as_deref(), found[0].class), (Some("a@b.example"), Class::Hard));
        assert_eq!((found[1].recipient.as_deref(), found[1].action), (Some("c@d.example"), Action::Delayed));
        assert_eq!(found[1].status.as_deref(), Some("4.4.1"));
    }

    #[test]
    fn repairs_lost_lines_and_missing_actions() {
        let found = told(
            "Final-Recipient: rfc822;a@b\nStatus: 5.1.1\nFinal-Recipient: rfc822;c@d\nStatus: 2.0.0\n\
             Final-Recipient: rfc822;e@f",
        );
        let told: Vec<_> = found.iter().map(|one| (one.recipient.as_deref(), one.action)).collect();
        assert_eq!(told, [(Some("a@b"), Action::Failed), (Some("c@d"), Action::Delivered)]);
    }

    #[test]
    fn of_a_field_that_comes_twice_the_first_counts() {
        let found = told(
            "Final-Recipient: rfc822;a@b\nAction: failed\nAction: delayed\nStatus: 5.1.1 (gone)\nStatus: 5.7.1 (spam)\n\
             Diagnostic-Code: smtp; 550 no\nDiagnostic-Code: smtp; 550 spam\n",
        );
        let [one] = &found[..] else { panic!("{found:?}") };
        assert_eq!(
            (one.action, one.class, one.status.as_deref()),
            (Action::Failed, Class::Hard, Some("5.1.1"))
        );
        assert_eq!(one.diagnostic.as_deref(), Some("550 no"));
    }

    #[test]
    fn keeps_a_bounded_number() {
        let many = "Final-Recipient: rfc822;a@b\nAction: failed\n\n".repeat(5000);
        assert_eq!(told(&many).len(), MAX_RECIPIENTS);
    }

    #[test]
    fn decodes_addresses_outside_ascii() {
        assert_eq!(typed_address("utf-8; j\\x{f6}rg@b.example").as_deref(), Some("jörg@b.example"));
        assert_eq!(typed_address("utf-8;\\x{zz}@b").as_deref(), Some("\\x{zz}@b"));
        assert_eq!(typed_address("utf-8;a\\x{202e}@b"), None);
    }
}
