//! What was done to an account.

use axum::{extract::State, http::Uri, response::Response};

use crate::{
    Core,
    accounts::{Caller, audit::AuditEntry, store::audit},
    http::{ApiResult, PageQuery, ProblemBody, Problems, Query, Total, list},
};

/// List the audit log
///
/// Sensitive acts on the account, newest first: kept for a year, at most 1,000.
#[utoipa::path(get, path = "/api/me/audit", tag = "me", params(PageQuery),
    responses(
        (status = 200, body = Vec<AuditEntry>, headers(
            ("x-total-count" = i64, description = "How many there are"),
            ("link" = Option<String>, description = "The next page, while there is one"))),
        Problems<400, 401>,
        (status = 403, description = "Asked with an API key", body = ProblemBody)))]
pub async fn list_audit(
    State(core): State<Core>,
    caller: Caller,
    Query(query): Query<PageQuery>,
    uri: Uri,
) -> ApiResult<Response> {
    let page = query.page(1)?;
    let mut tx = core.db.read().await?;
    let total = audit::count(&mut tx, caller.author_id).await?;
    let rows = audit::list(&mut tx, caller.author_id, &page).await?;
    let rows: Vec<AuditEntry> = rows.into_iter().map(AuditEntry::from).collect();
    Ok(list(&page, &uri, Total::Exact(total), rows, |row| vec![row.id]))
}
