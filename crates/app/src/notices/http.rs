//! The calls of notices.

use axum::{
    extract::State,
    http::{StatusCode, Uri},
    response::Response,
};

use super::store::{self, Notice};
use crate::{
    Core,
    accounts::Caller,
    http::{Answer, PageQuery, Path, Problem, ProblemBody, Query, Total, list},
};

/// List notices, newest first
///
/// What happened that the author should know, such as a domain that is not verified any more.
#[utoipa::path(get, path = "/api/notices", tag = "notices", params(PageQuery),
    responses(
        (status = 200, body = [Notice], headers(
            ("link" = String, description = "The next page, while there is one"),
            ("x-total-count" = i64, description = "How many there are"))),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn list_notices(
    State(core): State<Core>,
    caller: Caller,
    uri: Uri,
    Query(query): Query<PageQuery>,
) -> Answer<Response> {
    let page = query.page(1)?;
    let mut tx = core.db.read().await?;
    let total = store::count(&mut tx, caller.author_id).await?;
    let rows = store::list(&mut tx, caller.author_id, &page).await?;
    Ok(list(&page, &uri, Total::Exact(total), rows, |row| vec![row.id]))
}

/// Dismiss a notice
#[utoipa::path(delete, path = "/api/notices/{notice_id}", tag = "notices", params(("notice_id" = i64, Path)),
    responses(
        (status = 204),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn dismiss_notice(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Answer<StatusCode> {
    let mut tx = core.db.begin().await?;
    if !store::dismiss(&mut tx, caller.author_id, id).await? {
        return Err(Problem::not_found("notice"));
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
