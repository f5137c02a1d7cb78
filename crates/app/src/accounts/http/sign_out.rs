//! Ending a session.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{AppendHeaders, IntoResponse},
};

use crate::{
    accounts::Accounts,
    accounts::{Origin, session},
    http::{ApiResult, ProblemBody},
};

/// Sign out
///
/// Ends the session that the refresh cookie belongs to; without one there is nothing to end.
#[utoipa::path(post, path = "/api/auth/sign-out", tag = "auth", security(()),
    responses(
        (status = 204),
        (status = 403, description = "Asked by another site", body = ProblemBody)))]
pub async fn sign_out(
    State(accounts): State<Accounts>,
    origin: Origin,
    headers: HeaderMap,
) -> ApiResult<impl IntoResponse> {
    session::refuse_cross_site(&headers)?;
    if let Some(token) = session::presented(&headers) {
        session::end(&accounts, &token, &origin).await?;
    }
    Ok((StatusCode::NO_CONTENT, AppendHeaders(session::forget(&accounts)?)))
}
