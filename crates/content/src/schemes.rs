//! Links that run something, or reach into the reader's own files.

use std::ops::Range;

use crate::elements::{Anchor, Elements};
use crate::merge::Piece;
use crate::references;

/// What no link of a mail leads to. Mail programs do not follow them, and filters take them for an attack.
const DENIED: [&str; 4] = ["javascript", "vbscript", "data", "file"];
/// Stands for a value that only the reader's mail has.
const VALUE: char = '\u{fffc}';

/// The addresses in `source` that no link may have, in order.
pub(crate) fn denied(source: &str, pieces: &[Piece], elements: &Elements) -> Vec<Range<usize>> {
    let targets = elements.targets.iter().map(|target| target.range.clone());
    targets.filter(|range| is_denied(source, pieces, range)).collect()
}

/// Whether this link is one of them.
pub(crate) fn is_denied_link(source: &str, pieces: &[Piece], anchor: &Anchor) -> bool {
    anchor.href.as_ref().is_some_and(|href| is_denied(source, pieces, &href.range))
}

/// `source` with `#` in the place of such addresses; its lines stay where they are.
pub(crate) fn without(source: &str, denied: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(source.len());
    let mut at = 0;
    for range in denied {
        out.push_str(&source[at..range.start]);
        out.push('#');
        out.extend(source[range.clone()].chars().filter(|c| *c == '\n'));
        at = range.end;
    }
    out + &source[at..]
}

fn is_denied(source: &str, pieces: &[Piece], range: &Range<usize>) -> bool {
    let mut address = String::new();
    // Pieces are in order: the first that ends behind the start, to the last that begins before the end.
    let first = pieces.partition_point(|piece| piece.range().end <= range.start);
    for piece in pieces[first..].iter().take_while(|piece| piece.range().start < range.end) {
        match piece {
            Piece::Literal(literal) => {
                let part = literal.start.max(range.start)..literal.end.min(range.end);
                address.push_str(&references::attribute(&source[part]));
            }
            Piece::Variable { variable, .. } if variable.is_url() => address.push_str("https:"),
            Piece::Variable { .. } => address.push(VALUE),
        }
    }
    // A browser skips some of them and a mail program perhaps more; no scheme has any.
    let shown = address.chars().filter(|c| !c.is_control() && !c.is_whitespace() && !is_invisible(*c));
    let start: String = shown.take_while(|c| !matches!(c, '/' | '?' | '#')).take(200).collect();
    let Some((scheme, _)) = start.split_once(':') else { return false };
    // With a reader's value in it, it may become any.
    scheme.contains(VALUE) || DENIED.iter().any(|denied| scheme.eq_ignore_ascii_case(denied))
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{fffd}')
}
