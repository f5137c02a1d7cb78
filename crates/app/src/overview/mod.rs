//! The Overview: how the author's newsletters do and what happened lately. Owns no table; reads counters and daily
//! figures, never readers or mails.

mod http;
mod model;
mod store;
#[cfg(test)]
mod tests;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{accounts::Keys, core::Has};

pub fn routes<S: Has<Keys>>() -> OpenApiRouter<S> {
    OpenApiRouter::new().routes(routes!(http::overview)).routes(routes!(http::show_checklist))
}
