//! A campaign's new state, told to the webhooks that want to know.

use database::Tx;
use serde_json::json;

use super::{Status, store};
use crate::{
    Timestamp,
    runs::Ledger,
    webhooks::{self, Event, Fact},
};

/// Tells the state that the campaign has come into, with the totals of its ledger when it is sent.
pub async fn tell(
    tx: &mut Tx,
    campaign_id: i64,
    ledger: Option<Ledger>,
    now: Timestamp,
) -> database::Result<()> {
    let Some(campaign) = store::find_any(tx, campaign_id).await? else { return Ok(()) };
    let event = match campaign.status {
        Status::Sending => Event::CampaignSending,
        Status::Paused => Event::CampaignPaused,
        Status::Sent => Event::CampaignSent,
        Status::Draft | Status::Scheduled | Status::Cancelled => return Ok(()),
    };
    let data = json!({
        "id": campaign.id,
        "newsletter_id": campaign.newsletter_id,
        "subject": campaign.subject,
        "status": campaign.status,
        "pause_reason": campaign.pause_reason,
        "ledger": ledger,
        "at": now,
    });
    webhooks::emit(tx, campaign.author_id, event, Fact::new(&data), now).await
}
