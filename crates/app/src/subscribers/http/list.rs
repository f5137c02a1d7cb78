//! Listing the readers of one newsletter.

use axum::{
    extract::{OriginalUri, State},
    response::Response,
};

use super::{FilterQuery, page_of};
use crate::{
    Core, NewsletterId,
    accounts::Caller,
    http::{ApiResult, PageQuery, Path, Problem, Problems, Query},
    newsletters,
    subscribers::model::Subscriber,
};

/// List the subscribers of a newsletter
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/subscribers", tag = "subscribers",
    params(("newsletter_id" = i64, Path), FilterQuery, PageQuery),
    responses(
        (status = 200, body = Vec<Subscriber>, headers(
            ("X-Total-Count" = i64, description = "How many there are in all; with `q` or `tag` counting stops at 1000"),
            ("X-Total-Count-Capped" = Option<bool>, description = "`true` when there are more than counted"),
            ("Link" = Option<String>, description = "The next page, while there is one"))),
        Problems<400, 401, 404>))]
pub async fn list_subscribers(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<NewsletterId>,
    Query(filter): Query<FilterQuery>,
    Query(page): Query<PageQuery>,
    OriginalUri(uri): OriginalUri,
) -> ApiResult<Response> {
    let (filter, page) = (filter.filter()?, page.page(1)?);
    let mut tx = core.db.read().await?;
    let home = newsletters::find(&mut tx, caller.author_id, id).await?;
    let home = home.ok_or_else(|| Problem::not_found("newsletter"))?;
    page_of(&mut tx, caller.author_id, &[home.id], Some(home.id), &filter, &page, &uri).await
}
