//! What operators watch: the open part of the ledger, and who works on it.

use database::{Result, Tx, on_engine};

use super::model::Counters;
use crate::{Timestamp, clock::SECOND};

/// A node that was not heard of for so long does not count as alive; it says that it lives every 5 seconds.
pub(super) const SILENT: i64 = 30 * SECOND;

/// The counters of all runs that are not done, in sum.
pub async fn open_totals(tx: &mut Tx) -> Result<Counters> {
    let rows: Vec<Counters> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT intended, claimed, committing, sent, deferred, failed, suppressed, skipped, cancelled, in_doubt, held \
         FROM campaign_runs WHERE state <> 'done'").fetch_all(conn).await?);
    Ok(rows.into_iter().fold(Counters::default(), |sum, run| Counters {
        intended: sum.intended + run.intended,
        claimed: sum.claimed + run.claimed,
        committing: sum.committing + run.committing,
        sent: sum.sent + run.sent,
        deferred: sum.deferred + run.deferred,
        failed: sum.failed + run.failed,
        suppressed: sum.suppressed + run.suppressed,
        skipped: sum.skipped + run.skipped,
        cancelled: sum.cancelled + run.cancelled,
        in_doubt: sum.in_doubt + run.in_doubt,
        held: sum.held + run.held,
    }))
}

/// When each node that sends was last heard of, the silent left out.
pub async fn living_nodes(tx: &mut Tx, now: Timestamp) -> Result<Vec<Timestamp>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT heartbeat_at FROM nodes WHERE stopped_at IS NULL AND heartbeat_at >= $1 ORDER BY heartbeat_at")
        .bind(now.plus(-SILENT)).fetch_all(conn).await)
}

/// No node of the installation that a backup was made of works on the copy: what they had in flight there is in doubt
/// here, at once and not after their silence.
pub async fn end_all_nodes(tx: &mut Tx, now: Timestamp) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE nodes SET stopped_at = $1 WHERE stopped_at IS NULL")
        .bind(now).execute(conn).await.map(drop))
}
