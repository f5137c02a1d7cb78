//! One reader's message.

use crate::compile::{Compiled, ONE_CLICK, Segment, Slot};
use crate::header;
use crate::merge::Variable;
use crate::quoted_printable::{self, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Octets of a message beside its literals: its own headers and the values.
const VARYING: usize = 4096;
/// Octets of a value, as a guess.
const USUAL_VALUE: usize = 48;
/// Longest display name of a reader, in characters; a longer one is not a name.
const NAME_LIMIT: usize = 64;

/// Where `subscriber.attributes.<name>` comes from.
pub trait Attributes {
    fn attribute(&self, name: &str) -> Option<Cow<'_, str>>;
}

impl Attributes for () {
    fn attribute(&self, _name: &str) -> Option<Cow<'_, str>> {
        None
    }
}

impl Attributes for BTreeMap<String, String> {
    fn attribute(&self, name: &str) -> Option<Cow<'_, str>> {
        self.get(name).map(|value| Cow::Borrowed(value.as_str()))
    }
}

/// Who the message is for.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    /// As [`crate::parse_address`] gave it.
    pub email: &'a str,
    pub first_name: Option<&'a str>,
    pub last_name: Option<&'a str>,
    /// `&()` when there are none.
    pub attributes: &'a dyn Attributes,
}

/// What belongs to one delivery rather than to the reader or the campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp<'a> {
    /// `id@domain`, without angle brackets; the same on every attempt.
    pub message_id: &'a str,
    /// Milliseconds since 1970-01-01 UTC.
    pub date_ms: i64,
    /// At most 900 octets; empty for what no list sent. One click is offered with an https URL only (RFC 8058 §3.1).
    pub unsubscribe_url: &'a str,
    /// An address or a `mailto:` URL, at most 900 octets.
    pub unsubscribe_mailto: Option<&'a str>,
    pub preferences_url: &'a str,
    pub archive_url: &'a str,
    /// Stands before the token in each tracked link (see [`crate::Tracking`]): characters of base64url only. Empty in previews.
    pub reader_token: &'a str,
}

/// A message as a person reads it, before encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    pub subject: String,
    pub preheader: String,
    pub html: String,
    pub text: String,
    /// In the order of the message, unfolded, as they go over the wire.
    pub headers: Vec<(String, String)>,
    /// The whole message in octets.
    pub size_bytes: usize,
}

impl Compiled {
    /// Appends the whole RFC 5322 message to `out`: CRLF, ASCII (but for a reader's address beyond it, RFC 6532), header lines of at
    /// most 78 octets unless a single address, identifier or URL is longer, body lines of at most 76. No line starts with a dot, so
    /// nothing needs stuffing. The same arguments give the same bytes.
    pub fn render(&self, reader: &Reader<'_>, stamp: &Stamp<'_>, out: &mut Vec<u8>) {
        let values = Values { compiled: self, reader, stamp };
        out.reserve(self.literal_length() + VARYING);
        out.extend_from_slice(self.first_headers.as_bytes());
        header::mailbox("To", &display_name(reader), reader.email, out);
        match &self.subject_line {
            Some(line) => out.extend_from_slice(line.as_bytes()),
            None => header::unstructured("Subject", &values.plain(&self.subject), out),
        }
        header::date(stamp.date_ms, out);
        header::identifier("Message-ID", stamp.message_id, out);
        if !stamp.unsubscribe_url.is_empty() {
            list_unsubscribe(stamp, out);
        }
        out.extend_from_slice(last_headers(&self.last_headers, stamp).as_bytes());
        let mut made = Made::new(self.kinds);
        values.encoded(&self.text, &mut made, out);
        out.extend_from_slice(self.between_parts.as_bytes());
        values.encoded(&self.html, &mut made, out);
        out.extend_from_slice(self.end.as_bytes());
    }

    /// One message in a buffer of its own, such as a test mail.
    pub fn message(&self, reader: &Reader<'_>, stamp: &Stamp<'_>) -> Vec<u8> {
        let mut out = Vec::new();
        self.render(reader, stamp, &mut out);
        out
    }

    /// The subject with its values, as a person reads it.
    pub fn subject(&self, reader: &Reader<'_>, stamp: &Stamp<'_>) -> String {
        let values = Values { compiled: self, reader, stamp };
        header::one_line(&values.plain(&self.subject)).into_owned()
    }

    /// The same content with the same values, for the screen.
    pub fn preview(&self, reader: &Reader<'_>, stamp: &Stamp<'_>) -> Preview {
        let values = Values { compiled: self, reader, stamp };
        let message = self.message(reader, stamp);
        Preview {
            subject: self.subject(reader, stamp),
            preheader: header::one_line(&values.plain(&self.preheader)).into_owned(),
            html: values.decoded(&self.html),
            text: values.decoded(&self.text),
            headers: headers(&message),
            size_bytes: message.len(),
        }
    }

    /// Octets of each message that are not its reader's.
    pub fn literal_length(&self) -> usize {
        let parts = self.text.iter().chain(&self.html);
        parts.map(|segment| segment.literal.len()).sum::<usize>()
            + self.first_headers.len()
            + self.last_headers.len()
            + self.end.len()
    }
}

/// The values of one message that were made already, by the kind of slot, and how they stand in a line.
struct Made<'a> {
    values: Vec<Option<Value<'a>>>,
    buffer: Vec<u8>,
}

impl Made<'_> {
    fn new(kinds: usize) -> Self {
        Self { values: vec![None; kinds], buffer: Vec::with_capacity(kinds * USUAL_VALUE) }
    }
}

/// What the tags of one message stand for.
struct Values<'a> {
    compiled: &'a Compiled,
    reader: &'a Reader<'a>,
    stamp: &'a Stamp<'a>,
}

impl<'a> Values<'a> {
    fn value(&self, slot: &'a Slot) -> Cow<'a, str> {
        let value = match &slot.variable {
            Variable::FirstName => self.reader.first_name.map(Cow::Borrowed),
            Variable::LastName => self.reader.last_name.map(Cow::Borrowed),
            Variable::Email => Some(Cow::Borrowed(self.reader.email)),
            Variable::Attribute(name) => self.reader.attributes.attribute(name),
            Variable::NewsletterName => Some(Cow::Borrowed(self.compiled.newsletter_name.as_str())),
            Variable::UnsubscribeUrl => Some(Cow::Borrowed(self.stamp.unsubscribe_url)),
            Variable::PreferencesUrl => Some(Cow::Borrowed(self.stamp.preferences_url)),
            Variable::ArchiveUrl => Some(Cow::Borrowed(self.stamp.archive_url)),
            Variable::FeedTitle
            | Variable::FeedItems
            | Variable::ItemTitle
            | Variable::ItemUrl
            | Variable::ItemSummary => None,
            Variable::ReaderToken => Some(Cow::Borrowed(self.stamp.reader_token)),
        };
        match value {
            Some(value) if !value.chars().all(char::is_whitespace) => value,
            _ => Cow::Borrowed(slot.default.as_deref().unwrap_or_default()),
        }
    }

    fn encoded(&self, segments: &'a [Segment], made: &mut Made<'a>, out: &mut Vec<u8>) {
        for segment in segments {
            out.extend_from_slice(segment.literal.as_bytes());
            if let Some(slot) = &segment.slot {
                let Made { values, buffer } = &mut *made;
                let value = values[slot.kind]
                    .get_or_insert_with(|| Value::new(self.value(slot), slot.escape, buffer));
                value.write(buffer, segment.column.into(), out);
            }
        }
    }

    fn plain(&self, segments: &'a [Segment]) -> String {
        let mut out = String::with_capacity(96);
        for segment in segments {
            out.push_str(&segment.literal);
            out.push_str(&segment.slot.as_ref().map_or(Cow::Borrowed(""), |slot| self.value(slot)));
        }
        out
    }

    fn decoded(&self, segments: &'a [Segment]) -> String {
        let mut encoded = Vec::new();
        self.encoded(segments, &mut Made::new(self.compiled.kinds), &mut encoded);
        quoted_printable::decode(&String::from_utf8_lossy(&encoded))
    }
}

/// First and last name, when they look like a name: a field that anyone can fill in a form must not carry an advertisement.
fn display_name(reader: &Reader<'_>) -> String {
    let parts = [reader.first_name, reader.last_name].map(|part| part.unwrap_or_default().trim());
    let mut name = String::with_capacity(parts.iter().map(|part| part.len() + 1).sum());
    for part in parts {
        if !(name.is_empty() || part.is_empty()) {
            name.push(' ');
        }
        name.push_str(part);
    }
    let in_name = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'' | '’');
    if name.chars().all(in_name) && name.chars().count() <= NAME_LIMIT { name } else { String::new() }
}

/// RFC 2369 §3.2, RFC 8058 §3.1: the https link first.
fn list_unsubscribe(stamp: &Stamp<'_>, out: &mut Vec<u8>) {
    let mut url = Vec::with_capacity(128);
    header::bracketed_url(stamp.unsubscribe_url, &mut url);
    header::start("List-Unsubscribe", url.len() + usize::from(stamp.unsubscribe_mailto.is_some()), out);
    out.extend_from_slice(&url);
    if let Some(mailto) = stamp.unsubscribe_mailto {
        out.extend_from_slice(b",\r\n ");
        if mailto.starts_with("mailto:") {
            header::bracketed_url(mailto, out);
        } else {
            header::bracketed_url(&format!("mailto:{mailto}"), out);
        }
    }
    out.extend_from_slice(b"\r\n");
}

/// Those header lines without the one-click line, when the link is none that receivers may post to (RFC 8058 §3.1: https).
fn last_headers<'a>(headers: &'a str, stamp: &Stamp<'_>) -> &'a str {
    let is_https = stamp.unsubscribe_url.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("https://"));
    if is_https { headers } else { headers.strip_prefix(ONE_CLICK).unwrap_or(headers) }
}

/// The header lines of a message made here, unfolded.
fn headers(message: &[u8]) -> Vec<(String, String)> {
    let message = String::from_utf8_lossy(message);
    let head = message.split("\r\n\r\n").next().unwrap_or_default().replace("\r\n ", " ");
    let pairs = head.split("\r\n").filter_map(|line| line.split_once(": "));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}
