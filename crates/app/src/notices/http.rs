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
    http::{ApiResult, PageQuery, Path, Problem, Problems, Query, Total, list},
};

/// List notices, newest first
///
/// What happened that the author should know, such as a domain that is no longer verified.
#[utoipa::path(get, path = "/api/notices", tag = "notices", params(PageQuery),
    responses(
        (status = 200, body = [Notice], headers(
            ("link" = String, description = "The next page, while there is one"),
            ("x-total-count" = i64, description = "How many there are"))),
        Problems<400, 401>))]
pub async fn list_notices(
    State(core): State<Core>,
    caller: Caller,
    uri: Uri,
    Query(query): Query<PageQuery>,
) -> ApiResult<Response> {
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
        Problems<401, 404>))]
pub async fn dismiss_notice(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<StatusCode> {
    let mut tx = core.db.begin().await?;
    if !store::dismiss(&mut tx, caller.author_id, id).await? {
        return Err(Problem::not_found("notice"));
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
