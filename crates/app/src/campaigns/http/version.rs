//! One thing that a campaign said before.

use axum::extract::State;

use super::campaign;
use crate::{
    CampaignId, Core, NewsletterId,
    accounts::Caller,
    campaigns::{store, view::CampaignVersion},
    http::{ApiResult, Path, Problem, Problems},
};

/// Read a version of a campaign
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/versions/{revision}", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path), ("revision" = i64, Path)),
    responses(
        (status = 200, body = CampaignVersion),
        Problems<401, 404>))]
pub async fn get_campaign_version(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id, revision)): Path<(NewsletterId, CampaignId, i64)>,
) -> ApiResult<axum::Json<CampaignVersion>> {
    let mut tx = core.db.read().await?;
    campaign(&mut tx, &caller, newsletter_id, id).await?;
    let found = store::version(&mut tx, id, revision).await?;
    Ok(axum::Json(found.ok_or_else(|| Problem::not_found("version"))?.into()))
}
