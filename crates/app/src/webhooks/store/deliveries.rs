//! Deliveries as rows.

use database::{Result, Tx, on_engine};
use sqlx::{AssertSqlSafe, QueryBuilder};

use crate::{
    AuthorId, SubscriberId, Timestamp,
    http::Page,
    webhooks::model::{KEPT, Outcome},
};

/// Rows of one statement.
const ROWS: usize = 500;
/// Rows that one statement of the tidying removes.
const REMOVED: i64 = 2_000;

/// A delivery as it is kept.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct DeliveryRow {
    pub id: i64,
    pub webhook_id: i64,
    pub event_id: String,
    #[sqlx(rename = "type")]
    pub kind: String,
    pub sequence: i64,
    pub subscriber_id: Option<SubscriberId>,
    pub data: String,
    pub at: Timestamp,
    pub state: String,
    pub attempts: i64,
    pub status: Option<i64>,
    pub error: Option<String>,
    pub duration_ms: Option<i64>,
    pub response: Option<String>,
    pub created_at: Timestamp,
    pub next_attempt_at: Option<Timestamp>,
    pub delivered_at: Option<Timestamp>,
}

pub const COLUMNS: &str = "id, webhook_id, event_id, type, sequence, subscriber_id, data, at, state, attempts, status, error, \
    duration_ms, response, created_at, next_attempt_at, delivered_at";

/// A delivery that is not kept yet.
#[derive(Clone, Debug)]
pub struct New<'a> {
    pub webhook_id: i64,
    pub author_id: AuthorId,
    pub event_id: &'a str,
    pub kind: &'a str,
    pub sequence: i64,
    pub subscriber_id: Option<SubscriberId>,
    pub data: &'a str,
    pub at: Timestamp,
}

/// Puts deliveries into the queues, due at once.
pub async fn insert(tx: &mut Tx, new: &[New<'_>], now: Timestamp) -> Result<()> {
    for part in new.chunks(ROWS) {
        on_engine!(&mut *tx, conn => {
            let mut query = QueryBuilder::new(
                "INSERT INTO webhook_deliveries (webhook_id, author_id, event_id, type, sequence, subscriber_id, data, at, \
                 state, created_at, next_attempt_at) ");
            query.push_values(part, |mut row, d| {
                row.push_bind(d.webhook_id).push_bind(d.author_id).push_bind(d.event_id).push_bind(d.kind)
                    .push_bind(d.sequence).push_bind(d.subscriber_id).push_bind(d.data).push_bind(d.at)
                    .push_bind("pending").push_bind(now).push_bind(now);
            });
            query.build().execute(conn).await.map(drop)
        })?;
    }
    Ok(())
}

/// Puts one delivery into the queue and answers its id.
pub async fn insert_one(tx: &mut Tx, new: &New<'_>, now: Timestamp) -> Result<i64> {
    insert(tx, std::slice::from_ref(new), now).await?;
    // Its webhook is locked, so the highest is this one.
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT MAX(id) FROM webhook_deliveries WHERE webhook_id = $1 AND author_id = $2")
        .bind(new.webhook_id).bind(new.author_id).fetch_one(conn).await)
}

/// Keeps a test with what became of it, and answers its id.
pub async fn insert_test(tx: &mut Tx, new: &New<'_>, outcome: &Outcome, now: Timestamp) -> Result<i64> {
    let delivered_at = outcome.is_taken().then_some(now);
    on_engine!(tx, conn => sqlx::query_scalar(
        "INSERT INTO webhook_deliveries (webhook_id, author_id, event_id, type, sequence, data, at, state, attempts, status, \
         error, duration_ms, response, created_at, delivered_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'test', 1, $8, $9, $10, $11, $7, $12) RETURNING id")
        .bind(new.webhook_id).bind(new.author_id).bind(new.event_id).bind(new.kind).bind(new.sequence).bind(new.data)
        .bind(new.at).bind(outcome.status.map(i64::from)).bind(&outcome.error).bind(outcome.duration_ms)
        .bind(&outcome.response).bind(delivered_at).fetch_one(conn).await)
}

pub async fn find(tx: &mut Tx, author_id: AuthorId, webhook_id: i64, id: i64) -> Result<Option<DeliveryRow>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM webhook_deliveries WHERE author_id = $1 AND webhook_id = $2 AND id = $3"
    );
    on_engine!(tx, conn => sqlx::query_as(AssertSqlSafe(sql))
        .bind(author_id).bind(webhook_id).bind(id).fetch_optional(conn).await)
}

/// Deliveries of a webhook, newest first, of one state or of all.
pub async fn list(
    tx: &mut Tx,
    author_id: AuthorId,
    webhook_id: i64,
    state: Option<&str>,
    page: &Page,
) -> Result<Vec<DeliveryRow>> {
    let of_state = if state.is_some() { " AND state = $5" } else { "" };
    let sql = format!(
        "SELECT {COLUMNS} FROM webhook_deliveries WHERE author_id = $1 AND webhook_id = $2 AND id < $3{of_state} \
         ORDER BY id DESC LIMIT $4"
    );
    on_engine!(tx, conn => {
        let mut query = sqlx::query_as(AssertSqlSafe(sql))
            .bind(author_id).bind(webhook_id).bind(page.before_id()).bind(page.fetch());
        if let Some(state) = state {
            query = query.bind(state);
        }
        query.fetch_all(conn).await
    })
}

/// How many there are; counting stops at `cap`.
pub async fn count(
    tx: &mut Tx,
    author_id: AuthorId,
    webhook_id: i64,
    state: Option<&str>,
    cap: i64,
) -> Result<i64> {
    let of_state = if state.is_some() { " AND state = $4" } else { "" };
    let sql = format!(
        "SELECT COUNT(*) FROM (SELECT 1 FROM webhook_deliveries WHERE author_id = $1 AND webhook_id = $2{of_state} \
         LIMIT $3) AS counted"
    );
    on_engine!(tx, conn => {
        let mut query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(author_id).bind(webhook_id).bind(cap);
        if let Some(state) = state {
            query = query.bind(state);
        }
        query.fetch_one(conn).await
    })
}

/// What waits is attempted no more, for the reason.
pub async fn give_up(tx: &mut Tx, author_id: AuthorId, webhook_id: i64, reason: &str) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE webhook_deliveries SET state = 'failed', error = $3, next_attempt_at = NULL \
         WHERE author_id = $1 AND webhook_id = $2 AND state = 'pending'")
        .bind(author_id).bind(webhook_id).bind(reason).execute(conn).await.map(drop))
}

/// Removes some finished deliveries from before `until`; answers how many.
pub async fn remove_old(tx: &mut Tx, until: Timestamp) -> Result<u64> {
    on_engine!(tx, conn => sqlx::query(
        "DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries \
         WHERE state <> 'pending' AND created_at < $1 LIMIT $2)")
        .bind(until).bind(REMOVED).execute(conn).await.map(|done| done.rows_affected()))
}

/// Webhooks with an id above `after`, ascending.
pub async fn webhooks_after(tx: &mut Tx, after: i64, limit: i64) -> Result<Vec<i64>> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT id FROM webhooks WHERE id > $1 ORDER BY id LIMIT $2")
        .bind(after).bind(limit).fetch_all(conn).await)
}

/// The newest finished delivery of those that are too many, with all before it; `None` when none are.
pub async fn too_many(tx: &mut Tx, webhook_id: i64) -> Result<Option<i64>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT id FROM webhook_deliveries WHERE webhook_id = $1 AND state <> 'pending' ORDER BY id DESC LIMIT 1 OFFSET $2")
        .bind(webhook_id).bind(KEPT).fetch_optional(conn).await)
}

/// Removes some finished deliveries of a webhook up to this one; answers how many.
pub async fn remove_up_to(tx: &mut Tx, webhook_id: i64, id: i64) -> Result<u64> {
    on_engine!(tx, conn => sqlx::query(
        "DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries \
         WHERE webhook_id = $1 AND id <= $2 AND state <> 'pending' ORDER BY id LIMIT $3)")
        .bind(webhook_id).bind(id).bind(REMOVED).execute(conn).await.map(|done| done.rows_affected()))
}
