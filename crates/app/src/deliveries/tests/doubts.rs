//! Readers in doubt: sent to once more, after a while, and then left to a person, however the doubt arose.

use std::sync::{Arc, Mutex};

use database::{Engine, both_engines, on_engine};
use engine::{
    Parts,
    ports::{
        Claim, Committed, Connection, Key, Ledger as _, Mail, NoConnection, Origin, Random, Run, Staged,
        Step, Transport, Verdict,
    },
};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{Scene, life};
use crate::{
    clock::{DAY, MINUTE, SECOND},
    deliveries::{SqlLedger, background::retry_delay, groups::SqlGroups, ledger::freeze_for_tests},
    runs::State,
    testing::START,
};

/// Reader and message.
type Kept = (i64, Vec<u8>);

/// Keeps every mail and closes without an answer.
#[derive(Clone, Default)]
struct Silent {
    kept: Arc<Mutex<Vec<Kept>>>,
}

struct SilentConnection {
    server: Silent,
    staged: Option<Kept>,
}

impl Silent {
    fn copies(&self, reader: i64) -> Vec<Vec<u8>> {
        let kept = self.kept.lock().unwrap();
        kept.iter().filter(|(id, _)| *id == reader).map(|(_, message)| message.clone()).collect()
    }
}

impl Transport for Silent {
    type Connection = SilentConnection;

    async fn connect(&self) -> Result<SilentConnection, NoConnection> {
        Ok(SilentConnection { server: self.clone(), staged: None })
    }
}

impl Connection for SilentConnection {
    async fn stage(&mut self, mail: Mail<'_>) -> Staged {
        self.staged = Some((mail.job.reader.id, mail.message.unwrap().to_vec()));
        Staged::Ready
    }

    async fn answer(&mut self) -> Committed {
        self.server.kept.lock().unwrap().extend(self.staged.take());
        Committed::Lost("closed".into())
    }

    async fn close(self, _politely: bool) {}
}

struct Dice(Mutex<StdRng>);

impl Random for Dice {
    fn next(&self) -> u64 {
        self.0.lock().unwrap().random()
    }
}

/// A row as these tests look at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
struct Row {
    subscriber_id: i64,
    state: i16,
    attempts: i16,
    doubts: i16,
    not_before: i64,
}

/// A campaign that is being sent, its audience frozen.
async fn sending(engine: Engine, readers: i64, policy: &str) -> Scene {
    let s = life::scene(engine, readers).await;
    let body = Some(json!({ "in_doubt_policy": policy }));
    s.t.call(Some(&s.token), "PUT", &s.path(""), body).await.expect(200);
    s.post("/send").await.expect(202);
    while freeze_for_tests(&s.t.app).await {}
    s
}

impl Scene {
    /// A node that is known to be alone: what an earlier one left is its to take.
    pub(crate) async fn boot(&self) -> SqlLedger {
        let ledger = SqlLedger::register(self.t.app.core(), "test".into()).await.unwrap();
        ledger.recover().await.unwrap();
        ledger
    }

    async fn send_through(&self, server: &Silent) -> super::Engine {
        let parts = Parts {
            ledger: Arc::new(self.boot().await),
            transport: server.clone(),
            clock: self.t.clock.clone(),
            random: Arc::new(Dice(Mutex::new(StdRng::seed_from_u64(7)))),
            retry_delay,
            concurrency: 3,
            rate: None,
            ceiling: Arc::default(),
            groups: Arc::new(SqlGroups(self.t.app.core())),
            throttles: Vec::new(),
            wake: Arc::default(),
        };
        let stop = CancellationToken::new();
        let running = engine::run(parts, stop.clone(), drop);
        super::Engine {
            stop,
            task: tokio::spawn(async move {
                running.await;
                Ok(())
            }),
        }
    }

    async fn rows(&self) -> Vec<Row> {
        let mut tx = self.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_as(
            "SELECT subscriber_id, state, attempts, doubts, not_before FROM deliveries ORDER BY subscriber_id")
            .fetch_all(conn).await)
        .unwrap()
    }

    /// Waits until each of so many readers has a row of their own, and it is as it should be.
    async fn until_rows(&self, readers: usize, is_there: impl Fn(&Row) -> bool) -> Vec<Row> {
        let are_there = |rows: &Vec<Row>| rows.len() == readers && rows.iter().all(&is_there);
        crate::testing::until("there", async || self.rows().await, are_there).await
    }

    async fn resend_by_hand(&self, reader: i64) -> Value {
        let body = Some(json!({ "as": "resend" }));
        let path = self.path(&format!("/deliveries/{reader}/resolve"));
        self.t.call(Some(&self.token), "POST", &path, body).await.expect(200)
    }

    /// Nothing is due, now and within any time, and the campaign is over.
    async fn assert_over(&self, ledger: &SqlLedger) {
        self.t.clock.advance(30 * DAY);
        for run in ledger.runs().await.unwrap() {
            assert!(ledger.claim(&run, 99, 10).await.unwrap().is_empty());
            while let Some(lease) = ledger.lease(&run).await.unwrap() {
                assert!(lease.readers.is_empty(), "{lease:?}");
                let (newsletter_id, run_id, chunk_no) = (run.newsletter_id, run.id, lease.chunk_no);
                ledger.apply(&[Step::CloseChunk { newsletter_id, run_id, chunk_no }]).await.unwrap();
            }
        }
        while ledger.finish().await.unwrap() {}
        assert_eq!(self.campaign_status().await, "sent");
        self.assert_adds_up().await;
    }

    async fn campaign_status(&self) -> String {
        let mut tx = self.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT status FROM campaigns").fetch_one(conn).await)
            .unwrap()
    }

    fn key(&self, run: &Run, reader: i64) -> Key {
        Key { newsletter_id: self.newsletter_id.get(), run_id: run.id, subscriber_id: reader }
    }
}

fn intent(key: Key, run: &Run, origin: Origin, attempt_id: i64, attempt: i16) -> Step {
    Step::Intent { key, epoch: run.epoch, origin, attempt_id, attempt, dated_at: START.0 }
}

both_engines!(a_server_that_keeps_every_mail_and_closes_gets_two_copies, engine => {
    let s = sending(engine, 5, "resend").await;
    let server = Silent::default();
    let sender = s.send_through(&server).await;
    let rows = s.until_rows(5, |row| row.doubts == 1 && row.state == State::Queued.code()).await;
    for row in &rows {
        let wait = row.not_before - START.0;
        assert!((48 * SECOND..=72 * SECOND).contains(&wait), "{row:?}");
        assert_eq!(server.copies(row.subscriber_id).len(), 1);
    }
    let told = s.get("/deliveries?state=queued").await;
    assert!(told.as_array().unwrap().iter().all(|row| row["next_attempt_at"].is_string()), "{told}");
    let ledger = SqlLedger::register(s.t.app.core(), "other".into()).await.unwrap();
    let run = ledger.runs().await.unwrap().remove(0);
    s.t.clock.advance(48 * SECOND - 1);
    assert!(ledger.claim(&run, 99, 10).await.unwrap().is_empty(), "sent again before its time");
    s.t.clock.advance(MINUTE);
    let rows = s.until_rows(5, |row| row.state == State::Held.code()).await;
    assert!(rows.iter().all(|row| (row.doubts, row.not_before) == (2, 0)), "{rows:?}");
    s.until("sent").await;
    s.t.clock.advance(30 * DAY);
    // One more for one of them; had anything else been due, it would have gone too.
    let by_hand = rows[2].subscriber_id;
    assert_eq!(s.resend_by_hand(by_hand).await["state"], "queued");
    let rows = s.until_rows(5, |row| row.doubts == if row.subscriber_id == by_hand { 3 } else { 2 }).await;
    s.until("sent").await;
    sender.stop().await;
    for row in rows {
        let copies = server.copies(row.subscriber_id);
        assert_eq!(copies.len(), if row.subscriber_id == by_hand { 3 } else { 2 });
        assert!(copies.iter().all(|copy| *copy == copies[0]), "another message");
        assert_eq!(row.state, State::Held.code());
    }
    assert_eq!(s.get("/report").await["ledger"]["in_doubt"], 5);
    s.assert_adds_up().await;
});

both_engines!(with_the_policy_hold_it_gets_one, engine => {
    let s = sending(engine, 4, "hold").await;
    let server = Silent::default();
    let sender = s.send_through(&server).await;
    let rows = s.until_rows(4, |row| row.state == State::Held.code()).await;
    s.until("sent").await;
    s.t.clock.advance(30 * DAY);
    let by_hand = rows[0].subscriber_id;
    s.resend_by_hand(by_hand).await;
    s.until_rows(4, |row| row.doubts == if row.subscriber_id == by_hand { 2 } else { 1 }).await;
    s.until("sent").await;
    sender.stop().await;
    for row in rows {
        assert_eq!(server.copies(row.subscriber_id).len(), if row.subscriber_id == by_hand { 2 } else { 1 });
    }
    s.assert_adds_up().await;
});

both_engines!(what_dead_nodes_leave_has_the_same_bound, engine => {
    let s = sending(engine, 1, "resend").await;
    let node = s.boot().await;
    let run = node.runs().await.unwrap().remove(0);
    let lease = node.lease(&run).await.unwrap().unwrap();
    let key = s.key(&run, lease.readers[0].id);
    let granted = node.apply(&[intent(key, &run, Origin::Chunk(lease.chunk_no), 1, 1)]).await.unwrap();
    assert_eq!(granted, [Verdict::Granted]);

    let node = s.boot().await;
    let in_a_minute = START.plus(MINUTE).0;
    let row = Row { subscriber_id: key.subscriber_id, state: State::Queued.code(), attempts: 1, doubts: 1, not_before: in_a_minute };
    assert_eq!(s.rows().await, [row]);
    assert!(node.claim(&run, 2, 10).await.unwrap().is_empty());
    s.t.clock.advance(MINUTE);
    let claims: Vec<Claim> = node.claim(&run, 2, 10).await.unwrap();
    assert_eq!(claims.iter().map(|claim| (claim.subscriber_id, claim.attempts)).collect::<Vec<_>>(), [(key.subscriber_id, 1)]);
    assert_eq!(node.apply(&[intent(key, &run, Origin::Row, 2, 2)]).await.unwrap(), [Verdict::Granted]);

    let node = s.boot().await;
    let held = Row { state: State::Held.code(), attempts: 2, doubts: 2, not_before: 0, ..row };
    assert_eq!(s.rows().await, [held]);
    s.assert_over(&node).await;

    // A person may have it sent again, and this counts as nothing else.
    s.resend_by_hand(key.subscriber_id).await;
    let run = node.runs().await.unwrap().remove(0);
    assert_eq!(node.claim(&run, 3, 10).await.unwrap().len(), 1);
    assert_eq!(node.apply(&[intent(key, &run, Origin::Row, 3, 3)]).await.unwrap(), [Verdict::Granted]);
    let node = s.boot().await;
    assert_eq!(s.rows().await, [Row { attempts: 3, doubts: 3, ..held }]);
    s.assert_over(&node).await;
});

// A first doubt after some deferrals has the delay of its attempt; at the end of the schedule a person decides.
both_engines!(a_later_attempt_of_a_dead_node_waits_by_its_number, engine => {
    for (attempt, state, wait) in [(3, State::Queued, 15 * MINUTE), (40, State::Held, 0)] {
        let s = sending(engine, 1, "resend").await;
        let node = s.boot().await;
        let run = node.runs().await.unwrap().remove(0);
        let lease = node.lease(&run).await.unwrap().unwrap();
        let key = s.key(&run, lease.readers[0].id);
        let settled = engine::ports::Settled::because(State::Deferred, "later");
        let origin = Origin::Chunk(lease.chunk_no);
        let step = Step::Settle { key, origin, attempt_id: 1, attempt: 1, dated_at: START.0, settled };
        node.apply(&[step]).await.unwrap();
        assert_eq!(node.claim(&run, 2, 10).await.unwrap().len(), 1);
        node.apply(&[intent(key, &run, Origin::Row, 2, attempt)]).await.unwrap();
        s.boot().await;
        let not_before = if wait > 0 { START.plus(wait).0 } else { 0 };
        assert_eq!(s.rows().await, [Row { subscriber_id: key.subscriber_id, state: state.code(), attempts: attempt, doubts: 1, not_before }]);
    }
});

// The columns hold 16 bits.
both_engines!(a_count_that_is_full_stops_nothing, engine => {
    let s = sending(engine, 2, "resend").await;
    let server = Silent::default();
    let sender = s.send_through(&server).await;
    let rows = s.until_rows(2, |row| row.doubts == 1).await;
    sender.stop().await;
    let mut tx = s.t.app.db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query("UPDATE deliveries SET attempts = 32767, doubts = 32767")
        .execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
    s.t.clock.advance(2 * MINUTE);
    let sender = s.send_through(&server).await;
    let full = |row: &Row| (row.state, row.attempts, row.doubts) == (State::Held.code(), i16::MAX, i16::MAX);
    s.until_rows(2, full).await;
    s.until("sent").await;
    sender.stop().await;
    // And where a dead node leaves it.
    s.resend_by_hand(rows[0].subscriber_id).await;
    let node = s.boot().await;
    let run = node.runs().await.unwrap().remove(0);
    assert_eq!(node.claim(&run, 5, 10).await.unwrap().len(), 1);
    node.apply(&[intent(s.key(&run, rows[0].subscriber_id), &run, Origin::Row, 5, i16::MAX)]).await.unwrap();
    let node = s.boot().await;
    assert!(s.rows().await.iter().all(full));
    s.assert_over(&node).await;
});
