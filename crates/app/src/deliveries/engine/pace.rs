//! Slowing down: the operator's rate, and a transport in trouble.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::time::{Instant, sleep_until};

/// The installation's rate, divided by its nodes.
pub struct Pace {
    per_second: Option<f64>,
    nodes: AtomicUsize,
    next: Mutex<Option<Instant>>,
}

impl Pace {
    pub fn new(per_second: Option<f64>) -> Self {
        Self { per_second, nodes: AtomicUsize::new(1), next: Mutex::new(None) }
    }

    pub fn share(&self, nodes: usize) {
        self.nodes.store(nodes.max(1), Ordering::Relaxed);
    }

    pub fn is_limited(&self) -> bool {
        self.per_second.is_some()
    }

    /// Waits for this message's turn.
    pub async fn wait(&self) {
        let Some(rate) = self.per_second else { return };
        let gap = Duration::from_secs_f64(self.nodes.load(Ordering::Relaxed) as f64 / rate.max(0.001));
        let turn = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            let turn = next.map_or_else(Instant::now, |at| at.max(Instant::now()));
            *next = Some(turn + gap);
            turn
        };
        sleep_until(turn).await;
    }
}

const FIRST: Duration = Duration::from_millis(500);
const LAST: Duration = Duration::from_secs(60);

/// A transport that cannot be reached is asked again after a growing while, by all workers together.
#[derive(Default)]
pub struct Trouble(Mutex<Option<(Instant, Duration)>>);

impl Trouble {
    /// Waits until the transport may be asked again.
    pub async fn wait(&self) {
        let until = self.0.lock().unwrap_or_else(PoisonError::into_inner).map(|(until, _)| until);
        if let Some(until) = until {
            sleep_until(until).await;
        }
    }

    pub fn raise(&self, reason: &str) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        match *state {
            // Another worker has said so already.
            Some((until, _)) if until > now => {}
            Some((_, delay)) => *state = Some((now + (delay * 2).min(LAST), (delay * 2).min(LAST))),
            None => *state = Some((now + FIRST, FIRST)),
        }
        tracing::warn!(reason, "the mail transport is in trouble");
    }

    pub fn clear(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
