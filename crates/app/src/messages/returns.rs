//! What comes back of messages.

use database::{Result, Tx};
use futures::future::BoxFuture;

use super::{model::Returned, store};
use crate::{
    Core, Timestamp,
    deliveries::events::DeliveryEventKind,
    domains::{self, SendStats},
    newsletters::{self, Newsletter},
    suppressions::{self, Reason},
};

/// Longest text of a server that is kept, in characters.
const MAX_DETAIL: usize = 500;

/// Records what happened to a message that was sent. `source` is `report` or `ses`.
pub async fn came_back(
    core: &Core,
    id: i64,
    kind: DeliveryEventKind,
    (source, detail): (&'static str, Option<&str>),
) -> Result<()> {
    let what = match kind {
        DeliveryEventKind::Delivered => Returned::Delivered,
        DeliveryEventKind::SoftBounced => Returned::SoftBounced,
        DeliveryEventKind::Bounced => Returned::Bounced,
        DeliveryEventKind::Complained => Returned::Complained,
    };
    let now = core.now();
    let mut tx = core.db.begin().await?;
    store::prove_sent(&mut tx, id, now).await?;
    record(&mut tx, id, what, (source, detail), now).await?;
    tx.commit().await
}

/// For a copy that is restored: what was to be sent, the installation that it was made of may have sent. Somebody decides.
/// Answers how many there are.
pub fn hold_all(tx: &mut Tx) -> BoxFuture<'_, Result<u64>> {
    const REASON: &str = "It waited when this copy was restored: the installation before may have sent it.";
    Box::pin(store::doubt_all(tx, REASON))
}

/// Forgets what was sent to a subscriber who asks for it.
pub async fn forget(tx: &mut Tx, newsletter: &Newsletter, email: &str) -> Result<()> {
    let Ok(address) = content::parse_address(email) else { return Ok(()) };
    store::forget(tx, (newsletter.author_id, newsletter.id), &address.key).await
}

/// It left for sure, and nothing more is known.
pub async fn left(core: &Core, id: i64) -> Result<()> {
    let mut tx = core.db.begin().await?;
    store::prove_sent(&mut tx, id, core.now()).await?;
    tx.commit().await
}

/// Keeps it, and sends nothing more where nobody is or nobody wants it.
pub(super) async fn record(
    tx: &mut Tx,
    id: i64,
    what: Returned,
    (source, detail): (&'static str, Option<&str>),
    now: Timestamp,
) -> Result<()> {
    let Some((recipient, newsletter_id)) = store::recipient(tx, id).await? else { return Ok(()) };
    // As what came back of campaigns: without what PostgreSQL cannot keep, and no longer than a person reads.
    let detail: Option<String> =
        detail.map(|detail| detail.chars().filter(|c| *c != '\0').take(MAX_DETAIL).collect());
    if !store::returned(tx, id, what, detail.as_deref(), now).await? {
        return Ok(());
    }
    let domain_id =
        newsletters::find_any(tx, newsletter_id).await?.and_then(|newsletter| newsletter.domain_id);
    if let Some(domain_id) = domain_id {
        let one = |kind| i64::from(what == kind);
        let stats = SendStats {
            sent: 0,
            bounced: one(Returned::Bounced),
            soft_bounced: one(Returned::SoftBounced),
            complained: one(Returned::Complained),
        };
        domains::record_send_stats(tx, &[(domain_id, stats)].into()).await?;
    }
    let reason = match what {
        Returned::Bounced => Reason::HardBounce,
        Returned::Complained => Reason::Complaint,
        Returned::Delivered | Returned::SoftBounced => return Ok(()),
    };
    let Ok(address) = content::parse_address(&recipient) else { return Ok(()) };
    let detail = detail.as_deref();
    let new = suppressions::New { email: &address.original, email_key: &address.key, reason, source, detail };
    suppressions::add(tx, new, now).await.map(drop)
}
