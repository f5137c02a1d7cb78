//! Reading one template.

use axum::extract::State;

use super::missing;
use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Path, Problems, Tagged},
    templates::{store, view::TemplateView},
};

/// Read a template
#[utoipa::path(get, path = "/api/templates/{template_id}", tag = "templates", params(("template_id" = i64, Path)),
    responses(
        (status = 200, body = TemplateView),
        Problems<401, 404>))]
pub async fn get_template(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<Tagged<TemplateView>> {
    let found = store::find(&mut core.db.read().await?, caller.author_id, id).await?;
    Ok(Tagged(found.ok_or_else(missing)?.into()))
}
