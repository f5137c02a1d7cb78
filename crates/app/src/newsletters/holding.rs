//! Newsletters as their author takes them along, with their subscribers by state.

use serde::Serialize;

use crate::{
    NewsletterId, Timestamp,
    holding::{Archive, End, Holding, ROWS},
};

/// Newsletters as their author takes them along, with their subscribers by state.
pub const HOLDING: Holding = Holding { write: |archive| Box::pin(write(archive)) };

const NEWSLETTERS: &str = "SELECT n.id, n.name, n.description, n.from_name, n.from_prefix, n.reply_to, n.domain_id, n.is_active, n.public_id, \
         n.double_opt_in, n.tracking, n.language, c.active, c.unsubscribed, c.pending, c.bounced, c.complained, n.created_at, n.updated_at \
         FROM newsletters n JOIN newsletter_counters c ON c.newsletter_id = n.id \
         WHERE n.author_id = $1 AND n.id > $2 ORDER BY n.id LIMIT $3";

async fn write(archive: &Archive) -> Result<(), End> {
    archive
        .list("newsletters.json", archive.pages(NEWSLETTERS, ROWS, |row: &NewsletterRow| row.id.get()))
        .await
}

/// A newsletter with its readers by state.
#[derive(Debug, Serialize, sqlx::FromRow)]
struct NewsletterRow {
    id: NewsletterId,
    name: String,
    description: Option<String>,
    from_name: String,
    from_prefix: String,
    reply_to: Option<String>,
    domain_id: Option<i64>,
    is_active: bool,
    public_id: String,
    double_opt_in: bool,
    tracking: String,
    language: String,
    active: i64,
    unsubscribed: i64,
    pending: i64,
    bounced: i64,
    complained: i64,
    created_at: Timestamp,
    updated_at: Timestamp,
}
