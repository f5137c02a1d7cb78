//! Everything an author has: how much it is, and all of it in one archive.
//!
//! Owns no table. Each feature writes what it keeps, in its own shape, as its [`Holding`](crate::holding::Holding).

mod archive;
mod collect;
mod http;
mod slots;
mod store;
#[cfg(test)]
mod tests;

pub use slots::ExportSlots;

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
};

pub fn routes<S: Has<Keys> + Has<ExportSlots>>() -> Routes<S> {
    Routes::new().merge(routes!(http::get_holdings)).merge(routes!(http::export_account))
}
