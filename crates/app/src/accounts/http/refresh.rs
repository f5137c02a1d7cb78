//! A new access token for a browser that has the refresh cookie.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};

use crate::{
    accounts::Accounts,
    accounts::{
        Origin, hosted,
        session::{self, Opened, Session},
    },
    http::{ApiResult, Problem, ProblemBody, Problems},
};

/// Renew the session
///
/// Reads the refresh token from its cookie and replaces it. A token that was used before ends the session everywhere. With a
/// hosted provider the access token is the provider's, renewed there when it runs out.
#[utoipa::path(post, path = "/api/auth/refresh", tag = "auth", security(()),
    responses(
        (status = 200, body = Session, headers(("set-cookie" = String, description = "The next refresh token"))),
        Problems<401>,
        (status = 403, description = "Asked by another site", body = ProblemBody),
        (status = 503, description = "The hosted sign-in provider does not answer; the session is kept", body = ProblemBody)))]
pub async fn refresh_session(
    State(accounts): State<Accounts>,
    origin: Origin,
    headers: HeaderMap,
) -> ApiResult<Opened> {
    session::refuse_cross_site(&headers)?;
    let Some(token) = session::presented(&headers) else {
        return Err(Problem::unauthorized("You're not signed in. Sign in."));
    };
    let renewed = if accounts.own.signer.is_some() {
        session::renew(&accounts, &token, &origin).await
    } else {
        hosted::renew(&accounts, &token, &origin).await
    };
    match renewed {
        Err(problem) if problem.status == StatusCode::UNAUTHORIZED => {
            let cookies = session::forget(&accounts)?;
            Err(cookies.into_iter().fold(problem, |problem, (name, value)| problem.with_header(name, value)))
        }
        answer => answer,
    }
}
