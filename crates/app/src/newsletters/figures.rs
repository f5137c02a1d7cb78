//! What the Overview and the search ask about all newsletters of an author at once.

use database::{Result, Tx, on_engine};

use super::counters::{Counters, DailyDeltas};

/// All newsletters of an author together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Totals {
    pub newsletters: i64,
    #[sqlx(flatten)]
    pub readers: Counters,
}

/// How many newsletters and readers the author has, from the counters.
pub async fn totals(tx: &mut Tx, author_id: i64) -> Result<Totals> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT COUNT(*) AS newsletters, CAST(COALESCE(SUM(c.active), 0) AS BIGINT) AS active, \
         CAST(COALESCE(SUM(c.unsubscribed), 0) AS BIGINT) AS unsubscribed, \
         CAST(COALESCE(SUM(c.pending), 0) AS BIGINT) AS pending, \
         CAST(COALESCE(SUM(c.bounced), 0) AS BIGINT) AS bounced, \
         CAST(COALESCE(SUM(c.complained), 0) AS BIGINT) AS complained \
         FROM newsletters n JOIN newsletter_counters c ON c.newsletter_id = n.id WHERE n.author_id = $1")
        .bind(author_id).fetch_one(conn).await)
}

/// How many emails the author has sent, from the daily figures.
pub async fn emails_sent(tx: &mut Tx, author_id: i64) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT CAST(COALESCE(SUM(d.emails_sent), 0) AS BIGINT) FROM newsletters n \
         JOIN daily_stats d ON d.newsletter_id = n.id WHERE n.author_id = $1")
        .bind(author_id).fetch_one(conn).await)
}

/// The days from `from` to `to`, both included, on which anything happened; oldest first.
pub async fn daily(tx: &mut Tx, author_id: i64, from: i64, to: i64) -> Result<Vec<(i64, DailyDeltas)>> {
    let rows: Vec<(i64, i64, i64, i64, i64)> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT d.day, CAST(SUM(d.new_subscribers) AS BIGINT), CAST(SUM(d.unsubscribed) AS BIGINT), \
         CAST(SUM(d.campaigns_sent) AS BIGINT), CAST(SUM(d.emails_sent) AS BIGINT) FROM newsletters n \
         JOIN daily_stats d ON d.newsletter_id = n.id AND d.day BETWEEN $2 AND $3 \
         WHERE n.author_id = $1 GROUP BY d.day ORDER BY d.day")
        .bind(author_id).bind(from).bind(to).fetch_all(conn).await?);
    let deltas = |(day, new_subscribers, unsubscribed, campaigns_sent, emails_sent)| {
        (day, DailyDeltas { new_subscribers, unsubscribed, campaigns_sent, emails_sent })
    };
    Ok(rows.into_iter().map(deltas).collect())
}

/// The author's newsletters whose name is like one of the patterns: id, name and whether it is active; newest first.
pub async fn named_like(
    tx: &mut Tx,
    author_id: i64,
    patterns: &[String; 3],
    limit: i64,
) -> Result<Vec<(i64, String, bool)>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, name, is_active FROM newsletters WHERE author_id = $1 AND (LOWER(name) LIKE LOWER($2) ESCAPE '\\' \
         OR LOWER(name) LIKE LOWER($3) ESCAPE '\\' OR LOWER(name) LIKE LOWER($4) ESCAPE '\\') ORDER BY id DESC LIMIT $5")
        .bind(author_id).bind(&patterns[0]).bind(&patterns[1]).bind(&patterns[2]).bind(limit)
        .fetch_all(conn).await)
}
