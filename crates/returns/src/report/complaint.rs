//! Reports of feedback loops: ARF (RFC 5965) and the older form of Microsoft's programme.

use super::{Complaint, FeedbackType, Marks, Original, mime::Entity};
use crate::text;

/// What the postmaster of Outlook.com adds to the message in a report of the older form.
const JUNK_REPORT_FIELD: &str = "x-hmxmroriginalrecipient";

pub(super) fn read(marks: &Marks, leaves: &[Entity<'_>]) -> Option<Complaint> {
    if marks.report_type == "delivery-status" {
        return None;
    }
    let part = leaves.iter().find(|leaf| leaf.is("message", &["feedback-report"]));
    match part {
        Some(part) => Some(feedback(part, leaves)),
        None => junk_report(marks, leaves),
    }
}

fn feedback(part: &Entity<'_>, leaves: &[Entity<'_>]) -> Complaint {
    let content = part.content();
    let fields = Entity::parse(content.trim_ascii_start());
    let first = |name: &str| fields.field(name);
    let original = Original::of(leaves);
    Complaint {
        feedback_type: feedback_type(&first("feedback-type").unwrap_or_default()),
        original_recipient: first("original-rcpt-to").as_deref().and_then(recipient),
        original_mail_from: first("original-mail-from").as_deref().and_then(text::address),
        original_message_id: original.message_id,
        list_unsubscribe: original.list_unsubscribe,
        reported_domain: first("reported-domain").as_deref().and_then(domain),
    }
}

/// A message of staff@hotmail.com that carries the message complained of.
fn junk_report(marks: &Marks, leaves: &[Entity<'_>]) -> Option<Complaint> {
    if !marks.subject.starts_with("complaint about message from") {
        return None;
    }
    let part = leaves.iter().find(|leaf| leaf.is("message", &["rfc822"]))?;
    let content = part.content();
    let message = Entity::parse(content.trim_ascii_start());
    let original_recipient = recipient(&message.field(JUNK_REPORT_FIELD)?);
    let original = Original::of(leaves);
    Some(Complaint {
        feedback_type: FeedbackType::Abuse,
        original_recipient,
        original_mail_from: message.field("return-path").as_deref().and_then(text::address),
        original_message_id: original.message_id,
        list_unsubscribe: original.list_unsubscribe,
        reported_domain: None,
    })
}

fn feedback_type(word: &str) -> FeedbackType {
    match word.to_ascii_lowercase().as_str() {
        "abuse" => FeedbackType::Abuse,
        "fraud" | "phishing" => FeedbackType::Fraud,
        "virus" => FeedbackType::Virus,
        "opt-out" | "opt-out-list" | "optout" => FeedbackType::OptOut,
        "not-spam" | "notspam" => FeedbackType::NotSpam,
        "auth-failure" => FeedbackType::AuthFailure,
        "other" => FeedbackType::Other,
        _ => FeedbackType::Unknown,
    }
}

/// `None` when it is redacted so that it can be seen (RFC 6590 leaves the form open).
fn recipient(value: &str) -> Option<String> {
    let address = text::address(value)?;
    let (local, _) = address.rsplit_once('@')?;
    let hidden = local.to_ascii_lowercase().contains("redacted")
        || !local.chars().any(char::is_alphanumeric)
        || local.bytes().all(|b| b.eq_ignore_ascii_case(&b'x'));
    (!hidden).then_some(address)
}

fn domain(value: &str) -> Option<String> {
    let name = value.trim().trim_end_matches('.');
    let good = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_');
    (!name.is_empty() && name.len() <= 253 && name.bytes().all(good)).then(|| name.to_ascii_lowercase())
}

/// RFC 2369 §2: URLs in angle brackets, the preferred one first.
pub(super) fn unsubscribe_url(value: &str) -> Option<String> {
    let urls = value.split('<').skip(1).filter_map(|rest| rest.split_once('>'));
    // White space inside the brackets is no part of it (RFC 2369 §2).
    let urls: Vec<String> = urls
        .map(|(url, _)| url.split_whitespace().collect())
        .filter(|url: &String| url.len() <= 2048)
        .collect();
    ["https:", "http:", "mailto:"].iter().find_map(|scheme| {
        let has =
            |url: &&String| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
        urls.iter().find(has).cloned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefers_https() {
        let value = "<mailto:u@x.example>, <http://x.example/1>,\n <https://x.example/\n 2> (comment)";
        assert_eq!(unsubscribe_url(value).as_deref(), Some("https://x.example/2"));
        assert_eq!(unsubscribe_url("<mailto:u@x.example>").as_deref(), Some("mailto:u@x.example"));
        for value in ["", "https://x.example", "<ftp://x>", "<https://x.example"] {
            assert_eq!(unsubscribe_url(value), None, "{value}");
        }
    }

    #[test]
    fn a_redacted_recipient_is_none() {
        for value in [
            "redacted",
            "redacted@isp.example",
            "<[redacted]@isp.example>",
            "xxxxx@isp.example",
            "***@isp.example",
            "",
        ] {
            assert_eq!(recipient(value), None, "{value}");
        }
        assert_eq!(recipient("<ada@isp.example>").as_deref(), Some("ada@isp.example"));
    }

    #[test]
    fn only_readers_who_do_not_want_the_mail_complain() {
        for (word, expected) in [
            ("abuse", true),
            ("Fraud", true),
            ("virus", true),
            ("opt-out", true),
            ("other", true),
            ("not-spam", false),
            ("auth-failure", false),
            ("", false),
            ("miscategorized", false),
        ] {
            let complaint = Complaint {
                feedback_type: feedback_type(word),
                original_recipient: None,
                original_mail_from: None,
                original_message_id: None,
                list_unsubscribe: None,
                reported_domain: None,
            };
            assert_eq!(complaint.is_complaint(), expected, "{word}");
        }
    }
}
