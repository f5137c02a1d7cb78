//! Removing a reader.

use axum::{extract::State, http::StatusCode};

use crate::{
    Core, NewsletterId, SubscriberId,
    accounts::Caller,
    http::{ApiResult, IfMatch, Path, Problem, Problems},
    newsletters,
    subscribers::{model::Subscriber, store},
};

/// Remove a subscriber
#[utoipa::path(delete, path = "/api/newsletters/{newsletter_id}/subscribers/{subscriber_id}", tag = "subscribers",
    params(("newsletter_id" = i64, Path), ("subscriber_id" = i64, Path)),
    responses(
        (status = 204, description = "Removed"),
        Problems<401, 404, 412>))]
pub async fn delete_subscriber(
    State(core): State<Core>,
    caller: Caller,
    Path((id, subscriber_id)): Path<(NewsletterId, SubscriberId)>,
    if_match: IfMatch,
) -> ApiResult<StatusCode> {
    let mut tx = core.db.begin().await?;
    if if_match.asks::<Subscriber>(&mut tx, subscriber_id.get()).await? {
        let found = store::read::find(&mut tx, caller.author_id, id, subscriber_id, false).await?;
        if_match.check(&found.ok_or_else(|| Problem::not_found("subscriber"))?)?;
    }
    let home = newsletters::find(&mut tx, caller.author_id, id).await?;
    if home.is_none() || !store::write::delete(&mut tx, id, subscriber_id, core.now()).await? {
        return Err(Problem::not_found("subscriber"));
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
