//! Ending an API key.

use axum::{extract::State, http::StatusCode};

use crate::{
    Core,
    accounts::{Caller, Origin, audit, store},
    http::{Answer, Path, Problem, ProblemBody},
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
    State(core): State<Core>,
    caller: Caller,
    origin: Origin,
    Path(id): Path<i64>,
) -> Answer<StatusCode> {
    let mut tx = core.db.begin().await?;
    let name = store::keys::delete(&mut tx, caller.author_id, id).await?;
    let name = name.ok_or_else(|| Problem::not_found("API key"))?;
    audit::record(&mut tx, caller.author_id, audit::Kind::ApiKeyDeleted, Some(&name), &origin).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
