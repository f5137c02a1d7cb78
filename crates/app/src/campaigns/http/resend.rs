//! A new draft of a sent campaign for those whom it did not reach.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;

use super::{active_newsletter, campaign, record_created};
use crate::{
    CampaignId, Core, NewsletterId,
    accounts::Caller,
    campaigns::{
        attachments,
        model::{OriginKind, Status},
        store::{self, Draft},
        view::{CampaignView, view},
    },
    http::{ApiResult, Json, Path, Problem, ProblemBody, ProblemCode, Problems},
    runs::{self, Segment, SegmentKind},
};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct Resend {
    to: SegmentKind,
}

/// Send a campaign again
///
/// Makes a draft that names its origin: for those who are not known to have opened it, or for those who did not get it.
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/resend", tag = "campaigns",
    request_body = Resend,
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses(
        (status = 201, body = CampaignView),
        Problems<401, 404, 415, 422>,
        (status = 409, description = "It was not sent, or its opens are not known", body = ProblemBody)))]
pub async fn resend_campaign(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(NewsletterId, CampaignId)>,
    Json(body): Json<Resend>,
) -> ApiResult<(StatusCode, axum::Json<CampaignView>)> {
    let mut tx = core.db.begin().await?;
    let original = campaign(&mut tx, &caller, newsletter_id, id).await?;
    let newsletter = active_newsletter(&mut tx, &caller, newsletter_id).await?;
    let kind = match body.to {
        SegmentKind::NotOpened => {
            if original.status != Status::Sent {
                return Err(Problem::conflict(
                    ProblemCode::WrongCampaignStatus,
                    format!(
                        "This campaign is {}. Only sent campaigns can be resent to subscribers who didn't open them.",
                        original.status
                    ),
                ));
            }
            if let Some(why) = runs::opens_of(&mut tx, id).await?.unknown_because() {
                return Err(Problem::conflict(ProblemCode::OpensUnknown, why));
            }
            OriginKind::NotOpened
        }
        SegmentKind::NotSent => {
            if !matches!(original.status, Status::Sent | Status::Cancelled) {
                return Err(Problem::conflict(
                    ProblemCode::WrongCampaignStatus,
                    format!(
                        "This campaign is {}. Only sent or cancelled campaigns can go to everyone else.",
                        original.status
                    ),
                ));
            }
            OriginKind::NotSent
        }
    };
    let segment = Segment { kind: body.to, campaign_id: id };
    let draft = Draft { segment: Some(segment), ab_test: None, ..Draft::copy_of(&original, kind) };
    let copy = store::insert(&mut tx, &draft, core.now()).await?;
    attachments::copy(&mut tx, id, copy.id).await?;
    record_created(&mut tx, &copy, &newsletter).await?;
    let view = view(&mut tx, copy, &newsletter).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, axum::Json(view)))
}
