//! A transport that takes connections and throttles every message.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::{
    CONNECTIONS,
    ledger::ModelLedger,
    transport::NoGroups,
    world::{Shared, World},
};
use crate::{
    Clock, Timestamp,
    deliveries::{
        engine::{
            self, Parts,
            ports::{
                Committed, Connection, Envelope, Mail, NoConnection, Reply, ReplyKind, Staged, Transport,
            },
        },
        model::Policy,
    },
};

/// Counts the messages.
struct Throttled(Arc<AtomicUsize>);

impl Transport for Throttled {
    type Connection = Self;

    async fn connect(&self) -> Result<Self, NoConnection> {
        Ok(Self(self.0.clone()))
    }
}

impl Connection for Throttled {
    async fn stage(&mut self, _mail: Mail<'_>) -> Staged {
        Staged::Ready
    }

    async fn commit(&mut self, _next: Option<&Envelope>) -> Committed {
        self.0.fetch_add(1, Ordering::Relaxed);
        let text = "Maximum sending rate exceeded.".to_owned();
        Committed::Answered(Reply { kind: ReplyKind::Trouble, code: None, enhanced_code: None, text })
    }

    async fn close(self, _politely: bool) {}
}

#[tokio::test(start_paused = true)]
async fn every_connection_waits_longer_and_longer() {
    let shared = Arc::new(Shared::new(World::new(500, Policy::Resend), 1));
    shared.world().faults = false;
    let clock = Clock::fixed(Timestamp(1_800_000_000_000));
    let messages = Arc::new(AtomicUsize::new(0));
    let parts = Parts {
        ledger: Arc::new(ModelLedger::register(&shared, &clock, false)),
        transport: Throttled(messages.clone()),
        clock,
        random: shared.clone(),
        retry_delay: |attempt, unit| mailer::retry_delay(u32::try_from(attempt).unwrap_or(1), unit),
        concurrency: CONNECTIONS,
        rate: None,
        ceiling: Arc::default(),
        groups: Arc::new(NoGroups),
        throttles: Vec::new(),
        wake: Arc::default(),
    };
    let stop = CancellationToken::new();
    let task = tokio::spawn(engine::run(parts, stop.clone(), drop));
    sleep(Duration::from_secs(60)).await;
    // At once, and after 0.5, 1, 2, 4, 8, 16 and 32 seconds.
    let sent = messages.load(Ordering::Relaxed);
    assert!((7..=7 * CONNECTIONS).contains(&sent), "{sent} messages in the first minute");
    stop.cancel();
    task.await.unwrap();
}
