//! The sending half of a node.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use engine::{Ceiling, Parts, ports::Random};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::{
    SqlLedger,
    groups::SqlGroups,
    quota,
    transport::{Capture, Metered, Ses, Smtp},
    trouble,
};
use crate::{Core, secrets};

/// The system's randomness, of which little costs as much as more.
#[derive(Default)]
struct SystemRandom(Mutex<Vec<u64>>);

impl Random for SystemRandom {
    fn next(&self) -> u64 {
        let mut drawn = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(next) = drawn.pop() {
                return next;
            }
            let bytes: [u8; 1024] = secrets::random_bytes();
            drawn.extend(bytes.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)));
        }
    }
}

/// The retry schedule, by the engine's count of attempts.
pub(super) fn retry_delay(attempt: i16, unit: f64) -> Option<Duration> {
    mailer::retry_delay(u32::try_from(attempt).unwrap_or(1), unit)
}

/// Sends until it is stopped. `instance` names the data folder whose lock this process holds.
pub async fn run(core: Core, instance: String, stop: CancellationToken) -> database::Result<()> {
    let ledger = Arc::new(SqlLedger::register(core.clone(), instance).await?);
    match core.settings.mail.clone() {
        mailer::MailUrl::Capture => {
            drive(&core, ledger.clone(), Capture::start(core.clone()), Arc::default(), stop).await;
        }
        mailer::MailUrl::Smtp(url) => {
            drive(&core, ledger.clone(), Smtp::new(&url), Arc::default(), stop).await;
        }
        mailer::MailUrl::Ses(_) => {
            if let Some(client) = core.ses.clone() {
                let ceiling = Arc::new(Ceiling::default());
                let watching = quota::watch(client.clone(), core.clock.clone(), ceiling.clone());
                let watching = tokio::spawn(stop.clone().run_until_cancelled_owned(watching));
                let transport = Ses::new(client, core.clock.clone());
                drive(&core, ledger.clone(), transport, ceiling, stop).await;
                watching.abort();
            }
        }
    }
    ledger.unregister().await
}

async fn drive<T: engine::ports::Transport>(
    core: &Core,
    ledger: Arc<SqlLedger>,
    transport: T,
    ceiling: Arc<Ceiling>,
    stop: CancellationToken,
) {
    let clock = ledger.clock().clone();
    let node_id = ledger.node_id();
    let parts = Parts {
        ledger,
        transport: Metered { inner: transport, core: core.clone() },
        clock,
        random: Arc::new(SystemRandom::default()),
        retry_delay,
        concurrency: core.settings.send_concurrency,
        rate: core.settings.send_rate,
        ceiling,
        groups: Arc::new(SqlGroups(core.clone())),
        throttles: core.settings.throttles.clone(),
        wake: core.sender.signal(),
    };
    // Dropped with the engine.
    let mut watching = JoinSet::new();
    engine::run(parts, stop, |signs| {
        core.sender.watch(move || signs.health.is_good());
        watching.spawn(trouble::watch(core.clone(), node_id, signs.trouble));
    })
    .await;
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_attempts_have_one_id() {
        let random = SystemRandom::default();
        assert_eq!((0..1000).map(|_| random.attempt_id()).collect::<HashSet<_>>().len(), 1000);
    }
}
