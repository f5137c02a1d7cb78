//! The call for administrators.

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Check, Patient, Place, examine};
use crate::{
    Core,
    accounts::{Caller, require_admin},
    http::{ApiResult, Problems},
};

/// What `letterpress doctor` would say.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DoctorReport)]
pub struct Report {
    #[schema(example = "0.1.0")]
    version: &'static str,
    /// `sqlite` or `postgres`.
    #[schema(example = "sqlite")]
    engine: &'static str,
    checks: Vec<Check>,
}

/// Examine the installation
///
/// For administrators: settings, database, clock, mail transport, DNS, workers and more, each in one line. It asks other
/// machines and may take some seconds.
#[utoipa::path(get, path = "/api/doctor", tag = "installation",
    responses(
        (status = 200, body = Report),
        Problems<401, 403>))]
pub async fn run_doctor(State(core): State<Core>, caller: Caller) -> ApiResult<Json<Report>> {
    require_admin(&caller)?;
    let patient = Patient {
        settings: core.settings.clone(),
        place: Place::default(),
        db: Ok(Some(core.db.clone())),
        secret: Ok(Some(core.settings.secret.clone())),
        clock: core.clock.clone(),
        unchosen: None,
        is_serving: true,
    };
    let engine = crate::engine_name(core.db.engine());
    Ok(Json(Report { version: crate::VERSION, engine, checks: examine(&patient).await }))
}
