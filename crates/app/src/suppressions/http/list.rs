//! Looking through the list.

use axum::{extract::State, http::Uri, response::Response};
use serde::Deserialize;

use crate::{
    Core,
    accounts::{Caller, require_admin},
    http::{ApiResult, PageQuery, Problem, Problems, Query, Total, list},
    suppressions::{
        Reason,
        store::{self, Filter, Suppression},
    },
};

/// Counting a search stops here.
const MOST: i64 = 1000;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SuppressionQuery {
    /// Part of the address.
    pub q: Option<String>,
    /// `hard_bounce`, `complaint`, `soft_bounces` or `manual`.
    pub reason: Option<String>,
}

/// List suppressed addresses, newest first
///
/// For administrators.
#[utoipa::path(get, path = "/api/suppressions", tag = "suppressions", params(SuppressionQuery, PageQuery),
    responses(
        (status = 200, body = [Suppression], headers(
            ("link" = String, description = "The next page, while there is one"),
            ("x-total-count" = i64, description = "How many there are, counted up to 1,000"))),
        Problems<400, 401, 403>))]
pub async fn list_suppressions(
    State(core): State<Core>,
    caller: Caller,
    uri: Uri,
    Query(query): Query<SuppressionQuery>,
    Query(page): Query<PageQuery>,
) -> ApiResult<Response> {
    require_admin(&caller)?;
    let page = page.page(1)?;
    let reason = match query.reason.as_deref().filter(|r| !r.is_empty()) {
        None => None,
        Some(name) => Some(Reason::parse(name).ok_or_else(|| {
            Problem::bad_request("reason must be hard_bounce, complaint, soft_bounces or manual.")
        })?),
    };
    let text = query.q.as_deref().map(str::trim).filter(|q| !q.is_empty() && !q.contains('\0'));
    let filter =
        Filter { pattern: text.map(|q| format!("%{}%", database::escape_like(&q.to_lowercase()))), reason };
    let mut tx = core.db.read().await?;
    let count = store::count(&mut tx, &filter, MOST).await?;
    let total = if count < MOST { Total::Exact(count) } else { Total::AtLeast(count) };
    let rows: Vec<Suppression> = store::list(&mut tx, &filter, &page).await?;
    Ok(list(&page, &uri, total, rows, |row| vec![row.id]))
}
