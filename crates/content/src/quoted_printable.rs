//! Quoted-printable (RFC 2045 §6.7), in pieces that can be put one after the other.
//!
//! Every line is at most 76 octets and none starts with a dot, so that a body needs no dot-stuffing (RFC 5321 §4.5.2).

use crate::html::{Escape, entity, is_harmless_url};

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

/// Encodes a value that starts at `column` and ends its line with a soft break, so that any literal can follow.
pub(crate) fn value(value: &str, escape: Escape, mut column: usize, out: &mut Vec<u8>) {
    let bytes = value.as_bytes();
    if column + bytes.len() <= LIMIT && bytes.iter().all(|byte| is_plain(*byte)) {
        // Most values: a name, a city.
        out.extend_from_slice(bytes);
        column += bytes.len();
    } else if escape != Escape::Url || is_harmless_url(value) {
        for byte in bytes {
            escaped(*byte, escape, out, &mut column);
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
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

fn needs_encoding(byte: u8) -> bool {
    byte == b'=' || !(matches!(byte, b' '..=b'~' | b'\t'))
}

fn escaped(byte: u8, escape: Escape, out: &mut Vec<u8>, column: &mut usize) {
    match escape {
        Escape::UrlPart if !(is_plain(byte) || matches!(byte, b'.' | b'~' | b'@')) => {
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

fn token(token: &[u8], out: &mut Vec<u8>, column: &mut usize) {
    if *column + token.len() > LIMIT {
        out.extend_from_slice(SOFT_BREAK);
        *column = 0;
    }
    out.extend_from_slice(token);
    *column += token.len();
}
