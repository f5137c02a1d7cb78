//! One reader's message.

use crate::compile::Compiled;
use std::borrow::Cow;
use std::collections::BTreeMap;

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
    /// https, at most 900 octets.
    pub unsubscribe_url: &'a str,
    /// An address or a `mailto:` URL.
    pub unsubscribe_mailto: Option<&'a str>,
    pub preferences_url: &'a str,
    pub archive_url: &'a str,
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
    /// Appends the whole RFC 5322 message to `out`: CRLF, ASCII, body lines of at most 76 octets. No line starts with a dot, so
    /// nothing needs stuffing.
    pub fn render(&self, reader: &Reader<'_>, stamp: &Stamp<'_>, out: &mut Vec<u8>) {
        let _ = (reader, stamp, out);
        unimplemented!()
    }

    /// One message in a buffer of its own, such as a test mail.
    pub fn message(&self, reader: &Reader<'_>, stamp: &Stamp<'_>) -> Vec<u8> {
        let mut out = Vec::new();
        self.render(reader, stamp, &mut out);
        out
    }

    /// The same content with the same values, for the screen.
    pub fn preview(&self, reader: &Reader<'_>, stamp: &Stamp<'_>) -> Preview {
        let _ = (reader, stamp);
        unimplemented!()
    }
}
