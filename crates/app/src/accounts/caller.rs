//! Who asks. Everything an author may see is found through [`Caller::author_id`].

use axum::{
    extract::{FromRequestParts, MatchedPath},
    http::{header, request::Parts},
};

use futures::future::BoxFuture;

use super::{
    authenticate::authenticate,
    scopes::{self, Scopes},
};
use crate::{
    AuthorId,
    accounts::{Accounts, Keys},
    core::Has,
    http::{Identified, Problem},
};

/// The signed-in author behind a request, who may make it.
#[derive(Clone, Debug)]
pub struct Caller {
    pub author_id: AuthorId,
    pub email: String,
    pub is_admin: bool,
    /// What the API key may do; [`Scopes::FULL`] for a session.
    pub scopes: Scopes,
    /// The API key that was shown; none is a session.
    pub api_key_id: Option<i64>,
    /// The family of the session; `None` for an API key.
    pub session: Option<String>,
}

/// Refuses everyone but administrators.
pub fn require_admin(caller: &Caller) -> Result<(), Problem> {
    if caller.is_admin { Ok(()) } else { Err(Problem::forbidden("Only an administrator may do this.")) }
}

/// Who the bearer is, whatever they may do: asked once a request.
#[derive(Clone)]
struct Known(Caller);

/// The author behind the request's bearer, before it is known whether they may make this call.
pub async fn identify(parts: &mut Parts, accounts: &Accounts) -> Result<Caller, Problem> {
    if let Some(Known(caller)) = parts.extensions.get() {
        return Ok(caller.clone());
    }
    let token = bearer(parts)
        .ok_or_else(|| Problem::unauthorized("Please sign in: this call needs a bearer token."))?;
    let caller = authenticate(accounts, token).await?;
    parts.extensions.insert(Known(caller.clone()));
    parts.extensions.insert(Identified);
    Ok(caller)
}

/// The token of the Authorization header.
pub fn bearer(parts: &Parts) -> Option<&str> {
    parts
        .headers
        .get(header::AUTHORIZATION)
        .and_then(|v| v.to_str().ok())
        .and_then(|v| v.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim())
        .filter(|token| !token.is_empty())
}

impl<S: Has<Keys>> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        Self::of(parts, &state.with()).await
    }
}

impl Caller {
    /// The author behind the request, who may make this call.
    ///
    /// Boxed: it is part of every call, in each of which the compiler would look through it.
    pub fn of<'a>(parts: &'a mut Parts, accounts: &'a Accounts) -> BoxFuture<'a, Result<Self, Problem>> {
        Box::pin(async {
            let caller = identify(parts, accounts).await?;
            if caller.api_key_id.is_some() {
                let route = parts.extensions.get::<MatchedPath>().map(MatchedPath::as_str);
                scopes::check(caller.scopes, &parts.method, route)?;
            }
            Ok(caller)
        })
    }
}
