//! Plain mails of our own making: to confirm, to reset, to tell. Campaigns are compiled by the content crate.

use std::fmt::Write as _;

use base64::{Engine as _, engine::general_purpose::STANDARD};

use crate::{Language, Timestamp, secrets::random_token};

/// RFC 5322 §2.1.1 wants lines of at most 78 octets, RFC 2047 §2 words of at most 75.
const BODY_LINE: usize = 76;
/// Octets of text in one encoded word: `=?utf-8?B?` + 60 + `?=`.
const WORD: usize = 45;

/// A mail to one person that no person wrote.
#[derive(Clone, Copy, Debug)]
pub struct Plain<'a> {
    pub from_name: &'a str,
    /// Addresses stand without angle brackets.
    pub from: &'a str,
    pub reply_to: Option<&'a str>,
    pub to: &'a str,
    pub subject: &'a str,
    /// Without angle brackets.
    pub message_id: &'a str,
    /// Line ends of any kind.
    pub text: &'a str,
    /// The same as HTML.
    pub html: Option<&'a str>,
    /// What it is written in; `None` says nothing of it.
    pub language: Option<Language>,
    pub date: Timestamp,
}

impl Plain<'_> {
    /// The whole message with CRLF line ends. Whatever the names and the subject are, they end no header.
    pub fn message(&self) -> Vec<u8> {
        let reply_to = self.reply_to.map(|to| format!("Reply-To: <{to}>\r\n")).unwrap_or_default();
        // RFC 3282 §2.
        let language =
            self.language.map(|l| format!("Content-Language: {}\r\n", l.tag())).unwrap_or_default();
        let mut raw = format!(
            "From: {} <{}>\r\n{reply_to}To: <{}>\r\nSubject: {}\r\nDate: {}\r\nMessage-ID: <{}>\r\n{language}\
             Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n",
            words(self.from_name),
            self.from,
            self.to,
            words(self.subject),
            date(self.date),
            self.message_id,
        );
        match self.html {
            None => raw.push_str(&part("plain", self.text)),
            Some(html) => {
                let boundary = random_token(128);
                let _ = write!(
                    raw,
                    "Content-Type: multipart/alternative; boundary=\"{boundary}\"\r\n\r\n\
                     --{boundary}\r\n{}--{boundary}\r\n{}--{boundary}--\r\n",
                    part("plain", self.text),
                    part("html", html),
                );
            }
        }
        raw.into_bytes()
    }
}

/// Header lines and body of a text. In base64 no line is too long and none begins with a boundary.
fn part(subtype: &str, text: &str) -> String {
    let mut part =
        format!("Content-Type: text/{subtype}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n");
    // RFC 2045 §6.8: the line ends of a text are CRLF before it is encoded.
    let encoded = STANDARD.encode(text.replace("\r\n", "\n").replace('\n', "\r\n"));
    let mut rest = encoded.as_str();
    while !rest.is_empty() {
        let (line, more) = rest.split_at(rest.len().min(BODY_LINE));
        part.push_str(line);
        part.push_str("\r\n");
        rest = more;
    }
    part
}

/// A text without line ends, control characters and double spaces.
pub fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|w| !w.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A text as encoded words (RFC 2047), each on a line of its own; whatever it is, it ends no header.
fn words(text: &str) -> String {
    let text = one_line(text);
    let is_atom = |c: char| c.is_ascii_alphanumeric() || c == ' ';
    if !text.is_empty() && text.len() <= WORD && text.chars().all(is_atom) {
        return text;
    }
    let mut words = Vec::new();
    let mut word = String::new();
    for c in text.chars() {
        if word.len() + c.len_utf8() > WORD {
            words.push(std::mem::take(&mut word));
        }
        word.push(c);
    }
    words.push(word);
    words.iter().map(|w| format!("=?utf-8?B?{}?=", STANDARD.encode(w))).collect::<Vec<_>>().join("\r\n ")
}

fn date(now: Timestamp) -> String {
    chrono::DateTime::from_timestamp_millis(now.0).unwrap_or_default().to_rfc2822()
}

#[cfg(test)]
mod tests {
    use mail_parser::MimeHeaders as _;

    use super::*;

    const PLAIN: Plain<'_> = Plain {
        from_name: "Letterpress",
        from: "no-reply@example.com",
        reply_to: None,
        to: "ada@example.com",
        subject: "Grüße",
        message_id: "x@example.com",
        text: "Hällo\n\nworld\r\n",
        html: None,
        language: None,
        date: Timestamp(1_795_262_400_000),
    };

    #[test]
    fn names_are_read_back_and_end_no_header() {
        for name in [
            "Weekly",
            "Büro & Co",
            "a\r\nBcc: b@example.com",
            "\"x\" <y@z.example>",
            &"ü".repeat(200),
            "Mr. X",
        ] {
            let raw = format!("Subject: {}\r\n\r\n", words(name));
            assert!(raw.lines().all(|line| line.len() <= 90), "{raw}");
            let message = mail_parser::MessageParser::default().parse(raw.as_bytes()).unwrap();
            assert_eq!(message.subject(), Some(one_line(name).as_str()));
            assert_eq!(message.headers().len(), 1, "{raw}");
        }
    }

    #[test]
    fn a_text_alone_is_one_part_and_with_html_two() {
        let raw = PLAIN.message();
        let message = mail_parser::MessageParser::default().parse(&raw).unwrap();
        assert_eq!(message.subject(), Some("Grüße"));
        assert_eq!(message.body_text(0).unwrap(), "Hällo\r\n\r\nworld\r\n");
        assert_eq!(message.content_type().unwrap().ctype(), "text");
        assert!(message.header("Content-Language").is_none());
        let raw = Plain { language: Some(Language::De), ..PLAIN }.message();
        assert!(String::from_utf8(raw).unwrap().contains("\r\nContent-Language: de\r\n"));
        let html = format!("<p>{}</p>", "ü".repeat(500));
        let raw = Plain { html: Some(&html), reply_to: Some("me@example.com"), ..PLAIN }.message();
        assert!(String::from_utf8(raw.clone()).unwrap().split("\r\n").all(|line| line.len() <= 78));
        let message = mail_parser::MessageParser::default().parse(&raw).unwrap();
        assert_eq!(message.content_type().unwrap().subtype(), Some("alternative"));
        assert_eq!((message.text_body_count(), message.html_body_count()), (1, 1));
        assert_eq!(message.body_text(0).unwrap(), "Hällo\r\n\r\nworld\r\n");
        assert_eq!(message.body_html(0).unwrap(), html);
        assert_eq!(message.reply_to().unwrap().first().unwrap().address(), Some("me@example.com"));
    }
}
