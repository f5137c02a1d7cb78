//! The end of an A/B test before its time.

use axum::{Json, extract::State};

use super::{
    progress::{AbTestStep, ab_test},
    send::{find, view},
};
use crate::{
    CampaignId, Core, NewsletterId,
    accounts::Caller,
    campaigns::CampaignView,
    deliveries::decide::decide_due,
    http::{ApiResult, Path, Problem, ProblemBody, ProblemCode},
    runs,
};

/// Choose the winner of an A/B test now
///
/// As at the end of its wait, with the opens and clicks that are counted so far; the rest of the subscribers get the better
/// variant at once. Only once the sample is out. The same call again finds its work done.
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/ab-test/decide", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses((status = 200, body = CampaignView), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "It has no A/B test, or the sample is not out yet")))]
pub async fn decide_ab_test(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(NewsletterId, CampaignId)>,
) -> ApiResult<Json<CampaignView>> {
    let mut tx = core.db.begin().await?;
    let (newsletter, _) = find(&mut tx, &caller, newsletter_id, id).await?;
    let refused = |detail| Problem::conflict(ProblemCode::AbTestNotWaiting, detail);
    let run = runs::latest(&mut tx, id).await?.filter(|run| run.ab_state.is_some());
    let run = run.ok_or_else(|| refused("This campaign was not sent with an A/B test."))?;
    let test = ab_test(&mut tx, &run).await?;
    if test.is_some_and(|test| test.state == AbTestStep::Sampling) {
        return Err(refused(
            "The variants are still going out to the sample. Decide once everyone in it has received theirs.",
        ));
    }
    runs::end_wait(&mut tx, &run, core.now()).await?;
    let campaign = view(&mut tx, &caller, &newsletter, id).await?;
    tx.commit().await?;
    decide_due(&core).await?;
    Ok(Json(campaign))
}
