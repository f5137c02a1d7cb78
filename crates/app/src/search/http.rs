//! The one call of the search.

use axum::{Json, extract::State};
use serde::Deserialize;

use super::{
    model::{LIMIT, MAX_QUERY, SearchHit, SearchResult, encode, patterns},
    store::{self, CampaignRow},
};
use crate::{
    Core, NewsletterId,
    accounts::Caller,
    domains,
    http::{ApiResult, Problem, Problems, Query},
    newsletters,
    subscribers::{self, Hit},
    templates,
};

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// A part of a name, a subject or an address, in any case. Nothing is found for a blank one.
    #[param(max_length = 200)]
    q: Option<String>,
}

/// Search everything of the author's, five of each kind, newest first
#[utoipa::path(get, path = "/api/search", tag = "search", params(SearchQuery),
    responses(
        (status = 200, body = SearchResult),
        Problems<400, 401>))]
pub async fn search_everything(
    State(core): State<Core>,
    caller: Caller,
    Query(query): Query<SearchQuery>,
) -> ApiResult<Json<SearchResult>> {
    let q = query.q.as_deref().unwrap_or_default().trim();
    if q.is_empty() {
        return Ok(Json(SearchResult::default()));
    }
    if q.chars().count() > MAX_QUERY || q.contains('\0') {
        return Err(Problem::bad_request("q must have at most 200 characters, and none of them U+0000."));
    }
    let (author, patterns) = (caller.author_id, patterns(q));
    let mut tx = core.db.read().await?;
    let newsletters = newsletters::named_like(&mut tx, author, &patterns, LIMIT).await?;
    let campaigns = store::campaigns(&mut tx, author, &patterns, LIMIT).await?;
    let subscribers = subscribers::search_hits(&mut tx, author, q, LIMIT).await?;
    let templates = templates::named_like(&mut tx, author, &patterns, LIMIT).await?;
    let domains = domains::named_like(&mut tx, author, &patterns[1], LIMIT).await?;
    Ok(Json(SearchResult {
        newsletters: newsletters.into_iter().map(newsletter).collect(),
        campaigns: campaigns.into_iter().map(campaign).collect(),
        subscribers: subscribers.into_iter().map(subscriber).collect(),
        templates: templates.into_iter().map(template).collect(),
        domains: domains.into_iter().map(domain).collect(),
    }))
}

fn newsletter((id, name, is_active): (NewsletterId, String, bool)) -> SearchHit {
    let subtitle = if is_active { "Active" } else { "Inactive" };
    SearchHit {
        id: id.get(),
        title: name,
        subtitle: Some(subtitle.into()),
        href: format!("/newsletters#newsletter-{id}"),
    }
}

fn template((id, name, subject): (i64, String, String)) -> SearchHit {
    let subtitle = Some(subject).filter(|subject| !subject.is_empty());
    SearchHit { id, title: name, subtitle, href: format!("/templates/{id}/edit") }
}

fn domain((id, name): (i64, String)) -> SearchHit {
    SearchHit { id, title: name, subtitle: None, href: format!("/domains?domain={id}") }
}

fn campaign(row: CampaignRow) -> SearchHit {
    // What has not been sent has no report: it is still written.
    let page = if matches!(row.status.as_str(), "draft" | "scheduled") { "edit" } else { "report" };
    let href = format!("/campaigns/{}/{}/{page}", row.newsletter_id, row.id);
    SearchHit { id: row.id.get(), title: row.subject, subtitle: Some(row.newsletter_name), href }
}

fn subscriber(hit: Hit) -> SearchHit {
    let title = if hit.name.is_empty() { hit.email.clone() } else { format!("{} <{}>", hit.name, hit.email) };
    SearchHit {
        id: hit.id.get(),
        title,
        href: format!("/subscribers?newsletter={}&q={}", hit.newsletter_id, encode(&hit.email)),
        subtitle: Some(hit.newsletter_name),
    }
}
