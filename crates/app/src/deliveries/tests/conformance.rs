//! The database's ledger and the model of it, given the same calls, answer the same and end the same: what the simulator
//! proves over the model holds for the database. Nodes are killed in the middle of a call, whose effect is then all there or not at all.
//!
//! `LETTERPRESS_SEEDS=N cargo test -p app the_database_keeps` goes through one history, `FROM..TO` through many. Where in a call a node
//! is killed depends on threads, too, so that the same history need not end the same.

use std::{collections::BTreeMap, sync::Arc};

use database::{Engine, Tx, both_engines, on_engine, testing::torn};
use engine::{
    model::{self, Campaign, ModelLedger, NEWSLETTER, RUN, Row, Shared, World},
    ports::{Claim, Key, Ledger, Origin, Run, Settled, Step},
};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use sqlx::AssertSqlSafe;

use super::Scene;
use crate::{
    Core,
    clock::{MINUTE, SECOND},
    deliveries::{
        SqlLedger,
        background::retry_delay,
        ledger::freeze_for_tests,
        marks::{self, Range},
        store,
    },
    runs::{self, Counters, State, Waiting},
};

const READERS: i64 = 7;
const OPERATIONS: usize = 120;

struct Pair {
    scene: Scene,
    shared: Arc<Shared>,
    model: [ModelLedger; 2],
    sql: [SqlLedger; 2],
    /// The machines, which outlive their nodes.
    machines: [Core; 2],
    random: StdRng,
    /// Attempts that were used for each reader.
    attempts: BTreeMap<i64, Vec<i64>>,
    /// Commits in one message by nodes that are dead.
    foreseen: usize,
}

/// What the ledger has.
#[derive(Debug, PartialEq)]
struct Story {
    /// (state, attempt, number, doubts, earliest time) of each reader.
    readers: BTreeMap<i64, (State, i64, i16, i16, i64)>,
    counters: Counters,
    /// Of each chunk whether it is open, and who leases it.
    leases: Vec<(bool, Option<i64>)>,
    /// (number, last sign of life, swept) of each node.
    nodes: Vec<(i64, i64, bool)>,
}

/// A node of the machine starts: each has a data folder of its own.
async fn start(machine: &Core, folder: usize) -> SqlLedger {
    SqlLedger::register(machine.clone(), ["one", "two"][folder].into()).await.unwrap()
}

impl Pair {
    async fn new(engine: Engine, seed: u64) -> Self {
        let scene = Scene::new(engine, READERS).await;
        scene.post("/send").await.expect(202);
        while freeze_for_tests(&scene.t.app).await {}
        if seed.is_multiple_of(2) {
            let mut tx = scene.t.app.db.begin().await.unwrap();
            for sql in [
                "INSERT INTO domains (domain, is_active, verification_status, status_since, metrics_since, created_at, updated_at) \
                 VALUES ('example.org', TRUE, 'verified', 0, 0, 0, 0)",
                "UPDATE campaign_runs SET domain_id = (SELECT id FROM domains)",
            ] {
                on_engine!(&mut tx, conn => sqlx::query(sql).execute(conn).await.map(drop)).unwrap();
            }
            tx.commit().await.unwrap();
        }
        let shared = Arc::new(Shared::at_once(World::new(READERS, retry_delay), seed));
        // The clock of the second node is right, behind or ahead.
        let off = [0, -20 * MINUTE, 20 * MINUTE][(seed % 3) as usize];
        let model = [0, off].map(|off| ModelLedger::register(&shared, &scene.t.clock, off != 0));
        while model[0].freeze().await.unwrap() {}
        let machines = [scene.t.app.core(), scene.off_by(off).core()];
        let sql = [start(&machines[0], 0).await, start(&machines[1], 1).await];
        assert_eq!(sql.each_ref().map(SqlLedger::node_id), model.each_ref().map(|node| node.node));
        let random = StdRng::seed_from_u64(seed);
        Self { scene, shared, model, sql, machines, random, attempts: BTreeMap::new(), foreseen: 0 }
    }

    fn below(&mut self, n: u64) -> u64 {
        self.random.random_range(0..n)
    }

    async fn run(&self) -> Option<Arc<Run>> {
        let (ours, theirs) = (self.sql[0].runs().await.unwrap(), self.model[0].runs().await.unwrap());
        assert_eq!(
            ours.iter().map(|r| (r.id, r.epoch)).collect::<Vec<_>>(),
            theirs.iter().map(|r| (r.id, r.epoch)).collect::<Vec<_>>()
        );
        ours.into_iter().next()
    }

    async fn operate(&mut self) {
        let node = self.below(2) as usize;
        match self.below(24) {
            21.. => self.plain_mails(node).await,
            0 | 1 => self.lease(node).await,
            2 => self.claim(node).await,
            3..=9 => self.apply(node).await,
            10 => self.control().await,
            11 => {
                let pause = [SECOND, 20 * SECOND, 40 * SECOND, 16 * MINUTE][self.below(4) as usize];
                self.scene.t.clock.advance(pause);
            }
            12 | 13 => {
                let (ours, theirs) = (self.sql[node].recover().await, self.model[node].recover().await);
                assert_eq!(ours.unwrap(), theirs.unwrap());
            }
            14 => self.leave().await,
            15 => self.decide().await,
            16 => self.kill(node).await,
            17..=19 => {
                let steps = self.steps();
                self.tear(node, steps).await;
            }
            _ => {
                while self.sql[node].finish().await.unwrap() {}
                while self.model[node].finish().await.unwrap() {}
            }
        }
    }

    async fn lease(&self, node: usize) {
        let Some(run) = self.run().await else { return };
        let (ours, theirs) =
            (self.sql[node].lease(&run).await.unwrap(), self.model[node].lease(&run).await.unwrap());
        assert_eq!(ours.is_some(), theirs.is_some());
        let Some((ours, theirs)) = ours.zip(theirs) else { return };
        assert_eq!(
            ours.readers.iter().map(|r| r.id).collect::<Vec<_>>(),
            theirs.readers.iter().map(|r| r.id).collect::<Vec<_>>()
        );
        assert_eq!(ours.unsendable, theirs.unsendable);
    }

    async fn claim(&mut self, node: usize) {
        let Some(run) = self.run().await else { return };
        let attempt = self.below(1 << 40) as i64 + 1;
        let mut ours = self.sql[node].claim(&run, attempt, 100).await.unwrap();
        let theirs = self.model[node].claim(&run, attempt, 100).await.unwrap();
        ours.sort_by_key(|c| c.subscriber_id);
        let story = |claims: &[Claim]| {
            claims.iter().map(|c| (c.subscriber_id, c.attempts, c.reader.is_ok())).collect::<Vec<_>>()
        };
        assert_eq!(story(&ours), story(&theirs));
        for claim in ours {
            self.attempts.entry(claim.subscriber_id).or_default().push(attempt);
        }
    }

    /// A node dies in the middle of something, and its data folder gets another.
    async fn kill(&mut self, node: usize) {
        let (waits, call) = (self.below(30), self.below(4));
        let run = self.run().await;
        let steps = self.steps();
        let attempt = self.below(1 << 40) as i64 + 1;
        let before = self.shared.world().clone();
        let (sql, model) = (&self.sql[node], &self.model[node]);
        match (call, run) {
            (0, Some(run)) => {
                torn(sql.lease(&run), waits).await;
                model.lease(&run).await.unwrap();
            }
            (1, Some(run)) => {
                torn(sql.claim(&run, attempt, 100), waits).await;
                model.claim(&run, attempt, 100).await.unwrap();
            }
            (2, _) => {
                torn(sql.recover(), waits).await;
                model.recover().await.unwrap();
            }
            _ => {
                torn(sql.apply(&steps), waits).await;
                model.apply(&steps).await.unwrap();
            }
        }
        self.undo_unless_durable(before).await;
        self.foreseen += self.sql[node].foreseen_commits().await;
        self.model[node] = self.model[node].successor();
        self.sql[node] = start(&self.machines[node], node).await;
    }

    /// One mail after the other, as they go nearly always, until something comes between.
    async fn plain_mails(&mut self, node: usize) {
        self.lease(node).await;
        let mut steps: Vec<Step> = Vec::new();
        for reader in 1..=READERS {
            let key = Key { newsletter_id: NEWSLETTER, run_id: RUN, subscriber_id: reader };
            let attempt_id = self.below(1 << 40) as i64 + 1;
            self.attempts.entry(reader).or_default().push(attempt_id);
            let (epoch, dated_at) = (self.shared.world().epoch, self.scene.t.clock.now().0);
            let origin = Origin::Chunk(0);
            let settled =
                Settled { reason: None, receiver: "example.net".into(), ..Settled::because(State::Sent, "") };
            for step in [
                Step::Intent { key, epoch, origin, attempt_id, attempt: 1, dated_at },
                Step::Outcome { key, attempt_id, settled },
            ] {
                steps.push(step);
                match self.below(40) {
                    0 => self.leave().await,
                    1 => self.control().await,
                    2 => self.lease(1 - node).await,
                    3 | 4 => return self.tear(node, steps).await,
                    // Goes with the next.
                    5..12 => continue,
                    _ => {}
                }
                self.apply_both(node, &std::mem::take(&mut steps)).await;
            }
        }
    }

    /// Nobody hears whether a transaction became durable, and the node does the same again.
    async fn tear(&mut self, node: usize, steps: Vec<Step>) {
        let waits = self.below(30);
        let before = self.shared.world().clone();
        self.model[node].apply(&steps).await.unwrap();
        torn(self.sql[node].apply(&steps), waits).await;
        self.undo_unless_durable(before).await;
        self.apply_both(node, &steps).await;
    }

    /// The model takes back what is not in the database.
    async fn undo_unless_durable(&self, before: World) {
        self.wait_for_writers().await;
        let (ours, whole) = (self.ours().await, self.theirs());
        if ours != whole {
            *self.shared.world() = before;
            assert_eq!(ours, self.theirs(), "neither nothing of it is there nor all: {whole:?}");
        }
    }

    /// The database goes on for a moment with what nobody waits for any more.
    async fn wait_for_writers(&self) {
        // One after the other: who holds several would wait for a writer that waits for it.
        for table in ["nodes", "delivery_chunks", "deliveries", "delivery_marks", "campaign_runs"] {
            let mut tx = self.scene.t.app.db.begin().await.unwrap();
            if let Tx::Postgres(conn) = &mut tx {
                let lock = format!("LOCK TABLE {table}");
                sqlx::query(AssertSqlSafe(lock)).execute(&mut **conn).await.unwrap();
            }
            tx.commit().await.unwrap();
        }
    }

    async fn apply(&mut self, node: usize) {
        let steps = self.steps();
        self.apply_both(node, &steps).await;
    }

    async fn apply_both(&self, node: usize, steps: &[Step]) {
        let (ours, theirs) =
            (self.sql[node].apply(steps).await.unwrap(), self.model[node].apply(steps).await.unwrap());
        assert_eq!(ours, theirs, "{steps:?}");
    }

    fn steps(&mut self) -> Vec<Step> {
        let count = 1 + self.below(4);
        let mut reader = 0;
        let mut steps: Vec<Step> = Vec::new();
        for _ in 0..count {
            // Several connections may hold jobs for one reader, of an earlier and of the present lease.
            if reader == 0 || self.below(2) == 0 {
                reader = 1 + self.below(READERS as u64) as i64;
            }
            steps.push(self.step(reader));
        }
        steps
    }

    fn step(&mut self, reader: i64) -> Step {
        let key = Key { newsletter_id: NEWSLETTER, run_id: RUN, subscriber_id: reader };
        let used = self.attempts.entry(reader).or_default().clone();
        let attempt_id = if used.is_empty() || self.below(3) == 0 {
            let new = self.below(1 << 40) as i64 + 1;
            self.attempts.entry(reader).or_default().push(new);
            new
        } else {
            used[self.below(used.len() as u64) as usize]
        };
        let origin = if self.below(3) == 0 { Origin::Row } else { Origin::Chunk(0) };
        // Who stands in a chunk is at the first attempt.
        let attempt = if origin == Origin::Row { 1 + self.below(18) as i16 } else { 1 };
        let dated_at = self.scene.t.clock.now().0;
        let stale = i64::from(self.below(8) == 0);
        let epoch = self.shared.world().epoch - stale;
        match self.below(12) {
            0..=4 => Step::Intent { key, epoch, origin, attempt_id, attempt, dated_at },
            5..=7 => Step::Outcome { key, attempt_id, settled: self.settled() },
            8 => {
                // Only a dot that was written can be in doubt.
                let mut settled = self.settled();
                if settled.state == State::InDoubt {
                    settled.state = State::Failed;
                }
                Step::Settle { key, origin, attempt_id, attempt, dated_at, settled }
            }
            9 => Step::Unclaim { key, attempt_id },
            10 => Step::CloseChunk { newsletter_id: NEWSLETTER, run_id: RUN, chunk_no: 0 },
            _ if self.below(2) == 0 => Step::ReleaseRun { newsletter_id: NEWSLETTER, run_id: RUN },
            _ => Step::ReleaseChunk { newsletter_id: NEWSLETTER, run_id: RUN, chunk_no: 0 },
        }
    }

    fn settled(&mut self) -> Settled {
        let now = self.scene.t.clock.now().0;
        match self.below(5) {
            4 => Settled::because(State::Skipped, "left"),
            0 => Settled { not_before: now + 20 * SECOND, ..Settled::because(State::InDoubt, "lost") },
            1 => Settled { not_before: now + 30 * SECOND, ..Settled::because(State::Deferred, "later") },
            2 => Settled::because(State::Failed, "no"),
            _ => {
                Settled { reason: None, receiver: "example.net".into(), ..Settled::because(State::Sent, "") }
            }
        }
    }

    async fn control(&mut self) {
        let cancel = self.below(6) == 0;
        let (from, to, status) = match self.shared.world().campaign {
            Campaign::Sending if cancel => (Campaign::Sending, Campaign::Cancelled, "cancelled"),
            Campaign::Sending => (Campaign::Sending, Campaign::Paused, "paused"),
            Campaign::Paused => (Campaign::Paused, Campaign::Sending, "sending"),
            _ => return,
        };
        {
            let mut world = self.shared.world();
            assert_eq!(world.campaign, from);
            world.campaign = to;
            world.epoch += 1;
        }
        self.sql("UPDATE campaigns SET status = $1, epoch = epoch + 1", status).await;
    }

    async fn leave(&mut self) {
        let reader = 1 + self.below(READERS as u64) as i64;
        self.shared.world().readers.insert(reader, false);
        let email = format!("reader{}@example.net", reader - 1);
        self.sql("UPDATE subscribers SET status = 'unsubscribed' WHERE email_key = $1", &email).await;
    }

    /// The author has a reader in doubt sent to again.
    async fn decide(&mut self) {
        let reader = 1 + self.below(READERS as u64) as i64;
        if !matches!(self.shared.world().campaign, Campaign::Sending | Campaign::Paused) {
            return;
        }
        let key = Key { newsletter_id: NEWSLETTER, run_id: RUN, subscriber_id: reader };
        let mut tx = self.scene.t.app.db.begin().await.unwrap();
        let states = (State::Held, State::Queued);
        store::move_row(&mut tx, key, states, "again", self.scene.t.clock.now()).await.unwrap();
        tx.commit().await.unwrap();
        self.shared.world().resend_by_hand(reader);
    }

    async fn sql(&self, text: &'static str, value: &str) {
        let mut tx = self.scene.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query(text).bind(value).execute(conn).await.map(drop)).unwrap();
        tx.commit().await.unwrap();
    }

    async fn ours(&self) -> Story {
        let mut tx = self.scene.t.app.db.read().await.unwrap();
        let run = runs::latest(&mut tx, self.scene.campaign_id).await.unwrap().unwrap();
        assert_eq!(store::recount(&mut tx, &run).await.unwrap(), run.counters);
        // What the domain's figures do not have is known.
        let figures: Option<(i64, i64)> = on_engine!(&mut tx, conn => sqlx::query_as(
            "SELECT metrics_sent, (SELECT CAST(COALESCE(SUM(sent), 0) AS BIGINT) FROM domain_windows) FROM domains")
            .fetch_optional(conn).await.unwrap());
        let waiting: Vec<Option<String>> = on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT waiting FROM run_counts")
            .fetch_all(conn).await.unwrap());
        let waiting = waiting.iter().map(|text| Waiting::parse(text.as_deref()));
        let waiting: i64 = waiting.flat_map(|waiting| waiting.receivers.into_values()).sum();
        if let Some(figures) = figures {
            let counted = run.counters.sent - waiting;
            assert_eq!(figures, (counted, counted));
        }
        let rows: Vec<(i64, i16, i64, i16, i16, i64)> = on_engine!(&mut tx, conn => sqlx::query_as(
            "SELECT subscriber_id, state, attempt_id, attempts, doubts, not_before FROM deliveries ORDER BY subscriber_id")
            .fetch_all(conn).await.unwrap());
        let mut readers: BTreeMap<_, _> = rows
            .into_iter()
            .map(|(id, s, a, n, d, at)| (id, (State::from_code(s).unwrap(), a, n, d, at)))
            .collect();
        let range = Range { newsletter_id: run.newsletter_id, run_id: run.id, first: 0, last: i64::MAX };
        for mark in marks::between(&mut tx, range).await.unwrap() {
            let before = readers.insert(mark.subscriber_id.get(), (mark.state, 0, 1, 0, 0));
            assert_eq!(before, None, "a row and a mark");
        }
        let leases: Vec<(bool, Option<i64>)> = on_engine!(&mut tx, conn => sqlx::query_as(
            "SELECT is_open, node_id FROM delivery_chunks ORDER BY chunk_no").fetch_all(conn).await.unwrap());
        let nodes: Vec<(i64, i64, bool)> = on_engine!(&mut tx, conn => sqlx::query_as(
            "SELECT id, heartbeat_at, swept_at IS NOT NULL FROM nodes ORDER BY id").fetch_all(conn).await.unwrap());
        Story { readers, counters: run.counters, leases, nodes }
    }

    fn theirs(&self) -> Story {
        let world = self.shared.world();
        // The attempt of a message in flight is known to its node alone.
        let attempt = |r: &Row| if r.state == State::Committing { 0 } else { r.attempt_id };
        let story = |r: &Row| (r.state, attempt(r), r.attempts, r.doubts, r.not_before);
        let rows = world.rows.iter().map(|(id, r)| (*id, story(r))).collect();
        let mut counters = Counters { intended: world.counts.intended, ..Counters::default() };
        for (state, n) in &world.counts.by_state {
            counters.add(*state, *n);
        }
        Story { readers: rows, counters, leases: world.leases(), nodes: world.signs_of_life() }
    }
}

both_engines!(the_database_keeps_the_rules_of_the_model, engine => {
    let mut foreseen = 0;
    for seed in model::seeds(20) {
        let mut pair = Pair::new(engine, seed).await;
        pair.plain_mails(0).await;
        for at in 0..OPERATIONS {
            pair.operate().await;
            assert_eq!(pair.ours().await, pair.theirs(), "seed {seed}, operation {at}");
        }
        foreseen += pair.foreseen;
        for node in &pair.sql {
            foreseen += node.foreseen_commits().await;
        }
    }
    assert!(foreseen > 0);
});
