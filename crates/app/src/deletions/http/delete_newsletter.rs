//! Removing a newsletter with all its readers and campaigns.

use axum::{extract::State, http::StatusCode};

use crate::{
    Core, NewsletterId,
    accounts::Caller,
    campaigns,
    http::{ApiResult, IfMatch, Path, Problem, ProblemBody, ProblemCode, Problems},
    newsletters,
    newsletters_page::{self, NewsletterView},
};

/// Delete a newsletter
///
/// Removes its subscribers and campaigns as well. Refused while one of its campaigns is being sent or paused.
#[utoipa::path(delete, path = "/api/newsletters/{newsletter_id}", tag = "newsletters",
    params(("newsletter_id" = i64, Path)),
    responses(
        (status = 204),
        Problems<401, 404, 412>,
        (status = 409, description = "A campaign is being sent", body = ProblemBody)))]
pub async fn delete_newsletter(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<NewsletterId>,
    if_match: IfMatch,
) -> ApiResult<StatusCode> {
    let mut tx = core.db.begin().await?;
    if newsletters::find(&mut tx, caller.author_id, id).await?.is_none() {
        return Err(newsletters_page::no_such_newsletter());
    }
    if if_match.asks::<NewsletterView>(&mut tx, id.get()).await? {
        if_match.check(&newsletters_page::shown(&core, &mut tx, &caller, id).await?)?;
    }
    if campaigns::is_newsletter_busy(&mut tx, id).await? {
        return Err(Problem::conflict(
            ProblemCode::CampaignInProgress,
            "A campaign of this newsletter is being sent or paused. Let it finish or cancel it first.",
        ));
    }
    newsletters::delete(&mut tx, caller.author_id, id).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
