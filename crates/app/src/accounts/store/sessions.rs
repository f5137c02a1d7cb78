//! Signed-in browsers. A session is its family of refresh tokens.

use database::{Result, Tx, on_engine};

use crate::{
    AuthorId, Timestamp,
    accounts::{Origin, model::Method},
    clock::HOUR,
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Row {
    pub id: i64,
    pub family_id: String,
    #[sqlx(try_from = "String")]
    pub method: Method,
    pub user_agent: Option<String>,
    pub ip: Option<String>,
    pub created_at: Timestamp,
    pub last_used_at: Timestamp,
}

pub async fn insert(
    tx: &mut Tx,
    family: &str,
    author_id: AuthorId,
    method: Method,
    origin: &Origin,
) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO sessions (family_id, author_id, method, user_agent, ip, created_at, last_used_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $6)")
        .bind(family).bind(author_id).bind(method.as_str()).bind(&origin.user_agent).bind(&origin.ip)
        .bind(origin.at).execute(conn).await.map(drop))
}

/// Notes that the session was used; false when it has ended.
pub async fn touch(tx: &mut Tx, family: &str, origin: &Origin) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE sessions SET user_agent = $2, ip = $3, last_used_at = $4 WHERE family_id = $1")
        .bind(family).bind(&origin.user_agent).bind(&origin.ip).bind(origin.at)
        .execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// The author's sessions that were used since `since`, the latest first.
pub async fn list(tx: &mut Tx, author_id: AuthorId, since: Timestamp) -> Result<Vec<Row>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, family_id, method, user_agent, ip, created_at, last_used_at FROM sessions \
         WHERE author_id = $1 AND last_used_at > $2 ORDER BY last_used_at DESC, id DESC LIMIT 1000")
        .bind(author_id).bind(since).fetch_all(conn).await)
}

/// Ends one of the author's; answers its family when there was such a session.
pub async fn end(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<Option<String>> {
    let family: Option<String> = on_engine!(&mut *tx, conn => sqlx::query_scalar(
        "SELECT family_id FROM sessions WHERE id = $1 AND author_id = $2")
        .bind(id).bind(author_id).fetch_optional(conn).await?);
    if let Some(family) = &family {
        end_family(tx, family).await?;
    }
    Ok(family)
}

pub async fn end_family(tx: &mut Tx, family: &str) -> Result<()> {
    on_engine!(&mut *tx, conn => sqlx::query("DELETE FROM refresh_tokens WHERE family_id = $1")
        .bind(family).execute(conn).await.map(drop))?;
    on_engine!(tx, conn => sqlx::query("DELETE FROM sessions WHERE family_id = $1")
        .bind(family).execute(conn).await.map(drop))
}

/// Ends the author's sessions but the one to keep; answers how many.
pub async fn end_others(tx: &mut Tx, author_id: AuthorId, keep: Option<&str>) -> Result<u64> {
    let keep = keep.unwrap_or("");
    on_engine!(&mut *tx, conn => sqlx::query("DELETE FROM refresh_tokens WHERE author_id = $1 AND family_id <> $2")
        .bind(author_id).bind(keep).execute(conn).await.map(drop))?;
    on_engine!(tx, conn => sqlx::query("DELETE FROM sessions WHERE author_id = $1 AND family_id <> $2")
        .bind(author_id).bind(keep).execute(conn).await.map(|done| done.rows_affected()))
}

/// The encrypted tokens of a hosted provider, while the session lives.
pub async fn provider(tx: &mut Tx, family: &str) -> Result<Option<Vec<u8>>> {
    let sealed: Option<Option<Vec<u8>>> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT provider FROM sessions WHERE family_id = $1").bind(family).fetch_optional(conn).await?);
    Ok(sealed.flatten())
}

pub async fn set_provider(tx: &mut Tx, family: &str, sealed: &[u8]) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE sessions SET provider = $2 WHERE family_id = $1")
        .bind(family).bind(sealed).execute(conn).await.map(drop))
}

/// Notes to whose browser a provider's token was given.
pub async fn add_bearer(
    tx: &mut Tx,
    hash: &[u8],
    author_id: AuthorId,
    family: &str,
    expires_at: Timestamp,
) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO session_bearers (token_hash, author_id, family_id, expires_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT DO NOTHING")
        .bind(hash).bind(author_id).bind(family).bind(expires_at).execute(conn).await.map(drop))
}

/// Takes the right to renew the session's tokens; false while another request has it.
pub async fn lease(tx: &mut Tx, family: &str, now: Timestamp, until: Timestamp) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE sessions SET renewing_until = $3 WHERE family_id = $1 AND renewing_until <= $2")
        .bind(family).bind(now).bind(until).execute(conn).await.map(|done| done.rows_affected() > 0))
}

pub async fn release(tx: &mut Tx, family: &str) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE sessions SET renewing_until = 0 WHERE family_id = $1")
        .bind(family).execute(conn).await.map(drop))
}

pub async fn author_of(tx: &mut Tx, family: &str) -> Result<Option<AuthorId>> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT author_id FROM sessions WHERE family_id = $1")
        .bind(family).fetch_optional(conn).await)
}

pub async fn created_at(tx: &mut Tx, family: &str) -> Result<Option<Timestamp>> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT created_at FROM sessions WHERE family_id = $1")
        .bind(family).fetch_optional(conn).await)
}

/// Whether a session's browser was given this token, even if the account is gone.
pub async fn was_given(tx: &mut Tx, token_hash: &[u8]) -> Result<bool> {
    let given: Option<i64> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT author_id FROM session_bearers WHERE token_hash = $1").bind(token_hash).fetch_optional(conn).await?);
    Ok(given.is_some())
}

/// Forgets tokens that nobody accepts any more.
pub async fn prune_bearers(tx: &mut Tx, now: Timestamp) -> Result<()> {
    // Later than their end by more than clocks may differ.
    on_engine!(tx, conn => sqlx::query("DELETE FROM session_bearers WHERE expires_at < $1")
        .bind(now.plus(-HOUR)).execute(conn).await.map(drop))
}

/// Forgets everybody's that were last used before `then`.
pub async fn prune(tx: &mut Tx, then: Timestamp) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM sessions WHERE last_used_at < $1")
        .bind(then).execute(conn).await.map(drop))
}
