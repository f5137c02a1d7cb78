//! Authors: who they are, how they sign in, what proves it.

use utoipa_axum::router::OpenApiRouter;

use crate::{
    App, Settings,
    http::{Caller, Problem},
};

/// What signs and checks tokens.
pub struct Keys;

impl Keys {
    pub fn new(_settings: &Settings) -> Self {
        Self
    }
}

/// Who a bearer token belongs to: an access token of the sign-in provider, or an API key.
pub async fn authenticate(_app: &App, _token: &str) -> Result<Caller, Problem> {
    Err(Problem::unauthorized("The token is not valid or has expired."))
}

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
}
