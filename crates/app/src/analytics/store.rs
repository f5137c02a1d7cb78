//! Sums over the runs of sent campaigns: one row a campaign, never one a reader.

use database::{Result, Tx, on_engine};

use crate::{AuthorId, CampaignId, NewsletterId, Timestamp, newsletters::Tracking};

/// What the campaigns of a range of time came to.
#[derive(Clone, Copy, Debug, Default, sqlx::FromRow)]
pub struct Sums {
    pub campaigns: i64,
    pub sent: i64,
    pub opens: i64,
    pub clicks: i64,
    pub bounces: i64,
    pub complaints: i64,
    pub unsubscribed: i64,
    /// Of the campaigns that count per reader: mails, openers and clickers. Rates are made of these.
    pub tracked: i64,
    pub openers: i64,
    pub clickers: i64,
}

macro_rules! sums {
    () => {
        "COUNT(r.id) AS campaigns, CAST(COALESCE(SUM(r.sent), 0) AS BIGINT) AS sent, \
         CAST(COALESCE(SUM(r.opens), 0) AS BIGINT) AS opens, CAST(COALESCE(SUM(r.clicks), 0) AS BIGINT) AS clicks, \
         CAST(COALESCE(SUM(r.bounced), 0) AS BIGINT) AS bounces, \
         CAST(COALESCE(SUM(r.complained), 0) AS BIGINT) AS complaints, \
         CAST(COALESCE(SUM(r.unsubscribed), 0) AS BIGINT) AS unsubscribed, \
         CAST(COALESCE(SUM(CASE WHEN r.tracking = 'full' THEN r.sent ELSE 0 END), 0) AS BIGINT) AS tracked, \
         CAST(COALESCE(SUM(CASE WHEN r.tracking = 'full' THEN r.opens ELSE 0 END), 0) AS BIGINT) AS openers, \
         CAST(COALESCE(SUM(CASE WHEN r.tracking = 'full' THEN r.clicks ELSE 0 END), 0) AS BIGINT) AS clickers"
    };
}

/// Sent campaigns from the first millisecond to before the second.
pub async fn sums(
    tx: &mut Tx,
    author_id: AuthorId,
    only: Option<NewsletterId>,
    (from, to): (i64, i64),
) -> Result<Sums> {
    on_engine!(tx, conn => sqlx::query_as(concat!("SELECT ", sums!(),
        " FROM campaigns c JOIN campaign_runs r ON r.campaign_id = c.id \
         WHERE c.author_id = $1 AND c.status = 'sent' AND c.sent_at >= $3 AND c.sent_at < $4 \
         AND (CAST($2 AS BIGINT) IS NULL OR c.newsletter_id = $2)"))
        .bind(author_id).bind(only).bind(from).bind(to).fetch_one(conn).await)
}

/// A newsletter's life in figures: of campaigns that were sent to their end, as everywhere.
pub async fn life(tx: &mut Tx, author_id: AuthorId, newsletter_id: NewsletterId) -> Result<Sums> {
    on_engine!(tx, conn => sqlx::query_as(concat!("SELECT ", sums!(),
        " FROM campaigns c JOIN campaign_runs r ON r.campaign_id = c.id \
         WHERE c.author_id = $1 AND c.newsletter_id = $2 AND c.status = 'sent'"))
        .bind(author_id).bind(newsletter_id).fetch_one(conn).await)
}

/// Active readers now.
pub async fn active(tx: &mut Tx, author_id: AuthorId, only: Option<NewsletterId>) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT CAST(COALESCE(SUM(k.active), 0) AS BIGINT) FROM newsletters n \
         JOIN newsletter_counters k ON k.newsletter_id = n.id WHERE n.author_id = $1 \
         AND (CAST($2 AS BIGINT) IS NULL OR n.id = $2)")
        .bind(author_id).bind(only).fetch_one(conn).await)
}

#[derive(Debug, sqlx::FromRow)]
pub struct NewsletterRow {
    pub id: NewsletterId,
    pub name: String,
    #[sqlx(try_from = "String")]
    pub tracking: Tracking,
    pub active: i64,
    #[sqlx(flatten)]
    pub sums: Sums,
}

/// The author's newsletters with their campaigns of the range; those without any too.
pub async fn by_newsletter(
    tx: &mut Tx,
    author_id: AuthorId,
    only: Option<NewsletterId>,
    (from, to): (i64, i64),
) -> Result<Vec<NewsletterRow>> {
    on_engine!(tx, conn => sqlx::query_as(concat!("SELECT n.id, n.name, n.tracking, k.active, ", sums!(),
        " FROM newsletters n JOIN newsletter_counters k ON k.newsletter_id = n.id \
         LEFT JOIN campaigns c ON c.newsletter_id = n.id AND c.status = 'sent' AND c.sent_at >= $3 AND c.sent_at < $4 \
         LEFT JOIN campaign_runs r ON r.campaign_id = c.id \
         WHERE n.author_id = $1 AND (CAST($2 AS BIGINT) IS NULL OR n.id = $2) GROUP BY n.id, n.name, n.tracking, k.active"))
        .bind(author_id).bind(only).bind(from).bind(to).fetch_all(conn).await)
}

#[derive(Debug, sqlx::FromRow)]
pub struct CampaignRow {
    pub id: CampaignId,
    pub newsletter_id: NewsletterId,
    pub newsletter_name: String,
    pub subject: String,
    pub sent_at: Timestamp,
    pub sent: i64,
    pub opens: i64,
    pub clicks: i64,
    pub bounced: i64,
    #[sqlx(try_from = "String")]
    pub tracking: Tracking,
}

/// The latest sent campaigns of the range.
pub async fn latest(
    tx: &mut Tx,
    author_id: AuthorId,
    only: Option<NewsletterId>,
    (from, to): (i64, i64),
    limit: i64,
) -> Result<Vec<CampaignRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT c.id, c.newsletter_id, n.name AS newsletter_name, c.subject, c.sent_at, r.sent, r.opens, r.clicks, r.bounced, r.tracking \
         FROM campaigns c JOIN campaign_runs r ON r.campaign_id = c.id JOIN newsletters n ON n.id = c.newsletter_id \
         WHERE c.author_id = $1 AND c.status = 'sent' AND c.sent_at >= $3 AND c.sent_at < $4 \
         AND (CAST($2 AS BIGINT) IS NULL OR c.newsletter_id = $2) ORDER BY c.sent_at DESC, c.id DESC LIMIT $5")
        .bind(author_id).bind(only).bind(from).bind(to).bind(limit).fetch_all(conn).await)
}
