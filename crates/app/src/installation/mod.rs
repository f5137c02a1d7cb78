//! The installation as a whole: what its page tells, and that a copy may send.

mod http;
#[cfg(test)]
mod tests;
mod volume;

use database::Tx;
use utoipa_axum::{router::OpenApiRouter, routes};

pub use volume::watch_volume;

use crate::{Timestamp, accounts::Keys, core::Has, deliveries, instance};

pub fn routes<S: Has<Keys>>() -> OpenApiRouter<S> {
    OpenApiRouter::new().routes(routes!(http::show_installation)).routes(routes!(http::confirm_sending))
}

/// Holds a restored copy, in the transaction that makes its database visible: nothing is sent by nodes of before.
pub async fn mark_restored(tx: &mut Tx, now: Timestamp) -> database::Result<()> {
    deliveries::end_all_nodes(tx, now).await?;
    instance::mark_restored(tx, now).await
}
