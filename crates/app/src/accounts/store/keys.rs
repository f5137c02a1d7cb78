//! API keys, known by their SHA-256 alone.

use database::{Tx, on_engine};

use crate::{
    Timestamp,
    accounts::model::{ApiKey, Role},
    http::Page,
};

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

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    name: String,
    prefix: String,
    created_at: Timestamp,
    last_used_at: Option<Timestamp>,
}

impl From<Row> for ApiKey {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            name: row.name,
            prefix: row.prefix,
            created_at: row.created_at,
            last_used_at: row.last_used_at,
        }
    }
}

pub async fn list(tx: &mut Tx, author_id: i64, page: &Page) -> database::Result<Vec<ApiKey>> {
    let rows: Vec<Row> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, name, prefix, created_at, last_used_at FROM api_keys WHERE author_id = $1 AND id < $2 \
         ORDER BY id DESC LIMIT $3")
        .bind(author_id).bind(page.before_id()).bind(page.fetch()).fetch_all(conn).await?);
    Ok(rows.into_iter().map(ApiKey::from).collect())
}

pub async fn count(tx: &mut Tx, author_id: i64) -> database::Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM api_keys WHERE author_id = $1")
        .bind(author_id).fetch_one(conn).await)
}

/// The name of the key, when the author had such a one.
pub async fn delete(tx: &mut Tx, author_id: i64, id: i64) -> database::Result<Option<String>> {
    on_engine!(tx, conn => sqlx::query_scalar("DELETE FROM api_keys WHERE id = $1 AND author_id = $2 RETURNING name")
        .bind(id).bind(author_id).fetch_optional(conn).await)
}

/// Puts another key in the place of the author's; the old one stops working.
pub async fn replace(
    tx: &mut Tx,
    author_id: i64,
    id: i64,
    prefix: &str,
    hash: &[u8],
    now: Timestamp,
) -> database::Result<Option<ApiKey>> {
    let row: Option<Row> = on_engine!(tx, conn => sqlx::query_as(
        "UPDATE api_keys SET prefix = $3, key_hash = $4, created_at = $5, last_used_at = NULL \
         WHERE id = $1 AND author_id = $2 RETURNING id, name, prefix, created_at, last_used_at")
        .bind(id).bind(author_id).bind(prefix).bind(hash).bind(now).fetch_optional(conn).await?);
    Ok(row.map(ApiKey::from))
}

pub async fn insert(
    tx: &mut Tx,
    author_id: i64,
    name: &str,
    prefix: &str,
    hash: &[u8],
    now: Timestamp,
) -> database::Result<ApiKey> {
    let row: Row = on_engine!(tx, conn => sqlx::query_as(
        "INSERT INTO api_keys (author_id, name, prefix, key_hash, created_at) VALUES ($1, $2, $3, $4, $5) \
         RETURNING id, name, prefix, created_at, last_used_at")
        .bind(author_id).bind(name).bind(prefix).bind(hash).bind(now).fetch_one(conn).await?);
    Ok(row.into())
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
