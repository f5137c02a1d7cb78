//! The send ledger in the database: the engine's [`Ledger`] over both engines.
//!
//! Locks are taken in one order everywhere: campaigns, runs, chunks, deliveries; figures of domains, then of newsletters, come last.

mod apply;
mod audience;
mod context;
mod feed;
mod finish;
mod foreseen;
mod leases;
mod readings;
mod recover;
mod statements;
mod uncounted;
mod windows;

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

pub(super) use audience::UNDECIDED;
pub use audience::narrow;
use database::{Engine, Line, Statement, Tx, Write, on_engine, together};
use engine::ports::{Claim, Lease, Ledger, LedgerDown, LedgerResult, Run, Step, Verdict};

use self::{apply::Applied, foreseen::Foreseen, leases::Leases, readings::Readings};
use super::{
    content::Frozen,
    marks::{self, Damaged, Known},
    model::decode_ids,
};
use crate::{
    CampaignId, Clock, Core, NewsletterId, RunId, Timestamp, campaigns,
    clock::{self, Agreed},
    runs::{self, Counters, State},
};

const DAMAGED: &str = "What was written down about this campaign's subscribers can't be read, so sending stopped: going on could \
    mail somebody twice. Ask whoever runs this installation.";

/// What a commit leaves behind for the next.
#[derive(Default)]
struct Memory {
    leases: Leases,
    foreseen: Foreseen,
}

/// The ledger of one node.
pub struct SqlLedger {
    core: Core,
    /// For what is committed and what is looked at behind it.
    line: Line,
    /// This process; new at each start.
    node_id: i64,
    /// The data folder this process holds the lock of: earlier nodes of it are certainly dead.
    instance: String,
    /// This machine's clock, put right with each heartbeat: all nodes agree on what it shows.
    clock: Clock,
    /// This machine's own clock is wrong.
    is_off: AtomicBool,
    contents: Mutex<HashMap<i64, Arc<Frozen>>>,
    memory: tokio::sync::Mutex<Memory>,
    readings: Mutex<Readings>,
}

impl SqlLedger {
    /// Registers this process as a node.
    pub async fn register(core: Core, instance: String) -> database::Result<Self> {
        let agreed = core.clock.agreed(core.db.clock()).await?;
        let mut tx = core.db.begin().await?;
        let node_id: i64 = on_engine!(&mut tx, conn => sqlx::query_scalar(
            "INSERT INTO nodes (instance, started_at, heartbeat_at, clock_ahead) VALUES ($1, $2, $2, $3) RETURNING id")
            .bind(&instance).bind(agreed.now).bind(agreed.ahead).fetch_one(conn).await?);
        tx.commit().await?;
        let clock = core.clock.off_by(0);
        let ledger = Self {
            line: core.db.line(),
            core,
            node_id,
            instance,
            clock,
            is_off: AtomicBool::new(false),
            contents: Mutex::default(),
            memory: tokio::sync::Mutex::default(),
            readings: Mutex::default(),
        };
        ledger.put_right(agreed);
        tracing::info!(node_id, "this node sends");
        Ok(ledger)
    }

    /// The clock by which this node sends: what it writes of times, other nodes compare with theirs.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    fn now(&self) -> Timestamp {
        self.clock.now()
    }

    fn put_right(&self, agreed: Agreed) {
        self.clock.follow(&self.core.clock, agreed.ahead);
        if self.is_off.swap(agreed.is_off(), Ordering::Relaxed) == agreed.is_off() {
            return;
        }
        let (node_id, clock) = (self.node_id, clock::in_words(agreed.ahead));
        if agreed.is_off() {
            tracing::error!(
                node_id,
                clock,
                "this machine's clock is not the database's: until both keep time by NTP, this node takes over nothing \
                 from nodes that fall silent"
            );
        } else {
            tracing::info!(node_id, "this machine's clock agrees with the database's again");
        }
    }

    pub fn node_id(&self) -> i64 {
        self.node_id
    }

    /// Forgets what can be read again, as when nobody knows whether a transaction became durable.
    /// Answers how many messages are in flight.
    #[cfg(test)]
    pub async fn forget_leases(&self) -> usize {
        *self.readings.lock().unwrap_or_else(PoisonError::into_inner) = Readings::default();
        self.memory.lock().await.leases.forget()
    }

    /// Says goodbye, so that others need not wait for this node's silence.
    pub async fn unregister(&self) -> database::Result<()> {
        let mut tx = self.core.db.begin().await?;
        on_engine!(&mut tx, conn => sqlx::query("UPDATE nodes SET stopped_at = $2 WHERE id = $1")
            .bind(self.node_id).bind(self.now()).execute(conn).await.map(drop))?;
        let node_id = self.node_id;
        tx.then(move || tracing::info!(node_id, "this node sends no more"));
        tx.commit().await
    }

    /// How many commits went in one message.
    #[cfg(test)]
    pub async fn foreseen_commits(&self) -> usize {
        self.memory.lock().await.foreseen.commits
    }

    async fn apply_foreseen(&self, memory: &mut Memory, steps: &[Step]) -> Option<Applied> {
        let memory = (&mut memory.leases, &mut memory.foreseen);
        foreseen::apply(&self.line, memory, &self.readings, self.node_id, self.now().0, steps).await
    }

    async fn apply_once(&self, memory: &mut Memory, steps: &[Step]) -> database::Result<Option<Applied>> {
        let tx = self.line.begin().await?;
        let memory = (&mut memory.leases, &mut memory.foreseen);
        apply::apply(tx, memory, &self.readings, self.node_id, self.now().0, steps).await
    }

    /// Pauses the campaigns whose marks cannot be read: going on could leave somebody out, or mail somebody twice.
    async fn stop_damaged(&self, damaged: &[Damaged]) {
        for damage in damaged {
            tracing::error!(damage.run_id, damage.chunk_no, "{damage}: its campaign is not sent any further");
            if let Err(error) = self.stop_one_damaged(damage.run_id).await {
                tracing::error!(%error, damage.run_id, "a campaign with damaged marks could not be paused");
            }
        }
    }

    async fn stop_one_damaged(&self, run_id: i64) -> database::Result<()> {
        let mut tx = self.core.db.begin().await?;
        let campaign: Option<CampaignId> = on_engine!(&mut tx, conn => sqlx::query_scalar(
            "SELECT campaign_id FROM campaign_runs WHERE id = $1").bind(run_id).fetch_optional(conn).await?);
        if let Some(id) = campaign {
            campaigns::pause_by_itself(&mut tx, id, None, DAMAGED, self.now()).await?;
        }
        tx.commit().await
    }

    fn cached(&self, run_id: i64) -> Option<Arc<Frozen>> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner).get(&run_id).cloned()
    }

    fn cache(&self, run_id: i64, content: Arc<Frozen>) {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner).insert(run_id, content);
    }

    fn forget_all_but(&self, runs: &[Arc<Run>]) {
        let mut contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        contents.retain(|id, _| runs.iter().any(|run| run.id == *id));
    }
}

impl Ledger for SqlLedger {
    async fn recover(&self) -> LedgerResult<usize> {
        Ok(recover::recover(self).await?)
    }

    async fn freeze(&self) -> LedgerResult<bool> {
        Ok(feed::freeze(&self.core).await?)
    }

    async fn runs(&self) -> LedgerResult<Vec<Arc<Run>>> {
        if !self.core.may_send().await? {
            return Ok(Vec::new());
        }
        Ok(feed::runs(self).await?)
    }

    async fn lease(&self, run: &Run) -> LedgerResult<Option<Lease>> {
        match Damaged::apart(feed::lease(self, run).await)? {
            Err(damage) => {
                self.stop_damaged(&[damage]).await;
                Ok(None)
            }
            Ok(lease) => Ok(lease),
        }
    }

    async fn claim(&self, run: &Run, attempt_id: i64, limit: usize) -> LedgerResult<Vec<Claim>> {
        Ok(feed::claim(self, run, attempt_id, limit).await?)
    }

    async fn apply(&self, steps: &[Step]) -> LedgerResult<Vec<Verdict>> {
        let mut memory = self.memory.lock().await;
        let mut done = self.apply_foreseen(&mut memory, steps).await;
        for _ in 0..2 {
            if done.is_none() {
                done = self.apply_once(&mut memory, steps).await?;
            }
        }
        drop(memory);
        let mut done = done.ok_or(LedgerDown("others write this node's marks".into()))?;
        let is_stopped = !done.damaged.is_empty() || !done.stops.is_empty();
        self.stop_damaged(&done.damaged).await;
        log_doubts(&done.doubts);
        // Before anything is answered: no worker begins another mail of a campaign that is to stop.
        windows::stop(&self.core, &done.stops).await;
        // Others write at the same time, or did while campaigns were stopped.
        if self.core.db.engine() == Engine::Postgres || is_stopped {
            context::take_back(&self.line, done.horizon, steps, &mut done.verdicts).await?;
        }
        for step in steps {
            if let Step::Outcome { settled, .. } | Step::Settle { settled, .. } = step {
                self.core.metrics.delivery(settled.state.group());
            }
        }
        Ok(done.verdicts)
    }

    async fn finish(&self) -> LedgerResult<bool> {
        Ok(finish::finish(&self.core).await?)
    }
}

/// A reader who came in doubt, and where that led.
pub(super) struct Doubt {
    run_id: i64,
    subscriber_id: i64,
    state: State,
}

/// Tells the operator, once it is durable.
fn log_doubts(doubts: &[Doubt]) {
    for Doubt { run_id, subscriber_id, state } in doubts {
        if *state == State::Held {
            tracing::warn!(
                run_id,
                subscriber_id,
                "nobody knows whether a mail arrived: its reader is held until the author decides"
            );
        } else {
            tracing::warn!(
                run_id,
                subscriber_id,
                "nobody knows whether a mail arrived: it is sent once more, a while later"
            );
        }
    }
}

/// Appends what makes PostgreSQL hold rows until the commit; SQLite's one writer holds everything anyway.
pub fn locking(tx: &Tx, clause: &'static str) -> &'static str {
    match tx.engine() {
        Engine::Sqlite => "",
        Engine::Postgres => clause,
    }
}

/// Differences of counters, run by run, written at the end of a transaction.
#[derive(Default)]
pub(super) struct Deltas(HashMap<i64, Counters>);

impl Deltas {
    pub fn add(&mut self, run_id: i64, state: State, n: i64) {
        self.0.entry(run_id).or_default().add(state, n);
    }

    /// One reader goes from a state to another.
    pub fn moved(&mut self, run_id: i64, from: State, to: State) {
        self.add(run_id, from, -1);
        self.add(run_id, to, 1);
    }

    fn of_runs(&self) -> impl Iterator<Item = (RunId, &Counters)> {
        let mut runs: Vec<_> = self.0.iter().filter(|(_, c)| **c != Counters::default()).collect();
        runs.sort_unstable_by_key(|(id, _)| *id);
        runs.into_iter().map(|(id, counters)| (RunId::new(*id), counters))
    }

    /// What writes them, run by run.
    pub fn changes(&self) -> Vec<Statement> {
        self.of_runs().map(|(run, counters)| runs::count(run, counters)).collect()
    }

    /// The same for mails that go plainly, apart from those of other nodes.
    pub fn changes_of_node(
        &self,
        node_id: i64,
        waiting: &BTreeMap<i64, Option<String>>,
    ) -> impl Iterator<Item = Write> {
        self.of_runs().map(move |(run, counters)| {
            let waiting = waiting.get(&run.get()).and_then(Option::as_deref);
            runs::count_of_node(run, node_id, counters, waiting)
        })
    }

    pub async fn write(self, tx: &mut Tx) -> database::Result<()> {
        together(tx, self.changes()).await.map(drop)
    }
}

/// A chunk as the maintenance steps read it.
#[derive(sqlx::FromRow)]
pub(super) struct ChunkRow {
    pub newsletter_id: NewsletterId,
    pub run_id: i64,
    pub chunk_no: i64,
    pub readers: i64,
    pub ids: Vec<u8>,
    pub node_id: Option<i64>,
}

impl ChunkRow {
    /// Its ids, and what is written down of them.
    pub async fn known(&self, tx: &mut Tx) -> database::Result<(Vec<i64>, Known)> {
        let ids = decode_ids(&self.ids);
        let known =
            marks::known(tx, self.newsletter_id, RunId::new(self.run_id), self.chunk_no, &ids).await?;
        Ok((ids, known))
    }

    /// Whether nothing is left to be done with it.
    pub fn is_done(&self, known: &Known) -> bool {
        known.readers.count() >= self.readers && known.committing == 0
    }
}

/// Closes the chunk when something is written down of every reader and none is in flight. Otherwise, with readers left over, gives the
/// lease back so that they are taken up again.
pub(super) async fn close_chunk(tx: &mut Tx, chunk: &ChunkRow) -> database::Result<bool> {
    let (_, known) = chunk.known(tx).await?;
    let is_done = chunk.is_done(&known);
    let sql = if is_done {
        "UPDATE delivery_chunks SET is_open = FALSE, node_id = NULL \
         WHERE newsletter_id = $1 AND run_id = $2 AND chunk_no = $3"
    } else if known.readers.count() < chunk.readers {
        "UPDATE delivery_chunks SET node_id = NULL WHERE newsletter_id = $1 AND run_id = $2 AND chunk_no = $3"
    } else {
        return Ok(false);
    };
    on_engine!(tx, conn => sqlx::query(sql).bind(chunk.newsletter_id).bind(chunk.run_id).bind(chunk.chunk_no)
        .execute(conn).await.map(drop))?;
    Ok(is_done)
}

pub(super) async fn find_chunk(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    run_id: i64,
    chunk_no: i64,
) -> database::Result<Option<ChunkRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT newsletter_id, run_id, chunk_no, readers, ids, node_id \
         FROM delivery_chunks WHERE newsletter_id = $1 AND run_id = $2 AND chunk_no = $3 AND is_open")
        .bind(newsletter_id).bind(run_id).bind(chunk_no).fetch_optional(conn).await)
}

/// One step of freezing, for a test that wants the audience before the engine runs.
#[cfg(test)]
pub async fn freeze_for_tests(core: &Core) -> bool {
    feed::freeze(core).await.unwrap_or_else(|e| panic!("{e}"))
}

#[cfg(test)]
mod tests {
    use database::both_engines;
    use serde_json::json;

    use super::*;
    use crate::{campaigns::testing::World, deliveries::model::encode_ids};

    // Readers who go first while a domain warms up stand between those who go later.
    both_engines!(a_chunk_is_not_closed_by_the_readers_of_another, engine => {
        let w = World::new(engine).await;
        let campaign = w.campaign(json!({ "subject": "A" })).await;
        w.run(campaign, 0).await;
        let mut tx = w.t.app.db.begin().await.unwrap();
        let run_id: i64 = on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT id FROM campaign_runs WHERE campaign_id = $1")
            .bind(campaign).fetch_one(conn).await).unwrap();
        for (chunk_no, ids) in [(0i64, [1i64, 3, 5]), (1, [2, 4, 6])] {
            on_engine!(&mut tx, conn => sqlx::query(
                "INSERT INTO delivery_chunks (newsletter_id, run_id, chunk_no, first_id, last_id, span_last_id, readers, ids, is_open) \
                 VALUES ($1, $2, $3, $4, $5, 6, 3, $6, TRUE)")
                .bind(w.newsletter_id).bind(run_id).bind(chunk_no).bind(ids[0]).bind(ids[2]).bind(encode_ids(&ids))
                .execute(conn).await.map(drop)).unwrap();
        }
        for id in [1i64, 2, 3, 4, 5] {
            on_engine!(&mut tx, conn => sqlx::query(
                "INSERT INTO deliveries (newsletter_id, run_id, subscriber_id, state, attempts, attempt_id, node_id, dated_at, \
                 updated_at) VALUES ($1, $2, $3, 5, 1, 1, 1, 0, 0)")
                .bind(w.newsletter_id).bind(run_id).bind(id).execute(conn).await.map(drop)).unwrap();
        }
        for (chunk_no, closes) in [(0, true), (1, false)] {
            let chunk = find_chunk(&mut tx, w.newsletter_id, run_id, chunk_no).await.unwrap().unwrap();
            assert_eq!(close_chunk(&mut tx, &chunk).await.unwrap(), closes, "chunk {chunk_no}");
        }
    });
}
