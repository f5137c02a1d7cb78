//! The author who asks.

use axum::{Json, extract::State};

use crate::{
    Core,
    accounts::{Caller, model::Author, store, tokens},
    http::{ApiResult, Problems},
};

/// The signed-in author
#[utoipa::path(get, path = "/api/me", tag = "me",
    responses(
        (status = 200, body = Author),
        Problems<401>))]
pub async fn get_me(State(core): State<Core>, caller: Caller) -> ApiResult<Json<Author>> {
    let row = store::by_id(&mut core.db.read().await?, caller.author_id).await?;
    // Deleted between the two reads.
    Ok(Json(row.ok_or_else(tokens::refused)?.into()))
}
