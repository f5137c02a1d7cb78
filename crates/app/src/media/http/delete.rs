//! Taking an image out of the library.

use axum::{extract::State, http::StatusCode};

use super::find;
use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, IfMatch, Path, Problem, Problems},
    media::{store, view::Media},
};

/// Delete an image
///
/// It is gone from the library. Its files are not served any more, in emails already sent neither, unless another author
/// has the same picture.
#[utoipa::path(delete, path = "/api/media/{media_id}", tag = "media", params(("media_id" = i64, Path)),
    responses(
        (status = 204),
        Problems<401, 404, 412>))]
pub async fn delete_media(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
    if_match: IfMatch,
) -> ApiResult<StatusCode> {
    let mut tx = core.db.begin().await?;
    if if_match.asks::<Media>(&mut tx, id).await? {
        if_match.check(&find(&core, &mut tx, &caller, id).await?)?;
    }
    if !store::delete(&mut tx, caller.author_id, id).await? {
        return Err(Problem::not_found("image"));
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
