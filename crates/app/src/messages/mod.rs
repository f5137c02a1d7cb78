//! Emails to one person each, that a program sends for what this person did: an order, a ticket, a sign-in. They leave ahead
//! of campaigns, on connections of their own, and say nothing of a list.
//!
//! Owns `messages`: one row each, which says what became of it. That a mail may leave now is durable before its dot is
//! written, as with campaigns, so that a crash leaves each either sent, to be sent, or in doubt. A bounce or a complaint
//! stops what comes after; who unsubscribed from a newsletter still gets what they ordered.

mod background;
mod compose;
mod holding;
mod http;
mod model;
mod removal;
mod returns;
mod store;
#[cfg(test)]
mod tests;

pub use background::background;
pub use holding::HOLDING;
pub use removal::REMOVAL;
pub use returns::{came_back, forget, hold_all, left};

use axum::extract::DefaultBodyLimit;

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
    templates,
};

pub fn routes<S: Has<Keys>>() -> Routes<S> {
    Routes::new()
        .merge(routes!(http::create::create_message).layer(DefaultBodyLimit::max(templates::MAX_BODY)))
        .merge(routes!(http::list::list_messages))
        .merge(routes!(http::get::get_message))
        .merge(routes!(http::resolve::resolve_message))
}
