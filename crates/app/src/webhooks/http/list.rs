//! The author's webhooks.

use axum::{extract::State, http::Uri, response::Response};

use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, PageQuery, Problems, Query, Total, list},
    webhooks::{store::hooks, view::Webhook},
};

/// List webhooks, newest first
#[utoipa::path(get, path = "/api/webhooks", tag = "webhooks", params(PageQuery),
    responses(
        (status = 200, body = [Webhook], headers(
            ("link" = String, description = "The next page, while there is one"),
            ("x-total-count" = i64, description = "How many there are"))),
        Problems<400, 401>))]
pub async fn list_webhooks(
    State(core): State<Core>,
    caller: Caller,
    uri: Uri,
    Query(query): Query<PageQuery>,
) -> ApiResult<Response> {
    let page = query.page(1)?;
    let mut tx = core.db.read().await?;
    let total = hooks::count(&mut tx, caller.author_id).await?;
    let rows = hooks::list(&mut tx, caller.author_id, page.before_id(), page.fetch()).await?;
    Ok(list(&page, &uri, Total::Exact(total), rows, |row| vec![row.id]))
}
