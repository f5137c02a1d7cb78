//! The calls of campaigns, one per file.

pub mod attachments;
pub mod create;
pub mod delete;
pub mod duplicate;
pub mod fields;
pub mod get;
pub mod list;
pub mod list_all;
pub mod resend;
pub mod restore;
pub mod schedule;
pub mod update;
pub mod version;
pub mod versions;

use database::Tx;

use super::{
    access::{active_newsletter, campaign, newsletter},
    store::{self, Campaign, Sitting},
};
use crate::{
    AuthorId, CampaignId, Core, NewsletterId, Timestamp,
    accounts::Caller,
    events::{self, CampaignEvent},
    http::{Problem, ProblemCode},
    newsletters::Newsletter,
    templates,
};

/// Refuses a campaign whose content is frozen.
fn refuse_frozen(campaign: &Campaign) -> Result<(), Problem> {
    if campaign.status.may_be_edited() {
        return Ok(());
    }
    Err(Problem::conflict(
        ProblemCode::WrongCampaignStatus,
        format!("This campaign is {}. Only a draft or scheduled campaign can be edited.", campaign.status),
    ))
}

/// The caller's campaign, which may be edited and which nobody else changes before the transaction ends; 409 when it is not
/// the revision that the caller started from.
async fn editable(
    tx: &mut Tx,
    caller: &Caller,
    newsletter_id: NewsletterId,
    id: CampaignId,
    revision: Option<i64>,
) -> Result<Campaign, Problem> {
    let campaign = store::find_locked(tx, caller.author_id, newsletter_id, id)
        .await?
        .ok_or_else(|| Problem::not_found("campaign"))?;
    refuse_frozen(&campaign)?;
    match revision {
        Some(theirs) if theirs != campaign.revision => Err(Problem::conflict(
            ProblemCode::NewerRevision,
            templates::conflict("campaign", campaign.revision, theirs),
        )),
        _ => Ok(campaign),
    }
}

/// Writes what was changed of a campaign, and keeps what it said before; nothing where nothing was.
async fn save(
    tx: &mut Tx,
    core: &Core,
    caller: &Caller,
    (before, campaign): (&Campaign, &mut Campaign),
    sitting: Sitting,
) -> database::Result<()> {
    if campaign.is_edited_as(before) {
        return Ok(());
    }
    // Rises with every change, so that a client can tell two versions apart.
    campaign.updated_at = core.now().max(Timestamp(campaign.updated_at.0 + 1));
    campaign.revision += 1;
    store::update(tx, campaign).await?;
    store::keep(tx, before, campaign, caller.api_key_id, sitting).await
}

/// Tells the Overview, in the transaction that makes the campaign.
async fn record_created(tx: &mut Tx, campaign: &Campaign, newsletter: &Newsletter) -> database::Result<()> {
    let event = CampaignEvent::Created { subject: &campaign.subject, newsletter: &newsletter.name };
    events::record(tx, campaign.author_id, event, campaign.created_at).await
}

/// Counting campaigns stops here.
const COUNT_CAP: i64 = 10_000;
/// Counting what a search finds stops here.
const SEARCH_CAP: i64 = 1_000;

/// The list's total, for the header.
async fn total(
    tx: &mut Tx,
    author_id: AuthorId,
    filter: &store::Filter,
) -> Result<crate::http::Total, Problem> {
    use crate::http::Total;
    let cap = if filter.q.is_some() { SEARCH_CAP } else { COUNT_CAP };
    let found = store::count(tx, author_id, filter, cap + 1).await?;
    Ok(if found > cap { Total::AtLeast(cap) } else { Total::Exact(found) })
}
