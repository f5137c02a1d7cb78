//! Another name for a saved block, or another block under its name.

use axum::extract::State;
use serde::Deserialize;
use serde_json::Value;

use crate::{
    Core, Timestamp,
    accounts::Caller,
    http::{ApiResult, Fields, Json, Patch, Path, Problem, Problems},
    saved_blocks::{
        model::{MAX_NAME, SavedBlock},
        store,
    },
    templates::{self, Block, JsonText},
};

/// Any subset of the fields.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct UpdateSavedBlock {
    #[serde(default)]
    #[schema(value_type = String, required = false, min_length = 1, max_length = 100)]
    name: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Block, required = false)]
    block: Patch<Value>,
}

/// Change a saved block
///
/// What was made of it before stays as it is.
#[utoipa::path(put, path = "/api/saved-blocks/{saved_block_id}", tag = "saved blocks", request_body = UpdateSavedBlock,
    params(("saved_block_id" = i64, Path)),
    responses(
        (status = 200, body = SavedBlock),
        Problems<400, 401, 404, 413, 415, 422>))]
pub async fn update_saved_block(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
    Json(body): Json<UpdateSavedBlock>,
) -> ApiResult<axum::Json<SavedBlock>> {
    if !store::exists(&mut core.db.read().await?, caller.author_id, id).await? {
        return Err(super::missing());
    }
    let (name, block) = read(body)?;
    let mut tx = core.db.begin().await?;
    let found = store::find_locked(&mut tx, caller.author_id, id).await?;
    let mut saved = found.ok_or_else(super::missing)?;
    let (name, block) =
        (name.unwrap_or_else(|| saved.name.clone()), block.unwrap_or_else(|| saved.block.clone()));
    if name != saved.name || block != saved.block {
        (saved.name, saved.block) = (name, block);
        // Rises with every change, so that a client can tell two states apart.
        saved.updated_at = core.now().max(Timestamp(saved.updated_at.0 + 1));
        store::update(&mut tx, caller.author_id, &saved).await?;
        tx.commit().await?;
    }
    Ok(axum::Json(saved))
}

/// What stays as it is, is missing.
fn read(body: UpdateSavedBlock) -> Result<(Option<String>, Option<JsonText>), Problem> {
    let mut fields = Fields::default();
    let name = fields.patch_required_line("name", body.name, MAX_NAME);
    let block = body.block.change().map(Option::unwrap_or_default);
    let block = block.and_then(|block| templates::check_block(&mut fields, "block", &block));
    fields.finish()?;
    Ok((name, block))
}
