//! Reading one template.

use axum::extract::State;

use super::missing;
use crate::{
    Core,
    accounts::Caller,
    http::{Answer, Path, ProblemBody},
    templates::{store, view::TemplateView},
};

/// Read a template
#[utoipa::path(get, path = "/api/templates/{id}", tag = "templates", params(("id" = i64, Path)),
    responses(
        (status = 200, body = TemplateView),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get_template(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Answer<axum::Json<TemplateView>> {
    let found = store::find(&mut core.db.read().await?, caller.author_id, id).await?;
    Ok(axum::Json(found.ok_or_else(missing)?.into()))
}
