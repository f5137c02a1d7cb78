//! Messages in the database.

use database::{Engine, Result, Tx, on_engine};
use sqlx::AssertSqlSafe;

use super::model::{GIVE_UP, KEPT, Message, Returned, State};
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
         due_at, created_at, give_up_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id")
        .bind(new.author_id).bind(new.newsletter_id).bind(new.template_id).bind(&new.to.original).bind(&new.to.key)
        .bind(new.subject).bind(new.sender).bind(raw).bind(state).bind(new.suppressed).bind(due).bind(now)
        .bind(now.plus(GIVE_UP))
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
    /// With this one.
    pub attempts: i64,
    pub is_repeated: bool,
    /// Not tried any more after this.
    pub give_up_at: Timestamp,
}

/// Whether anything is to be sent, so that nobody asks for the writer in vain.
pub async fn any_due(tx: &mut Tx, now: Timestamp) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query_scalar::<_, i64>("SELECT id FROM messages WHERE due_at <= $1 LIMIT 1")
        .bind(now).fetch_optional(conn).await.map(|found| found.is_some()))
}

/// Leases what has waited longest: no other node sends it before `until`. What another had whose lease is over is taken as well,
/// unless it may have left; what this one has is with it.
pub async fn take(
    tx: &mut Tx,
    node: &str,
    (now, until): (Timestamp, Timestamp),
    limit: i64,
) -> Result<Vec<Due>> {
    let skip = if tx.engine() == Engine::Postgres { " FOR UPDATE SKIP LOCKED" } else { "" };
    let sql = format!(
        "WITH due AS MATERIALIZED (SELECT id FROM messages \
         WHERE due_at <= $1 AND (state IN ('queued', 'deferred') OR (state = 'claimed' AND node <> $4)) \
         ORDER BY due_at, id LIMIT $3{skip}) \
         UPDATE messages SET state = 'claimed', due_at = $2, node = $4, attempts = attempts + 1 WHERE id IN (SELECT id FROM due) \
         RETURNING id, author_id, newsletter_id, recipient, subject, sender, raw, attempts, is_repeated, give_up_at"
    );
    let mut due: Vec<Due> = on_engine!(tx, conn => sqlx::query_as(AssertSqlSafe(sql))
        .bind(now).bind(until).bind(limit).bind(node).fetch_all(conn).await)?;
    due.sort_unstable_by_key(|it| it.id);
    Ok(due)
}

/// From here on it may leave. False when another node has it by now, nothing is sent to this address any more, or its newsletter is
/// gone.
pub async fn commit(tx: &mut Tx, id: i64, attempt: i64, until: Timestamp) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE messages SET state = 'committing', due_at = $3 WHERE id = $1 AND state = 'claimed' AND attempts = $2 \
         AND NOT EXISTS (SELECT 1 FROM suppressions s WHERE s.email_key = messages.recipient_key) \
         AND EXISTS (SELECT 1 FROM newsletters n WHERE n.id = messages.newsletter_id AND n.is_active)")
        .bind(id).bind(attempt).bind(until).execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// What becomes of a message.
#[derive(Debug)]
pub struct Outcome<'a> {
    /// What the table calls it.
    pub state: &'static str,
    pub reason: Option<&'a str>,
    /// When it is tried again; its text goes where it is not.
    pub due_at: Option<Timestamp>,
    pub is_repeated: bool,
}

/// Writes down what became of this attempt; false when there was another since, or it is over. An outcome that comes after the
/// attempt was given up for lost still counts.
pub async fn settle(
    tx: &mut Tx,
    id: i64,
    attempt: i64,
    outcome: &Outcome<'_>,
    now: Timestamp,
) -> Result<bool> {
    let kept = outcome.due_at.is_some() || outcome.state == "in_doubt";
    on_engine!(tx, conn => sqlx::query(
        "UPDATE messages SET state = $3, reason = $4, due_at = $5, is_repeated = $6, \
         raw = CASE WHEN $7 THEN raw END, sent_at = CASE WHEN $3 = 'sent' THEN $8 END \
         WHERE id = $1 AND attempts = $2 AND state NOT IN ('sent', 'failed', 'suppressed')")
        .bind(id).bind(attempt).bind(outcome.state).bind(outcome.reason).bind(outcome.due_at).bind(outcome.is_repeated)
        .bind(kept).bind(now).execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// A message whose node ended between its dot and its outcome.
#[derive(Debug, sqlx::FromRow)]
pub struct Lost {
    pub id: i64,
    pub newsletter_id: NewsletterId,
    pub is_repeated: bool,
    pub attempts: i64,
}

/// Puts in doubt what [`lost`] found, unless its outcome came meanwhile.
pub async fn doubt(tx: &mut Tx, id: i64, attempt: i64, outcome: &Outcome<'_>) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE messages SET state = $3, reason = $4, due_at = $5, is_repeated = $6 \
         WHERE id = $1 AND attempts = $2 AND state = 'committing'")
        .bind(id).bind(attempt).bind(outcome.state).bind(outcome.reason).bind(outcome.due_at).bind(outcome.is_repeated)
        .execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// Those of other nodes whose lease has ended by `now`, and those that this one left when it ended.
pub async fn lost(tx: &mut Tx, node: &str, now: Timestamp, limit: i64) -> Result<Vec<Lost>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, newsletter_id, is_repeated, attempts FROM messages WHERE state IN ('claimed', 'committing') \
         AND state = 'committing' AND due_at <= $1 AND (node IS NULL OR node <> $2) ORDER BY due_at, id LIMIT $3")
        .bind(now).bind(node).bind(limit).fetch_all(conn).await)
}

/// What a node has whose lease has ended by `now`.
pub async fn overdue(tx: &mut Tx, node: &str, now: Timestamp) -> Result<Vec<i64>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT id FROM messages WHERE state IN ('claimed', 'committing') AND due_at <= $2 AND node = $1")
        .bind(node).bind(now).fetch_all(conn).await)
}

/// Lets go of what a node has on its way, to be taken at a time: of all, or of one.
pub async fn let_go(tx: &mut Tx, node: &str, only: Option<i64>, at: Timestamp) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE messages SET due_at = $2, node = NULL, state = CASE WHEN state = 'claimed' THEN 'queued' ELSE state END \
         WHERE state IN ('claimed', 'committing') AND node = $1 AND (CAST($3 AS BIGINT) IS NULL OR id = $3)")
        .bind(node).bind(at).bind(only).execute(conn).await.map(drop))
}

/// Holds all that is to be sent; answers how many there are.
pub async fn doubt_all(tx: &mut Tx, reason: &str) -> Result<u64> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE messages SET state = 'in_doubt', due_at = NULL, reason = $1 WHERE due_at IS NOT NULL")
        .bind(reason).execute(conn).await.map(|done| done.rows_affected()))
}

/// Forgets all that was sent to somebody for a newsletter.
pub async fn forget(
    tx: &mut Tx,
    (author_id, newsletter_id): (AuthorId, NewsletterId),
    recipient_key: &str,
) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "DELETE FROM messages WHERE author_id = $1 AND recipient_key = $3 AND newsletter_id = $2")
        .bind(author_id).bind(newsletter_id).bind(recipient_key).execute(conn).await.map(drop))
}

/// Decides one in doubt: it was sent (`due_at` is null), or is sent once more. False when it is not in doubt.
pub async fn decide(tx: &mut Tx, id: i64, due_at: Option<Timestamp>, now: Timestamp) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE messages SET state = CASE WHEN CAST($2 AS BIGINT) IS NULL THEN 'sent' ELSE 'queued' END, due_at = $2, \
         raw = CASE WHEN $2 IS NULL THEN NULL ELSE raw END, is_repeated = is_repeated OR $2 IS NOT NULL, reason = NULL, \
         sent_at = CASE WHEN $2 IS NULL THEN $3 END, give_up_at = $4 WHERE id = $1 AND state = 'in_doubt'")
        .bind(id).bind(due_at).bind(now).bind(now.plus(GIVE_UP)).execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// Gives one up that is in doubt.
pub async fn give_up(tx: &mut Tx, id: i64) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE messages SET state = 'failed', raw = NULL WHERE id = $1 AND state = 'in_doubt'")
        .bind(id).execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// The address of a message and its newsletter; `None` when it is gone.
pub async fn recipient(tx: &mut Tx, id: i64) -> Result<Option<(String, NewsletterId)>> {
    on_engine!(tx, conn => sqlx::query_as("SELECT recipient, newsletter_id FROM messages WHERE id = $1")
        .bind(id).fetch_optional(conn).await)
}

/// Keeps what came back, unless something that says as much has before; false then.
pub async fn returned(
    tx: &mut Tx,
    id: i64,
    what: Returned,
    detail: Option<&str>,
    now: Timestamp,
) -> Result<bool> {
    let lesser: Vec<_> = what.lesser().collect();
    let sql = format!(
        "UPDATE messages SET returned = $2, returned_detail = $3, returned_at = $4 \
         WHERE id = $1 AND (returned IS NULL OR returned IN ('{}'))",
        lesser.join("', '")
    );
    on_engine!(tx, conn => sqlx::query(AssertSqlSafe(sql))
        .bind(id).bind(what.as_str()).bind(detail).bind(now).execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// It left for sure: it is in doubt no more, and not sent again for having been.
pub async fn prove_sent(tx: &mut Tx, id: i64, now: Timestamp) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE messages SET state = 'sent', reason = NULL, due_at = NULL, raw = NULL, sent_at = $2 \
         WHERE id = $1 AND (state IN ('in_doubt', 'committing') OR (is_repeated AND state IN ('queued', 'deferred', 'claimed')))")
        .bind(id).bind(now).execute(conn).await.map(drop))
}

/// Removes some that are over and old; answers how many.
pub async fn prune(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<u64> {
    on_engine!(tx, conn => sqlx::query(
        "DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE created_at < $1 AND due_at IS NULL \
         ORDER BY created_at LIMIT $2)")
        .bind(now.plus(-KEPT)).bind(limit).execute(conn).await.map(|done| done.rows_affected()))
}
