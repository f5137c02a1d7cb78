//! Taking an address off the list.

use axum::{extract::State, http::StatusCode};

use crate::{
    Core,
    accounts::{Caller, require_admin},
    http::{ApiResult, Path, Problem, Problems},
    suppressions::store,
};

/// Remove an address from the suppression list
///
/// For administrators. Subscribers with this address who are `bounced` or `complained` keep that state.
#[utoipa::path(delete, path = "/api/suppressions/{suppression_id}", tag = "suppressions", params(("suppression_id" = i64, Path)),
    responses(
        (status = 204),
        Problems<401, 403, 404>))]
pub async fn delete_suppression(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<StatusCode> {
    require_admin(&caller)?;
    let mut tx = core.db.begin().await?;
    if !store::delete(&mut tx, id).await? {
        return Err(Problem::not_found("suppression"));
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
