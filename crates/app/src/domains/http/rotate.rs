//! New DKIM keys.

use axum::extract::State;

use super::{no_such_domain, with_records, writable};
use crate::{
    Core,
    accounts::Caller,
    domains::{check, keys, store, view::DomainAndRecords},
    http::{ApiResult, Path, Problem, ProblemBody, ProblemCode, Problems},
};

/// Rotate a domain's DKIM keys
///
/// Makes keys under new selectors. The old ones sign until the records of the new ones are found; leave the old records
/// in the DNS for a week after that, for mail that is still on its way.
#[utoipa::path(post, path = "/api/domains/{domain_id}/rotate-keys", tag = "domains", params(("domain_id" = i64, Path)),
    responses(
        (status = 200, body = DomainAndRecords),
        Problems<401, 403, 404>,
        (status = 409, description = "Amazon SES keeps the keys and rotates them itself", body = ProblemBody)))]
pub async fn rotate_domain_keys(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<axum::Json<DomainAndRecords>> {
    let mut tx = core.db.read().await?;
    writable(&mut tx, &caller, id).await?;
    drop(tx);
    if core.ses.is_some() {
        return Err(Problem::conflict(
            ProblemCode::SesKeepsKeys,
            "Amazon SES keeps the DKIM keys of this domain and rotates them itself.",
        ));
    }
    let made = keys::generate().await.map_err(|error| Problem::internal(&error))?;
    let now = core.now();
    let mut tx = core.db.begin().await?;
    writable(&mut tx, &caller, id).await?;
    keys::retire_unused(&mut tx, id, now).await?;
    keys::insert(&core, &mut tx, id, &made, now).await?;
    let domain = store::find_any(&mut tx, id).await?.ok_or_else(no_such_domain)?;
    check::sync(&core, &mut tx, &domain).await?;
    let answer = with_records(&core, &mut tx, &caller, id).await?;
    tx.commit().await?;
    Ok(axum::Json(answer))
}
