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
//! tell of the word for certain. A longer one is not looked for in what the words have: it is a doubt, and the reader is looked at.

use super::terms::Symbol;

/// Something may not follow the three letters; the index does not say what.
const DOUBT: Symbol = 3;
/// The same, when the words go on by two letters or more.
const DOUBT_BEYOND: Symbol = 4;
/// Most symbols of a text whose breaks are looked for, most pairs of places that are compared, and most breaks that are kept for each of
/// its symbols: who has more is in doubt.
const LONG: usize = 255;
const PAIRS: usize = 4_096;
const KEPT: usize = 2;

/// How words go on after three letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Follows {
    pub next: Symbol,
    /// Whether another letter follows.
    pub goes_on: bool,
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
    /// By what does not follow the three letters in a text.
    pub fn says(self, mark: Symbol) -> Says {
        match mark {
            DOUBT => Says::Doubt,
            DOUBT_BEYOND if self.goes_on => Says::Doubt,
            mark if mark == self.next => Says::No,
            _ => Says::Nothing,
        }
    }
}

/// The breaks of one text after the other.
#[derive(Debug, Default)]
pub struct Breaks {
    text: Vec<Symbol>,
    /// Two symbols each, and where they are.
    places: Vec<(u32, u8)>,
    found: Vec<([Symbol; 3], Symbol)>,
}

impl Breaks {
    /// Takes a text in.
    pub fn text(&mut self, symbols: impl Iterator<Item = Symbol>) -> &[Symbol] {
        self.text.clear();
        self.text.extend(symbols);
        &self.text
    }

    /// Its breaks: three symbols, and what does not follow them; some more than once.
    pub fn all(&mut self) -> &[([Symbol; 3], Symbol)] {
        self.found.clear();
        if self.text.len() > LONG || self.find().is_none() {
            self.found.clear();
            self.found.extend(self.text.windows(3).map(|window| ([window[0], window[1], window[2]], DOUBT)));
        }
        &self.found
    }

    /// `None` when it would take too long.
    fn find(&mut self) -> Option<()> {
        let text = &self.text;
        let two = |window: &[Symbol]| u32::from(window[0]) << 16 | u32::from(window[1]);
        self.places.clear();
        self.places.extend(text.windows(2).zip(0..).map(|(window, at)| (two(window), at)));
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
                    let Some(next) = text.get(j + alike) else { continue };
                    let (first, rest) = (text[i - 1], &text[j..=j + alike]);
                    let is_there = places.iter().any(|(_, at)| {
                        let at = usize::from(*at);
                        at > 0 && text[at - 1] == first && text[at..].starts_with(rest)
                    });
                    if !is_there {
                        let mark = if alike == 2 { *next } else { DOUBT_BEYOND };
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
    use super::{super::tests::Dice, *};

    fn symbols(text: &str) -> Vec<Symbol> {
        text.bytes().map(Symbol::from).collect()
    }

    fn breaks(text: &str) -> Vec<(String, Symbol)> {
        let mut breaks = Breaks::default();
        breaks.text(symbols(text).into_iter());
        let mut all: Vec<(String, Symbol)> = breaks
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
                match (Follows { next: words[at + 3], goes_on: at + 4 < words.len() }).says(*mark) {
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
        let one = |of: &str, mark: char| (of.to_owned(), mark as Symbol);
        assert_eq!(breaks("first1 last2"), [one("ast", '1'), one("rst", '2')]);
        assert_eq!(breaks("anna.smith@x.example"), []);
        assert_eq!(breaks("a.smith@x\nanna smith"), [(" sm".to_owned(), DOUBT_BEYOND)]);
        assert_eq!(breaks("aaaa"), [("aaa".to_owned(), DOUBT_BEYOND)]);
        assert_eq!((says("first1 last2", "last1"), says("first1 last2", "last2")), (Some(false), Some(true)));
        assert_eq!(
            (says("a.smith@x\nanna smith", " smith@"), says("a.smith@x\nanna smith", " smi")),
            (None, Some(true))
        );
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
        assert!(told > 2_000 && in_doubt < 4_000, "{told} told, {in_doubt} in doubt");
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
