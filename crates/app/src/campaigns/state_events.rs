//! A campaign's new state, as an event.

use database::Tx;
use serde_json::{Value, json};

use super::{Status, store};
use crate::{
    CampaignId, Timestamp,
    events::{self, CampaignEvent},
    runs::Ledger,
};

/// Records the state that the campaign has come into.
pub async fn record_state(tx: &mut Tx, campaign_id: CampaignId, now: Timestamp) -> database::Result<()> {
    let Some(campaign) = store::find_any(tx, campaign_id).await? else { return Ok(()) };
    let data = data(&campaign, None, now);
    let event = match campaign.status {
        Status::Sending => CampaignEvent::Sending { data: &data },
        Status::Paused => CampaignEvent::Paused { data: &data },
        Status::Draft | Status::Scheduled | Status::Sent | Status::Cancelled => return Ok(()),
    };
    events::record(tx, campaign.author_id, event, now).await
}

/// Records that the campaign is sent, with the totals of its ledger.
pub async fn record_sent(
    tx: &mut Tx,
    campaign_id: CampaignId,
    ledger: Option<Ledger>,
    now: Timestamp,
) -> database::Result<()> {
    let Some(campaign) = store::find_any(tx, campaign_id).await? else { return Ok(()) };
    let event = CampaignEvent::Sent {
        campaign_id,
        subject: &campaign.subject,
        needs_author: ledger.is_some_and(|ledger| ledger.failed + ledger.in_doubt > 0),
        data: &data(&campaign, ledger, now),
    };
    events::record(tx, campaign.author_id, event, now).await
}

/// What webhooks are told.
fn data(campaign: &store::Campaign, ledger: Option<Ledger>, now: Timestamp) -> Value {
    json!({
        "id": campaign.id,
        "newsletter_id": campaign.newsletter_id,
        "subject": campaign.subject,
        "status": campaign.status,
        "pause_reason": campaign.pause_reason,
        "ledger": ledger,
        "at": now,
    })
}
