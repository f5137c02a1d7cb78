//! What the Overview and the search ask about all newsletters of an author at once.

use database::{Result, Tx, on_engine};

use super::counters::{Counters, DailyDeltas};
use crate::{AuthorId, NewsletterId};

/// All newsletters of an author together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Totals {
    pub newsletters: i64,
    #[sqlx(flatten)]
    pub readers: Counters,
}

/// How many newsletters and readers the author has, from the counters.
pub async fn totals(tx: &mut Tx, author_id: AuthorId) -> Result<Totals> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT COUNT(*) AS newsletters, CAST(COALESCE(SUM(c.active), 0) AS BIGINT) AS active, \
         CAST(COALESCE(SUM(c.unsubscribed), 0) AS BIGINT) AS unsubscribed, \
         CAST(COALESCE(SUM(c.pending), 0) AS BIGINT) AS pending, \
         CAST(COALESCE(SUM(c.bounced), 0) AS BIGINT) AS bounced, \
         CAST(COALESCE(SUM(c.complained), 0) AS BIGINT) AS complained \
         FROM newsletters n JOIN newsletter_counters c ON c.newsletter_id = n.id WHERE n.author_id = $1")
        .bind(author_id).fetch_one(conn).await)
}

/// The readers of a newsletter by state.
pub async fn counters(tx: &mut Tx, newsletter_id: NewsletterId) -> Result<Counters> {
    let counters: Option<Counters> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT active, unsubscribed, pending, bounced, complained FROM newsletter_counters WHERE newsletter_id = $1")
        .bind(newsletter_id).fetch_optional(conn).await?);
    Ok(counters.unwrap_or_default())
}

/// How many emails the author has sent, from the daily figures.
pub async fn emails_sent(tx: &mut Tx, author_id: AuthorId) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT CAST(COALESCE(SUM(d.emails_sent), 0) AS BIGINT) FROM newsletters n \
         JOIN daily_stats d ON d.newsletter_id = n.id WHERE n.author_id = $1")
        .bind(author_id).fetch_one(conn).await)
}

macro_rules! sums {
    () => {
        "CAST(COALESCE(SUM(d.new_subscribers), 0) AS BIGINT) AS new_subscribers, \
         CAST(COALESCE(SUM(d.unsubscribed), 0) AS BIGINT) AS unsubscribed, \
         CAST(COALESCE(SUM(d.campaigns_sent), 0) AS BIGINT) AS campaigns_sent, \
         CAST(COALESCE(SUM(d.emails_sent), 0) AS BIGINT) AS emails_sent, \
         CAST(COALESCE(SUM(d.opens), 0) AS BIGINT) AS opens, CAST(COALESCE(SUM(d.clicks), 0) AS BIGINT) AS clicks, \
         CAST(COALESCE(SUM(d.privacy_opens), 0) AS BIGINT) AS privacy_opens, \
         CAST(COALESCE(SUM(d.robot_opens), 0) AS BIGINT) AS robot_opens, \
         CAST(COALESCE(SUM(d.robot_clicks), 0) AS BIGINT) AS robot_clicks, \
         CAST(COALESCE(SUM(d.bounces), 0) AS BIGINT) AS bounces, \
         CAST(COALESCE(SUM(d.complaints), 0) AS BIGINT) AS complaints"
    };
}

#[derive(sqlx::FromRow)]
struct Day {
    key: i64,
    #[sqlx(flatten)]
    deltas: DailyDeltas,
}

/// The days from `from` to `to`, both included, on which anything happened; oldest first. Of one newsletter, or of all
/// of the author's.
pub async fn daily(
    tx: &mut Tx,
    author_id: AuthorId,
    newsletter_id: Option<NewsletterId>,
    from: i64,
    to: i64,
) -> Result<Vec<(i64, DailyDeltas)>> {
    let rows: Vec<Day> = on_engine!(tx, conn => sqlx::query_as(concat!("SELECT d.day AS key, ", sums!(),
        " FROM newsletters n JOIN daily_stats d ON d.newsletter_id = n.id AND d.day BETWEEN $2 AND $3 \
         WHERE n.author_id = $1 AND (CAST($4 AS BIGINT) IS NULL OR n.id = $4) GROUP BY d.day ORDER BY d.day"))
        .bind(author_id).bind(from).bind(to).bind(newsletter_id).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|row| (row.key, row.deltas)).collect())
}

/// Newsletter → what happened from `from` to `to`, both included.
pub async fn by_newsletter(
    tx: &mut Tx,
    author_id: AuthorId,
    from: i64,
    to: i64,
) -> Result<std::collections::HashMap<NewsletterId, DailyDeltas>> {
    let rows: Vec<Day> = on_engine!(tx, conn => sqlx::query_as(concat!("SELECT n.id AS key, ", sums!(),
        " FROM newsletters n JOIN daily_stats d ON d.newsletter_id = n.id AND d.day BETWEEN $2 AND $3 \
         WHERE n.author_id = $1 GROUP BY n.id"))
        .bind(author_id).bind(from).bind(to).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|row| (NewsletterId::new(row.key), row.deltas)).collect())
}

/// The author's newsletters, oldest first: id and name.
pub async fn names(tx: &mut Tx, author_id: AuthorId) -> Result<Vec<(NewsletterId, String)>> {
    on_engine!(tx, conn => sqlx::query_as("SELECT id, name FROM newsletters WHERE author_id = $1 ORDER BY id")
        .bind(author_id).fetch_all(conn).await)
}

/// The author's newsletters whose name is like one of the patterns: id, name and whether it is active; newest first.
pub async fn named_like(
    tx: &mut Tx,
    author_id: AuthorId,
    patterns: &[String; 3],
    limit: i64,
) -> Result<Vec<(NewsletterId, String, bool)>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, name, is_active FROM newsletters WHERE author_id = $1 AND (LOWER(name) LIKE LOWER($2) ESCAPE '\\' \
         OR LOWER(name) LIKE LOWER($3) ESCAPE '\\' OR LOWER(name) LIKE LOWER($4) ESCAPE '\\') ORDER BY id DESC LIMIT $5")
        .bind(author_id).bind(&patterns[0]).bind(&patterns[1]).bind(&patterns[2]).bind(limit)
        .fetch_all(conn).await)
}
