//! The author's newsletters.

use axum::{extract::State, http::Uri, response::Response};

use crate::{
    Core,
    accounts::Caller,
    http::{Answer, PageQuery, ProblemBody, Query, Total, list},
    newsletters,
    newsletters_page::view::{self, NewsletterView},
};

/// List newsletters, newest first
#[utoipa::path(get, path = "/api/newsletters", tag = "newsletters", params(PageQuery),
    responses(
        (status = 200, body = [NewsletterView], headers(
            ("link" = String, description = "The next page, while there is one"),
            ("x-total-count" = i64, description = "How many there are"))),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn list_newsletters(
    State(core): State<Core>,
    caller: Caller,
    uri: Uri,
    Query(query): Query<PageQuery>,
) -> Answer<Response> {
    let page = query.page(1)?;
    let mut tx = core.db.read().await?;
    let total = newsletters::count(&mut tx, caller.author_id).await?;
    let found = newsletters::list(&mut tx, caller.author_id, &page).await?;
    let rows: Vec<NewsletterView> = view::views(&core, &mut tx, &caller, found).await?;
    Ok(list(&page, &uri, Total::Exact(total), rows, |row| vec![row.id]))
}
