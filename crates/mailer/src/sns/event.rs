//! What SES tells through SNS.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{SnsError, time};

/// The longest text that is kept of an event, in characters.
const TEXT: usize = 1000;

/// The most recipients of one notification; SES takes 50 for one message.
const RECIPIENTS: usize = 1000;

/// The most tags that are kept; SES takes 50 and adds some.
const TAGS: usize = 100;

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventKind {
    /// The message came back.
    Bounce {
        /// The address takes no mail, now or later; `false` for `Transient` and `Undetermined`.
        permanent: bool,
        /// Such as `General`, `NoEmail`, `Suppressed`, `OnAccountSuppressionList` or `MailboxFull`.
        sub_type: String,
    },
    /// The recipient, or somebody at the same domain, called the message spam.
    Complaint {
        /// Such as `abuse` (RFC 5965 §7.3); `not-spam` is the opposite of a complaint.
        feedback_type: Option<String>,
        /// `OnAccountSuppressionList`: SES did not even send, because of an earlier complaint.
        sub_type: Option<String>,
    },
    /// The recipient's server took the message.
    Delivery,
    /// SES goes on trying.
    Delay,
    /// SES took the message and then found a virus.
    Reject {
        /// What SES says.
        reason: String,
    },
    /// A template could not be filled; [`Event::diagnostic`] tells why.
    RenderingFailure,
    /// SES took the message.
    Send,
    /// `Open`, `Click`, `Subscription` and what may come.
    Other(String),
}

/// One thing that happened to one recipient of a message. SES promises no order, and may tell it twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// The bare address. Of a complaint it is only a guess when the message had several.
    pub recipient: String,
    /// The enhanced status code (RFC 3463), such as `5.1.1`.
    pub status: Option<String>,
    /// What the other server said, or SES itself.
    pub diagnostic: Option<String>,
    /// What [`crate::ses::SendOutcome::Accepted`] gave.
    pub ses_message_id: String,
    /// The tags of the message, the first value of each.
    pub tags: BTreeMap<String, String>,
    /// The return path the message was sent with.
    pub mail_source: Option<String>,
    /// When it happened, in milliseconds since 1970; if SES does not tell, when the message was sent.
    pub at_ms: i64,
}

/// The parts of the JSON that differ from kind to kind.
struct Shape<'a> {
    kind: EventKind,
    /// Holds time, recipients and the like.
    part: &'a Value,
    recipients: &'a Value,
    diagnostic: Option<&'a str>,
}

/// Reads [`super::Message::message`] as an event (`eventType`) or a notification (`notificationType`) of SES,
/// one item per recipient. Empty for the test messages by which SES announces itself.
pub fn event(message: &str) -> Result<Vec<Event>, SnsError> {
    if message.len() > super::BODY {
        return Err(SnsError::TooLong);
    }
    // Said once when the topic is connected; the only thing SES publishes that is not JSON.
    if message.starts_with("Successfully validated SNS topic") {
        return Ok(Vec::new());
    }
    let body: Value = serde_json::from_str(message).map_err(|_| SnsError::Json)?;
    let name = text(&body, "eventType").or_else(|| text(&body, "notificationType"));
    let name = name.ok_or(SnsError::Field("eventType"))?;
    if name == "AmazonSnsSubscriptionSucceeded" {
        return Ok(Vec::new());
    }
    let mail = &body["mail"];
    let id = text(mail, "messageId").ok_or(SnsError::Field("messageId"))?;
    let Shape { kind, part, recipients, diagnostic } = shape(name, &body);
    let at = text(part, "timestamp").or_else(|| text(mail, "timestamp"));
    let at_ms = at.and_then(time).ok_or(SnsError::Field("timestamp"))?;
    let tags = tags(&mail["tags"]);
    let event = |recipient: &Value| {
        let address = recipient.as_str().or_else(|| text(recipient, "emailAddress"))?;
        Some(Event {
            kind: kind.clone(),
            recipient: bare(address)?,
            status: text(recipient, "status").map(cut),
            diagnostic: text(recipient, "diagnosticCode").or(diagnostic).map(cut),
            ses_message_id: cut(id),
            tags: tags.clone(),
            mail_source: text(mail, "source").map(cut),
            at_ms,
        })
    };
    let all =
        |list: &Value| -> Vec<Event> { list.as_array().into_iter().flatten().filter_map(event).collect() };
    let mut events = all(recipients);
    if events.is_empty() {
        events = all(&mail["destination"]);
    }
    if events.is_empty() { Err(SnsError::Field("recipient")) } else { Ok(events) }
}

fn shape<'a>(name: &str, body: &'a Value) -> Shape<'a> {
    let part = |kind, part: &'static str, recipients: &'static str| {
        let part = &body[part];
        Shape { kind, part, recipients: &part[recipients], diagnostic: None }
    };
    match name {
        "Bounce" => {
            let bounce = &body["bounce"];
            let kind = EventKind::Bounce {
                permanent: text(bounce, "bounceType") == Some("Permanent"),
                sub_type: text(bounce, "bounceSubType").map(cut).unwrap_or_default(),
            };
            part(kind, "bounce", "bouncedRecipients")
        }
        "Complaint" => {
            let complaint = &body["complaint"];
            let kind = EventKind::Complaint {
                feedback_type: text(complaint, "complaintFeedbackType").map(cut),
                sub_type: text(complaint, "complaintSubType").map(cut),
            };
            part(kind, "complaint", "complainedRecipients")
        }
        "Delivery" => {
            let shape = part(EventKind::Delivery, "delivery", "recipients");
            Shape { diagnostic: text(shape.part, "smtpResponse"), ..shape }
        }
        "DeliveryDelay" => {
            let shape = part(EventKind::Delay, "deliveryDelay", "delayedRecipients");
            Shape { diagnostic: text(shape.part, "delayType"), ..shape }
        }
        "Reject" => {
            let reason = text(&body["reject"], "reason").map(cut).unwrap_or_default();
            part(EventKind::Reject { reason }, "reject", "recipients")
        }
        "Rendering Failure" | "RenderingFailure" => {
            let shape = part(EventKind::RenderingFailure, "failure", "recipients");
            Shape { diagnostic: text(shape.part, "errorMessage"), ..shape }
        }
        "Send" => part(EventKind::Send, "send", "recipients"),
        other => {
            // The part of an "Open" is "open".
            let own = &body[other.to_ascii_lowercase()];
            Shape {
                kind: EventKind::Other(cut(other)),
                part: own,
                recipients: &Value::Null,
                diagnostic: None,
            }
        }
    }
}

fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key)?.as_str().map(str::trim).filter(|text| !text.is_empty())
}

fn tags(tags: &Value) -> BTreeMap<String, String> {
    let tags = tags.as_object().into_iter().flatten();
    tags.filter_map(|(name, values)| {
        let first = values.as_array()?.first()?.as_str()?;
        Some((cut(name), cut(first)))
    })
    .take(TAGS)
    .collect()
}

fn cut(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() || *c == '\n').take(TEXT).collect()
}

/// The address of `Name <address>`, at most as long as one can be (RFC 5321 §4.5.3.1).
fn bare(mailbox: &str) -> Option<String> {
    let address = match mailbox.rsplit_once('<') {
        Some((_, rest)) => rest.split('>').next().unwrap_or_default(),
        None => mailbox,
    };
    let address = address.trim();
    let good = address.contains('@') && address.len() <= 320 && !address.contains(char::is_control);
    good.then(|| address.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// 2025-11-21T09:00:00Z.
    const SENT: i64 = 1_763_715_600_000;

    fn mail() -> Value {
        json!({
            "timestamp": "2025-11-21T09:00:00.000Z", "source": "Bounce <b+1@news.example>",
            "messageId": "0102019a-1", "destination": ["ann@reader.example"],
            "tags": { "ses:configuration-set": ["news"], "attempt": ["a1", "a2"], "odd": [], "bad": "x" },
        })
    }

    fn read(body: &Value) -> Vec<Event> {
        event(&body.to_string()).unwrap()
    }

    fn one(body: &Value) -> Event {
        let mut events = read(body);
        assert_eq!(events.len(), 1, "{events:?}");
        events.remove(0)
    }

    #[test]
    fn a_bounce_has_one_event_per_recipient() {
        let mut body = json!({
            "eventType": "Bounce", "mail": mail(),
            "bounce": {
                "bounceType": "Permanent", "bounceSubType": "NoEmail", "timestamp": "2025-11-21T09:00:01.500Z",
                "bouncedRecipients": [
                    { "emailAddress": "ann@reader.example", "action": "failed", "status": "5.1.1",
                      "diagnosticCode": "smtp; 550 5.1.1 no such user" },
                    { "emailAddress": "Bob <bob@reader.example>" },
                    { "emailAddress": "" }, { "action": "failed" }, 7,
                ],
            },
        });
        let events = read(&body);
        let kind = EventKind::Bounce { permanent: true, sub_type: "NoEmail".to_owned() };
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let first = Event {
            kind: kind.clone(),
            recipient: "ann@reader.example".to_owned(),
            status: Some("5.1.1".to_owned()),
            diagnostic: Some("smtp; 550 5.1.1 no such user".to_owned()),
            ses_message_id: "0102019a-1".to_owned(),
            tags: [tag("ses:configuration-set", "news"), tag("attempt", "a1")].into(),
            mail_source: Some("Bounce <b+1@news.example>".to_owned()),
            at_ms: SENT + 1500,
        };
        let second = Event {
            recipient: "bob@reader.example".to_owned(),
            status: None,
            diagnostic: None,
            ..first.clone()
        };
        assert_eq!(events, [first, second]);
        for transient in ["Transient", "Undetermined", "permanent", ""] {
            body["bounce"]["bounceType"] = json!(transient);
            assert!(
                read(&body)
                    .iter()
                    .all(|event| matches!(event.kind, EventKind::Bounce { permanent: false, .. }))
            );
        }
    }

    #[test]
    fn both_names_of_the_kind_are_read() {
        for name in ["eventType", "notificationType"] {
            let body = json!({
                name: "Complaint", "mail": mail(),
                "complaint": { "complainedRecipients": [{ "emailAddress": "<ann@reader.example>" }],
                    "timestamp": "2025-11-21T09:00:02Z", "complaintFeedbackType": "abuse", "complaintSubType": null },
            });
            let event = one(&body);
            let feedback_type = Some("abuse".to_owned());
            assert_eq!(event.kind, EventKind::Complaint { feedback_type, sub_type: None });
            assert_eq!((event.recipient.as_str(), event.at_ms), ("ann@reader.example", SENT + 2000));
        }
    }

    #[test]
    fn deliveries_and_delays_tell_what_the_server_said() {
        let delivery = one(&json!({
            "eventType": "Delivery", "mail": mail(),
            "delivery": { "timestamp": "2025-11-21T09:00:03Z", "recipients": ["ann@reader.example"],
                "smtpResponse": "250 2.0.0 OK", "reportingMTA": "a1.smtp-out.amazonses.com" },
        }));
        assert_eq!(
            (delivery.kind, delivery.diagnostic.as_deref()),
            (EventKind::Delivery, Some("250 2.0.0 OK"))
        );
        let delay = one(&json!({
            "eventType": "DeliveryDelay", "mail": mail(),
            "deliveryDelay": { "timestamp": "2025-11-21T09:00:04.095+0000", "delayType": "MailboxFull",
                "delayedRecipients": [{ "emailAddress": "ann@reader.example", "status": "4.2.2",
                    "diagnosticCode": "smtp; 452 full" }] },
        }));
        assert_eq!((delay.kind, delay.status.as_deref()), (EventKind::Delay, Some("4.2.2")));
        assert_eq!((delay.diagnostic.as_deref(), delay.at_ms), (Some("smtp; 452 full"), SENT + 4095));
    }

    #[test]
    fn what_names_no_recipient_is_about_all() {
        let mut mail = mail();
        mail["destination"] = json!(["ann@reader.example", "bob@reader.example"]);
        for (name, part, kind, diagnostic) in [
            (
                "Reject",
                json!({"reject": {"reason": "Bad content"}}),
                EventKind::Reject { reason: "Bad content".to_owned() },
                None,
            ),
            (
                "Rendering Failure",
                json!({"failure": {"errorMessage": "no name", "templateName": "t"}}),
                EventKind::RenderingFailure,
                Some("no name"),
            ),
            ("Send", json!({"send": {}}), EventKind::Send, None),
            (
                "Click",
                json!({"click": {"timestamp": "2025-11-21T09:00:00Z"}}),
                EventKind::Other("Click".to_owned()),
                None,
            ),
            ("Bounce", json!({}), EventKind::Bounce { permanent: false, sub_type: String::new() }, None),
        ] {
            let mut body = part;
            body["eventType"] = json!(name);
            body["mail"] = mail.clone();
            let events = read(&body);
            assert_eq!(
                events.iter().map(|event| event.recipient.as_str()).collect::<Vec<_>>(),
                ["ann@reader.example", "bob@reader.example"]
            );
            for event in events {
                assert_eq!(
                    (&event.kind, event.diagnostic.as_deref(), event.at_ms),
                    (&kind, diagnostic, SENT)
                );
            }
        }
    }

    #[test]
    fn test_messages_are_about_no_mail() {
        assert_eq!(event("Successfully validated SNS topic for Amazon SES event publishing."), Ok(vec![]));
        let hello = json!({ "notificationType": "AmazonSnsSubscriptionSucceeded", "message": "You have…" });
        assert_eq!(read(&hello), []);
    }

    #[test]
    fn refuses_what_is_no_event() {
        for text in ["", "hello", "{", "\u{0}"] {
            assert_eq!(event(text), Err(SnsError::Json), "{text}");
        }
        for (text, field) in [
            ("{}", "eventType"),
            ("[]", "eventType"),
            ("null", "eventType"),
            (r#"{"eventType":7}"#, "eventType"),
            (r#"{"eventType":"Send"}"#, "messageId"),
            (r#"{"eventType":"Send","mail":[]}"#, "messageId"),
            (r#"{"eventType":"Send","mail":{"messageId":"1"}}"#, "timestamp"),
            (
                r#"{"eventType":"Send","mail":{"messageId":"1","timestamp":"2025-11-21T09:00:00Z"}}"#,
                "recipient",
            ),
            (
                r#"{"eventType":"Send","mail":{"messageId":"1","timestamp":"2025-11-21T09:00:00Z","destination":["x"]}}"#,
                "recipient",
            ),
        ] {
            assert_eq!(event(text), Err(SnsError::Field(field)), "{text}");
        }
        assert_eq!(event(&" ".repeat(super::super::BODY + 1)), Err(SnsError::TooLong));
    }

    #[test]
    fn long_texts_are_cut() {
        let body = json!({
            "eventType": "Bounce", "mail": mail(),
            "bounce": { "bounceType": "Permanent", "bounceSubType": "General", "timestamp": "2025-11-21T09:00:00Z",
                "bouncedRecipients": [{ "emailAddress": "a@b.example", "diagnosticCode": "ä\u{7}".repeat(5000) }] },
        });
        assert_eq!(one(&body).diagnostic, Some("ä".repeat(1000)));
    }
}
