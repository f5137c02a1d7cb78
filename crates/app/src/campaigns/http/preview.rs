//! A campaign as one reader would get it.

use axum::extract::State;
use database::Tx;
use serde::{Deserialize, Serialize};

use super::{campaign, newsletter};
use crate::{
    App,
    campaigns::message::{self, compile_preview, domain_of},
    captured_mail::HeaderLine,
    deliveries,
    http::{Answer, Caller, Path, Problem, ProblemBody, Query},
    newsletters,
    subscribers::{self, ReaderRow},
};

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PreviewQuery {
    /// Which reader; without it the first active one, or a sample.
    subscriber_id: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct PreviewView {
    /// `Name <address>`.
    pub from: String,
    /// The reader's address.
    pub to: String,
    #[schema(required)]
    pub reply_to: Option<String>,
    pub subject: String,
    #[schema(required)]
    pub preheader: Option<String>,
    pub html: String,
    pub text: String,
    pub headers: Vec<HeaderLine>,
    /// Of the whole message.
    pub size_bytes: usize,
}

/// Preview a campaign
///
/// Rendered by the code that renders the mail itself, with the values of one reader.
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/preview", tag = "campaigns",
    params(("newsletter_id" = i64, Path), ("campaign_id" = i64, Path), PreviewQuery),
    responses(
        (status = 200, body = PreviewView),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "The newsletter's sender cannot be used", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn preview_campaign(
    State(app): State<App>,
    caller: Caller,
    Path((newsletter_id, id)): Path<(i64, i64)>,
    Query(query): Query<PreviewQuery>,
) -> Answer<axum::Json<PreviewView>> {
    let mut tx = app.db.read().await?;
    let newsletter = newsletter(&mut tx, &caller, newsletter_id).await?;
    let campaign = campaign(&mut tx, &caller, newsletter_id, id).await?;
    let reader = pick_reader(&mut tx, newsletter_id, query.subscriber_id).await?;
    drop(tx);
    let compiled = compile_preview(&app, &newsletter, &campaign)?;
    let address = newsletters::sending_address(&app, &newsletter);
    let links = deliveries::links(&app, &newsletter.public_id, id, newsletter_id, reader.id);
    let message_id = format!("preview.{id}.{}@{}", reader.id, domain_of(&address));
    let stamp = message::stamp(&links, &message_id, &address, app.now());
    let preview = compiled.preview(&message::reader(&reader), &stamp);
    Ok(axum::Json(PreviewView {
        from: format!("{} <{address}>", newsletter.from_name),
        to: reader.email,
        reply_to: newsletter.reply_to,
        subject: preview.subject,
        preheader: Some(preview.preheader).filter(|p| !p.is_empty()),
        html: preview.html,
        text: preview.text,
        headers: preview.headers.into_iter().map(|(name, value)| HeaderLine { name, value }).collect(),
        size_bytes: preview.size_bytes,
    }))
}

/// The reader asked for, or 404; else the first active one; else a sample, whose id is 0.
pub async fn pick_reader(tx: &mut Tx, newsletter_id: i64, id: Option<i64>) -> Result<ReaderRow, Problem> {
    if let Some(id) = id {
        let found = subscribers::find_any(tx, newsletter_id, id).await?;
        return found.ok_or_else(|| Problem::not_found("subscriber"));
    }
    Ok(subscribers::first_active(tx, newsletter_id).await?.unwrap_or_else(message::sample_reader))
}
