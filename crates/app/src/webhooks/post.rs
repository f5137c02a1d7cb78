//! One attempt: a signed request and what came back.

use outbound::{HeaderMap, HeaderValue, header};
use tokio::time::Instant;

use super::{
    model::{MAX_RESPONSE, Outcome},
    sign,
    store::{deliveries::DeliveryRow, hooks::HookRow},
    view::payload,
};
use crate::{Core, clock::SECOND};

/// What is sent.
pub struct Message {
    pub id: String,
    pub body: Vec<u8>,
}

impl Message {
    pub fn of(row: &DeliveryRow) -> Self {
        let body = payload(&row.kind, row.at, row.sequence, &row.data).to_string().into_bytes();
        Self { id: row.event_id.clone(), body }
    }
}

/// Sends a message to the webhook's receiver, once. Redirects are answers, and failures.
pub async fn attempt(core: &Core, hook: &HookRow, message: Message) -> Outcome {
    let headers = match headers(core, hook, &message) {
        Ok(headers) => headers,
        Err(error) => return Outcome { error: Some(error), ..Outcome::default() },
    };
    let started = Instant::now();
    let answer = core.outbound.deliver(&hook.url, headers, message.body, MAX_RESPONSE).await;
    let duration_ms = i64::try_from(started.elapsed().as_millis()).unwrap_or(i64::MAX);
    match answer {
        Ok(answer) => Outcome {
            status: Some(answer.status),
            error: refusal(answer.status),
            response: Some(text(&answer.body)),
            duration_ms,
            retry_after: retry_after(answer.status, &answer.headers),
        },
        Err(failure) => Outcome { error: Some(failure.to_string()), duration_ms, ..Outcome::default() },
    }
}

fn headers(core: &Core, hook: &HookRow, message: &Message) -> Result<HeaderMap, String> {
    let now = core.now();
    let mut secrets = Vec::with_capacity(2);
    let old = hook.old_secret.as_ref().filter(|_| hook.old_secret_until.is_some_and(|until| until > now));
    for sealed in std::iter::once(&hook.secret).chain(old) {
        let secret = sign::open(core, hook.author_id, sealed.clone());
        secrets.push(secret.map_err(|_| "The webhook's secret cannot be read: rotate it.".to_owned())?);
    }
    let signature = sign::signatures(&secrets, &message.id, now, &message.body);
    let value = |text: &str| HeaderValue::from_str(text).map_err(|error| error.to_string());
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert("webhook-id", value(&message.id)?);
    headers.insert("webhook-timestamp", HeaderValue::from(sign::seconds(now)));
    headers.insert("webhook-signature", value(&signature)?);
    Ok(headers)
}

fn refusal(status: u16) -> Option<String> {
    match status {
        200..=299 => None,
        300..=399 => {
            Some(format!("The receiver redirects ({status}), which is not followed: give its final URL."))
        }
        410 => Some("The receiver answered 410 Gone, so it wants no more events.".to_owned()),
        429 => Some("The receiver asks for fewer requests (429).".to_owned()),
        _ => Some(format!("The receiver answered with status {status}.")),
    }
}

/// PostgreSQL keeps no U+0000.
fn text(body: &[u8]) -> String {
    String::from_utf8_lossy(body).replace('\0', "")
}

/// Milliseconds of a `Retry-After` in seconds (RFC 9110 §10.2.3), where it means something.
fn retry_after(status: u16, headers: &HeaderMap) -> i64 {
    if !matches!(status, 429 | 503) {
        return 0;
    }
    let seconds: Option<i64> = headers
        .get(header::RETRY_AFTER)
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.trim().parse().ok());
    seconds.unwrap_or(0).clamp(0, 24 * 3_600) * SECOND
}
