//! Taking an address off the list.

use axum::{extract::State, http::StatusCode};

use crate::{
    Core,
    accounts::{Caller, require_admin},
    http::{Answer, Path, Problem, ProblemBody},
    suppressions::store,
};

/// Remove an address from the suppression list
///
/// For administrators. Readers with this address who are `bounced` or `complained` keep that state.
#[utoipa::path(delete, path = "/api/suppressions/{suppression_id}", tag = "suppressions", params(("suppression_id" = i64, Path)),
    responses(
        (status = 204),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn delete_suppression(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Answer<StatusCode> {
    require_admin(&caller)?;
    let mut tx = core.db.begin().await?;
    if !store::delete(&mut tx, id).await? {
        return Err(Problem::not_found("suppression"));
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
