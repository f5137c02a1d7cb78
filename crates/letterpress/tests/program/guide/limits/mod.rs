//! Every limit and default that the guide states is what the sources have.
//!
//! A statement is held by its words, with its numbers in braces and the constant that each comes from. Whoever changes one
//! of the two has to look at the other; whoever writes another number has to say where it comes from.

mod constant;
mod held;
mod others;

use std::collections::BTreeMap;

use super::blocks;
use held::HELD;
use others::OTHERS;

/// What numbers are counted in, and what else follows one that states something.
const BEHIND: &str = "% days day hours hour minutes minute seconds second weeks week months years year milliseconds bytes KiB \
    MiB GiB KB MB GB characters calls requests emails mails subscribers addresses attributes campaigns issues versions variants \
    webhooks posts tries attempts connections nodes entries rows acts codes blocks lists columns starters files images links \
    clicks look-ups `attachments` https recovery different earlier new wrong wait together least at in of by";
/// What announces one.
const BEFORE: &str = "to most than last least newest latest first above below from default within";

fn number(word: &str) -> Option<f64> {
    let names = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let word = word.to_lowercase();
    if let Some(n) = names.iter().position(|name| *name == word) {
        return u8::try_from(n).ok().map(f64::from);
    }
    let others = BTreeMap::from([
        ("a", 1.0),
        ("an", 1.0),
        ("half", 0.5),
        ("fifth", 5.0),
        ("sixty", 60.0),
        ("hundred", 100.0),
    ]);
    others.get(word.as_str()).copied().or_else(|| word.replace(',', "").parse().ok())
}

/// The words of a page as one line, without blocks and pictures.
fn prose(page: &str) -> String {
    let text = blocks::read(page);
    let mut is_block = false;
    let lines = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_block ^= is_fence;
        !is_block && !is_fence && !line.trim_start().starts_with("![") && !line.starts_with("|---")
    });
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// A statement without its braces, and the numbers in them.
fn open(statement: &str) -> (String, Vec<f64>) {
    let words = statement.split(['{', '}']).collect::<Vec<_>>();
    let numbers = words.iter().skip(1).step_by(2);
    let numbers = numbers.map(|word| number(word).unwrap_or_else(|| panic!("{statement}: {word}"))).collect();
    (words.concat(), numbers)
}

/// Where a text has these words, to and fro.
fn places<'a>(text: &'a str, words: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
    text.match_indices(words).map(|(at, _)| (at, at + words.len()))
}

#[test]
fn what_is_stated_is_what_there_is() {
    let mut wrong = Vec::new();
    for (page, statement, sources) in HELD {
        let (words, said) = open(statement);
        if places(&prose(page), &words).next().is_none() {
            wrong.push(format!("{page} no longer says \"{words}\""));
        }
        if said.len() != sources.len() {
            wrong.push(format!(
                "{page}: \"{statement}\" has {} numbers from {} places",
                said.len(),
                sources.len()
            ));
        }
        for (said, (unit, place)) in said.iter().zip(*sources) {
            let real = constant::at(place);
            if (said * unit - real).abs() > 1e-6 {
                wrong.push(format!("{page}: \"{statement}\" says {said}; {place} is {}", real / unit));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const MARKS: [char; 8] = ['*', '.', ',', ';', ':', '(', ')', '|'];

/// The numbers of a text that state something, by their place.
fn statements(text: &str) -> Vec<usize> {
    let is_among = |list: &str, word: &str| list.split_whitespace().any(|one| one == word);
    let mut found = Vec::new();
    let mut before = "";
    let mut at = 0;
    let words: Vec<&str> = text.split(' ').collect();
    for (n, word) in words.iter().enumerate() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '%');
        let next = words.get(n + 1).map_or("", |next| next.trim_matches(MARKS));
        // Words are used in many ways, "one" as an article too.
        let is_digit = bare.starts_with(|c: char| c.is_ascii_digit());
        let is_number =
            number(bare).is_some() && !["a", "an", "one", "fifth"].contains(&bare.to_lowercase().as_str());
        let is_announced = is_digit && is_among(BEFORE, before);
        if is_number && (is_among(BEHIND, next) || is_announced) {
            found.push(at + word.find(bare).unwrap_or(0));
        }
        before = word.trim_matches(MARKS);
        at += word.len() + 1;
    }
    found
}

#[test]
fn no_number_comes_from_nowhere() {
    let mut loose = Vec::new();
    let mut used = vec![false; OTHERS.len()];
    for page in blocks::pages().iter().filter(|page| *page != "docs/guide/capacity.md") {
        let text = prose(page);
        let held = HELD.iter().filter(|(of, ..)| of == page).map(|(_, statement, _)| open(statement).0);
        let mut covered: Vec<(usize, usize)> =
            held.flat_map(|words| places(&text, &words).collect::<Vec<_>>()).collect();
        for (n, (_, words)) in OTHERS.iter().enumerate().filter(|(_, (of, _))| of == page) {
            used[n] |= places(&text, words).next().is_some();
            covered.extend(places(&text, words));
        }
        let is_covered = |at: usize| covered.iter().any(|(from, to)| (*from..*to).contains(&at));
        for at in statements(&text).into_iter().filter(|at| !is_covered(*at)) {
            let start = text.floor_char_boundary(at.saturating_sub(40));
            let end = text.ceil_char_boundary((at + 45).min(text.len()));
            loose.push(format!("{page}: …{}…", &text[start..end]));
        }
    }
    let stale: Vec<_> = OTHERS.iter().zip(used).filter(|(_, used)| !used).map(|(other, _)| other).collect();
    assert!(stale.is_empty(), "no longer said: {stale:?}");
    assert!(loose.is_empty(), "say where they come from:\n{}", loose.join("\n"));
}
