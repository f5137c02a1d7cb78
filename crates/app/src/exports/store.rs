//! What an author has, counted.

use database::{Result, Tx, on_engine};
use serde::Serialize;

use crate::{AuthorId, newsletters, webhooks};

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
