//! What became of each subscriber of each campaign that was sent, as its author takes it along.

use database::{Result, Tx, on_engine};

use super::csv;
use crate::{
    AuthorId, CampaignId,
    holding::{Archive, End, Holding, ROWS, each},
    runs,
};

/// What became of each subscriber of each campaign that was sent, as its author takes it along.
pub const HOLDING: Holding = Holding { write: |archive| Box::pin(write(archive)) };

async fn write(archive: &Archive) -> std::result::Result<(), End> {
    each!(archive, sent, ROWS, |id| id.get(), {
        let run = runs::latest(&mut archive.core.db.read().await?, id).await?;
        if let Some(run) = run {
            archive.file(&format!("deliveries/{id}.csv")).await?;
            archive.stream(csv(archive.core.clone(), run)).await?;
        }
    });
    Ok(())
}

/// Campaigns that were sent, or begun.
async fn sent(tx: &mut Tx, author_id: AuthorId, after: i64, limit: i64) -> Result<Vec<CampaignId>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT id FROM campaigns WHERE author_id = $1 AND id > $2 \
         AND EXISTS (SELECT 1 FROM campaign_runs r WHERE r.campaign_id = campaigns.id) ORDER BY id LIMIT $3")
        .bind(author_id).bind(after).bind(limit).fetch_all(conn).await)
}
