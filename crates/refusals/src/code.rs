//! Codes: of three digits (RFC 5321 §4.2.1) and enhanced (RFC 3463).

use std::fmt;

use crate::Meaning;

/// An enhanced status code, `class.subject.detail` (RFC 3463 §2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Enhanced {
    /// 2, 4 or 5.
    pub class: u8,
    /// 0 to 999.
    pub subject: u16,
    /// 0 to 999.
    pub detail: u16,
}

impl Enhanced {
    /// The code at the start of `text`, if it is well-formed and ends there or before a space.
    pub fn parse(text: &str) -> Option<Self> {
        let word = text.split(' ').next()?;
        let mut parts = word.split('.');
        let class = number(parts.next()?, 1)?;
        let subject = number(parts.next()?, 3)?;
        let detail = number(parts.next()?, 3)?;
        let well_formed = parts.next().is_none() && matches!(class, 2 | 4 | 5);
        well_formed.then_some(Self { class: class as u8, subject, detail })
    }

    /// The same, whatever follows that is no part of a number: `5.1.1: no`, `5.1.1)`.
    pub fn parse_loosely(text: &str) -> Option<Self> {
        let word = text.trim().split(|c: char| !c.is_ascii_digit() && c != '.').next()?;
        Self::parse(word.trim_end_matches('.'))
    }

    /// The failure in free text that weighs most: after a reply code (`550 5.1.1 no`, `550-5.1.1 no`), in the notation of
    /// qmail (`#5.1.1`), or at the start. Where a gateway puts its own before that of another server, what is about us
    /// goes first, then what is about a full mailbox, then the first telling one, then the first.
    pub fn find(text: &str) -> Option<Self> {
        let divides = |c: char| c.is_whitespace() || "-()[]#<>\"'=".contains(c);
        // A refusal has no code of success; three numbers with a 2 are the version of something.
        let failures = || {
            text.split(divides)
                .map(|word| word.trim_end_matches([':', ',', ';', '.']))
                .filter_map(Self::parse)
                .filter(|code| code.class != 2)
        };
        let of = |which: fn(&Self) -> bool| failures().find(which);
        of(|code| code.is_about_us())
            .or_else(|| of(|code| (code.subject, code.detail) == (2, 2)))
            .or_else(|| of(|code| code.is_telling()))
            .or_else(|| failures().next())
    }

    /// Whether it says more than that it failed. 5.5.0 is what Outlook.com says for a missing mailbox, 5.2.0 and 5.3.0
    /// are what gateways say for anything.
    pub(crate) fn is_telling(self) -> bool {
        self.class != 2 && !matches!((self.subject, self.detail), (0, _) | (2 | 3 | 5, 0))
    }

    pub(crate) fn is_about_us(self) -> bool {
        matches!((self.subject, self.detail), (1, 7 | 8) | (2, 3) | (3, 4) | (6 | 7, _))
    }

    pub(crate) fn meaning(self) -> Option<Meaning> {
        if !self.is_telling() {
            return None;
        }
        Some(match (self.class, self.subject, self.detail) {
            _ if self.is_about_us() => Meaning::AboutUs,
            // 5.1.9: a server on the way is too old (RFC 3886).
            (_, 1, 9) | (_, 3 | 4, _) => Meaning::OnTheWay,
            (5, 1, _) => Meaning::Gone,
            (_, 1 | 2, _) => Meaning::Away,
            (_, 5, _) => Meaning::AboutUs,
            _ => return None,
        })
    }
}

fn number(digits: &str, most: usize) -> Option<u16> {
    let fits = (1..=most).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    if fits { digits.parse().ok() } else { None }
}

impl fmt::Display for Enhanced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.class, self.subject, self.detail)
    }
}

/// The first reply code of a refusal in free text: `550`, `550-5.1.1`, `#550`, but no part of a longer number.
pub fn reply_code(text: &str) -> Option<u16> {
    let divides = |c: char| c.is_whitespace() || "-()[]#<>\"':;,=".contains(c);
    let code = |word: &str| {
        let word = word.trim_end_matches('.');
        let is_code = matches!(word.as_bytes(), [b'4' | b'5', b'0'..=b'7', b'0'..=b'9']);
        is_code.then(|| word.parse().ok()).flatten()
    };
    text.split(divides).find_map(code)
}
