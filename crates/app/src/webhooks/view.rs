//! Webhooks and their deliveries as the API shows them.

use serde::Serialize;
use serde_json::{Value, json};

use super::{
    model::Event,
    store::{deliveries::DeliveryRow, hooks::HookRow},
};
use crate::{Timestamp, http::Editable};

/// A server that is told of events.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Webhook {
    pub id: i64,
    pub url: String,
    pub events: Vec<Event>,
    /// Whether events are sent there.
    pub is_active: bool,
    #[schema(required)]
    pub description: Option<String>,
    /// The first failure since the last success.
    #[schema(required)]
    pub failing_since: Option<Timestamp>,
    /// When it was disabled because its receiver failed for days or answered 410 Gone. Set `is_active` to go on.
    #[schema(required)]
    pub disabled_at: Option<Timestamp>,
    #[schema(required)]
    pub disabled_reason: Option<String>,
    /// The one that was attempted last.
    #[schema(required)]
    pub last_delivery: Option<Delivery>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A webhook with its secret, which is shown this once.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NewWebhook {
    #[serde(flatten)]
    pub webhook: Webhook,
    /// `whsec_` and the base64 of the bytes that sign.
    pub secret: String,
}

/// Where a delivery stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = WebhookDeliveryState)]
pub enum State {
    /// To be attempted, or attempted again.
    Pending,
    Delivered,
    /// Given up.
    Failed,
    /// A test, whatever became of it.
    Test,
}

impl State {
    /// The name in the database and in JSON.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "pending" => Self::Pending,
            "delivered" => Self::Delivered,
            "failed" => Self::Failed,
            "test" => Self::Test,
            _ => return None,
        })
    }
}

/// An event on its way to one webhook.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = WebhookDelivery)]
pub struct Delivery {
    pub id: i64,
    pub webhook_id: i64,
    /// The header `webhook-id`: the same for every attempt and replay of an event.
    #[schema(example = "evt_mzxw6ytboi4dcmzz")]
    pub event_id: String,
    /// Of the event, or `test`.
    #[schema(example = "email.opened")]
    pub r#type: String,
    /// Counts the events of this webhook without gaps, from 1; a test has 0.
    pub sequence: i64,
    pub state: State,
    /// Attempts that ended.
    pub attempts: i64,
    /// Of the last answer.
    #[schema(required)]
    pub status: Option<i64>,
    /// Why the last attempt failed, a sentence.
    #[schema(required)]
    pub error: Option<String>,
    #[schema(required)]
    pub duration_ms: Option<i64>,
    pub created_at: Timestamp,
    #[schema(required)]
    pub next_attempt_at: Option<Timestamp>,
    #[schema(required)]
    pub delivered_at: Option<Timestamp>,
    /// The body that is sent.
    #[schema(value_type = BTreeMap<String, Value>)]
    pub payload: Value,
    /// The first 1,024 bytes of the last answer.
    #[schema(required)]
    pub response: Option<String>,
}

/// The body of an event, in the order in which it is sent.
pub fn payload(kind: &str, at: Timestamp, sequence: i64, data: &str) -> Value {
    let data: Value = serde_json::from_str(data).unwrap_or_default();
    json!({ "type": kind, "timestamp": at, "sequence": sequence, "data": data })
}

impl From<DeliveryRow> for Delivery {
    fn from(row: DeliveryRow) -> Self {
        Self {
            id: row.id,
            webhook_id: row.webhook_id,
            payload: payload(&row.kind, row.at, row.sequence, &row.data),
            event_id: row.event_id,
            r#type: row.kind,
            sequence: row.sequence,
            state: State::parse(&row.state).unwrap_or(State::Failed),
            attempts: row.attempts,
            status: row.status,
            error: row.error,
            duration_ms: row.duration_ms,
            created_at: row.created_at,
            next_attempt_at: row.next_attempt_at,
            delivered_at: row.delivered_at,
            response: row.response,
        }
    }
}

/// A webhook with the delivery that was attempted last.
pub fn webhook(row: HookRow, last: Option<DeliveryRow>) -> Webhook {
    Webhook {
        id: row.id,
        url: row.url,
        events: Event::of_bits(row.events),
        is_active: row.is_active,
        description: row.description,
        failing_since: row.failing_since,
        disabled_at: row.disabled_at,
        disabled_reason: row.disabled_reason,
        last_delivery: last.map(Delivery::from),
        created_at: row.created_at,
        updated_at: row.updated_at,
    }
}

impl Editable for Webhook {
    const TABLE: &str = "webhooks";

    fn edited(&self) -> impl Serialize {
        (&self.url, &self.events, self.is_active, &self.description)
    }
}
