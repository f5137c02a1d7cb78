//! Reading one reader.

use axum::extract::State;

use crate::{
    Core, NewsletterId, SubscriberId,
    accounts::Caller,
    http::{ApiResult, Path, Problem, Problems, Tagged},
    subscribers::{model::Subscriber, store},
};

/// Read a subscriber
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/subscribers/{subscriber_id}", tag = "subscribers",
    params(("newsletter_id" = i64, Path), ("subscriber_id" = i64, Path)),
    responses(
        (status = 200, body = Subscriber),
        Problems<401, 404>))]
pub async fn get_subscriber(
    State(core): State<Core>,
    caller: Caller,
    Path((id, subscriber_id)): Path<(NewsletterId, SubscriberId)>,
) -> ApiResult<Tagged<Subscriber>> {
    let mut tx = core.db.read().await?;
    let row = store::read::find(&mut tx, caller.author_id, id, subscriber_id, false).await?;
    row.map(Tagged).ok_or_else(|| Problem::not_found("subscriber"))
}
