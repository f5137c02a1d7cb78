//! Opens and clicks: counted for people, with privacy proxies and robots apart, as far as the newsletter allows.
//!
//! A request is on disk milliseconds after its answer, and in the database within moments (`intake`). A moment later
//! (`count`), when it is known what else came in at the same time, each is judged and moved into counters, rollups and the
//! reader's engagement, in one transaction that also takes it out of what waits: nothing is counted twice, whatever stops.

mod agents;
mod count;
mod emit;
mod hits;
mod http;
mod intake;
mod removal;
mod tokens;
mod verdict;

#[cfg(test)]
mod tests;

use std::time::Duration;

use axum::Router;
use tokio_util::sync::CancellationToken;

pub use count::{SETTLE, count, uncounted};
pub use intake::{Intake, Targets, Tracking, commit_now, run as take_in};
pub use removal::{REMOVAL, forget};
pub use tokens::{TRAP, Tokens, Use};

use crate::{Core, core::Has, http::get};

const EVERY: Duration = Duration::from_millis(500);

pub fn routes<S: Has<Intake>>() -> Router<S> {
    Router::new().route("/t/o/{file}", get(http::open)).route("/t/c/{token}", get(http::click))
}

/// Counts what came in until it is told to stop.
pub async fn background(core: Core, stop: CancellationToken) {
    while !stop.is_cancelled() {
        match count(&core).await {
            Ok(counted) if counted.is_behind => continue,
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "opens and clicks were not counted"),
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
