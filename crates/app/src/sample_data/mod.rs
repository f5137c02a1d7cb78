//! Something to look at before an author has anything: a newsletter with subscribers at addresses that cannot exist, a
//! template and a draft. No figures are made up, and nothing is ever sent.
//!
//! Owns `sample_data`, which says what was made; exactly that goes again. What its author changed or added is the author's.

mod content;
mod http;
mod store;
#[cfg(test)]
mod tests;

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
    removal::{ROWS, Removal, own},
};

pub use store::exists;

/// See [`Removal`].
pub const REMOVAL: Removal =
    Removal { of_author: &[own!("sample_data", "author_id", ROWS)], ..Removal::NONE };

pub fn routes<S: Has<Keys>>() -> Routes<S> {
    Routes::new().merge(routes!(http::make_sample_data, http::remove_sample_data))
}
