//! Writing a new campaign.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use serde_json::Value;

use super::{active_newsletter, fields, record_created};
use crate::{
    App,
    campaigns::{
        store::{self, Draft},
        view::{CampaignView, view},
    },
    http::{Answer, Caller, Fields, Json, Path, Problem, ProblemBody},
    newsletters::{InDoubtPolicy, Newsletter},
};

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct NewCampaign {
    /// One line; may hold merge tags.
    #[schema(required, nullable = false, min_length = 1, max_length = 998)]
    subject: Option<String>,
    /// What mail programs show after the subject; one line; may hold merge tags.
    #[schema(max_length = 300)]
    preheader: Option<String>,
    /// A document or a fragment with merge tags.
    html_content: Option<String>,
    /// Made from the HTML when absent.
    text_content: Option<String>,
    /// The builder's document beside the HTML that it made.
    blocks: Option<Value>,
    /// Must be null: a campaign goes to all active readers.
    segment: Option<Value>,
    /// The newsletter's when absent.
    in_doubt_policy: Option<InDoubtPolicy>,
}

/// Create a campaign
///
/// It starts as a draft. Merge tags are checked; a bad one is refused with its line and column.
#[utoipa::path(post, path = "/api/newsletters/{newsletter_id}/campaigns", tag = "campaigns", request_body = NewCampaign,
    params(("newsletter_id" = i64, Path), ("idempotency-key" = Option<String>, Header, description = "Up to 255 characters; kept for 24 hours")),
    responses(
        (status = 201, body = CampaignView),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "The newsletter is inactive", body = ProblemBody, content_type = "application/problem+json"),
        (status = 413, body = ProblemBody, content_type = "application/problem+json"),
        (status = 415, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn create_campaign(
    State(app): State<App>,
    caller: Caller,
    Path(newsletter_id): Path<i64>,
    Json(body): Json<NewCampaign>,
) -> Answer<(StatusCode, axum::Json<CampaignView>)> {
    let newsletter = active_newsletter(&mut app.db.read().await?, &caller, newsletter_id).await?;
    let draft = read(body, &newsletter)?;
    let mut tx = app.db.begin().await?;
    let newsletter = active_newsletter(&mut tx, &caller, newsletter_id).await?;
    let campaign = store::insert(&mut tx, &draft, app.now()).await?;
    record_created(&mut tx, &campaign, &newsletter).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, axum::Json(view(campaign, newsletter.name, None))))
}

fn read(body: NewCampaign, newsletter: &Newsletter) -> Result<Draft, Problem> {
    let mut checks = Fields::default();
    fields::segment(&mut checks, body.segment);
    let draft = Draft {
        author_id: newsletter.author_id,
        newsletter_id: newsletter.id,
        subject: fields::subject(&mut checks, body.subject),
        preheader: fields::preheader(&mut checks, body.preheader),
        html_content: fields::html_content(&mut checks, body.html_content),
        text_content: fields::text_content(&mut checks, body.text_content),
        blocks: fields::blocks(&mut checks, body.blocks),
        segment: None,
        in_doubt_policy: body.in_doubt_policy.unwrap_or(newsletter.in_doubt_policy),
    };
    checks.finish()?;
    Ok(draft)
}
