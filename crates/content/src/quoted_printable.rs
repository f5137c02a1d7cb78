//! Quoted-printable (RFC 2045 §6.7), in pieces that can be put one after the other.
//!
//! Every line is at most 76 octets and none starts with a dot, so that a body needs no dot-stuffing (RFC 5321 §4.5.2).

use crate::html::{Escape, entity, is_harmless_url};
use std::borrow::Cow;
use std::ops::Range;

/// Octets before the `=` of a soft line break.
const LIMIT: usize = 75;
const SOFT_BREAK: &[u8] = b"=\r\n";
const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// Encodes `text` from the start of a line, with its line feeds as CRLF. Answers the column after it.
pub(crate) fn literal(text: &str, out: &mut Vec<u8>) -> usize {
    let mut column = 0;
    let mut lines = text.split('\n').peekable();
    while let Some(line) = lines.next() {
        let hard_break = lines.peek().is_some();
        let last = line.len().wrapping_sub(1);
        for (index, byte) in line.bytes().enumerate() {
            // A blank before a hard break would be removed on the way.
            let trailing = hard_break && index == last && matches!(byte, b' ' | b'\t');
            octet(byte, trailing || needs_encoding(byte), out, &mut column);
        }
        if hard_break {
            out.extend_from_slice(b"\r\n");
            column = 0;
        }
    }
    column
}

/// A value that may stand in many places of a message.
#[derive(Clone)]
pub(crate) struct Value<'a> {
    text: Cow<'a, str>,
    escape: Escape,
    /// Where in a buffer of all values it stands as it is in the middle of a line, with the soft break behind it; empty where the
    /// text alone is too long for that.
    in_line: Range<usize>,
}

impl<'a> Value<'a> {
    pub(crate) fn new(text: Cow<'a, str>, escape: Escape, buffer: &mut Vec<u8>) -> Self {
        let start = buffer.len();
        // No longer one fits, whatever it has; nearly all names do.
        if text.len() < LIMIT {
            value(&text, escape, 1, buffer);
        }
        Self { text, escape, in_line: start..buffer.len() }
    }

    /// Encodes it where it starts at `column`, and ends its line with a soft break, so that any literal can follow.
    pub(crate) fn write(&self, buffer: &[u8], column: usize, out: &mut Vec<u8>) {
        let in_line = &buffer[self.in_line.clone()];
        // At the start of a line a dot is encoded, and what is empty needs no break.
        if column > 0 && !in_line.is_empty() && column + in_line.len() - SOFT_BREAK.len() <= LIMIT {
            out.extend_from_slice(in_line);
        } else {
            value(&self.text, self.escape, column, out);
        }
    }
}

/// Encodes a value that starts at `column`, as [`Value::write`] does.
fn value(value: &str, escape: Escape, mut column: usize, out: &mut Vec<u8>) {
    if escape != Escape::Url || is_harmless_url(value) {
        let passes = &PASSES[escape as usize];
        let mut rest = value.as_bytes();
        while !rest.is_empty() {
            // Nearly all of it goes as it is, so it is copied and not looked at once more.
            let run = rest.iter().position(|byte| !passes[usize::from(*byte)]).unwrap_or(rest.len());
            let (run, behind) = rest.split_at(run);
            as_it_is(run, out, &mut column);
            rest = behind;
            if let Some((byte, behind)) = rest.split_first() {
                escaped(*byte, escape, out, &mut column);
                rest = behind;
            }
        }
    }
    if column > 0 {
        out.extend_from_slice(SOFT_BREAK);
    }
}

/// Reads back what [`literal`] wrote, for the preview.
pub(crate) fn decode(encoded: &str) -> String {
    let text = encoded.replace("=\r\n", "").replace("\r\n", "\n");
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    let digit = |byte: Option<u8>| byte.and_then(|byte| (byte as char).to_digit(16)).unwrap_or(0) as u8;
    while let Some(byte) = bytes.next() {
        out.push(if byte == b'=' { digit(bytes.next()) << 4 | digit(bytes.next()) } else { byte });
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Characters that no escaping and no encoding touches, wherever they stand.
const fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

const fn needs_encoding(byte: u8) -> bool {
    byte == b'=' || !(matches!(byte, b' '..=b'~' | b'\t'))
}

/// For each escape, which octets [`escaped`] leaves as they are, unless one is a dot that starts a line.
static PASSES: [[bool; 256]; Escape::ALL.len()] = {
    let mut passes = [[false; 256]; Escape::ALL.len()];
    let mut at = 0;
    while at < Escape::ALL.len() {
        let mut byte = 0u8;
        loop {
            passes[Escape::ALL[at] as usize][byte as usize] = match Escape::ALL[at] {
                Escape::UrlPart => stays_in_url(byte),
                Escape::Html | Escape::Url => entity(byte as u32).is_none() && !needs_encoding(byte),
                Escape::None => !needs_encoding(byte),
            };
            if byte == u8::MAX {
                break;
            }
            byte += 1;
        }
        at += 1;
    }
    passes
};

const fn stays_in_url(byte: u8) -> bool {
    is_plain(byte) || matches!(byte, b'.' | b'~' | b'@')
}

fn escaped(byte: u8, escape: Escape, out: &mut Vec<u8>, column: &mut usize) {
    match escape {
        Escape::UrlPart if !stays_in_url(byte) => {
            token(&[b'%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]], out, column);
        }
        Escape::Html | Escape::Url => match entity(byte.into()) {
            Some(entity) => token(entity.as_bytes(), out, column),
            None => octet(byte, needs_encoding(byte), out, column),
        },
        Escape::None | Escape::UrlPart => octet(byte, needs_encoding(byte), out, column),
    }
}

fn octet(byte: u8, encode: bool, out: &mut Vec<u8>, column: &mut usize) {
    let starts_line = *column == 0 || *column >= LIMIT;
    if encode || byte == b'.' && starts_line {
        token(&[b'=', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]], out, column);
    } else {
        token(&[byte], out, column);
    }
}

/// Octets that need no encoding, with breaks where the lines are full.
fn as_it_is(mut octets: &[u8], out: &mut Vec<u8>, column: &mut usize) {
    while let Some(first) = octets.first() {
        let room = LIMIT.saturating_sub(*column);
        if room == 0 {
            out.extend_from_slice(SOFT_BREAK);
            *column = 0;
            continue;
        }
        if *column == 0 && *first == b'.' {
            octet(b'.', true, out, column);
            octets = &octets[1..];
            continue;
        }
        let (fits, behind) = octets.split_at(room.min(octets.len()));
        out.extend_from_slice(fits);
        *column += fits.len();
        octets = behind;
    }
}

fn token(token: &[u8], out: &mut Vec<u8>, column: &mut usize) {
    if *column + token.len() > LIMIT {
        out.extend_from_slice(SOFT_BREAK);
        *column = 0;
    }
    out.extend_from_slice(token);
    *column += token.len();
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_value_is_written_as_if_octet_by_octet(
            value in r"([a-z.]{0,90}|[ -~]{0,40}|\PC{0,20}){0,4}",
            column in 0..=LIMIT,
            escape in prop::sample::select(Escape::ALL.as_slice()),
        ) {
            let (mut fast, mut slow) = (Vec::new(), Vec::new());
            let mut buffer = b"another's".to_vec();
            Value::new(Cow::Borrowed(&value), escape, &mut buffer).write(&buffer, column, &mut fast);
            let mut at = column;
            if escape != Escape::Url || is_harmless_url(&value) {
                for byte in value.bytes() {
                    escaped(byte, escape, &mut slow, &mut at);
                }
            }
            if at > 0 {
                slow.extend_from_slice(SOFT_BREAK);
            }
            prop_assert_eq!(String::from_utf8_lossy(&fast), String::from_utf8_lossy(&slow));
        }
    }
}
