//! The settings page: an author's name, company and time zone, the sender that a new newsletter starts with, and which
//! mails they get. Owns no table.

mod http;
#[cfg(test)]
mod tests;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{accounts::Keys, core::Has};

pub fn routes<S: Has<Keys>>() -> OpenApiRouter<S> {
    OpenApiRouter::new().routes(routes!(http::get_settings, http::update_settings))
}
