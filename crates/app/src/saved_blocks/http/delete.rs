//! Deleting a saved block.

use axum::{extract::State, http::StatusCode};

use super::missing;
use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Path, Problems},
    saved_blocks::store,
};

/// Delete a saved block
///
/// What was made of it stays as it is.
#[utoipa::path(delete, path = "/api/saved-blocks/{saved_block_id}", tag = "saved blocks", params(("saved_block_id" = i64, Path)),
    responses(
        (status = 204),
        Problems<401, 404>))]
pub async fn delete_saved_block(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<StatusCode> {
    let mut tx = core.db.begin().await?;
    if !store::delete(&mut tx, caller.author_id, id).await? {
        return Err(missing());
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
