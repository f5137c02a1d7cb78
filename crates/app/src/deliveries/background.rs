//! The sending half of a node.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use engine::{Ceiling, Health, Parts, ports::Random};
use tokio::{sync::Notify, task::JoinSet};
use tokio_util::sync::CancellationToken;

use super::{
    SqlLedger,
    groups::SqlGroups,
    quota,
    transport::{Capture, Metered, Ses, Smtp},
    trouble,
};
use crate::{App, secrets};

/// What the rest of the product knows of the engine.
#[derive(Default)]
pub struct Node {
    wake: Arc<Notify>,
    health: Mutex<Health>,
}

impl Node {
    /// There is something new to do: a campaign was started, resumed or cancelled.
    pub fn wake(&self) {
        self.wake.notify_one();
    }

    /// False while the send ledger cannot be written.
    pub fn is_healthy(&self) -> bool {
        self.health.lock().unwrap_or_else(PoisonError::into_inner).is_good()
    }
}

struct SystemRandom;

impl Random for SystemRandom {
    fn next(&self) -> u64 {
        let mut bytes = [0; 8];
        secrets::fill_random(&mut bytes);
        u64::from_le_bytes(bytes)
    }
}

/// The retry schedule, by the engine's count of attempts.
pub(super) fn retry_delay(attempt: i16, unit: f64) -> Option<Duration> {
    mailer::retry_delay(u32::try_from(attempt).unwrap_or(1), unit)
}

/// Sends until it is stopped. `instance` names the data folder whose lock this process holds.
pub async fn run(app: App, instance: String, stop: CancellationToken) -> database::Result<()> {
    let ledger = Arc::new(SqlLedger::register(app.clone(), instance).await?);
    match app.settings.mail.clone() {
        mailer::MailUrl::Capture => {
            drive(&app, ledger.clone(), Capture::start(app.clone()), Arc::default(), stop).await;
        }
        mailer::MailUrl::Smtp(url) => {
            drive(&app, ledger.clone(), Smtp::new(&url), Arc::default(), stop).await;
        }
        mailer::MailUrl::Ses(_) => {
            if let Some(client) = app.ses.clone() {
                let ceiling = Arc::new(Ceiling::default());
                let watching = quota::watch(client.clone(), app.clock.clone(), ceiling.clone());
                let watching = tokio::spawn(stop.clone().run_until_cancelled_owned(watching));
                let transport = Ses::new(client, app.clock.clone());
                drive(&app, ledger.clone(), transport, ceiling, stop).await;
                watching.abort();
            }
        }
    }
    ledger.unregister().await
}

async fn drive<T: engine::ports::Transport>(
    app: &App,
    ledger: Arc<SqlLedger>,
    transport: T,
    ceiling: Arc<Ceiling>,
    stop: CancellationToken,
) {
    let clock = ledger.clock().clone();
    let node_id = ledger.node_id();
    let parts = Parts {
        ledger,
        transport: Metered { inner: transport, app: app.clone() },
        clock,
        random: Arc::new(SystemRandom),
        retry_delay,
        concurrency: app.settings.send_concurrency,
        rate: app.settings.send_rate,
        ceiling,
        groups: Arc::new(SqlGroups(app.clone())),
        throttles: app.settings.throttles.clone(),
        wake: app.sender.wake.clone(),
    };
    // Dropped with the engine.
    let mut watching = JoinSet::new();
    engine::run(parts, stop, |signs| {
        *app.sender.health.lock().unwrap_or_else(PoisonError::into_inner) = signs.health;
        watching.spawn(trouble::watch(app.clone(), node_id, signs.trouble));
    })
    .await;
}
