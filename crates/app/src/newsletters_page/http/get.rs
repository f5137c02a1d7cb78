//! One newsletter.

use axum::extract::State;

use super::shown;
use crate::{
    Core, NewsletterId,
    accounts::Caller,
    http::{ApiResult, Path, Problems, Tagged},
    newsletters_page::view::NewsletterView,
};

/// Get a newsletter
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}", tag = "newsletters",
    params(("newsletter_id" = i64, Path)),
    responses(
        (status = 200, body = NewsletterView),
        Problems<401, 404>))]
pub async fn get_newsletter(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<NewsletterId>,
) -> ApiResult<Tagged<NewsletterView>> {
    Ok(Tagged(shown(&core, &mut core.db.read().await?, &caller, id).await?))
}
