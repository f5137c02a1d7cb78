//! The author's newsletters.

use axum::{extract::State, http::Uri, response::Response};

use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, PageQuery, Problems, Query, Total, list},
    newsletters,
    newsletters_page::view::{self, NewsletterView},
};

/// List newsletters, newest first
#[utoipa::path(get, path = "/api/newsletters", tag = "newsletters", params(PageQuery),
    responses(
        (status = 200, body = [NewsletterView], headers(
            ("link" = String, description = "The next page, while there is one"),
            ("x-total-count" = i64, description = "How many there are"))),
        Problems<400, 401>))]
pub async fn list_newsletters(
    State(core): State<Core>,
    caller: Caller,
    uri: Uri,
    Query(query): Query<PageQuery>,
) -> ApiResult<Response> {
    let page = query.page(1)?;
    let mut tx = core.db.read().await?;
    let total = newsletters::count(&mut tx, caller.author_id).await?;
    let found = newsletters::list(&mut tx, caller.author_id, &page).await?;
    let rows: Vec<NewsletterView> = view::views(&core, &mut tx, &caller, found).await?;
    Ok(list(&page, &uri, Total::Exact(total), rows, |row| vec![row.id.get()]))
}
