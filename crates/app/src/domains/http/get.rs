//! One domain.

use axum::extract::State;

use super::shown;
use crate::{
    Core,
    accounts::Caller,
    domains::view::DomainView,
    http::{Answer, Path, ProblemBody},
};

/// Read a domain
#[utoipa::path(get, path = "/api/domains/{domain_id}", tag = "domains", params(("domain_id" = i64, Path)),
    responses(
        (status = 200, body = DomainView),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get_domain(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Answer<axum::Json<DomainView>> {
    let mut tx = core.db.read().await?;
    Ok(axum::Json(shown(&core, &mut tx, &caller, id).await?))
}
