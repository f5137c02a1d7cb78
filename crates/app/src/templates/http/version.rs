//! One save of a template.

use axum::extract::State;

use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Path, Problem, Problems},
    templates::{store, view::TemplateVersion},
};

/// Read a version of a template
#[utoipa::path(get, path = "/api/templates/{template_id}/versions/{revision}", tag = "templates",
    params(("template_id" = i64, Path), ("revision" = i64, Path)),
    responses(
        (status = 200, body = TemplateVersion),
        Problems<401, 404>))]
pub async fn get_template_version(
    State(core): State<Core>,
    caller: Caller,
    Path((id, revision)): Path<(i64, i64)>,
) -> ApiResult<axum::Json<TemplateVersion>> {
    let found = store::version(&mut core.db.read().await?, caller.author_id, id, revision).await?;
    Ok(axum::Json(found.ok_or_else(|| Problem::not_found("version"))?.into()))
}
