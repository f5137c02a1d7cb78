//! Sending one message to one recipient.

use base64::{Engine, engine::general_purpose::STANDARD};
use reqwest::Method;
use serde::{Deserialize, Serialize};

use super::{
    Client, RefusalKind,
    http::{Answer, NoAnswer},
    object,
};

/// SES takes at most this many tags on a message.
const TAGS: usize = 50;

/// The longest name and the longest value of a tag, in characters.
const TAG: usize = 256;

/// A finished message for one recipient.
#[derive(Debug, Clone, Copy)]
pub struct RawMail<'a> {
    /// The sender, as in the header field From; its domain or address is a verified identity.
    pub from: &'a str,
    /// The only recipient, whatever the header says.
    pub to: &'a str,
    /// Where SES forwards bounces and complaints by mail; the address or its domain is verified.
    pub feedback: Option<&'a str>,
    /// Header and body. SES replaces Message-ID and Date.
    pub raw: &'a [u8],
    /// Come back with every event. Other characters than letters, digits, `_`, `-` (and `.`, `@` in the
    /// value) become `_`, what is longer than 256 is cut; a tag with an empty name or value is left out, as
    /// is everything after the 50th.
    pub tags: &'a [(&'a str, &'a str)],
}

/// A request to send one message, serialised and signed. SES takes it for about five minutes.
pub struct Prepared {
    request: Result<reqwest::Request, String>,
    from: String,
    to: String,
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prepared").field("from", &self.from).field("to", &self.to).finish_non_exhaustive()
    }
}

/// What became of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SendOutcome {
    /// SES took over.
    Accepted {
        /// The id under which SES reports events; not the Message-ID we wrote.
        message_id: String,
    },
    /// SES said no; it certainly did not take the message.
    Refused {
        /// Name of the error, such as `MessageRejected`; `HTTP 413` if it has none.
        code: String,
        /// What SES says about it, one line of at most 300 characters; may be empty.
        message: String,
        /// What to do about it.
        kind: RefusalKind,
    },
    /// Certain: there was no connection, so no octet of the request left.
    NotSent(String),
    /// The request was written, at least in part, and no answer tells what became of it.
    Unknown(String),
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct SendEmail<'a> {
    from_email_address: &'a str,
    destination: Destination<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    feedback_forwarding_email_address: Option<&'a str>,
    content: Content,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    email_tags: Vec<Tag>,
    #[serde(skip_serializing_if = "Option::is_none")]
    configuration_set_name: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Destination<'a> {
    to_addresses: [&'a str; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Content {
    raw: Raw,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Raw {
    data: String,
}

#[derive(Serialize, Debug, PartialEq)]
#[serde(rename_all = "PascalCase")]
struct Tag {
    name: String,
    value: String,
}

#[derive(Deserialize)]
struct Sent {
    #[serde(rename = "MessageId")]
    message_id: String,
}

impl Client {
    /// [`Client::prepare`] and [`Client::execute`] in one. `now_ms` is in milliseconds since 1970.
    pub async fn send_raw(&self, mail: &RawMail<'_>, now_ms: i64) -> SendOutcome {
        self.execute(self.prepare(mail, now_ms)).await
    }

    /// Serialises and signs; touches no network. Nothing can go wrong here that
    /// [`Client::execute`] does not tell as [`SendOutcome::NotSent`].
    pub fn prepare(&self, mail: &RawMail<'_>, now_ms: i64) -> Prepared {
        let body = SendEmail {
            from_email_address: mail.from,
            destination: Destination { to_addresses: [mail.to] },
            feedback_forwarding_email_address: mail.feedback,
            content: Content { raw: Raw { data: STANDARD.encode(mail.raw) } },
            email_tags: tags(mail.tags),
            configuration_set_name: self.shared.configuration_set.as_deref(),
        };
        let request = serde_json::to_vec(&body)
            .map_err(|error| error.to_string())
            .and_then(|body| self.request(Method::POST, "/v2/email/outbound-emails", body, now_ms));
        Prepared { request, from: mail.from.to_owned(), to: mail.to.to_owned() }
    }

    /// Writes the request, once, and waits for the answer. When the future is dropped before it is ready,
    /// the outcome is unknown.
    pub async fn execute(&self, prepared: Prepared) -> SendOutcome {
        let request = match prepared.request {
            Ok(request) => request,
            Err(reason) => return SendOutcome::NotSent(reason),
        };
        match self.answer(request).await {
            Ok(answer) => self.outcome(&answer, &prepared.from, &prepared.to),
            Err(NoAnswer::Unsent(reason)) => SendOutcome::NotSent(reason),
            Err(NoAnswer::Lost(reason)) => SendOutcome::Unknown(reason),
        }
    }

    fn outcome(&self, answer: &Answer, from: &str, to: &str) -> SendOutcome {
        if (200..300).contains(&answer.status) {
            return accepted(answer);
        }
        let refusal = self.refusal(answer);
        match refusal.kind(answer.status, from, to) {
            Some(kind) => SendOutcome::Refused { code: refusal.code, message: refusal.message, kind },
            None => SendOutcome::Unknown(format!("{} {}", refusal.code, refusal.message).trim().to_owned()),
        }
    }
}

/// A success without an id is none: something else than SES may have said 200.
fn accepted(answer: &Answer) -> SendOutcome {
    match &answer.body {
        Err(reason) => SendOutcome::Unknown(format!("the answer could not be read: {reason}")),
        Ok(body) => match object::<Sent>(body) {
            Ok(Sent { message_id }) if good_id(&message_id) => SendOutcome::Accepted { message_id },
            _ => SendOutcome::Unknown("the answer has no message id".to_owned()),
        },
    }
}

fn good_id(id: &str) -> bool {
    (1..=256).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_graphic())
}

fn tags(tags: &[(&str, &str)]) -> Vec<Tag> {
    let clean = |text: &str, more: &[char]| -> String {
        let good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-') || more.contains(&c);
        text.chars().take(TAG).map(|c| if good(c) { c } else { '_' }).collect()
    };
    tags.iter()
        .filter(|(name, value)| !name.is_empty() && !value.is_empty())
        .take(TAGS)
        .map(|(name, value)| Tag { name: clean(name, &[]), value: clean(value, &['.', '@']) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_made_what_ses_takes() {
        let long = "ä".repeat(300);
        let given = [("run", "1f:2 3"), ("a.b@c", "x.y@z-_"), ("", "x"), ("empty", ""), ("long", &long)];
        let tag = |name: &str, value: &str| Tag { name: name.to_owned(), value: value.to_owned() };
        let expected = [tag("run", "1f_2_3"), tag("a_b_c", "x.y@z-_"), tag("long", &"_".repeat(256))];
        assert_eq!(tags(&given), expected);
        assert_eq!(tags(&[("a", "b"); 60]).len(), 50);
    }

    #[test]
    fn only_an_id_is_a_success() {
        let outcome = |body: &str| {
            accepted(&Answer { status: 200, error_type: None, body: Ok(body.as_bytes().to_vec()) })
        };
        assert_eq!(
            outcome(r#"{"MessageId":"0102-1","New":1}"#),
            SendOutcome::Accepted { message_id: "0102-1".to_owned() }
        );
        for body in [
            "",
            "{}",
            "ok",
            r#"{"MessageId":""}"#,
            r#"{"MessageId":"a b"}"#,
            r#"{"MessageId":1}"#,
            r#"["a"]"#,
        ] {
            assert!(matches!(outcome(body), SendOutcome::Unknown(_)), "{body}");
        }
    }
}
