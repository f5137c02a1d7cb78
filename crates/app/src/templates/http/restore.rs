//! Going back to an older save.

use axum::extract::State;
use serde::Deserialize;

use super::locked;
use crate::{
    Core, Timestamp,
    accounts::Caller,
    http::{ApiResult, OptionalJson, Path, Problem, ProblemBody, Problems},
    templates::{store, view::TemplateView},
};

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct RestoreTemplateVersion {
    /// The revision that the author started from: any other than the present one is refused.
    revision: Option<i64>,
}

/// Restore a version of a template
///
/// Its content becomes a new revision; nothing in between is lost.
#[utoipa::path(post, path = "/api/templates/{template_id}/versions/{revision}/restore", tag = "templates",
    request_body(content = Option<RestoreTemplateVersion>), params(("template_id" = i64, Path), ("revision" = i64, Path)),
    responses(
        (status = 200, body = TemplateView),
        Problems<400, 401, 404, 413, 415, 422>,
        (status = 409, description = "It was changed since the given revision", body = ProblemBody)))]
pub async fn restore_template_version(
    State(core): State<Core>,
    caller: Caller,
    Path((id, revision)): Path<(i64, i64)>,
    OptionalJson(body): OptionalJson<RestoreTemplateVersion>,
) -> ApiResult<axum::Json<TemplateView>> {
    let mut tx = core.db.begin().await?;
    let mut template = locked(&mut tx, &caller, id, body.revision).await?;
    let version = store::version(&mut tx, caller.author_id, id, revision).await?;
    template.content = version.ok_or_else(|| Problem::not_found("version"))?.content;
    template.revision += 1;
    template.updated_at = core.now().max(Timestamp(template.updated_at.0 + 1));
    store::update(&mut tx, caller.author_id, &template).await?;
    store::insert_version(&mut tx, caller.author_id, &template).await?;
    tx.commit().await?;
    Ok(axum::Json(template.into()))
}
