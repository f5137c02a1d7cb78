//! Who attempts what: leases on webhooks, due deliveries, outcomes.

use database::{Result, Tx, on_engine};
use sqlx::{AssertSqlSafe, Build as _, QueryBuilder};

use super::{
    deliveries::{self, DeliveryRow},
    hooks::{self, HookRow},
};
use crate::{
    AuthorId, Timestamp,
    webhooks::model::{Health, Outcome},
};

/// A webhook with something to do that nobody is at.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Due {
    pub id: i64,
    pub author_id: AuthorId,
    pub url: String,
}

/// The webhooks that have waited longest.
pub async fn due(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<Vec<Due>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, author_id, url FROM webhooks WHERE due_at <= $1 AND lease_until <= $1 AND is_active \
         ORDER BY due_at, id LIMIT $2")
        .bind(now).bind(limit).fetch_all(conn).await)
}

/// Takes a webhook, if it still has something to do and nobody is at it; it is locked until the transaction ends.
pub async fn take(tx: &mut Tx, due: &Due, token: i64, until: i64, now: Timestamp) -> Result<Option<HookRow>> {
    let sql = format!(
        "UPDATE webhooks SET lease_token = $3, lease_until = $4 WHERE author_id = $1 AND id = $2 AND is_active \
         AND due_at <= $5 AND lease_until <= $5 RETURNING {}",
        hooks::COLUMNS
    );
    on_engine!(tx, conn => sqlx::query_as(AssertSqlSafe(sql))
        .bind(due.author_id).bind(due.id).bind(token).bind(until).bind(now).fetch_optional(conn).await)
}

/// What of a webhook may be attempted now, by sequence.
pub async fn deliveries_due(
    tx: &mut Tx,
    hook: &HookRow,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<DeliveryRow>> {
    let sql = format!(
        "SELECT {} FROM webhook_deliveries WHERE author_id = $1 AND webhook_id = $2 AND state = 'pending' \
         AND next_attempt_at <= $3 ORDER BY sequence, id LIMIT $4",
        deliveries::COLUMNS
    );
    on_engine!(tx, conn => sqlx::query_as(AssertSqlSafe(sql))
        .bind(hook.author_id).bind(hook.id).bind(now).bind(limit).fetch_all(conn).await)
}

/// Writes what became of an attempt. One that was recorded already, by somebody else, is not recorded again; a success
/// counts also for what was given up meanwhile.
pub async fn record(
    tx: &mut Tx,
    hook: &HookRow,
    delivery: &DeliveryRow,
    outcome: &Outcome,
    next: Option<Timestamp>,
    now: Timestamp,
) -> Result<()> {
    let next = next.filter(|_| !outcome.is_taken());
    let (state, only) = match (outcome.is_taken(), next) {
        (true, _) => ("delivered", "state IN ('pending', 'failed')"),
        (false, Some(_)) => ("pending", "state = 'pending'"),
        (false, None) => ("failed", "state = 'pending'"),
    };
    let sql = format!(
        "UPDATE webhook_deliveries SET state = $5, attempts = attempts + 1, status = $6, error = $7, duration_ms = $8, \
         response = $9, next_attempt_at = $10, delivered_at = $11 \
         WHERE author_id = $1 AND webhook_id = $2 AND id = $3 AND attempts = $4 AND {only}"
    );
    on_engine!(&mut *tx, conn => sqlx::query(AssertSqlSafe(sql))
        .bind(hook.author_id).bind(hook.id).bind(delivery.id).bind(delivery.attempts).bind(state)
        .bind(outcome.status.map(i64::from)).bind(&outcome.error).bind(outcome.duration_ms).bind(&outcome.response)
        .bind(next).bind(outcome.is_taken().then_some(now)).execute(conn).await.map(drop))?;
    attempted(tx, hook.author_id, hook.id, delivery.id).await
}

/// This delivery was attempted last.
pub async fn attempted(tx: &mut Tx, author_id: AuthorId, webhook_id: i64, delivery_id: i64) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE webhooks SET last_delivery_id = $3 WHERE author_id = $1 AND id = $2")
        .bind(author_id).bind(webhook_id).bind(delivery_id).execute(conn).await.map(drop))
}

/// How its receiver fares.
pub async fn set_health(tx: &mut Tx, hook: &HookRow, health: Health) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE webhooks SET failing_since = $3, failures = $4, paused_until = $5 WHERE author_id = $1 AND id = $2")
        .bind(hook.author_id).bind(hook.id).bind(health.failing_since).bind(health.failures).bind(health.paused_until)
        .execute(conn).await.map(drop))
}

/// Goes on being at it.
pub async fn renew(tx: &mut Tx, hook: &HookRow, until: i64) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE webhooks SET lease_until = $3 WHERE author_id = $1 AND id = $2")
        .bind(hook.author_id).bind(hook.id).bind(until).execute(conn).await.map(drop))
}

/// Lets a locked webhook go, and says when there is something to do for it. What was put into its queue before the lock
/// is seen, what comes later says so itself.
pub async fn release(tx: &mut Tx, author_id: AuthorId, id: i64, paused_until: i64) -> Result<()> {
    let next: Option<i64> = on_engine!(&mut *tx, conn => sqlx::query_scalar(
        "SELECT MIN(next_attempt_at) FROM webhook_deliveries \
         WHERE author_id = $1 AND webhook_id = $2 AND state = 'pending'")
        .bind(author_id).bind(id).fetch_one(conn).await?);
    on_engine!(tx, conn => sqlx::query(
        "UPDATE webhooks SET lease_until = 0, due_at = $3 WHERE author_id = $1 AND id = $2")
        .bind(author_id).bind(id).bind(next.map(|next| next.max(paused_until))).execute(conn).await.map(drop))
}

/// On SQLite there is no other process: whatever was held at the start was held by one that is gone.
pub async fn release_all(tx: &mut Tx) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE webhooks SET lease_until = 0 WHERE lease_until > 0")
        .execute(conn).await.map(drop))
}

/// Active webhooks of these authors, each held until the transaction ends.
pub async fn listening(tx: &mut Tx, author_ids: &[AuthorId]) -> Result<Vec<HookRow>> {
    let hold = if tx.engine() == database::Engine::Postgres { " FOR UPDATE" } else { "" };
    on_engine!(tx, conn => {
        let mut query = QueryBuilder::new("SELECT ");
        query.push(hooks::COLUMNS).push(" FROM webhooks WHERE is_active AND author_id IN (");
        let mut list = query.separated(", ");
        for id in author_ids {
            list.push_bind(*id);
        }
        query.push(") ORDER BY id").push(hold);
        query.build_as().fetch_all(conn).await
    })
}

/// A delivery that waits to be sent again is due now, and nothing else keeps its webhook waiting.
pub async fn hasten(tx: &mut Tx, hook: &HookRow, delivery_id: i64, now: Timestamp) -> Result<()> {
    on_engine!(&mut *tx, conn => sqlx::query(
        "UPDATE webhook_deliveries SET next_attempt_at = $4 WHERE author_id = $1 AND webhook_id = $2 AND id = $3 AND state = 'pending'")
        .bind(hook.author_id).bind(hook.id).bind(delivery_id).bind(now).execute(conn).await.map(drop))?;
    on_engine!(tx, conn => sqlx::query("UPDATE webhooks SET due_at = $3, paused_until = 0 WHERE author_id = $1 AND id = $2")
        .bind(hook.author_id).bind(hook.id).bind(now).execute(conn).await.map(drop))
}

/// Up to where its events are numbered, and when there is something to do.
pub async fn numbered(tx: &mut Tx, hook: &HookRow, sequence: i64, due_at: i64) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE webhooks SET sequence = $3, due_at = $4 WHERE author_id = $1 AND id = $2")
        .bind(hook.author_id).bind(hook.id).bind(sequence).bind(due_at).execute(conn).await.map(drop))
}
