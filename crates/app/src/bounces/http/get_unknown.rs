//! Reading one that was not understood.

use axum::extract::State;

use crate::{
    Core,
    accounts::{Caller, require_admin},
    bounces::unknown::{self, UnknownReportText},
    http::{ApiResult, Path, Problem, Problems},
};

/// Read an email that came back and was not understood
///
/// For administrators. `text` is what a stranger wrote.
#[utoipa::path(get, path = "/api/bounces/unknown/{report_id}", tag = "suppressions", params(("report_id" = i64, Path)),
    responses(
        (status = 200, body = UnknownReportText),
        Problems<401, 403, 404>))]
pub async fn get_unknown_report(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<axum::Json<UnknownReportText>> {
    require_admin(&caller)?;
    let mut tx = core.db.read().await?;
    let found = unknown::find(&mut tx, id).await?;
    found.map(axum::Json).ok_or_else(|| Problem::not_found("email"))
}
