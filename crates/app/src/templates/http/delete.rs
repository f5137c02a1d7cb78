//! Deleting a template with its versions.

use axum::{extract::State, http::StatusCode};

use super::missing;
use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, IfMatch, Path, Problems},
    templates::{store, view::TemplateView},
};

/// Delete a template
#[utoipa::path(delete, path = "/api/templates/{template_id}", tag = "templates", params(("template_id" = i64, Path)),
    responses(
        (status = 204),
        Problems<401, 404, 412>))]
pub async fn delete_template(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
    if_match: IfMatch,
) -> ApiResult<StatusCode> {
    let mut tx = core.db.begin().await?;
    if if_match.asks::<TemplateView>(&mut tx, id).await? {
        let template = store::find(&mut tx, caller.author_id, id).await?.ok_or_else(missing)?;
        if_match.check(&TemplateView::from(template))?;
    }
    if !store::delete(&mut tx, caller.author_id, id).await? {
        return Err(missing());
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
