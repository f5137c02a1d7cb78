//! Reading one image's entry.

use axum::extract::State;

use super::find;
use crate::{
    Core,
    accounts::Caller,
    http::{Answer, Path, ProblemBody},
    media::view::Media,
};

/// Read an image's entry
#[utoipa::path(get, path = "/api/media/{id}", tag = "media", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Media),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get_media(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Answer<axum::Json<Media>> {
    Ok(axum::Json(find(&core, &mut core.db.read().await?, &caller, id).await?))
}
