//! Reading one image's entry.

use axum::extract::State;

use super::find;
use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Path, Problems, Tagged},
    media::view::Media,
};

/// Read an image's entry
#[utoipa::path(get, path = "/api/media/{media_id}", tag = "media", params(("media_id" = i64, Path)),
    responses(
        (status = 200, body = Media),
        Problems<401, 404>))]
pub async fn get_media(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<Tagged<Media>> {
    Ok(Tagged(find(&core, &mut core.db.read().await?, &caller, id).await?))
}
