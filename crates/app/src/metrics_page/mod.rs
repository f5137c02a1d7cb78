//! `GET /metrics`: who may read the figures, and what is read for them.

mod gather;
mod http;
#[cfg(test)]
mod tests;

use axum::Router;

pub use http::count;

use crate::{core::Has, http::get, tracking::Intake};

pub fn routes<S: Has<Intake>>() -> Router<S> {
    Router::new().route("/metrics", get(http::metrics))
}
