//! The author's templates.

use axum::{extract::State, http::Uri, response::Response};
use serde::Deserialize;

use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, PAGE_BYTES, PageQuery, Problem, Problems, Query, Total, list_as},
    templates::{
        store,
        view::{TemplateList, TemplateView},
    },
};

const DEFAULT_LIMIT: i64 = 24;
/// Counting stops here.
const COUNT_CAP: i64 = 10_000;
/// Counting what a search finds stops here.
const SEARCH_CAP: i64 = 1_000;

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TemplateQuery {
    /// A part of the name or the subject.
    q: Option<String>,
    /// How many rows, 1 to 1000.
    #[param(minimum = 1, maximum = 1000, default = 24)]
    limit: Option<i64>,
    /// Where the page before ended; from its `Link` header.
    cursor: Option<String>,
}

/// List templates
///
/// Newest first, without `html_content`. A page ends before its limit where its blocks pass 4 MiB; `Link` leads on.
#[utoipa::path(get, path = "/api/templates", tag = "templates", params(TemplateQuery),
    responses(
        (status = 200, body = TemplateList, headers(
            ("x-total-count" = i64, description = "Rows of the whole list"),
            ("x-total-count-capped" = Option<bool>, description = "true when counting stopped at the total given"),
            ("link" = Option<String>, description = "rel=\"next\", while there is more"))),
        Problems<400, 401>))]
pub async fn list_templates(
    State(core): State<Core>,
    caller: Caller,
    Query(query): Query<TemplateQuery>,
    uri: Uri,
) -> ApiResult<Response> {
    let limit = query.limit.or(Some(DEFAULT_LIMIT));
    let mut page = PageQuery { limit, cursor: query.cursor }.page(1)?;
    let q = query.q.as_deref().map(str::trim).filter(|q| !q.is_empty());
    if q.is_some_and(|q| q.contains('\0')) {
        return Err(Problem::bad_request("q must not contain the character U+0000."));
    }
    let mut tx = core.db.read().await?;
    let (rows, cut) = store::list(&mut tx, caller.author_id, q, &page, PAGE_BYTES).await?;
    if cut {
        page.end_before_last(rows.len());
    }
    let cap = if q.is_some() { SEARCH_CAP } else { COUNT_CAP };
    let found = store::count(&mut tx, caller.author_id, q, cap + 1).await?;
    let total = if found > cap { Total::AtLeast(cap) } else { Total::Exact(found) };
    let views: Vec<TemplateView> = rows.into_iter().map(Into::into).collect();
    Ok(list_as(&page, &uri, total, views, |view| vec![view.id], |templates| TemplateList { templates }))
}
