//! A new access token for a browser that has the refresh cookie.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
};

use crate::{
    App,
    accounts::{
        Origin,
        session::{self, Opened, Session},
    },
    http::{Answer, Problem, ProblemBody},
};

/// Renew the session
///
/// Reads the refresh token from its cookie and replaces it. A token that was used before ends the session everywhere.
#[utoipa::path(post, path = "/api/auth/refresh", tag = "auth", security(()),
    responses(
        (status = 200, body = Session, headers(("set-cookie" = String, description = "The next refresh token"))),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "Asked by another site", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "A hosted provider signs authors in", body = ProblemBody, content_type = "application/problem+json")))]
pub async fn refresh(State(app): State<App>, origin: Origin, headers: HeaderMap) -> Answer<Opened> {
    session::require_built_in(&app)?;
    session::refuse_cross_site(&headers)?;
    let Some(token) = session::presented(&headers) else {
        return Err(Problem::unauthorized("There is no session. Please sign in."));
    };
    match session::renew(&app, &token, &origin).await {
        Err(problem) if problem.status == StatusCode::UNAUTHORIZED => {
            Err(problem.with_header(header::SET_COOKIE, session::forget(&app)?))
        }
        answer => answer,
    }
}
