//! What the Overview reads beside the counters.

use database::{Result, Tx, on_engine};

use crate::AuthorId;

/// Which of the first steps an author has done, in anything but samples.
#[derive(Debug, sqlx::FromRow)]
#[expect(clippy::struct_excessive_bools, reason = "each is a step of its own")]
pub struct Steps {
    pub newsletter: bool,
    /// A newsletter sends from a domain that has proved itself.
    pub domain: bool,
    /// A newsletter has no domain of its own.
    pub fallback: bool,
    pub subscribers: bool,
    pub campaign: bool,
    pub sent: bool,
}

/// Each ends at the first row that it finds; an author has tens of newsletters.
pub async fn steps(tx: &mut Tx, author_id: AuthorId) -> Result<Steps> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM newsletters n WHERE n.author_id = $1 AND NOT n.is_sample) AS newsletter, \
         EXISTS (SELECT 1 FROM newsletters n JOIN domains d ON d.id = n.domain_id WHERE n.author_id = $1 \
           AND NOT n.is_sample AND d.verification_status IN ('verified', 'active')) AS domain, \
         EXISTS (SELECT 1 FROM newsletters n WHERE n.author_id = $1 AND NOT n.is_sample AND n.domain_id IS NULL) AS fallback, \
         EXISTS (SELECT 1 FROM newsletters n JOIN newsletter_counters c ON c.newsletter_id = n.id WHERE n.author_id = $1 \
           AND NOT n.is_sample AND c.active + c.unsubscribed + c.pending + c.bounced + c.complained > 0) AS subscribers, \
         EXISTS (SELECT 1 FROM newsletters n JOIN campaigns c ON c.newsletter_id = n.id WHERE n.author_id = $1 \
           AND NOT n.is_sample) AS campaign, \
         EXISTS (SELECT 1 FROM newsletters n JOIN campaigns c ON c.newsletter_id = n.id WHERE n.author_id = $1 \
           AND NOT n.is_sample AND c.started_at IS NOT NULL) AS sent").bind(author_id).fetch_one(conn).await)
}

/// How many campaigns the author has, from the index: an author writes thousands, not millions.
pub async fn campaigns(tx: &mut Tx, author_id: AuthorId) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM campaigns WHERE author_id = $1")
        .bind(author_id).fetch_one(conn).await)
}
