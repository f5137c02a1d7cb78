//! Notifications of Amazon SNS, by which SES tells what became of messages.
//!
//! A genuine signature proves only that some account of AWS sent it. The receiver must also compare
//! [`Message::topic_arn`] with the topic it subscribed to, look at [`Message::age`], and fetch the
//! certificate only from where [`certificate_url_is_aws`] allows.

mod event;
mod verify;

use chrono::DateTime;
use serde::Deserialize;

pub use event::{Event, EventKind, event};
pub use verify::{certificate_url_is_aws, subscribe_url_is_aws, verify};

/// The longest body that is read, in octets; SNS sends no longer ones.
pub const BODY: usize = 256 * 1024;

/// Why a notification is of no use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SnsError {
    /// More than [`BODY`] octets.
    #[error("the notification is longer than 256 KiB")]
    TooLong,
    /// Not the JSON that SNS sends.
    #[error("the notification is not the expected JSON")]
    Json,
    /// A field is missing or malformed.
    #[error("the notification has no good {0}")]
    Field(&'static str),
    /// A version of the signature that nobody knows.
    #[error("the signature has an unknown version")]
    Version,
    /// Not a certificate with an RSA key.
    #[error("the certificate cannot be read: {0}")]
    Certificate(&'static str),
    /// The certificate is not valid yet, or not any more.
    #[error("the certificate is not valid at this time")]
    Expired,
    /// Not signed with this certificate, or altered since.
    #[error("the signature is wrong")]
    Signature,
}

/// What SNS wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MessageKind {
    /// Something was published.
    Notification,
    /// Visiting [`Message::subscribe_url`] starts the notifications.
    SubscriptionConfirmation,
    /// The notifications have ended; visiting [`Message::subscribe_url`] starts them again.
    UnsubscribeConfirmation,
}

impl MessageKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Notification => "Notification",
            Self::SubscriptionConfirmation => "SubscriptionConfirmation",
            Self::UnsubscribeConfirmation => "UnsubscribeConfirmation",
        }
    }
}

/// The body of one request of SNS. Only [`verify`] tells whether it is genuine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// `Type`.
    pub kind: MessageKind,
    /// `MessageId`; the same when SNS repeats a delivery.
    pub message_id: String,
    /// `TopicArn`.
    pub topic_arn: String,
    /// `Subject`.
    pub subject: Option<String>,
    /// `Message`; for SES see [`event`].
    pub message: String,
    /// `Timestamp` as it was written.
    pub timestamp: String,
    /// `Timestamp` in milliseconds since 1970.
    pub at_ms: i64,
    /// `SignatureVersion`: `1` or `2`.
    pub signature_version: String,
    /// `Signature` in base64.
    pub signature: String,
    /// `SigningCertURL`.
    pub signing_cert_url: String,
    /// `SubscribeURL`; both kinds of confirmation have it.
    pub subscribe_url: Option<String>,
    /// `Token`; both kinds of confirmation have it.
    pub token: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Body {
    r#type: String,
    message_id: String,
    topic_arn: String,
    subject: Option<String>,
    message: String,
    timestamp: String,
    signature_version: String,
    signature: String,
    #[serde(rename = "SigningCertURL")]
    signing_cert_url: String,
    #[serde(rename = "SubscribeURL")]
    subscribe_url: Option<String>,
    token: Option<String>,
}

/// Reads the body of a request of SNS; checks no signature. A field given twice is an error.
pub fn parse(body: &[u8]) -> Result<Message, SnsError> {
    if body.len() > BODY {
        return Err(SnsError::TooLong);
    }
    let body: Body = crate::ses::object(body).map_err(|_| SnsError::Json)?;
    let kind = match body.r#type.as_str() {
        "Notification" => MessageKind::Notification,
        "SubscriptionConfirmation" => MessageKind::SubscriptionConfirmation,
        "UnsubscribeConfirmation" => MessageKind::UnsubscribeConfirmation,
        _ => return Err(SnsError::Field("Type")),
    };
    for (name, value) in [
        ("MessageId", &body.message_id),
        ("TopicArn", &body.topic_arn),
        ("Timestamp", &body.timestamp),
        ("SignatureVersion", &body.signature_version),
        ("Signature", &body.signature),
        ("SigningCertURL", &body.signing_cert_url),
    ] {
        line(name, value)?;
    }
    for (name, value) in [("SubscribeURL", &body.subscribe_url), ("Token", &body.token)] {
        match value {
            Some(value) => line(name, value)?,
            None if kind == MessageKind::Notification => {}
            None => return Err(SnsError::Field(name)),
        }
    }
    if body.subject.as_deref().is_some_and(|subject| subject.contains(char::is_control)) {
        return Err(SnsError::Field("Subject"));
    }
    Ok(Message {
        kind,
        at_ms: time(&body.timestamp).ok_or(SnsError::Field("Timestamp"))?,
        message_id: body.message_id,
        topic_arn: body.topic_arn,
        subject: body.subject,
        message: body.message,
        timestamp: body.timestamp,
        signature_version: body.signature_version,
        signature: body.signature,
        signing_cert_url: body.signing_cert_url,
        subscribe_url: body.subscribe_url,
        token: body.token,
    })
}

/// What is signed has one value per line, so a line break in a value could pass for the next one.
fn line(name: &'static str, value: &str) -> Result<(), SnsError> {
    let good = !value.is_empty() && !value.contains(|c: char| c.is_control() || c.is_whitespace());
    if good { Ok(()) } else { Err(SnsError::Field(name)) }
}

/// RFC 3339, or with an offset without a colon as SES writes it about delays.
fn time(text: &str) -> Option<i64> {
    DateTime::parse_from_rfc3339(text)
        .or_else(|_| DateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f%z"))
        .ok()
        .map(|time| time.timestamp_millis())
}

impl Message {
    /// The octets that SNS signed: names and values in the order of the names.
    pub fn string_to_sign(&self) -> String {
        let notification = self.kind == MessageKind::Notification;
        let confirmation = |value: &'_ Option<String>| value.clone().filter(|_| !notification);
        let fields = [
            ("Message", Some(self.message.clone())),
            ("MessageId", Some(self.message_id.clone())),
            ("Subject", self.subject.clone().filter(|_| notification)),
            ("SubscribeURL", confirmation(&self.subscribe_url)),
            ("Timestamp", Some(self.timestamp.clone())),
            ("Token", confirmation(&self.token)),
            ("TopicArn", Some(self.topic_arn.clone())),
            ("Type", Some(self.kind.as_str().to_owned())),
        ];
        let mut text = String::with_capacity(self.message.len() + 512);
        for (name, value) in fields {
            if let Some(value) = value {
                text.extend([name, "\n", &value, "\n"]);
            }
        }
        text
    }

    /// Milliseconds from [`Message::at_ms`] to `now_ms`; negative when the message is of the future.
    pub fn age(&self, now_ms: i64) -> i64 {
        now_ms.saturating_sub(self.at_ms)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn notification() -> Value {
        json!({
            "Type": "Notification", "MessageId": "22b80b92", "TopicArn": "arn:aws:sns:eu-west-1:1:ses",
            "Subject": "My First Message", "Message": "Hello\nworld", "Timestamp": "2025-11-21T09:00:00.123Z",
            "SignatureVersion": "2", "Signature": "RVhBTVBMRQ==",
            "SigningCertURL": "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem",
            "UnsubscribeURL": "https://sns.eu-west-1.amazonaws.com/?Action=Unsubscribe",
        })
    }

    fn confirmation() -> Value {
        let mut body = notification();
        body["Type"] = json!("SubscriptionConfirmation");
        body["SubscribeURL"] = json!("https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription");
        body["Token"] = json!("2336412f");
        body.as_object_mut().unwrap().remove("Subject");
        body
    }

    fn read(body: &Value) -> Result<Message, SnsError> {
        parse(body.to_string().as_bytes())
    }

    #[test]
    fn the_signed_string_is_that_of_the_documentation() {
        assert_eq!(
            read(&notification()).unwrap().string_to_sign(),
            "Message\nHello\nworld\nMessageId\n22b80b92\nSubject\nMy First Message\n\
             Timestamp\n2025-11-21T09:00:00.123Z\nTopicArn\narn:aws:sns:eu-west-1:1:ses\nType\nNotification\n"
        );
        let mut bare = notification();
        bare["Subject"] = Value::Null;
        assert!(read(&bare).unwrap().string_to_sign().contains("22b80b92\nTimestamp\n"));
        for kind in ["SubscriptionConfirmation", "UnsubscribeConfirmation"] {
            let mut body = confirmation();
            body["Type"] = json!(kind);
            assert_eq!(
                read(&body).unwrap().string_to_sign(),
                format!(
                    "Message\nHello\nworld\nMessageId\n22b80b92\nSubscribeURL\n\
                     https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription\nTimestamp\n\
                     2025-11-21T09:00:00.123Z\nToken\n2336412f\nTopicArn\narn:aws:sns:eu-west-1:1:ses\nType\n{kind}\n"
                )
            );
        }
    }

    #[test]
    fn tells_its_age() {
        let message = read(&notification()).unwrap();
        assert_eq!(message.at_ms, 1_763_715_600_123);
        assert_eq!((message.age(1_763_715_601_123), message.age(1_763_715_600_000)), (1000, -123));
        assert_eq!(message.age(i64::MIN), i64::MIN);
    }

    #[test]
    fn every_field_that_is_signed_must_be_there() {
        for body in [notification(), confirmation()] {
            let fields: Vec<String> = body.as_object().unwrap().keys().cloned().collect();
            for field in fields {
                let mut without = body.clone();
                without.as_object_mut().unwrap().remove(&field);
                let free = matches!(field.as_str(), "Subject" | "UnsubscribeURL");
                assert_eq!(read(&without).is_ok(), free, "{field}");
                let mut number = body.clone();
                number[&field] = json!(7);
                assert_eq!(read(&number).is_ok(), field == "UnsubscribeURL", "{field}");
                let mut broken = body.clone();
                broken[&field] = json!("a\nType\nNotification");
                assert_eq!(
                    read(&broken).is_ok(),
                    matches!(field.as_str(), "Message" | "UnsubscribeURL"),
                    "{field}"
                );
            }
        }
    }

    #[test]
    fn refuses_what_sns_does_not_send() {
        for body in ["", "{}", "[]", "null", "{", "\u{0}", r#"["Notification"]"#] {
            assert_eq!(parse(body.as_bytes()), Err(SnsError::Json), "{body}");
        }
        assert_eq!(parse(b"\xff"), Err(SnsError::Json));
        let twice = notification().to_string().replacen('{', r#"{"Message":"other","#, 1);
        assert_eq!(parse(twice.as_bytes()), Err(SnsError::Json));
        for (field, value) in [
            ("Type", "notification"),
            ("Type", ""),
            ("Timestamp", "yesterday"),
            ("Timestamp", "2025-13-01T00:00:00Z"),
            ("MessageId", ""),
            ("Signature", "a b"),
        ] {
            let mut body = notification();
            body[field] = json!(value);
            assert_eq!(read(&body), Err(SnsError::Field(field)), "{value}");
        }
    }

    #[test]
    fn reads_up_to_256_kib() {
        let mut body = notification();
        body["Message"] = json!("");
        let rest = body.to_string().len();
        body["Message"] = json!("x".repeat(BODY - rest));
        assert!(read(&body).is_ok());
        body["Message"] = json!("x".repeat(BODY - rest + 1));
        assert_eq!(read(&body), Err(SnsError::TooLong));
    }
}
