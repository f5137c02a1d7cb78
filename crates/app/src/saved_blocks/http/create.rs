//! Keeping a block.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Fields, Json, Problem, ProblemBody, ProblemCode, Problems},
    saved_blocks::{
        model::{MAX_NAME, MAX_SAVED, SavedBlock},
        store,
    },
    templates::{self, Block, JsonText},
};

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct NewSavedBlock {
    /// One line.
    #[schema(required, nullable = false, min_length = 1, max_length = 100)]
    name: Option<String>,
    /// One block, with what is inside it if it has columns.
    #[schema(required, nullable = false, value_type = Block)]
    block: Option<Value>,
}

/// Save a block
///
/// It is checked and cleaned as those of a template are; every error is told with its path, such as
/// `block.columns[0][1].href`. At most 200 for each author.
#[utoipa::path(post, path = "/api/saved-blocks", tag = "saved blocks", request_body = NewSavedBlock,
    responses(
        (status = 201, body = SavedBlock),
        Problems<400, 401, 413, 415, 422>,
        (status = 409, description = "There are 200 already, or the first call with this Idempotency-Key is still being answered", body = ProblemBody)))]
pub async fn create_saved_block(
    State(core): State<Core>,
    caller: Caller,
    Json(body): Json<NewSavedBlock>,
) -> ApiResult<(StatusCode, axum::Json<SavedBlock>)> {
    let (name, block) = read(body)?;
    let mut tx = core.db.begin().await?;
    if store::count_locked(&mut tx, caller.author_id).await? >= MAX_SAVED {
        return Err(Problem::conflict(
            ProblemCode::TooManySavedBlocks,
            format!("You have {MAX_SAVED} saved blocks. Delete one first."),
        ));
    }
    let made = store::insert(&mut tx, caller.author_id, &name, &block, core.now()).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, axum::Json(made)))
}

fn read(body: NewSavedBlock) -> Result<(String, JsonText), Problem> {
    let mut fields = Fields::default();
    let name = fields.required_line("name", body.name, MAX_NAME);
    let block = templates::check_block(&mut fields, "block", &body.block.unwrap_or_default());
    fields.finish()?;
    let block = block.ok_or_else(|| Problem::internal(&"a block was neither taken nor refused"))?;
    Ok((name, block))
}
