//! Going back to what a campaign said before.

use axum::extract::State;
use serde::Deserialize;

use super::{editable, newsletter, save};
use crate::{
    CampaignId, Core, NewsletterId,
    accounts::Caller,
    campaigns::{
        store::{self, Sitting},
        view::{CampaignView, view},
    },
    http::{ApiResult, OptionalJson, Path, Problem, ProblemBody, Problems},
};

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct RestoreCampaignVersion {
    /// The revision that the author started from: any other than the present one is refused.
    revision: Option<i64>,
}

/// Restore a version of a campaign
///
/// Its subject, texts, design and A/B test become a new revision; nothing in between is lost. Audience, schedule and
/// attachments stay as they are.
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/versions/{revision}/restore", tag = "campaigns",
    request_body(content = Option<RestoreCampaignVersion>),
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path), ("revision" = i64, Path)),
    responses(
        (status = 200, body = CampaignView),
        Problems<400, 401, 404, 413, 415, 422>,
        (status = 409, description = "It is neither draft nor scheduled, or was changed since the given revision", body = ProblemBody)))]
pub async fn restore_campaign_version(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id, revision)): Path<(NewsletterId, CampaignId, i64)>,
    OptionalJson(body): OptionalJson<RestoreCampaignVersion>,
) -> ApiResult<axum::Json<CampaignView>> {
    let mut tx = core.db.begin().await?;
    let newsletter = newsletter(&mut tx, &caller, newsletter_id).await?;
    let mut campaign = editable(&mut tx, &caller, newsletter_id, id, body.revision).await?;
    let version =
        store::version(&mut tx, id, revision).await?.ok_or_else(|| Problem::not_found("version"))?;
    let before = campaign.clone();
    version.content.put_into(&mut campaign);
    save(&mut tx, &core, &caller, (&before, &mut campaign), Sitting::Apart).await?;
    let answer = view(&mut tx, campaign, &newsletter).await?;
    tx.commit().await?;
    Ok(axum::Json(answer))
}
