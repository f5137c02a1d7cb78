//! What happens is told to servers of the author's choice, signed as Standard Webhooks says.
//!
//! Owns `webhooks`, `webhook_events` and `webhook_deliveries`. A feature [`emit`]s an event in the transaction that makes
//! it true. A step in the background puts each into the queues of the webhooks that want it (`fan_out`), numbered without
//! gaps, and attempts what is due (`deliver`): at least once, started in the order of the numbers while a receiver is
//! well. One node at a time attempts the deliveries of a webhook, under a lease that ends by itself.

mod address;
mod background;
mod data;
mod deliver;
mod fan_out;
mod holding;
mod http;
mod model;
mod post;
mod removal;
mod sign;
mod store;
#[cfg(test)]
mod tests;
mod view;

pub use background::background;
pub use data::{BounceKind, EmailClicked, EmailOpened, EmailReturned, EventSubscriber};
pub use deliver::deliver_due;
pub use fan_out::fan_out;
pub use holding::HOLDING;
pub use model::Event;
pub use removal::REMOVAL;
pub use store::{
    hooks::{count, silence},
    load::{Load, load},
    outbox::{Fact, Listener, emit, emit_all, forget_reader, listener, listeners},
};
pub use view::Webhook;

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
};

pub fn routes<S: Has<Keys>>() -> Routes<S> {
    Routes::new()
        .merge(routes!(http::list::list_webhooks, http::create::create_webhook))
        .merge(routes!(http::get::get_webhook, http::update::update_webhook, http::delete::delete_webhook))
        .merge(routes!(http::rotate::rotate_webhook_secret))
        .merge(routes!(http::ping::test_webhook))
        .merge(routes!(http::deliveries::list_webhook_deliveries))
        .merge(routes!(http::replay::replay_webhook_delivery))
}
