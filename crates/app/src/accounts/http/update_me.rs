//! Changing what an author says about themselves.

use axum::extract::State;

use super::get_me::{Me, me};
use crate::{
    Core,
    accounts::{
        Caller,
        profile::{self, Profile},
        tokens,
    },
    http::{ApiResult, Fields, Json, Problems},
};

/// Change the signed-in author
#[utoipa::path(put, path = "/api/me", tag = "me", request_body = Profile,
    responses(
        (status = 200, body = Me),
        Problems<400, 401, 413, 415, 422>))]
pub async fn update_me(
    State(core): State<Core>,
    caller: Caller,
    Json(body): Json<Profile>,
) -> ApiResult<axum::Json<Me>> {
    let mut fields = Fields::default();
    let change = body.read(&mut fields, "");
    fields.finish()?;
    let mut tx = core.db.begin().await?;
    let author = profile::change(&mut tx, caller.author_id, change, core.now()).await?;
    let author = author.ok_or_else(tokens::refused)?;
    let me = me(&mut tx, &caller, author).await?;
    tx.commit().await?;
    Ok(axum::Json(me))
}
