//! How far a domain has proved itself.

use axum::extract::State;
use serde::Serialize;

use super::shown;
use crate::{
    Core, Timestamp,
    accounts::Caller,
    domains::{model::Status, store},
    http::{ApiResult, Path, Problems},
};

const HISTORY: i64 = 50;

/// How many records are in which state.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
pub struct RecordCounts {
    pub found: usize,
    pub missing: usize,
    pub wrong: usize,
    pub unknown: usize,
    pub unchecked: usize,
}

/// A change of state.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct StatusChange {
    pub status: String,
    #[schema(required)]
    pub reason: Option<String>,
    pub at: Timestamp,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct VerificationStatus {
    pub verification_status: Status,
    #[schema(required)]
    pub status_reason: Option<String>,
    pub ses_verified: bool,
    pub ses_dkim_verified: bool,
    #[schema(required)]
    pub checked_at: Option<Timestamp>,
    #[schema(required)]
    pub next_check_at: Option<Timestamp>,
    pub records: RecordCounts,
    /// Newest first, at most 50.
    pub history: Vec<StatusChange>,
}

/// Read a domain's verification status
#[utoipa::path(get, path = "/api/domains/{domain_id}/verification-status", tag = "domains", params(("domain_id" = i64, Path)),
    responses(
        (status = 200, body = VerificationStatus),
        Problems<401, 404>))]
pub async fn get_verification_status(
    State(core): State<Core>,
    caller: Caller,
    Path(id): Path<i64>,
) -> ApiResult<axum::Json<VerificationStatus>> {
    let mut tx = core.db.read().await?;
    let domain = shown(&core, &mut tx, &caller, id).await?;
    let mut records = RecordCounts::default();
    for record in store::records(&mut tx, id).await? {
        *match record.status.as_str() {
            "found" => &mut records.found,
            "missing" => &mut records.missing,
            "wrong" => &mut records.wrong,
            "unknown" => &mut records.unknown,
            _ => &mut records.unchecked,
        } += 1;
    }
    let history = store::history(&mut tx, id, HISTORY).await?;
    Ok(axum::Json(VerificationStatus {
        verification_status: domain.verification_status,
        status_reason: domain.status_reason,
        ses_verified: domain.ses_verified,
        ses_dkim_verified: domain.ses_dkim_verified,
        checked_at: domain.checked_at,
        next_check_at: domain.next_check_at,
        records,
        history: history
            .into_iter()
            .map(|change| StatusChange { status: change.status, reason: change.reason, at: change.at })
            .collect(),
    }))
}
