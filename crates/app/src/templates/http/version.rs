//! One save of a template.

use axum::extract::State;

use crate::{
    Core,
    accounts::Caller,
    http::{Answer, Path, Problem, ProblemBody},
    templates::{store, view::TemplateVersion},
};

/// Read a version of a template
#[utoipa::path(get, path = "/api/templates/{id}/versions/{revision}", tag = "templates",
    params(("id" = i64, Path), ("revision" = i64, Path)),
    responses(
        (status = 200, body = TemplateVersion),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get_template_version(
    State(core): State<Core>,
    caller: Caller,
    Path((id, revision)): Path<(i64, i64)>,
) -> Answer<axum::Json<TemplateVersion>> {
    let found = store::version(&mut core.db.read().await?, caller.author_id, id, revision).await?;
    Ok(axum::Json(found.ok_or_else(|| Problem::not_found("version"))?.into()))
}
