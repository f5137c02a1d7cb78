//! Slowing down for one receiving provider: by the operator's rate, and when it asks for it.
//!
//! Providers count by their mail hosts, not by the domains of addresses, so the key is the domain of the hosts that
//! receive: its group. A group that asked is left alone for a while; then one mail tries, and the rest follow when it is
//! taken.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use platform::clock::{MINUTE, SECOND};
use tokio::time::{Instant, sleep_until};

use super::{
    ports::{Groups, Pause},
    receivers::Receivers,
};

/// Answers in a row that ask to slow down, with nothing taken between them: fewer are about a reader.
const IN_A_ROW: u32 = 5;
/// Google asks for at least ten minutes.
const LONG: i64 = 10 * MINUTE;
/// The first pause for everybody else; each further one is twice as long.
const SHORT: i64 = MINUTE;
const LONGEST: i64 = 60 * MINUTE;
/// A mail that tries and is never heard of again holds the others up for no longer.
const TRIAL: i64 = MINUTE;
/// While one mail tries, the others look again after this.
const LOOK_AGAIN: i64 = 15 * SECOND;
/// A slot further away than this is not waited for with an open connection.
const NEAR: Duration = Duration::from_secs(1);

/// How many pauses of a group had begun when a mail to it left. An answer to a mail that left before the last of them
/// says nothing new: the provider was asked by many connections at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Era(u64);

/// What a mail to a group may do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Permit {
    Go(Era),
    /// Not before this time, milliseconds; the reason is a sentence.
    Later(i64, String),
}

#[derive(Clone, Debug, Default)]
struct Group {
    /// Answers in a row that asked to slow down.
    asked: u32,
    /// Pauses since the last mail that was taken.
    pauses: u32,
    until: i64,
    era: Era,
    /// When the mail left that tries after a pause.
    trial: Option<i64>,
    /// The next slot under the operator's rate.
    slot: Option<Instant>,
}

/// The groups of one node; pauses are shared with the others through [`Groups`].
pub struct Throttle {
    ports: Arc<dyn Groups>,
    /// Messages per second by group; shared among the nodes as the whole rate is.
    rates: HashMap<String, f64>,
    groups: Mutex<HashMap<String, Group>>,
    receivers: Arc<Receivers>,
    /// Nothing was ever asked of us and no rate is set: no mail pays for looking.
    is_idle: AtomicBool,
}

impl Throttle {
    pub fn new(ports: Arc<dyn Groups>, receivers: Arc<Receivers>, rates: Vec<(String, f64)>) -> Self {
        Self {
            ports,
            is_idle: AtomicBool::new(rates.is_empty()),
            rates: rates.into_iter().collect(),
            groups: Mutex::default(),
            receivers,
        }
    }

    pub fn is_idle(&self) -> bool {
        self.is_idle.load(Ordering::Relaxed)
    }

    /// Takes over what other nodes, or this one before its restart, were asked.
    pub async fn refresh(&self) {
        for Pause { group, until, pauses } in self.ports.load().await {
            self.is_idle.store(false, Ordering::Relaxed);
            self.with(|groups| {
                let known = groups.entry(group).or_default();
                if until > known.until {
                    (known.until, known.pauses) = (until, pauses);
                    known.era.0 += 1;
                }
            });
        }
    }

    /// Whether a mail to this address may go now; waits for a slot that is near.
    pub async fn permit(&self, address: &str, now: i64, nodes: usize) -> Permit {
        let group = self.receivers.group(address).await;
        let rate = self.rates.get(&group).copied();
        let slot = self.with(|groups| {
            let known = groups.entry(group.clone()).or_default();
            if let Some(later) = known.held_back(&group, now) {
                return Err(later);
            }
            let slot = rate.map(|rate| known.next_slot(rate, nodes, now, &group)).transpose()?;
            Ok((slot, known.era))
        });
        match slot {
            Err(later) => later,
            Ok((slot, era)) => {
                if let Some(slot) = slot {
                    sleep_until(slot).await;
                }
                Permit::Go(era)
            }
        }
    }

    /// The group took a mail: whatever it asked before that left, it goes on.
    pub fn accepted(&self, address: &str, left: Era) {
        let Some(group) = self.receivers.known_group(address) else { return };
        self.with(|groups| {
            if let Some(known) = groups.get_mut(&group).filter(|known| known.era == left) {
                (known.asked, known.pauses, known.trial) = (0, 0, None);
            }
        });
    }

    /// The group asked to slow down.
    pub async fn asked(&self, address: &str, left: Era, enhanced_code: Option<&str>, text: &str, now: i64) {
        let group = self.receivers.group(address).await;
        let pause = self.with(|groups| {
            let known = groups.entry(group.clone()).or_default();
            if known.era != left {
                return None;
            }
            known.asked += 1;
            let explicit = enhanced_code == Some("4.7.28");
            if !explicit && known.asked < IN_A_ROW && known.trial.is_none() {
                return None;
            }
            known.pauses += 1;
            let first = if explicit { LONG } else { SHORT };
            let length = (first << (known.pauses - 1).min(6)).min(LONGEST);
            (known.asked, known.trial, known.until) = (0, None, now + length);
            known.era.0 += 1;
            Some(Pause { group: group.clone(), until: known.until, pauses: known.pauses })
        });
        self.is_idle.store(false, Ordering::Relaxed);
        if let Some(pause) = pause {
            tracing::warn!(group = %pause.group, until = pause.until, "a receiving provider asked to slow down");
            self.ports.keep(pause, text).await;
        }
    }

    fn with<T>(&self, f: impl FnOnce(&mut HashMap<String, Group>) -> T) -> T {
        f(&mut self.groups.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Group {
    /// Why a mail has to wait, if it has; the first one after a pause tries.
    fn held_back(&mut self, name: &str, now: i64) -> Option<Permit> {
        if self.pauses == 0 {
            return None;
        }
        if now < self.until {
            let reason = format!("{name} asked us to slow down.");
            return Some(Permit::Later(self.until, reason));
        }
        if self.trial.is_some_and(|at| now - at < TRIAL) {
            let reason = format!("{name} asked us to slow down; one mail tries first.");
            return Some(Permit::Later(now + LOOK_AGAIN, reason));
        }
        self.trial = Some(now);
        None
    }

    /// The next slot, taken if it is near.
    fn next_slot(&mut self, rate: f64, nodes: usize, now: i64, name: &str) -> Result<Instant, Permit> {
        let gap = Duration::from_secs_f64(nodes.max(1) as f64 / rate.max(0.001));
        let begin = Instant::now();
        let slot = self.slot.map_or(begin, |slot| slot.max(begin));
        let wait = slot - begin;
        if wait > NEAR {
            let reason = format!("We send at most {rate} emails a second to {name}.");
            return Err(Permit::Later(now + wait.as_millis() as i64, reason));
        }
        self.slot = Some(slot + gap);
        Ok(slot)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::ports::Receiver, *};

    const BEFORE: Era = Era(0);

    /// Two domains with mail hosts at one provider.
    #[derive(Default)]
    struct Provider(Mutex<Vec<(Pause, String)>>);

    impl Groups for Provider {
        fn receiver<'a>(&'a self, domain: &'a str) -> super::super::ports::Boxed<'a, Receiver> {
            let is_known = matches!(domain, "gmail.example" | "company.example");
            let google = Receiver::Group("google.example".to_owned());
            Box::pin(async move { if is_known { google } else { Receiver::Unknown } })
        }

        fn load(&self) -> super::super::ports::Boxed<'_, Vec<Pause>> {
            let kept = self.0.lock().unwrap().iter().map(|(pause, _)| pause.clone()).collect();
            Box::pin(async move { kept })
        }

        fn keep<'a>(&'a self, pause: Pause, reason: &'a str) -> super::super::ports::Boxed<'a, ()> {
            self.0.lock().unwrap().push((pause, reason.to_owned()));
            Box::pin(async {})
        }
    }

    fn throttle(rates: &[(&str, f64)]) -> (Throttle, Arc<Provider>) {
        let ports = Arc::new(Provider::default());
        let rates = rates.iter().map(|(group, rate)| ((*group).to_owned(), *rate)).collect();
        (Throttle::new(ports.clone(), Receivers::new(ports.clone()).0, rates), ports)
    }

    /// A mail leaves for the address, and the time it left by the count of pauses.
    async fn leave(t: &Throttle, address: &str, now: i64) -> Era {
        match t.permit(address, now, 1).await {
            Permit::Go(era) => era,
            later @ Permit::Later(..) => panic!("{later:?}"),
        }
    }

    #[tokio::test]
    async fn a_provider_that_asks_is_left_alone_whatever_the_address() {
        let (t, ports) = throttle(&[]);
        assert!(t.is_idle());
        t.asked("a@gmail.example", BEFORE, Some("4.7.28"), "too fast", 0).await;
        assert!(!t.is_idle());
        let reason = "google.example asked us to slow down.".to_owned();
        assert_eq!(t.permit("b@company.example", 1, 1).await, Permit::Later(LONG, reason));
        leave(&t, "b@elsewhere.example", 1).await;
        assert_eq!(ports.0.lock().unwrap()[0].1, "too fast");
        // One mail tries; the others wait for it.
        let trial = leave(&t, "a@gmail.example", LONG).await;
        assert!(
            matches!(t.permit("b@gmail.example", LONG, 1).await, Permit::Later(at, _) if at == LONG + LOOK_AGAIN)
        );
        t.accepted("a@gmail.example", trial);
        leave(&t, "b@gmail.example", LONG).await;
    }

    #[tokio::test]
    async fn answers_to_mails_that_left_before_a_pause_change_nothing_of_it() {
        let (t, ports) = throttle(&[]);
        for connection in 0..8 {
            t.asked("a@gmail.example", BEFORE, Some("4.7.28"), "too fast", connection).await;
        }
        assert_eq!(ports.0.lock().unwrap().len(), 1, "one pause for one burst");
        t.accepted("a@gmail.example", BEFORE);
        assert!(
            matches!(t.permit("a@gmail.example", LONG - 1, 1).await, Permit::Later(LONG, _)),
            "one more mail of the burst was taken"
        );
        // The mail that tries speaks for the provider, and late answers to the burst do not.
        let trial = leave(&t, "a@gmail.example", LONG).await;
        t.asked("a@gmail.example", BEFORE, Some("4.7.28"), "too fast", LONG).await;
        t.accepted("a@gmail.example", BEFORE);
        assert!(
            matches!(t.permit("b@gmail.example", LONG, 1).await, Permit::Later(at, _) if at == LONG + LOOK_AGAIN)
        );
        t.asked("a@gmail.example", trial, Some("4.7.28"), "too fast", LONG).await;
        assert!(matches!(t.permit("b@gmail.example", LONG, 1).await, Permit::Later(at, _) if at == 3 * LONG));
        // The next burst comes after mails were taken again.
        let trial = leave(&t, "a@gmail.example", 3 * LONG).await;
        t.accepted("a@gmail.example", trial);
        let burst = leave(&t, "a@gmail.example", 3 * LONG).await;
        for _ in 0..8 {
            t.asked("a@gmail.example", burst, Some("4.7.28"), "too fast", 3 * LONG).await;
        }
        assert!(
            matches!(t.permit("b@gmail.example", 3 * LONG, 1).await, Permit::Later(at, _) if at == 4 * LONG)
        );
    }

    #[tokio::test]
    async fn a_refused_trial_doubles_the_pause() {
        let (t, _) = throttle(&[]);
        t.asked("a@gmail.example", BEFORE, Some("4.7.28"), "", 0).await;
        let trial = leave(&t, "a@gmail.example", LONG).await;
        t.asked("a@gmail.example", trial, Some("4.7.0"), "", LONG).await;
        assert!(
            matches!(t.permit("a@gmail.example", LONG, 1).await, Permit::Later(at, _) if at == LONG + 2 * SHORT)
        );
        // A trial that is never heard of again does not hold the others up for ever.
        let again = LONG + 2 * SHORT;
        leave(&t, "a@gmail.example", again).await;
        leave(&t, "a@gmail.example", again + TRIAL).await;
    }

    #[tokio::test]
    async fn a_few_such_answers_are_about_readers() {
        let (t, _) = throttle(&[]);
        for _ in 1..IN_A_ROW {
            t.asked("a@x.example", BEFORE, Some("4.7.1"), "", 0).await;
        }
        let left = leave(&t, "b@x.example", 0).await;
        t.accepted("b@x.example", left);
        for _ in 1..IN_A_ROW {
            t.asked("a@x.example", left, Some("4.7.1"), "", 0).await;
        }
        leave(&t, "b@x.example", 0).await;
        t.asked("a@x.example", left, Some("4.7.1"), "", 0).await;
        assert!(matches!(t.permit("b@x.example", 0, 1).await, Permit::Later(at, _) if at == SHORT));
    }

    #[tokio::test]
    async fn a_restart_and_another_node_know_of_the_pause() {
        let (t, ports) = throttle(&[]);
        t.asked("a@gmail.example", BEFORE, Some("4.7.28"), "", 0).await;
        let other = Throttle::new(ports.clone(), Receivers::new(ports).0, Vec::new());
        assert!(other.is_idle());
        other.refresh().await;
        assert!(matches!(other.permit("a@gmail.example", 1, 1).await, Permit::Later(LONG, _)));
        // What that node had under way when it heard of the pause adds nothing to it.
        other.asked("a@gmail.example", BEFORE, Some("4.7.28"), "", 1).await;
        assert!(matches!(other.permit("a@gmail.example", 2, 1).await, Permit::Later(LONG, _)));
    }

    #[tokio::test(start_paused = true)]
    async fn the_operators_rate_spreads_mails_and_is_shared_by_the_nodes() {
        let (t, _) = throttle(&[("google.example", 10.0)]);
        let begin = Instant::now();
        for _ in 0..21 {
            assert_eq!(t.permit("a@gmail.example", 0, 2).await, Permit::Go(BEFORE));
        }
        assert_eq!(begin.elapsed(), Duration::from_secs(4), "five a second for each of two nodes");
        let (t, _) = throttle(&[("google.example", 0.1)]);
        leave(&t, "a@gmail.example", 0).await;
        assert!(matches!(t.permit("a@gmail.example", 0, 1).await, Permit::Later(10_000, _)));
        leave(&t, "a@elsewhere.example", 0).await;
    }
}
