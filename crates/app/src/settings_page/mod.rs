//! The settings page: an author's name, company and time zone, the sender that a new newsletter starts with, and which
//! mails they get. Owns no table.

mod http;
#[cfg(test)]
mod tests;

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
};

pub fn routes<S: Has<Keys>>() -> Routes<S> {
    Routes::new().merge(routes!(http::get_settings, http::update_settings))
}
