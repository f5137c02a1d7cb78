//! Slowing down: the operator's rate, and a transport in trouble.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::time::{Instant, sleep_until};

/// A rate that the transport sets while the engine runs, in messages per second of the whole installation.
#[derive(Debug, Default)]
pub struct Ceiling(AtomicU64);

impl Ceiling {
    /// `None`: no ceiling.
    pub fn set(&self, per_second: Option<f64>) {
        self.0.store(per_second.unwrap_or(0.0).to_bits(), Ordering::Relaxed);
    }

    fn get(&self) -> Option<f64> {
        Some(f64::from_bits(self.0.load(Ordering::Relaxed))).filter(|rate| *rate > 0.0)
    }
}

/// The installation's rate, divided by its nodes.
pub struct Pace {
    per_second: Option<f64>,
    ceiling: Arc<Ceiling>,
    nodes: AtomicUsize,
    next: Mutex<Option<Instant>>,
}

impl Pace {
    pub fn new(per_second: Option<f64>, ceiling: Arc<Ceiling>) -> Self {
        Self { per_second, ceiling, nodes: AtomicUsize::new(1), next: Mutex::new(None) }
    }

    pub fn share(&self, nodes: usize) {
        self.nodes.store(nodes.max(1), Ordering::Relaxed);
    }

    pub fn nodes(&self) -> usize {
        self.nodes.load(Ordering::Relaxed)
    }

    pub fn is_limited(&self) -> bool {
        self.rate().is_some()
    }

    /// The lower of the operator's rate and the transport's.
    fn rate(&self) -> Option<f64> {
        match (self.per_second, self.ceiling.get()) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Waits for this message's turn.
    pub async fn wait(&self) {
        let Some(rate) = self.rate() else { return };
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
        tracing::warn!(reason = crate::redact::addresses(reason), "the mail transport is in trouble");
    }

    /// It answered about a message: a connection alone proves nothing, some servers refuse each message after it.
    pub fn clear(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_lower_rate_holds_and_may_change() {
        let ceiling = Arc::new(Ceiling::default());
        let pace = Pace::new(None, ceiling.clone());
        assert!(!pace.is_limited());
        ceiling.set(Some(2.0));
        let begin = Instant::now();
        for _ in 0..5 {
            pace.wait().await;
        }
        assert_eq!(begin.elapsed(), Duration::from_secs(2));
        let slower = Pace::new(Some(1.0), ceiling.clone());
        assert_eq!(slower.rate(), Some(1.0));
        ceiling.set(Some(0.5));
        assert_eq!(slower.rate(), Some(0.5));
        ceiling.set(None);
        assert_eq!((slower.rate(), pace.is_limited()), (Some(1.0), false));
    }
}
