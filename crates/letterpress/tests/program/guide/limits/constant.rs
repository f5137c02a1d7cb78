//! A number as the sources have it: what a constant comes to, whoever owns it.

use std::{collections::BTreeMap, path::Path};

use super::super::blocks::read;

/// Milliseconds, as our constants have them.
const SECOND: f64 = 1_000.0;

fn known(name: &str) -> Option<f64> {
    let words = BTreeMap::from([
        ("SECOND", SECOND),
        ("MINUTE", 60.0 * SECOND),
        ("HOUR", 3_600.0 * SECOND),
        ("DAY", 86_400.0 * SECOND),
        ("from_millis", 1.0),
        ("from_secs", SECOND),
        ("from_mins", 60.0 * SECOND),
        ("from_hours", 3_600.0 * SECOND),
    ]);
    words.get(name.rsplit("::").next()?.trim()).copied()
}

/// The value of an expression of numbers, `<<`, `+`, `*`, units of time and durations; of a list or a range its entry `at`.
fn value(text: &str, at: usize) -> Option<f64> {
    let text = text.trim();
    let inner = text.strip_prefix(['[', '(']).and_then(|rest| rest.strip_suffix([']', ')']));
    if let Some(inner) = inner.filter(|inner| inner.contains(',')) {
        let flat = inner.replace(['(', ')'], "");
        return value(flat.split(',').filter(|entry| !entry.trim().is_empty()).nth(at)?, 0);
    }
    if let Some((low, high)) = text.split_once("..=") {
        return value(if at == 0 { low } else { high }, 0);
    }
    let call = text.strip_suffix(')').and_then(|text| text.split_once('('));
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_:".contains(c));
    if let Some((name, argument)) = call.filter(|(name, _)| is_name(name)) {
        return Some(known(name)? * value(argument, 0)?);
    }
    let both =
        |(left, right): (&str, &str), of: fn(f64, f64) -> f64| Some(of(value(left, 0)?, value(right, 0)?));
    if let Some(sides) = text.split_once("<<") {
        return both(sides, |left, right| left * right.exp2());
    }
    if let Some(sides) = text.split_once(" + ") {
        return both(sides, |left, right| left + right);
    }
    if let Some(sides) = text.rsplit_once(" * ") {
        return both(sides, |left, right| left * right);
    }
    known(text).or_else(|| text.replace('_', "").parse().ok())
}

/// Where the sources are: `app/x.rs` is of a crate, everything else a path from the root.
fn source(path: &str) -> String {
    let is_crate = Path::new(path).extension().is_some_and(|end| end == "rs");
    let (name, rest) = path.split_once('/').unwrap_or_default();
    read(&if is_crate { format!("crates/{name}/src/{rest}") } else { path.to_owned() })
}

/// What stands at a place: `app/x.rs NAME`, `app/x.rs NAME[1]`, or the number behind some text, `app/x.rs "text`.
#[track_caller]
pub fn at(place: &str) -> f64 {
    let (path, what) = place.split_once(' ').unwrap();
    let text = source(path);
    if let Some(before) = what.strip_prefix('"') {
        let rest = text.split_once(before).unwrap_or_else(|| panic!("{path} has no {before}")).1;
        let number: String =
            rest.trim_start().chars().take_while(|c| c.is_ascii_digit() || *c == '_').collect();
        return number.replace('_', "").parse().unwrap_or_else(|_| panic!("{place}: no number follows"));
    }
    let (name, entry) = what.strip_suffix(']').and_then(|what| what.split_once('[')).unwrap_or((what, "0"));
    // Of Rust or of TypeScript.
    let begins = [format!("const {name}: "), format!("const {name} =")];
    let rest = begins.iter().find_map(|begin| text.split_once(begin.as_str())).map(|(_, rest)| rest);
    let rest = rest.unwrap_or_else(|| panic!("{path} has no constant {name}"));
    let rest = if text.contains(&begins[0]) { rest.split_once(" =").unwrap().1 } else { rest };
    let expression = rest.split(';').next().unwrap();
    value(expression, entry.parse().unwrap()).unwrap_or_else(|| panic!("{place} is {expression}"))
}

#[test]
fn constants_are_read_as_they_are_written() {
    for (text, at, is) in [
        ("1_000", 0, 1e3),
        ("5 << 20", 0, 5_242_880.0),
        ("14 * clock::DAY", 0, 1_209_600_000.0),
        ("clock::HOUR + 5 * clock::MINUTE", 0, 3_900_000.0),
        ("Duration::from_secs(60 * 60)", 0, 3_600_000.0),
        ("[(20, 100), (5, 500)]", 3, 500.0),
        ("5..=14 * 24 * 60", 1, 20_160.0),
        ("(10, MINUTE)", 0, 10.0),
    ] {
        assert_eq!(value(text, at), Some(is), "{text}");
    }
    assert_eq!(value("WINDOW + 500", 0), None);
}
