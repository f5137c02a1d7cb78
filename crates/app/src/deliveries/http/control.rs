//! Pause, resume, cancel: one conditional update each, so that of two at the same moment one wins.

use axum::{Json, extract::State};
use serde::Serialize;

use super::send::{find, view};
use crate::{
    CampaignId, Core, NewsletterId,
    accounts::Caller,
    campaigns::{self, CampaignView, Status, Transition},
    events::{self, CampaignEvent},
    http::{ApiResult, Path, Problem, ProblemBody, ProblemCode},
    runs,
};

/// A campaign that stops, with the messages whose dot was allowed before.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Draining {
    #[serde(flatten)]
    pub campaign: CampaignView,
    /// Messages that were past their commit point: at most one per connection.
    pub draining: i64,
}

/// Pause a campaign
///
/// When this answers, no further email passes its commit point.
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/pause", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses((status = 200, body = Draining), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "It is not being sent")))]
pub async fn pause_campaign(
    State(core): State<Core>,
    caller: Caller,
    Path(ids): Path<(NewsletterId, CampaignId)>,
) -> ApiResult<Json<Draining>> {
    change(&core, &caller, ids, &[Status::Sending], Status::Paused, "paused").await.map(Json)
}

/// Resume a paused campaign where it stopped
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/resume", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses((status = 200, body = CampaignView), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "It is not paused, or its newsletter is inactive")))]
pub async fn resume_campaign(
    State(core): State<Core>,
    caller: Caller,
    Path(ids): Path<(NewsletterId, CampaignId)>,
) -> ApiResult<Json<CampaignView>> {
    let answer = change(&core, &caller, ids, &[Status::Paused], Status::Sending, "resumed").await?;
    core.sender.wake();
    Ok(Json(answer.campaign))
}

/// Cancel a campaign for good
///
/// Subscribers who were not sent to are recorded as cancelled.
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/cancel", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses((status = 200, body = Draining, description = "Cancelled; a scheduled campaign is a draft again"),
        (status = 401, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "It is neither scheduled, being sent nor paused")))]
pub async fn cancel_campaign(
    State(core): State<Core>,
    caller: Caller,
    Path(ids): Path<(NewsletterId, CampaignId)>,
) -> ApiResult<Json<Draining>> {
    let mut tx = core.db.read().await?;
    let (_, campaign) = find(&mut tx, &caller, ids.0, ids.1).await?;
    drop(tx);
    let answer = if campaign.status == Status::Scheduled {
        take_off(&core, &caller, ids).await?
    } else {
        change(&core, &caller, ids, &[Status::Sending, Status::Paused], Status::Cancelled, "cancelled")
            .await?
    };
    core.sender.wake();
    Ok(Json(answer))
}

/// Off the calendar: a draft again.
async fn take_off(
    core: &Core,
    caller: &Caller,
    (newsletter_id, id): (NewsletterId, CampaignId),
) -> ApiResult<Draining> {
    let now = core.now();
    let mut tx = core.db.begin().await?;
    let (newsletter, campaign) = find(&mut tx, caller, newsletter_id, id).await?;
    if !campaigns::unschedule(&mut tx, id, None, None, now).await? {
        return Err(Problem::conflict(
            ProblemCode::ChangedMeanwhile,
            "This campaign just went out, so it can't be unscheduled.",
        ));
    }
    let event = CampaignEvent::Unscheduled { subject: &campaign.subject, newsletter: &newsletter.name };
    events::record(&mut tx, caller.author_id, event, now).await?;
    let campaign = view(&mut tx, caller, &newsletter, id).await?;
    tx.commit().await?;
    Ok(Draining { campaign, draining: 0 })
}

async fn change(
    core: &Core,
    caller: &Caller,
    (newsletter_id, id): (NewsletterId, CampaignId),
    from: &[Status],
    to: Status,
    verb: &str,
) -> ApiResult<Draining> {
    let mut tx = core.db.begin().await?;
    let (newsletter, campaign) = find(&mut tx, caller, newsletter_id, id).await?;
    if to == Status::Sending && !newsletter.is_active {
        return Err(Problem::conflict(
            ProblemCode::NewsletterInactive,
            "This newsletter is inactive: activate it to go on sending.",
        ));
    }
    let change = Transition { raise_epoch: true, ..Transition::new(from, to) };
    // The same call again finds its work done.
    if campaign.status != to && !campaigns::set_status(&mut tx, id, &change, core.now()).await? {
        return Err(Problem::conflict(
            ProblemCode::WrongCampaignStatus,
            format!("This campaign is {}, so it can't be {verb}.", campaign.status.as_str()),
        ));
    }
    let draining = runs::latest(&mut tx, id).await?.map_or(0, |run| run.counters.committing);
    let campaign = view(&mut tx, caller, &newsletter, id).await?;
    tx.commit().await?;
    Ok(Draining { campaign, draining })
}
