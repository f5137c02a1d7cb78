//! Campaigns as their author takes them along; the HTML of each is a file of its own.

use database::{Result, Tx, on_engine};
use serde::Serialize;
use sqlx::types::Json;

use crate::{
    AuthorId, CampaignId, NewsletterId, Timestamp,
    holding::{Archive, End, Holding, PAGES, each, list},
    runs::Segment,
    templates::JsonText,
};

/// Campaigns as their author takes them along; the HTML of each is a file of its own.
pub const HOLDING: Holding = Holding { write: |archive| Box::pin(write(archive)) };

async fn write(archive: &Archive) -> std::result::Result<(), End> {
    list!(archive, "campaigns.json", page, PAGES, |row| row.id.get());
    each!(archive, html, PAGES, |row| row.0.get(), {
        archive.file(&format!("campaigns/{}.html", row.0)).await?;
        archive.bytes(row.1.into()).await?;
    });
    Ok(())
}

/// A campaign without its HTML, which is a file of its own.
#[derive(Debug, Serialize, sqlx::FromRow)]
struct CampaignRow {
    id: CampaignId,
    newsletter_id: NewsletterId,
    subject: String,
    preheader: Option<String>,
    status: String,
    text_content: Option<String>,
    blocks: Option<JsonText>,
    theme: Option<JsonText>,
    segment: Option<Json<Segment>>,
    scheduled_at: Option<Timestamp>,
    started_at: Option<Timestamp>,
    sent_at: Option<Timestamp>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

async fn page(tx: &mut Tx, author_id: AuthorId, after: i64, limit: i64) -> Result<Vec<CampaignRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, newsletter_id, subject, preheader, status, text_content, blocks, theme, segment, scheduled_at, started_at, \
         sent_at, created_at, updated_at FROM campaigns WHERE author_id = $1 AND id > $2 ORDER BY id LIMIT $3")
        .bind(author_id).bind(after).bind(limit).fetch_all(conn).await)
}

/// Id and HTML of campaigns that have one.
async fn html(tx: &mut Tx, author_id: AuthorId, after: i64, limit: i64) -> Result<Vec<(CampaignId, String)>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, html_content FROM campaigns WHERE author_id = $1 AND id > $2 AND html_content <> '' ORDER BY id LIMIT $3")
        .bind(author_id).bind(after).bind(limit).fetch_all(conn).await)
}
