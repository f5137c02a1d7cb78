//! Messages in the database.

use database::{Engine, Result, Tx, on_engine};
use sqlx::AssertSqlSafe;

use super::model::{KEPT, Message, Returned, State};
use crate::{AuthorId, NewsletterId, Timestamp, http::Page};

/// What a message is when it is taken.
pub struct New<'a> {
    pub author_id: AuthorId,
    pub newsletter_id: NewsletterId,
    pub template_id: Option<i64>,
    pub to: &'a content::Address,
    pub subject: &'a str,
    pub sender: &'a str,
    pub raw: &'a [u8],
    /// Why nothing is sent there.
    pub suppressed: Option<&'static str>,
}

macro_rules! shown {
    () => {
        "id, newsletter_id, template_id, recipient AS \"to\", subject, state, reason, attempts, is_repeated, returned, \
         returned_at, returned_detail, created_at, sent_at"
    };
}

/// A page of an author's: `$1` is the author, `$2` the last id before the page, `$3` how many rows it has at most.
pub const OF_AUTHOR: &str =
    concat!("SELECT ", shown!(), " FROM messages WHERE author_id = $1 AND id > $2 ORDER BY id LIMIT $3");

/// Its id. Nothing leaves before [`take`].
pub async fn insert(tx: &mut Tx, new: New<'_>, now: Timestamp) -> Result<i64> {
    let (state, due, raw) = match new.suppressed {
        Some(_) => ("suppressed", None, None),
        None => ("queued", Some(now), Some(new.raw)),
    };
    on_engine!(tx, conn => sqlx::query_scalar(
        "INSERT INTO messages (author_id, newsletter_id, template_id, recipient, recipient_key, subject, sender, raw, state, reason, \
         due_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id")
        .bind(new.author_id).bind(new.newsletter_id).bind(new.template_id).bind(&new.to.original).bind(&new.to.key)
        .bind(new.subject).bind(new.sender).bind(raw).bind(state).bind(new.suppressed).bind(due).bind(now)
        .fetch_one(conn).await)
}

pub async fn find(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<Option<Message>> {
    let sql = concat!("SELECT ", shown!(), " FROM messages WHERE author_id = $1 AND id = $2");
    on_engine!(tx, conn => sqlx::query_as(sql).bind(author_id).bind(id).fetch_optional(conn).await)
}

/// Which messages a list shows.
#[derive(Debug, Default)]
pub struct Filter {
    pub state: Option<State>,
    pub newsletter_id: Option<NewsletterId>,
    /// As [`content::Address::key`].
    pub to: Option<String>,
}

impl Filter {
    /// Conditions are written as equalities, so that the index of each is used.
    fn source(&self) -> String {
        let state = self.state.map_or_else(String::new, |state| {
            let names = state.stored().join("', '");
            format!(" AND state IN ('{names}')")
        });
        let newsletter = self.newsletter_id.map_or("", |_| " AND newsletter_id = $2");
        let to = self.to.as_ref().map_or("", |_| " AND recipient_key = $3");
        // Each number is bound whatever is asked for, and PostgreSQL wants to know of what type.
        format!(
            " FROM messages WHERE author_id = $1{state}{newsletter}{to} \
             AND (CAST($2 AS BIGINT) IS NULL OR TRUE) AND (CAST($3 AS TEXT) IS NULL OR TRUE)"
        )
    }
}

/// A page of an author's messages, newest first.
pub async fn list(tx: &mut Tx, author_id: AuthorId, filter: &Filter, page: &Page) -> Result<Vec<Message>> {
    let sql = format!("SELECT {}{} AND id < $4 ORDER BY id DESC LIMIT $5", shown!(), filter.source());
    on_engine!(tx, conn => sqlx::query_as(AssertSqlSafe(sql))
        .bind(author_id).bind(filter.newsletter_id).bind(&filter.to).bind(page.before_id()).bind(page.fetch())
        .fetch_all(conn).await)
}

/// How many the list has; counting stops at `cap`.
pub async fn count(tx: &mut Tx, author_id: AuthorId, filter: &Filter, cap: i64) -> Result<i64> {
    let sql = format!("SELECT COUNT(*) FROM (SELECT 1{} LIMIT $4) AS found", filter.source());
    on_engine!(tx, conn => sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(author_id).bind(filter.newsletter_id).bind(&filter.to).bind(cap).fetch_one(conn).await)
}

/// A message that a node sends.
#[derive(Debug, sqlx::FromRow)]
pub struct Due {
    pub id: i64,
    pub author_id: AuthorId,
    pub newsletter_id: NewsletterId,
    pub recipient: String,
    pub subject: String,
    pub sender: String,
    pub raw: Vec<u8>,
    /// Before this one.
    pub attempts: i64,
    pub is_repeated: bool,
    pub created_at: Timestamp,
}

/// Whether anything is to be sent, so that nobody asks for the writer in vain.
pub async fn any_due(tx: &mut Tx, now: Timestamp) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query_scalar::<_, i64>("SELECT id FROM messages WHERE due_at <= $1 LIMIT 1")
        .bind(now).fetch_optional(conn).await.map(|found| found.is_some()))
}

/// Leases what has waited longest: nobody else sends it before `until`. What a node had that is no more is taken as well,
/// unless it may have left.
pub async fn take(
    tx: &mut Tx,
    node: &str,
    (now, until): (Timestamp, Timestamp),
    limit: i64,
) -> Result<Vec<Due>> {
    let skip = if tx.engine() == Engine::Postgres { " FOR UPDATE SKIP LOCKED" } else { "" };
    let sql = format!(
        "UPDATE messages SET state = 'claimed', due_at = $2, node = $4, attempts = attempts + 1 WHERE id IN (SELECT id FROM messages \
         WHERE due_at <= $1 AND state IN ('queued', 'deferred', 'claimed') ORDER BY due_at, id LIMIT $3{skip}) \
         RETURNING id, author_id, newsletter_id, recipient, subject, sender, raw, attempts - 1 AS attempts, is_repeated, created_at"
    );
    let mut due: Vec<Due> = on_engine!(tx, conn => sqlx::query_as(AssertSqlSafe(sql))
        .bind(now).bind(until).bind(limit).bind(node).fetch_all(conn).await)?;
    due.sort_unstable_by_key(|it| it.id);
    Ok(due)
}

/// From here on it may leave. False when the lease is somebody else's by now, or nothing is sent to this address any more.
pub async fn commit(tx: &mut Tx, id: i64, lease: Timestamp, until: Timestamp) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE messages SET state = 'committing', due_at = $3 WHERE id = $1 AND state = 'claimed' AND due_at = $2 \
         AND NOT EXISTS (SELECT 1 FROM suppressions s WHERE s.email_key = messages.recipient_key)")
        .bind(id).bind(lease).bind(until).execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// What becomes of a message.
pub struct Outcome<'a> {
    /// What the table calls it.
    pub state: &'static str,
    pub reason: Option<&'a str>,
    /// When it is tried again; its text goes where it is not.
    pub due_at: Option<Timestamp>,
    pub is_repeated: bool,
}

/// Writes down what became of what was taken under this lease; false when it is somebody else's by now.
pub async fn settle(
    tx: &mut Tx,
    id: i64,
    lease: Timestamp,
    outcome: &Outcome<'_>,
    now: Timestamp,
) -> Result<bool> {
    let kept = outcome.due_at.is_some() || outcome.state == "in_doubt";
    on_engine!(tx, conn => sqlx::query(
        "UPDATE messages SET state = $3, reason = $4, due_at = $5, is_repeated = $6, \
         raw = CASE WHEN $7 THEN raw END, sent_at = CASE WHEN $3 = 'sent' THEN $8 END \
         WHERE id = $1 AND due_at = $2 AND state IN ('claimed', 'committing')")
        .bind(id).bind(lease).bind(outcome.state).bind(outcome.reason).bind(outcome.due_at).bind(outcome.is_repeated)
        .bind(kept).bind(now).execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// A message whose node ended between its dot and its outcome.
#[derive(Debug, sqlx::FromRow)]
pub struct Lost {
    pub id: i64,
    pub newsletter_id: NewsletterId,
    pub is_repeated: bool,
    pub due_at: Timestamp,
}

/// Those whose lease has ended by `now`.
pub async fn lost(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<Vec<Lost>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, newsletter_id, is_repeated, due_at FROM messages WHERE due_at <= $1 AND state = 'committing' \
         ORDER BY due_at, id LIMIT $2")
        .bind(now).bind(limit).fetch_all(conn).await)
}

/// Ends its leases, for a node that starts, and so has nothing on its way.
pub async fn end_leases(tx: &mut Tx, node: &str, now: Timestamp) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE messages SET due_at = $2 WHERE due_at > $2 AND state IN ('claimed', 'committing') AND node = $1")
        .bind(node).bind(now).execute(conn).await.map(drop))
}

/// Decides one in doubt: it was sent (`due_at` is null), or is sent once more. False when it is not in doubt.
pub async fn decide(tx: &mut Tx, id: i64, due_at: Option<Timestamp>, now: Timestamp) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE messages SET state = CASE WHEN CAST($2 AS BIGINT) IS NULL THEN 'sent' ELSE 'queued' END, due_at = $2, \
         raw = CASE WHEN $2 IS NULL THEN NULL ELSE raw END, is_repeated = is_repeated OR $2 IS NOT NULL, reason = NULL, \
         sent_at = CASE WHEN $2 IS NULL THEN $3 END WHERE id = $1 AND state = 'in_doubt'")
        .bind(id).bind(due_at).bind(now).execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// Gives one up that is in doubt.
pub async fn give_up(tx: &mut Tx, id: i64) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE messages SET state = 'failed', raw = NULL WHERE id = $1 AND state = 'in_doubt'")
        .bind(id).execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// The address of a message; `None` when it is gone.
pub async fn recipient(tx: &mut Tx, id: i64) -> Result<Option<String>> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT recipient FROM messages WHERE id = $1")
        .bind(id).fetch_optional(conn).await)
}

/// Keeps what came back, unless something that says more has before.
pub async fn returned(
    tx: &mut Tx,
    id: i64,
    what: Returned,
    detail: Option<&str>,
    now: Timestamp,
) -> Result<()> {
    let lesser: Vec<_> = what.lesser().collect();
    let sql = format!(
        "UPDATE messages SET returned = $2, returned_detail = $3, returned_at = $4 \
         WHERE id = $1 AND (returned IS NULL OR returned IN ('{}'))",
        lesser.join("', '")
    );
    on_engine!(tx, conn => sqlx::query(AssertSqlSafe(sql))
        .bind(id).bind(what.as_str()).bind(detail).bind(now).execute(conn).await.map(drop))
}

/// It left for sure: what was in doubt is not any more.
pub async fn prove_sent(tx: &mut Tx, id: i64, now: Timestamp) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE messages SET state = 'sent', reason = NULL, due_at = NULL, raw = NULL, sent_at = $2 \
         WHERE id = $1 AND state = 'in_doubt'")
        .bind(id).bind(now).execute(conn).await.map(drop))
}

/// Removes some that are over and old; answers how many.
pub async fn prune(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<u64> {
    on_engine!(tx, conn => sqlx::query(
        "DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE created_at < $1 AND due_at IS NULL \
         ORDER BY created_at LIMIT $2)")
        .bind(now.plus(-KEPT)).bind(limit).execute(conn).await.map(|done| done.rows_affected()))
}
