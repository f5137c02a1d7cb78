//! The mail that asks whether a subscription is meant. Nothing that the form's sender typed stands in it: who types a
//! stranger's address must not be able to write to that stranger.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use database::Tx;

use crate::{
    App, Timestamp, campaigns,
    deliveries::OneOff,
    newsletters::{self, Newsletter},
    secrets::random_token,
};

/// RFC 5322 §2.1.1 wants lines of at most 78 octets, RFC 2047 §2 words of at most 75.
const BODY_LINE: usize = 76;
/// Octets of text in one encoded word: `=?utf-8?B?` + 60 + `?=`.
const WORD: usize = 45;

/// The mail to `recipient` with the link to confirm; the error is a sentence about what is missing to send it.
pub async fn confirmation(
    app: &App,
    tx: &mut Tx,
    newsletter: &Newsletter,
    recipient: &str,
    link: &str,
) -> Result<OneOff, String> {
    let sender = newsletters::sender(app, tx, newsletter).await.map_err(|problem| problem.detail)?.address;
    let message_id = format!("confirm.{}@{}", random_token(128), campaigns::domain_of(&sender));
    let subject = format!("Please confirm: {}", one_line(&newsletter.name));
    let body = format!(
        "Hello,\r\n\r\n\
         somebody, we hope you, asked for {} at this address.\r\n\
         To receive it, open this page and press the button there:\r\n\r\n\
         {link}\r\n\r\n\
         The link works for 7 days. If you did not ask for it, do nothing:\r\n\
         you will receive nothing.\r\n",
        one_line(&newsletter.name)
    );
    let reply_to = newsletter.reply_to.as_ref().map(|to| format!("Reply-To: <{to}>\r\n")).unwrap_or_default();
    let head = format!(
        "From: {} <{sender}>\r\n{reply_to}To: <{recipient}>\r\nSubject: {}\r\nDate: {}\r\nMessage-ID: <{message_id}>\r\n\
         Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\
         Content-Transfer-Encoding: base64\r\n\r\n",
        words(&newsletter.from_name),
        words(&subject),
        date(app.now()),
    );
    let mut raw = head.into_bytes();
    for line in STANDARD.encode(body).as_bytes().chunks(BODY_LINE) {
        raw.extend_from_slice(line);
        raw.extend_from_slice(b"\r\n");
    }
    Ok(OneOff {
        author_id: newsletter.author_id,
        newsletter_id: Some(newsletter.id),
        campaign_id: None,
        kind: "account",
        message_id,
        sender,
        recipient: recipient.to_owned(),
        subject,
        raw,
    })
}

fn one_line(text: &str) -> String {
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
    use super::*;

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
}
