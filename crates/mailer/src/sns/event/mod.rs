//! What SES tells through SNS.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{SnsError, time};
use crate::{Phase, Reply, Verdict, classify};

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
        /// It came back for what was written or for who wrote it (5.7.x and the like), whatever the type: nothing of it
        /// counts against the address.
        about_us: bool,
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
        let (status, said) = (text(recipient, "status"), text(recipient, "diagnosticCode"));
        Some(Event {
            kind: for_recipient(&kind, status, said),
            recipient: bare(address)?,
            status: status.map(cut),
            diagnostic: said.or(diagnostic).map(cut),
            ses_message_id: cut(id),
            tags: tags.clone(),
            mail_source: text(mail, "source").map(cut),
            at_ms,
        })
    };
    let all = |list: &Value| -> Vec<Event> {
        list.as_array().into_iter().flatten().take(RECIPIENTS).filter_map(event).collect()
    };
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
                about_us: false,
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

/// `kind`, as the other server spoke of this recipient.
fn for_recipient(kind: &EventKind, status: Option<&str>, diagnostic: Option<&str>) -> EventKind {
    let EventKind::Bounce { permanent, sub_type, .. } = kind else { return kind.clone() };
    let about_us = match sub_type.as_str() {
        "ContentRejected" | "MessageTooLarge" | "AttachmentRejected" => true,
        "NoEmail" | "Suppressed" | "OnAccountSuppressionList" | "UnsubscribedRecipient" => false,
        _ => {
            status.map(|code| Reply::new(550, code)).is_some_and(|reply| is_about_us(&reply))
                || diagnostic.and_then(reply).is_some_and(|reply| is_about_us(&reply))
        }
    };
    EventKind::Bounce { permanent: *permanent && !about_us, about_us, sub_type: sub_type.clone() }
}

/// The same judgement as of a server that says it to us.
fn is_about_us(reply: &Reply) -> bool {
    matches!(
        classify(Phase::Dot, reply),
        Verdict::Failed { policy: true, .. } | Verdict::CampaignBlocked { .. }
    )
}

/// The answer in a diagnostic code such as `smtp; 550 5.7.1 no` (RFC 3464 §2.3.6).
fn reply(diagnostic: &str) -> Option<Reply> {
    let words = diagnostic.split_once(';').map_or(diagnostic, |(_, words)| words).trim_start();
    let (code, words) = words.split_at_checked(3)?;
    let code = code.parse().ok().filter(|code| (400..600).contains(code))?;
    Some(Reply::new(code, words.trim_start_matches([' ', '-'])))
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
mod tests;
