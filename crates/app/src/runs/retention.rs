//! What is forgotten of runs that ended long ago.

use database::{Engine, Tx, on_engine};

use super::store::RunRef;
use crate::{RunId, Timestamp};

/// Marks the run that ended first of those that ended before: from now on nobody knows who opened and clicked, and nothing
/// more is counted. None when there is no such run.
pub async fn forget_next(tx: &mut Tx, before: Timestamp, now: Timestamp) -> database::Result<Option<RunId>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "UPDATE campaign_runs SET forgotten_at = $2, is_forgetting = TRUE WHERE forgotten_at IS NULL AND id = \
         (SELECT id FROM campaign_runs WHERE forgotten_at IS NULL AND state = 'done' AND finished_at < $1 \
         ORDER BY finished_at LIMIT 1) RETURNING id").bind(before).bind(now).fetch_optional(conn).await)
}

/// A run that was marked before and whose rows still go, held until the transaction ends. Not while a campaign of its newsletter finds its readers: it may
/// ask who did not open this one.
pub async fn forgetting(tx: &mut Tx, before: Timestamp) -> database::Result<Option<RunRef>> {
    macro_rules! next {
        ($rest:literal) => {
            concat!(
                "SELECT id, campaign_id, newsletter_id, domain_id FROM campaign_runs r WHERE is_forgetting \
                 AND forgotten_at <= $1 AND NOT EXISTS (SELECT 1 FROM campaign_runs o WHERE o.state = 'preparing' \
                 AND o.newsletter_id = r.newsletter_id) ORDER BY forgotten_at LIMIT 1",
                $rest
            )
        };
    }
    let sql = match tx.engine() {
        Engine::Sqlite => next!(""),
        // Another node has the one it works on.
        Engine::Postgres => next!(" FOR UPDATE OF r SKIP LOCKED"),
    };
    on_engine!(tx, conn => sqlx::query_as(sql).bind(before).fetch_optional(conn).await)
}

/// All of it went.
pub async fn forgotten(tx: &mut Tx, run_id: RunId) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE campaign_runs SET is_forgetting = FALSE WHERE id = $1")
        .bind(run_id).execute(conn).await.map(drop))
}
