//! What comes back of messages.

use database::{Result, Tx};

use super::{model::Returned, store};
use crate::{
    Core, Timestamp,
    deliveries::events::DeliveryEventKind,
    suppressions::{self, Reason},
};

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
    let Some(recipient) = store::recipient(tx, id).await? else { return Ok(()) };
    store::returned(tx, id, what, detail, now).await?;
    let reason = match what {
        Returned::Bounced => Reason::HardBounce,
        Returned::Complained => Reason::Complaint,
        Returned::Delivered | Returned::SoftBounced => return Ok(()),
    };
    let Ok(address) = content::parse_address(&recipient) else { return Ok(()) };
    let new = suppressions::New { email: &address.original, email_key: &address.key, reason, source, detail };
    suppressions::add(tx, new, now).await.map(drop)
}
