//! Faults asked for by the local part of an address: `RULE+anything@domain`.
//!
//! `RULE` is `ACTION`, `STEP-ACTION`, `ACTION-STEP` for hang, drop and rst; `-once` or `xN` behind it limits
//! it to the first time or the first N times for that address. Steps are `rcpt` (the default), `data`,
//! `body`, `dot`, `after-dot` and, in the address of the sender, `mail`.
//!
//! | action | does |
//! |---|---|
//! | `550`, `552-5.3.4`, … | answers with the code; 421 and any answer in `body` closes as well |
//! | `hang-STEP` | never answers; `hang-dot` has accepted the message |
//! | `drop-STEP`, `rst-STEP` | closes with FIN or RST; `drop-after-dot` has accepted the message, `drop-dot` not |
//! | `slow`, `slowN` | answers RCPT, DATA and the dot 100 (N) ms late |
//! | `trickle`, `trickleN` | writes the answer octet by octet, one each second (N ms) |
//! | `giant`, `long-line`, `garbage`, `non-ascii`, `mixed-codes` | answers against the rules |
//! | `multi`, `bad-code` | a refusal of three lines; a refusal with a malformed enhanced code |
//! | `anyway` | refuses the recipient and then asks for the content all the same |

use std::time::Duration;

/// Where a rule takes effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// MAIL FROM.
    Mail,
    /// RCPT TO.
    Rcpt,
    /// The DATA command.
    Data,
    /// With the first octets of the content.
    Body,
    /// When the content has ended, before it is accepted.
    Dot,
    /// After it is accepted and logged, before the answer.
    AfterDot,
}

/// What happens there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// These octets instead of the usual answer.
    Answer(Vec<u8>),
    /// These octets, one per interval.
    Trickle(Vec<u8>, Duration),
    /// Nothing, for ever.
    Hang,
    /// FIN.
    Drop,
    /// RST.
    Reset,
    /// The usual answer, late.
    Slow(Duration),
    /// 550 to RCPT, 354 to DATA.
    Anyway,
}

/// A parsed local part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Where.
    pub step: Step,
    /// What.
    pub action: Action,
    /// How many times per address; `None` is always.
    pub times: Option<u32>,
}

impl Rule {
    /// The rule in an address; `None` for an ordinary one.
    pub fn parse(address: &str) -> Option<Self> {
        let (word, _) = address.split_once('+')?;
        let (word, times) = match word.strip_suffix("-once") {
            Some(word) => (word, Some(1)),
            None => match word.rsplit_once('x').map(|(word, times)| (word, times.parse())) {
                Some((word, Ok(times))) => (word, Some(times)),
                _ => (word, None),
            },
        };
        for (name, action) in [("hang-", Action::Hang), ("drop-", Action::Drop), ("rst-", Action::Reset)] {
            if let Some(step) = word.strip_prefix(name) {
                let step = match (Step::parse(step)?, &action) {
                    (Step::Dot, Action::Hang) => Step::AfterDot,
                    (step, _) => step,
                };
                return Some(Self { step, action, times });
            }
        }
        let (step, word) = match word.split_once('-') {
            Some((step, word)) if Step::parse(step).is_some() => (Step::parse(step)?, word),
            _ => (Step::Rcpt, word),
        };
        Some(Self { step, action: action(word)?, times })
    }

    /// The code of the answer, 0 when there is none.
    pub fn code(&self) -> u16 {
        let (Action::Answer(octets) | Action::Trickle(octets, _)) = &self.action else { return 0 };
        octets.get(..3).and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok()).unwrap_or(0)
    }
}

impl Step {
    fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "mail" => Self::Mail,
            "rcpt" => Self::Rcpt,
            "data" => Self::Data,
            "body" => Self::Body,
            "dot" => Self::Dot,
            "after-dot" => Self::AfterDot,
            _ => return None,
        })
    }
}

fn action(word: &str) -> Option<Action> {
    let milliseconds = |name: &str, default| {
        let number = word.strip_prefix(name)?;
        let number = if number.is_empty() { Some(default) } else { number.parse().ok() };
        number.map(Duration::from_millis)
    };
    if let Some(wait) = milliseconds("slow", 100) {
        return Some(Action::Slow(wait));
    }
    if let Some(interval) = milliseconds("trickle", 1000) {
        return Some(Action::Trickle(b"250 2.1.5 Ok, but slowly\r\n".to_vec(), interval));
    }
    let octets = match word {
        "anyway" => return Some(Action::Anyway),
        "giant" => b"250-all work and no play makes a server dull\r\n".repeat(23_000),
        "long-line" => format!("250 {}\r\n", "x".repeat(100_000)).into_bytes(),
        "garbage" => b"hello, how are you?\r\n".to_vec(),
        "non-ascii" => "550 5.1.1 Empfänger unbekannt\r\n".as_bytes().to_vec(),
        "mixed-codes" => b"550-5.1.1 no\r\n450 4.1.1 perhaps\r\n".to_vec(),
        "multi" => b"550-5.1.1 The address\r\n550-5.1.1 does not\r\n550 5.1.1 exist\r\n".to_vec(),
        "bad-code" => b"550 5.1..99999 what\r\n".to_vec(),
        _ => return coded(word).map(Action::Answer),
    };
    Some(Action::Answer(octets))
}

/// `NNN` or `NNN-x.y.z`.
fn coded(word: &str) -> Option<Vec<u8>> {
    let (code, enhanced) = match word.split_once('-') {
        Some((code, enhanced)) => (code, enhanced),
        None => (word, usual_enhanced(word)),
    };
    let valid = code.len() == 3 && code.bytes().all(|b| b.is_ascii_digit());
    let space = if enhanced.is_empty() { "" } else { " " };
    valid.then(|| format!("{code} {enhanced}{space}as asked for\r\n").into_bytes())
}

fn usual_enhanced(code: &str) -> &'static str {
    match code {
        "421" => "4.3.2",
        "450" => "4.2.1",
        "451" => "4.3.0",
        "452" => "4.3.1",
        "550" => "5.1.1",
        "551" => "5.1.6",
        "552" => "5.2.2",
        "553" => "5.1.3",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_words_of_the_table() {
        let rule = |address| Rule::parse(address).map(|rule| (rule.step, rule.code(), rule.times));
        assert_eq!(rule("550+x@a"), Some((Step::Rcpt, 550, None)));
        assert_eq!(rule("451x3+x@a"), Some((Step::Rcpt, 451, Some(3))));
        assert_eq!(rule("dot-552-5.3.4-once+x@a"), Some((Step::Dot, 552, Some(1))));
        assert_eq!(rule("drop-after-dot-once+x@a"), Some((Step::AfterDot, 0, Some(1))));
        assert_eq!(rule("hang-dot+x@a"), Some((Step::AfterDot, 0, None)));
        assert_eq!(rule("mail-550+x@a"), Some((Step::Mail, 550, None)));
        assert_eq!(Rule::parse("slow7+x@a").map(|r| r.action), Some(Action::Slow(Duration::from_millis(7))));
        for plain in ["reader@a", "reader+tag@a", "5500+x@a", "hang-what+x@a", "max2+x@a"] {
            assert_eq!(Rule::parse(plain), None, "{plain}");
        }
    }
}
