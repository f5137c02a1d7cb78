//! Sending domains as their author takes them along: nothing secret.

use database::{Result, Tx, on_engine};
use serde::Serialize;

use crate::{
    AuthorId, Timestamp,
    holding::{Archive, End, Holding, ROWS, list},
};

/// Sending domains as their author takes them along: nothing secret.
pub const HOLDING: Holding = Holding { write: |archive| Box::pin(write(archive)) };

async fn write(archive: &Archive) -> std::result::Result<(), End> {
    list!(archive, "domains.json", page, ROWS, |row| row.id);
    Ok(())
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

async fn page(tx: &mut Tx, author_id: AuthorId, after: i64, limit: i64) -> Result<Vec<DomainRow>> {
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
