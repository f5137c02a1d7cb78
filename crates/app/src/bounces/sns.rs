//! Amazon's notifications: signed by Amazon, sent by a topic of ours, fresh.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use mailer::sns::{self, Event as SesEvent, EventKind, Message, MessageKind};

use super::suppress_address;
use crate::{
    Core, clock,
    core::With,
    deliveries::events::{DeliveryEventKind, Event, record, record_passing, record_sent},
    links::{Mailed, Use, Verp},
    messages,
    suppressions::Reason,
};

/// SNS tries again for at most an hour.
const OLDEST: i64 = clock::HOUR + 5 * clock::MINUTE;
/// Clocks differ.
const NEWEST: i64 = 5 * clock::MINUTE;
const FETCH: Duration = Duration::from_secs(10);
/// A certificate has about 2 kB.
const MAX_CERTIFICATE: usize = 64 << 10;
/// Amazon changes its certificates about once a year.
const MAX_KEPT: usize = 32;

/// Amazon's certificates by URL, fetched once.
#[derive(Debug, Default)]
pub struct Certificates(Mutex<HashMap<String, Vec<u8>>>);

impl Certificates {
    fn get(&self, url: &str) -> Option<Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(url).cloned()
    }

    /// Keeps a certificate.
    pub fn insert(&self, url: &str, pem: Vec<u8>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MAX_KEPT {
            kept.clear();
        }
        kept.insert(url.to_owned(), pem);
    }
}

/// Why a notification is not believed.
#[derive(Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It cannot be read.
    Malformed(String),
    /// It is not Amazon's, not from a topic of ours, or stale.
    Forbidden(String),
    /// It may be good; send it again.
    Later(String),
}

/// Checks a notification and acts on it.
pub async fn receive(amazon: &With<Certificates>, body: &[u8]) -> Result<(), Refusal> {
    let message = sns::parse(body).map_err(|error| Refusal::Malformed(error.to_string()))?;
    let topics = &amazon.settings.sns_topics;
    if !topics.contains(&message.topic_arn) {
        return Err(Refusal::Forbidden(
            "The operator hasn't allowed this topic (LETTERPRESS_SNS_TOPICS).".into(),
        ));
    }
    let now = amazon.now().0;
    let age = message.age(now);
    if !(-NEWEST..=OLDEST).contains(&age) {
        return Err(Refusal::Forbidden("The notification is too old, or comes from the future.".into()));
    }
    let url = &message.signing_cert_url;
    if !sns::certificate_url_is_aws(url) {
        return Err(Refusal::Forbidden("The certificate is not one of Amazon's.".into()));
    }
    let certificate = certificate(amazon, url).await?;
    sns::verify(&message, &certificate, now).map_err(|error| Refusal::Forbidden(error.to_string()))?;
    // From here on it is what Amazon said.
    match message.kind {
        MessageKind::SubscriptionConfirmation => confirm(&message).await,
        MessageKind::Notification => notify(amazon, &message).await,
        MessageKind::UnsubscribeConfirmation => Ok(()),
    }
}

async fn certificate(amazon: &With<Certificates>, url: &str) -> Result<Vec<u8>, Refusal> {
    if let Some(kept) = amazon.own.get(url) {
        return Ok(kept);
    }
    let pem = pem(client()?.get(url)).await?;
    amazon.own.insert(url, pem.clone());
    Ok(pem)
}

async fn pem(request: reqwest::RequestBuilder) -> Result<Vec<u8>, Refusal> {
    let failed = |error: reqwest::Error| {
        Refusal::Later(format!("Couldn't fetch Amazon's certificate: {}", error.without_url()))
    };
    let mut response = request.send().await.map_err(failed)?.error_for_status().map_err(failed)?;
    let mut pem = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(failed)? {
        pem.extend_from_slice(&chunk);
        if pem.len() > MAX_CERTIFICATE {
            return Err(Refusal::Forbidden("The certificate is too large to be one.".into()));
        }
    }
    Ok(pem)
}

fn client() -> Result<reqwest::Client, Refusal> {
    reqwest::Client::builder()
        .timeout(FETCH)
        .redirect(reqwest::redirect::Policy::none())
        .https_only(true)
        .build()
        .map_err(|error| Refusal::Later(error.to_string()))
}

/// Visits the URL that makes the topic send. It stands under the signature, and leads to the same hosts as the
/// certificate.
async fn confirm(message: &Message) -> Result<(), Refusal> {
    let url = message.subscribe_url.as_deref().unwrap_or_default();
    if !sns::subscribe_url_is_aws(url) {
        return Err(Refusal::Forbidden("The subscription is not confirmed at Amazon.".into()));
    }
    let failed = |error: reqwest::Error| {
        Refusal::Later(format!("Couldn't confirm the subscription: {}", error.without_url()))
    };
    client()?.get(url).send().await.map_err(failed)?.error_for_status().map_err(failed)?;
    tracing::info!(topic = %message.topic_arn, "confirmed the subscription of an SNS topic");
    Ok(())
}

async fn notify(core: &Core, message: &Message) -> Result<(), Refusal> {
    // Whoever tests a topic by hand sends other texts: they are no mistake of Amazon's.
    let Ok(events) = sns::event(&message.message) else { return Ok(()) };
    let verp = Verp::new(core);
    for event in events {
        act(core, &verp, &event).await.map_err(|error| {
            tracing::error!(%error, "a notification of Amazon SES could not be kept");
            Refusal::Later("The database can't be written right now.".into())
        })?;
    }
    Ok(())
}

async fn act(core: &Core, verp: &Verp, event: &SesEvent) -> database::Result<()> {
    let (kind, suppress) = match &event.kind {
        EventKind::Bounce { about_us: true, .. } => {
            tracing::info!(
                status = event.status.as_deref(),
                "a mail came back for what it is or who sent it"
            );
            return Ok(());
        }
        EventKind::Bounce { permanent: true, .. } => (DeliveryEventKind::Bounced, Some(Reason::HardBounce)),
        EventKind::Bounce { .. } => (DeliveryEventKind::SoftBounced, None),
        EventKind::Complaint { feedback_type: Some(kind), .. } if kind == "not-spam" => return Ok(()),
        EventKind::Complaint { .. } => (DeliveryEventKind::Complained, Some(Reason::Complaint)),
        EventKind::Delivery => (DeliveryEventKind::Delivered, None),
        EventKind::Send => {
            // Amazon took it: it left, and has not arrived.
            return match (mail_of(verp, event), message_of(verp, event)) {
                (Some(mail), _) => record_sent(core, mail).await,
                (None, Some(id)) => messages::left(core, id).await,
                (None, None) => Ok(()),
            };
        }
        _ => return Ok(()),
    };
    let detail = match &event.kind {
        EventKind::Complaint { feedback_type, .. } => {
            feedback_type.as_ref().map(|kind| format!("Reported as {kind}."))
        }
        _ => event.diagnostic.clone(),
    };
    if let Some(mail) = mail_of(verp, event) {
        let counts = speaks_of_mailbox(event);
        let event =
            Event { kind, source: "ses", enhanced_code: event.status.as_deref(), detail: detail.as_deref() };
        let recorded =
            if counts { record(core, mail, event).await } else { record_passing(core, mail, event).await };
        return recorded.map(drop);
    }
    if let Some(id) = message_of(verp, event) {
        return messages::came_back(core, id, kind, ("ses", detail.as_deref())).await;
    }
    // A notification without tags (feedback of an identity, not of a configuration set) names the address alone.
    if let Some(reason) = suppress {
        suppress_address(core, &event.recipient, reason, "ses", detail.as_deref()).await?;
    }
    Ok(())
}

/// The mail of ours that Amazon's tags name.
fn mail_of(verp: &Verp, event: &SesEvent) -> Option<Mailed> {
    event.tags.get("delivery").and_then(|token| verp.read_token(Use::Bounce, token))
}

/// The message that no campaign sent, in the same way.
fn message_of(verp: &Verp, event: &SesEvent) -> Option<i64> {
    event.tags.get("delivery").and_then(|token| verp.read_token(Use::Message, token)).map(Mailed::message_id)
}

/// Whether a bounce that is not for good is about the mailbox: Amazon says so, or the other server's words do.
fn speaks_of_mailbox(event: &SesEvent) -> bool {
    let EventKind::Bounce { sub_type, .. } = &event.kind else { return false };
    let status = event.status.as_deref().and_then(mailer::Enhanced::parse);
    let text = event.diagnostic.as_deref().unwrap_or_default();
    let said = refusals::Refusal { text, status, ..refusals::Refusal::default() };
    sub_type == "MailboxFull" || refusals::meaning(&said) == refusals::Meaning::Away
}

#[cfg(test)]
mod tests {
    use axum::{Router, routing::get};

    use super::*;

    #[test]
    fn certificates_are_kept_in_bounded_number() {
        let kept = Certificates::default();
        for n in 0..MAX_KEPT {
            kept.insert(&format!("https://{n}"), vec![1]);
        }
        assert_eq!(kept.get("https://0"), Some(vec![1]));
        kept.insert("https://one-more", vec![2]);
        assert_eq!((kept.get("https://0"), kept.get("https://one-more")), (None, Some(vec![2])));
    }

    #[tokio::test]
    async fn a_certificate_has_a_size_and_comes_from_where_it_was_asked_for_in_confidence() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = format!("http://{}", listener.local_addr().unwrap());
        let routes = Router::new()
            .route("/largest", get(|| async { "x".repeat(65_536) }))
            .route("/larger", get(|| async { "x".repeat(65_537) }));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let fetched = async |path: &str| pem(reqwest::Client::new().get(format!("{at}{path}"))).await;
        assert_eq!(fetched("/largest").await.unwrap().len(), 65_536);
        assert!(matches!(fetched("/larger").await, Err(Refusal::Forbidden(_))));
        assert!(matches!(fetched("/none").await, Err(Refusal::Later(_))));
        let in_clear = client().unwrap().get(format!("{at}/largest")).send().await.unwrap_err();
        assert!(in_clear.is_builder(), "{in_clear}");
    }

    #[tokio::test]
    async fn a_subscription_is_confirmed_at_amazon_alone() {
        let body = serde_json::json!({
            "Type": "SubscriptionConfirmation", "MessageId": "1", "TopicArn": "arn:aws:sns:eu-west-1:123456789012:x",
            "Message": "x", "Timestamp": "2026-11-21T12:00:00.000Z", "SignatureVersion": "2", "Signature": "AAAA", "Token": "x",
            "SigningCertURL": "https://sns.eu-west-1.amazonaws.com/x.pem", "SubscribeURL": "https://127.0.0.1:1/?Action=ConfirmSubscription",
        });
        let message = sns::parse(body.to_string().as_bytes()).unwrap();
        assert!(matches!(confirm(&message).await, Err(Refusal::Forbidden(_))));
    }
}
