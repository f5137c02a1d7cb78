//! The MIME structure of a report, in time linear in its size.
//!
//! Header fields, encodings and character sets are read by `mail-parser`. Its parser of whole messages
//! descends into messages inside messages without a bound, so parts are told apart here, where the depth
//! and the number of parts are bounded and a returned message is never entered.

use std::borrow::Cow;

use mail_parser::{
    Address, ContentType, Header, HeaderValue, MessageParser,
    decoders::{
        base64::base64_decode, charsets::map::charset_decoder, quoted_printable::quoted_printable_decode,
    },
    parsers::MessageStream,
};

use crate::text;

/// Header fields after this many octets are not read.
const MAX_HEADERS: usize = 64 * 1024;
/// Multiparts inside multiparts. A report has one; list software wraps it once more.
const MAX_DEPTH: usize = 4;
/// A report has three.
const MAX_PARTS: usize = 50;

/// A message or a part of one.
pub(super) struct Entity<'a> {
    headers: Vec<Header<'a>>,
    body: &'a [u8],
}

impl<'a> Entity<'a> {
    pub(super) fn parse(data: &'a [u8]) -> Self {
        let head = &data[..data.len().min(MAX_HEADERS)];
        // Only the fields about structure are parsed; all others stay text.
        let parser = MessageParser::new().with_mime_headers().default_header_raw();
        let mut stream = MessageStream::new(head);
        let mut headers = Vec::new();
        stream.parse_headers(&parser, &mut headers);
        let body = data.get(stream.offset()..).unwrap_or_default();
        Self { headers, body }
    }

    /// The value of the first field of this name, in any case, as one line.
    pub(super) fn field(&self, name: &str) -> Option<String> {
        self.fields(name).find_map(|value| text::one_line(value, 4000))
    }

    /// The raw values of all fields of this name.
    pub(super) fn fields(&self, name: &str) -> impl Iterator<Item = &str> {
        let named = self.headers.iter().filter(move |header| header.name.as_str().eq_ignore_ascii_case(name));
        named.filter_map(|header| header.value.as_text())
    }

    /// The first address of an address field.
    pub(super) fn first_address(&self, name: &str) -> Option<String> {
        let value = format!("{}\r\n", self.field(name)?);
        let HeaderValue::Address(list) = MessageStream::new(value.as_bytes()).parse_address() else {
            return None;
        };
        let first = match &list {
            Address::List(list) => list.first(),
            Address::Group(groups) => groups.iter().find_map(|group| group.addresses.first()),
        };
        text::address(first?.address.as_deref()?)
    }

    fn content_type(&self) -> Option<&ContentType<'a>> {
        let mut named =
            self.headers.iter().filter(|header| header.name.as_str().eq_ignore_ascii_case("content-type"));
        named.find_map(|header| header.value.as_content_type())
    }

    /// A parameter of Content-Type.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        self.content_type()?.attribute(name)
    }

    /// Whether the media type is `kind` with one of `subtypes`, all lower case.
    pub(super) fn is(&self, kind: &str, subtypes: &[&str]) -> bool {
        self.content_type().is_some_and(|media| {
            media.ctype().eq_ignore_ascii_case(kind)
                && media
                    .subtype()
                    .is_some_and(|own| subtypes.iter().any(|subtype| own.eq_ignore_ascii_case(subtype)))
        })
    }

    /// Whether this is text for people: text/plain, no type at all (RFC 2045 §5.2), or what is called a multipart and
    /// has no parts.
    pub(super) fn is_plain_text(&self) -> bool {
        self.is("text", &["plain"])
            || self.content_type().is_none_or(|media| {
                media.ctype().eq_ignore_ascii_case("multipart") && guess_boundary(self.body).is_none()
            })
    }

    /// All parts that are no multiparts, in order; itself if it has no parts.
    pub(super) fn leaves(self) -> Vec<Self> {
        let mut leaves = Vec::new();
        self.collect(0, &mut leaves);
        leaves
    }

    fn collect(self, depth: usize, leaves: &mut Vec<Self>) {
        let parts = if depth < MAX_DEPTH { self.parts() } else { Vec::new() };
        if parts.is_empty() {
            leaves.push(self);
        }
        for part in parts {
            if leaves.len() < MAX_PARTS {
                Entity::parse(part).collect(depth + 1, leaves);
            }
        }
    }

    fn parts(&self) -> Vec<&'a [u8]> {
        let media = self.content_type();
        let declared = media
            .filter(|media| media.ctype().eq_ignore_ascii_case("multipart"))
            .and_then(|media| media.attribute("boundary"))
            .map(|boundary| split(self.body, boundary.trim_end().as_bytes()))
            .unwrap_or_default();
        if !declared.is_empty() {
            return declared;
        }
        let guessed = match media {
            Some(media) if media.subtype().is_none() || media.ctype().eq_ignore_ascii_case("multipart") => {
                guess_boundary(self.body)
            }
            Some(_) => None,
            // Without any type it may be a text that returns a multipart below: only what begins like one is one.
            None => guess_boundary(self.body).filter(|boundary| begins_with(self.body, boundary)),
        };
        guessed.map(|boundary| split(self.body, boundary)).unwrap_or_default()
    }

    /// The content without its transfer encoding; as it is when that is malformed.
    pub(super) fn content(&self) -> Cow<'a, [u8]> {
        let encoding = self.field("content-transfer-encoding").unwrap_or_default();
        let decoded = if encoding.eq_ignore_ascii_case("base64") {
            base64_decode(self.body)
        } else if encoding.eq_ignore_ascii_case("quoted-printable") {
            quoted_printable_decode(self.body)
        } else {
            None
        };
        decoded.map_or(Cow::Borrowed(self.body), Cow::Owned)
    }

    /// The content as text, whatever its character set; U+FFFD for what is none.
    pub(super) fn text(&self) -> String {
        let content = self.content();
        match self.parameter("charset").and_then(|charset| charset_decoder(charset.as_bytes())) {
            Some(decode) => decode(&content),
            None => String::from_utf8_lossy(&content).into_owned(),
        }
    }
}

/// A field for people without encoded words.
pub(super) fn decoded(value: &str) -> String {
    let line = format!("{value}\r\n");
    match MessageStream::new(line.as_bytes()).parse_unstructured() {
        HeaderValue::Text(text) => text.into_owned(),
        _ => value.to_owned(),
    }
}

/// The parts between lines of `--boundary`; the last one may lack its end (RFC 2046 §5.1.1).
fn split<'a>(body: &'a [u8], boundary: &[u8]) -> Vec<&'a [u8]> {
    let mut parts = Vec::new();
    if boundary.is_empty() {
        return parts;
    }
    let (mut offset, mut start) = (0, None);
    for line in body.split_inclusive(|b| *b == b'\n') {
        let after = offset + line.len();
        if let Some(rest) = line.strip_prefix(b"--").and_then(|line| line.strip_prefix(boundary)) {
            let last = rest.starts_with(b"--");
            let tail = if last { &rest[2..] } else { rest };
            if tail.iter().all(u8::is_ascii_whitespace) {
                if let Some(start) = start.take() {
                    parts.push(trim_end_of_line(&body[start..offset]));
                }
                if last || parts.len() >= MAX_PARTS {
                    return parts;
                }
                start = Some(after);
            }
        }
        offset = after;
    }
    parts.extend(start.map(|start| &body[start..]));
    parts
}

/// The line break before a boundary belongs to the boundary.
fn trim_end_of_line(part: &[u8]) -> &[u8] {
    let part = part.strip_suffix(b"\n").unwrap_or(part);
    part.strip_suffix(b"\r").unwrap_or(part)
}

/// The boundary of a multipart whose header lost it: the first line of `--something` that a Content field
/// follows.
fn guess_boundary(body: &[u8]) -> Option<&[u8]> {
    let mut previous: Option<&[u8]> = None;
    for line in body[..body.len().min(MAX_HEADERS)].split(|b| *b == b'\n') {
        let line = line.trim_ascii_end();
        let is_content = line.get(..8).is_some_and(|start| start.eq_ignore_ascii_case(b"content-"));
        if let Some(boundary) = previous.filter(|boundary| is_content && !boundary.is_empty()) {
            return Some(boundary);
        }
        previous = line.strip_prefix(b"--");
    }
    None
}

/// Whether nothing but empty lines stands before the boundary.
fn begins_with(body: &[u8], boundary: &[u8]) -> bool {
    body.trim_ascii_start().strip_prefix(b"--").is_some_and(|rest| rest.starts_with(boundary))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bodies(data: &[u8]) -> Vec<String> {
        Entity::parse(data).leaves().iter().map(|leaf| leaf.text().trim().to_owned()).collect()
    }

    #[test]
    fn tells_parts_apart() {
        let data = b"Content-Type: multipart/mixed; boundary=\"a b\"\r\n\r\npreamble\r\n--a b\r\n\r\none\r\n\
            --a bc\r\n--a b \r\nContent-Transfer-Encoding: base64\r\n\r\ndHdv\r\n--a b--\r\nepilogue\r\n--a b\r\n";
        assert_eq!(bodies(data), ["one\r\n--a bc", "two"]);
        assert_eq!(
            bodies(b"Content-Type: multipart/mixed; boundary=x\n\n--x\n\none\n--x\n\ntwo"),
            ["one", "two"]
        );
    }

    #[test]
    fn guesses_a_lost_boundary() {
        for head in [
            "Content-Type: multipart/report\r\n",
            "Content-Type: multipart\r\n",
            "Content-Type: multipart/report; boundary=other\r\n",
            "Subject: x\r\n",
        ] {
            let data = format!("{head}\r\n\r\n--b=1\r\nContent-Type: text/plain\r\n\r\none\r\n--b=1--\r\n");
            assert_eq!(bodies(data.as_bytes()), ["one"], "{head}");
        }
        let text = "Content-Type: text/plain\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\none\r\n--b--\r\n";
        assert_eq!(bodies(text.as_bytes()).len(), 1);
        assert!(bodies(text.as_bytes())[0].starts_with("--b"), "what is declared as text stays text");
        // A text bounce of qmail or Exim has no type, and returns a copy that has parts.
        let copy = "Subject: x\r\n\r\nSorry.\r\n\r\n--- Below this line is a copy\r\n\r\n\
            Content-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\nContent-Type: text/plain\r\n\r\nmine\r\n--c--\r\n";
        assert!(bodies(copy.as_bytes())[0].starts_with("Sorry."), "{:?}", bodies(copy.as_bytes()));
    }

    #[test]
    fn depth_and_number_are_bounded() {
        let mut data = b"Content-Type: text/plain\r\n\r\nx".to_vec();
        for level in 0..300 {
            data = [
                format!("Content-Type: multipart/mixed; boundary=b{level}\r\n\r\n--b{level}\r\n").as_bytes(),
                &data,
            ]
            .concat();
        }
        assert_eq!(Entity::parse(&data).leaves().len(), 1);
        let many =
            format!("Content-Type: multipart/mixed; boundary=b\r\n\r\n{}", "--b\r\n\r\nx\r\n".repeat(9999));
        assert_eq!(Entity::parse(many.as_bytes()).leaves().len(), MAX_PARTS);
    }

    #[test]
    fn reads_fields_in_any_case_and_addresses() {
        let entity = Entity::parse(b"tO: \"A, B\" <a@b.example>,\r\n c@d.example\r\nX-y:\r\nx-Y: z\r\n");
        assert_eq!(entity.first_address("To").as_deref(), Some("a@b.example"));
        assert_eq!(entity.field("X-Y").as_deref(), Some("z"));
        assert_eq!(entity.field("from"), None);
        assert_eq!(decoded("=?utf-8?q?nicht_zugestellt=3A?= x"), "nicht zugestellt: x");
    }
}
