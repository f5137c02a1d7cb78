//! The outbox as rows.

use database::{Result, Tx, on_engine};

use super::Letter;
use crate::removal::Removal;
use crate::{AuthorId, Timestamp};

/// See [`Removal`].
pub const REMOVAL: Removal =
    Removal { at_once: &["DELETE FROM account_mails WHERE author_id = $1"], ..Removal::NONE };

/// A mail that waits.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Waiting {
    pub id: i64,
    pub author_id: Option<AuthorId>,
    pub kind: String,
    pub message_key: String,
    pub recipient: String,
    pub subject: String,
    pub text_body: String,
    pub html_body: Option<String>,
    pub created_at: Timestamp,
    /// Before this one.
    pub attempts: i64,
    pub due_at: Timestamp,
}

pub async fn insert(tx: &mut Tx, letter: &Letter, message_key: &str, now: Timestamp) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO account_mails (author_id, kind, message_key, recipient, subject, text_body, html_body, created_at, \
         due_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)")
        .bind(letter.author_id).bind(letter.kind).bind(message_key).bind(&letter.recipient).bind(&letter.subject)
        .bind(&letter.text).bind(&letter.html).bind(now).execute(conn).await.map(drop))
}

/// Mails whose time has come, the longest waiting first.
pub async fn due(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<Vec<Waiting>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, author_id, kind, message_key, recipient, subject, text_body, html_body, created_at, attempts, due_at \
         FROM account_mails WHERE due_at <= $1 ORDER BY due_at, id LIMIT $2")
        .bind(now).bind(limit).fetch_all(conn).await)
}

/// Leases the mail; false when another node was faster.
pub async fn take(tx: &mut Tx, mail: &Waiting, until: Timestamp) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE account_mails SET due_at = $3, attempts = attempts + 1 WHERE id = $1 AND due_at = $2")
        .bind(mail.id).bind(mail.due_at).bind(until).execute(conn).await.map(|done| done.rows_affected() > 0))
}

pub async fn put_off(tx: &mut Tx, id: i64, due_at: Timestamp) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE account_mails SET due_at = $2 WHERE id = $1")
        .bind(id).bind(due_at).execute(conn).await.map(drop))
}

pub async fn delete(tx: &mut Tx, id: i64) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM account_mails WHERE id = $1")
        .bind(id).execute(conn).await.map(drop))
}

/// Removes what has waited since before `then`; answers how many there were.
pub async fn prune(tx: &mut Tx, then: Timestamp) -> Result<u64> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM account_mails WHERE created_at < $1")
        .bind(then).execute(conn).await.map(|done| done.rows_affected()))
}
