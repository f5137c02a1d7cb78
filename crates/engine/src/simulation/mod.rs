//! A seeded simulator: the engine as it is, over models that fail at every step, with crashes, pauses and leavers.
//!
//! `LETTERPRESS_SEEDS=N cargo test -p engine simulation` replays one seed and prints what happened, `FROM..TO` many.

mod ahead;
mod silent;
mod throttled;
mod transport;

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use platform::{Clock, Timestamp};
use tokio::{sync::Notify, time::sleep};
use tokio_util::sync::CancellationToken;

use self::transport::{ModelTransport, NoGroups};
use crate::{
    Parts, State,
    model::{Campaign, Letter, ModelLedger, Shared, World, seeds},
};

const SEEDS: u64 = 2_000;
const CONNECTIONS: usize = 3;
/// The reader for whom no message can be made.
const UNMAKEABLE: i64 = 7;
/// Simulated hours after which a campaign must be over.
const PATIENCE: u64 = 100;

/// The product's schedule.
fn retry_delay(attempt: i16, unit: f64) -> Option<Duration> {
    mailer::retry_delay(u32::try_from(attempt).unwrap_or(1), unit)
}

/// A new node over this transport, whose clock may be off.
fn parts<T>(shared: &Arc<Shared>, clock: Clock, is_off: bool, transport: T) -> Parts<ModelLedger, T> {
    Parts {
        ledger: Arc::new(ModelLedger::register(shared, &clock, is_off)),
        transport,
        clock,
        random: shared.clone(),
        retry_delay,
        concurrency: CONNECTIONS,
        rate: None,
        ceiling: Arc::default(),
        groups: Arc::new(NoGroups),
        throttles: Vec::new(),
        wake: Arc::default(),
    }
}

/// A world in which nothing fails but what the transport lets fail, and its node.
fn calm<T>(readers: i64, transport: T) -> (Arc<Shared>, Parts<ModelLedger, T>) {
    let shared = Arc::new(Shared::new(World::new(readers, retry_delay), 1));
    shared.world().faults = false;
    let clock = Clock::fixed(Timestamp(1_800_000_000_000));
    let parts = parts(&shared, clock, false, transport);
    (shared, parts)
}

struct Running {
    node: i64,
    stop: CancellationToken,
    task: tokio::task::JoinHandle<()>,
}

struct Simulation {
    shared: Arc<Shared>,
    clock: Clock,
    wake: Arc<Notify>,
    engines: Vec<Running>,
}

impl Simulation {
    fn start(&mut self) {
        let is_off = self.shared.below(4) == 0;
        let transport = ModelTransport(self.shared.clone());
        let parts =
            Parts { wake: self.wake.clone(), ..parts(&self.shared, self.clock.clone(), is_off, transport) };
        let node = parts.ledger.node;
        let stop = CancellationToken::new();
        let task = tokio::spawn(crate::run(parts, stop.clone(), drop));
        self.shared.world().note(format!("node {node} starts"));
        self.engines.push(Running { node, stop, task });
    }

    /// Ends a node, by a crash or politely; then it is known to be dead.
    async fn end(&mut self, index: usize, crash: bool) {
        let running = self.engines.remove(index);
        if crash {
            running.task.abort();
        } else {
            running.stop.cancel();
        }
        match running.task.await {
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            _ => {}
        }
        let mut world = self.shared.world();
        let committing = world
            .rows
            .values()
            .filter(|r| {
                r.node == running.node && matches!(r.state, State::Committing | State::CommittingAgain)
            })
            .count();
        assert!(committing <= CONNECTIONS, "{committing} rows in doubt after one death");
        assert!(crash || committing == 0 || world.faults, "a polite end left {committing} in doubt");
        world.note(format!("node {} {}", running.node, if crash { "crashed" } else { "stopped" }));
        if let Some(node) = world.nodes.get_mut(&running.node) {
            node.dead = true;
        }
    }

    async fn disturb(&mut self) {
        match self.shared.below(14) {
            0..=2 if !self.engines.is_empty() => {
                let index = self.shared.below(self.engines.len() as u64) as usize;
                self.end(index, true).await;
            }
            3 if !self.engines.is_empty() => {
                let index = self.shared.below(self.engines.len() as u64) as usize;
                self.end(index, false).await;
            }
            4..=5 if self.engines.len() < 2 => self.start(),
            6 => self.control(Campaign::Sending, Campaign::Paused),
            7..=8 => self.control(Campaign::Paused, Campaign::Sending),
            9 if self.shared.below(12) == 0 => {
                self.control(Campaign::Sending, Campaign::Cancelled);
                self.control(Campaign::Paused, Campaign::Cancelled);
            }
            10 => {
                let id = self.any_reader();
                let mut world = self.shared.world();
                world.readers.insert(id, false);
                world.note(format!("reader {id} leaves"));
            }
            11 => self.decide(),
            12 => {
                // As if another node had thought them dead.
                let mut world = self.shared.world();
                let nodes: Vec<i64> = world.nodes.keys().copied().collect();
                for node in nodes {
                    world.free(node);
                }
                world.note("leases and claims are taken from everybody".into());
            }
            _ => {}
        }
    }

    fn any_reader(&self) -> i64 {
        let readers = self.shared.world().readers.len() as u64;
        1 + self.shared.below(readers) as i64
    }

    /// The author looks at some of the held readers.
    fn decide(&self) {
        let held: Vec<i64> = {
            let world = self.shared.world();
            world.rows.iter().filter(|(_, row)| row.state == State::Held).map(|(id, _)| *id).collect()
        };
        let open = matches!(self.shared.world().campaign, Campaign::Sending | Campaign::Paused);
        for id in held.into_iter().filter(|_| open && self.shared.below(2) == 0) {
            let mut world = self.shared.world();
            world.resend_by_hand(id);
            world.note(format!("reader {id} is sent to again by hand"));
        }
        self.wake.notify_one();
    }

    fn control(&self, from: Campaign, to: Campaign) {
        let mut world = self.shared.world();
        if world.campaign == from {
            world.campaign = to;
            world.epoch += 1;
            world.note(format!("{from:?} to {to:?}"));
        }
        drop(world);
        self.wake.notify_one();
    }

    async fn run(&mut self) {
        self.start();
        for _ in 0..self.shared.below(30) {
            sleep(Duration::from_millis(self.shared.below(1500))).await;
            if self.engines.iter().any(|e| e.task.is_finished()) {
                break;
            }
            self.disturb().await;
        }
        // No more faults: whatever happened before, the campaign comes to its end.
        self.shared.world().faults = false;
        if self.engines.is_empty() {
            self.start();
        }
        self.control(Campaign::Paused, Campaign::Sending);
        for _ in 0..PATIENCE * 60 {
            if self.engines.iter().any(|e| e.task.is_finished()) || self.over() {
                break;
            }
            sleep(Duration::from_mins(1)).await;
            self.control(Campaign::Paused, Campaign::Sending);
        }
        while !self.engines.is_empty() {
            self.end(0, false).await;
        }
        self.verify();
    }

    fn over(&self) -> bool {
        let world = self.shared.world();
        matches!(world.campaign, Campaign::Sent | Campaign::Cancelled) && !world.has_open_readers()
    }

    fn verify(&self) {
        let world = self.shared.world();
        world.check();
        assert!(
            matches!(world.campaign, Campaign::Sent | Campaign::Cancelled) && !world.has_open_readers(),
            "not over: {:?} {:?}",
            world.campaign,
            world.counts
        );
        for id in world.chunks.iter().flat_map(|c| &c.ids) {
            let Some(row) = world.rows.get(id) else { panic!("reader {id} was left out") };
            let arrived = world.arrived.get(id).map(Vec::as_slice).unwrap_or_default();
            assert!(row.state != State::Sent || !arrived.is_empty(), "reader {id} is sent and got nothing");
            assert!(arrived.is_empty() || *id != UNMAKEABLE, "reader {id} got what could not be made");
            assert!(
                arrived.len() <= 1 || row.doubts > 0,
                "reader {id} got {} and was never in doubt",
                arrived.len()
            );
            assert!(arrived.len() <= 1 + row.doubts as usize, "reader {id}: more copies than doubts");
            let most = if world.holds { 1 } else { 2 };
            let by_hand = world.by_hand.get(id).copied().unwrap_or_default();
            assert!(arrived.len() <= most + by_hand, "reader {id} got {}, {by_hand} by hand", arrived.len());
            let certain =
                matches!(row.state, State::Failed | State::Skipped | State::Cancelled) && row.doubts == 0;
            assert!(!certain || arrived.is_empty(), "reader {id} is {:?} and got a mail", row.state);
            assert!(
                arrived.iter().all(|a| a.dated_at == row.dated_at),
                "reader {id}: copies with different dates"
            );
        }
    }
}

/// One whole campaign; answers its trace.
fn simulate(seed: u64) -> Result<Vec<String>, (String, Vec<String>)> {
    let mut world = World::new(10 + (seed % 37) as i64, retry_delay);
    world.holds = seed.is_multiple_of(3);
    world.content = Arc::new(Letter { unmakeable: Some(UNMAKEABLE), takes_long: seed.is_multiple_of(2) });
    let shared = Arc::new(Shared::new(world, seed));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.unwrap_or_else(|e| panic!("{e}"));
    let run = AssertUnwindSafe(|| {
        runtime.block_on(async {
            let clock = Clock::fixed(Timestamp(1_800_000_000_000));
            let ticking = clock.clone();
            let ticker = tokio::spawn(async move {
                let started = tokio::time::Instant::now();
                let mut told = 0;
                loop {
                    sleep(Duration::from_millis(250)).await;
                    let now = started.elapsed().as_millis() as i64;
                    ticking.advance(now - told);
                    told = now;
                }
            });
            let mut simulation =
                Simulation { shared: shared.clone(), clock, wake: Arc::default(), engines: Vec::new() };
            simulation.run().await;
            ticker.abort();
        });
    });
    let result = std::panic::catch_unwind(run);
    let trace = std::mem::take(&mut shared.world().trace);
    match result {
        Ok(()) => Ok(trace),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            Err((
                text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default(),
                trace,
            ))
        }
    }
}

#[test]
fn every_seed_ends_with_a_ledger_that_adds_up() {
    for seed in seeds(SEEDS) {
        if let Err((why, trace)) = simulate(seed) {
            panic!("seed {seed}: {why}\n{}\nReplay it with LETTERPRESS_SEEDS={seed}", trace.join("\n"));
        }
    }
}

#[test]
fn a_seed_replays() {
    for seed in [1, 7, 42] {
        assert_eq!(simulate(seed), simulate(seed));
    }
}
