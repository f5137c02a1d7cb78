//! Stand-ins for merge tags while text is converted: one word of private-use characters each, which no converter changes.

use crate::merge::{Piece, Syntax, Variable, tag_text};

pub(crate) const OPEN: char = '\u{e000}';
pub(crate) const CLOSE: char = '\u{e001}';
const DIGIT: u32 = 0xe100;

/// `source` with each tag replaced by its stand-in.
pub(crate) fn hide(source: &str, pieces: &[Piece]) -> String {
    let mut out = String::with_capacity(source.len());
    for (index, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Literal(range) => out.push_str(&source[range.clone()]),
            Piece::Variable { .. } => out.push_str(&mark(OPEN, index)),
        }
    }
    out
}

/// A number between `open` and [`CLOSE`].
pub(crate) fn mark(open: char, index: usize) -> String {
    let digits = index.to_string();
    let digits = digits.bytes().filter_map(|digit| char::from_u32(DIGIT + u32::from(digit)));
    std::iter::once(open).chain(digits).chain([CLOSE]).collect()
}

/// The number at the start of `text`, after [`OPEN`], and the bytes it takes with its [`CLOSE`].
pub(crate) fn number(text: &str) -> Option<(usize, usize)> {
    let digit = |c: char| char::from_u32((c as u32).checked_sub(DIGIT)?)?.to_digit(10);
    let end = text.find(|c| digit(c).is_none())?;
    let (digits, rest) = text.split_at(end);
    let ascii: String = digits.chars().filter_map(digit).map(|digit| digit.to_string()).collect();
    rest.starts_with(CLOSE).then_some((ascii.parse().ok()?, end + CLOSE.len_utf8()))
}

/// The variable whose stand-in starts `text`.
pub(crate) fn variable_at<'a>(text: &str, pieces: &'a [Piece]) -> Option<&'a Variable> {
    let (index, _) = number(text.strip_prefix(OPEN)?)?;
    match pieces.get(index)? {
        Piece::Variable { variable, .. } => Some(variable),
        Piece::Literal(_) => None,
    }
}

/// Puts the tags back, written for `syntax`.
pub(crate) fn restore(text: &str, pieces: &[Piece], syntax: Syntax) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN) {
        out.push_str(before);
        let found = number(after).and_then(|(index, length)| Some((pieces.get(index)?, length)));
        if let Some((Piece::Variable { variable, default, .. }, length)) = found {
            out.push_str(&tag_text(variable, default.as_deref(), syntax));
            rest = &after[length..];
        } else {
            out.push(OPEN);
            rest = after;
        }
    }
    out.push_str(rest);
    out
}
