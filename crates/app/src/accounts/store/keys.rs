//! API keys, known by their SHA-256 alone.

use database::{Tx, on_engine};

use crate::{Timestamp, accounts::model::Role};

/// Who a key belongs to.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Owner {
    pub key_id: i64,
    pub last_used_at: Option<Timestamp>,
    pub author_id: i64,
    pub email: String,
    #[sqlx(try_from = "String")]
    pub role: Role,
}

pub async fn insert(
    tx: &mut Tx,
    author_id: i64,
    name: &str,
    prefix: &str,
    hash: &[u8],
    now: Timestamp,
) -> database::Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "INSERT INTO api_keys (author_id, name, prefix, key_hash, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id")
        .bind(author_id).bind(name).bind(prefix).bind(hash).bind(now).fetch_one(conn).await)
}

pub async fn owner(tx: &mut Tx, hash: &[u8]) -> database::Result<Option<Owner>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT k.id AS key_id, k.last_used_at, a.id AS author_id, a.email, a.role \
         FROM api_keys k JOIN authors a ON a.id = k.author_id WHERE k.key_hash = $1")
        .bind(hash).fetch_optional(conn).await)
}

pub async fn touch(tx: &mut Tx, key_id: i64, now: Timestamp) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE api_keys SET last_used_at = $2 WHERE id = $1")
        .bind(key_id).bind(now).execute(conn).await.map(drop))
}
