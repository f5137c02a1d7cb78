//! Ending an API key.

use axum::{extract::State, http::StatusCode};

use crate::{
    App,
    accounts::store,
    http::{Answer, Caller, Path, Problem, ProblemBody},
};

/// Delete an API key
///
/// It stops working at once.
#[utoipa::path(delete, path = "/api/api-keys/{id}", tag = "api keys", params(("id" = i64, Path)),
    responses(
        (status = 204),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn delete_api_key(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Answer<StatusCode> {
    let mut tx = app.db.begin().await?;
    if !store::keys::delete(&mut tx, caller.author_id, id).await? {
        return Err(Problem::not_found("API key"));
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
