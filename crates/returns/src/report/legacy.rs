//! Bounces older than RFC 3464: text for people that a machine can make something of.

use super::{
    Action, DeliveryReport, MAX_RECIPIENTS, Marks, Original, RecipientStatus,
    classify::{Status, classify},
    delivery::MAX_DIAGNOSTIC,
    mime::Entity,
};
use crate::text;

/// Characters looked at of the paragraph about one recipient.
const MAX_PARAGRAPH: usize = 4000;

pub(super) fn read(marks: &Marks, leaves: &[Entity<'_>]) -> Option<DeliveryReport> {
    let body = leaves.iter().find(|leaf| leaf.is_plain_text())?.text();
    let (notice, returned) = divide(&body);
    let mut recipients =
        if is_qmail(marks, notice, returned.is_some()) { paragraphs(notice) } else { Vec::new() };
    if recipients.is_empty() {
        recipients = failed_recipients(marks, notice);
    }
    if recipients.is_empty() {
        return None;
    }
    let original = returned.map_or_else(|| Original::of(leaves), |text| Original::parse(text.as_bytes()));
    Some(DeliveryReport {
        recipients,
        original_message_id: original.message_id.or_else(|| marks.in_reply_to.clone()),
        original_to: original.to,
    })
}

/// What the server wrote, and the message it returns below a line of its own.
fn divide(body: &str) -> (&str, Option<&str>) {
    let mut offset = 0;
    for line in body.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let lower = line.trim().to_ascii_lowercase();
        let ruled = lower.starts_with("---");
        if ruled
            && ["below this line is a copy", "this is a copy of", "original message"]
                .iter()
                .any(|words| lower.contains(words))
        {
            return (&body[..start], Some(&body[offset..]));
        }
    }
    (body, None)
}

/// The "QSBMF" of qmail, which begins with these words by definition; Yahoo took the form and not the words.
fn is_qmail(marks: &Marks, notice: &str, returns: bool) -> bool {
    notice.trim_start().starts_with("Hi. This is the") || (returns && marks.from.contains("mailer-daemon"))
}

/// Paragraphs that start with `<address>:` on a line.
fn paragraphs(notice: &str) -> Vec<RecipientStatus> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in notice.lines() {
        let line = line.trim();
        let named = line.strip_prefix('<').and_then(|line| line.strip_suffix(">:"));
        if let Some(address) = named.and_then(text::address) {
            if found.len() >= MAX_RECIPIENTS {
                break;
            }
            found.push((address, String::new()));
            inside = true;
        } else if line.is_empty() {
            inside = false;
        } else if let Some((_, words)) =
            found.last_mut().filter(|(_, words)| inside && words.len() < MAX_PARAGRAPH)
        {
            words.push_str(line);
            words.push(' ');
        }
    }
    found.into_iter().map(|(address, words)| recipient(address, Action::Failed, &words)).collect()
}

/// Exim, and Gmail before it wrote reports: the addresses are in the header, the reason is below each.
fn failed_recipients(marks: &Marks, notice: &str) -> Vec<RecipientStatus> {
    let warning = notice.contains("WARNING MESSAGE ONLY") || marks.subject.contains("(delay)");
    let action = if warning { Action::Delayed } else { Action::Failed };
    let alone = marks.failed_recipients.len() == 1;
    let about = |address: &String| recipient(address.clone(), action, &reason(notice, address, alone));
    marks.failed_recipients.iter().map(about).collect()
}

/// The lines below the address: to the end if it is the only one, else to the empty line.
fn reason(notice: &str, address: &str, alone: bool) -> String {
    let mut lines = notice.lines().map(str::trim).skip_while(|line| *line != address).skip(1);
    let mut words = String::new();
    for line in lines.by_ref().skip_while(|line| line.is_empty()) {
        if words.len() > MAX_PARAGRAPH || (line.is_empty() && !alone) {
            break;
        }
        words.push_str(line);
        words.push(' ');
    }
    words
}

fn recipient(address: String, action: Action, words: &str) -> RecipientStatus {
    let words = text::one_line(words, MAX_PARAGRAPH).unwrap_or_default();
    let status = Status::find(&words);
    let answer = answer(&words).unwrap_or(&words);
    RecipientStatus {
        recipient: Some(address),
        action,
        status: status.map(|status| status.to_string()),
        diagnostic: text::one_line(answer, MAX_DIAGNOSTIC),
        class: classify(action, status, &words),
    }
}

/// From the reply code on: what is before it is the story of the reporting server.
fn answer(words: &str) -> Option<&str> {
    let mut start = 0;
    for word in words.split(' ') {
        let code = word.as_bytes();
        let is_code = matches!(code, [b'4' | b'5', b'0'..=b'7', b'0'..=b'9'])
            || matches!(code, [b'4' | b'5', b'0'..=b'7', b'0'..=b'9', b'-', ..]);
        if is_code {
            return Some(&words[start..]);
        }
        start += word.len() + 1;
    }
    None
}
