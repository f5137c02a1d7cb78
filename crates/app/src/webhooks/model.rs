//! Kinds of events, when an attempt is made again, and when a webhook is given up.

use serde::{Deserialize, Serialize};

use crate::{
    Timestamp,
    clock::{DAY, HOUR, MINUTE, SECOND},
};

/// Webhooks of one author.
pub const MAX_WEBHOOKS: i64 = 20;
/// Characters of a URL.
pub const MAX_URL: usize = 2_048;
/// Characters of a description.
pub const MAX_DESCRIPTION: usize = 500;
/// Bytes of an answer that are kept.
pub const MAX_RESPONSE: usize = 1_024;
/// How long the secret before a rotation signs as well, in milliseconds.
pub const OLD_SECRET: i64 = DAY;
/// A webhook that fails for so long without any success is disabled, in milliseconds.
pub const GIVE_UP: i64 = 5 * DAY;
/// How long finished deliveries are kept, in milliseconds.
pub const KEPT_FOR: i64 = 30 * DAY;
/// Finished deliveries that are kept of one webhook.
pub const KEPT: i64 = 10_000;

/// Waits after each failed attempt (Standard Webhooks, "Deliverability and reliability").
const RETRIES: [i64; 9] =
    [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
/// The longest pause of a webhook whose receiver fails: shorter than the waits of a delivery, so that one that only
/// the receiver's fault keeps from being taken does not keep others waiting for long.
const LONGEST_PAUSE: i64 = MINUTE;
/// The longest pause that a receiver may ask for.
const LONGEST_ASKED: i64 = HOUR;

/// What a webhook can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = WebhookEvent)]
#[repr(u8)]
pub enum Event {
    /// A person opened an email.
    #[serde(rename = "email.opened")]
    EmailOpened = 0,
    /// A person followed a link of an email.
    #[serde(rename = "email.clicked")]
    EmailClicked = 1,
    /// A mail came back.
    #[serde(rename = "email.bounced")]
    EmailBounced = 2,
    /// A reader called a mail spam.
    #[serde(rename = "email.complained")]
    EmailComplained = 3,
    #[serde(rename = "subscriber.created")]
    SubscriberCreated = 4,
    /// A reader confirmed the address, or came back by doing so.
    #[serde(rename = "subscriber.confirmed")]
    SubscriberConfirmed = 5,
    #[serde(rename = "subscriber.updated")]
    SubscriberUpdated = 6,
    #[serde(rename = "subscriber.unsubscribed")]
    SubscriberUnsubscribed = 7,
    #[serde(rename = "subscriber.deleted")]
    SubscriberDeleted = 8,
    /// A campaign began, or went on after a pause.
    #[serde(rename = "campaign.sending")]
    CampaignSending = 9,
    #[serde(rename = "campaign.sent")]
    CampaignSent = 10,
    /// By its author or by itself.
    #[serde(rename = "campaign.paused")]
    CampaignPaused = 11,
}

/// In the order of their bits, which the database keeps.
const EVENTS: [(Event, &str); 12] = [
    (Event::EmailOpened, "email.opened"),
    (Event::EmailClicked, "email.clicked"),
    (Event::EmailBounced, "email.bounced"),
    (Event::EmailComplained, "email.complained"),
    (Event::SubscriberCreated, "subscriber.created"),
    (Event::SubscriberConfirmed, "subscriber.confirmed"),
    (Event::SubscriberUpdated, "subscriber.updated"),
    (Event::SubscriberUnsubscribed, "subscriber.unsubscribed"),
    (Event::SubscriberDeleted, "subscriber.deleted"),
    (Event::CampaignSending, "campaign.sending"),
    (Event::CampaignSent, "campaign.sent"),
    (Event::CampaignPaused, "campaign.paused"),
];

impl Event {
    /// Those of a new webhook that names none.
    pub const DEFAULT: [Self; 2] = [Self::EmailOpened, Self::EmailClicked];

    /// All there are.
    pub fn all() -> impl Iterator<Item = Self> {
        EVENTS.into_iter().map(|(event, _)| event)
    }

    /// The name in the database and in JSON.
    pub fn as_str(self) -> &'static str {
        EVENTS[usize::from(self as u8)].1
    }

    pub fn parse(name: &str) -> Option<Self> {
        EVENTS.iter().find(|(_, n)| *n == name).map(|(event, _)| *event)
    }

    pub fn bit(self) -> i64 {
        1 << (self as u8)
    }

    /// A set of events as it is kept.
    pub fn bits(events: &[Self]) -> i64 {
        events.iter().fold(0, |bits, event| bits | event.bit())
    }

    /// The events of a kept set.
    pub fn of_bits(bits: i64) -> Vec<Self> {
        EVENTS.iter().map(|(event, _)| *event).filter(|event| bits & event.bit() != 0).collect()
    }
}

/// What became of one attempt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Absent when there was no answer.
    pub status: Option<u16>,
    /// A sentence; absent when the receiver took it.
    pub error: Option<String>,
    pub response: Option<String>,
    pub duration_ms: i64,
    /// How long the receiver asks to be left alone, in milliseconds.
    pub retry_after: i64,
}

impl Outcome {
    pub fn is_taken(&self) -> bool {
        self.error.is_none()
    }
}

/// Milliseconds until the next attempt after so many failed ones; `None` when that was the last. `jitter` (0 to 255)
/// adds up to a tenth, so that what failed together does not come back together.
pub fn retry_in(attempts: i64, retry_after: i64, jitter: u8) -> Option<i64> {
    let wait = usize::try_from(attempts - 1).ok().and_then(|at| RETRIES.get(at)).copied()?;
    let wait = wait.max(retry_after.min(DAY));
    Some(wait + wait * i64::from(jitter) / 2_550)
}

/// How a receiver has fared since its last success.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Health {
    pub failing_since: Option<Timestamp>,
    /// Rounds of attempts that all failed, in a row.
    pub failures: i64,
    pub paused_until: i64,
}

/// What attempts that were made together mean for their webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Well,
    /// No more attempts until the pause is over.
    Failing,
    /// For the reason, a sentence.
    Disable(String),
}

impl Health {
    /// Takes attempts into account that were made together and just ended.
    pub fn after(self, outcomes: &[Outcome], now: Timestamp) -> (Self, Verdict) {
        if outcomes.iter().any(|outcome| outcome.status == Some(410)) {
            let reason = "The receiver answered 410 Gone, so it wants no more events.";
            return (self, Verdict::Disable(reason.into()));
        }
        if outcomes.iter().any(Outcome::is_taken) {
            return (Self::default(), Verdict::Well);
        }
        let since = self.failing_since.unwrap_or(now);
        let failures = self.failures + 1;
        let own = (SECOND << (failures - 1).clamp(0, 16)).min(LONGEST_PAUSE);
        let asked = outcomes.iter().map(|outcome| outcome.retry_after).max().unwrap_or(0).min(LONGEST_ASKED);
        let next = Self { failing_since: Some(since), failures, paused_until: now.0 + own.max(asked) };
        if now.0 - since.0 >= GIVE_UP {
            let reason = "Every attempt in the last 5 days failed.";
            return (next, Verdict::Disable(reason.into()));
        }
        (next, Verdict::Failing)
    }
}

/// What is left of an event's data when its reader is to be forgotten: numbers that name nobody, and the time.
pub fn without_reader(data: &serde_json::Value) -> serde_json::Value {
    let Some(fields) = data.as_object() else { return serde_json::Value::Null };
    let kept = |name: &str, value: &serde_json::Value| match name {
        "id" | "newsletter_id" | "campaign_id" | "at" | "kind" => value.clone(),
        "subscriber" => without_reader(value),
        _ => serde_json::Value::Null,
    };
    fields.iter().map(|(name, value)| (name.clone(), kept(name, value))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const NOW: Timestamp = Timestamp(1_000_000_000);

    fn answer(status: u16) -> Outcome {
        let error = (!(200..300).contains(&status)).then(|| "no".to_owned());
        Outcome { status: Some(status), error, ..Outcome::default() }
    }

    #[test]
    fn events_have_one_name_and_one_bit_each() {
        for (at, (event, name)) in EVENTS.into_iter().enumerate() {
            assert_eq!((event as usize, event.as_str(), Event::parse(name)), (at, name, Some(event)));
            assert_eq!(serde_json::to_value(event).unwrap(), name);
        }
        let all: Vec<Event> = EVENTS.iter().map(|(event, _)| *event).collect();
        assert_eq!(Event::of_bits(Event::bits(&all)), all);
        assert_eq!(Event::of_bits(Event::bits(&Event::DEFAULT)), Event::DEFAULT);
    }

    #[test]
    fn nine_retries_follow_the_schedule_with_a_tenth_of_jitter() {
        for (attempts, wait) in (1..).zip(RETRIES) {
            assert_eq!(retry_in(attempts, 0, 0), Some(wait));
            assert_eq!(retry_in(attempts, 0, 255), Some(wait + wait / 10));
        }
        assert_eq!(retry_in(10, 0, 0), None);
        assert_eq!(retry_in(1, 60 * SECOND, 0), Some(60 * SECOND));
        assert_eq!(retry_in(9, 40 * DAY, 0), Some(DAY));
    }

    #[test]
    fn a_success_makes_well_and_days_of_failure_disable() {
        let (mut health, verdict) = Health::default().after(&[answer(500)], NOW);
        assert_eq!((health.failing_since, verdict), (Some(NOW), Verdict::Failing));
        assert_eq!(health.paused_until, NOW.0 + SECOND);
        for _ in 0..100 {
            health = health
                .after(&[answer(302), Outcome { error: Some("x".into()), ..Outcome::default() }], NOW)
                .0;
        }
        assert_eq!((health.failing_since, health.paused_until), (Some(NOW), NOW.0 + MINUTE));
        assert_eq!(health.after(&[answer(500)], NOW.plus(GIVE_UP - 1)).1, Verdict::Failing);
        assert!(matches!(health.after(&[answer(500)], NOW.plus(GIVE_UP)).1, Verdict::Disable(_)));
        assert_eq!(
            health.after(&[answer(500), answer(204)], NOW.plus(GIVE_UP)),
            (Health::default(), Verdict::Well)
        );
        assert!(matches!(Health::default().after(&[answer(200), answer(410)], NOW).1, Verdict::Disable(_)));
        let asked = Outcome { retry_after: 30 * SECOND, ..answer(429) };
        assert_eq!(Health::default().after(&[asked], NOW).0.paused_until, NOW.0 + 30 * SECOND);
    }

    #[test]
    fn of_a_forgotten_reader_numbers_stay() {
        let data = json!({ "newsletter_id": 1, "campaign_id": 2, "subscriber": { "id": 3, "email": "a@example.com" },
            "link": "https://example.org/?to=a@example.com", "at": "2026-11-21T12:00:00.000Z" });
        let left = json!({ "newsletter_id": 1, "campaign_id": 2, "subscriber": { "id": 3, "email": null },
            "link": null, "at": "2026-11-21T12:00:00.000Z" });
        assert_eq!(without_reader(&data), left);
    }
}
