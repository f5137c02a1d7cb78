//! Campaigns by subject.

use database::{Result, Tx, on_engine};

use crate::{AuthorId, CampaignId, NewsletterId};

#[derive(Debug, sqlx::FromRow)]
pub struct CampaignRow {
    pub id: CampaignId,
    pub newsletter_id: NewsletterId,
    pub newsletter_name: String,
    pub subject: String,
    pub status: String,
}

/// The author's campaigns whose subject is like one of the patterns, newest first.
pub async fn campaigns(
    tx: &mut Tx,
    author_id: AuthorId,
    patterns: &[String; 3],
    limit: i64,
) -> Result<Vec<CampaignRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT c.id, c.newsletter_id, n.name AS newsletter_name, c.subject, c.status FROM campaigns c \
         JOIN newsletters n ON n.id = c.newsletter_id WHERE c.author_id = $1 \
         AND (LOWER(c.subject) LIKE LOWER($2) ESCAPE '\\' OR LOWER(c.subject) LIKE LOWER($3) ESCAPE '\\' \
         OR LOWER(c.subject) LIKE LOWER($4) ESCAPE '\\') ORDER BY c.id DESC LIMIT $5")
        .bind(author_id).bind(&patterns[0]).bind(&patterns[1]).bind(&patterns[2]).bind(limit)
        .fetch_all(conn).await)
}
