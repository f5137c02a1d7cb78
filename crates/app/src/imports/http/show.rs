//! Reading one import.

use axum::extract::State;

use crate::{
    Core,
    accounts::Caller,
    http::{Answer, Path, Problem, ProblemBody},
    imports::{model::Import, store},
};

/// Read an import with its progress and first errors
#[utoipa::path(get, path = "/api/imports/{id}", tag = "imports", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Import),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn show_import(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Answer<axum::Json<Import>> {
    let mut tx = core.db.read().await?;
    let import = store::find(&mut tx, caller.author_id, id).await?;
    import.map(axum::Json).ok_or_else(|| Problem::not_found("import"))
}
