//! Changing what an author says about themselves.

use axum::extract::State;

use super::get_me::{Me, me};
use crate::{
    Core,
    accounts::{
        Caller,
        profile::{self, Profile},
        store, tokens,
    },
    http::{ApiResult, Fields, IfMatch, Json, Problems, Tagged},
};

/// Change the signed-in author
#[utoipa::path(put, path = "/api/me", tag = "me", request_body = Profile,
    responses(
        (status = 200, body = Me),
        Problems<400, 401, 412, 413, 415, 422>))]
pub async fn update_me(
    State(core): State<Core>,
    caller: Caller,
    if_match: IfMatch,
    Json(body): Json<Profile>,
) -> ApiResult<Tagged<Me>> {
    let mut fields = Fields::default();
    let change = body.read(&mut fields, "");
    fields.finish()?;
    let mut tx = core.db.begin().await?;
    if if_match.asks::<Me>(&mut tx, caller.author_id.get()).await? {
        let author = store::by_id(&mut tx, caller.author_id).await?.ok_or_else(tokens::refused)?;
        if_match.check(&me(&mut tx, &caller, author.into()).await?)?;
    }
    let author = profile::change(&mut tx, caller.author_id, change, core.now()).await?;
    let author = author.ok_or_else(tokens::refused)?;
    let me = me(&mut tx, &caller, author).await?;
    tx.commit().await?;
    Ok(Tagged(me))
}
