//! The last saves of a template.

use axum::{extract::State, http::Uri, response::Response};

use super::missing;
use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, PageQuery, Path, Problems, Query, Total, list},
    templates::{store, view::TemplateSave},
};

/// List the versions of a template
///
/// Newest first; the first one is the present state. The last 50 saves are kept.
#[utoipa::path(get, path = "/api/templates/{template_id}/versions", tag = "templates", params(("template_id" = i64, Path), PageQuery),
    responses(
        (status = 200, body = [TemplateSave], headers(
            ("x-total-count" = i64, description = "Rows of the whole list"),
            ("link" = Option<String>, description = "rel=\"next\", while there is more"))),
        Problems<400, 401, 404>))]
pub async fn list_template_versions(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
    Query(query): Query<PageQuery>,
    uri: Uri,
) -> ApiResult<Response> {
    let page = query.page(1)?;
    let mut tx = core.db.read().await?;
    if !store::exists(&mut tx, caller.author_id, id).await? {
        return Err(missing());
    }
    let rows = store::versions(&mut tx, caller.author_id, id, &page).await?;
    let total = store::count_versions(&mut tx, caller.author_id, id).await?;
    let views: Vec<TemplateSave> = rows.into_iter().map(Into::into).collect();
    Ok(list(&page, &uri, Total::Exact(total), views, |view| vec![view.revision]))
}
