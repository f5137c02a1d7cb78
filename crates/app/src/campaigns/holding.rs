//! Campaigns as their author takes them along; the HTML of each is a file of its own.

use serde::Serialize;
use sqlx::types::Json;

use crate::{
    CampaignId, NewsletterId, Timestamp,
    holding::{Archive, End, Holding, PAGES},
    runs::Segment,
    templates::JsonText,
};

/// Campaigns as their author takes them along; the HTML of each is a file of its own.
pub const HOLDING: Holding = Holding { write: |archive| Box::pin(write(archive)) };

const CAMPAIGNS: &str = "SELECT id, newsletter_id, subject, preheader, status, text_content, blocks, theme, segment, scheduled_at, started_at, \
         sent_at, created_at, updated_at FROM campaigns WHERE author_id = $1 AND id > $2 ORDER BY id LIMIT $3";
/// Id and HTML of campaigns that have one.
const HTML: &str = "SELECT id, html_content FROM campaigns WHERE author_id = $1 AND id > $2 AND html_content <> '' ORDER BY id LIMIT $3";

async fn write(archive: &Archive) -> Result<(), End> {
    archive.list("campaigns.json", archive.pages(CAMPAIGNS, PAGES, |row: &CampaignRow| row.id.get())).await?;
    let mut pages = archive.pages(HTML, PAGES, |row: &(CampaignId, String)| row.0.get());
    while let Some(page) = pages.next().await? {
        for (id, html) in page {
            archive.file(&format!("campaigns/{id}.html")).await?;
            archive.bytes(html.into()).await?;
        }
    }
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
