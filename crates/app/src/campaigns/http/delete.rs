//! Deleting a campaign whose ledger nobody needs.

use axum::{extract::State, http::StatusCode};

use crate::{
    CampaignId, Core, NewsletterId,
    accounts::Caller,
    campaigns::store,
    http::{ApiResult, IfMatch, Path, Problem, ProblemBody, ProblemCode, Problems},
};

/// Delete a campaign
///
/// Only a draft or a cancelled one.
#[utoipa::path(delete, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses(
        (status = 204),
        Problems<401, 404, 412>,
        (status = 409, description = "It is neither draft nor cancelled", body = ProblemBody)))]
pub async fn delete_campaign(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(NewsletterId, CampaignId)>,
    if_match: IfMatch,
) -> ApiResult<StatusCode> {
    let mut tx = core.db.begin().await?;
    let campaign = store::find_locked(&mut tx, caller.author_id, newsletter_id, id)
        .await?
        .ok_or_else(|| Problem::not_found("campaign"))?;
    if_match.check(&campaign)?;
    if !campaign.status.may_be_deleted() {
        return Err(Problem::conflict(
            ProblemCode::WrongCampaignStatus,
            format!(
                "This campaign is {}. Only a draft or cancelled campaign can be deleted.",
                campaign.status
            ),
        ));
    }
    store::delete(&mut tx, id).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use database::both_engines;

    use crate::campaigns::{
        model::Status,
        testing::{World, author},
    };

    both_engines!(only_drafts_and_cancelled_ones_go, engine => {
        let w = World::new(engine).await;
        for status in Status::ALL {
            let id = w.campaign_in(status).await;
            w.run(id, 3).await;
            let answer = w.call("DELETE", &w.path(id), None).await;
            if matches!(status, Status::Draft | Status::Cancelled) {
                answer.expect(204);
                w.call("GET", &w.path(id), None).await.expect(404);
                w.call("DELETE", &w.path(id), None).await.expect(404);
            } else {
                let body = answer.expect(409);
                assert!(body["detail"].as_str().unwrap().contains(status.as_str()), "{body}");
                w.get(&w.path(id)).await;
            }
        }
    });

    both_engines!(anothers_campaign_is_not_there, engine => {
        let w = World::new(engine).await;
        let id = w.campaign_in(Status::Draft).await;
        let (other, _) = author(&w.t, "other@example.com").await;
        w.t.call(Some(&other), "DELETE", &w.path(id), None).await.expect(404);
        w.t.call(None, "DELETE", &w.path(id), None).await.expect(401);
        w.get(&w.path(id)).await;
    });
}
