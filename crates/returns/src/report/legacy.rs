//! Bounces without the fields of RFC 3464: text for people that a machine can make something of.

use refusals::{Enhanced, reply_code};

use super::{
    Action, Class, DeliveryReport, MAX_RECIPIENTS, Marks, Original, RecipientStatus,
    classify::{classify, classify_with},
    delivery::MAX_DIAGNOSTIC,
    mime::Entity,
};
use crate::text;

/// Characters looked at of the paragraph about one recipient.
const MAX_PARAGRAPH: usize = 4000;
/// Octets looked at of the whole text; what a server has to say stands at its start.
const MAX_NOTICE: usize = 16 * 1024;

/// What servers begin the copy of the mail with, besides a line of `---`.
const COPY_BEGINS: [&str; 16] = [
    "below this line is a copy",
    "this is a copy of",
    "copy of the message",
    "copy of the original",
    "copy of your message",
    "original message",
    "header of the original",
    "undelivered message",
    "unsent message",
    "returned message",
    "returned mail follows",
    "message header follows",
    "message headers follow",
    "headers of the message",
    "your message follows",
    "message text follows",
];

/// Why a text of a server is about a failure, when its reason is not understood.
const FAILED: [&str; 23] = [
    "undeliver",
    "not deliver",
    "n't deliver",
    "not be deliver",
    "n't be deliver",
    "not been deliver",
    "wasn't able to deliver",
    "was not able to deliver",
    "unable to deliver",
    "cannot deliver",
    "delivery failed",
    "delivery has failed",
    "delivery failure",
    "delivery error",
    "failed delivery",
    "could not send",
    "couldn't send",
    "returned to",
    "returning message",
    "permanent error",
    "fatal error",
    "following address",
    "following recipient",
];

/// What a server says while it still tries.
const DELAYED: [&str; 13] = [
    "warning message only",
    "do not need to resend",
    "don't need to resend",
    "will be retried",
    "will continue to try",
    "will keep trying",
    "will retry",
    "still trying",
    "still being retried",
    "has not yet been delivered",
    "not yet been delivered",
    "delivery attempts will continue",
    "has been delayed",
];

pub(super) fn read(marks: &Marks, leaves: &[Entity<'_>]) -> Option<DeliveryReport> {
    let body = body(leaves)?;
    let (notice, returned) = divide(&body);
    let is_qmail = notice.trim_start().starts_with("Hi. This is the");
    if !(is_qmail || marks.is_daemon()) {
        return None;
    }
    let recipients = recipients(marks, &with_subject(marks, notice));
    let understood = |one: &RecipientStatus| !matches!(one.class, Class::Unclear);
    let lower = notice.to_ascii_lowercase();
    let tells = |phrases: &[&str]| {
        phrases.iter().any(|phrase| lower.contains(phrase) || marks.subject.contains(phrase))
    };
    // What the owner of a mailbox writes by a machine is no bounce, whatever it is called.
    let failed = !marks.failed_recipients.is_empty() || tells(&FAILED);
    if !(failed || recipients.iter().any(understood)) {
        return None;
    }
    let original = returned.map_or_else(|| Original::of(leaves), |text| Original::parse(text.as_bytes()));
    Some(DeliveryReport {
        recipients,
        original_message_id: original.message_id.or_else(|| marks.in_reply_to.clone()),
        original_to: original.to,
    })
}

/// What the server wrote for people, without the copy of the mail.
pub(super) fn notice(leaves: &[Entity<'_>]) -> String {
    let body = body(leaves).unwrap_or_default();
    start(divide(&body).0).to_owned()
}

fn start(notice: &str) -> &str {
    let end = (0..=notice.len().min(MAX_NOTICE)).rev().find(|at| notice.is_char_boundary(*at));
    &notice[..end.unwrap_or(0)]
}

/// The first text, which is the server's own: the mail that it returns may stand below as another. Of HTML the words.
fn body(leaves: &[Entity<'_>]) -> Option<String> {
    let words = |leaf: &Entity<'_>| {
        if leaf.is_plain_text() {
            Some(leaf.text())
        } else if leaf.is("text", &["html"]) {
            Some(text::without_tags(&leaf.text()))
        } else {
            None
        }
    };
    leaves.iter().filter_map(words).find(|text| !text.trim().is_empty())
}

/// Some servers tell the reason in the subject alone.
fn with_subject(marks: &Marks, notice: &str) -> String {
    format!("{}\n\n{}", start(notice), marks.subject)
}

/// What the server wrote, and the message it returns below a line of its own, or without one from its header on.
fn divide(body: &str) -> (&str, Option<&str>) {
    let mut offset = 0;
    for line in body.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let lower = line.trim().to_ascii_lowercase();
        let begins = lower.starts_with("---") || lower.ends_with([':', '-', '.']);
        if begins && lower.len() < 100 && COPY_BEGINS.iter().any(|words| lower.contains(words)) && start > 0 {
            return (&body[..start], Some(&body[offset..]));
        }
        if start > 0
            && ["received: from ", "received: by ", "return-path: "]
                .iter()
                .any(|name| lower.starts_with(name))
        {
            return (&body[..start], Some(&body[start..]));
        }
    }
    (body, None)
}

/// Those of the header field of Exim, Gmail and others; else those that a line begins with; else one without a name.
fn recipients(marks: &Marks, notice: &str) -> Vec<RecipientStatus> {
    let lower = notice.to_ascii_lowercase();
    let waits = DELAYED.iter().any(|words| lower.contains(words)) || marks.subject.contains("(delay)");
    let action = if waits { Action::Delayed } else { Action::Failed };
    let paragraphs = paragraphs(notice);
    let named: Vec<(Option<String>, String)> = if marks.failed_recipients.is_empty() {
        paragraphs.into_iter().map(|(address, words)| (Some(address), words)).collect()
    } else {
        let words = |address: &String| {
            let about = paragraphs.iter().filter(|(named, _)| named.eq_ignore_ascii_case(address));
            about.map(|(_, words)| words.as_str()).collect::<String>()
        };
        marks.failed_recipients.iter().map(|address| (Some(address.clone()), words(address))).collect()
    };
    let alone = named.len() <= 1;
    let named = if named.is_empty() { vec![(None, String::new())] } else { named };
    named
        .into_iter()
        .map(|(address, words)| recipient(address, action, &words, alone.then_some(notice)))
        .collect()
}

/// Lines that begin with an address, and what stands below each up to an empty line.
pub(super) fn paragraphs(notice: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in notice.lines().map(str::trim) {
        if let Some((address, rest)) = leading_address(line) {
            let known = found.iter().position(|(named, _)| named.eq_ignore_ascii_case(&address));
            if known.is_none() && found.len() >= MAX_RECIPIENTS {
                break;
            }
            match known {
                // The last one is the one that is written on.
                Some(at) => {
                    let again = found.remove(at);
                    found.push(again);
                }
                None => found.push((address, String::new())),
            }
            inside = true;
            add(&mut found, rest);
        } else if line.is_empty() {
            inside = inside && found.last().is_some_and(|(_, words)| words.is_empty());
        } else if inside {
            add(&mut found, line);
        }
    }
    found
}

fn add(found: &mut [(String, String)], line: &str) {
    if let Some((_, words)) =
        found.last_mut().filter(|(_, words)| words.len() < MAX_PARAGRAPH && !line.is_empty())
    {
        words.push_str(line);
        words.push(' ');
    }
}

/// `<address>:`, `address: why`, `To: address`; and the rest of the line.
fn leading_address(line: &str) -> Option<(String, &str)> {
    let mut line = line.trim_start_matches(['*', '-', '\u{b7}', '\u{2022}', ' ']);
    for label in ["to:", "recipient:", "recipient address:", "address:", "rcpt:"] {
        if line.get(..label.len()).is_some_and(|start| start.eq_ignore_ascii_case(label)) {
            line = line[label.len()..].trim_start();
        }
    }
    let (word, rest) = if let Some(inner) = line.strip_prefix('<') {
        inner.split_once('>')?
    } else if let Some(inner) = line.strip_prefix('"') {
        inner.split_once('"')?
    } else {
        line.split_once([' ', '\t', '<', '(']).unwrap_or((line, ""))
    };
    let word = word.trim_end_matches([':', ',', ';', '.']);
    let word =
        word.get(..7).filter(|start| start.eq_ignore_ascii_case("mailto:")).map_or(word, |_| &word[7..]);
    let (local, domain) = word.rsplit_once('@')?;
    let good = !local.is_empty() && !domain.is_empty() && !word.contains([':', '=', '/']);
    let rest = rest.trim_start_matches(['.', ':', ',', ';', '>', ' ', '\t']);
    good.then(|| text::address(word)).flatten().map(|address| (address, rest))
}

/// `notice` is the whole text, of a report about one recipient.
fn recipient(address: Option<String>, action: Action, words: &str, notice: Option<&str>) -> RecipientStatus {
    let words = text::one_line(words, MAX_PARAGRAPH).unwrap_or_default();
    let class = match notice {
        Some(notice) => classify_with(action, None, &words, notice),
        None => classify(action, None, &words),
    };
    let has_code = |line: &str| reply_code(line).is_some() || Enhanced::find(line).is_some();
    let quoted = notice.filter(|_| !has_code(&words)).and_then(|notice| {
        let mut lines = notice.lines().map(str::trim);
        lines.find(|line| has_code(line))
    });
    let told = quoted.unwrap_or(&words);
    RecipientStatus {
        recipient: address,
        action,
        status: Enhanced::find(told).map(|status| status.to_string()),
        diagnostic: text::one_line(answer(told).unwrap_or(told), MAX_DIAGNOSTIC),
        class,
    }
}

/// From the reply code on: what is before it is the story of the reporting server.
fn answer(words: &str) -> Option<&str> {
    let mut start = 0;
    for word in words.split(' ') {
        let code = word.as_bytes();
        let is_code = matches!(code, [b'4' | b'5', b'0'..=b'7', b'0'..=b'9'])
            || matches!(code, [b'4' | b'5', b'0'..=b'7', b'0'..=b'9', b'-' | b':', ..]);
        if is_code {
            return Some(&words[start..]);
        }
        start += word.len() + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mail_that_is_returned_is_divided_from_what_is_said_of_it() {
        let long = |length: usize| format!("{}original message:", "x".repeat(length - 17));
        for line in [
            "--- Original message",
            "------ This is a copy of your message, with all its headers ------",
            "This is a copy of the message:",
            "  Below this line is a copy of the message.",
            &long(99),
        ] {
            let body = format!("It failed.\n{line}\nSubject: x\n");
            assert_eq!(divide(&body), ("It failed.\n", Some("Subject: x\n")), "{line}");
        }
        for header in ["Received: from a by b", "RECEIVED: by c", "Return-Path: <a@b>"] {
            let body = format!("It failed.\n\n{header}\nSubject: x\n");
            assert_eq!(divide(&body), ("It failed.\n\n", Some(&body[12..])), "{header}");
        }
        for body in [
            "It failed.\nThe original message was too big\nfor us.\n",
            "Original message:\nSubject: x\n",
            "--- Original message\n",
            "Received: from a by b\nSubject: x\n",
            "It failed.\n--- Sorry\n",
            &format!("It failed.\n{}\nSubject: x\n", long(100)),
            &format!("It failed.\n{}\nSubject: x\n", long(150)),
        ] {
            assert_eq!(divide(body), (body, None), "{body}");
        }
    }

    #[test]
    fn the_words_with_a_code_are_told() {
        let notice = "Look up 550 5.0.0 in your manual.\n\nuser unknown\n";
        let told = |words: &str| recipient(None, Action::Failed, words, Some(notice)).diagnostic;
        for words in ["no mailbox here (#5.1.1)", "554 no", "554 5.1.1 no"] {
            assert_eq!(told(words).as_deref(), Some(words));
        }
        assert_eq!(told("no").as_deref(), Some("550 5.0.0 in your manual."));
        let told = recipient(None, Action::Failed, "no", Some("Sorry.\nIt is gone (#5.1.1).\n"));
        assert_eq!(
            (told.status.as_deref(), told.diagnostic.as_deref()),
            (Some("5.1.1"), Some("It is gone (#5.1.1)."))
        );
    }

    #[test]
    fn what_stands_below_an_address_is_about_it() {
        let told = |notice: &str| {
            let of = |(address, words): (String, String)| (address, words.trim_end().to_owned());
            paragraphs(notice).into_iter().map(of).collect::<Vec<_>>()
        };
        let of = |address: &str, words: &str| (address.to_owned(), words.to_owned());
        assert_eq!(
            told("Sorry.\n<a@b.example>:\n\nuser\nunknown\n\nGoodbye.\nTo: c@d.example (full)\n"),
            [of("a@b.example", "user unknown"), of("c@d.example", "(full)")]
        );
        for line in [
            "@b.example: no",
            "a@: no",
            "@: no",
            "x=a@b.example: no",
            "https://a@b.example: no",
            "a: b@c.example",
        ] {
            assert_eq!(told(line), [], "{line}");
        }
        let long = "x".repeat(MAX_PARAGRAPH - 1);
        assert_eq!(told(&format!("<a@b.example>:\n{long}\nmore\n")), [of("a@b.example", &long)], "bounded");
        let almost = &long[1..];
        assert_eq!(
            told(&format!("<a@b.example>:\n{almost}\nmore\n")),
            [of("a@b.example", &format!("{almost} more"))]
        );
    }
}
