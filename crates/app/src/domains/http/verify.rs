//! Looking at a domain because somebody asks.

use axum::extract::State;

use super::{no_such_domain, with_records, writable};
use crate::{
    Core,
    accounts::Caller,
    domains::{check, view::DomainAndRecords},
    http::{ApiResult, Path, Problems},
};

/// Verify a domain
///
/// Looks every record up now, which may take some seconds, and answers what was found.
#[utoipa::path(post, path = "/api/domains/{domain_id}/verify", tag = "domains", params(("domain_id" = i64, Path)),
    responses(
        (status = 200, body = DomainAndRecords),
        Problems<401, 403, 404>))]
pub async fn verify_domain(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<axum::Json<DomainAndRecords>> {
    let mut tx = core.db.read().await?;
    writable(&mut tx, &caller, id).await?;
    drop(tx);
    check::look(&core, id, true).await?.ok_or_else(no_such_domain)?;
    let mut tx = core.db.read().await?;
    Ok(axum::Json(with_records(&core, &mut tx, &caller, id).await?))
}
