//! Which trigrams of the words the index is asked for.

use crate::subscribers::model::Needle;

/// Trigrams whose lists are compared: those of long words are taken evenly from all of them.
const MOST: usize = 12;

/// A trigram of the words and where it begins, in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gram {
    pub text: String,
    pub at: usize,
}

/// The trigrams of words of three letters or more that `keep` keeps, each once, at most [`MOST`].
pub fn of(needle: &Needle, keep: impl Fn(&[char]) -> bool) -> Vec<Gram> {
    let chars: Vec<char> = needle.text().chars().collect();
    let mut all: Vec<Gram> = Vec::new();
    for (at, window) in chars.windows(3).enumerate().filter(|(_, window)| keep(window)) {
        let text: String = window.iter().collect();
        if all.iter().all(|known| known.text != text) {
            all.push(Gram { text, at });
        }
    }
    if all.len() <= MOST {
        return all;
    }
    (0..MOST).map(|n| all[n * (all.len() - 1) / (MOST - 1)].clone()).collect()
}

/// In the order in which they are asked for: the rarest, then those that share no letter with one before, which say most
/// that is new, then the others; last those whose lists are long: more than `longer` times the shortest and `slack`.
/// Each with its length. Answers how many of them are not too long, too.
pub fn ranked(mut sized: Vec<(Gram, i64)>, longer: i64, slack: i64) -> (Vec<(String, i64)>, usize) {
    sized.sort_by_key(|(gram, size)| (*size, gram.at));
    let Some((_, least)) = sized.first() else { return (Vec::new(), 0) };
    let most = least.saturating_mul(longer).saturating_add(slack);
    let (short, long): (Vec<_>, Vec<_>) = sized.into_iter().partition(|(_, size)| *size <= most);
    let mut apart: Vec<(Gram, i64)> = Vec::new();
    let mut others = Vec::new();
    for (gram, size) in short {
        let is_apart = apart.iter().all(|(known, _)| known.at.abs_diff(gram.at) >= 3);
        if is_apart { &mut apart } else { &mut others }.push((gram, size));
    }
    let good = apart.len() + others.len();
    let order = apart.into_iter().chain(others).chain(long);
    (order.map(|(gram, size)| (gram.text, size)).collect(), good)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(grams: &[Gram]) -> Vec<&str> {
        grams.iter().map(|gram| gram.text.as_str()).collect()
    }

    #[test]
    fn long_words_give_some_of_their_trigrams_once() {
        assert_eq!(texts(&of(&Needle::new("banana").unwrap(), |_| true)), ["ban", "ana", "nan"]);
        let long: String = ('a'..='z').collect();
        let some = of(&Needle::new(&long).unwrap(), |_| true);
        assert_eq!((some.len(), some[0].text.as_str(), some[11].text.as_str()), (12, "abc", "xyz"));
    }

    #[test]
    fn the_rarest_comes_first_and_then_what_says_something_new() {
        let long = [49, 22, 24, 21, 10, 16, 8, 900];
        let of_each = of(&Needle::new("jo schmidt").unwrap(), |_| true);
        let sized = of_each.into_iter().zip(long).collect();
        let (order, good) = ranked(sized, 8, 0);
        let order: Vec<&str> = order.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!((order.join("|").as_str(), good), ("mid|sch|jo |chm|hmi|o s| sc|idt", 7));
    }
}
