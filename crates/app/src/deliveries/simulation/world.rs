//! The simulated world: a durable ledger that survives crashes, and what really arrived in mailboxes.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use rand::{Rng as _, SeedableRng as _, rngs::StdRng};

use crate::deliveries::{
    engine::ports::{Origin, Random, Settled, Step, Verdict},
    ledger::unsendable,
    model::{Counters, Policy, State},
};

pub const CHUNK: usize = 7;
pub const NEWSLETTER: i64 = 1;
pub const RUN: i64 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Campaign {
    Sending,
    Paused,
    Cancelled,
    Sent,
}

#[derive(Clone, Debug)]
pub struct Row {
    pub state: State,
    pub attempt_id: i64,
    pub attempts: i16,
    pub doubts: i16,
    pub node: i64,
    pub not_before: i64,
    pub dated_at: i64,
}

#[derive(Clone, Debug)]
pub struct Chunk {
    pub ids: Vec<i64>,
    pub open: bool,
    pub node: Option<i64>,
}

#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// A crashed or stopped node of this machine is known to be dead at once.
    pub dead: bool,
    pub heartbeat: i64,
    /// What it left in flight was put in doubt.
    pub swept: bool,
}

/// A message that a mailbox accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub attempt_id: i64,
    pub dated_at: i64,
}

pub struct World {
    pub campaign: Campaign,
    pub epoch: i64,
    pub policy: Policy,
    /// Reader → still active.
    pub readers: BTreeMap<i64, bool>,
    pub frozen: usize,
    pub preparing: bool,
    pub chunks: Vec<Chunk>,
    pub rows: BTreeMap<i64, Row>,
    pub nodes: BTreeMap<i64, Node>,
    pub counters: Counters,
    pub arrived: BTreeMap<i64, Vec<Accepted>>,
    /// What happened, for a failing seed.
    pub trace: Vec<String>,
    pub faults: bool,
    pub sent_at: Option<i64>,
}

pub struct Shared {
    world: Mutex<World>,
    random: Mutex<StdRng>,
}

impl Shared {
    pub fn new(world: World, seed: u64) -> Self {
        Self { world: Mutex::new(world), random: Mutex::new(StdRng::seed_from_u64(seed)) }
    }

    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True with the probability, and only while faults are on.
    pub fn fault(&self, probability: f64) -> bool {
        let on = self.world().faults;
        on && self.random.lock().unwrap().random_bool(probability)
    }

    pub fn below(&self, n: u64) -> u64 {
        self.random.lock().unwrap().random_range(0..n)
    }
}

impl Random for Shared {
    fn next(&self) -> u64 {
        self.random.lock().unwrap().random()
    }
}

impl World {
    pub fn new(readers: i64, policy: Policy) -> Self {
        Self {
            campaign: Campaign::Sending,
            epoch: 1,
            policy,
            readers: (1..=readers).map(|id| (id, true)).collect(),
            frozen: 0,
            preparing: true,
            chunks: Vec::new(),
            rows: BTreeMap::new(),
            nodes: BTreeMap::new(),
            counters: Counters::default(),
            arrived: BTreeMap::new(),
            trace: Vec::new(),
            faults: true,
            sent_at: None,
        }
    }

    pub fn note(&mut self, what: String) {
        self.trace.push(what);
    }

    pub fn policy(&self) -> Policy {
        if self.campaign == Campaign::Cancelled { Policy::Hold } else { self.policy }
    }

    pub fn moved(&mut self, from: State, to: State) {
        self.counters.add(from, -1);
        self.counters.add(to, 1);
    }

    fn status(&self, reader: i64) -> Option<(State, &'static str)> {
        let status = if self.readers[&reader] {
            crate::subscribers::Status::Active
        } else {
            crate::subscribers::Status::Unsubscribed
        };
        unsendable(Some(crate::subscribers::Standing { status, suppressed: None }))
    }

    /// The rules of the ledger, as the database's `apply` has them: rows first, then what is closed or given back.
    pub fn apply(&mut self, node: i64, steps: &[Step]) -> Vec<Verdict> {
        let about_a_row =
            |step: &Step| matches!(step, Step::Intent { .. } | Step::Settle { .. } | Step::Outcome { .. });
        let mut verdicts = vec![Verdict::Done; steps.len()];
        for rows in [true, false] {
            for (step, verdict) in
                steps.iter().zip(&mut verdicts).filter(|(step, _)| about_a_row(step) == rows)
            {
                *verdict = self.step(node, step);
            }
        }
        verdicts
    }

    fn step(&mut self, node: i64, step: &Step) -> Verdict {
        match step {
            Step::Intent { key, epoch, origin, attempt_id, attempt, dated_at } => {
                if self.campaign != Campaign::Sending || *epoch != self.epoch {
                    return self.recognise(key.subscriber_id, *attempt_id);
                }
                let settled = match self.status(key.subscriber_id) {
                    Some((state, reason)) => Settled::because(state, reason),
                    None => Settled::because(
                        if *origin == Origin::Row { State::CommittingAgain } else { State::Committing },
                        "",
                    ),
                };
                self.write(node, key.subscriber_id, *origin, *attempt_id, *attempt, *dated_at, &settled);
                self.recognise(key.subscriber_id, *attempt_id)
            }
            Step::Settle { key, origin, attempt_id, attempt, dated_at, settled } => {
                if let Some(settled) = self.heeded(*origin, settled) {
                    self.write(node, key.subscriber_id, *origin, *attempt_id, *attempt, *dated_at, &settled);
                }
                Verdict::Done
            }
            Step::Outcome { key, attempt_id, settled } => {
                self.outcome(key.subscriber_id, *attempt_id, settled);
                Verdict::Done
            }
            Step::CloseChunk { chunk_no, .. } => {
                if self.chunks[*chunk_no as usize].node == Some(node) {
                    self.close(*chunk_no as usize);
                }
                Verdict::Done
            }
            Step::ReleaseChunk { chunk_no, .. } => {
                let chunk = &mut self.chunks[*chunk_no as usize];
                if chunk.node == Some(node) {
                    chunk.node = None;
                }
                Verdict::Done
            }
            Step::ReleaseRun { .. } => {
                for chunk in self.chunks.iter_mut().filter(|c| c.node == Some(node)) {
                    chunk.node = None;
                }
                let mine: Vec<i64> = self
                    .rows
                    .iter()
                    .filter(|(_, r)| r.state == State::Claimed && r.node == node)
                    .map(|(id, _)| *id)
                    .collect();
                for id in mine {
                    if let Some(row) = self.rows.get_mut(&id) {
                        row.state = State::Queued;
                        row.not_before = 0;
                    }
                    self.moved(State::Claimed, State::Queued);
                }
                Verdict::Done
            }
            Step::Unclaim { key, attempt_id } => {
                if let Some(row) = self.rows.get_mut(&key.subscriber_id)
                    && row.attempt_id == *attempt_id
                    && row.state == State::Claimed
                {
                    row.state = State::Queued;
                    row.not_before = 0;
                    self.moved(State::Claimed, State::Queued);
                }
                Verdict::Done
            }
            Step::Block { epoch, .. } => {
                if self.campaign == Campaign::Sending && *epoch == self.epoch {
                    self.campaign = Campaign::Paused;
                    self.epoch += 1;
                }
                Verdict::Done
            }
        }
    }

    /// Refusals of a campaign that was stopped for such are not written down.
    fn heeded(&self, origin: Origin, settled: &Settled) -> Option<Settled> {
        match origin {
            _ if self.campaign == Campaign::Sending || settled.state != State::Failed => {
                Some(settled.clone())
            }
            Origin::Chunk(_) => None,
            Origin::Row => Some(Settled::because(State::Queued, "")),
        }
    }

    fn recognise(&self, reader: i64, attempt_id: i64) -> Verdict {
        match self.rows.get(&reader).filter(|row| row.attempt_id == attempt_id).map(|row| row.state) {
            Some(State::Committing | State::CommittingAgain) => Verdict::Granted,
            Some(State::Claimed) | None => Verdict::Gone,
            Some(_) => Verdict::Refused,
        }
    }

    #[allow(clippy::too_many_arguments)] // the columns of a row
    fn write(
        &mut self,
        node: i64,
        reader: i64,
        origin: Origin,
        attempt_id: i64,
        attempt: i16,
        dated_at: i64,
        settled: &Settled,
    ) {
        match origin {
            Origin::Chunk(no) => {
                let chunk = &self.chunks[no as usize];
                if chunk.open && chunk.node == Some(node) && !self.rows.contains_key(&reader) {
                    let row = Row {
                        state: settled.state,
                        attempt_id,
                        attempts: attempt,
                        doubts: 0,
                        node,
                        not_before: settled.not_before,
                        dated_at,
                    };
                    self.rows.insert(reader, row);
                    self.counters.add(settled.state, 1);
                }
            }
            Origin::Row => {
                let Some(row) = self.rows.get_mut(&reader) else { return };
                if row.state == State::Claimed && row.attempt_id == attempt_id {
                    row.state = settled.state;
                    row.attempts = attempt;
                    row.not_before = settled.not_before;
                    self.moved(State::Claimed, settled.state);
                }
            }
        }
    }

    fn outcome(&mut self, reader: i64, attempt_id: i64, settled: &Settled) {
        let policy = self.policy();
        let Some(row) = self.rows.get_mut(&reader) else { return };
        if row.attempt_id != attempt_id || !matches!(row.state, State::Committing | State::CommittingAgain) {
            return;
        }
        let (from, mut to) = (row.state, settled.state);
        row.not_before = settled.not_before;
        if to == State::InDoubt {
            to = policy.state();
            row.not_before = 0;
            row.doubts += 1;
        }
        row.state = to;
        self.moved(from, to);
    }

    /// (rows, committing) of a chunk.
    pub fn chunk_rows(&self, no: usize) -> (usize, usize) {
        let rows: Vec<&Row> = self.chunks[no].ids.iter().filter_map(|id| self.rows.get(id)).collect();
        (rows.len(), rows.iter().filter(|row| row.state == State::Committing).count())
    }

    pub fn close(&mut self, no: usize) {
        let (rows, committing) = self.chunk_rows(no);
        let all = rows >= self.chunks[no].ids.len();
        let chunk = &mut self.chunks[no];
        if all && committing == 0 {
            chunk.open = false;
            chunk.node = None;
        } else if !all {
            chunk.node = None;
        }
    }

    /// Puts what a gone node left in flight in doubt.
    pub fn sweep(&mut self, node: i64) {
        let policy = self.policy();
        let left: Vec<i64> = self
            .rows
            .iter()
            .filter(|(_, r)| r.state == State::Committing && r.node == node)
            .map(|(id, _)| *id)
            .collect();
        for id in left {
            if let Some(row) = self.rows.get_mut(&id) {
                row.state = policy.state();
                row.doubts += 1;
                row.not_before = 0;
            }
            self.moved(State::Committing, policy.state());
        }
    }

    pub fn has_open_readers(&self) -> bool {
        self.preparing
            || self.chunks.iter().any(|c| c.open)
            || self.rows.values().any(|row| {
                matches!(
                    row.state,
                    State::Queued
                        | State::Claimed
                        | State::Committing
                        | State::CommittingAgain
                        | State::Deferred
                        | State::InDoubt
                )
            })
    }

    /// I1: the groups add up, and the counters tell what the rows tell.
    pub fn check(&self) {
        let mut counted = Counters {
            intended: self.chunks.iter().map(|c| c.ids.len() as i64).sum(),
            ..Counters::default()
        };
        for row in self.rows.values() {
            counted.add(row.state, 1);
        }
        assert_eq!(counted, self.counters, "counters differ from rows");
        assert!(self.counters.ledger().queued >= 0, "more rows than readers: {:?}", self.counters);
        if self.campaign == Campaign::Sent {
            assert!(!self.has_open_readers(), "I7: sent with open readers");
        }
    }
}
