//! Which trigrams of the words the index is asked for.

use crate::subscribers::model::Needle;

/// Trigrams whose lists are compared: those of long words are taken evenly from all of them.
const MOST: usize = 12;
/// By how many letters two trigrams share.
const SAME: [f64; 3] = [1.0, 0.85, 0.6];

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

/// A page of a list: how many readers it names, and how many rows are read in the time in which it is.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    pub readers: f64,
    pub rows: f64,
}

/// For lists that are read whole, measured in pages: the rarest first, and then whichever spares most of `readers`' rows beyond what
/// it costs. Answers how many of them spare more than they cost, too, if they have nothing to do with one another.
///
/// Trigrams that share letters say less together: they are said to leave what they would have left, to the power of
/// [`SAME`]. That decides which comes next, but not how many there are: whoever asks sees what was left, and adds one.
pub fn sparing(mut sized: Vec<(Gram, i64)>, page: Page, readers: i64) -> (Vec<(String, i64)>, usize) {
    let all = readers.max(1) as f64;
    // Of its last page it has half.
    let share = |pages: i64| ((pages as f64 + 0.5) * page.readers / all).min(1.0);
    let costs = |pages: i64| (pages as f64 + 0.5) * page.rows;
    sized.sort_by_key(|(gram, pages)| (*pages, gram.at));
    let mut order: Vec<(Gram, i64)> = Vec::with_capacity(sized.len());
    // The rows that are left, as those are taken for that come next, and if no trigram had to do with another.
    let (mut left, mut apart, mut worth) = (all, all, 0);
    while !sized.is_empty() {
        let leaves = |(gram, pages): &(Gram, i64)| {
            let nearest = order.iter().map(|(known, _)| known.at.abs_diff(gram.at)).min();
            share(*pages).powf(SAME[3_usize.saturating_sub(nearest.unwrap_or(3)).min(2)])
        };
        let spares = |of: &(Gram, i64)| left * (1.0 - leaves(of)) - costs(of.1);
        let better = |best, at| if spares(&sized[at]) > spares(&sized[best]) { at } else { best };
        // At first that is the rarest, whose list is the shortest, too.
        let next = (1..sized.len()).fold(0, better);
        left *= leaves(&sized[next]);
        let (gram, pages) = sized.remove(next);
        let after = apart * share(pages);
        if worth == order.len() && apart - after > costs(pages) {
            worth += 1;
        }
        apart = after;
        order.push((gram, pages));
    }
    (order.into_iter().map(|(gram, pages)| (gram.text, pages)).collect(), worth)
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

    const PAGE: Page = Page { readers: 3_000.0, rows: 15.0 };

    fn sparing_of(words: &str, sizes: &[i64]) -> (String, usize) {
        let of_each = of(&Needle::new(words).unwrap(), |_| true);
        assert_eq!(of_each.len(), sizes.len());
        let (order, worth) =
            sparing(of_each.into_iter().zip(sizes.iter().copied()).collect(), PAGE, 4_000_000);
        (order.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join("|"), worth)
    }

    #[test]
    fn the_rarest_comes_first_and_then_what_spares_most_for_what_it_costs() {
        // Two of them leave nobody to spare a third for.
        let (order, worth) = sparing_of("jo schmidt", &[49, 22, 24, 21, 10, 16, 8, 900]);
        assert_eq!((order.as_str(), worth), ("mid|chm|hmi|sch|o s| sc|jo |idt", 2));
    }

    #[test]
    fn short_lists_that_share_a_letter_come_before_long_ones_that_share_none() {
        let sizes = [1_151, 1_147, 152, 23, 19, 18, 21, 23, 113, 1_151];
        let (order, worth) = sparing_of("last66219@ma", &sizes);
        assert_eq!((order.as_str(), worth), ("621|t66|19@|662|219|9@m|st6|ast|las|@ma", 3));
    }

    #[test]
    fn a_list_of_everybody_is_worth_nothing() {
        assert_eq!(sparing_of("mail", &[1_334, 1_334]).1, 0);
        assert_eq!(sparing_of("mail", &[40, 1_334]), ("mai|ail".to_owned(), 1));
        assert_eq!(sparing(Vec::new(), PAGE, 10), (Vec::new(), 0));
    }
}
