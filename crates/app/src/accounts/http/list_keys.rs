//! The author's API keys.

use axum::{extract::State, http::Uri, response::Response};

use crate::{
    Core,
    accounts::{Caller, model::ApiKey, store},
    http::{ApiResult, PageQuery, Problems, Query, Total, list},
};

/// List API keys, newest first
#[utoipa::path(get, path = "/api/api-keys", tag = "api keys", params(PageQuery),
    responses(
        (status = 200, body = [ApiKey], headers(
            ("link" = String, description = "The next page, while there is one"),
            ("x-total-count" = i64, description = "How many there are"))),
        Problems<400, 401>))]
pub async fn list_api_keys(
    State(core): State<Core>,
    caller: Caller,
    uri: Uri,
    Query(query): Query<PageQuery>,
) -> ApiResult<Response> {
    let page = query.page(1)?;
    let mut tx = core.db.read().await?;
    let total = store::keys::count(&mut tx, caller.author_id).await?;
    let rows = store::keys::list(&mut tx, caller.author_id, &page).await?;
    Ok(list(&page, &uri, Total::Exact(total), rows, |key| vec![key.id]))
}
