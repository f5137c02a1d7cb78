//! The installation as a whole: what its page tells, and that a copy may send.

mod http;
#[cfg(test)]
mod tests;
mod volume;

use database::Tx;
use futures::future::BoxFuture;

pub use volume::watch_volume;

use crate::{
    Timestamp,
    accounts::Keys,
    core::Has,
    deliveries,
    http::{Routes, routes},
    instance,
};

pub fn routes<S: Has<Keys>>() -> Routes<S> {
    Routes::new().merge(routes!(http::get_installation)).merge(routes!(http::confirm_sending))
}

/// Holds a restored copy, in the transaction that makes its database visible: nothing is sent by nodes of before.
pub fn mark_restored(tx: &mut Tx, now: Timestamp) -> BoxFuture<'_, database::Result<()>> {
    Box::pin(async move {
        deliveries::end_all_nodes(tx, now).await?;
        instance::mark_restored(tx, now).await
    })
}
