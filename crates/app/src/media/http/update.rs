//! Calling an image something else.

use axum::extract::State;
use serde::Deserialize;

use super::find;
use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Fields, IfMatch, Json, Patch, Path, Problems, Tagged},
    media::{model::MAX_NAME, store, view::Media},
};

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct UpdateMedia {
    /// One line.
    #[serde(default)]
    #[schema(value_type = String, required = false, min_length = 1, max_length = 200)]
    name: Patch<String>,
}

/// Rename an image
#[utoipa::path(put, path = "/api/media/{media_id}", tag = "media", request_body = UpdateMedia, params(("media_id" = i64, Path)),
    responses(
        (status = 200, body = Media),
        Problems<400, 401, 404, 412, 413, 415, 422>))]
pub async fn update_media(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
    if_match: IfMatch,
    Json(body): Json<UpdateMedia>,
) -> ApiResult<Tagged<Media>> {
    find(&core, &mut core.db.read().await?, &caller, id).await?;
    let mut fields = Fields::default();
    let name = fields.patch_required_line("name", body.name, MAX_NAME);
    fields.finish()?;
    let mut tx = core.db.begin().await?;
    if if_match.asks::<Media>(&mut tx, id).await? {
        if_match.check(&find(&core, &mut tx, &caller, id).await?)?;
    }
    if let Some(name) = name {
        store::rename(&mut tx, caller.author_id, id, &name).await?;
    }
    let media = find(&core, &mut tx, &caller, id).await?;
    tx.commit().await?;
    Ok(Tagged(media))
}
