//! What was sent to a webhook, and what waits.

use axum::{extract::State, http::Uri, response::Response};
use serde::Deserialize;

use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, PageQuery, Path, Problem, Problems, Query, Total, list},
    webhooks::{
        store::{deliveries, hooks},
        view::{Delivery, State as DeliveryState},
    },
};

/// Counting stops here.
const MAX_COUNT: i64 = 20_000;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StateQuery {
    /// Only deliveries that stand there.
    #[param(value_type = Option<DeliveryState>)]
    state: Option<String>,
}

/// List a webhook's deliveries, newest first
///
/// Finished ones are kept for 30 days, at most 10,000 of each webhook. What names a subscriber who asked to be forgotten is
/// taken out.
#[utoipa::path(get, path = "/api/webhooks/{webhook_id}/deliveries", tag = "webhooks",
    params(("webhook_id" = i64, Path), StateQuery, PageQuery),
    responses(
        (status = 200, body = [Delivery], headers(
            ("link" = String, description = "The next page, while there is one"),
            ("x-total-count" = i64, description = "How many there are"),
            ("x-total-count-capped" = bool, description = "Present when there are more than were counted"))),
        Problems<400, 401, 404>))]
pub async fn list_webhook_deliveries(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
    uri: Uri,
    Query(of): Query<StateQuery>,
    Query(query): Query<PageQuery>,
) -> ApiResult<Response> {
    let page = query.page(1)?;
    let state = of.state.as_deref().filter(|state| !state.is_empty());
    if state.is_some_and(|state| DeliveryState::parse(state).is_none()) {
        return Err(Problem::bad_request("state must be pending, delivered, failed or test."));
    }
    let author = caller.author_id;
    let mut tx = core.db.read().await?;
    hooks::find(&mut tx, author, id).await?.ok_or_else(super::missing)?;
    let count = deliveries::count(&mut tx, author, id, state, MAX_COUNT + 1).await?;
    let total = if count > MAX_COUNT { Total::AtLeast(MAX_COUNT) } else { Total::Exact(count) };
    let rows = deliveries::list(&mut tx, author, id, state, &page).await?;
    let rows: Vec<Delivery> = rows.into_iter().map(Delivery::from).collect();
    Ok(list(&page, &uri, total, rows, |row| vec![row.id]))
}
