//! What a captured message holds.

use mail_parser::{MessageParser, PartType};
use serde::{Deserialize, Serialize};

/// Why an email was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CapturedMailKind {
    Campaign,
    Test,
    /// About the author's account.
    Account,
    /// Asks somebody whether a wish is theirs: to be a reader, or about their data.
    Reader,
    /// Sent by a program to one person.
    Message,
}

impl CapturedMailKind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Campaign => "campaign",
            Self::Test => "test",
            Self::Account => "account",
            Self::Reader => "reader",
            Self::Message => "message",
        }
    }
}

impl TryFrom<String> for CapturedMailKind {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let kinds = [Self::Campaign, Self::Test, Self::Account, Self::Reader, Self::Message];
        kinds.into_iter().find(|kind| kind.as_str() == name).ok_or(name)
    }
}

/// A header line, unfolded, as it goes over the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct HeaderLine {
    pub name: String,
    pub value: String,
}

/// A message as a person reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    pub headers: Vec<HeaderLine>,
    pub html: Option<String>,
    pub text: Option<String>,
}

/// Reads a message; one that cannot be read has no headers and no parts.
pub fn parse(raw: &[u8]) -> Parsed {
    let Some(message) = MessageParser::default().parse(raw) else { return Parsed::default() };
    let headers = message
        .headers_raw()
        .map(|(name, value)| HeaderLine { name: name.to_owned(), value: unfold(value) })
        .collect();
    // A part that is there: the parser would otherwise make either from the other.
    let html = message.html_bodies().find_map(|part| match &part.body {
        PartType::Html(html) => Some(html.to_string()),
        _ => None,
    });
    let text = message.text_bodies().find_map(|part| match &part.body {
        PartType::Text(text) => Some(text.to_string()),
        _ => None,
    });
    Parsed { headers, html, text }
}

/// Message-ID (without angle brackets) and decoded subject of a message.
pub fn identify(raw: &[u8]) -> (String, String) {
    let Some(message) = MessageParser::default().parse_headers(raw) else { return Default::default() };
    (message.message_id().unwrap_or_default().to_owned(), message.subject().unwrap_or_default().to_owned())
}

/// RFC 5322 §2.2.3.
fn unfold(value: &str) -> String {
    value.trim().replace("\r\n", "").replace('\t', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALTERNATIVE: &str = "From: =?utf-8?Q?B=C3=BCro?= <a@example.com>\r\nSubject: Hello\r\n there\r\n\
        MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\
        Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=C3=BC=C3=9Fe\r\n\
        --b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Hi</p>\r\n--b--\r\n";

    #[test]
    fn headers_are_unfolded_and_parts_decoded() {
        let parsed = parse(ALTERNATIVE.as_bytes());
        let pairs: Vec<_> = parsed.headers.iter().map(|h| (h.name.as_str(), h.value.as_str())).collect();
        assert_eq!(pairs[0], ("From", "=?utf-8?Q?B=C3=BCro?= <a@example.com>"));
        assert_eq!(pairs[1], ("Subject", "Hello there"));
        assert_eq!(parsed.text.as_deref().map(str::trim), Some("Grüße"));
        assert_eq!(parsed.html.as_deref().map(str::trim), Some("<p>Hi</p>"));
    }

    #[test]
    fn a_part_that_is_not_there_is_not_made_up() {
        let parsed = parse(b"Subject: x\r\nContent-Type: text/plain\r\n\r\nOnly text\r\n");
        assert_eq!(parsed.html, None);
        assert_eq!(parsed.text.as_deref().map(str::trim), Some("Only text"));
        assert_eq!(parse(b""), Parsed::default());
    }
}
