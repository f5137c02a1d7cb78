//! What was made for whom.

use database::{Result, Tx, on_engine};
use sqlx::types::Json;

use crate::{AuthorId, CampaignId, NewsletterId, SubscriberId, Timestamp};

/// What was made for an author. Any of it may be gone or changed since.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Made {
    pub newsletter_id: NewsletterId,
    pub campaign_id: CampaignId,
    pub campaign_revision: i64,
    pub template_id: i64,
    pub template_revision: i64,
    pub subscriber_ids: Json<Vec<SubscriberId>>,
    pub made_at: Timestamp,
}

/// Whether the author has samples that were not removed.
pub async fn exists(tx: &mut Tx, author_id: AuthorId) -> Result<bool> {
    find(tx, author_id).await.map(|found| found.is_some())
}

pub async fn find(tx: &mut Tx, author_id: AuthorId) -> Result<Option<Made>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT newsletter_id, campaign_id, campaign_revision, template_id, template_revision, subscriber_ids, made_at \
         FROM sample_data WHERE author_id = $1").bind(author_id).fetch_optional(conn).await)
}

/// Takes the author's place; false when it is taken. Of two at once the other waits for the first, and finds it taken.
pub async fn begin(tx: &mut Tx, author_id: AuthorId, now: Timestamp) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO sample_data (author_id, subscriber_ids, made_at) VALUES ($1, '[]', $2) ON CONFLICT (author_id) DO NOTHING")
        .bind(author_id).bind(now).execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// Writes what was made into the place.
pub async fn keep(tx: &mut Tx, author_id: AuthorId, made: &Made) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE sample_data SET newsletter_id = $2, campaign_id = $3, campaign_revision = $4, template_id = $5, \
         template_revision = $6, subscriber_ids = $7 WHERE author_id = $1")
        .bind(author_id).bind(made.newsletter_id).bind(made.campaign_id).bind(made.campaign_revision)
        .bind(made.template_id).bind(made.template_revision).bind(&made.subscriber_ids)
        .execute(conn).await.map(drop))
}

/// Gives up the place, and answers what was made. Of two at once one gets it.
pub async fn take(tx: &mut Tx, author_id: AuthorId) -> Result<Option<Made>> {
    on_engine!(tx, conn => sqlx::query_as(
        "DELETE FROM sample_data WHERE author_id = $1 RETURNING newsletter_id, campaign_id, campaign_revision, template_id, \
         template_revision, subscriber_ids, made_at").bind(author_id).fetch_optional(conn).await)
}

/// Whether a newsletter has anything in it, or anything on the way in.
pub async fn has_something(tx: &mut Tx, newsletter_id: NewsletterId) -> Result<bool> {
    let found: i64 = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM campaigns WHERE newsletter_id = $1 LIMIT 1) AS c) \
         + (SELECT COUNT(*) FROM (SELECT 1 FROM subscribers WHERE newsletter_id = $1 LIMIT 1) AS s) \
         + (SELECT COUNT(*) FROM (SELECT 1 FROM imports WHERE newsletter_id = $1 LIMIT 1) AS i)")
        .bind(newsletter_id).fetch_one(conn).await?);
    Ok(found > 0)
}
