//! A person decides about a message in doubt.

use axum::extract::State;
use serde::Deserialize;

use super::missing;
use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Json, Path, Problem, ProblemBody, ProblemCode, Problems},
    messages::{model::Message, store},
};

#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[schema(as = MessageDecision)]
pub enum Decision {
    /// It arrived.
    Sent,
    /// Send it once more, with the same Message-ID.
    Resend,
    /// Leave it.
    Failed,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct ResolveMessage {
    pub r#as: Decision,
}

/// Decide what becomes of a message in doubt
#[utoipa::path(post, path = "/api/messages/{message_id}/resolve", tag = "messages", params(("message_id" = i64, Path)),
    request_body = ResolveMessage,
    responses(
        (status = 200, body = Message),
        Problems<400, 401, 404, 413, 415, 422>,
        (status = 409, description = "It is not in doubt", body = ProblemBody)))]
pub async fn resolve_message(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
    Json(body): Json<ResolveMessage>,
) -> ApiResult<axum::Json<Message>> {
    let now = core.now();
    let mut tx = core.db.begin().await?;
    store::find(&mut tx, caller.author_id, id).await?.ok_or_else(missing)?;
    let was_in_doubt = match body.r#as {
        Decision::Sent => store::decide(&mut tx, id, None, now).await?,
        Decision::Resend => store::decide(&mut tx, id, Some(now), now).await?,
        Decision::Failed => store::give_up(&mut tx, id).await?,
    };
    if !was_in_doubt {
        return Err(Problem::conflict(ProblemCode::NotInDoubt, "This message is not in doubt."));
    }
    let message = store::find(&mut tx, caller.author_id, id).await?.ok_or_else(missing)?;
    let woken = core.clone();
    tx.then(move || woken.messages.notify_one());
    tx.commit().await?;
    Ok(axum::Json(message))
}
