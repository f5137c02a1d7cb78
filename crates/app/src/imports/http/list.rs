//! Listing imports.

use axum::{
    extract::{OriginalUri, State},
    response::Response,
};
use serde::Deserialize;

use crate::{
    Core, NewsletterId,
    accounts::Caller,
    http::{ApiResult, PageQuery, Problem, Problems, Query, Total, list},
    imports::{model::Import, store},
    newsletters,
};

/// Which newsletters.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ImportsQuery {
    /// Only imports into this newsletter.
    #[param(value_type = Option<i64>)]
    pub newsletter_id: Option<NewsletterId>,
}

/// List imports, newest first, without their errors
#[utoipa::path(get, path = "/api/imports", tag = "imports", params(ImportsQuery, PageQuery),
    responses(
        (status = 200, body = Vec<Import>, headers(
            ("X-Total-Count" = i64, description = "How many there are in all"),
            ("Link" = Option<String>, description = "The next page, while there is one"))),
        Problems<400, 401, 404>))]
pub async fn list_imports(
    State(core): State<Core>,
    caller: Caller,
    Query(only): Query<ImportsQuery>,
    Query(page): Query<PageQuery>,
    OriginalUri(uri): OriginalUri,
) -> ApiResult<Response> {
    let (only, page) = (only.newsletter_id, page.page(1)?);
    let mut tx = core.db.read().await?;
    if let Some(id) = only {
        newsletters::find(&mut tx, caller.author_id, id)
            .await?
            .ok_or_else(|| Problem::not_found("newsletter"))?;
    }
    let rows = store::list(&mut tx, caller.author_id, only, &page).await?;
    let total = Total::Exact(store::count(&mut tx, caller.author_id, only).await?);
    Ok(list(&page, &uri, total, rows, |row| vec![row.id]))
}
