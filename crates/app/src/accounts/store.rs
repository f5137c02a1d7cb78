//! Authors in the database. Refresh tokens and API keys have files of their own.

pub mod deletion;
pub mod keys;
pub mod refresh;

use database::{Tx, on_engine};

use super::model::{Author, NewAuthor, Role};
use crate::Timestamp;

/// An author with what only sign-in may see.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Row {
    pub id: i64,
    pub email: String,
    pub email_key: String,
    pub name: String,
    pub company: Option<String>,
    pub time_zone: String,
    #[sqlx(try_from = "String")]
    pub role: Role,
    pub password_hash: Option<String>,
    pub issuer: Option<String>,
    pub created_at: Timestamp,
}

impl From<Row> for Author {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            email: row.email,
            name: row.name,
            company: row.company,
            time_zone: row.time_zone,
            role: row.role,
            created_at: row.created_at,
        }
    }
}

/// Keeps two sign-ups from both finding an empty table (SQLite has one writer anyway).
pub async fn lock(tx: &mut Tx) -> database::Result<()> {
    if let Tx::Postgres(tx) = tx {
        sqlx::query("LOCK TABLE authors IN SHARE ROW EXCLUSIVE MODE").execute(&mut **tx).await?;
    }
    Ok(())
}

pub async fn any(tx: &mut Tx) -> database::Result<bool> {
    on_engine!(tx, conn => sqlx::query_scalar::<_, i64>("SELECT id FROM authors WHERE deleted_at IS NULL LIMIT 1").fetch_optional(conn).await)
        .map(|id| id.is_some())
}

/// Fails with a unique violation when the address is taken.
pub async fn insert(
    tx: &mut Tx,
    author: &NewAuthor,
    time_zone: &str,
    now: Timestamp,
) -> database::Result<Row> {
    let (issuer, subject) = author.identity.clone().unzip();
    on_engine!(tx, conn => sqlx::query_as(
        "INSERT INTO authors (email, email_key, name, time_zone, role, password_hash, issuer, subject, created_at, \
         updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) \
         RETURNING id, email, email_key, name, company, time_zone, role, password_hash, issuer, created_at")
        .bind(&author.email.original).bind(&author.email.key).bind(&author.name).bind(time_zone)
        .bind(author.role.as_str()).bind(&author.password_hash).bind(issuer).bind(subject).bind(now)
        .fetch_one(conn).await)
}

pub async fn by_id(tx: &mut Tx, id: i64) -> database::Result<Option<Row>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, email, email_key, name, company, time_zone, role, password_hash, issuer, created_at \
         FROM authors WHERE id = $1 AND deleted_at IS NULL")
        .bind(id).fetch_optional(conn).await)
}

pub async fn by_email(tx: &mut Tx, email_key: &str) -> database::Result<Option<Row>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, email, email_key, name, company, time_zone, role, password_hash, issuer, created_at \
         FROM authors WHERE email_key = $1")
        .bind(email_key).fetch_optional(conn).await)
}

/// By what a hosted provider calls the author.
pub async fn by_identity(tx: &mut Tx, issuer: &str, subject: &str) -> database::Result<Option<Row>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, email, email_key, name, company, time_zone, role, password_hash, issuer, created_at \
         FROM authors WHERE issuer = $1 AND subject = $2")
        .bind(issuer).bind(subject).fetch_optional(conn).await)
}

/// Ties an author who has no identity yet to one of a hosted provider.
pub async fn set_identity(
    tx: &mut Tx,
    id: i64,
    issuer: &str,
    subject: &str,
    now: Timestamp,
) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE authors SET issuer = $2, subject = $3, updated_at = $4 WHERE id = $1 AND issuer IS NULL")
        .bind(id).bind(issuer).bind(subject).bind(now).execute(conn).await.map(drop))
}

pub async fn set_role(tx: &mut Tx, id: i64, role: Role, now: Timestamp) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE authors SET role = $2, updated_at = $3 WHERE id = $1")
        .bind(id).bind(role.as_str()).bind(now).execute(conn).await.map(drop))
}

/// What an author changes about themselves; `None` stays.
#[derive(Debug, Default)]
pub struct Change {
    pub name: Option<String>,
    pub company: Option<Option<String>>,
    pub time_zone: Option<String>,
}

pub async fn update(tx: &mut Tx, id: i64, change: Change, now: Timestamp) -> database::Result<Option<Row>> {
    on_engine!(tx, conn => sqlx::query_as(
        "UPDATE authors SET name = COALESCE($2, name), company = CASE WHEN $3 THEN $4 ELSE company END, \
         time_zone = COALESCE($5, time_zone), updated_at = $6 WHERE id = $1 \
         RETURNING id, email, email_key, name, company, time_zone, role, password_hash, issuer, created_at")
        .bind(id).bind(change.name).bind(change.company.is_some()).bind(change.company.flatten())
        .bind(change.time_zone).bind(now).fetch_optional(conn).await)
}

pub async fn administrators(tx: &mut Tx) -> database::Result<Vec<i64>> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT id FROM authors WHERE role = 'admin' ORDER BY id LIMIT 100")
        .fetch_all(conn).await)
}
