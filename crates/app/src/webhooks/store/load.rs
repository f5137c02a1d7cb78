//! How much there is to do, for the operator's figures.

use database::{Result, Tx, on_engine};

/// More than this is not counted.
const MANY: i64 = 100_001;

#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// Events in the outbox and in the queues of webhooks, 100,001 at most.
    pub pending: i64,
    /// Active webhooks whose last delivery failed.
    pub failing: i64,
}

pub async fn load(tx: &mut Tx) -> Result<Load> {
    let (events, deliveries, failing): (i64, i64, i64) = on_engine!(tx, conn => sqlx::query_as(
        "SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM webhook_events LIMIT $1) AS events), \
         (SELECT COUNT(*) FROM (SELECT 1 FROM webhook_deliveries WHERE state = 'pending' LIMIT $1) AS deliveries), \
         (SELECT COUNT(*) FROM webhooks WHERE failing_since IS NOT NULL AND is_active)")
        .bind(MANY).fetch_one(conn).await?);
    Ok(Load { pending: (events + deliveries).min(MANY), failing })
}
