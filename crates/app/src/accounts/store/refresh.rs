//! Refresh tokens, known by their SHA-256 alone. All tokens that came from one sign-in are a family.

use database::{Tx, on_engine};

use crate::{AuthorId, Timestamp};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Refresh {
    pub family_id: String,
    pub author_id: AuthorId,
    pub expires_at: Timestamp,
    pub used_at: Option<Timestamp>,
}

pub async fn insert(
    tx: &mut Tx,
    hash: &[u8],
    family_id: &str,
    author_id: AuthorId,
    issued_at: Timestamp,
    expires_at: Timestamp,
) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO refresh_tokens (token_hash, family_id, author_id, issued_at, expires_at) \
         VALUES ($1, $2, $3, $4, $5)")
        .bind(hash).bind(family_id).bind(author_id).bind(issued_at).bind(expires_at)
        .execute(conn).await.map(drop))
}

/// Marks the token used and answers it as it was before: `used_at` is `None` for the first who comes.
pub async fn take(tx: &mut Tx, hash: &[u8], now: Timestamp) -> database::Result<Option<Refresh>> {
    let first: Option<Refresh> = on_engine!(tx, conn => sqlx::query_as(
        "UPDATE refresh_tokens SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL \
         RETURNING family_id, author_id, expires_at, used_at")
        .bind(hash).bind(now).fetch_optional(conn).await?);
    if let Some(token) = first {
        return Ok(Some(Refresh { used_at: None, ..token }));
    }
    find(tx, hash).await
}

pub async fn find(tx: &mut Tx, hash: &[u8]) -> database::Result<Option<Refresh>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT family_id, author_id, expires_at, used_at FROM refresh_tokens WHERE token_hash = $1")
        .bind(hash).fetch_optional(conn).await)
}

/// Forgets the author's tokens that have run out.
pub async fn prune(tx: &mut Tx, author_id: AuthorId, now: Timestamp) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM refresh_tokens WHERE author_id = $1 AND expires_at <= $2")
        .bind(author_id).bind(now).execute(conn).await.map(drop))
}
