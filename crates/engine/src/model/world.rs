//! The simulated world: a durable ledger that survives crashes, and what really arrived in mailboxes.

use std::{
    collections::{BTreeMap, HashSet, btree_map::Entry},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rand::{Rng as _, SeedableRng as _, rngs::StdRng};

use crate::{
    RetryDelay, State,
    ports::{Content, Job, Origin, Random, Settled, Step, Verdict},
};

const CHUNK: usize = 7;
/// The newsletter of the one campaign that there is, and its run.
pub const NEWSLETTER: i64 = 1;
pub const RUN: i64 = 1;

/// Where the campaign stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Campaign {
    Sending,
    Paused,
    Cancelled,
    Sent,
}

/// Says to whom it is, and when it was first tried.
#[derive(Default)]
pub(crate) struct Letter {
    /// The reader for whom it cannot be made.
    pub(crate) unmakeable: Option<i64>,
    pub(crate) takes_long: bool,
}

impl Content for Letter {
    fn render(&self, job: &Job, out: &mut Vec<u8>) -> Result<(), String> {
        out.extend_from_slice(format!("{} {}", job.reader.id, job.dated_at).as_bytes());
        if self.unmakeable == Some(job.reader.id) { Err("a tag of theirs".into()) } else { Ok(()) }
    }

    fn takes_long(&self) -> bool {
        self.takes_long
    }

    fn sender(&self, _: &Job) -> String {
        "news@example.com".into()
    }
}

/// A reader's row.
#[derive(Clone, Debug)]
pub struct Row {
    pub state: State,
    pub attempt_id: i64,
    pub attempts: i16,
    pub doubts: i16,
    pub(crate) node: i64,
    pub not_before: i64,
    pub(crate) dated_at: i64,
}

impl Row {
    /// Whether that attempt of the node is the reader's. First attempts are known only to the node that made them, and to
    /// nobody once they ended well.
    fn is_under(&self, attempt_id: i64, node: i64) -> bool {
        self.attempt_id == attempt_id && (self.state != State::Committing || self.node == node)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Chunk {
    pub(crate) ids: Vec<i64>,
    pub(super) open: bool,
    pub(super) node: Option<i64>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Everybody knows that it ended.
    pub(crate) dead: bool,
    /// The node that took over its data folder, and so knows that it ended.
    pub(super) successor: Option<i64>,
    pub(super) heartbeat: i64,
    /// What it left in flight was put in doubt.
    pub(super) swept: bool,
}

/// How many readers stand where. Queued is what is left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub intended: i64,
    /// Of every other state that has rows.
    pub by_state: BTreeMap<State, i64>,
}

impl Counts {
    /// Moves `n` readers into a state (out of it when negative).
    pub(super) fn add(&mut self, state: State, n: i64) {
        if state != State::Queued {
            let readers = self.by_state.entry(state).or_default();
            *readers += n;
            if *readers == 0 {
                self.by_state.remove(&state);
            }
        }
    }

    fn queued(&self) -> i64 {
        self.intended - self.by_state.values().sum::<i64>()
    }
}

/// A row as an intent or a settlement writes it.
struct Write {
    reader: i64,
    origin: Origin,
    attempt_id: i64,
    attempt: i16,
    dated_at: i64,
    settled: Settled,
}

/// A message that a mailbox accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub attempt_id: i64,
    pub dated_at: i64,
}

/// What every node of the installation sees, and what no node sees: the mailboxes.
#[derive(Clone)]
pub struct World {
    pub campaign: Campaign,
    pub epoch: i64,
    /// Readers in doubt are left to a person; otherwise they are sent to once more.
    pub(crate) holds: bool,
    pub(crate) content: Arc<dyn Content>,
    retry_delay: RetryDelay,
    /// Reader → still active.
    pub readers: BTreeMap<i64, bool>,
    /// Readers of one chunk.
    pub(crate) chunk: usize,
    pub(super) frozen: usize,
    pub(crate) preparing: bool,
    pub(crate) chunks: Vec<Chunk>,
    pub rows: BTreeMap<i64, Row>,
    pub(crate) nodes: BTreeMap<i64, Node>,
    pub counts: Counts,
    /// What the mailboxes took.
    pub arrived: BTreeMap<i64, Vec<Accepted>>,
    /// How often the author had a reader in doubt sent to again.
    pub(crate) by_hand: BTreeMap<i64, usize>,
    /// (reader, attempt) whose dots were granted and taken back.
    pub(crate) taken_back: HashSet<(i64, i64)>,
    /// What happened, for a failing seed.
    pub trace: Vec<String>,
    /// Calls fail and answers get lost.
    pub faults: bool,
    pub(super) sent_at: Option<i64>,
    /// How often somebody asked what may be sent.
    pub(crate) looks: usize,
}

/// The world and its dice, as all nodes share them.
pub struct Shared {
    world: Mutex<World>,
    random: Mutex<StdRng>,
    /// Calls take time.
    pub(super) is_slow: bool,
}

impl Shared {
    /// The same seed makes the same things happen.
    pub fn new(world: World, seed: u64) -> Self {
        Self { world: Mutex::new(world), random: Mutex::new(StdRng::seed_from_u64(seed)), is_slow: true }
    }

    /// The same without faults, where every call is answered at once.
    pub fn at_once(mut world: World, seed: u64) -> Self {
        world.faults = false;
        Self { is_slow: false, ..Self::new(world, seed) }
    }

    /// The world, while nobody else looks at it.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn dice(&self) -> MutexGuard<'_, StdRng> {
        self.random.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True with the probability, and only while faults are on.
    pub(crate) fn fault(&self, probability: f64) -> bool {
        let on = self.world().faults;
        on && self.dice().random_bool(probability)
    }

    pub(crate) fn below(&self, n: u64) -> u64 {
        self.dice().random_range(0..n)
    }
}

impl Random for Shared {
    fn next(&self) -> u64 {
        self.dice().random()
    }
}

impl World {
    /// A campaign that has just begun, to so many.
    pub fn new(readers: i64, retry_delay: RetryDelay) -> Self {
        Self {
            campaign: Campaign::Sending,
            epoch: 1,
            holds: false,
            content: Arc::new(Letter::default()),
            retry_delay,
            readers: (1..=readers).map(|id| (id, true)).collect(),
            chunk: CHUNK,
            frozen: 0,
            preparing: true,
            chunks: Vec::new(),
            rows: BTreeMap::new(),
            nodes: BTreeMap::new(),
            counts: Counts::default(),
            arrived: BTreeMap::new(),
            by_hand: BTreeMap::new(),
            taken_back: HashSet::new(),
            trace: Vec::new(),
            faults: true,
            sent_at: None,
            looks: 0,
        }
    }

    /// Adds a line to the trace.
    pub fn note(&mut self, what: String) {
        self.trace.push(what);
    }

    fn holds(&self) -> bool {
        self.holds || self.campaign == Campaign::Cancelled
    }

    pub(super) fn moved(&mut self, from: State, to: State) {
        self.counts.add(from, -1);
        self.counts.add(to, 1);
    }

    /// Why a reader can no longer be sent to, if so.
    pub(crate) fn unsendable(&self, reader: i64) -> Option<(State, &'static str)> {
        (!self.readers[&reader]).then_some((State::Skipped, "Unsubscribed before sending."))
    }

    /// The rules of the ledger, in the order in which the database's `apply` has them over all steps: outcomes, first
    /// attempts, later attempts, what intents are answered, and then what is closed or given back.
    pub(super) fn apply(&mut self, node: i64, steps: &[Step]) -> Vec<Verdict> {
        let mut begun = HashSet::new();
        let mut ended = HashSet::new();
        let mut writes = Vec::new();
        let mut verdicts = vec![Verdict::Done; steps.len()];
        for (step, verdict) in steps.iter().zip(&mut verdicts) {
            if let Step::Outcome { key, attempt_id, settled } = step
                && ended.insert((key.subscriber_id, *attempt_id))
            {
                self.outcome(node, key.subscriber_id, *attempt_id, settled);
            }
            let Some(write) = self.write_of(node, step) else { continue };
            if begun.insert((write.reader, write.attempt_id)) {
                writes.push(write);
            } else {
                *verdict = Verdict::Refused;
            }
        }
        for first in [true, false] {
            for write in writes.iter().filter(|write| (write.origin != Origin::Row) == first) {
                self.write(node, write);
            }
        }
        for (step, verdict) in steps.iter().zip(&mut verdicts) {
            match step {
                Step::Intent { .. } if *verdict == Verdict::Done => *verdict = self.verdict(node, step),
                Step::Settle { .. } => *verdict = Verdict::Done,
                _ => {}
            }
        }
        for step in steps {
            self.rest(node, step);
        }
        verdicts
    }

    fn is_current(&self, epoch: i64) -> bool {
        self.campaign == Campaign::Sending && epoch == self.epoch
    }

    fn is_ours(&self, node: i64, origin: Origin) -> bool {
        match origin {
            Origin::Chunk(no) => {
                let chunk = &self.chunks[no as usize];
                chunk.open && chunk.node == Some(node)
            }
            Origin::Row => true,
        }
    }

    /// What an intent or a settlement would write, if it may.
    fn write_of(&self, node: i64, step: &Step) -> Option<Write> {
        let (key, origin, attempt_id, attempt, dated_at, settled) = match step {
            Step::Intent { key, epoch, origin, attempt_id, attempt, dated_at } => {
                if !self.is_current(*epoch) {
                    return None;
                }
                let committing =
                    if *origin == Origin::Row { State::CommittingAgain } else { State::Committing };
                let (state, reason) = self.unsendable(key.subscriber_id).unwrap_or((committing, ""));
                (key, origin, attempt_id, attempt, dated_at, Settled::because(state, reason))
            }
            Step::Settle { key, origin, attempt_id, attempt, dated_at, settled } => {
                let settled = self.heeded(*origin, settled)?;
                (key, origin, attempt_id, attempt, dated_at, settled)
            }
            _ => return None,
        };
        self.is_ours(node, *origin).then_some(Write {
            reader: key.subscriber_id,
            origin: *origin,
            attempt_id: *attempt_id,
            attempt: *attempt,
            dated_at: *dated_at,
            settled,
        })
    }

    /// What an intent is answered once everything is written: the row tells whose it is.
    fn verdict(&self, node: i64, step: &Step) -> Verdict {
        let Step::Intent { key, epoch, origin, attempt_id, .. } = step else { return Verdict::Done };
        let Some(row) = self.rows.get(&key.subscriber_id) else { return Verdict::Gone };
        match row.state {
            _ if !row.is_under(*attempt_id, node) => {
                let leased_twice =
                    *origin != Origin::Row && self.is_current(*epoch) && self.is_ours(node, *origin);
                if leased_twice { Verdict::Refused } else { Verdict::Gone }
            }
            State::Committing | State::CommittingAgain => self
                .unsendable(key.subscriber_id)
                .map_or(Verdict::Granted, |(state, reason)| Verdict::Left(state, reason)),
            State::Claimed => Verdict::Gone,
            _ => Verdict::Refused,
        }
    }

    fn rest(&mut self, node: i64, step: &Step) {
        match step {
            Step::Intent { .. } | Step::Settle { .. } | Step::Outcome { .. } => {}
            Step::CloseChunk { chunk_no, .. } => {
                if self.chunks[*chunk_no as usize].node == Some(node) {
                    self.close(*chunk_no as usize);
                }
            }
            Step::ReleaseChunk { chunk_no, .. } => {
                let chunk = &mut self.chunks[*chunk_no as usize];
                if chunk.node == Some(node) {
                    chunk.node = None;
                }
            }
            Step::ReleaseRun { .. } => self.free(node),
            Step::Unclaim { key, attempt_id } => {
                if let Some(row) = self.rows.get_mut(&key.subscriber_id)
                    && row.attempt_id == *attempt_id
                    && row.state == State::Claimed
                {
                    row.state = State::Queued;
                    row.not_before = 0;
                    self.moved(State::Claimed, State::Queued);
                }
            }
            Step::Block { epoch, .. } => {
                if self.campaign == Campaign::Sending && *epoch == self.epoch {
                    self.campaign = Campaign::Paused;
                    self.epoch += 1;
                }
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

    /// Takes back what a node leased and claimed.
    pub(crate) fn free(&mut self, node: i64) {
        for chunk in self.chunks.iter_mut().filter(|c| c.node == Some(node)) {
            chunk.node = None;
        }
        let claimed = self.rows.iter().filter(|(_, r)| r.state == State::Claimed && r.node == node);
        let claimed: Vec<i64> = claimed.map(|(id, _)| *id).collect();
        for id in claimed {
            if let Some(row) = self.rows.get_mut(&id) {
                row.state = State::Queued;
                row.not_before = 0;
            }
            self.moved(State::Claimed, State::Queued);
        }
    }

    fn write(&mut self, node: i64, write: &Write) {
        let Write { reader, attempt_id, attempt, dated_at, ref settled, .. } = *write;
        if write.origin != Origin::Row {
            if let Entry::Vacant(vacant) = self.rows.entry(reader) {
                vacant.insert(Row {
                    state: settled.state,
                    attempt_id,
                    attempts: attempt,
                    doubts: 0,
                    node,
                    not_before: settled.not_before,
                    dated_at,
                });
                self.counts.add(settled.state, 1);
            }
        } else if let Some(row) = self.rows.get_mut(&reader)
            && row.state == State::Claimed
            && row.attempt_id == attempt_id
        {
            row.state = settled.state;
            row.attempts = attempt;
            row.not_before = settled.not_before;
            self.moved(State::Claimed, settled.state);
        }
    }

    fn outcome(&mut self, node: i64, reader: i64, attempt_id: i64, settled: &Settled) {
        let Some(row) = self.rows.get_mut(&reader) else { return };
        if !row.is_under(attempt_id, node) || !matches!(row.state, State::Committing | State::CommittingAgain)
        {
            return;
        }
        match settled.state {
            State::InDoubt => self.doubt(reader, Some(settled.not_before)),
            State::Held => self.doubt(reader, None),
            to => {
                let from = std::mem::replace(&mut row.state, to);
                row.not_before = settled.not_before;
                if (from, to) == (State::Committing, State::Sent) {
                    row.attempt_id = 0;
                }
                self.moved(from, to);
            }
        }
    }

    /// The rule for readers in doubt: once more, not before `due`, then a person decides.
    fn doubt(&mut self, reader: i64, due: Option<i64>) {
        let holds = self.holds();
        let Some(row) = self.rows.get_mut(&reader) else { return };
        let (to, not_before) = match due {
            Some(due) if !holds && row.doubts == 0 => (State::Queued, due),
            _ => (State::Held, 0),
        };
        row.doubts = row.doubts.saturating_add(1);
        row.not_before = not_before;
        let from = std::mem::replace(&mut row.state, to);
        self.moved(from, to);
    }

    /// The author has the reader in doubt sent to once more.
    pub fn resend_by_hand(&mut self, reader: i64) {
        let Some(row) = self.rows.get_mut(&reader).filter(|row| row.state == State::Held) else { return };
        row.state = State::Queued;
        row.not_before = 0;
        *self.by_hand.entry(reader).or_default() += 1;
        self.moved(State::Held, State::Queued);
    }

    /// Of each chunk whether it is open, and who leases it.
    pub fn leases(&self) -> Vec<(bool, Option<i64>)> {
        self.chunks.iter().map(|chunk| (chunk.open, chunk.node)).collect()
    }

    /// Of each node its last sign of life, and whether what it left in flight was put in doubt since.
    pub fn signs_of_life(&self) -> Vec<(i64, i64, bool)> {
        self.nodes.iter().map(|(id, node)| (*id, node.heartbeat, node.swept)).collect()
    }

    /// (rows, committing) of a chunk.
    pub(super) fn chunk_rows(&self, no: usize) -> (usize, usize) {
        let rows: Vec<&Row> = self.chunks[no].ids.iter().filter_map(|id| self.rows.get(id)).collect();
        (rows.len(), rows.iter().filter(|row| row.state == State::Committing).count())
    }

    pub(super) fn close(&mut self, no: usize) {
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

    /// Puts what a gone node left in flight in doubt: attempts in that state.
    pub(super) fn sweep(&mut self, node: i64, state: State, now: i64) {
        let left: Vec<(i64, i16)> = self
            .rows
            .iter()
            .filter(|(_, r)| r.state == state && r.node == node)
            .map(|(id, r)| (*id, r.attempts))
            .collect();
        for (id, attempts) in left {
            if state == State::Committing
                && let Some(row) = self.rows.get_mut(&id)
            {
                row.attempt_id = 0;
            }
            let delay = (self.retry_delay)(attempts, 0.5);
            self.doubt(id, delay.map(|delay| now + delay.as_millis() as i64));
        }
    }

    pub(crate) fn has_open_readers(&self) -> bool {
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

    /// I1: the groups add up, and the counts tell what the rows tell.
    pub(crate) fn check(&self) {
        let mut counted =
            Counts { intended: self.chunks.iter().map(|c| c.ids.len() as i64).sum(), ..Counts::default() };
        for row in self.rows.values() {
            counted.add(row.state, 1);
        }
        assert_eq!(counted, self.counts, "counts differ from rows");
        assert!(self.counts.queued() >= 0, "more rows than readers: {:?}", self.counts);
        if self.campaign == Campaign::Sent {
            assert!(!self.has_open_readers(), "I7: sent with open readers");
        }
    }
}
