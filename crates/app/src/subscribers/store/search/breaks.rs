//! Where a text has the pieces of a word and not the word.
//!
//! Lists tell that a text has *ast* and *st1*, not that it has *ast1*: *first1 last2* has not. So a text is entered with its breaks:
//! *ast* is not followed by *1* in it. Where words have a term and go on as a break of the same text says that it does not,
//! the text has not got the words.
//!
//! A text that has each three letters of some words, but not the words, has a break of them. Be *w* the shortest piece of the words that
//! the text has not got; it has four letters or more. Without its first letter *a* the text has it, and without its last *d*: what is between,
//! *s*, of two letters or more, is in the text after *a* and elsewhere before *d*. These two places are found by comparing any two at which
//! the same two letters are, as far as they go on alike. When *s* has two letters, *a* and *s* and that *d* does not follow
//! tell of the word for certain, and so do they when it has three and *d* is told with the third. Of a longer one it is told what *d* is and
//! how far behind *a*: where the words have that there, too, what is between may still differ, so it is a doubt, and the reader is looked at.

use std::collections::BTreeSet;

use super::terms::{LETTERS, SYMBOL_BITS, Symbol, is_shared};

/// What does not follow three letters in a text: the next letter, the next two, or one further behind. They are in the database, as keys are.
pub type Mark = u32;
/// Two letters, of which none is shared.
pub const MARK_BITS: u32 = 2 * LETTER_BITS;
const LETTER_BITS: u32 = SYMBOL_BITS - 1;
/// No break: the text has the three letters.
pub const HAS: Mark = 0;
/// Something may not follow; the index does not say what.
const DOUBT: Mark = 3;
/// Most symbols of a text whose breaks are looked for, most pairs of places that are compared, and most breaks that are kept for each of
/// its symbols: who has more is in doubt.
const LONG: usize = 255;
const PAIRS: usize = 4_096;
const KEPT: usize = 2;

/// The next two letters.
fn two(next: Symbol, last: Symbol) -> Mark {
    Mark::from(next) << LETTER_BITS | Mark::from(last)
}

/// A letter so many behind the first of the three, five or more: some share it. No two letters have it, as the first would be no letter.
fn far(behind: u32, letter: Symbol) -> Mark {
    let both = behind << 16 | u32::from(letter);
    1 << LETTER_BITS | both.wrapping_mul(0x9E37_79B1) >> (32 - LETTER_BITS)
}

/// How words go on after three letters, wherever these are in them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Follows {
    /// By the next letter, and the next two.
    next: BTreeSet<Mark>,
    far: BTreeSet<Mark>,
}

/// What a break of a text says of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    Nothing,
    /// The text has not got them.
    No,
    /// It may not have them.
    Doubt,
}

impl Follows {
    /// What follows them in one place; no letter is shared.
    pub fn add(&mut self, after: &[Symbol]) {
        self.next.extend(after.first().copied().map(Mark::from));
        self.next.extend(after.windows(2).next().map(|after| two(after[0], after[1])));
        self.far.extend((3..).zip(after).skip(2).map(|(behind, letter)| far(behind, *letter)));
    }

    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }

    /// By what does not follow the three letters in a text.
    pub fn says(&self, mark: Mark) -> Says {
        // What is no letter is a doubt, whichever version wrote it.
        let is_sign = mark != HAS && mark < LETTERS;
        if self.next.contains(&mark) {
            Says::No
        } else if is_sign && !self.is_empty() || self.far.contains(&mark) {
            Says::Doubt
        } else {
            Says::Nothing
        }
    }
}

/// The breaks of one text after the other.
#[derive(Debug, Default)]
pub struct Breaks {
    text: Vec<Symbol>,
    /// Two symbols each, and where they are.
    places: Vec<(u32, u8)>,
    found: Vec<([Symbol; 3], Mark)>,
}

impl Breaks {
    /// Takes a text in.
    pub fn text(&mut self, symbols: impl Iterator<Item = Symbol>) -> &[Symbol] {
        self.text.clear();
        self.text.extend(symbols);
        &self.text
    }

    /// Its breaks: three symbols, and what does not follow them; some more than once.
    pub fn all(&mut self) -> &[([Symbol; 3], Mark)] {
        self.found.clear();
        if self.text.len() > LONG || self.find().is_none() {
            self.found.clear();
            let told = self.text.windows(3).filter(|window| !window.iter().copied().any(is_shared));
            self.found.extend(told.map(|window| ([window[0], window[1], window[2]], DOUBT)));
        }
        &self.found
    }

    /// `None` when it would take too long.
    fn find(&mut self) -> Option<()> {
        let text = &self.text;
        let pair = |window: &[Symbol]| u32::from(window[0]) << 16 | u32::from(window[1]);
        self.places.clear();
        self.places.extend(text.windows(2).zip(0..).map(|(window, at)| (pair(window), at)));
        self.places.sort_unstable();
        let mut left = PAIRS;
        for places in self.places.chunk_by(|(a, _), (b, _)| a == b).filter(|places| places.len() > 1) {
            left = left.checked_sub(places.len() * places.len())?;
            for (_, after) in places {
                for (_, before) in places {
                    let (i, j) = (usize::from(*after), usize::from(*before));
                    if i == 0 || i == j || j > 0 && text[i - 1] == text[j - 1] {
                        continue;
                    }
                    let alike = text[i..].iter().zip(&text[j..]).take_while(|(a, b)| a == b).count();
                    let (first, Some(rest)) = (text[i - 1], text.get(j..=j + alike)) else { continue };
                    // Of words with those the index is not believed.
                    if is_shared(first) || rest.iter().copied().any(is_shared) {
                        continue;
                    }
                    let is_there = places.iter().any(|(_, at)| {
                        let at = usize::from(*at);
                        at > 0 && text[at - 1] == first && text[at..].starts_with(rest)
                    });
                    if !is_there {
                        let mark = match rest[2..] {
                            [next] => Mark::from(next),
                            [next, last] => two(next, last),
                            _ => far(alike as u32 + 1, rest[alike]),
                        };
                        self.found.push(([first, rest[0], rest[1]], mark));
                        if self.found.len() > KEPT * text.len() {
                            return None;
                        }
                    }
                }
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{terms::each_key, tests::Dice},
        *,
    };
    use crate::NewsletterId;

    fn symbols(text: &str) -> Vec<Symbol> {
        text.bytes().map(Symbol::from).collect()
    }

    fn breaks(text: &str) -> Vec<(String, Mark)> {
        let mut breaks = Breaks::default();
        breaks.text(symbols(text).into_iter());
        let mut all: Vec<(String, Mark)> = breaks
            .all()
            .iter()
            .map(|(of, mark)| (of.iter().map(|symbol| char::from(*symbol as u8)).collect(), *mark))
            .collect();
        all.sort();
        all.dedup();
        all
    }

    /// What the terms and the breaks of a text say of words: that it has them, that it has not, or nothing.
    fn says(text: &str, words: &str) -> Option<bool> {
        let (text, words) = (symbols(text), symbols(words));
        if !words.windows(3).all(|window| text.windows(3).any(|of| of == window)) {
            return Some(false);
        }
        let mut breaks = Breaks::default();
        breaks.text(text.into_iter());
        let mut answer = Some(true);
        for (of, mark) in breaks.all() {
            for at in (0..words.len() - 3).filter(|at| words[*at..].starts_with(of)) {
                let mut follows = Follows::default();
                follows.add(&words[at + 3..]);
                match follows.says(*mark) {
                    Says::No => return Some(false),
                    Says::Doubt => answer = None,
                    Says::Nothing => {}
                }
            }
        }
        answer
    }

    #[test]
    fn a_text_breaks_where_it_has_two_ends_and_not_what_is_between() {
        let one = |of: &str, mark: char| (of.to_owned(), mark as Mark);
        let far = |of: &str, behind: u32, mark: char| (of.to_owned(), far(behind, mark as Symbol));
        assert_eq!(breaks("first1 last2"), [one("ast", '1'), one("rst", '2')]);
        assert_eq!(breaks("anna.smith@x.example"), []);
        assert_eq!(breaks("a.smith@x\nanna smith"), [far(" sm", 6, '@')]);
        let pair = |of: &str, next: char, last: char| (of.to_owned(), two(next as Symbol, last as Symbol));
        assert_eq!(breaks("first12 last13"), [pair("ast", '1', '2'), pair("rst", '1', '3')]);
        assert_eq!(breaks("aaaa"), [pair("aaa", 'a', 'a')]);
        let of_two = ["last12", "last13", "first12 l"].map(|words| says("first12 last13", words));
        assert_eq!(of_two, [Some(false), Some(true), Some(true)]);
        assert_eq!((says("first1 last2", "last1"), says("first1 last2", "last2")), (Some(false), Some(true)));
        assert_eq!(
            [" smith@", " smi", "anna smith"].map(|words| says("a.smith@x\nanna smith", words)),
            [None, Some(true), Some(true)]
        );
    }

    #[test]
    fn marks_are_those_that_databases_have() {
        let of = |letter: char| letter as Symbol;
        assert_eq!([two(of('1'), of('2')), far(5, of('a')), far(14, of('z'))], [100_402, 2_715, 2_160]);
        let all = (5..256).flat_map(|behind| (0..1 << LETTER_BITS).map(move |letter| far(behind, letter)));
        assert!(all.into_iter().all(|mark| (2_048..4_096).contains(&mark)), "no letter, and no two");
        assert!(two(LETTERS as Symbol, 0) >= 4_096);
        assert_eq!(Follows::default().says(DOUBT), Says::Nothing, "nothing follows");
        let mut follows = Follows::default();
        follows.add(&[of('a'), of('b')]);
        assert_eq!([HAS, DOUBT, 4].map(|mark| follows.says(mark)), [Says::Nothing, Says::Doubt, Says::Doubt]);
        assert_eq!(follows.says(far(4, of('b'))), Says::Nothing, "the second is told for certain");
    }

    #[test]
    fn nothing_is_said_of_letters_that_others_share() {
        let all = |text: &str| {
            let mut all = Vec::new();
            each_key(NewsletterId::new(1), text, &mut Breaks::default(), |key, mark| all.push((key, mark)));
            all.retain(|(_, mark)| *mark != HAS);
            all
        };
        assert_eq!(all("x\n日本語 日本語"), []);
        assert_eq!(all("日本語 first1 last2").len(), 2);
        let long = format!("{}日本語", "many letters ".repeat(20));
        assert!(all(&long).len() > 200 && all(&long).iter().all(|(_, mark)| *mark == DOUBT));
    }

    #[test]
    fn what_they_say_is_so() {
        let mut dice = Dice(7);
        let (mut told, mut in_doubt) = (0, 0);
        for round in 0..60_000 {
            // Few letters, so that much comes again.
            let letters = 2 + round % 4;
            let mut make = |length: usize| -> String {
                (0..length).map(|_| char::from(b'a' + dice.below(letters) as u8)).collect()
            };
            let text = make(3 + round % 23);
            let words = make(3 + round % 7);
            match says(&text, &words) {
                Some(has) => assert_eq!(has, text.contains(&words), "{words} in {text}"),
                None => in_doubt += 1,
            }
            told += usize::from(text.contains(&words) && says(&text, &words).is_some());
        }
        assert!(told > 5_000 && in_doubt < 500, "{told} told, {in_doubt} in doubt");
    }

    #[test]
    fn a_text_of_which_there_is_too_much_to_say_is_in_doubt() {
        let long: String = ('!'..='~').cycle().take(300).collect();
        assert_eq!(
            (says(&long, "abcd"), says(&long, "abc"), says(&long, "abd")),
            (None, Some(true), Some(false))
        );
        // Each of many letters before the same two, and after them.
        let much: String = (b'A'..b'}').flat_map(|letter| [char::from(letter), 'a', 'b']).collect();
        assert!(breaks(&much).iter().all(|(_, mark)| *mark == DOUBT));
        let tangled: String =
            (0..200_u32).map(|n| if n.wrapping_mul(n) % 7 < 3 { 'a' } else { 'b' }).collect();
        assert!(breaks(&tangled).iter().all(|(_, mark)| *mark == DOUBT));
        assert_eq!(says(&tangled, "abab").filter(|has| *has != tangled.contains("abab")), None);
    }
}
