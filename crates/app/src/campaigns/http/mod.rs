//! The calls of campaigns, one per file.

pub mod attachments;
pub mod create;
pub mod delete;
pub mod duplicate;
pub mod fields;
pub mod get;
pub mod list;
pub mod list_all;
pub mod preview;
pub mod resend;
pub mod schedule;
pub mod send_test;
pub mod update;

use database::Tx;

use super::store::{self, Campaign};
use crate::{
    accounts::Caller,
    activities,
    http::Problem,
    newsletters::{self, Newsletter},
};

/// The caller's newsletter, or 404.
async fn newsletter(tx: &mut Tx, caller: &Caller, id: i64) -> Result<Newsletter, Problem> {
    newsletters::find(tx, caller.author_id, id).await?.ok_or_else(|| Problem::not_found("newsletter"))
}

/// The caller's newsletter, or 404, or 409 when it takes no new campaigns.
async fn active_newsletter(tx: &mut Tx, caller: &Caller, id: i64) -> Result<Newsletter, Problem> {
    let newsletter = newsletter(tx, caller, id).await?;
    if !newsletter.is_active {
        return Err(Problem::conflict("This newsletter is inactive. Activate it first."));
    }
    Ok(newsletter)
}

/// The caller's campaign, or 404.
async fn campaign(tx: &mut Tx, caller: &Caller, newsletter_id: i64, id: i64) -> Result<Campaign, Problem> {
    store::find(tx, caller.author_id, newsletter_id, id).await?.ok_or_else(|| Problem::not_found("campaign"))
}

/// Tells the Overview, in the transaction that makes the campaign.
async fn record_created(tx: &mut Tx, campaign: &Campaign, newsletter: &Newsletter) -> database::Result<()> {
    let (kind, title, href) = (activities::Kind::CampaignCreated, campaign.subject.as_str(), "/campaigns");
    activities::record(
        tx,
        campaign.author_id,
        kind,
        title,
        Some(&newsletter.name),
        Some(href),
        campaign.created_at,
    )
    .await
}

/// Counting campaigns stops here.
const COUNT_CAP: i64 = 10_000;
/// Counting what a search finds stops here.
const SEARCH_CAP: i64 = 1_000;

/// The list's total, for the header.
async fn total(tx: &mut Tx, author_id: i64, filter: &store::Filter) -> Result<crate::http::Total, Problem> {
    use crate::http::Total;
    let cap = if filter.q.is_some() { SEARCH_CAP } else { COUNT_CAP };
    let found = store::count(tx, author_id, filter, cap + 1).await?;
    Ok(if found > cap { Total::AtLeast(cap) } else { Total::Exact(found) })
}
