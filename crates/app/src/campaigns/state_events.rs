//! A campaign's new state, as an event.

use database::Tx;
use serde::Serialize;
use serde_json::Value;

use super::{Campaign, Status, store};
use crate::{
    CampaignId, NewsletterId, Timestamp,
    events::{self, CampaignEvent},
    runs::Ledger,
};

/// Records the state that the campaign has come into.
pub async fn record_state(tx: &mut Tx, campaign_id: CampaignId, now: Timestamp) -> database::Result<()> {
    let Some(campaign) = store::find_any(tx, campaign_id).await? else { return Ok(()) };
    let data = data(&campaign, None, now);
    tell(tx, &campaign);
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
    let Campaign { newsletter_id, author_id, .. } = campaign;
    let l = ledger.unwrap_or_default();
    tx.then(move || {
        tracing::info!(
            campaign_id = campaign_id.get(),
            newsletter_id = newsletter_id.get(),
            author_id = author_id.get(),
            intended = l.intended,
            sent = l.sent,
            failed = l.failed,
            suppressed = l.suppressed,
            skipped = l.skipped,
            in_doubt = l.in_doubt,
            "a campaign is sent"
        );
    });
    let event = CampaignEvent::Sent {
        campaign_id,
        subject: &campaign.subject,
        needs_author: ledger.is_some_and(|ledger| ledger.failed + ledger.in_doubt > 0),
        data: &data(&campaign, ledger, now),
    };
    events::record(tx, campaign.author_id, event, now).await
}

/// One line for the operator. A campaign that paused itself has one with its reason.
fn tell(tx: &mut Tx, campaign: &Campaign) {
    let told = match (campaign.status, &campaign.pause_reason) {
        (Status::Sending, _) => "a campaign is being sent",
        (Status::Paused, None) => "a campaign was paused by its author",
        (Status::Cancelled, _) => "a campaign was cancelled",
        _ => return,
    };
    let Campaign { id, newsletter_id, author_id, .. } = *campaign;
    tx.then(move || {
        tracing::info!(
            campaign_id = id.get(),
            newsletter_id = newsletter_id.get(),
            author_id = author_id.get(),
            "{told}"
        );
    });
}

/// A campaign began, paused, went on or is sent: what webhooks are told.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CampaignChanged<'a> {
    #[schema(value_type = i64)]
    id: CampaignId,
    #[schema(value_type = i64)]
    newsletter_id: NewsletterId,
    subject: &'a str,
    status: Status,
    #[schema(required)]
    pause_reason: Option<&'a str>,
    /// What became of everybody it was for; null until it is sent.
    #[schema(required)]
    ledger: Option<Ledger>,
    at: Timestamp,
}

fn data(campaign: &Campaign, ledger: Option<Ledger>, now: Timestamp) -> Value {
    let told = CampaignChanged {
        id: campaign.id,
        newsletter_id: campaign.newsletter_id,
        subject: &campaign.subject,
        status: campaign.status,
        pause_reason: campaign.pause_reason.as_deref(),
        ledger,
        at: now,
    };
    serde_json::to_value(told).unwrap_or_default()
}
