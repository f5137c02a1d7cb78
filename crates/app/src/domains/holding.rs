//! Sending domains as their author takes them along: nothing secret.

use database::{Result, Tx, on_engine};
use serde::Serialize;

use crate::{
    AuthorId, Timestamp,
    holding::{Archive, End, Holding, List, ROWS},
};

/// Sending domains as their author takes them along: nothing secret.
pub const HOLDING: Holding = Holding { write: |archive| Box::pin(write(archive)) };

const DOMAINS: &str = "SELECT id, domain, notes, is_active, verification_status, tracking_host, daily_send_limit, verified_at, created_at, \
     updated_at FROM domains WHERE author_id = $1 AND id > $2 ORDER BY id LIMIT $3";

async fn write(archive: &Archive) -> std::result::Result<(), End> {
    archive.file("domains.json").await?;
    let mut list = List::default();
    let mut pages = archive.pages(DOMAINS, ROWS, |row: &DomainRow| row.id);
    while let Some(mut page) = pages.next().await? {
        let mut tx = archive.core.db.read().await?;
        for domain in &mut page {
            domain.records = records(&mut tx, domain.id, archive.author_id).await?;
        }
        // Whoever reads the archive may be slow.
        drop(tx);
        for domain in &page {
            archive.bytes(list.row(domain)?).await?;
        }
    }
    archive.bytes(list.end()).await
}

#[derive(Debug, Serialize, sqlx::FromRow)]
struct DomainRow {
    id: i64,
    domain: String,
    notes: Option<String>,
    is_active: bool,
    verification_status: String,
    tracking_host: Option<String>,
    daily_send_limit: i64,
    verified_at: Option<Timestamp>,
    created_at: Timestamp,
    updated_at: Timestamp,
    #[sqlx(skip)]
    records: Vec<RecordRow>,
}

/// A record as the DNS has to have it: nothing secret.
#[derive(Debug, Serialize, sqlx::FromRow)]
struct RecordRow {
    record_type: String,
    name: String,
    value: String,
}

async fn records(tx: &mut Tx, domain_id: i64, author_id: AuthorId) -> Result<Vec<RecordRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT r.record_type, r.name, r.value FROM domains d JOIN domain_records r ON r.domain_id = d.id \
         WHERE d.id = $1 AND d.author_id = $2 ORDER BY r.id")
        .bind(domain_id).bind(author_id).fetch_all(conn).await)
}
