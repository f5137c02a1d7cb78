//! The Overview: how the author's newsletters do and what happened lately. Owns no table; reads counters and daily
//! figures, never readers or mails.

mod http;
mod model;
mod store;
#[cfg(test)]
mod tests;

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
};

pub fn routes<S: Has<Keys>>() -> Routes<S> {
    Routes::new().merge(routes!(http::get_overview)).merge(routes!(http::update_checklist))
}
