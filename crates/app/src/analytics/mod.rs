//! How newsletters and campaigns do: totals and rates. Owns no table.

pub mod http;
mod model;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(http::newsletter::newsletter_analytics))
        .routes(routes!(http::campaign::campaign_analytics))
}
