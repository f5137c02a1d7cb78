//! Removing one that was looked at.

use axum::{extract::State, http::StatusCode};

use crate::{
    Core,
    accounts::{Caller, require_admin},
    bounces::unknown,
    http::{ApiResult, Path, Problem, Problems},
};

/// Remove an email that came back and was not understood
///
/// For administrators. Nothing else changes: the event of the delivery stays.
#[utoipa::path(delete, path = "/api/bounces/unknown/{report_id}", tag = "suppressions", params(("report_id" = i64, Path)),
    responses(
        (status = 204),
        Problems<401, 403, 404>))]
pub async fn delete_unknown_report(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<StatusCode> {
    require_admin(&caller)?;
    let mut tx = core.db.begin().await?;
    if !unknown::delete(&mut tx, id).await? {
        return Err(Problem::not_found("email"));
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
