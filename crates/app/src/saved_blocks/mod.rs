//! Blocks that an author keeps to use in other mails.
//!
//! Owns `saved_blocks`. What a block may be is the business of [`templates`](crate::templates).

mod holding;
pub mod http;
mod model;
mod store;
#[cfg(test)]
mod tests;

pub use holding::HOLDING;
pub use store::REMOVAL;

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
};

pub fn routes<S: Has<Keys>>() -> Routes<S> {
    Routes::new()
        .merge(routes!(http::list::list_saved_blocks, http::create::create_saved_block))
        .merge(routes!(http::update::update_saved_block, http::delete::delete_saved_block))
}
