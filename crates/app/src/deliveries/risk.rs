//! Pauses what is sent from a domain whose mail goes bad, before its receivers refuse it.

use std::time::Duration;

use database::on_engine;
use tokio_util::sync::CancellationToken;

use crate::{
    CampaignId, Core, campaigns,
    domains::{self, windows},
    events::{self, Event},
};

const EVERY: Duration = Duration::from_secs(5);

/// Runs until it is told to stop.
pub async fn watch_risk(core: Core, stop: CancellationToken) {
    while !stop.is_cancelled() {
        if let Err(error) = pause_risky_campaigns(&core).await {
            tracing::warn!(%error, "the health of sending domains was not looked at");
        }
        let _ = stop.run_until_cancelled(tokio::time::sleep(EVERY)).await;
    }
}

/// Pauses the campaigns that are being sent from domains at risk. A campaign that its author resumed after the counters
/// were reset goes on.
pub async fn pause_risky_campaigns(core: &Core) -> database::Result<()> {
    let mut tx = core.db.read().await?;
    let sending: Vec<(i64, CampaignId)> = on_engine!(&mut tx, conn => sqlx::query_as(
        "SELECT DISTINCT r.domain_id, c.id FROM campaign_runs r JOIN campaigns c ON c.id = r.campaign_id \
         WHERE r.state <> 'done' AND r.domain_id IS NOT NULL AND c.status = 'sending'").fetch_all(conn).await?);
    // Looked at before the writer is taken: as a rule there is nothing to write.
    let now = core.now();
    let mut looked = Vec::new();
    for (domain_id, campaign_id) in sending {
        let Some(domain) = domains::find_any(&mut tx, domain_id).await? else { continue };
        let rows = windows::rows(&mut tx, domain_id, now).await?;
        looked.push((domain, campaign_id, rows));
    }
    drop(tx);
    for (domain, campaign_id, rows) in looked {
        let Some(reason) = domains::risk(&core.resolver, &domain.domain, &rows, now).await else { continue };
        let mut tx = core.db.begin().await?;
        if let Some(campaign) = campaigns::pause_by_itself(&mut tx, campaign_id, None, &reason, now).await? {
            // Its author knows by now.
            let event = Event::NeighbourPaused { domain: &domain.domain, reason: &reason };
            for author_id in domains::concerned(&mut tx, &domain).await? {
                if author_id != campaign.author_id {
                    events::record(&mut tx, author_id, event, now).await?;
                }
            }
        }
        tx.commit().await?;
    }
    Ok(())
}
