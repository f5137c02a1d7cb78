//! The top bar's search, over everything of the author's that has a name. Owns no table.

mod http;
mod model;
mod store;
#[cfg(test)]
mod tests;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{accounts::Keys, core::Has};

pub fn routes<S: Has<Keys>>() -> OpenApiRouter<S> {
    OpenApiRouter::new().routes(routes!(http::search))
}
