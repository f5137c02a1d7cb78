//! A new draft with the content of another campaign.

use axum::{extract::State, http::StatusCode};

use super::{active_newsletter, campaign, record_created};
use crate::{
    App,
    campaigns::{
        store::{self, Draft},
        view::{CampaignView, view},
    },
    http::{Answer, Caller, Path, ProblemBody},
};

/// Duplicate a campaign
///
/// Whatever state it is in, the copy is a draft with the same content.
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/duplicate", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path),
        ("idempotency-key" = Option<String>, Header, description = "Up to 255 characters; kept for 24 hours")),
    responses(
        (status = 201, body = CampaignView),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "The newsletter is inactive", body = ProblemBody, content_type = "application/problem+json")))]
pub async fn duplicate_campaign(
    State(app): State<App>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(i64, i64)>,
) -> Answer<(StatusCode, axum::Json<CampaignView>)> {
    let mut tx = app.db.begin().await?;
    let original = campaign(&mut tx, &caller, newsletter_id, id).await?;
    let newsletter = active_newsletter(&mut tx, &caller, newsletter_id).await?;
    let draft = Draft {
        author_id: original.author_id,
        newsletter_id: original.newsletter_id,
        subject: original.subject,
        preheader: original.preheader,
        html_content: original.html_content,
        text_content: original.text_content,
        blocks: original.blocks.map(|b| b.0),
        segment: original.segment.map(|s| s.0),
        in_doubt_policy: original.in_doubt_policy,
    };
    let copy = store::insert(&mut tx, &draft, app.now()).await?;
    record_created(&mut tx, &copy, &newsletter).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, axum::Json(view(copy, newsletter.name, None))))
}
