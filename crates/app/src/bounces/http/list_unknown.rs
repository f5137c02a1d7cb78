//! Looking through what was not understood.

use axum::{extract::State, http::Uri, response::Response};
use serde::Deserialize;

use crate::{
    Core,
    accounts::{Caller, require_admin},
    bounces::unknown::{self, Reason, UnknownReport},
    http::{ApiResult, PageQuery, Problem, Problems, Query, Total, list},
};

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UnknownReportQuery {
    /// `unclear`, `unknown` or `unproven`.
    pub reason: Option<String>,
}

/// List emails that came back and were not understood, newest first
///
/// For administrators. The newest 1,000 that came back for an email of this installation and 200 others are kept, for 30
/// days.
#[utoipa::path(get, path = "/api/bounces/unknown", tag = "suppressions", params(UnknownReportQuery, PageQuery),
    responses(
        (status = 200, body = [UnknownReport], headers(
            ("link" = String, description = "The next page, while there is one"),
            ("x-total-count" = i64, description = "How many there are"))),
        Problems<400, 401, 403>))]
pub async fn list_unknown_reports(
    State(core): State<Core>,
    caller: Caller,
    uri: Uri,
    Query(query): Query<UnknownReportQuery>,
    Query(page): Query<PageQuery>,
) -> ApiResult<Response> {
    require_admin(&caller)?;
    let page = page.page(1)?;
    let reason = match query.reason.as_deref().filter(|reason| !reason.is_empty()) {
        None => None,
        Some(name) => Some(
            Reason::parse(name)
                .ok_or_else(|| Problem::bad_request("reason must be unclear, unknown or unproven."))?,
        ),
    };
    let mut tx = core.db.read().await?;
    let total = Total::Exact(unknown::count(&mut tx, reason).await?);
    let rows: Vec<UnknownReport> = unknown::list(&mut tx, reason, &page).await?;
    Ok(list(&page, &uri, total, rows, |row| vec![row.id]))
}
