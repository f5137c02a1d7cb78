//! What an author has, counted and read a page at a time.

use database::{Result, Tx, on_engine};
use serde::Serialize;
use sqlx::types::Json;

use crate::{
    AuthorId, CampaignId, NewsletterId, Timestamp, newsletters, runs::Segment, templates::JsonText, webhooks,
};

/// How much an author has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Holdings {
    pub newsletters: i64,
    pub subscribers: i64,
    pub campaigns: i64,
    pub templates: i64,
    pub saved_blocks: i64,
    pub images: i64,
    /// Their own, not the shared ones.
    pub domains: i64,
    pub imports: i64,
    pub api_keys: i64,
    pub webhooks: i64,
}

pub async fn holdings(tx: &mut Tx, author_id: AuthorId) -> Result<Holdings> {
    let totals = newsletters::totals(tx, author_id).await?;
    Ok(Holdings {
        newsletters: totals.newsletters,
        subscribers: totals.readers.total(),
        campaigns: count(tx, author_id, "SELECT COUNT(*) FROM campaigns WHERE author_id = $1").await?,
        templates: count(tx, author_id, "SELECT COUNT(*) FROM templates WHERE author_id = $1").await?,
        saved_blocks: count(tx, author_id, "SELECT COUNT(*) FROM saved_blocks WHERE author_id = $1").await?,
        images: count(tx, author_id, "SELECT COUNT(*) FROM media WHERE author_id = $1").await?,
        domains: count(tx, author_id, "SELECT COUNT(*) FROM domains WHERE author_id = $1").await?,
        imports: count(tx, author_id, "SELECT COUNT(*) FROM imports WHERE author_id = $1").await?,
        api_keys: count(tx, author_id, "SELECT COUNT(*) FROM api_keys WHERE author_id = $1").await?,
        webhooks: webhooks::count(tx, author_id).await?,
    })
}

async fn count(tx: &mut Tx, author_id: AuthorId, sql: &'static str) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(sql).bind(author_id).fetch_one(conn).await)
}

/// A newsletter with its readers by state.
#[derive(Debug, Serialize, sqlx::FromRow)]
pub struct NewsletterRow {
    pub id: NewsletterId,
    pub name: String,
    pub description: Option<String>,
    pub from_name: String,
    pub from_prefix: String,
    pub reply_to: Option<String>,
    pub domain_id: Option<i64>,
    pub is_active: bool,
    pub public_id: String,
    pub double_opt_in: bool,
    pub tracking: String,
    pub active: i64,
    pub unsubscribed: i64,
    pub pending: i64,
    pub bounced: i64,
    pub complained: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

pub async fn newsletters(
    tx: &mut Tx,
    author_id: AuthorId,
    after: i64,
    limit: i64,
) -> Result<Vec<NewsletterRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT n.id, n.name, n.description, n.from_name, n.from_prefix, n.reply_to, n.domain_id, n.is_active, n.public_id, \
         n.double_opt_in, n.tracking, c.active, c.unsubscribed, c.pending, c.bounced, c.complained, n.created_at, n.updated_at \
         FROM newsletters n JOIN newsletter_counters c ON c.newsletter_id = n.id \
         WHERE n.author_id = $1 AND n.id > $2 ORDER BY n.id LIMIT $3")
        .bind(author_id).bind(after).bind(limit).fetch_all(conn).await)
}

/// A campaign without its HTML, which is a file of its own.
#[derive(Debug, Serialize, sqlx::FromRow)]
pub struct CampaignRow {
    pub id: CampaignId,
    pub newsletter_id: NewsletterId,
    pub subject: String,
    pub preheader: Option<String>,
    pub status: String,
    pub text_content: Option<String>,
    pub blocks: Option<JsonText>,
    pub theme: Option<JsonText>,
    pub segment: Option<Json<Segment>>,
    pub scheduled_at: Option<Timestamp>,
    pub started_at: Option<Timestamp>,
    pub sent_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

pub async fn campaigns(tx: &mut Tx, author_id: AuthorId, after: i64, limit: i64) -> Result<Vec<CampaignRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, newsletter_id, subject, preheader, status, text_content, blocks, theme, segment, scheduled_at, started_at, \
         sent_at, created_at, updated_at FROM campaigns WHERE author_id = $1 AND id > $2 ORDER BY id LIMIT $3")
        .bind(author_id).bind(after).bind(limit).fetch_all(conn).await)
}

/// Id and HTML of campaigns that have one.
pub async fn campaign_html(
    tx: &mut Tx,
    author_id: AuthorId,
    after: i64,
    limit: i64,
) -> Result<Vec<(CampaignId, String)>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, html_content FROM campaigns WHERE author_id = $1 AND id > $2 AND html_content <> '' ORDER BY id LIMIT $3")
        .bind(author_id).bind(after).bind(limit).fetch_all(conn).await)
}

/// Campaigns that were sent, or begun.
pub async fn sent(tx: &mut Tx, author_id: AuthorId, after: i64, limit: i64) -> Result<Vec<CampaignId>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT id FROM campaigns WHERE author_id = $1 AND id > $2 \
         AND EXISTS (SELECT 1 FROM campaign_runs r WHERE r.campaign_id = campaigns.id) ORDER BY id LIMIT $3")
        .bind(author_id).bind(after).bind(limit).fetch_all(conn).await)
}

#[derive(Debug, Serialize, sqlx::FromRow)]
pub struct TemplateRow {
    pub id: i64,
    pub name: String,
    pub subject: String,
    pub preheader: Option<String>,
    pub is_active: bool,
    pub blocks: JsonText,
    pub theme: Option<JsonText>,
    pub html_content: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

pub async fn templates(tx: &mut Tx, author_id: AuthorId, after: i64, limit: i64) -> Result<Vec<TemplateRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, name, subject, preheader, is_active, blocks, theme, html_content, created_at, updated_at FROM templates \
         WHERE author_id = $1 AND id > $2 ORDER BY id LIMIT $3")
        .bind(author_id).bind(after).bind(limit).fetch_all(conn).await)
}

#[derive(Debug, Serialize, sqlx::FromRow)]
pub struct SavedBlockRow {
    pub id: i64,
    pub name: String,
    pub block: JsonText,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

pub async fn saved_blocks(
    tx: &mut Tx,
    author_id: AuthorId,
    after: i64,
    limit: i64,
) -> Result<Vec<SavedBlockRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, name, block, created_at, updated_at FROM saved_blocks WHERE author_id = $1 AND id > $2 ORDER BY id LIMIT $3")
        .bind(author_id).bind(after).bind(limit).fetch_all(conn).await)
}

/// An image at its full width.
#[derive(Debug, sqlx::FromRow)]
pub struct ImageRow {
    pub id: i64,
    pub name: String,
    pub content_type: String,
    pub bytes: Vec<u8>,
}

pub async fn images(tx: &mut Tx, author_id: AuthorId, after: i64, limit: i64) -> Result<Vec<ImageRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT m.id, m.name, f.content_type, f.bytes FROM media m JOIN media_files f ON f.digest = m.digest \
         WHERE m.author_id = $1 AND m.id > $2 ORDER BY m.id LIMIT $3")
        .bind(author_id).bind(after).bind(limit).fetch_all(conn).await)
}

#[derive(Debug, Serialize, sqlx::FromRow)]
pub struct DomainRow {
    pub id: i64,
    pub domain: String,
    pub notes: Option<String>,
    pub is_active: bool,
    pub verification_status: String,
    pub tracking_host: Option<String>,
    pub daily_send_limit: i64,
    pub verified_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    #[sqlx(skip)]
    pub records: Vec<RecordRow>,
}

/// A record as the DNS has to have it: nothing secret.
#[derive(Debug, Serialize, sqlx::FromRow)]
pub struct RecordRow {
    pub record_type: String,
    pub name: String,
    pub value: String,
}

pub async fn domains(tx: &mut Tx, author_id: AuthorId, after: i64, limit: i64) -> Result<Vec<DomainRow>> {
    let mut domains: Vec<DomainRow> = on_engine!(&mut *tx, conn => sqlx::query_as(
        "SELECT id, domain, notes, is_active, verification_status, tracking_host, daily_send_limit, verified_at, created_at, \
         updated_at FROM domains WHERE author_id = $1 AND id > $2 ORDER BY id LIMIT $3")
        .bind(author_id).bind(after).bind(limit).fetch_all(conn).await?);
    for domain in &mut domains {
        domain.records = on_engine!(&mut *tx, conn => sqlx::query_as(
            "SELECT r.record_type, r.name, r.value FROM domains d JOIN domain_records r ON r.domain_id = d.id \
             WHERE d.id = $1 AND d.author_id = $2 ORDER BY r.id")
            .bind(domain.id).bind(author_id).fetch_all(conn).await?);
    }
    Ok(domains)
}
