//! The top bar's search, over everything of the author's that has a name. Owns no table.

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
    Routes::new().merge(routes!(http::search_everything))
}
