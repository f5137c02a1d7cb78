//! One newsletter.

use axum::extract::State;

use super::shown;
use crate::{
    Core,
    accounts::Caller,
    http::{Answer, Path, ProblemBody},
    newsletters_page::view::NewsletterView,
};

/// Get a newsletter
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}", tag = "newsletters",
    params(("newsletter_id" = i64, Path)),
    responses(
        (status = 200, body = NewsletterView),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get_newsletter(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Answer<axum::Json<NewsletterView>> {
    Ok(axum::Json(shown(&core, &mut core.db.read().await?, &caller, id).await?))
}
