//! Before a campaign is sent: what would go wrong, with a fix for each, and who would get it. Owns no table.

mod audience;
mod content;
mod http;
mod model;
mod reach;
#[cfg(test)]
mod tests;

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
};

pub fn routes<S: Has<Keys>>() -> Routes<S> {
    Routes::new().merge(routes!(http::check_campaign)).merge(routes!(http::dry_run_campaign))
}
