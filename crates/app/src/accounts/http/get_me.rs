//! The author who asks.

use axum::{Json, extract::State};

use crate::{
    Core,
    accounts::{Caller, model::Author, store, tokens},
    http::{Answer, ProblemBody},
};

/// The signed-in author
#[utoipa::path(get, path = "/api/me", tag = "me",
    responses(
        (status = 200, body = Author),
        (status = 401, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get_me(State(core): State<Core>, caller: Caller) -> Answer<Json<Author>> {
    let row = store::by_id(&mut core.db.read().await?, caller.author_id).await?;
    // Deleted between the two reads.
    Ok(Json(row.ok_or_else(tokens::refused)?.into()))
}
