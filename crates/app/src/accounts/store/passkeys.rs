//! Passkeys and the challenges they answer, as rows.

use database::{Result, Tx, on_engine};

use crate::{AuthorId, Timestamp, accounts::passkey::NewPasskey};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Row {
    pub id: i64,
    pub author_id: AuthorId,
    pub name: String,
    pub credential_id: Vec<u8>,
    pub public_key: Vec<u8>,
    pub sign_count: i64,
    /// JSON.
    pub transports: String,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
}

/// A challenge that was given out.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Challenge {
    pub challenge: Vec<u8>,
    /// Who adds a passkey; `None` for a sign-in.
    pub author_id: Option<AuthorId>,
    pub expires_at: Timestamp,
}

macro_rules! columns {
    () => {
        "id, author_id, name, credential_id, public_key, sign_count, transports, created_at, last_used_at"
    };
}

pub async fn list(tx: &mut Tx, author_id: AuthorId) -> Result<Vec<Row>> {
    on_engine!(tx, conn => sqlx::query_as(concat!("SELECT ", columns!(), " FROM passkeys WHERE author_id = $1 ORDER BY id DESC"))
        .bind(author_id).fetch_all(conn).await)
}

pub async fn by_credential(tx: &mut Tx, credential_id: &[u8]) -> Result<Option<Row>> {
    on_engine!(tx, conn => sqlx::query_as(concat!("SELECT ", columns!(), " FROM passkeys WHERE credential_id = $1"))
        .bind(credential_id).fetch_optional(conn).await)
}

/// Fails with a unique violation when the credential is known.
pub async fn insert(
    tx: &mut Tx,
    author_id: AuthorId,
    name: &str,
    made: &NewPasskey,
    now: Timestamp,
) -> Result<Row> {
    on_engine!(tx, conn => sqlx::query_as(concat!(
        "INSERT INTO passkeys (author_id, name, credential_id, public_key, sign_count, transports, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ", columns!()))
        .bind(author_id).bind(name).bind(&made.credential_id).bind(&made.public_key).bind(i64::from(made.sign_count))
        .bind(serde_json::to_string(&made.transports).unwrap_or_default()).bind(now).fetch_one(conn).await)
}

/// Notes a use; false when the counter has moved meanwhile.
pub async fn used(tx: &mut Tx, row: &Row, sign_count: u32, now: Timestamp) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE passkeys SET sign_count = $4, last_used_at = $5 WHERE id = $1 AND author_id = $2 AND sign_count = $3")
        .bind(row.id).bind(row.author_id).bind(row.sign_count).bind(i64::from(sign_count)).bind(now)
        .execute(conn).await.map(|done| done.rows_affected() > 0))
}

pub async fn rename(tx: &mut Tx, author_id: AuthorId, id: i64, name: &str) -> Result<Option<Row>> {
    on_engine!(tx, conn => sqlx::query_as(concat!(
        "UPDATE passkeys SET name = $3 WHERE id = $1 AND author_id = $2 RETURNING ", columns!()))
        .bind(id).bind(author_id).bind(name).fetch_optional(conn).await)
}

/// The name of the passkey, when the author had such a one.
pub async fn delete(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<Option<String>> {
    on_engine!(tx, conn => sqlx::query_scalar("DELETE FROM passkeys WHERE id = $1 AND author_id = $2 RETURNING name")
        .bind(id).bind(author_id).fetch_optional(conn).await)
}

pub async fn delete_all(tx: &mut Tx, author_id: AuthorId) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM passkeys WHERE author_id = $1").bind(author_id)
        .execute(conn).await.map(drop))
}

pub async fn add_challenge(
    tx: &mut Tx,
    id: &str,
    challenge: &[u8],
    author_id: Option<AuthorId>,
    expires_at: Timestamp,
) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO passkey_challenges (id, challenge, author_id, expires_at) VALUES ($1, $2, $3, $4)")
        .bind(id).bind(challenge).bind(author_id).bind(expires_at).execute(conn).await.map(drop))
}

/// Uses a challenge up: the second who comes finds nothing.
pub async fn take_challenge(tx: &mut Tx, id: &str) -> Result<Option<Challenge>> {
    on_engine!(tx, conn => sqlx::query_as(
        "DELETE FROM passkey_challenges WHERE id = $1 RETURNING challenge, author_id, expires_at")
        .bind(id).fetch_optional(conn).await)
}

pub async fn prune_challenges(tx: &mut Tx, now: Timestamp) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM passkey_challenges WHERE expires_at <= $1").bind(now)
        .execute(conn).await.map(drop))
}
