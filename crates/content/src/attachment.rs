//! Files that go with every message of a campaign. Encoded once; a message copies them.

use crate::header::{HEX, encode_base64};

/// Octets of a line of base64 (RFC 2045 §6.8), before encoding.
const LINE: usize = 57;
/// Longest line of a header, without CRLF (RFC 5322 §2.1.1).
const HEADER_LINE: usize = 78;
/// Longest file name, in octets of UTF-8: most file systems take 255.
const NAME_LIMIT: usize = 240;
/// Longest ending of a file name that is kept when the name is too long, with its dot.
const ENDING_LIMIT: usize = 12;

/// A file. Its name and type are made safe on compiling: folders, control characters and what file systems refuse go.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attachment {
    pub file_name: String,
    /// `application/pdf`, with parameters at will. What is no type that base64 may carry becomes `application/octet-stream`.
    pub content_type: String,
    pub bytes: Vec<u8>,
}

impl Attachment {
    /// The part after its boundary line: headers and content (RFC 2183 §2, RFC 2231 §4), ending with a line break.
    pub(crate) fn write(&self, out: &mut String) {
        let kind = media_type(&self.content_type);
        let first = kind.split(';').next().unwrap_or_default().len() + 1;
        let room = "Content-Type: ".len() + first <= HEADER_LINE;
        out.extend(["Content-Type:", if room { " " } else { "\r\n " }, &kind]);
        out.push_str("\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment");
        file_name(&safe_name(&self.file_name), out);
        out.push_str("\r\n\r\n");
        out.reserve(self.bytes.len().div_ceil(LINE) * 78);
        let mut line = Vec::with_capacity(76);
        for chunk in self.bytes.chunks(LINE) {
            line.clear();
            encode_base64(chunk, &mut line);
            out.extend(line.iter().map(|byte| char::from(*byte)));
            out.push_str("\r\n");
        }
        if self.bytes.is_empty() {
            out.push_str("\r\n");
        }
    }
}

/// One `filename` and no other, as programs that find two disagree about which one holds: a quoted string, or where that cannot be
/// (beyond ASCII, longer than a line) the form of RFC 2231 alone. Characters are not divided between lines.
fn file_name(name: &str, out: &mut String) {
    const PLAIN: &str = " filename=\"\"";
    if name.is_ascii() && PLAIN.len() + name.len() <= HEADER_LINE {
        out.extend([";\r\n filename=\"", name, "\""]);
        return;
    }
    let encoded = percent_encoded(name);
    let whole = [" filename*=UTF-8''", &encoded].concat();
    if whole.len() <= HEADER_LINE {
        out.extend([";\r\n", &whole]);
        return;
    }
    let (mut line, mut number) = (" filename*0*=UTF-8''".to_owned(), 0);
    for c in name.chars() {
        let part = percent_encoded(c.encode_utf8(&mut [0; 4]));
        // With the semicolon.
        if line.len() + part.len() + 1 > HEADER_LINE {
            number += 1;
            out.extend([";\r\n", &line]);
            line = format!(" filename*{number}*=");
        }
        line.push_str(&part);
    }
    out.extend([";\r\n", &line]);
}

/// `type/subtype` with the parameters that are plain tokens, in lines of their own; what is too long for a line is left out. So is
/// `name`, which would say the file's name once more.
fn media_type(text: &str) -> String {
    const UNKNOWN: &str = "application/octet-stream";
    let mut parts = text.split(';').map(str::trim);
    let kind = parts.next().unwrap_or_default().to_ascii_lowercase();
    let Some((main, sub)) = kind.split_once('/') else { return UNKNOWN.to_owned() };
    // Those two must not be encoded (RFC 2045 §6.4).
    if !(is_token(main) && is_token(sub))
        || matches!(main, "multipart" | "message")
        || kind.len() + 2 > HEADER_LINE
    {
        return UNKNOWN.to_owned();
    }
    let mut out = kind.clone();
    for part in parts {
        let pair = part.split_once('=').map(|(name, value)| (name.trim(), value.trim().trim_matches('"')));
        let is_name =
            |name: &str| name.split('*').next().is_some_and(|name| name.eq_ignore_ascii_case("name"));
        let is_written = |(name, value): &(&str, &str)| {
            is_token(name) && is_token(value) && !is_name(name) && name.len() + value.len() + 5 <= HEADER_LINE
        };
        if let Some((name, value)) = pair.filter(is_written) {
            out.extend([";\r\n ", name, "=\"", value, "\""]);
        }
    }
    out
}

/// RFC 2045 §5.1.
fn is_token(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_graphic() && !b"()<>@,;:\\\"/[]?=".contains(&byte);
    !text.is_empty() && text.bytes().all(fits)
}

/// The last part of a path, without what could end the header or deceive: control characters, marks that turn the direction of
/// writing (`gpj.exe` shown as `exe.jpg`), characters that file systems or quotes do not take.
fn safe_name(text: &str) -> String {
    let deceives = |c: char| matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    let last = text.rsplit(['/', '\\']).find(|part| !part.trim().is_empty()).unwrap_or_default();
    let name: String = last
        .chars()
        .filter(|c| !c.is_control() && !deceives(*c))
        .map(|c| if matches!(c, '"' | '<' | '>' | ':' | '|' | '?' | '*') { '_' } else { c })
        .collect();
    let name = name.trim().trim_end_matches(['.', ' ']);
    if name.is_empty() {
        return "attachment".to_owned();
    }
    if name.len() <= NAME_LIMIT {
        return name.to_owned();
    }
    let dot = name.rfind('.').filter(|dot| name.len() - dot <= ENDING_LIMIT).unwrap_or(name.len());
    let (stem, ending) = name.split_at(dot);
    let cut = stem.floor_char_boundary(NAME_LIMIT - ending.len());
    format!("{}{ending}", &stem[..cut])
}

/// RFC 5987 §3.2.1: all but the octets of `attr-char`.
fn percent_encoded(name: &str) -> String {
    let mut out = String::with_capacity(name.len() * 3);
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"!#$&+-.^_`|~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.extend([
                '%',
                char::from(HEX[usize::from(byte >> 4)]),
                char::from(HEX[usize::from(byte & 15)]),
            ]);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe() {
        for (name, safe) in [
            ("Report 2026.pdf", "Report 2026.pdf"),
            ("../../etc/passwd", "passwd"),
            ("C:\\Users\\a\\b.txt", "b.txt"),
            ("a/b/", "b"),
            ("..", "attachment"),
            ("", "attachment"),
            ("a\r\nBcc: x", "aBcc_ x"),
            ("say \"hi\".txt. ", "say _hi_.txt"),
            ("photo\u{202e}gpj.exe", "photogpj.exe"),
            ("Größe.pdf", "Größe.pdf"),
        ] {
            assert_eq!(safe_name(name), safe);
        }
        let long = safe_name(&format!("{}.pdf", "ä".repeat(500)));
        assert!(long.len() <= NAME_LIMIT && long.ends_with("ä.pdf"), "{long}");
        assert_eq!(safe_name(&".x".repeat(500)).len(), NAME_LIMIT);
    }

    #[test]
    fn a_long_type_has_a_line_of_its_own() {
        let written = |kind: &str| {
            let mut out = String::new();
            Attachment { content_type: kind.to_owned(), ..Attachment::default() }.write(&mut out);
            out.split("\r\nContent-Transfer-Encoding").next().unwrap_or_default().to_owned()
        };
        let fits = format!("application/{}", "x".repeat(51));
        assert_eq!(written(&format!("{fits}; v=1")), format!("Content-Type: {fits};\r\n v=\"1\""));
        assert_eq!(written(&format!("{fits}x; v=1")), format!("Content-Type:\r\n {fits}x;\r\n v=\"1\""));
    }

    #[test]
    fn types_are_safe() {
        for (kind, safe) in [
            ("application/pdf", "application/pdf"),
            (
                "Text/Calendar; charset=utf-8; method=\"REQUEST\"",
                "text/calendar;\r\n charset=\"utf-8\";\r\n method=\"REQUEST\"",
            ),
            (
                "application/vnd.openxmlformats-officedocument.presentationml.presentation",
                "application/vnd.openxmlformats-officedocument.presentationml.presentation",
            ),
            (
                "application/pdf; name=a.pdf; NAME*=utf-8''b.pdf; name*0=c; version=2",
                "application/pdf;\r\n version=\"2\"",
            ),
            (&format!("application/{}", "x".repeat(64)), &format!("application/{}", "x".repeat(64))),
            (&format!("application/{}", "x".repeat(65)), "application/octet-stream"),
            (
                &format!("application/pdf; a={}", "x".repeat(72)),
                &format!("application/pdf;\r\n a=\"{}\"", "x".repeat(72)),
            ),
            (&format!("application/pdf; a={}; b=1", "x".repeat(73)), "application/pdf;\r\n b=\"1\""),
            ("text/plain; a=\"b\r\nBcc: x\"", "text/plain"),
            ("text/plain\r\nBcc: x", "application/octet-stream"),
            ("", "application/octet-stream"),
            ("pdf", "application/octet-stream"),
            ("a/b/c", "application/octet-stream"),
            ("message/rfc822", "application/octet-stream"),
            ("multipart/mixed; boundary=x", "application/octet-stream"),
        ] {
            assert_eq!(media_type(kind), safe);
        }
    }
}
