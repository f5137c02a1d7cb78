//! The figures beside the list.

use axum::extract::State;

use super::list_all::NewsletterQuery;
use crate::{
    Core,
    accounts::Caller,
    http::{ApiResult, Problem, Problems, Query},
    newsletters,
    subscribers::{model::Stats, store},
};

/// Count subscribers by status
#[utoipa::path(get, path = "/api/subscribers/stats", tag = "subscribers", params(NewsletterQuery),
    responses(
        (status = 200, body = Stats),
        Problems<400, 401, 404>))]
pub async fn get_subscriber_stats(
    State(core): State<Core>,
    caller: Caller,
    Query(only): Query<NewsletterQuery>,
) -> ApiResult<axum::Json<Stats>> {
    let mut tx = core.db.read().await?;
    if let Some(id) = only.newsletter_id {
        let home = newsletters::find(&mut tx, caller.author_id, id).await?;
        home.ok_or_else(|| Problem::not_found("newsletter"))?;
    }
    Ok(axum::Json(store::read::stats(&mut tx, caller.author_id, only.newsletter_id, core.now()).await?))
}
