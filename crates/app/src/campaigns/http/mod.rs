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
pub mod schedule;
pub mod update;

use database::Tx;

use super::{
    access::{active_newsletter, campaign, newsletter},
    store::{self, Campaign},
};
use crate::{
    AuthorId,
    events::{self, CampaignEvent},
    http::Problem,
    newsletters::Newsletter,
};

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
