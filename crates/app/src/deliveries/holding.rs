//! What became of each subscriber of each campaign that was sent, as its author takes it along.

use super::csv;
use crate::{
    CampaignId,
    holding::{Archive, End, Holding, ROWS},
    runs,
};

/// What became of each subscriber of each campaign that was sent, as its author takes it along.
pub const HOLDING: Holding = Holding { write: |archive| Box::pin(write(archive)) };

/// Campaigns that were sent, or begun.
const SENT: &str = "SELECT id FROM campaigns WHERE author_id = $1 AND id > $2 \
     AND EXISTS (SELECT 1 FROM campaign_runs r WHERE r.campaign_id = campaigns.id) ORDER BY id LIMIT $3";

async fn write(archive: &Archive) -> Result<(), End> {
    let mut pages = archive.pages(SENT, ROWS, |row: &(CampaignId,)| row.0.get());
    while let Some(page) = pages.next().await? {
        for (id,) in page {
            let run = runs::latest(&mut archive.core.db.read().await?, id).await?;
            if let Some(run) = run {
                archive.file(&format!("deliveries/{id}.csv")).await?;
                archive.stream(csv(archive.core.clone(), run)).await?;
            }
        }
    }
    Ok(())
}
