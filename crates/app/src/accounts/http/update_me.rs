//! Changing what an author says about themselves.

use axum::extract::State;

use crate::{
    Core,
    accounts::{
        Caller,
        model::Author,
        profile::{self, Profile},
        tokens,
    },
    http::{Answer, Fields, Json, ProblemBody},
};

/// Change the signed-in author
#[utoipa::path(put, path = "/api/me", tag = "me", request_body = Profile,
    responses(
        (status = 200, body = Author),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 413, body = ProblemBody, content_type = "application/problem+json"),
        (status = 415, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn update_me(
    State(core): State<Core>,
    caller: Caller,
    Json(body): Json<Profile>,
) -> Answer<axum::Json<Author>> {
    let mut fields = Fields::default();
    let change = body.read(&mut fields, "");
    fields.finish()?;
    let mut tx = core.db.begin().await?;
    let author = profile::change(&mut tx, caller.author_id, change, core.now()).await?;
    let author = author.ok_or_else(tokens::refused)?;
    tx.commit().await?;
    Ok(axum::Json(author))
}
