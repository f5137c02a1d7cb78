//! What a node does without being asked. Boxed: whoever polls a future compiles all that it awaits, and the program, which would, is
//! compiled last and by one core.

use std::time::Duration;

use futures::{FutureExt as _, future::BoxFuture};
use tokio::{
    net::TcpListener,
    time::{interval, timeout},
};
use tokio_util::sync::CancellationToken;

use super::App;
use crate::{
    accounts, bounces, deletions, deliveries, domains, idempotency, imports, installation, messages,
    notifications, subscribers, tracking, webhooks,
};

const HOUR: Duration = Duration::from_hours(1);

/// Ends when it is told to stop.
pub type Task = BoxFuture<'static, ()>;

/// Sends campaigns as this node. A database that is away for a moment does not end it.
pub fn send(app: App, instance: String, stop: CancellationToken) -> Task {
    async move {
        while !stop.is_cancelled() {
            if let Err(error) = deliveries::run(app.core(), instance.clone(), stop.clone()).await {
                tracing::error!(%error, "sending stopped and begins again");
                let _ = timeout(Duration::from_secs(1), stop.cancelled()).await;
            }
        }
    }
    .boxed()
}

/// Writes opens and clicks down as they come in.
pub fn take_in(app: &App, stop: CancellationToken) -> Task {
    tracking::take_in(app.with(), stop).boxed()
}

/// What looks for work from time to time where mails are sent. `reports` takes in what comes back.
pub fn where_sent(
    app: &App,
    instance: &str,
    reports: Option<TcpListener>,
    stop: &CancellationToken,
) -> Vec<Task> {
    let (core, stop) = (|| app.core(), || stop.clone());
    vec![
        messages::background(core(), instance.to_owned(), stop()).boxed(),
        deliveries::send_account_mails(core(), stop()).boxed(),
        bounces::background(core(), reports, stop()).boxed(),
        tracking::background(core(), stop()).boxed(),
        deliveries::calendar(core(), stop()).boxed(),
        subscribers::index_search(core(), stop()).boxed(),
        webhooks::background(core(), stop()).boxed(),
        domains::background(core(), stop()).boxed(),
        deliveries::pack(core(), stop()).boxed(),
        deliveries::forget(core(), stop()).boxed(),
        deliveries::watch_risk(core(), stop()).boxed(),
        deletions::background(core(), stop()).boxed(),
        notifications::background(core(), stop()).boxed(),
    ]
}

/// What looks for work from time to time on every node: an uploaded file lies with the one that took it.
pub fn everywhere(app: &App, stop: &CancellationToken) -> Vec<Task> {
    vec![
        imports::background(app.with(), stop.clone()).boxed(),
        installation::watch_volume(app.core(), stop.clone()).boxed(),
        tidy(app.clone(), stop.clone()).boxed(),
    ]
}

/// Forgets what has expired.
async fn tidy(app: App, stop: CancellationToken) {
    let mut ticks = interval(HOUR);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        if let Err(error) = idempotency::prune(&app).await {
            tracing::warn!(%error, "old idempotency keys were not removed");
        }
        if let Err(error) = accounts::prune(&app).await {
            tracing::warn!(%error, "old sessions and links were not removed");
        }
    }
}
