//! The suppression list as rows.

use database::{Result, Tx, on_engine, push_list};
use serde::Serialize;

use super::Reason;
use crate::{Timestamp, http::Page};

/// An address that nothing is sent to.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
pub struct Suppression {
    pub id: i64,
    pub email: String,
    #[sqlx(try_from = "String")]
    pub reason: Reason,
    /// Who said so: smtp (the answer to an email), report (a delivery or feedback report), ses or manual.
    pub source: String,
    #[schema(required)]
    pub detail: Option<String>,
    pub created_at: Timestamp,
}

/// An entry to be.
#[derive(Clone, Copy, Debug)]
pub struct New<'a> {
    pub email: &'a str,
    /// As [`content::Address::key`].
    pub email_key: &'a str,
    pub reason: Reason,
    pub source: &'a str,
    pub detail: Option<&'a str>,
}

/// Adds an address; the first reason stays, save that a complaint outweighs a bounce. Answers whether it is new.
pub async fn add(tx: &mut Tx, new: New<'_>, now: Timestamp) -> Result<bool> {
    let inserted = on_engine!(&mut *tx, conn => sqlx::query(
        "INSERT INTO suppressions (email, email_key, reason, source, detail, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING")
        .bind(new.email).bind(new.email_key).bind(new.reason.as_str()).bind(new.source).bind(new.detail).bind(now)
        .execute(conn).await?.rows_affected());
    if inserted == 0 && new.reason == Reason::Complaint {
        on_engine!(tx, conn => sqlx::query(
            "UPDATE suppressions SET reason = 'complaint', source = $2, detail = $3, created_at = $4 \
             WHERE email_key = $1 AND reason <> 'complaint'")
            .bind(new.email_key).bind(new.source).bind(new.detail).bind(now).execute(conn).await.map(drop))?;
    }
    Ok(inserted > 0)
}

const RESERVED: &str = ".invalid";

/// Whether the address is below `.invalid`, which names nothing (RFC 2606 §2). Samples live there. The commit point asks the
/// same in SQL, of its key.
pub fn is_reserved(email: &str) -> bool {
    let ending = email.len().checked_sub(RESERVED.len()).and_then(|at| email.get(at..));
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case(RESERVED))
}

/// Why nothing may be sent to the address, if so.
pub async fn is_suppressed(tx: &mut Tx, email_key: &str) -> Result<Option<Reason>> {
    if is_reserved(email_key) {
        return Ok(Some(Reason::Reserved));
    }
    let reason: Option<String> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT reason FROM suppressions WHERE email_key = $1").bind(email_key).fetch_optional(conn).await?);
    Ok(reason.as_deref().and_then(Reason::parse))
}

/// What a list shows: part of the address (`pattern` for `LIKE`, lower case) and a reason.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub pattern: Option<String>,
    pub reason: Option<Reason>,
}

macro_rules! filtered {
    () => {
        " FROM suppressions WHERE (CAST($1 AS TEXT) IS NULL OR email_key LIKE $1 ESCAPE '\\') \
         AND (CAST($2 AS TEXT) IS NULL OR reason = $2)"
    };
}

/// A page of the list, newest first.
pub async fn list(tx: &mut Tx, filter: &Filter, page: &Page) -> Result<Vec<Suppression>> {
    on_engine!(tx, conn => sqlx::query_as(concat!("SELECT id, email, reason, source, detail, created_at", filtered!(),
        " AND id < $3 ORDER BY id DESC LIMIT $4"))
        .bind(&filter.pattern).bind(filter.reason.map(Reason::as_str)).bind(page.before_id()).bind(page.fetch())
        .fetch_all(conn).await)
}

/// How many there are, counted up to `most`.
pub async fn count(tx: &mut Tx, filter: &Filter, most: i64) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(concat!("SELECT COUNT(*) FROM (SELECT id", filtered!(), " LIMIT $3) AS counted"))
        .bind(&filter.pattern).bind(filter.reason.map(Reason::as_str)).bind(most).fetch_one(conn).await)
}

pub async fn find(tx: &mut Tx, email_key: &str) -> Result<Option<Suppression>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, email, reason, source, detail, created_at FROM suppressions WHERE email_key = $1")
        .bind(email_key).fetch_optional(conn).await)
}

/// Whether there was such an entry.
pub async fn delete(tx: &mut Tx, id: i64) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM suppressions WHERE id = $1")
        .bind(id).execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// Takes addresses off the list that a mail server's answer brought there since then.
pub async fn take_back(tx: &mut Tx, keys: &[String], since: Timestamp) -> Result<()> {
    for keys in keys.chunks(250) {
        on_engine!(&mut *tx, conn => {
            let mut query = sqlx::QueryBuilder::new(
                "DELETE FROM suppressions WHERE reason = 'hard_bounce' AND source = 'smtp' AND created_at >= ");
            query.push_bind(since).push(" AND email_key IN ");
            push_list(&mut query, keys.iter().cloned());
            query.build().execute(conn).await?;
        });
    }
    Ok(())
}
