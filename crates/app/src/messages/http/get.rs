//! One message.

use axum::extract::State;

use super::missing;
use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Path, Problems},
    messages::{model::Message, store},
};

/// Get a message
#[utoipa::path(get, path = "/api/messages/{message_id}", tag = "messages", params(("message_id" = i64, Path)),
    responses(
        (status = 200, body = Message),
        Problems<401, 404>))]
pub async fn get_message(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<axum::Json<Message>> {
    let found = store::find(&mut core.db.read().await?, caller.author_id, id).await?;
    found.map(axum::Json).ok_or_else(missing)
}
