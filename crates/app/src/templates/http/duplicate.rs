//! A new template with the content of another.

use axum::{extract::State, http::StatusCode};

use super::missing;
use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Path, Problems},
    templates::{model, store, view::TemplateView},
};

/// Duplicate a template
#[utoipa::path(post, path = "/api/templates/{template_id}/duplicate", tag = "templates", params(("template_id" = i64, Path)),
    responses(
        (status = 201, body = TemplateView),
        Problems<401, 404>))]
pub async fn duplicate_template(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<(StatusCode, axum::Json<TemplateView>)> {
    let mut tx = core.db.begin().await?;
    let original = store::find(&mut tx, caller.author_id, id).await?.ok_or_else(missing)?;
    let mut content = original.content;
    content.name = model::copy_name(&content.name);
    let copy = store::insert(&mut tx, caller.author_id, &content, original.is_active, core.now()).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, axum::Json(copy.into())))
}
