//! `POST …/send`: from draft to sending, with content and audience bound frozen in one transaction.

use axum::{Json, extract::State, http::StatusCode};
use database::Tx;

use crate::{
    CampaignId, Core, NewsletterId,
    accounts::Caller,
    campaigns::{self, Campaign, CampaignView, Status},
    deliveries::{
        schedule::issue_now,
        start::{begin, prepare},
    },
    http::{ApiResult, Path, Problem, ProblemBody},
    newsletters::{self, Newsletter},
};

/// Send a draft or scheduled campaign to every active subscriber
///
/// Of a repeating campaign it makes an issue, which is the answer, and leaves its calendar as it is.
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/send", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses(
        (status = 202, body = CampaignView, description = "The campaign is being sent"),
        (status = 401, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "Its state, its newsletter or the lack of subscribers or of a sending domain forbids it"),
        (status = 422, body = ProblemBody, description = "It has no content, or its content cannot be used")))]
pub async fn send_campaign(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(NewsletterId, CampaignId)>,
) -> ApiResult<(StatusCode, Json<CampaignView>)> {
    let mut tx = core.db.read().await?;
    let (newsletter, mut campaign) = find(&mut tx, &caller, newsletter_id, id).await?;
    if campaign.status == Status::Scheduled && campaign.repeat.is_some() {
        drop(tx);
        let issue = issue_now(&core, &newsletter, &campaign).await?;
        return Ok((StatusCode::ACCEPTED, Json(issue)));
    }
    // Now means now for everyone, whatever was scheduled.
    campaign.schedule = None;
    // Compiled before any lock: this is the expensive part, and it may fail.
    let ready = prepare(&core, &mut tx, newsletter.clone(), campaign).await?;
    drop(tx);
    let now = core.now();
    let mut tx = core.db.begin().await?;
    begin(&mut tx, ready, now, now).await?;
    campaigns::clear_schedule(&mut tx, id).await?;
    let view = view(&mut tx, &caller, &newsletter, id).await?;
    tx.commit().await?;
    core.sender.wake();
    Ok((StatusCode::ACCEPTED, Json(view)))
}

pub(super) async fn find(
    tx: &mut Tx,
    caller: &Caller,
    newsletter_id: NewsletterId,
    id: CampaignId,
) -> ApiResult<(Newsletter, Campaign)> {
    let newsletter = newsletters::find(tx, caller.author_id, newsletter_id).await?;
    let campaign = campaigns::find(tx, caller.author_id, newsletter_id, id).await?;
    newsletter.zip(campaign).ok_or_else(|| Problem::not_found("campaign"))
}

/// The campaign as it stands in this transaction.
pub(super) async fn view(
    tx: &mut Tx,
    caller: &Caller,
    newsletter: &Newsletter,
    id: CampaignId,
) -> ApiResult<CampaignView> {
    let campaign = campaigns::find(tx, caller.author_id, newsletter.id, id)
        .await?
        .ok_or_else(|| Problem::not_found("campaign"))?;
    Ok(campaigns::view(tx, campaign, newsletter).await?)
}
