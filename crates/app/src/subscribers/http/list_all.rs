//! Listing the readers of all of an author's newsletters.

use axum::{
    extract::{OriginalUri, State},
    response::Response,
};
use serde::Deserialize;

use super::{FilterQuery, page_of};
use crate::{
    Core, NewsletterId,
    accounts::Caller,
    http::{ApiResult, PageQuery, Problem, Problems, Query},
    subscribers::{model::Subscriber, store},
};

/// Which newsletters.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NewsletterQuery {
    /// Only this newsletter.
    #[param(value_type = Option<i64>)]
    pub newsletter_id: Option<NewsletterId>,
}

/// List the subscribers of all newsletters
#[utoipa::path(get, path = "/api/subscribers", tag = "subscribers",
    params(NewsletterQuery, FilterQuery, PageQuery),
    responses(
        (status = 200, body = Vec<Subscriber>, headers(
            ("X-Total-Count" = i64, description = "How many there are in all; with `q` or `tag` counting stops at 1000"),
            ("X-Total-Count-Capped" = Option<bool>, description = "`true` when there are more than counted"),
            ("Link" = Option<String>, description = "The next page, while there is one"))),
        Problems<400, 401, 404>))]
pub async fn list_all_subscribers(
    State(core): State<Core>,
    caller: Caller,
    Query(only): Query<NewsletterQuery>,
    Query(filter): Query<FilterQuery>,
    Query(page): Query<PageQuery>,
    OriginalUri(uri): OriginalUri,
) -> ApiResult<Response> {
    let (only, filter, page) = (only.newsletter_id, filter.filter()?, page.page(1)?);
    let mut tx = core.db.read().await?;
    let newsletters = store::search::own_newsletters(&mut tx, caller.author_id, only).await?;
    if only.is_some() && newsletters.is_empty() {
        return Err(Problem::not_found("newsletter"));
    }
    let ids: Vec<NewsletterId> = newsletters.into_iter().map(|(id, _)| id).collect();
    page_of(&mut tx, caller.author_id, &ids, only, &filter, &page, &uri).await
}
