//! Deleting a template with its versions.

use axum::{extract::State, http::StatusCode};

use super::missing;
use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Path, Problems},
    templates::store,
};

/// Delete a template
#[utoipa::path(delete, path = "/api/templates/{template_id}", tag = "templates", params(("template_id" = i64, Path)),
    responses(
        (status = 204),
        Problems<401, 404>))]
pub async fn delete_template(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<StatusCode> {
    let mut tx = core.db.begin().await?;
    if !store::delete(&mut tx, caller.author_id, id).await? {
        return Err(missing());
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
