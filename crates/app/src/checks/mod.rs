//! Before a campaign is sent: what would go wrong, with a fix for each, and who would get it. Owns no table.

mod audience;
mod content;
mod http;
mod model;
mod reach;
#[cfg(test)]
mod tests;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{accounts::Keys, core::Has};

pub fn routes<S: Has<Keys>>() -> OpenApiRouter<S> {
    OpenApiRouter::new().routes(routes!(http::check_campaign)).routes(routes!(http::dry_run))
}
