//! The mailbox.

use axum::{extract::State, http::Uri, response::Response};
use serde::Deserialize;

use super::CapturedMail;
use crate::{
    CampaignId, Core, NewsletterId,
    accounts::Caller,
    captured_mail::{
        model::CapturedMailKind,
        store::{self, Filter},
    },
    http::{ApiResult, PageQuery, Problem, Problems, Query, Total, list},
};

/// Counting stops here: the mailbox of a large campaign is large.
const COUNT_CAP: i64 = 100_000;
/// Counting what a search finds stops here.
const SEARCH_CAP: i64 = 1_000;

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CapturedMailFilter {
    #[param(value_type = Option<i64>)]
    campaign_id: Option<CampaignId>,
    #[param(value_type = Option<i64>)]
    newsletter_id: Option<NewsletterId>,
    kind: Option<CapturedMailKind>,
    /// A part of the recipient or the subject.
    q: Option<String>,
}

/// List captured mail
#[utoipa::path(get, path = "/api/captured-mail", tag = "captured mail", params(CapturedMailFilter, PageQuery),
    responses(
        (status = 200, body = [CapturedMail], headers(
            ("x-total-count" = i64, description = "Rows of the whole list"),
            ("x-total-count-capped" = Option<bool>, description = "true when counting stopped at the total given"),
            ("link" = Option<String>, description = "rel=\"next\", while there is more"))),
        Problems<400, 401>))]
pub async fn list_captured_mail(
    State(core): State<Core>,
    caller: Caller,
    Query(filter): Query<CapturedMailFilter>,
    Query(query): Query<PageQuery>,
    uri: Uri,
) -> ApiResult<Response> {
    let page = query.page(1)?;
    let filter = read(filter)?;
    let cap = if filter.q.is_some() { SEARCH_CAP } else { COUNT_CAP };
    let mut tx = core.db.read().await?;
    let rows = store::list(&mut tx, caller.author_id, &filter, &page).await?;
    let found = store::count(&mut tx, caller.author_id, &filter, cap + 1).await?;
    let total = if found > cap { Total::AtLeast(cap) } else { Total::Exact(found) };
    let views = rows.into_iter().map(CapturedMail::from).collect();
    Ok(list(&page, &uri, total, views, |m: &CapturedMail| vec![m.id]))
}

fn read(filter: CapturedMailFilter) -> Result<Filter, Problem> {
    let q = filter.q.map(|q| q.trim().to_owned()).filter(|q| !q.is_empty());
    if q.as_ref().is_some_and(|q| q.contains('\0')) {
        return Err(Problem::bad_request("q must not contain the character U+0000."));
    }
    Ok(Filter { campaign_id: filter.campaign_id, newsletter_id: filter.newsletter_id, kind: filter.kind, q })
}
