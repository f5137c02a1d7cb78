//! Readers of an author: rows, totals and figures.

use database::{Result, Tx, on_engine};
use sqlx::AssertSqlSafe;

use super::audience::json_list;
use crate::{
    AuthorId, NewsletterId, SubscriberId, Timestamp, clock,
    subscribers::{
        Status,
        model::{Stats, Subscriber},
    },
};

const ROW: &str = "SELECT s.id, s.newsletter_id, n.name AS newsletter_name, s.email, s.first_name, s.last_name, \
                   s.status, s.attributes, s.tags, s.subscribed_at, s.unsubscribed_at, s.created_at, s.updated_at \
                   FROM subscribers s JOIN newsletters n ON n.id = s.newsletter_id WHERE n.author_id = $1";
/// Rows counted one by one for [`Stats::this_week`].
const COUNTED: i64 = 20_000;

/// The author's readers with these ids, highest first.
pub async fn rows(tx: &mut Tx, author_id: AuthorId, ids: &[SubscriberId]) -> Result<Vec<Subscriber>> {
    match tx {
        Tx::Sqlite(t) => {
            let sql = format!("{ROW} AND s.id IN (SELECT value FROM json_each($2)) ORDER BY s.id DESC");
            sqlx::query_as(AssertSqlSafe(sql)).bind(author_id).bind(json_list(ids)).fetch_all(&mut **t).await
        }
        Tx::Postgres(t) => {
            let sql = format!("{ROW} AND s.id = ANY($2) ORDER BY s.id DESC");
            sqlx::query_as(AssertSqlSafe(sql)).bind(author_id).bind(ids).fetch_all(&mut **t).await
        }
    }
}

/// One reader of the author. `for_change` holds it until the transaction ends, so that what is decided from its status
/// still holds when it is written.
pub async fn find(
    tx: &mut Tx,
    author_id: AuthorId,
    newsletter_id: NewsletterId,
    id: SubscriberId,
    for_change: bool,
) -> Result<Option<Subscriber>> {
    // SQLite has one writer: a transaction that writes holds everything.
    let hold = if for_change && tx.engine() == database::Engine::Postgres { " FOR UPDATE OF s" } else { "" };
    let sql = format!("{ROW} AND s.newsletter_id = $2 AND s.id = $3{hold}");
    on_engine!(tx, conn => sqlx::query_as(AssertSqlSafe(sql))
        .bind(author_id).bind(newsletter_id).bind(id).fetch_optional(conn).await)
}

/// Figures of the author's newsletters, or of one.
pub async fn stats(
    tx: &mut Tx,
    author_id: AuthorId,
    only: Option<NewsletterId>,
    now: Timestamp,
) -> Result<Stats> {
    let this_week = this_week(tx, author_id, only.map_or(0, NewsletterId::get), now).await?;
    Ok(Stats { this_week, ..counted(tx, author_id, only).await? })
}

/// The same without `this_week`: from the counters alone.
pub async fn counted(tx: &mut Tx, author_id: AuthorId, only: Option<NewsletterId>) -> Result<Stats> {
    let (active, unsubscribed, pending, bounced, complained): (i64, i64, i64, i64, i64) = on_engine!(&mut *tx, conn =>
        sqlx::query_as(
            "SELECT CAST(COALESCE(SUM(c.active), 0) AS BIGINT), CAST(COALESCE(SUM(c.unsubscribed), 0) AS BIGINT), \
             CAST(COALESCE(SUM(c.pending), 0) AS BIGINT), CAST(COALESCE(SUM(c.bounced), 0) AS BIGINT), \
             CAST(COALESCE(SUM(c.complained), 0) AS BIGINT) FROM newsletters n \
             JOIN newsletter_counters c ON c.newsletter_id = n.id \
             WHERE n.author_id = $1 AND ($2 = 0 OR n.id = $2)")
            .bind(author_id).bind(only.map_or(0, NewsletterId::get)).fetch_one(conn).await?);
    let total = active + unsubscribed + pending + bounced + complained;
    Ok(Stats { total, active, unsubscribed, pending, bounced, complained, this_week: 0 })
}

async fn this_week(tx: &mut Tx, author_id: AuthorId, only: i64, now: Timestamp) -> Result<i64> {
    let since = now.plus(-7 * clock::DAY);
    let counted: i64 = on_engine!(&mut *tx, conn => sqlx::query_scalar(
        "SELECT COUNT(*) FROM (SELECT 1 FROM newsletters n JOIN subscribers s ON s.newsletter_id = n.id \
         WHERE n.author_id = $1 AND ($2 = 0 OR n.id = $2) AND s.subscribed_at > $3 LIMIT $4) AS counted")
        .bind(author_id).bind(only).bind(since).bind(COUNTED + 1).fetch_one(conn).await?);
    if counted <= COUNTED {
        return Ok(counted);
    }
    let days: i64 = on_engine!(&mut *tx, conn => sqlx::query_scalar(
        "SELECT CAST(COALESCE(SUM(d.new_subscribers), 0) AS BIGINT) FROM newsletters n \
         JOIN daily_stats d ON d.newsletter_id = n.id \
         WHERE n.author_id = $1 AND ($2 = 0 OR n.id = $2) AND d.day > $3")
        .bind(author_id).bind(only).bind(since.day()).fetch_one(conn).await?);
    Ok(days.max(counted))
}

impl Stats {
    /// How many stand there; everyone when no status is asked for.
    pub fn count(&self, status: Option<Status>) -> i64 {
        match status {
            None => self.total,
            Some(Status::Active) => self.active,
            Some(Status::Unsubscribed) => self.unsubscribed,
            Some(Status::Pending) => self.pending,
            Some(Status::Bounced) => self.bounced,
            Some(Status::Complained) => self.complained,
        }
    }
}
