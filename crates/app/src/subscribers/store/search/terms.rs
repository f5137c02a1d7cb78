//! What of a text the index has lists for: three letters in a row, how the address begins, and the newsletter; and of three letters in a
//! row, what may follow them in other texts and does not in this one.

use super::breaks::{Breaks, Follows, HAS, Mark};
use crate::{NewsletterId, subscribers::model::Needle};

/// Bits of a [`Key`].
pub const KEY_BITS: u32 = 3 * SYMBOL_BITS;
/// Terms that a search reads at most: those of long words are taken evenly from all of them.
const MOST: usize = 16;

/// Names a list. No two terms share one, but for letters that share a symbol.
pub type Key = u64;

/// A letter, as the index has it: its code point below [`SHARED`]; others, of which there are more than symbols are left, share those.
pub type Symbol = u16;
pub const SYMBOL_BITS: u32 = 12;
const SHARED: Symbol = 2_048;
/// Below this are signs that no text has, for what is no letter.
pub const LETTERS: u32 = 9;
/// Stands for no letter, and before the first one.
const NONE: Symbol = 0;
const START: Symbol = 1;
const NEWSLETTER: Symbol = 2;
/// Of a newsletter whose key is that of others.
const ANY_NEWSLETTER: Symbol = 5;
/// Bits of a newsletter's id that its key has.
const NEWSLETTER_BITS: u32 = 2 * SYMBOL_BITS;

/// What a reader must have: any of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    pub keys: Vec<Key>,
    /// What follows it in the words, when they are told from all others.
    pub follows: Follows,
}

/// What words, or newsletters, come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    pub terms: Vec<Term>,
    /// Whether whoever has all of them, and no break of them, has the words.
    pub is_exact: bool,
}

fn symbol(letter: char) -> Symbol {
    let code = u32::from(letter);
    if (LETTERS..u32::from(SHARED)).contains(&code) {
        return code as Symbol;
    }
    SHARED + (code.wrapping_mul(0x9E37_79B1) >> (32 - 11)) as Symbol
}

pub fn is_shared(symbol: Symbol) -> bool {
    symbol >= SHARED
}

/// The key of three symbols, each of which can be told from it. It is in the database: another way to make it is another index.
fn key([a, b, c]: [Symbol; 3]) -> Key {
    const ALL: u64 = (1 << KEY_BITS) - 1;
    let symbols = u64::from(a) << (2 * SYMBOL_BITS) | u64::from(b) << SYMBOL_BITS | u64::from(c);
    // Lists are spread over their parts by it. One to one, as the factors are odd and the shift is half of the bits.
    let mixed = symbols.wrapping_mul(0x9E37_79B9_7F4A_7C15) & ALL;
    let mixed = (mixed ^ mixed >> (KEY_BITS / 2)).wrapping_mul(0xBF58_476D_1CE4_E5B9) & ALL;
    mixed ^ mixed >> (KEY_BITS / 2)
}

fn newsletter_key(id: NewsletterId) -> Key {
    let id = id.get() as u64;
    let symbol = |at: u32| (id >> (at * SYMBOL_BITS) & 0xFFF) as Symbol;
    let first = if id >> NEWSLETTER_BITS == 0 { NEWSLETTER } else { ANY_NEWSLETTER };
    key([first, symbol(1), symbol(0)])
}

/// Calls `take` with each key of a reader's, some more than once, and with each break of its text as what does not follow a key.
pub fn each_key(newsletter: NewsletterId, text: &str, breaks: &mut Breaks, mut take: impl FnMut(Key, Mark)) {
    take(newsletter_key(newsletter), HAS);
    let symbols = breaks.text(text.chars().map(symbol));
    if let Some(first) = symbols.first() {
        take(key([START, NONE, *first]), HAS);
    }
    if let [first, second, ..] = symbols {
        take(key([START, *first, *second]), HAS);
    }
    for window in symbols.windows(3) {
        take(key([window[0], window[1], window[2]]), HAS);
    }
    for (of, mark) in breaks.all() {
        take(key(*of), *mark);
    }
}

/// What a reader who has the words has, at most [`MOST`].
pub fn of(needle: &Needle) -> Terms {
    let symbols: Vec<Symbol> = needle.text().chars().map(symbol).collect();
    let is_told = !symbols.iter().copied().any(is_shared);
    let one = |symbols| Terms {
        terms: vec![Term { keys: vec![key(symbols)], follows: Follows::default() }],
        is_exact: is_told,
    };
    match *symbols.as_slice() {
        [] => return Terms { terms: Vec::new(), is_exact: false },
        [a] => return one([START, NONE, a]),
        [a, b] => return one([START, a, b]),
        _ => {}
    }
    let keys = || symbols.windows(3).map(|window| key([window[0], window[1], window[2]]));
    let mut all: Vec<Term> = Vec::new();
    for key in keys() {
        if all.iter().all(|term| term.keys[0] != key) {
            all.push(Term { keys: vec![key], follows: Follows::default() });
        }
    }
    if all.len() > MOST {
        let some = (0..MOST).map(|n| all[n * (all.len() - 1) / (MOST - 1)].clone()).collect();
        return Terms { terms: some, is_exact: false };
    }
    for (after, key) in (3..).zip(keys()).filter(|_| is_told) {
        if let Some(term) = all.iter_mut().find(|term| term.keys[0] == key) {
            term.follows.add(&symbols[after..]);
        }
    }
    Terms { terms: all, is_exact: is_told }
}

/// Any of the newsletters.
pub fn of_newsletters(ids: &[NewsletterId]) -> Terms {
    let keys = ids.iter().copied().map(newsletter_key).collect();
    let is_exact = ids.iter().all(|id| id.get() >> NEWSLETTER_BITS == 0);
    Terms { terms: vec![Term { keys, follows: Follows::default() }], is_exact }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(newsletter: i64, text: &str) -> Vec<Key> {
        let mut keys = Vec::new();
        each_key(NewsletterId::new(newsletter), text, &mut Breaks::default(), |key, mark| {
            if mark == HAS {
                keys.push(key);
            }
        });
        keys
    }

    fn of_words(words: &str) -> Terms {
        of(&Needle::new(words).unwrap())
    }

    fn terms(words: &str) -> Vec<Key> {
        of_words(words).terms.into_iter().flat_map(|term| term.keys).collect()
    }

    #[test]
    fn keys_are_those_that_databases_have() {
        assert_eq!(keys(7, "zoë"), [34_339_180_216, 17_443_046_558, 34_863_871_802, 34_312_046_969]);
        assert_eq!(terms("日本語"), [63_655_402_089]);
    }

    #[test]
    fn no_two_have_one_key() {
        let symbols = [0, 1, 9, 0x61, 0x7A, 0x7FF, 0x800, 0xFFF];
        let mut keys = std::collections::BTreeSet::new();
        for a in symbols {
            for b in symbols {
                keys.extend(symbols.map(|c| key([a, b, c])));
            }
        }
        assert_eq!(keys.len(), symbols.len().pow(3));
        assert!(keys.iter().all(|key| key >> KEY_BITS == 0));
    }

    #[test]
    fn who_has_the_words_has_their_keys() {
        let of_text = keys(7, "anna@x.example\nänna 日本語");
        for words in ["a", "an", "ann", "x.example\nänn", "日本語", "@x.example\nänna 日本"] {
            assert!(terms(words).iter().all(|key| of_text.contains(key)), "{words}");
        }
        assert!(!of_text.contains(&terms("n")[0]), "no address begins so");
        assert!(!of_text.contains(&terms("nn")[0]));
        assert_eq!(keys(7, ""), of_newsletters(&[NewsletterId::new(7)]).terms[0].keys);
    }

    #[test]
    fn newsletters_differ_however_many_there_are() {
        let of = |id| of_newsletters(&[NewsletterId::new(id)]);
        assert_ne!(of(1), of(2));
        assert_ne!(of(1), of(1 + (1 << 12)));
        assert!(of((1 << 24) - 1).is_exact);
        assert!(!of(1 << 24).is_exact, "its key is that of another");
        assert_ne!(of(5).terms, of(5 + (1 << 24)).terms);
    }

    #[test]
    fn long_words_give_some_of_their_terms_once() {
        assert_eq!(terms("banana").len(), 3);
        let letters: String = ('a'..='z').collect();
        let some = terms(&letters);
        assert_eq!((some.len(), some[0], some[15]), (16, terms("abc")[0], terms("xyz")[0]));
    }

    #[test]
    fn words_know_what_follows_each_of_their_terms() {
        let of = of_words("banana");
        let follows = |afters: &[&str]| {
            let mut follows = Follows::default();
            for after in afters {
                follows.add(&after.chars().map(symbol).collect::<Vec<_>>());
            }
            follows
        };
        let all: Vec<&Follows> = of.terms.iter().map(|term| &term.follows).collect();
        assert_eq!(all, [&follows(&["ana"]), &follows(&["na", ""]), &follows(&["a"])]);
        assert!(of.is_exact);
        let twice = of_words("ana1ana2");
        assert_eq!(twice.terms[0].follows, follows(&["1ana2", "2"]));
        let long = &of_words(&"a".repeat(200)).terms[0];
        assert!(long.follows == follows(&["a".repeat(197).as_str()]) && !long.follows.is_empty());
    }

    #[test]
    fn words_are_exact_while_each_of_their_letters_is_told_from_all_others() {
        for (words, is_exact) in [
            ("an", true),
            ("müller", true),
            ("жан", true),
            ("日本語", false),
            ("n\u{1}n", false),
            ("abcdefghijklmnopqr", true),
            ("abcdefghijklmnopqrs", false),
        ] {
            assert_eq!(of_words(words).is_exact, is_exact, "{words:?}");
        }
    }
}
