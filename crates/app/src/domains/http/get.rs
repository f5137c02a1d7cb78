//! One domain.

use axum::extract::State;

use super::shown;
use crate::{
    Core,
    accounts::Caller,
    domains::view::DomainView,
    http::{ApiResult, Path, Problems, Tagged},
};

/// Read a domain
#[utoipa::path(get, path = "/api/domains/{domain_id}", tag = "domains", params(("domain_id" = i64, Path)),
    responses(
        (status = 200, body = DomainView),
        Problems<401, 404>))]
pub async fn get_domain(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<Tagged<DomainView>> {
    let mut tx = core.db.read().await?;
    Ok(Tagged(shown(&core, &mut tx, &caller, id).await?))
}
