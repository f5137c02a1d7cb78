//! The words of a refusal without what is no word.

use crate::{Enhanced, words};

/// What no address has outside quotes.
const DIVIDERS: [char; 12] = ['<', '>', '(', ')', '[', ']', '"', ',', ';', ':', '{', '}'];

/// Lower case, one space between words, without addresses, links, host names and quotes.
pub(crate) struct Words {
    kept: String,
    names_a_lister: bool,
}

impl Words {
    pub(crate) fn of(text: &str) -> Self {
        let mut kept = String::from(" ");
        // An address may touch its neighbours: `<a@b.example>:user unknown`.
        let pieces = text
            .split_whitespace()
            .filter(|word| !word.contains("://"))
            .flat_map(|word| word.split(DIVIDERS));
        for word in pieces.filter(|word| !is_name(word)) {
            for c in word.chars().flat_map(char::to_lowercase) {
                match c {
                    '\u{2019}' | '\'' => kept.push('\''),
                    c if c.is_alphanumeric() => kept.push(c),
                    _ if kept.ends_with(' ') => {}
                    _ => kept.push(' '),
                }
            }
            if !kept.ends_with(' ') {
                kept.push(' ');
            }
        }
        let raw = text.to_ascii_lowercase();
        Self { kept, names_a_lister: words::LISTERS.iter().any(|name| raw.contains(name)) }
    }

    #[cfg(test)]
    pub(crate) fn as_str(&self) -> &str {
        &self.kept
    }

    pub(crate) fn are_about_us(&self, own: Option<Enhanced>) -> bool {
        // What Microsoft 365 says for a recipient that its directory does not have.
        let unknown_to_365 = own.is_some_and(|own| (own.subject, own.detail) == (4, 1));
        self.names_a_lister
            || self.has(words::ABOUT_US)
            || (self.has(&["access denied"]) && !unknown_to_365)
            || (self.has(&["sender"]) && !self.has(words::TO_SENDER))
    }

    pub(crate) fn say_full(&self) -> bool {
        self.has(words::FULL)
    }

    pub(crate) fn say_off(&self) -> bool {
        self.has(words::OFF)
    }

    pub(crate) fn say_gone(&self, code: Option<u16>, own: Option<Enhanced>) -> bool {
        // RFC 5321 §4.2.3 has these words for 550 in general; a mailbox that is there is said to be busy (450).
        let unavailable = code == Some(550)
            && own.is_none_or(|own| !own.is_telling() || own.subject == 1)
            && self.has(words::UNAVAILABLE);
        let unknown_to_365 = own.is_some_and(|own| (own.class, own.subject, own.detail) == (5, 4, 1))
            && self.has(&["access denied"]);
        self.has(words::GONE) || unavailable || unknown_to_365
    }

    pub(crate) fn say_on_the_way(&self) -> bool {
        self.has(words::ON_THE_WAY)
    }

    pub(crate) fn say_not_known(&self) -> bool {
        self.has(words::NOT_KNOWN)
    }

    /// Whether one of the phrases is there as whole words, save where its `*` are.
    fn has(&self, phrases: &[&str]) -> bool {
        let octet = |at: Option<usize>| at.and_then(|at| self.kept.as_bytes().get(at));
        phrases.iter().any(|phrase| {
            let inner = phrase.trim_matches('*');
            self.kept.match_indices(inner).any(|(at, _)| {
                (phrase.starts_with('*') || octet(at.checked_sub(1)) == Some(&b' '))
                    && (phrase.ends_with('*') || octet(at.checked_add(inner.len())) == Some(&b' '))
            })
        })
    }
}

/// Addresses and host names, in which any word may be.
fn is_name(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    let is_host = || {
        let mut labels = bare.split('.');
        bare.is_ascii()
            && labels.clone().count() > 2
            && labels.all(|label| !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'))
            && bare.bytes().any(|b| b.is_ascii_alphabetic())
            // Exchange names what failed like a host.
            && !bare.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("resolver."))
            && !bare.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("storedrv."))
    };
    word.contains('@') || is_host()
}
