//! What happens to readers, told to the webhooks that want to know.

use database::{Result, Tx};

use super::read;
use crate::{
    NewsletterId, SubscriberId, Timestamp,
    webhooks::{self, Event, Fact, Listener},
};

/// Readers of one statement.
const ROWS: usize = 1_000;

/// Tells of readers as they are now, in the order of the ids; before they are removed when that is what is told. Costs
/// one look into an index when nobody wants to know.
pub async fn emit(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    ids: &[SubscriberId],
    event: Event,
    now: Timestamp,
) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    match webhooks::listener(tx, newsletter_id, &[event]).await? {
        Some(listener) => emit_to(tx, listener, ids, event, now).await,
        None => Ok(()),
    }
}

/// The same when it is known who listens.
pub async fn emit_to(
    tx: &mut Tx,
    listener: Listener,
    ids: &[SubscriberId],
    event: Event,
    now: Timestamp,
) -> Result<()> {
    if !listener.wants(event) {
        return Ok(());
    }
    for part in ids.chunks(ROWS) {
        let mut rows = read::rows(tx, listener.author_id, part).await?;
        rows.sort_unstable_by_key(|row| row.id);
        let facts: Vec<Fact> = rows.iter().map(|row| Fact::about(row.id, row)).collect();
        webhooks::emit_all(tx, listener.author_id, event, &facts, now).await?;
    }
    Ok(())
}
