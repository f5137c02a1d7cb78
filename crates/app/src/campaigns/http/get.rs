//! Reading one campaign.

use axum::extract::State;

use super::{campaign, newsletter};
use crate::{
    CampaignId, Core, NewsletterId,
    accounts::Caller,
    campaigns::view::{CampaignView, view},
    http::{ApiResult, Path, Problems, Tagged},
};

/// Read a campaign
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path)),
    responses(
        (status = 200, body = CampaignView),
        Problems<401, 404>))]
pub async fn get_campaign(
    State(core): State<Core>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(NewsletterId, CampaignId)>,
) -> ApiResult<Tagged<CampaignView>> {
    let mut tx = core.db.read().await?;
    let newsletter = newsletter(&mut tx, &caller, newsletter_id).await?;
    let campaign = campaign(&mut tx, &caller, newsletter_id, id).await?;
    Ok(Tagged(view(&mut tx, campaign, &newsletter).await?))
}

#[cfg(test)]
mod tests {
    use database::both_engines;
    use serde_json::json;

    use crate::campaigns::testing::{World, author, newsletter};

    both_engines!(a_campaign_is_found_by_its_author_under_its_newsletter, engine => {
        let w = World::new(engine).await;
        let id = w.campaign(json!({ "subject": "Hello" })).await;
        assert_eq!(w.get(&format!("{}/", w.path(id))).await["subject"], "Hello");
        let (other, _) = author(&w.t, "other@example.com").await;
        w.t.call(Some(&other), "GET", &w.path(id), None).await.expect(404);
        let second = newsletter(&w.t, w.author_id, "Second").await;
        w.call("GET", &format!("/api/newsletters/{second}/campaigns/{id}"), None).await.expect(404);
        w.call("GET", &format!("{}/nonsense", w.campaigns()), None).await.expect(404);
        w.t.call(None, "GET", &w.path(id), None).await.expect(401);
    });
}
