//! Taking an image out of the library.

use axum::{extract::State, http::StatusCode};

use crate::{
    Core,
    accounts::Caller,
    http::{Answer, Path, Problem, ProblemBody},
    media::store,
};

/// Delete an image
///
/// It is gone from the library. Its files are not served any more, in mails already sent neither, unless another author
/// has the same picture.
#[utoipa::path(delete, path = "/api/media/{id}", tag = "media", params(("id" = i64, Path)),
    responses(
        (status = 204),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn delete_media(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Answer<StatusCode> {
    let mut tx = core.db.begin().await?;
    if !store::delete(&mut tx, caller.author_id, id).await? {
        return Err(Problem::not_found("image"));
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
