//! What must be known about HTML to put values into it: where each tag stands, and where the body begins and ends.

use crate::elements::{Collector, Elements, Value};
use crate::merge::{Piece, TagError, Variable};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// How a value is written into its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Escape {
    /// Plain text: as it is.
    None,
    /// HTML text or a quoted attribute: `& < > " '` become references.
    Html,
    /// Inside a link, after its beginning: percent-encoded (RFC 3986 §2.1).
    UrlPart,
    /// A reader's value as a whole link: as [`Escape::Html`] when its scheme is harmless, else nothing.
    Url,
}

impl Escape {
    pub(crate) const ALL: [Self; 4] = [Self::None, Self::Html, Self::UrlPart, Self::Url];
}

/// Replaces the characters that mean something in HTML.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match entity(c as u32) {
            Some(entity) => out.push_str(entity),
            None => out.push(c),
        }
    }
    out
}

/// The reference for a character or byte that must not stand in HTML as it is.
pub(crate) const fn entity(code: u32) -> Option<&'static str> {
    match code {
        0x26 => Some("&amp;"),
        0x3c => Some("&lt;"),
        0x3e => Some("&gt;"),
        0x22 => Some("&quot;"),
        0x27 => Some("&#39;"),
        _ => None,
    }
}

/// Whether a link may be followed without running anything: no scheme, or one of the harmless ones.
pub(crate) fn is_harmless_url(url: &str) -> bool {
    // Browsers skip control characters and spaces inside a scheme, so `java\tscript:` is one.
    let start = url.chars().filter(|c| !c.is_control() && !c.is_whitespace());
    let scheme: String = start.take_while(|c| !matches!(c, '/' | '?' | '#')).collect();
    let Some((scheme, _)) = scheme.split_once(':') else { return true };
    ["http", "https", "mailto", "tel"].iter().any(|known| scheme.eq_ignore_ascii_case(known))
}

/// Byte offsets in the scanned source.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Outline {
    /// Whether there is a doctype, `<html>`, `<head>` or `<body>`: a whole document rather than a fragment.
    pub is_document: bool,
    /// After `<body …>`, or where that would be.
    pub body_start: usize,
    /// Before `</body>`, else `</html>`, else the end.
    pub body_end: usize,
    /// One for each variable, in order.
    pub escapes: Vec<Escape>,
    pub elements: Elements,
    /// What begins before `body_end`, does not end, and hides what follows it.
    pub unclosed: Option<Unclosed>,
}

/// Something without an end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unclosed {
    pub at: usize,
    pub kind: UnclosedKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum UnclosedKind {
    Comment,
    /// From `<` on, without `>`.
    Tag,
    /// Of this name, in lower case.
    Element(String),
}

impl Unclosed {
    /// For the author.
    pub fn sentence(&self) -> String {
        match &self.kind {
            UnclosedKind::Comment => {
                "This comment has no end, and hides what follows it: write --> where it ends.".to_owned()
            }
            UnclosedKind::Tag => {
                "This tag has no end, and hides what follows it: is a quotation mark or a > missing?"
                    .to_owned()
            }
            UnclosedKind::Element(name) => {
                format!("This <{name}> has no end, and hides what follows it: write </{name}> where it ends.")
            }
        }
    }
}

/// Elements whose content is not seen, or not as what it is.
pub(crate) const HIDING: [&str; 24] = [
    "audio",
    "canvas",
    "datalist",
    "details",
    "dialog",
    "frameset",
    "iframe",
    "math",
    "noembed",
    "noframes",
    "noscript",
    "object",
    "optgroup",
    "option",
    "plaintext",
    "script",
    "select",
    "style",
    "svg",
    "template",
    "textarea",
    "title",
    "video",
    "xmp",
];

/// Whether an attribute hides its element. Rules of a style sheet are not looked at.
pub(crate) fn hides(attribute: &str, value: &str) -> bool {
    match attribute {
        "hidden" => true,
        "style" => {
            let style: String =
                value.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
            ["display:none", "visibility:hidden", "visibility:collapse"]
                .iter()
                .any(|hidden| style.contains(hidden))
        }
        _ => false,
    }
}

/// Elements inside one another, at most. Reading HTML takes time by depth, so that a small file could keep a processor busy.
const MAX_DEPTH: usize = 500;

/// Elements that end by themselves, so that they do not count.
const SELF_ENDING: [&str; 25] = [
    "area", "base", "br", "col", "dd", "dt", "embed", "hr", "img", "input", "li", "link", "meta", "option",
    "p", "param", "source", "tbody", "td", "tfoot", "th", "thead", "tr", "track", "wbr",
];

/// Scans the literals of `source`. Refused are a tag in an attribute without quotes, where a value could add attributes, and
/// elements nested deeper than [`MAX_DEPTH`].
pub(crate) fn outline(source: &str, pieces: &[Piece]) -> Result<Outline, TagError> {
    let (outline, too_deep, loose) = scan(source, pieces);
    if let Some(start) = loose {
        let message = "Put quotes around the value of this attribute, as in href=\"…\".";
        return Err(TagError::at(source, start, message));
    }
    match too_deep {
        Some(at) => Err(TagError::at(
            source,
            at,
            format!("More than {MAX_DEPTH} elements are nested here. Is an end tag missing?"),
        )),
        None => Ok(outline),
    }
}

/// Whether elements of `html` are nested so deep that reading it takes long, whatever else is wrong with it.
pub fn is_too_deep(html: &str) -> bool {
    scan(html, &[Piece::Literal(0..html.len())]).1.is_some()
}

/// The outline, where elements are nested too deep, and where a tag stands in an attribute without quotes. The outline ends
/// there; the other mistake does not end it.
pub(crate) fn scan(source: &str, pieces: &[Piece]) -> (Outline, Option<usize>, Option<usize>) {
    let mut scanner = Scanner {
        source,
        state: State::Text,
        name: String::new(),
        tag_start: 0,
        attribute: String::new(),
        value: Value::default(),
        value_start: false,
        body_found: false,
        ended: false,
        open: Vec::new(),
        hides: false,
        comment_start: 0,
        too_deep: None,
        collector: Collector::default(),
        outline: Outline { body_end: source.len(), ..Outline::default() },
    };
    let mut loose = None;
    for piece in pieces {
        match piece {
            Piece::Literal(range) => scanner.literal(range.clone()),
            Piece::Variable { variable, range, .. } => {
                let Some(escape) = scanner.place(variable, range) else {
                    loose = Some(range.start);
                    break;
                };
                scanner.outline.escapes.push(escape);
            }
        }
    }
    if scanner.outline.body_end == source.len() {
        scanner.outline.unclosed = scanner.unclosed();
    }
    scanner.outline.elements = scanner.collector.finish(source.len());
    (scanner.outline, scanner.too_deep, loose)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Text,
    /// Reading the name after `<`.
    Name,
    /// Between attributes, or in an attribute's name.
    Tag,
    /// After an attribute's name and a blank: `=` may still come.
    AfterName,
    /// After `=`.
    BeforeValue,
    Quoted(u8),
    Unquoted,
    Comment,
    /// `<!doctype …>` and `<![endif]…>`.
    Declaration,
    /// Inside `style`, `script`, `title` or `textarea`: only the end tag counts.
    Raw,
}

#[expect(clippy::struct_excessive_bools, reason = "each is one thing that was met, in any order")]
struct Scanner<'a> {
    source: &'a str,
    state: State,
    /// Name of the element being read, lower case, with its `/`.
    name: String,
    tag_start: usize,
    attribute: String,
    value: Value,
    /// Nothing of the attribute's value has been read yet.
    value_start: bool,
    body_found: bool,
    ended: bool,
    /// The open elements: name, where it begins, and whether it hides what is inside.
    open: Vec<(String, usize, bool)>,
    /// The tag being read has an attribute that hides its element.
    hides: bool,
    comment_start: usize,
    too_deep: Option<usize>,
    collector: Collector,
    outline: Outline,
}

impl Scanner<'_> {
    fn place(&mut self, variable: &Variable, range: &Range<usize>) -> Option<Escape> {
        let State::Quoted(_) = self.state else {
            if self.state == State::Text {
                self.collector.text(range.clone(), true);
            }
            let loose = matches!(
                self.state,
                State::BeforeValue | State::Unquoted | State::Name | State::Tag | State::AfterName
            );
            return (!loose).then_some(Escape::Html);
        };
        self.value.has_tags = true;
        let start = std::mem::replace(&mut self.value_start, false);
        let is_link = matches!(self.attribute.as_str(), "href" | "src" | "action" | "background");
        Some(match (is_link && !variable.is_url(), start) {
            (false, _) => Escape::Html,
            (true, true) => Escape::Url,
            (true, false) => Escape::UrlPart,
        })
    }

    fn literal(&mut self, range: Range<usize>) {
        let bytes = self.source.as_bytes();
        let mut at = range.start;
        while at < range.end {
            at += self.step(&bytes[at..range.end], at);
        }
    }

    /// Takes at least one byte of `rest`, which starts at offset `at` of the source; answers how many.
    fn step(&mut self, rest: &[u8], at: usize) -> usize {
        let byte = rest[0];
        match self.state {
            State::Text => return self.text(rest, at),
            State::Name if !is_name_end(byte) || byte == b'/' && self.name.is_empty() => {
                self.name.push(byte.to_ascii_lowercase() as char);
            }
            State::Name | State::Tag | State::AfterName => self.tag(byte, at),
            State::BeforeValue => match byte {
                b'"' | b'\'' => {
                    (self.state, self.value_start) = (State::Quoted(byte), true);
                    self.value = Value { range: at + 1..at + 1, has_tags: false };
                }
                b'>' => self.tag_end(at),
                _ if byte.is_ascii_whitespace() => {}
                _ => {
                    self.state = State::Unquoted;
                    self.value = Value { range: at..at, has_tags: false };
                }
            },
            State::Quoted(quote) => {
                if byte == quote {
                    self.state = State::Tag;
                    self.attribute_end(Some(at));
                }
                self.value_start &= byte.is_ascii_whitespace();
            }
            State::Unquoted => match byte {
                b'>' => {
                    self.attribute_end(Some(at));
                    self.tag_end(at);
                }
                _ if byte.is_ascii_whitespace() => {
                    self.state = State::Tag;
                    self.attribute_end(Some(at));
                }
                _ => {}
            },
            State::Comment if rest.starts_with(b"-->") || rest.starts_with(b"--!>") => {
                self.state = State::Text;
                return if rest[2] == b'!' { 4 } else { 3 };
            }
            State::Declaration if byte == b'>' => {
                self.state = State::Text;
                if self.name.is_empty() {
                    // Nothing may come before a doctype.
                    self.outline.body_start = at + 1;
                }
            }
            State::Raw if starts_with_ignore_case(rest, self.name.as_bytes(), b"</") => {
                return self.text(rest, at);
            }
            State::Comment | State::Declaration | State::Raw => {}
        }
        1
    }

    fn text(&mut self, rest: &[u8], at: usize) -> usize {
        if rest[0] != b'<' {
            let length = rest.iter().position(|byte| *byte == b'<').unwrap_or(rest.len());
            self.collector.text(at..at + length, false);
            return length;
        }
        if rest.starts_with(b"<!--") {
            self.comment_start = at;
        }
        if rest.starts_with(b"<!--[if") {
            self.collector.outlook = true;
            // What Outlook reads is HTML like the rest: its links carry tags too.
            self.state = State::Declaration;
            return 7;
        }
        for empty in [&b"<!-->"[..], b"<!--->"] {
            if rest.starts_with(empty) {
                // A comment that ends at once, as in `<!--[if !mso]><!-->`: what follows is read by everybody.
                self.collector.outlook = false;
                return empty.len();
            }
        }
        if rest.starts_with(b"<!--") {
            self.state = State::Comment;
            return 4;
        }
        match rest.get(1) {
            Some(b'!' | b'?') => {
                self.outline.is_document |= starts_with_ignore_case(rest, b"doctype", b"<!");
                self.collector.outlook &= !rest.starts_with(b"<![endif]");
                self.state = State::Declaration;
            }
            Some(next) if next.is_ascii_alphabetic() || *next == b'/' => {
                self.name.clear();
                self.tag_start = at;
                self.collector.start();
                self.hides = false;
                self.state = State::Name;
                if !self.ended && is_end(rest) {
                    self.outline.body_end = at;
                    // The tag itself is not one that has no end.
                    self.state = State::Text;
                    self.outline.unclosed = self.unclosed();
                    self.state = State::Name;
                    self.ended = starts_with_ignore_case(rest, b"body", b"</");
                }
            }
            _ => self.collector.text(at..at + 1, false),
        }
        1
    }

    fn tag(&mut self, byte: u8, at: usize) {
        let before = std::mem::replace(&mut self.state, State::Tag);
        match byte {
            b'>' => self.tag_end(at),
            b'=' => self.state = State::BeforeValue,
            b'/' => self.attribute_end(None),
            _ if byte.is_ascii_whitespace() => {
                if !self.attribute.is_empty() {
                    self.state = State::AfterName;
                }
            }
            _ => {
                if before == State::AfterName {
                    self.attribute_end(None);
                }
                self.attribute.push(byte.to_ascii_lowercase() as char);
            }
        }
    }

    /// Notes the attribute with its value up to `value_end`, or as one without a value.
    fn attribute_end(&mut self, value_end: Option<usize>) {
        let mut value = std::mem::take(&mut self.value);
        match value_end {
            Some(end) => value.range.end = end,
            None => value = Value::default(),
        }
        if !self.attribute.is_empty() {
            let text = &self.source[value.range.clone()];
            self.hides |= hides(&self.attribute, text);
            self.collector.attribute(&self.attribute, value, text);
        }
        self.attribute.clear();
    }

    fn tag_end(&mut self, at: usize) {
        self.state = State::Text;
        self.attribute_end(None);
        self.collector.end(&self.name, self.tag_start, at + 1);
        self.nest(at);
        self.outline.is_document |= matches!(self.name.as_str(), "html" | "head" | "body");
        match self.name.as_str() {
            "style" | "script" | "title" | "textarea" => self.state = State::Raw,
            "body" if !self.body_found => {
                self.outline.body_start = at + 1;
                self.body_found = true;
            }
            "html" | "/head" if !self.body_found => self.outline.body_start = at + 1,
            _ => {}
        }
    }

    /// Keeps the open elements as a browser would: an end tag ends the nearest element of its name, or nothing.
    fn nest(&mut self, at: usize) {
        if let Some(name) = self.name.strip_prefix('/') {
            if let Some(found) = self.open.iter().rposition(|(open, ..)| open == name) {
                self.open.truncate(found);
            }
        } else if self.open.len() >= MAX_DEPTH {
            self.too_deep.get_or_insert(at);
        } else if !self.name.contains(':') && !SELF_ENDING.contains(&self.name.as_str()) {
            let hides = self.hides || HIDING.contains(&self.name.as_str());
            self.open.push((self.name.clone(), self.tag_start, hides));
        }
    }

    /// What hides what would follow here.
    fn unclosed(&self) -> Option<Unclosed> {
        if matches!(self.state, State::Comment) || self.collector.outlook {
            return Some(Unclosed { at: self.comment_start, kind: UnclosedKind::Comment });
        }
        if !matches!(self.state, State::Text | State::Raw) {
            return Some(Unclosed { at: self.tag_start, kind: UnclosedKind::Tag });
        }
        let (name, at, _) = self.open.iter().find(|(_, _, hides)| *hides)?;
        Some(Unclosed { at: *at, kind: UnclosedKind::Element(name.clone()) })
    }
}

/// Where the name of an element ends (HTML standard §13.2.5.8).
fn is_name_end(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>')
}

fn is_end(rest: &[u8]) -> bool {
    starts_with_ignore_case(rest, b"body", b"</") || starts_with_ignore_case(rest, b"html", b"</")
}

fn starts_with_ignore_case(rest: &[u8], name: &[u8], before: &[u8]) -> bool {
    rest.strip_prefix(before)
        .and_then(|rest| rest.get(..name.len()))
        .is_some_and(|found| found.eq_ignore_ascii_case(name))
}
