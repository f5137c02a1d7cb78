//! What a failure means for the address.

use std::fmt;

use super::{Action, Class};

/// How servers that give no telling code say that nobody lives there. Lower case.
const UNKNOWN_USER: [&str; 26] = [
    "user unknown",
    "unknown user",
    "unknown recipient",
    "recipient unknown",
    "unknown mailbox",
    "no such user",
    "no such recipient",
    "no such mailbox",
    "no such address",
    "no such person",
    "no mailbox here",
    "mailbox not found",
    "user not found",
    "recipient not found",
    "recipientnotfound",
    "does not exist",
    "doesn't exist",
    "invalid recipient",
    "invalid mailbox",
    "unrouteable address",
    "unroutable address",
    "not our customer",
    "not listed in domino",
    "not listed in public name",
    "user doesn't have a ",
    "user does not have a ",
];

/// What a server talks about when it dislikes us: "sender verify failed: no such user" is no word about the
/// recipient. Lower case.
const ABOUT_US: [&str; 13] = [
    "sender",
    "helo",
    "ehlo",
    "reverse dns",
    "ptr",
    "spf",
    "dkim",
    "dmarc",
    "spam",
    "blacklist",
    "blocklist",
    "block list",
    "blocked using",
];

/// An enhanced status code (RFC 3463 §2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Status {
    pub(super) class: u8,
    subject: u16,
    detail: u16,
}

impl Status {
    /// From the first word of `text`. The class is 2, 4 or 5; the others have at most three digits.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let word = text.trim().split(|c: char| !c.is_ascii_digit() && c != '.').next()?;
        let mut numbers = word.trim_end_matches('.').split('.');
        let (class, subject, detail) = (numbers.next()?, numbers.next()?, numbers.next()?);
        let number = |digits: &str| (digits.len() <= 3).then(|| digits.parse::<u16>().ok()).flatten();
        if numbers.next().is_some() || !matches!(class, "2" | "4" | "5") {
            return None;
        }
        Some(Self { class: class.as_bytes()[0] - b'0', subject: number(subject)?, detail: number(detail)? })
    }

    /// The first one in free text: after a reply code (`550 5.1.1 no`, `550-5.1.1 no`), in the notation of
    /// qmail (`#5.1.1`), or at the start.
    pub(super) fn find(text: &str) -> Option<Self> {
        let divides = |c: char| c.is_whitespace() || matches!(c, '-' | '(' | ')' | '[' | ']' | '#');
        let mut words = text.split(divides).map(|word| word.trim_end_matches([':', ',', ';']));
        // A refusal has no code of success; three numbers with a 2 are the version of something.
        words.find_map(|word| Self::parse(word).filter(|status| status.class != 2))
    }

    /// Whether it says no more than that it failed. 5.5.0 is what Outlook.com says for a missing mailbox.
    fn is_vague(self) -> bool {
        matches!((self.subject, self.detail), (0, _) | (5, 0))
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.class, self.subject, self.detail)
    }
}

/// The table at [`Class`]. `diagnostic` is the whole text of the refusing server.
pub(super) fn classify(action: Action, status: Option<Status>, diagnostic: &str) -> Class {
    if action != Action::Failed {
        return Class::None;
    }
    // A failure with the status of a success is a failure of which nothing is known.
    let status = status.filter(|status| status.class != 2);
    let telling = |status: &Status| !status.is_vague();
    let found = status.filter(telling).or_else(|| Status::find(diagnostic).filter(telling));
    // Without the addresses, in which any word may be.
    let words = diagnostic.split_whitespace().filter(|word| !word.contains('@'));
    let text = words.collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    match found {
        Some(status) => by_status(status, &text),
        None if status.is_some_and(|status| status.class == 4) => Class::Soft,
        None => by_phrase(&text),
    }
}

fn by_status(status: Status, text: &str) -> Class {
    match (status.class, status.subject, status.detail) {
        (5, 1, 7 | 8) | (5, 2, 3) | (5, 3, 4) | (5, 5..=7, _) => Class::Policy,
        // Servers that look at the sender only after RCPT say 5.1.0 for both.
        (5, 1, 0) if text.contains("sender") => Class::Policy,
        (5, 1, _) => Class::Hard,
        _ => Class::Soft,
    }
}

fn by_phrase(text: &str) -> Class {
    let has = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    if has(&ABOUT_US) {
        Class::Policy
    } else if has(&UNKNOWN_USER) {
        Class::Hard
    } else {
        Class::Soft
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(status: &str, diagnostic: &str) -> Class {
        classify(Action::Failed, Status::parse(status), diagnostic)
    }

    #[test]
    fn follows_the_table() {
        for (status, expected) in [
            ("5.1.0", Class::Hard),
            ("5.1.1", Class::Hard),
            ("5.1.2", Class::Hard),
            ("5.1.3", Class::Hard),
            ("5.1.6", Class::Hard),
            ("5.1.10", Class::Hard),
            ("5.1.7", Class::Policy),
            ("5.1.8", Class::Policy),
            ("5.2.0", Class::Soft),
            ("5.2.1", Class::Soft),
            ("5.2.2", Class::Soft),
            ("5.2.3", Class::Policy),
            ("5.3.0", Class::Soft),
            ("5.3.4", Class::Policy),
            ("5.4.1", Class::Soft),
            ("5.4.7", Class::Soft),
            ("5.5.1", Class::Policy),
            ("5.6.0", Class::Policy),
            ("5.7.1", Class::Policy),
            ("5.7.26", Class::Policy),
            ("4.4.7", Class::Soft),
            ("4.7.0", Class::Soft),
            ("4.1.1", Class::Soft),
            ("5.0.0", Class::Soft),
            ("2.0.0", Class::Soft),
            ("", Class::Soft),
        ] {
            assert_eq!(class(status, ""), expected, "{status}");
        }
    }

    #[test]
    fn a_vague_status_yields_to_the_servers_own() {
        assert_eq!(class("5.0.0", "550 5.7.1 user unknown to our white list"), Class::Policy);
        assert_eq!(class("", "550-5.1.1 The account"), Class::Hard);
        assert_eq!(class("5.5.0", "mailbox unavailable (#5.1.1)"), Class::Hard);
        assert_eq!(class("", "[192.0.2.1] said 552 5.2.2 over quota, user unknown"), Class::Soft);
        assert_eq!(class("5.7.1", "550 5.1.1 user unknown"), Class::Policy, "a telling one stays");
        assert_eq!(class("", "450 4.2.1 user unknown"), Class::Soft);
        assert_eq!(class("4.0.0", "user unknown"), Class::Soft);
    }

    #[test]
    fn without_a_telling_code_phrases_decide() {
        for text in [
            "550 User Unknown",
            "No such user here",
            "mailbox not found",
            "does not exist",
            "Invalid Recipient",
        ] {
            for status in ["", "5.0.0", "5.5.0"] {
                assert_eq!(class(status, text), Class::Hard, "{status} {text}");
            }
        }
        assert_eq!(class("5.0.0", "550 Sender verify failed: no such user"), Class::Policy);
        assert_eq!(class("5.1.0", "<a@b> sender rejected"), Class::Policy);
        assert_eq!(class("", "550 your PTR record does not exist"), Class::Policy);
        assert_eq!(
            class("", "550 spam@b.example: user unknown"),
            Class::Hard,
            "words of the address are none"
        );
        assert_eq!(class("5.0.0", "transaction failed"), Class::Soft);
    }

    #[test]
    fn only_failures_count() {
        for action in [Action::Delayed, Action::Delivered, Action::Relayed, Action::Expanded] {
            assert_eq!(classify(action, Status::parse("5.1.1"), "user unknown"), Class::None);
        }
    }

    #[test]
    fn reads_only_valid_codes() {
        for (text, expected) in
            [("5.1.1", "5.1.1"), (" 5.1.1 (no)", "5.1.1"), ("5.01.010", "5.1.10"), ("4.999.0", "4.999.0")]
        {
            assert_eq!(Status::parse(text).unwrap().to_string(), expected, "{text}");
        }
        for text in ["", "5", "5.1", "3.1.1", "5.1.1.1", "5.1000.1", "5..1", "x5.1.1", "550", "192.0.2.1"] {
            assert_eq!(Status::parse(text), None, "{text}");
        }
    }
}
