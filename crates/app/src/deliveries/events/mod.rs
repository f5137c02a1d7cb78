//! What happened to mails after they were sent, beside the ledger: an event, the counters of run, domain and day, the
//! reader's state and an entry of the suppression list, in one transaction.

mod store;
mod take_back;

use database::Tx;
use serde::Serialize;

use super::{left_at, prove_sent, receiver_of};
use crate::{
    Core, NewsletterId, RunId, SubscriberId, Timestamp, clock,
    domains::{self, SendStats},
    links::Mailed,
    newsletters,
    runs::{self, RunRef},
    subscribers,
    suppressions::{self, Reason},
    webhooks,
};

pub use store::{EventRow, events_of, forget_delivered, readers_with};
pub use take_back::take_back;

/// Campaigns in a row whose mails came back from a full or disabled mailbox, after which it is not mailed any more.
const SOFT_BOUNCES: usize = 5;
/// They lie at least so far apart, first and last: a holiday is no end.
const SOFT_SPAN: i64 = 7 * clock::DAY;
/// What is older is forgotten.
const SOFT_WINDOW: i64 = 365 * clock::DAY;
/// After so long a mail that did not come back has arrived: servers give up within five days (RFC 5321 §4.5.4.1).
const SETTLED: i64 = 5 * clock::DAY;

/// What happened to a mail after it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryEventKind {
    /// The mailbox does not exist.
    Bounced,
    /// The mailbox is full or switched off, or could not be reached.
    SoftBounced,
    /// The reader called it spam.
    Complained,
    /// The receiver's server took it.
    Delivered,
}

const KINDS: [(DeliveryEventKind, &str); 4] = [
    (DeliveryEventKind::Bounced, "bounced"),
    (DeliveryEventKind::SoftBounced, "soft_bounced"),
    (DeliveryEventKind::Complained, "complained"),
    (DeliveryEventKind::Delivered, "delivered"),
];

impl DeliveryEventKind {
    /// The name in the database and in JSON.
    pub fn as_str(self) -> &'static str {
        KINDS.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }

    pub fn parse(name: &str) -> Option<Self> {
        KINDS.iter().find(|(_, n)| *n == name).map(|(kind, _)| *kind)
    }
}

/// One thing that happened to one mail.
#[derive(Clone, Copy, Debug)]
pub struct Event<'a> {
    pub kind: DeliveryEventKind,
    /// `smtp`, `report` or `ses`.
    pub source: &'static str,
    /// RFC 3463, such as 5.1.1.
    pub enhanced_code: Option<&'a str>,
    pub detail: Option<&'a str>,
}

/// Records what happened to a mail that a token names; false when it is known already or the mail is gone.
pub async fn record(core: &Core, mail: Mailed, event: Event<'_>) -> database::Result<bool> {
    record_as(core, mail, event, true).await
}

/// The same for a bounce that says nothing of the mailbox: seen in the report, and never held against the address.
pub async fn record_passing(core: &Core, mail: Mailed, event: Event<'_>) -> database::Result<bool> {
    record_as(core, mail, event, false).await
}

async fn record_as(core: &Core, mail: Mailed, event: Event<'_>, counts: bool) -> database::Result<bool> {
    let mut tx = core.db.begin().await?;
    let Some(run) = runs::find(&mut tx, mail.run_id).await? else { return Ok(false) };
    let is_new = write(&mut tx, run, mail.subscriber_id, event, counts, core.now()).await?;
    tx.commit().await?;
    if is_new {
        // A reader in doubt was sent to after all.
        core.sender.wake();
    }
    Ok(is_new)
}

/// The mail left for sure, and nothing more is known of it.
pub async fn record_sent(core: &Core, mail: Mailed) -> database::Result<()> {
    let mut tx = core.db.begin().await?;
    let Some(run) = runs::find(&mut tx, mail.run_id).await? else { return Ok(()) };
    prove_sent(&mut tx, run, mail.subscriber_id, core.now()).await?;
    tx.commit().await?;
    core.sender.wake();
    Ok(())
}

/// The same within a transaction, for the answer of a server.
pub async fn record_in(
    tx: &mut Tx,
    run: RunRef,
    subscriber_id: SubscriberId,
    event: Event<'_>,
    now: Timestamp,
) -> database::Result<bool> {
    write(tx, run, subscriber_id, event, true, now).await
}

/// `counts`: whether a soft bounce speaks against the mailbox.
async fn write(
    tx: &mut Tx,
    run: RunRef,
    subscriber_id: SubscriberId,
    event: Event<'_>,
    counts: bool,
    now: Timestamp,
) -> database::Result<bool> {
    let counts = counts && event.kind == DeliveryEventKind::SoftBounced;
    if !store::insert(tx, run, subscriber_id, event, counts, now).await? {
        return Ok(false);
    }
    let one = |kind| i64::from(event.kind == kind);
    let stats = SendStats {
        sent: 0,
        bounced: one(DeliveryEventKind::Bounced),
        soft_bounced: one(DeliveryEventKind::SoftBounced),
        complained: one(DeliveryEventKind::Complained),
    };
    runs::count_returned(tx, run.id, stats).await?;
    if event.source != "smtp" {
        prove_sent(tx, run, subscriber_id, now).await?;
    }
    if let Some(domain_id) = run.domain_id {
        domains::record_send_stats(tx, &[(domain_id, stats)].into()).await?;
        if let Some(left_at) = left_at(tx, run, subscriber_id).await? {
            let reader = subscribers::find_any(tx, run.newsletter_id, subscriber_id).await?;
            let receiver = reader.as_ref().map(|reader| receiver_of(&reader.email)).unwrap_or_default();
            domains::windows::record_bounce(tx, domain_id, left_at, &receiver, stats).await?;
        }
    }
    // Behind the domain, as at the end of a run.
    let day = newsletters::DailyDeltas {
        bounces: stats.bounced,
        complaints: stats.complained,
        ..newsletters::DailyDeltas::default()
    };
    newsletters::daily_add(tx, run.newsletter_id, now.day(), day).await?;
    mark(tx, run.newsletter_id, subscriber_id, event, now).await?;
    emit(tx, run, subscriber_id, event, now).await?;
    Ok(true)
}

/// Tells the webhooks that want to know.
async fn emit(
    tx: &mut Tx,
    run: RunRef,
    subscriber_id: SubscriberId,
    event: Event<'_>,
    now: Timestamp,
) -> database::Result<()> {
    let (told, kind) = match event.kind {
        DeliveryEventKind::Bounced => (webhooks::Event::EmailBounced, Some(webhooks::BounceKind::Hard)),
        DeliveryEventKind::SoftBounced => (webhooks::Event::EmailBounced, Some(webhooks::BounceKind::Soft)),
        DeliveryEventKind::Complained => (webhooks::Event::EmailComplained, None),
        DeliveryEventKind::Delivered => return Ok(()),
    };
    let Some(listener) = webhooks::listener(tx, run.newsletter_id, &[told]).await? else { return Ok(()) };
    let reader = subscribers::find_any(tx, run.newsletter_id, subscriber_id).await?;
    let data = webhooks::EmailReturned {
        newsletter_id: run.newsletter_id,
        campaign_id: run.campaign_id,
        subscriber: webhooks::EventSubscriber { id: subscriber_id, email: reader.map(|reader| reader.email) },
        kind,
        reason: event.detail,
        enhanced_code: event.enhanced_code,
        at: now,
    };
    let fact = webhooks::Fact::about(subscriber_id, &data);
    webhooks::emit_all(tx, listener.author_id, told, &[fact], now).await
}

/// The reader's state and the suppression list.
async fn mark(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    subscriber_id: SubscriberId,
    event: Event<'_>,
    now: Timestamp,
) -> database::Result<()> {
    let (email, reason) = match event.kind {
        DeliveryEventKind::Delivered => return Ok(()),
        DeliveryEventKind::Bounced => {
            let to = subscribers::Status::Bounced;
            (subscribers::record_bounce(tx, newsletter_id, subscriber_id, to, now).await?, Reason::HardBounce)
        }
        DeliveryEventKind::Complained => {
            let to = subscribers::Status::Complained;
            (subscribers::record_bounce(tx, newsletter_id, subscriber_id, to, now).await?, Reason::Complaint)
        }
        DeliveryEventKind::SoftBounced => {
            if !is_worn_out(tx, newsletter_id, subscriber_id, now).await? {
                return Ok(());
            }
            let to = subscribers::Status::Bounced;
            (
                subscribers::record_bounce(tx, newsletter_id, subscriber_id, to, now).await?,
                Reason::SoftBounces,
            )
        }
    };
    let Some((email, email_key)) = email else { return Ok(()) };
    let new = suppressions::New {
        email: &email,
        email_key: &email_key,
        reason,
        source: event.source,
        detail: event.detail,
    };
    suppressions::add(tx, new, now).await.map(drop)
}

/// Whether the mails of the last five campaigns all came back from a full or disabled mailbox: over a week at least, within
/// a year, and nothing arrived since the first of them.
async fn is_worn_out(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    subscriber_id: SubscriberId,
    now: Timestamp,
) -> database::Result<bool> {
    let last = store::soft_bounces(tx, newsletter_id, subscriber_id, SOFT_BOUNCES).await?;
    let (Some(first), Some(latest)) =
        (last.iter().map(|(_, at)| *at).min(), last.iter().map(|(_, at)| *at).max())
    else {
        return Ok(false);
    };
    if last.len() < SOFT_BOUNCES || latest.0 - first.0 < SOFT_SPAN || now.0 - first.0 > SOFT_WINDOW {
        return Ok(false);
    }
    let reader = subscriber_id.get();
    let known = subscribers::last_known(tx, newsletter_id, reader, reader).await?;
    if known.get(&reader).is_some_and(|at| *at > first.0)
        || store::read_since(tx, newsletter_id, subscriber_id, first).await?
    {
        return Ok(false);
    }
    let first_run = last.iter().map(|(run_id, _)| *run_id).min().unwrap_or(RunId::new(0));
    let settled = Timestamp(now.0 - SETTLED);
    Ok(!store::arrived_after(tx, newsletter_id, subscriber_id, first_run, settled).await?)
}
