//! Removing what others stand on: an account, a newsletter, a sending domain. Each asks above whether something of it is
//! under way, and leaves nothing behind in any room.
//!
//! Owns no table.

mod account;
mod http;
mod store;
#[cfg(test)]
mod tests;

pub use account::{background, remove_some};

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
    tracking::Intake,
};

pub fn routes<S: Has<Keys> + Has<Intake>>() -> Routes<S> {
    Routes::new()
        .merge(routes!(http::delete_me::delete_me))
        .merge(routes!(http::delete_newsletter::delete_newsletter))
        .merge(routes!(http::delete_domain::delete_domain))
}
