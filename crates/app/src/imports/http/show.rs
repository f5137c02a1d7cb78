//! Reading one import.

use axum::extract::State;

use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Path, Problem, Problems},
    imports::{model::Import, store},
};

/// Read an import with its progress and first errors
#[utoipa::path(get, path = "/api/imports/{import_id}", tag = "imports", params(("import_id" = i64, Path)),
    responses(
        (status = 200, body = Import),
        Problems<401, 404>))]
pub async fn get_import(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<axum::Json<Import>> {
    let mut tx = core.db.read().await?;
    let import = store::find(&mut tx, caller.author_id, id).await?;
    import.map(axum::Json).ok_or_else(|| Problem::not_found("import"))
}
