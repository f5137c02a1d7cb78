//! Deleting a domain.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;

use crate::{
    Core,
    accounts::{Caller, Origin, audit},
    deliveries,
    domains::{self, DomainView},
    http::{ApiResult, IfMatch, Path, Problem, ProblemBody, ProblemCode, Problems, Query},
    newsletters,
};

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeleteQuery {
    /// Whether the identity at Amazon SES goes too; true when absent.
    pub remove_from_aws: Option<bool>,
}

/// Delete a domain
///
/// Its newsletters are left without one. With Amazon SES as the transport its identity there is removed first.
#[utoipa::path(delete, path = "/api/domains/{domain_id}", tag = "domains", params(("domain_id" = i64, Path), DeleteQuery),
    responses(
        (status = 204),
        Problems<401, 403, 404, 412>,
        (status = 409, description = "A campaign is being sent from it, or Amazon SES did not remove it", body = ProblemBody)))]
pub async fn delete_domain(
    State(core): State<Core>,
    caller: Caller,
    origin: Origin,
    Path(id): Path<i64>,
    if_match: IfMatch,
    Query(query): Query<DeleteQuery>,
) -> ApiResult<StatusCode> {
    let mut tx = core.db.read().await?;
    let domain = domains::writable(&mut tx, &caller, id).await?;
    if_match.check(&domains::shown(&core, &mut tx, &caller, id).await?)?;
    let only_one = domains::count_of_name(&mut tx, &domain.domain).await? <= 1;
    busy(deliveries::is_domain_busy(&mut tx, id).await?)?;
    drop(tx);
    let is_removed = query.remove_from_aws.unwrap_or(true) && only_one && domain.has_ses_identity;
    if query.remove_from_aws.unwrap_or(true) && only_one {
        domains::remove_from_ses(&core, &domain).await.map_err(|error| {
            Problem::conflict(
                ProblemCode::SesFailed,
                format!("Amazon SES did not remove the domain, so nothing was deleted: {error}"),
            )
        })?;
    }
    let mut tx = core.db.begin().await?;
    domains::writable(&mut tx, &caller, id).await?;
    // Not once something was removed that nothing brings back.
    if !is_removed && if_match.asks::<DomainView>(&mut tx, id).await? {
        if_match.check(&domains::shown(&core, &mut tx, &caller, id).await?)?;
    }
    busy(deliveries::is_domain_busy(&mut tx, id).await?)?;
    newsletters::leave_domain(&mut tx, id, core.now()).await?;
    domains::delete(&mut tx, id).await?;
    let (author_id, kind) = (caller.author_id, audit::AuditKind::DomainDeleted);
    audit::record(&mut tx, author_id, kind, Some(&domain.domain), &origin).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

fn busy(is_busy: bool) -> ApiResult<()> {
    if is_busy {
        return Err(Problem::conflict(
            ProblemCode::CampaignInProgress,
            "A campaign is being sent from this domain: wait for its end, or cancel it first.",
        ));
    }
    Ok(())
}
