//! The campaigns of one newsletter.

use axum::{extract::State, http::Uri, response::Response};

use super::{newsletter, total};
use crate::{
    App,
    campaigns::{
        store::{self, Filter},
        view::{CampaignView, view},
    },
    deliveries,
    http::{Answer, Caller, PageQuery, Path, ProblemBody, Query, list},
};

/// List a newsletter's campaigns
///
/// Newest first, with their contents. A page ends before its limit where its contents pass 16 MiB; `Link` leads on.
#[utoipa::path(get, path = "/api/newsletters/{newsletter_id}/campaigns", tag = "campaigns",
    params(("newsletter_id" = i64, Path), PageQuery),
    responses(
        (status = 200, body = [CampaignView], headers(
            ("x-total-count" = i64, description = "Rows of the whole list"),
            ("link" = Option<String>, description = "rel=\"next\", while there is more"))),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn list_campaigns(
    State(app): State<App>,
    caller: Caller,
    Path(newsletter_id): Path<i64>,
    Query(query): Query<PageQuery>,
    uri: Uri,
) -> Answer<Response> {
    let mut page = query.page(1)?;
    let mut tx = app.db.read().await?;
    let newsletter = newsletter(&mut tx, &caller, newsletter_id).await?;
    let (rows, cut) =
        store::list_whole(&mut tx, caller.author_id, newsletter_id, &page, store::PAGE_BYTES).await?;
    if cut {
        // The last row read is the proof that there is more, as the one past the limit otherwise is.
        page.limit = rows.len() as i64 - 1;
    }
    let filter = Filter { newsletter_id: Some(newsletter_id), ..Filter::default() };
    let total = total(&mut tx, caller.author_id, &filter).await?;
    let ids: Vec<i64> = rows.iter().map(|c| c.id).collect();
    let mut summaries = deliveries::summaries(&mut tx, &ids).await?;
    let views = rows
        .into_iter()
        .map(|campaign| {
            let summary = summaries.remove(&campaign.id);
            view(campaign, newsletter.name.clone(), summary)
        })
        .collect();
    Ok(list(&page, &uri, total, views, |c: &CampaignView| vec![c.id]))
}
