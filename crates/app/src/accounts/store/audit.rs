//! The audit log as rows.

use database::{Result, Tx, on_engine};

use crate::{
    AuthorId, Timestamp,
    accounts::{Origin, audit::AuditKind},
    http::Page,
};

/// How many sign-ins are looked back at for known devices.
const LOOKED_BACK: i64 = 200;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Entry {
    pub id: i64,
    #[sqlx(try_from = "String")]
    pub kind: AuditKind,
    pub detail: Option<String>,
    pub user_agent: Option<String>,
    pub ip: Option<String>,
    pub at: Timestamp,
}

pub async fn insert(
    tx: &mut Tx,
    author_id: AuthorId,
    kind: AuditKind,
    detail: Option<&str>,
    origin: &Origin,
) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO audit_log (author_id, kind, detail, user_agent, ip, at) VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(author_id).bind(kind.as_str()).bind(detail).bind(&origin.user_agent).bind(&origin.ip).bind(origin.at)
        .execute(conn).await.map(drop))
}

pub async fn any_since(tx: &mut Tx, author_id: AuthorId, kind: AuditKind, since: Timestamp) -> Result<bool> {
    let id: Option<i64> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT id FROM audit_log WHERE author_id = $1 AND kind = $2 AND at > $3 ORDER BY id DESC LIMIT 1")
        .bind(author_id).bind(kind.as_str()).bind(since).fetch_optional(conn).await?);
    Ok(id.is_some())
}

/// User agent and address of the author's latest sign-ins.
pub async fn sign_ins(tx: &mut Tx, author_id: AuthorId) -> Result<Vec<(Option<String>, Option<String>)>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT user_agent, ip FROM audit_log WHERE author_id = $1 AND kind IN ('signed_in', 'signed_up') \
         ORDER BY id DESC LIMIT $2")
        .bind(author_id).bind(LOOKED_BACK).fetch_all(conn).await)
}

pub async fn list(tx: &mut Tx, author_id: AuthorId, page: &Page) -> Result<Vec<Entry>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, kind, detail, user_agent, ip, at FROM audit_log WHERE author_id = $1 AND id < $2 \
         ORDER BY id DESC LIMIT $3")
        .bind(author_id).bind(page.before_id()).bind(page.fetch()).fetch_all(conn).await)
}

pub async fn count(tx: &mut Tx, author_id: AuthorId) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM audit_log WHERE author_id = $1")
        .bind(author_id).fetch_one(conn).await)
}

/// Keeps the author's latest rows.
pub async fn prune_author(tx: &mut Tx, author_id: AuthorId, kept: i64) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "DELETE FROM audit_log WHERE author_id = $1 AND id <= \
         (SELECT id FROM audit_log WHERE author_id = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)")
        .bind(author_id).bind(kept).execute(conn).await.map(drop))
}

/// Removes everybody's rows from before `then`.
pub async fn prune(tx: &mut Tx, then: Timestamp) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM audit_log WHERE at < $1").bind(then).execute(conn).await.map(drop))
}
