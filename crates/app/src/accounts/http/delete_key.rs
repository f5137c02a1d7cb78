//! Ending an API key.

use axum::{extract::State, http::StatusCode};

use crate::{
    Core,
    accounts::{Caller, Origin, audit, store},
    http::{ApiResult, Path, Problem, Problems},
};

/// Delete an API key
///
/// It stops working at once.
#[utoipa::path(delete, path = "/api/api-keys/{api_key_id}", tag = "api keys", params(("api_key_id" = i64, Path)),
    responses(
        (status = 204),
        Problems<401, 404>))]
pub async fn delete_api_key(
    State(core): State<Core>,
    caller: Caller,
    origin: Origin,
    Path(id): Path<i64>,
) -> ApiResult<StatusCode> {
    let mut tx = core.db.begin().await?;
    let name = store::keys::delete(&mut tx, caller.author_id, id).await?;
    let name = name.ok_or_else(|| Problem::not_found("API key"))?;
    audit::record(&mut tx, caller.author_id, audit::AuditKind::ApiKeyDeleted, Some(&name), &origin).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
