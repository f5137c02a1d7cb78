//! Webhooks as rows.

use database::{Result, Tx, on_engine};
use sqlx::AssertSqlSafe;

use super::deliveries;
use crate::{
    AuthorId, Timestamp,
    webhooks::{model::Event, view},
};

/// A webhook as it is kept.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct HookRow {
    pub id: i64,
    pub author_id: AuthorId,
    pub url: String,
    pub events: i64,
    pub description: Option<String>,
    pub is_active: bool,
    pub secret: Vec<u8>,
    pub old_secret: Option<Vec<u8>>,
    pub old_secret_until: Option<Timestamp>,
    pub sequence: i64,
    pub last_delivery_id: Option<i64>,
    pub failing_since: Option<Timestamp>,
    pub failures: i64,
    pub paused_until: i64,
    pub disabled_at: Option<Timestamp>,
    pub disabled_reason: Option<String>,
    pub due_at: Option<i64>,
    pub lease_token: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

pub const COLUMNS: &str = "id, author_id, url, events, description, is_active, secret, old_secret, old_secret_until, sequence, \
    last_delivery_id, failing_since, failures, paused_until, disabled_at, disabled_reason, due_at, lease_token, \
    created_at, updated_at";

/// Tells none of the author's servers anything any more.
pub async fn silence(tx: &mut Tx, author_id: AuthorId) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE webhooks SET is_active = FALSE, due_at = NULL WHERE author_id = $1")
        .bind(author_id).execute(conn).await.map(drop))
}

/// How many webhooks the author has.
pub async fn count(tx: &mut Tx, author_id: AuthorId) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM webhooks WHERE author_id = $1")
        .bind(author_id).fetch_one(conn).await)
}

/// The author's webhooks as the API shows them, without secrets, newest first.
pub async fn owned(tx: &mut Tx, author_id: AuthorId) -> Result<Vec<view::Webhook>> {
    list(tx, author_id, i64::MAX, i64::MAX).await
}

/// A page of them.
pub async fn list(tx: &mut Tx, author_id: AuthorId, before: i64, limit: i64) -> Result<Vec<view::Webhook>> {
    let sql =
        format!("SELECT {COLUMNS} FROM webhooks WHERE author_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3");
    let rows: Vec<HookRow> = on_engine!(&mut *tx, conn => sqlx::query_as(AssertSqlSafe(sql))
        .bind(author_id).bind(before).bind(limit).fetch_all(conn).await?);
    let mut shown = Vec::with_capacity(rows.len());
    for row in rows {
        shown.push(show(tx, row).await?);
    }
    Ok(shown)
}

/// The webhook as the API shows it.
pub async fn show(tx: &mut Tx, row: HookRow) -> Result<view::Webhook> {
    let last = match row.last_delivery_id {
        Some(id) => deliveries::find(tx, row.author_id, row.id, id).await?,
        None => None,
    };
    Ok(view::webhook(row, last))
}

pub async fn find(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<Option<HookRow>> {
    let sql = format!("SELECT {COLUMNS} FROM webhooks WHERE author_id = $1 AND id = $2");
    on_engine!(tx, conn => sqlx::query_as(AssertSqlSafe(sql)).bind(author_id).bind(id).fetch_optional(conn).await)
}

/// The same, held until the transaction ends. (SQLite has one writer anyway.)
pub async fn find_locked(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<Option<HookRow>> {
    let hold = if tx.engine() == database::Engine::Postgres { " FOR UPDATE" } else { "" };
    let sql = format!("SELECT {COLUMNS} FROM webhooks WHERE author_id = $1 AND id = $2{hold}");
    on_engine!(tx, conn => sqlx::query_as(AssertSqlSafe(sql)).bind(author_id).bind(id).fetch_optional(conn).await)
}

/// What an author writes.
#[derive(Clone, Debug)]
pub struct Written {
    pub url: String,
    pub events: Vec<Event>,
    pub description: Option<String>,
}

pub async fn insert(
    tx: &mut Tx,
    author_id: AuthorId,
    written: &Written,
    sealed: &[u8],
    now: Timestamp,
) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "INSERT INTO webhooks (author_id, url, events, description, is_active, secret, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, TRUE, $5, $6, $6) RETURNING id")
        .bind(author_id).bind(&written.url).bind(Event::bits(&written.events)).bind(&written.description)
        .bind(sealed).bind(now).fetch_one(conn).await)
}

pub async fn update(
    tx: &mut Tx,
    author_id: AuthorId,
    id: i64,
    written: &Written,
    now: Timestamp,
) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE webhooks SET url = $3, events = $4, description = $5, updated_at = $6 WHERE author_id = $1 AND id = $2")
        .bind(author_id).bind(id).bind(&written.url).bind(Event::bits(&written.events)).bind(&written.description)
        .bind(now).execute(conn).await.map(drop))
}

/// New events are sent there from now on; what was held against the receiver is forgotten.
pub async fn switch_on(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE webhooks SET is_active = TRUE, failing_since = NULL, failures = 0, paused_until = 0, disabled_at = NULL, \
         disabled_reason = NULL WHERE author_id = $1 AND id = $2")
        .bind(author_id).bind(id).execute(conn).await.map(drop))
}

/// Nothing more is sent there: what waits is given up for the reason. `disabled_at` is absent when its author did it.
pub async fn switch_off(
    tx: &mut Tx,
    author_id: AuthorId,
    id: i64,
    reason: &str,
    disabled_at: Option<Timestamp>,
) -> Result<()> {
    on_engine!(&mut *tx, conn => sqlx::query(
        "UPDATE webhooks SET is_active = FALSE, due_at = NULL, disabled_at = $3, disabled_reason = $4 \
         WHERE author_id = $1 AND id = $2")
        .bind(author_id).bind(id).bind(disabled_at).bind(disabled_at.map(|_| reason))
        .execute(conn).await.map(drop))?;
    deliveries::give_up(tx, author_id, id, reason).await
}

/// A new secret; the old one signs as well until then. Answers the webhook's URL.
pub async fn rotate(
    tx: &mut Tx,
    author_id: AuthorId,
    id: i64,
    sealed: &[u8],
    old_until: Timestamp,
    now: Timestamp,
) -> Result<Option<String>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "UPDATE webhooks SET old_secret = secret, old_secret_until = $4, secret = $3, updated_at = $5 \
         WHERE author_id = $1 AND id = $2 RETURNING url")
        .bind(author_id).bind(id).bind(sealed).bind(old_until).bind(now).fetch_optional(conn).await)
}

/// Answers the URL of such a webhook of the author, if there was one; its deliveries go with it.
pub async fn delete(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<Option<String>> {
    on_engine!(tx, conn => sqlx::query_scalar("DELETE FROM webhooks WHERE author_id = $1 AND id = $2 RETURNING url")
        .bind(author_id).bind(id).fetch_optional(conn).await)
}
