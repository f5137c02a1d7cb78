//! What operators watch: who works on the ledger.

use database::{Result, Tx, on_engine};

use crate::{Timestamp, clock::SECOND};

/// A node that was not heard of for so long does not count as alive; it says that it lives every 5 seconds.
pub(super) const SILENT: i64 = 30 * SECOND;

/// How many nodes send, the silent left out. `now` is the time on which nodes agree.
pub async fn living_nodes(tx: &mut Tx, now: Timestamp) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT COUNT(*) FROM nodes WHERE stopped_at IS NULL AND heartbeat_at >= $1")
        .bind(now.plus(-SILENT)).fetch_one(conn).await)
}

/// The living nodes whose machine's clock is off by more than `tolerated`, and by how much it is ahead, both in
/// milliseconds; the worst first. `now` is the time on which nodes agree.
pub async fn nodes_off(tx: &mut Tx, now: Timestamp, tolerated: i64) -> Result<Vec<(i64, i64)>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, clock_ahead FROM nodes WHERE stopped_at IS NULL AND heartbeat_at >= $1 AND ABS(clock_ahead) > $2 \
         ORDER BY ABS(clock_ahead) DESC, id")
        .bind(now.plus(-SILENT)).bind(tolerated).fetch_all(conn).await)
}

/// No node of the installation that a backup was made of works on the copy: what they had in flight there is in doubt
/// here, at once and not after their silence.
pub async fn end_all_nodes(tx: &mut Tx, now: Timestamp) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE nodes SET stopped_at = $1 WHERE stopped_at IS NULL")
        .bind(now).execute(conn).await.map(drop))
}
