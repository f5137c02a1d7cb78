//! Slowing down: the operator's rate, and a transport in trouble.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use platform::{Clock, Timestamp, redact};
use tokio::time::{Instant, sleep_until};

use super::ports::Obstacle;

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

/// Trouble that was not met again for so long is over: nothing wants to leave any more.
const OVER: Duration = Duration::from_secs(5 * 60);

/// Why no mail can be handed over, and since when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    pub since: Timestamp,
    pub obstacle: Obstacle,
    /// For the operator.
    pub reason: String,
}

struct State {
    until: Instant,
    delay: Duration,
    raised: Instant,
    stuck: Stuck,
}

/// A transport that cannot be reached is asked again after a growing while, by all workers together. Cheap to clone.
#[derive(Clone)]
pub struct Trouble {
    clock: Clock,
    state: Arc<Mutex<Option<State>>>,
}

impl Trouble {
    /// None so far.
    pub fn new(clock: Clock) -> Self {
        Self { clock, state: Arc::default() }
    }

    fn with<T>(&self, f: impl FnOnce(&mut Option<State>) -> T) -> T {
        f(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until the transport may be asked again.
    pub async fn wait(&self) {
        if let Some(until) = self.with(|state| state.as_ref().map(|state| state.until)) {
            sleep_until(until).await;
        }
    }

    /// It was met: whoever waits, waits a while longer.
    pub fn raise(&self, obstacle: Obstacle, reason: &str) {
        let now = Instant::now();
        let is_news = self.with(|known| {
            let delay = match known {
                // Another worker has said so already.
                Some(state) if state.until > now => {
                    state.raised = now;
                    return false;
                }
                Some(state) => (state.delay * 2).min(LAST),
                None => FIRST,
            };
            let lasting = known.take().filter(|state| now - state.raised < OVER);
            let since = lasting.as_ref().map_or_else(|| self.clock.now(), |state| state.stuck.since);
            let stuck = Stuck { since, obstacle, reason: redact::addresses(reason) };
            *known = Some(State { until: now + delay, delay, raised: now, stuck });
            lasting.is_none()
        });
        let reason = redact::addresses(reason);
        // Once: it may last for hours.
        if is_news {
            tracing::warn!(reason, "the mail transport is in trouble");
        } else {
            tracing::debug!(reason, "the mail transport is still in trouble");
        }
    }

    /// It answered about a message: a connection alone proves nothing, some servers refuse each message after it.
    pub fn clear(&self) {
        self.with(Option::take);
    }

    /// What keeps mail from leaving, if something does.
    pub fn look(&self) -> Option<Stuck> {
        let now = Instant::now();
        self.with(|state| {
            state.as_ref().filter(|state| now - state.raised < OVER).map(|state| state.stuck.clone())
        })
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

    #[tokio::test(start_paused = true)]
    async fn workers_that_meet_it_together_wait_as_long_as_one() {
        let trouble = Trouble::new(Clock::fixed(Timestamp(1_000)));
        for _ in 0..10 {
            trouble.raise(Obstacle::Unreachable, "connecting: refused");
        }
        let began = Instant::now();
        trouble.wait().await;
        assert_eq!(began.elapsed(), FIRST);
        trouble.raise(Obstacle::Unreachable, "connecting: refused");
        trouble.wait().await;
        assert_eq!(began.elapsed(), 3 * FIRST);
    }

    #[tokio::test(start_paused = true)]
    async fn trouble_lasts_from_the_first_failure_to_the_first_answer() {
        let clock = Clock::fixed(Timestamp(1_000));
        let trouble = Trouble::new(clock.clone());
        assert_eq!(trouble.look(), None);
        for _ in 0..20 {
            trouble.raise(Obstacle::Unreachable, "connecting: refused");
            trouble.wait().await;
            clock.advance(10_000);
        }
        trouble.raise(Obstacle::Insecure, "TLS: <a@example.net> no");
        let stuck = trouble.look().unwrap();
        assert_eq!((stuck.since, stuck.obstacle), (Timestamp(1_000), Obstacle::Insecure));
        assert_eq!(stuck.reason, "TLS: <address> no");
        trouble.clear();
        assert_eq!(trouble.look(), None);
        trouble.raise(Obstacle::Refusing, "451 later");
        assert_eq!(trouble.look().unwrap().since, Timestamp(201_000));
        // Nobody met it again, because nothing was to be sent.
        tokio::time::sleep(OVER).await;
        assert_eq!(trouble.look(), None);
        clock.advance(10_000);
        trouble.raise(Obstacle::Refusing, "451 later");
        assert_eq!(trouble.look().unwrap().since, Timestamp(211_000), "it is another one");
    }
}
