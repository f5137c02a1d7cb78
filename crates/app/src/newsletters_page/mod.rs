//! The calls of the Newsletters page: a newsletter with its domain and its readers, created, shown and changed.

mod http;
mod view;

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
};
pub use http::{no_such_newsletter, shown};
pub use view::NewsletterView;

pub fn routes<S: Has<Keys>>() -> Routes<S> {
    Routes::new()
        .merge(routes!(http::list::list_newsletters, http::create::create_newsletter))
        .merge(routes!(http::get::get_newsletter, http::update::update_newsletter))
}
