//! Sending an event once more.

use axum::{extract::State, http::StatusCode};

use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Path, Problem, ProblemBody, ProblemCode, Problems},
    webhooks::{
        store::{
            deliveries::{self, New},
            hooks, queue,
        },
        view::Delivery,
    },
};

/// Replay a delivery
///
/// The same event with the same `webhook-id` and `sequence`, as a new delivery with attempts of its own. One that failed
/// and waits to be sent again is sent now instead.
#[utoipa::path(post, path = "/api/webhooks/{webhook_id}/deliveries/{delivery_id}/replay", tag = "webhooks",
    params(("webhook_id" = i64, Path), ("delivery_id" = i64, Path)),
    responses(
        (status = 202, body = Delivery),
        Problems<401, 404>,
        (status = 409, description = "The webhook is switched off, the delivery still waits for its first attempt, or it is a test", body = ProblemBody)))]
pub async fn replay_webhook_delivery(
    State(core): State<Core>,
    caller: Caller,
    Path((id, delivery_id)): Path<(i64, i64)>,
) -> ApiResult<(StatusCode, axum::Json<Delivery>)> {
    let author = caller.author_id;
    let missing = || Problem::not_found("delivery");
    let now = core.now();
    let mut tx = core.db.begin().await?;
    let hook = hooks::find_locked(&mut tx, author, id).await?.ok_or_else(super::missing)?;
    let old = deliveries::find(&mut tx, author, id, delivery_id).await?.ok_or_else(missing)?;
    if !hook.is_active {
        return Err(Problem::conflict(
            ProblemCode::WebhookOff,
            "This webhook is off. Turn it on to send to it.",
        ));
    }
    match old.state.as_str() {
        "pending" if old.attempts > 0 => {
            queue::hasten(&mut tx, &hook, delivery_id, now).await?;
            let row = deliveries::find(&mut tx, author, id, delivery_id).await?.ok_or_else(missing)?;
            tx.commit().await?;
            return Ok((StatusCode::ACCEPTED, axum::Json(row.into())));
        }
        "pending" => {
            return Err(Problem::conflict(
                ProblemCode::DeliveryNotRepeatable,
                "This delivery is still waiting to be sent.",
            ));
        }
        "test" => {
            return Err(Problem::conflict(
                ProblemCode::DeliveryNotRepeatable,
                "A test is not sent again: send another one.",
            ));
        }
        _ => {}
    }
    let new = New {
        webhook_id: id,
        author_id: author,
        event_id: &old.event_id,
        kind: &old.kind,
        sequence: old.sequence,
        subscriber_id: old.subscriber_id,
        data: &old.data,
        at: old.at,
    };
    let made = deliveries::insert_one(&mut tx, &new, now).await?;
    queue::numbered(&mut tx, &hook, hook.sequence, hook.due_with_new(now)).await?;
    let row = deliveries::find(&mut tx, author, id, made).await?.ok_or_else(missing)?;
    tx.commit().await?;
    Ok((StatusCode::ACCEPTED, axum::Json(row.into())))
}
