//! Who asks. Everything an author may see is found through [`Caller::author_id`].

use axum::{
    extract::FromRequestParts,
    http::{header, request::Parts},
};

use super::Problem;
use crate::{App, accounts};

/// The signed-in author behind a request.
#[derive(Clone, Debug)]
pub struct Caller {
    pub author_id: i64,
    pub email: String,
    pub is_admin: bool,
    /// The family of the session; `None` for an API key.
    pub session: Option<String>,
}

/// Refuses API keys: what protects an account is changed by who is signed in to it.
pub fn require_session(caller: &Caller) -> Result<(), Problem> {
    if caller.session.is_some() {
        return Ok(());
    }
    Err(Problem::forbidden("Only a signed-in browser may do this, not an API key."))
}

/// Refuses everyone but administrators.
pub fn require_admin(caller: &Caller) -> Result<(), Problem> {
    if caller.is_admin { Ok(()) } else { Err(Problem::forbidden("Only an administrator may do this.")) }
}

impl FromRequestParts<App> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        // The idempotency layer has asked already.
        if let Some(caller) = parts.extensions.get::<Self>() {
            return Ok(caller.clone());
        }
        let token = parts
            .headers
            .get(header::AUTHORIZATION)
            .and_then(|v| v.to_str().ok())
            .and_then(|v| v.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .map(|(_, token)| token.trim())
            .filter(|token| !token.is_empty())
            .ok_or_else(|| Problem::unauthorized("Please sign in: this call needs a bearer token."))?;
        let caller = accounts::authenticate(app, token).await?;
        parts.extensions.insert(caller.clone());
        Ok(caller)
    }
}
