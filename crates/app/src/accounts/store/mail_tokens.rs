//! Links in mails, known by their SHA-256 alone.

use database::{Result, Tx, on_engine};

use crate::{AuthorId, Timestamp};

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    PasswordReset,
    VerifyEmail,
}

impl Purpose {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PasswordReset => "password_reset",
            Self::VerifyEmail => "verify_email",
        }
    }
}

/// What a link stands for.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Link {
    pub author_id: AuthorId,
    /// Where the mail went.
    pub email: String,
    /// Whether whoever has the link reads mail there.
    pub is_proof: bool,
    pub expires_at: Timestamp,
}

pub async fn insert(tx: &mut Tx, hash: &[u8], purpose: Purpose, link: &Link) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO mail_tokens (token_hash, author_id, purpose, email, is_proof, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(hash).bind(link.author_id).bind(purpose.as_str()).bind(&link.email).bind(link.is_proof)
        .bind(link.expires_at).execute(conn).await.map(drop))
}

/// Until when a link is good that was not used yet.
pub async fn expires_at(tx: &mut Tx, hash: &[u8], purpose: Purpose) -> Result<Option<Timestamp>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT expires_at FROM mail_tokens WHERE token_hash = $1 AND purpose = $2")
        .bind(hash).bind(purpose.as_str()).fetch_optional(conn).await)
}

/// Uses the link up: the second who comes finds nothing.
pub async fn take(tx: &mut Tx, hash: &[u8], purpose: Purpose) -> Result<Option<Link>> {
    on_engine!(tx, conn => sqlx::query_as(
        "DELETE FROM mail_tokens WHERE token_hash = $1 AND purpose = $2 RETURNING author_id, email, is_proof, expires_at")
        .bind(hash).bind(purpose.as_str()).fetch_optional(conn).await)
}

/// Makes the author's earlier links for this worthless.
pub async fn forget(tx: &mut Tx, author_id: AuthorId, purpose: Purpose) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM mail_tokens WHERE author_id = $1 AND purpose = $2")
        .bind(author_id).bind(purpose.as_str()).execute(conn).await.map(drop))
}

/// Makes all of the author's links worthless.
pub async fn forget_all(tx: &mut Tx, author_id: AuthorId) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM mail_tokens WHERE author_id = $1")
        .bind(author_id).execute(conn).await.map(drop))
}

/// Forgets everybody's that have run out.
pub async fn prune(tx: &mut Tx, now: Timestamp) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM mail_tokens WHERE expires_at <= $1")
        .bind(now).execute(conn).await.map(drop))
}
