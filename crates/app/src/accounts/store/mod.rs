//! Authors in the database. What they sign in with has files of its own.

pub mod audit;
pub mod deletion;
pub mod keys;
pub mod mail_tokens;
pub mod passkeys;
pub mod refresh;
pub mod sessions;
pub mod totp;

use database::{Tx, on_engine};

use super::model::{Author, NewAuthor, Role};
use crate::{AuthorId, Timestamp};

/// An author with what only sign-in may see.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Row {
    pub id: AuthorId,
    pub email: String,
    pub email_key: String,
    pub name: String,
    pub company: Option<String>,
    pub time_zone: String,
    #[sqlx(try_from = "String")]
    pub role: Role,
    pub password_hash: Option<String>,
    pub issuer: Option<String>,
    pub email_verified_at: Option<Timestamp>,
    /// Null when nothing but the built-in mailbox says that the address is the author's.
    pub email_proved_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

macro_rules! columns {
    () => {
        "id, email, email_key, name, company, time_zone, role, password_hash, issuer, email_verified_at, email_proved_at, \
         created_at"
    };
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
            email_verified: row.email_verified_at.is_some(),
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

/// Two changes of what hangs on the author come one after the other.
pub async fn hold(tx: &mut Tx, id: AuthorId) -> database::Result<()> {
    if let Tx::Postgres(tx) = tx {
        sqlx::query("SELECT id FROM authors WHERE id = $1 FOR UPDATE").bind(id).execute(&mut **tx).await?;
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
        concat!("INSERT INTO authors (email, email_key, name, time_zone, role, password_hash, issuer, subject, created_at, \
         updated_at, email_verified_at, email_proved_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $10) RETURNING ",
         columns!()))
        .bind(&author.email.original).bind(&author.email.key).bind(&author.name).bind(time_zone)
        .bind(author.role.as_str()).bind(&author.password_hash).bind(issuer).bind(subject).bind(now)
        .bind(author.email_verified.then_some(now))
        .fetch_one(conn).await)
}

pub async fn by_id(tx: &mut Tx, id: AuthorId) -> database::Result<Option<Row>> {
    on_engine!(tx, conn => sqlx::query_as(
        concat!("SELECT ", columns!(), " FROM authors WHERE id = $1 AND deleted_at IS NULL"))
        .bind(id).fetch_optional(conn).await)
}

/// The author, unless this session of theirs has ended.
pub async fn by_session(tx: &mut Tx, id: AuthorId, family: &str) -> database::Result<Option<Row>> {
    on_engine!(tx, conn => sqlx::query_as(
        concat!("SELECT ", columns!(), " FROM authors WHERE id = $1 AND deleted_at IS NULL AND EXISTS \
         (SELECT 1 FROM sessions WHERE family_id = $2 AND author_id = $1)"))
        .bind(id).bind(family).fetch_optional(conn).await)
}

pub async fn by_email(tx: &mut Tx, email_key: &str) -> database::Result<Option<Row>> {
    on_engine!(tx, conn => sqlx::query_as(
        concat!("SELECT ", columns!(), " FROM authors WHERE email_key = $1"))
        .bind(email_key).fetch_optional(conn).await)
}

/// By what a hosted provider calls the author.
pub async fn by_identity(tx: &mut Tx, issuer: &str, subject: &str) -> database::Result<Option<Row>> {
    on_engine!(tx, conn => sqlx::query_as(
        concat!("SELECT ", columns!(), " FROM authors WHERE issuer = $1 AND subject = $2"))
        .bind(issuer).bind(subject).fetch_optional(conn).await)
}

/// An author of a hosted provider, and what is known of the token they came with.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Borne {
    #[sqlx(flatten)]
    pub row: Row,
    /// The session whose browser was given the token, if one was.
    pub given_to: Option<String>,
    /// The same while it has not ended.
    pub session: Option<String>,
}

pub async fn by_bearer(
    tx: &mut Tx,
    issuer: &str,
    subject: &str,
    token_hash: &[u8],
) -> database::Result<Option<Borne>> {
    on_engine!(tx, conn => sqlx::query_as(
        concat!("SELECT ", columns!(), ", \
         (SELECT b.family_id FROM session_bearers b WHERE b.token_hash = $3 AND b.author_id = authors.id) AS given_to, \
         (SELECT s.family_id FROM session_bearers b JOIN sessions s ON s.family_id = b.family_id \
          WHERE b.token_hash = $3 AND b.author_id = authors.id) AS session \
         FROM authors WHERE issuer = $1 AND subject = $2"))
        .bind(issuer).bind(subject).bind(token_hash).fetch_optional(conn).await)
}

/// Ties an author who has no identity yet to one of a hosted provider.
pub async fn set_identity(
    tx: &mut Tx,
    id: AuthorId,
    issuer: &str,
    subject: &str,
    now: Timestamp,
) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE authors SET issuer = $2, subject = $3, updated_at = $4 WHERE id = $1 AND issuer IS NULL")
        .bind(id).bind(issuer).bind(subject).bind(now).execute(conn).await.map(drop))
}

pub async fn set_role(tx: &mut Tx, id: AuthorId, role: Role, now: Timestamp) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE authors SET role = $2, updated_at = $3 WHERE id = $1")
        .bind(id).bind(role.as_str()).bind(now).execute(conn).await.map(drop))
}

/// Another password. Links that were mailed before are worth nothing any more: an intruder may have asked for another
/// address.
pub async fn set_password(tx: &mut Tx, id: AuthorId, hash: &str, now: Timestamp) -> database::Result<()> {
    mail_tokens::forget_all(tx, id).await?;
    on_engine!(tx, conn => sqlx::query("UPDATE authors SET password_hash = $2, updated_at = $3 WHERE id = $1")
        .bind(id).bind(hash).bind(now).execute(conn).await.map(drop))
}

/// Sets an address that was verified, and perhaps proved; fails with a unique violation when it is another author's.
pub async fn set_email(
    tx: &mut Tx,
    id: AuthorId,
    email: &content::Address,
    is_proof: bool,
    now: Timestamp,
) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE authors SET email = $2, email_key = $3, email_verified_at = $4, email_proved_at = $5, updated_at = $4 \
         WHERE id = $1")
        .bind(id).bind(&email.original).bind(&email.key).bind(now).bind(is_proof.then_some(now))
        .execute(conn).await.map(drop))
}

/// Notes that the author reads mail at their address, and perhaps that it is proved; false when that was known.
pub async fn set_verified(
    tx: &mut Tx,
    id: AuthorId,
    is_proof: bool,
    now: Timestamp,
) -> database::Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE authors SET email_verified_at = COALESCE(email_verified_at, $2), \
         email_proved_at = CASE WHEN $3 THEN COALESCE(email_proved_at, $2) ELSE email_proved_at END \
         WHERE id = $1 AND (email_verified_at IS NULL OR ($3 AND email_proved_at IS NULL))")
        .bind(id).bind(now).bind(is_proof).execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// What an author changes about themselves; `None` stays.
#[derive(Debug, Default)]
pub struct Change {
    pub name: Option<String>,
    pub company: Option<Option<String>>,
    pub time_zone: Option<String>,
}

pub async fn update(
    tx: &mut Tx,
    id: AuthorId,
    change: Change,
    now: Timestamp,
) -> database::Result<Option<Row>> {
    on_engine!(tx, conn => sqlx::query_as(
        concat!("UPDATE authors SET name = COALESCE($2, name), company = CASE WHEN $3 THEN $4 ELSE company END, \
         time_zone = COALESCE($5, time_zone), updated_at = $6 WHERE id = $1 RETURNING ", columns!()))
        .bind(id).bind(change.name).bind(change.company.is_some()).bind(change.company.flatten())
        .bind(change.time_zone).bind(now).fetch_optional(conn).await)
}

pub async fn administrators(tx: &mut Tx) -> database::Result<Vec<AuthorId>> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT id FROM authors WHERE role = 'admin' ORDER BY id LIMIT 100")
        .fetch_all(conn).await)
}

/// Takes from whoever made the account all that lets them in. What is in it stays. Called by [`Accounts::shut_out`], which
/// has the other features do their part.
///
/// [`Accounts::shut_out`]: crate::accounts::Accounts::shut_out
pub async fn shut_out(tx: &mut Tx, id: AuthorId, now: Timestamp) -> database::Result<()> {
    for sql in [
        "DELETE FROM refresh_tokens WHERE author_id = $1",
        "DELETE FROM sessions WHERE author_id = $1",
        "DELETE FROM mail_tokens WHERE author_id = $1",
        "DELETE FROM totp WHERE author_id = $1",
        "DELETE FROM recovery_codes WHERE author_id = $1",
        "DELETE FROM passkeys WHERE author_id = $1",
        "DELETE FROM api_keys WHERE author_id = $1",
    ] {
        on_engine!(&mut *tx, conn => sqlx::query(sql).bind(id).execute(conn).await.map(drop))?;
    }
    on_engine!(tx, conn => sqlx::query("UPDATE authors SET password_hash = NULL, updated_at = $2 WHERE id = $1")
        .bind(id).bind(now).execute(conn).await.map(drop))
}
