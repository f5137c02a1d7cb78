//! The receiver of reports, and the mailbox that they are fetched from.

use std::{sync::Arc, time::Duration};

use futures::future::BoxFuture;
use returns::{
    TryLater,
    mailbox::{self, PollSettings},
    receiver::{self, Handler, Received, ReceiverSettings},
};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::{mail::Reader, unknown};
use crate::Core;

/// How often the mailbox is looked into.
const EVERY: Duration = Duration::from_mins(1);
/// How often what is old is removed.
const FORGET: Duration = Duration::from_hours(1);
/// How often a restored copy asks whether it may.
const HELD: Duration = Duration::from_secs(5);

/// Binds the address of `LETTERPRESS_BOUNCE_LISTEN`, when there is one.
pub fn listen(core: &Core) -> BoxFuture<'_, std::io::Result<Option<TcpListener>>> {
    Box::pin(async move {
        match core.settings.bounces.listen {
            Some(address) => TcpListener::bind(address).await.map(Some),
            None => Ok(None),
        }
    })
}

/// Receives and fetches until it is told to stop.
pub async fn background(core: Core, listener: Option<TcpListener>, stop: CancellationToken) {
    let reader = Arc::new(Reader::new(core.clone()));
    let receiving = async {
        let Some(listener) = listener else { return };
        let host =
            core.settings.bounces.host.clone().unwrap_or_else(|| core.settings.public_host().to_owned());
        let settings = ReceiverSettings::new(host);
        receiver::serve(listener, settings, Shared(reader.clone()), stop.clone()).await;
    };
    tokio::join!(receiving, fetch(&core, &reader, EVERY, &stop), forget(&core, &stop));
    // A part that ends counts as a failure: with nothing to do this one waits.
    stop.cancelled().await;
}

/// What was not understood is kept for a while only.
async fn forget(core: &Core, stop: &CancellationToken) {
    while !stop.is_cancelled() {
        if let Err(error) = unknown::forget_old(core).await {
            tracing::warn!(%error, "old reports could not be removed; it is tried again in an hour");
        }
        let _ = stop.run_until_cancelled(tokio::time::sleep(FORGET)).await;
    }
}

/// Reads the mailbox until it is told to stop.
pub(super) async fn fetch(core: &Core, reader: &Reader, every: Duration, stop: &CancellationToken) {
    let Some(url) = &core.settings.bounces.mailbox else { return };
    let mut failed = false;
    let settings = PollSettings::default();
    while !stop.is_cancelled() {
        // Fetching removes: a restored copy would take the reports of the installation that it is a copy of.
        if !core.may_send().await.unwrap_or(false) {
            let _ = stop.run_until_cancelled(tokio::time::sleep(every.min(HELD))).await;
            continue;
        }
        let polled = stop.run_until_cancelled(mailbox::poll(url, &settings, async |raw: Vec<u8>| {
            reader.collected(&raw).await.map_err(|error| {
                tracing::error!(%error, "a report could not be kept; it is fetched again");
                TryLater
            })
        }));
        match polled.await {
            Some(Ok(polled)) => {
                failed = false;
                if polled.seen > 0 {
                    tracing::info!(messages = polled.seen, "fetched reports from the mailbox");
                }
            }
            Some(Err(error)) if !failed => {
                failed = true;
                tracing::warn!(%error, "the mailbox of reports cannot be read; it is tried again each minute");
            }
            _ => {}
        }
        let _ = stop.run_until_cancelled(tokio::time::sleep(every)).await;
    }
}

/// One reader for all connections.
struct Shared(Arc<Reader>);

impl Handler for Shared {
    fn accepts(&self, recipient: &str) -> bool {
        self.0.accepts(recipient)
    }

    async fn receive(&self, mail: Received) -> Result<(), TryLater> {
        for recipient in &mail.recipients {
            self.0.receive(recipient, &mail.raw).await.map_err(|error| {
                tracing::error!(%error, "a report could not be kept; its sender tries again");
                TryLater
            })?;
        }
        Ok(())
    }
}
