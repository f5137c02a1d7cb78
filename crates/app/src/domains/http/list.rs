//! The domains that an author may use.

use axum::{extract::State, http::Uri, response::Response};
use serde::Deserialize;

use crate::{
    Core,
    accounts::Caller,
    domains::{
        store::{self, Filter},
        view::{self, DomainView},
    },
    http::{ApiResult, PageQuery, Problem, Problems, Query, Total, list},
};

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DomainFilter {
    /// `shared` or `user`.
    pub domain_type: Option<String>,
    /// Only the caller's own.
    pub user_only: Option<bool>,
    /// Only those that are switched on.
    pub active_only: Option<bool>,
}

/// List domains, newest first
///
/// Shared ones and the caller's own.
#[utoipa::path(get, path = "/api/domains", tag = "domains", params(DomainFilter, PageQuery),
    responses(
        (status = 200, body = [DomainView], headers(
            ("link" = String, description = "The next page, while there is one"),
            ("x-total-count" = i64, description = "How many there are"))),
        Problems<400, 401>))]
pub async fn list_domains(
    State(core): State<Core>,
    caller: Caller,
    uri: Uri,
    Query(query): Query<DomainFilter>,
    Query(page): Query<PageQuery>,
) -> ApiResult<Response> {
    let page = page.page(1)?;
    let (shared, own) = match query.domain_type.as_deref().filter(|t| !t.is_empty()) {
        None => (true, true),
        Some("shared") => (true, false),
        Some("user") => (false, true),
        Some(_) => return Err(Problem::bad_request("domain_type must be shared or user.")),
    };
    let filter = Filter {
        shared: shared && !query.user_only.unwrap_or(false),
        own,
        active_only: query.active_only.unwrap_or(false),
    };
    let mut tx = core.db.read().await?;
    let total = store::count(&mut tx, caller.author_id, filter).await?;
    let found = store::list(&mut tx, caller.author_id, filter, &page).await?;
    let rows: Vec<DomainView> = view::views(&core, &mut tx, &caller, found).await?;
    Ok(list(&page, &uri, Total::Exact(total), rows, |row| vec![row.id]))
}
