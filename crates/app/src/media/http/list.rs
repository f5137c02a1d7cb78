//! The author's images.

use axum::{extract::State, http::Uri, response::Response};
use serde::Deserialize;

use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, PageQuery, Problem, Problems, Query, Total, list},
    media::{
        store,
        view::{Media, view},
    },
};

/// Counting stops here.
const COUNT_CAP: i64 = 10_000;
/// Counting what a search finds stops here.
const SEARCH_CAP: i64 = 1_000;

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MediaQuery {
    /// A part of the name.
    q: Option<String>,
}

/// List images
///
/// Newest first.
#[utoipa::path(get, path = "/api/media", tag = "media", params(MediaQuery, PageQuery),
    responses(
        (status = 200, body = [Media], headers(
            ("x-total-count" = i64, description = "Rows of the whole list"),
            ("x-total-count-capped" = Option<bool>, description = "true when counting stopped at the total given"),
            ("link" = Option<String>, description = "rel=\"next\", while there is more"))),
        Problems<400, 401>))]
pub async fn list_media(
    State(core): State<Core>,
    caller: Caller,
    Query(filter): Query<MediaQuery>,
    Query(query): Query<PageQuery>,
    uri: Uri,
) -> ApiResult<Response> {
    let page = query.page(1)?;
    let q = filter.q.as_deref().map(str::trim).filter(|q| !q.is_empty());
    if q.is_some_and(|q| q.contains('\0')) {
        return Err(Problem::bad_request("q must not contain the character U+0000."));
    }
    let mut tx = core.db.read().await?;
    let rows = store::list(&mut tx, caller.author_id, q, &page).await?;
    let cap = if q.is_some() { SEARCH_CAP } else { COUNT_CAP };
    let found = store::count(&mut tx, caller.author_id, q, cap + 1).await?;
    let total = if found > cap { Total::AtLeast(cap) } else { Total::Exact(found) };
    let views: Vec<Media> = rows.into_iter().map(|whole| view(&core, whole)).collect();
    Ok(list(&page, &uri, total, views, |media| vec![media.id]))
}
