//! What of a text the index has lists for: three letters in a row, how the address begins, and the newsletter.

use crate::{NewsletterId, subscribers::model::Needle};

/// Bits of a [`Key`].
pub const KEY_BITS: u32 = 26;
/// Terms that a search reads at most: those of long words are taken evenly from all of them.
const MOST: usize = 12;
/// No letter has this number; it stands where one is missing.
const NONE: u64 = 0x1F_FFFF;

/// Names a list: a hash, so two that have nothing to do with one another may share a list. What is found is looked at again.
pub type Key = u32;

/// What a reader must have: any of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term(pub Vec<Key>);

/// The key of three letters. It is in the database: another way to make it is another index.
fn key(a: u64, b: u64, c: u64) -> Key {
    let mixed = (a << 42 | b << 21 | c).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed >> (64 - KEY_BITS)) as Key
}

fn newsletter_key(id: NewsletterId) -> Key {
    let id = id.get() as u64;
    key(NONE, NONE, id) ^ (id >> 21) as Key & 0xFFFF
}

/// Calls `take` with each key of a reader's, some more than once.
pub fn each_key(newsletter: NewsletterId, text: &str, mut take: impl FnMut(Key)) {
    take(newsletter_key(newsletter));
    let mut letters = text.chars().map(u64::from);
    let Some(mut first) = letters.next() else { return };
    take(key(NONE, NONE - 1, first));
    let Some(mut second) = letters.next() else { return };
    take(key(NONE, first, second));
    for third in letters {
        take(key(first, second, third));
        (first, second) = (second, third);
    }
}

/// What a reader who has the words has, at most [`MOST`].
pub fn of(needle: &Needle) -> Vec<Term> {
    let letters: Vec<u64> = needle.text().chars().map(u64::from).collect();
    match *letters.as_slice() {
        [] => return Vec::new(),
        [a] => return vec![Term(vec![key(NONE, NONE - 1, a)])],
        [a, b] => return vec![Term(vec![key(NONE, a, b)])],
        _ => {}
    }
    let mut all: Vec<Term> = Vec::new();
    for window in letters.windows(3) {
        let term = Term(vec![key(window[0], window[1], window[2])]);
        if !all.contains(&term) {
            all.push(term);
        }
    }
    if all.len() <= MOST {
        return all;
    }
    (0..MOST).map(|n| all[n * (all.len() - 1) / (MOST - 1)].clone()).collect()
}

/// Any of the newsletters.
pub fn of_newsletters(ids: &[NewsletterId]) -> Term {
    Term(ids.iter().copied().map(newsletter_key).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(newsletter: i64, text: &str) -> Vec<Key> {
        let mut keys = Vec::new();
        each_key(NewsletterId::new(newsletter), text, |key| keys.push(key));
        keys
    }

    fn terms(words: &str) -> Vec<Key> {
        of(&Needle::new(words).unwrap()).into_iter().flat_map(|term| term.0).collect()
    }

    #[test]
    fn keys_are_those_that_databases_have() {
        assert_eq!(keys(7, "zoë"), [16_008_554, 9_522_923, 46_645_245, 60_534_124]);
    }

    #[test]
    fn who_has_the_words_has_their_keys() {
        let of_text = keys(7, "anna@x.example\nänna 日本語");
        for words in ["a", "an", "ann", "x.example\nänn", "日本語", "@x.example\nänna 日本"] {
            assert!(terms(words).iter().all(|key| of_text.contains(key)), "{words}");
        }
        assert!(!of_text.contains(&terms("n")[0]), "no address begins so");
        assert!(!of_text.contains(&terms("nn")[0]));
        assert_eq!(keys(7, ""), of_newsletters(&[NewsletterId::new(7)]).0);
    }

    #[test]
    fn newsletters_differ_however_many_there_are() {
        let of = |id| of_newsletters(&[NewsletterId::new(id)]).0[0];
        assert_ne!(of(1), of(2));
        assert_ne!(of(1), of(1 + (1 << 21)));
    }

    #[test]
    fn long_words_give_some_of_their_terms_once() {
        assert_eq!(terms("banana").len(), 3);
        let letters: String = ('a'..='z').collect();
        let some = terms(&letters);
        assert_eq!((some.len(), some[0], some[11]), (12, terms("abc")[0], terms("xyz")[0]));
    }
}
