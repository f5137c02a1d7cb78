//! Authenticator apps and recovery codes as rows.

use database::{Result, Tx, on_engine};

use crate::{AuthorId, Timestamp};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Row {
    /// Encrypted.
    pub secret: Vec<u8>,
    /// Null until the first code was entered.
    pub enabled_at: Option<Timestamp>,
    /// The latest time step whose code was used.
    pub last_step: i64,
}

pub async fn find(tx: &mut Tx, author_id: AuthorId) -> Result<Option<Row>> {
    on_engine!(tx, conn => sqlx::query_as("SELECT secret, enabled_at, last_step FROM totp WHERE author_id = $1")
        .bind(author_id).fetch_optional(conn).await)
}

/// Whether sign-ins with the password need a code.
pub async fn is_on(tx: &mut Tx, author_id: AuthorId) -> Result<bool> {
    Ok(find(tx, author_id).await?.is_some_and(|row| row.enabled_at.is_some()))
}

/// Keeps a secret whose first code is awaited, in the place of an earlier one.
pub async fn begin(tx: &mut Tx, author_id: AuthorId, sealed: &[u8], now: Timestamp) -> Result<()> {
    delete(tx, author_id).await?;
    on_engine!(tx, conn => sqlx::query("INSERT INTO totp (author_id, secret, created_at) VALUES ($1, $2, $3)")
        .bind(author_id).bind(sealed).bind(now).execute(conn).await.map(drop))
}

pub async fn enable(tx: &mut Tx, author_id: AuthorId, now: Timestamp) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE totp SET enabled_at = $2 WHERE author_id = $1")
        .bind(author_id).bind(now).execute(conn).await.map(drop))
}

/// Uses a step up; false when it, or a later one, was used.
pub async fn use_step(tx: &mut Tx, author_id: AuthorId, step: i64) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query("UPDATE totp SET last_step = $2 WHERE author_id = $1 AND last_step < $2")
        .bind(author_id).bind(step).execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// Removes the secret and the recovery codes.
pub async fn delete(tx: &mut Tx, author_id: AuthorId) -> Result<()> {
    delete_codes(tx, author_id).await?;
    on_engine!(tx, conn => sqlx::query("DELETE FROM totp WHERE author_id = $1").bind(author_id)
        .execute(conn).await.map(drop))
}

pub async fn delete_codes(tx: &mut Tx, author_id: AuthorId) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM recovery_codes WHERE author_id = $1").bind(author_id)
        .execute(conn).await.map(drop))
}

pub async fn insert_code(tx: &mut Tx, author_id: AuthorId, hash: &[u8]) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("INSERT INTO recovery_codes (author_id, code_hash) VALUES ($1, $2)")
        .bind(author_id).bind(hash).execute(conn).await.map(drop))
}

pub async fn use_code(tx: &mut Tx, author_id: AuthorId, hash: &[u8]) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM recovery_codes WHERE author_id = $1 AND code_hash = $2")
        .bind(author_id).bind(hash).execute(conn).await.map(|done| done.rows_affected() > 0))
}

pub async fn count_codes(tx: &mut Tx, author_id: AuthorId) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM recovery_codes WHERE author_id = $1")
        .bind(author_id).fetch_one(conn).await)
}
