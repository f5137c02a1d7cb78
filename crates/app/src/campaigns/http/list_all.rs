//! The campaigns of all newsletters of the author.

use axum::{extract::State, http::Uri, response::Response};
use serde::Deserialize;

use super::total;
use crate::{
    App,
    campaigns::{
        model::Status,
        store::{self, Filter},
        view::{CampaignView, outline},
    },
    deliveries,
    http::{Answer, Caller, PageQuery, Problem, ProblemBody, Query, list},
};

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CampaignFilter {
    /// Only those of this newsletter.
    newsletter_id: Option<i64>,
    /// Only those in this state.
    status: Option<Status>,
    /// A part of the subject.
    #[param(max_length = 998)]
    q: Option<String>,
}

/// List campaigns across newsletters
///
/// Newest first, without their contents: `html_content`, `text_content` and `blocks` are null.
#[utoipa::path(get, path = "/api/campaigns", tag = "campaigns", params(CampaignFilter, PageQuery),
    responses(
        (status = 200, body = [CampaignView], headers(
            ("x-total-count" = i64, description = "Rows of the whole list"),
            ("x-total-count-capped" = Option<bool>, description = "true when counting stopped at the total given"),
            ("link" = Option<String>, description = "rel=\"next\", while there is more"))),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn list_all_campaigns(
    State(app): State<App>,
    caller: Caller,
    Query(filter): Query<CampaignFilter>,
    Query(query): Query<PageQuery>,
    uri: Uri,
) -> Answer<Response> {
    let page = query.page(1)?;
    let filter = read(filter)?;
    let mut tx = app.db.read().await?;
    let rows = store::list(&mut tx, caller.author_id, &filter, &page).await?;
    let total = total(&mut tx, caller.author_id, &filter).await?;
    let ids: Vec<i64> = rows.iter().map(|row| row.campaign.id).collect();
    let mut summaries = deliveries::summaries(&mut tx, &ids).await?;
    let views = rows
        .into_iter()
        .map(|row| {
            let summary = summaries.remove(&row.campaign.id);
            outline(row.campaign, row.newsletter_name, summary)
        })
        .collect();
    Ok(list(&page, &uri, total, views, |c: &CampaignView| vec![c.id]))
}

fn read(filter: CampaignFilter) -> Result<Filter, Problem> {
    let q = filter.q.map(|q| q.trim().to_owned()).filter(|q| !q.is_empty());
    if q.as_ref().is_some_and(|q| q.contains('\0')) {
        return Err(Problem::bad_request("q must not contain the character U+0000."));
    }
    Ok(Filter { newsletter_id: filter.newsletter_id, status: filter.status, q })
}
