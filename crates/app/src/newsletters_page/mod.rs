//! The calls of the Newsletters page: a newsletter with its domain and its readers, created, shown and changed.

mod http;
mod view;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{accounts::Keys, core::Has};
pub use http::no_such_newsletter;

pub fn routes<S: Has<Keys>>() -> OpenApiRouter<S> {
    OpenApiRouter::new()
        .routes(routes!(http::list::list_newsletters, http::create::create_newsletter))
        .routes(routes!(http::get::get_newsletter, http::update::update_newsletter))
}
