//! Deleting a campaign whose ledger nobody needs.

use axum::{extract::State, http::StatusCode};

use crate::{
    App,
    campaigns::store,
    http::{Answer, Caller, Path, Problem, ProblemBody},
};

/// Delete a campaign
///
/// Only a draft or a cancelled one.
#[utoipa::path(delete, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses(
        (status = 204),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "It is neither draft nor cancelled", body = ProblemBody, content_type = "application/problem+json")))]
pub async fn delete_campaign(
    State(app): State<App>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(i64, i64)>,
) -> Answer<StatusCode> {
    let mut tx = app.db.begin().await?;
    let campaign = store::find_locked(&mut tx, caller.author_id, newsletter_id, id)
        .await?
        .ok_or_else(|| Problem::not_found("campaign"))?;
    if !campaign.status.may_be_deleted() {
        return Err(Problem::conflict(format!(
            "This campaign is {}. Only a draft or cancelled campaign can be deleted.",
            campaign.status
        )));
    }
    store::delete(&mut tx, id).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
