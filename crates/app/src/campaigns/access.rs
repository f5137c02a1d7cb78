//! What a call names in its path: the caller's own, or none.

use database::Tx;

use super::store::{self, Campaign};
use crate::{
    CampaignId, NewsletterId,
    accounts::Caller,
    http::{Problem, ProblemCode},
    newsletters::{self, Newsletter},
};

/// The caller's newsletter, or 404.
pub async fn newsletter(tx: &mut Tx, caller: &Caller, id: NewsletterId) -> Result<Newsletter, Problem> {
    newsletters::find(tx, caller.author_id, id).await?.ok_or_else(|| Problem::not_found("newsletter"))
}

/// The caller's newsletter, or 404, or 409 when it takes no new campaigns.
pub async fn active_newsletter(
    tx: &mut Tx,
    caller: &Caller,
    id: NewsletterId,
) -> Result<Newsletter, Problem> {
    let newsletter = newsletter(tx, caller, id).await?;
    if !newsletter.is_active {
        return Err(Problem::conflict(
            ProblemCode::NewsletterInactive,
            "This newsletter is inactive. Activate it first.",
        ));
    }
    Ok(newsletter)
}

/// The caller's campaign, or 404.
pub async fn campaign(
    tx: &mut Tx,
    caller: &Caller,
    newsletter_id: NewsletterId,
    id: CampaignId,
) -> Result<Campaign, Problem> {
    store::find(tx, caller.author_id, newsletter_id, id).await?.ok_or_else(|| Problem::not_found("campaign"))
}
