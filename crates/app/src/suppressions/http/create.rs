//! Adding an address by hand.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;

use crate::{
    Core,
    accounts::{Caller, require_admin},
    http::{ApiResult, Fields, Json, Problem, ProblemBody, ProblemCode, Problems},
    suppressions::{
        Reason,
        store::{self, New, Suppression},
    },
};

const MAX_DETAIL: usize = 500;

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct CreateSuppression {
    #[schema(required, nullable = false, format = Email)]
    email: Option<String>,
    /// Why; for those who read the list.
    #[schema(max_length = 500)]
    detail: Option<String>,
}

/// Suppress an address
///
/// For administrators. Nothing is sent to it from now on, whoever's subscriber it is.
#[utoipa::path(post, path = "/api/suppressions", tag = "suppressions", request_body = CreateSuppression,
    responses(
        (status = 201, body = Suppression),
        Problems<400, 401, 403, 413, 415, 422>,
        (status = 409, description = "It is on the list already", body = ProblemBody)))]
pub async fn create_suppression(
    State(core): State<Core>,
    caller: Caller,
    Json(body): Json<CreateSuppression>,
) -> ApiResult<(StatusCode, axum::Json<Suppression>)> {
    require_admin(&caller)?;
    let mut fields = Fields::default();
    let text = fields.required_line("email", body.email, 320);
    let address = if text.is_empty() { None } else { fields.email("email", &text) };
    let detail = fields.text("detail", body.detail, MAX_DETAIL);
    fields.finish()?;
    let address = address.ok_or_else(|| Problem::required("email", "Email is required."))?;
    let mut tx = core.db.begin().await?;
    let new = New {
        email: &address.original,
        email_key: &address.key,
        reason: Reason::Manual,
        source: "manual",
        detail: detail.as_deref(),
    };
    if !store::add(&mut tx, new, core.now()).await? {
        return Err(Problem::conflict(
            ProblemCode::SuppressionExists,
            "This address is already on the suppression list.",
        ));
    }
    let added = store::find(&mut tx, &address.key).await?;
    tx.commit().await?;
    added.map(|row| (StatusCode::CREATED, axum::Json(row))).ok_or_else(|| Problem::not_found("suppression"))
}
