//! Stopping an import.

use axum::extract::State;

use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Path, Problem, ProblemCode, Problems},
    imports::{
        background::file_of,
        model::{Import, Status},
        store,
    },
};

/// Cancel an import
///
/// Subscribers that were imported already stay.
#[utoipa::path(post, path = "/api/imports/{import_id}/cancel", tag = "imports", params(("import_id" = i64, Path)),
    responses(
        (status = 200, body = Import),
        Problems<401, 404, 409>))]
pub async fn cancel_import(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<axum::Json<Import>> {
    let mut tx = core.db.begin().await?;
    let before = store::find(&mut tx, caller.author_id, id).await?;
    let before = before.ok_or_else(|| Problem::not_found("import"))?;
    if !store::cancel(&mut tx, caller.author_id, id, core.now()).await? {
        return Err(Problem::conflict(ProblemCode::ImportOver, "This import has already finished."));
    }
    let after = store::find(&mut tx, caller.author_id, id).await?;
    tx.commit().await?;
    // A running one is removed by its runner.
    if before.status == Status::Queued {
        let _ = tokio::fs::remove_file(file_of(&core, id)).await;
    }
    after.map(axum::Json).ok_or_else(|| Problem::not_found("import"))
}
