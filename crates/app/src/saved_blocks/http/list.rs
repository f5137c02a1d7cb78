//! The author's saved blocks.

use axum::{extract::State, http::Uri, response::Response};

use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, PAGE_BYTES, PageQuery, Problems, Query, Total, list},
    saved_blocks::{model::SavedBlock, store},
};

/// List saved blocks
///
/// Newest first. A page ends before its limit where its blocks pass 4 MiB; `Link` leads on.
#[utoipa::path(get, path = "/api/saved-blocks", tag = "saved blocks", params(PageQuery),
    responses(
        (status = 200, body = [SavedBlock], headers(
            ("x-total-count" = i64, description = "Rows of the whole list"),
            ("link" = Option<String>, description = "rel=\"next\", while there is more"))),
        Problems<400, 401>))]
pub async fn list_saved_blocks(
    State(core): State<Core>,
    caller: Caller,
    Query(query): Query<PageQuery>,
    uri: Uri,
) -> ApiResult<Response> {
    let mut page = query.page(1)?;
    let mut tx = core.db.read().await?;
    let (rows, cut) = store::list(&mut tx, caller.author_id, &page, PAGE_BYTES).await?;
    if cut {
        page.end_before_last(rows.len());
    }
    let total = Total::Exact(store::count(&mut tx, caller.author_id).await?);
    Ok(list(&page, &uri, total, rows, |saved: &SavedBlock| vec![saved.id]))
}
