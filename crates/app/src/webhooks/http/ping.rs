//! A test call.

use axum::extract::State;
use serde_json::json;

use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Path, Problem, ProblemBody, ProblemCode, Problems},
    instance,
    secrets::random_token,
    webhooks::{
        post::{Message, attempt},
        store::{
            deliveries::{self, New},
            hooks, queue,
        },
        view::{Delivery, payload},
    },
};

/// What the body of a test says it is.
const TYPE: &str = "test";

/// Send a test
///
/// One attempt, at once, also while the webhook is switched off. The answer shows what came back; `error` is null when the
/// receiver took it. A test has no place in the sequence and changes nothing of the webhook.
#[utoipa::path(post, path = "/api/webhooks/{webhook_id}/test", tag = "webhooks", params(("webhook_id" = i64, Path)),
    responses(
        (status = 200, body = Delivery),
        Problems<401, 404>,
        (status = 409, description = "This copy was restored, and nobody has confirmed that it sends", body = ProblemBody)))]
pub async fn test_webhook(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<axum::Json<Delivery>> {
    let author = caller.author_id;
    if !core.may_send().await? {
        return Err(Problem::conflict(ProblemCode::SendingHeld, instance::HELD));
    }
    let mut tx = core.db.read().await?;
    let hook = hooks::find(&mut tx, author, id).await?.ok_or_else(super::missing)?;
    drop(tx);
    let at = core.now();
    let event_id = format!("evt_{}", random_token(128));
    let data = json!({ "webhook_id": id, "message": "This is a test of your webhook." }).to_string();
    let body = payload(TYPE, at, 0, &data).to_string().into_bytes();
    let outcome = attempt(&core, &hook, Message { id: event_id.clone(), body }).await;
    let mut tx = core.db.begin().await?;
    hooks::find_locked(&mut tx, author, id).await?.ok_or_else(super::missing)?;
    let new = New {
        webhook_id: id,
        author_id: author,
        event_id: &event_id,
        kind: TYPE,
        sequence: 0,
        subscriber_id: None,
        data: &data,
        at,
    };
    let made = deliveries::insert_test(&mut tx, &new, &outcome, core.now()).await?;
    queue::attempted(&mut tx, author, id, made).await?;
    let row = deliveries::find(&mut tx, author, id, made).await?.ok_or_else(super::missing)?;
    tx.commit().await?;
    Ok(axum::Json(row.into()))
}
