//! API keys, known by their SHA-256 alone.

use database::{Tx, on_engine};

use crate::{
    AuthorId, Timestamp,
    accounts::{
        Scopes,
        model::{ApiKey, Role},
    },
    http::Page,
};

/// Who a key belongs to and what it may do.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Owner {
    pub key_id: i64,
    pub last_used_at: Option<Timestamp>,
    #[sqlx(try_from = "String")]
    pub scopes: Scopes,
    pub expires_at: Option<Timestamp>,
    pub author_id: AuthorId,
    pub email: String,
    #[sqlx(try_from = "String")]
    pub role: Role,
}

/// What an author says about a key.
#[derive(Clone, Debug)]
pub struct Wish {
    pub name: String,
    pub scopes: Scopes,
    pub expires_at: Option<Timestamp>,
}

/// What changes about a key; `None` stays.
#[derive(Clone, Debug, Default)]
pub struct Change {
    pub name: Option<String>,
    pub scopes: Option<Scopes>,
    pub expires_at: Option<Option<Timestamp>>,
}

pub async fn list(tx: &mut Tx, author_id: AuthorId, page: &Page) -> database::Result<Vec<ApiKey>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, name, prefix, scopes, created_at, last_used_at, expires_at FROM api_keys \
         WHERE author_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3")
        .bind(author_id).bind(page.before_id()).bind(page.fetch()).fetch_all(conn).await)
}

pub async fn find(tx: &mut Tx, author_id: AuthorId, id: i64) -> database::Result<Option<ApiKey>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, name, prefix, scopes, created_at, last_used_at, expires_at FROM api_keys \
         WHERE author_id = $1 AND id = $2")
        .bind(author_id).bind(id).fetch_optional(conn).await)
}

pub async fn count(tx: &mut Tx, author_id: AuthorId) -> database::Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM api_keys WHERE author_id = $1")
        .bind(author_id).fetch_one(conn).await)
}

/// The name of the key, when the author had such a one.
pub async fn delete(tx: &mut Tx, author_id: AuthorId, id: i64) -> database::Result<Option<String>> {
    on_engine!(tx, conn => sqlx::query_scalar("DELETE FROM api_keys WHERE id = $1 AND author_id = $2 RETURNING name")
        .bind(id).bind(author_id).fetch_optional(conn).await)
}

pub async fn update(
    tx: &mut Tx,
    author_id: AuthorId,
    id: i64,
    change: Change,
) -> database::Result<Option<ApiKey>> {
    on_engine!(tx, conn => sqlx::query_as(
        "UPDATE api_keys SET name = COALESCE($3, name), scopes = COALESCE($4, scopes), \
         expires_at = CASE WHEN $5 THEN $6 ELSE expires_at END WHERE id = $1 AND author_id = $2 \
         RETURNING id, name, prefix, scopes, created_at, last_used_at, expires_at")
        .bind(id).bind(author_id).bind(change.name).bind(change.scopes.map(Scopes::to_text))
        .bind(change.expires_at.is_some()).bind(change.expires_at.flatten()).fetch_optional(conn).await)
}

/// Puts another key in the place of the author's; the old one stops working.
pub async fn replace(
    tx: &mut Tx,
    author_id: AuthorId,
    id: i64,
    prefix: &str,
    hash: &[u8],
    now: Timestamp,
) -> database::Result<Option<ApiKey>> {
    on_engine!(tx, conn => sqlx::query_as(
        "UPDATE api_keys SET prefix = $3, key_hash = $4, created_at = $5, last_used_at = NULL \
         WHERE id = $1 AND author_id = $2 RETURNING id, name, prefix, scopes, created_at, last_used_at, expires_at")
        .bind(id).bind(author_id).bind(prefix).bind(hash).bind(now).fetch_optional(conn).await)
}

pub async fn insert(
    tx: &mut Tx,
    author_id: AuthorId,
    wish: &Wish,
    prefix: &str,
    hash: &[u8],
    now: Timestamp,
) -> database::Result<ApiKey> {
    on_engine!(tx, conn => sqlx::query_as(
        "INSERT INTO api_keys (author_id, name, prefix, key_hash, scopes, expires_at, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) \
         RETURNING id, name, prefix, scopes, created_at, last_used_at, expires_at")
        .bind(author_id).bind(&wish.name).bind(prefix).bind(hash).bind(wish.scopes.to_text()).bind(wish.expires_at)
        .bind(now).fetch_one(conn).await)
}

pub async fn owner(tx: &mut Tx, hash: &[u8]) -> database::Result<Option<Owner>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT k.id AS key_id, k.last_used_at, k.scopes, k.expires_at, a.id AS author_id, a.email, a.role \
         FROM api_keys k JOIN authors a ON a.id = k.author_id WHERE k.key_hash = $1")
        .bind(hash).fetch_optional(conn).await)
}

pub async fn touch(tx: &mut Tx, key_id: i64, now: Timestamp) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE api_keys SET last_used_at = $2 WHERE id = $1")
        .bind(key_id).bind(now).execute(conn).await.map(drop))
}
