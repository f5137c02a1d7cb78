//! A new draft with the content of another campaign.

use axum::{extract::State, http::StatusCode};

use super::{active_newsletter, campaign, record_created};
use crate::{
    CampaignId, Core, NewsletterId,
    accounts::Caller,
    campaigns::{
        attachments,
        model::OriginKind,
        store::{self, Draft},
        view::{CampaignView, view},
    },
    http::{ApiResult, Path, ProblemBody, Problems},
};

/// Duplicate a campaign
///
/// Whatever state it is in, the copy is a draft with the same content.
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/duplicate", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses(
        (status = 201, body = CampaignView),
        Problems<401, 404>,
        (status = 409, description = "The newsletter is inactive", body = ProblemBody)))]
pub async fn duplicate_campaign(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(NewsletterId, CampaignId)>,
) -> ApiResult<(StatusCode, axum::Json<CampaignView>)> {
    let mut tx = core.db.begin().await?;
    let original = campaign(&mut tx, &caller, newsletter_id, id).await?;
    let newsletter = active_newsletter(&mut tx, &caller, newsletter_id).await?;
    let draft = Draft::copy_of(&original, OriginKind::Duplicate);
    let copy = store::insert(&mut tx, &draft, core.now()).await?;
    record_created(&mut tx, &copy, &newsletter).await?;
    attachments::copy(&mut tx, id, copy.id).await?;
    let view = view(&mut tx, copy, &newsletter).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, axum::Json(view)))
}

#[cfg(test)]
mod tests {
    use database::both_engines;
    use serde_json::json;

    use crate::campaigns::{
        model::Status,
        testing::{World, author},
    };

    both_engines!(the_copy_is_a_draft_with_the_same_content, engine => {
        let w = World::new(engine).await;
        let id = w.campaign(json!({
            "subject": "A", "preheader": "B", "html_content": "<p>C</p>", "text_content": "D", "blocks": [{ "type": "text" }],
            "theme": { "b": 1, "a": 2 },
            "in_doubt_policy": "resend",
        })).await;
        let original = w.get(&w.path(id)).await;
        w.t.clock.advance(1_000);
        let copy = w.call("POST", &format!("{}/duplicate", w.path(id)), None).await.expect(201);
        assert_ne!(copy["id"], original["id"]);
        let mut expected = original.clone();
        for field in ["id", "created_at", "updated_at"] {
            expected[field] = copy[field].clone();
        }
        expected["origin"] = json!({ "kind": "duplicate", "campaign_id": id, "subject": "A" });
        assert_eq!(copy, expected);
        assert_eq!(w.get(&w.path(id)).await, original);
    });

    both_engines!(a_campaign_of_any_state_is_copied, engine => {
        let w = World::new(engine).await;
        for status in Status::ALL {
            let id = w.campaign_in(status).await;
            w.run(id, 3).await;
            let copy = w.call("POST", &format!("{}/duplicate", w.path(id)), None).await.expect(201);
            assert_eq!((&copy["status"], &copy["ledger"]), (&json!("draft"), &json!(null)));
        }
    });

    both_engines!(inactive_and_anothers_are_refused, engine => {
        let w = World::new(engine).await;
        let id = w.campaign_in(Status::Sent).await;
        let path = format!("{}/duplicate", w.path(id));
        let (other, _) = author(&w.t, "other@example.com").await;
        w.t.call(Some(&other), "POST", &path, None).await.expect(404);
        w.t.call(None, "POST", &path, None).await.expect(401);
        w.deactivate().await;
        w.call("POST", &path, None).await.expect(409);
        assert_eq!(w.call("GET", &w.campaigns(), None).await.header("x-total-count"), Some("1"));
    });
}
