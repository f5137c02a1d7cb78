//! What the ledger knows of a run beside its counters.

use database::{Tx, on_engine};

use crate::{Timestamp, deliveries::ledger::UNDECIDED, runs::RunRow};

/// When the next readers get theirs, if everybody left waits for a local time.
pub async fn next_local_time(
    tx: &mut Tx,
    run: &RunRow,
    now: Timestamp,
) -> database::Result<Option<Timestamp>> {
    let next: Option<Timestamp> = on_engine!(tx, conn => sqlx::query_scalar::<_, Option<Timestamp>>(
        "SELECT MIN(not_before) FROM delivery_chunks WHERE run_id = $1 AND is_open")
        .bind(run.id).fetch_one(conn).await?);
    Ok(next.filter(|at| *at > now))
}

/// How many readers wait for the winner of an A/B test.
pub async fn undecided(tx: &mut Tx, run: &RunRow) -> database::Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT CAST(COALESCE(SUM(readers), 0) AS BIGINT) FROM delivery_chunks \
         WHERE newsletter_id = $1 AND run_id = $2 AND is_open AND not_before >= $3")
        .bind(run.newsletter_id).bind(run.id).bind(UNDECIDED).fetch_one(conn).await)
}

/// Whether a campaign is being sent, or paused, from the domain.
pub async fn is_domain_busy(tx: &mut Tx, domain_id: i64) -> database::Result<bool> {
    on_engine!(tx, conn => sqlx::query_scalar::<_, i64>(
        "SELECT COUNT(*) FROM campaign_runs r JOIN campaigns c ON c.id = r.campaign_id \
         WHERE r.state <> 'done' AND r.domain_id = $1 AND c.status IN ('sending', 'paused')")
        .bind(domain_id).fetch_one(conn).await)
    .map(|n| n > 0)
}
