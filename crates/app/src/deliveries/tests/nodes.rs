//! Several machines, one of them with a wrong clock: what counts is the database's. And who waits for whom.

use std::time::Duration;

use database::{Engine, Tx, both_engines, on_engine};
use engine::ports::{Key, Ledger as _, Origin, Settled, Step, Verdict};
use serde_json::json;
use tokio::time::timeout;

use super::{Engine as Sender, Scene};
use crate::{
    App, Clock, Timestamp,
    clock::{MINUTE, SECOND},
    deliveries::{SqlLedger, ledger::freeze_for_tests, nodes_off},
    runs::State,
    suppressions::Reason,
};

/// Two chunks, so that two nodes have one each.
const READERS: i64 = 1_001;

/// (state, doubts)
const COMMITTING: (i16, i16) = (State::Committing as i16, 0);
const SENT: (i16, i16) = (State::Sent as i16, 0);

/// A node in the middle of its work: one mail is between its dot and its answer.
struct Busy {
    ledger: SqlLedger,
    key: Key,
    attempt_id: i64,
    intent: Step,
}

impl Busy {
    async fn new(scene: &Scene, app: App, instance: &str) -> Self {
        let ledger = SqlLedger::register(app.core(), instance.into()).await.unwrap();
        ledger.recover().await.unwrap();
        let (key, intent) = scene.first_intent(&ledger).await;
        let attempt_id = ledger.node_id();
        let busy = Self { ledger, key, attempt_id, intent };
        assert_eq!(busy.asks_again().await, [Verdict::Granted]);
        busy
    }

    /// As whoever did not hear the answer.
    async fn asks_again(&self) -> Vec<Verdict> {
        self.ledger.apply(std::slice::from_ref(&self.intent)).await.unwrap()
    }

    async fn answered(&self) {
        let (key, attempt_id, settled) = (self.key, self.attempt_id, Settled::because(State::Sent, ""));
        self.ledger.apply(&[Step::Outcome { key, attempt_id, settled }]).await.unwrap();
    }
}

impl Scene {
    async fn with_two_chunks(engine: Engine) -> Self {
        let s = Self::new(engine, READERS).await;
        s.post("/send").await.expect(202);
        while freeze_for_tests(&s.t.app).await {}
        s
    }

    /// A node leases a chunk, and wants to send to its first reader.
    async fn first_intent(&self, ledger: &SqlLedger) -> (Key, Step) {
        let run = ledger.runs().await.unwrap().remove(0);
        let lease = ledger.lease(&run).await.unwrap().unwrap();
        let key = Key {
            newsletter_id: self.newsletter_id.get(),
            run_id: run.id,
            subscriber_id: lease.readers[0].id,
        };
        let (origin, attempt_id) = (Origin::Chunk(lease.chunk_no), ledger.node_id());
        (key, Step::Intent { key, epoch: run.epoch, origin, attempt_id, attempt: 1, dated_at: 1 })
    }

    /// Which node has each chunk.
    async fn owners(&self) -> Vec<Option<i64>> {
        let mut tx = self.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT node_id FROM delivery_chunks ORDER BY chunk_no")
            .fetch_all(conn).await)
        .unwrap()
    }

    /// (state, doubts) of every reader of whom something is written down.
    async fn stories(&self) -> Vec<(i16, i16)> {
        self.everybody().await.into_iter().map(|row| (row.state, row.doubts)).collect()
    }
}

both_engines!(a_wrong_clock_costs_nobody_a_lease_or_a_mail, engine => {
    for ahead in [20 * MINUTE, -20 * MINUTE] {
        let s = Scene::with_two_chunks(engine).await;
        let right = Busy::new(&s, s.t.app.clone(), "right").await;
        let wrong = Busy::new(&s, s.off_by(ahead), "wrong").await;
        let owners = [Some(right.ledger.node_id()), Some(wrong.ledger.node_id())];
        // Longer than a silence that would end everything.
        for _ in 0..4 * 20 {
            s.t.clock.advance(15 * SECOND);
            for node in [&right, &wrong] {
                assert_eq!(node.ledger.recover().await.unwrap(), 2, "nodes that live");
            }
        }
        assert_eq!(s.owners().await, owners);
        assert_eq!(s.stories().await, [COMMITTING; 2]);
        assert_eq!(wrong.ledger.clock().now(), s.t.clock.now());
        right.answered().await;
        wrong.answered().await;
        assert_eq!(s.stories().await, [SENT; 2]);
        s.assert_adds_up().await;
    }
});

both_engines!(a_mail_in_doubt_does_not_leave_when_its_node_wakes_and_asks_again, engine => {
    let s = Scene::with_two_chunks(engine).await;
    let sleeps = Busy::new(&s, s.t.app.clone(), "sleeps").await;
    assert_eq!(sleeps.asks_again().await, [Verdict::Granted]);
    s.t.clock.advance(16 * MINUTE);
    let wakes = SqlLedger::register(s.t.app.core(), "wakes".into()).await.unwrap();
    wakes.recover().await.unwrap();
    assert_eq!(s.stories().await, [(State::Queued as i16, 1)]);
    assert_eq!(sleeps.asks_again().await, [Verdict::Gone]);
    sleeps.ledger.recover().await.unwrap();
    assert_eq!(sleeps.asks_again().await, [Verdict::Gone]);
    assert_eq!(s.stories().await, [(State::Queued as i16, 1)]);
    s.assert_adds_up().await;
});

both_engines!(a_node_that_says_goodbye_is_not_waited_for, engine => {
    let s = Scene::with_two_chunks(engine).await;
    let leaves = Busy::new(&s, s.t.app.clone(), "leaves").await;
    let stays = Busy::new(&s, s.t.app.clone(), "stays").await;
    leaves.answered().await;
    leaves.ledger.unregister().await.unwrap();
    assert_eq!(stays.ledger.recover().await.unwrap(), 1, "nodes that live");
    assert_eq!(s.owners().await, [None, Some(stays.ledger.node_id())]);
    assert_eq!(s.stories().await, [SENT, COMMITTING]);
    s.assert_adds_up().await;
});

both_engines!(a_later_attempt_stays_with_a_node_that_lives_and_is_taken_from_one_that_fell_silent, engine => {
    let s = Scene::with_two_chunks(engine).await;
    let mut nodes = Vec::new();
    for (name, attempt_id) in [("lives", 11), ("silent", 12)] {
        let node = Busy::new(&s, s.t.app.clone(), name).await;
        let settled = Settled::because(State::Deferred, "later");
        node.ledger.apply(&[Step::Outcome { key: node.key, attempt_id: node.attempt_id, settled }]).await.unwrap();
        let run = node.ledger.runs().await.unwrap().remove(0);
        assert_eq!(node.ledger.claim(&run, attempt_id, 1).await.unwrap().len(), 1);
        nodes.push((node, run));
    }
    let (lives, run) = &nodes[0];
    let (key, epoch, origin) = (lives.key, run.epoch, Origin::Row);
    let intent = Step::Intent { key, epoch, origin, attempt_id: 11, attempt: 2, dated_at: 1 };
    assert_eq!(lives.ledger.apply(&[intent]).await.unwrap(), [Verdict::Granted]);
    let other = SqlLedger::register(s.t.app.core(), "other".into()).await.unwrap();
    other.recover().await.unwrap();
    let [again, claimed, queued] = [State::CommittingAgain, State::Claimed, State::Queued].map(|state| (state as i16, 0));
    assert_eq!(s.stories().await, [again, claimed]);
    for _ in 0..4 * 20 {
        s.t.clock.advance(15 * SECOND);
        for node in [&lives.ledger, &other] {
            node.recover().await.unwrap();
        }
    }
    assert_eq!(s.stories().await, [again, queued]);
    s.assert_adds_up().await;
});

both_engines!(a_node_is_given_its_whole_time, engine => {
    let s = Scene::with_two_chunks(engine).await;
    let silent = Busy::new(&s, s.t.app.clone(), "silent").await;
    let other = SqlLedger::register(s.t.app.core(), "other".into()).await.unwrap();
    let (mine, in_doubt) = (Some(silent.ledger.node_id()), (State::Queued as i16, 1));
    let mut silence = 0;
    for (after, alive, owner, story) in [
        (30 * SECOND, 2, mine, COMMITTING),
        (30 * SECOND + 1, 1, None, COMMITTING),
        (15 * MINUTE, 1, None, COMMITTING),
        (15 * MINUTE + 1, 1, None, in_doubt),
    ] {
        s.t.clock.advance(after - silence);
        silence = after;
        assert_eq!(other.recover().await.unwrap(), alive, "nodes that live after {after} ms");
        assert_eq!((s.owners().await[0], s.stories().await), (owner, vec![story]), "{after} ms");
    }
    s.assert_adds_up().await;
});

both_engines!(a_node_with_a_wrong_clock_judges_nobody, engine => {
    for ahead in [20 * MINUTE, -20 * MINUTE, 11 * SECOND, -11 * SECOND] {
        let s = Scene::with_two_chunks(engine).await;
        let silent = Busy::new(&s, s.t.app.clone(), "silent").await;
        let wrong = Busy::new(&s, s.off_by(ahead), "wrong").await;
        let owners = [Some(silent.ledger.node_id()), Some(wrong.ledger.node_id())];
        s.t.clock.advance(16 * MINUTE);
        assert_eq!(wrong.ledger.recover().await.unwrap(), 1);
        assert_eq!((s.owners().await, s.stories().await), (owners.to_vec(), vec![COMMITTING; 2]));
        // That an earlier process of its own folder is dead is no matter of time.
        let wrong = SqlLedger::register(s.off_by(ahead).core(), "wrong".into()).await.unwrap();
        wrong.recover().await.unwrap();
        assert_eq!(s.owners().await, [owners[0], None]);
        let almost = SqlLedger::register(s.off_by(9 * SECOND).core(), "almost right".into()).await.unwrap();
        almost.recover().await.unwrap();
        assert_eq!(s.owners().await, [None, None]);
        assert!(s.stories().await.iter().all(|(_, doubts)| *doubts == 1));
        s.assert_adds_up().await;
    }
});

// The one clock that is not the test's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_clock_of_postgresql_is_the_one_that_counts() {
    database::testing::on_postgres(Box::pin(async {
        for ahead in [20 * MINUTE, -20 * MINUTE] {
            let s = Scene::with_two_chunks(Engine::Postgres).await;
            let right = Busy::new(&s, s.machine(Clock::system()), "right").await;
            let wrong = Busy::new(&s, s.machine(Clock::system().off_by(ahead)), "wrong").await;
            for node in [&right, &wrong, &right] {
                assert_eq!(node.ledger.recover().await.unwrap(), 2, "nodes that live");
            }
            assert_eq!(s.owners().await, [Some(right.ledger.node_id()), Some(wrong.ledger.node_id())]);
            assert_eq!(s.stories().await, [COMMITTING; 2]);
            let now = s.t.app.db.clock().await.unwrap().unwrap();
            let mut tx = s.t.app.db.read().await.unwrap();
            let off = nodes_off(&mut tx, Timestamp(now), MINUTE).await.unwrap();
            let [(node, by)] = off[..] else { panic!("{off:?}") };
            assert_eq!(node, wrong.ledger.node_id());
            assert!((by - ahead).abs() < MINUTE, "{by} and not {ahead}");
            // What it writes of times is what the others understand.
            assert!((wrong.ledger.clock().now().0 - now).abs() < MINUTE);
        }
    }))
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn machines_with_different_clocks_send_to_everybody_once() {
    database::testing::on_postgres(Box::pin(async {
        for ahead in [20 * MINUTE, -20 * MINUTE] {
            let s = Scene::new(Engine::Postgres, 3_000).await;
            let right = Sender::start(s.machine(Clock::system()), "right");
            let wrong = Sender::start(s.machine(Clock::system().off_by(ahead)), "wrong");
            s.post("/send").await.expect(202);
            let report = s.until("sent").await;
            assert_eq!((&report["ledger"]["sent"], &report["uncertain"]), (&json!(3_000), &json!([])));
            right.stop().await;
            wrong.stop().await;
            let mut tx = s.t.app.db.read().await.unwrap();
            let (mails, readers): (i64, i64) = on_engine!(&mut tx, conn => sqlx::query_as(
                "SELECT COUNT(*), COUNT(DISTINCT subscriber_id) FROM captured_mail").fetch_one(conn).await)
            .unwrap();
            assert_eq!((mails, readers), (3_000, 3_000));
        }
    }))
    .await;
}

/// A commit that wants to send to the first reader of a chunk begins while `held` is done and not durable yet; then, while the
/// commit waits, `others` do something.
async fn while_a_commit_waits(
    held: &'static str,
    others: impl AsyncFnOnce(&Scene, &mut Tx),
    becomes: Verdict,
) {
    let s = Scene::with_two_chunks(Engine::Postgres).await;
    let node = s.boot().await;
    let intents = [s.first_intent(&node).await.1];
    let mut tx = s.t.app.db.begin().await.unwrap();
    write(&mut tx, held).await.unwrap();
    let waits = async {
        while !database::testing::is_waited_for(&mut tx).await {}
        others(&s, &mut tx).await;
        tx.commit().await.unwrap();
    };
    let both = async { tokio::join!(node.apply(&intents), waits) };
    let (verdicts, ()) = timeout(Duration::from_secs(30), both).await.expect("a commit that waits");
    assert_eq!(verdicts.unwrap(), [becomes]);
}

async fn write(tx: &mut Tx, statement: &'static str) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query(statement).execute(conn).await.map(drop))
}

const LEAVE: &str = "UPDATE subscribers SET status = 'unsubscribed'";
const SUPPRESS: &str = "INSERT INTO suppressions (email, email_key, reason, source, created_at) \
    SELECT email, email_key, 'manual', 'manual', 1 FROM subscribers";
const CHANGE_CAMPAIGNS: &str = "UPDATE campaigns SET updated_at = updated_at";

/// Whoever leaves while a commit is on its way is sent nothing, and neither waits for the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dot_is_taken_back_from_those_who_left_while_it_was_written() {
    database::testing::on_postgres(Box::pin(async {
        let left = Verdict::Left(State::Skipped, "Unsubscribed before sending.");
        let suppressed = Verdict::Left(State::Suppressed, Reason::Manual.sentence());
        let removed = Verdict::Left(State::Skipped, "The subscriber was removed.");
        for (change, becomes) in [(LEAVE, left), (SUPPRESS, suppressed), ("DELETE FROM subscribers", removed)] {
            let others = async |s: &Scene, _: &mut Tx| {
                let mut other = s.t.app.db.begin().await.unwrap();
                write(&mut other, change).await.unwrap();
                other.commit().await.unwrap();
            };
            // Before and after its last look at the campaign.
            while_a_commit_waits(CHANGE_CAMPAIGNS, others, becomes).await;
            while_a_commit_waits("UPDATE campaign_runs SET sent = sent", others, becomes).await;
        }
        // Readers of somebody else's, and a departure that is not durable yet, which will be answered after the dot.
        let mut open = None;
        let elsewhere = async |s: &Scene, _: &mut Tx| {
            let mut other = s.t.app.db.begin().await.unwrap();
            write(&mut other, "INSERT INTO departures (horizon, newsletter_id, subscriber_id) \
                SELECT CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT), newsletter_id + 1, id FROM subscribers").await.unwrap();
            other.commit().await.unwrap();
            let mut other = s.t.app.db.begin().await.unwrap();
            write(&mut other, LEAVE).await.unwrap();
            open = Some(other);
        };
        while_a_commit_waits(CHANGE_CAMPAIGNS, elsewhere, Verdict::Granted).await;
        open.unwrap().rollback().await.unwrap();
    }))
    .await;
}

/// A reader whose dot was taken back is skipped, at its first attempt and at a later one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dot_that_was_taken_back_leaves_a_reader_who_is_skipped() {
    database::testing::on_postgres(Box::pin(async {
        for is_later in [false, true] {
            let s = Scene::with_two_chunks(Engine::Postgres).await;
            let node = s.boot().await;
            let (key, mut intent) = s.first_intent(&node).await;
            let mut attempt = node.node_id();
            if is_later {
                let settled = Settled::because(State::Deferred, "later");
                node.apply(std::slice::from_ref(&intent)).await.unwrap();
                node.apply(&[Step::Outcome { key, attempt_id: attempt, settled }]).await.unwrap();
                let run = node.runs().await.unwrap().remove(0);
                attempt = 70;
                assert_eq!(node.claim(&run, attempt, 1).await.unwrap().len(), 1);
                let origin = Origin::Row;
                intent = Step::Intent {
                    key,
                    epoch: run.epoch,
                    origin,
                    attempt_id: attempt,
                    attempt: 2,
                    dated_at: 1,
                };
            }
            let mut tx = s.t.app.db.begin().await.unwrap();
            write(&mut tx, "UPDATE campaign_runs SET sent = sent").await.unwrap();
            let intents = [intent];
            let waits = async {
                while !database::testing::is_waited_for(&mut tx).await {}
                let mut other = s.t.app.db.begin().await.unwrap();
                write(&mut other, LEAVE).await.unwrap();
                other.commit().await.unwrap();
                tx.commit().await.unwrap();
            };
            let both = async { tokio::join!(node.apply(&intents), waits) };
            let (verdicts, ()) = timeout(Duration::from_secs(30), both).await.expect("a commit that waits");
            let [Verdict::Left(state, reason)] = verdicts.unwrap()[..] else { panic!("not taken back") };
            // Whoever asks again, as after an answer that was lost, hears the same.
            assert_eq!(node.apply(&intents).await.unwrap(), [Verdict::Left(state, reason)]);
            let settled = Settled::because(state, reason);
            node.apply(&[Step::Outcome { key, attempt_id: attempt, settled }]).await.unwrap();
            let row = s
                .everybody()
                .await
                .into_iter()
                .find(|row| row.subscriber_id.get() == key.subscriber_id)
                .unwrap();
            assert_eq!((row.state, row.attempts), (State::Skipped.code(), if is_later { 2 } else { 1 }));
            s.assert_adds_up().await;
        }
    }))
    .await;
}

// PostgreSQL has no statistics yet, and would choose others in the place of those that it has claimed.
both_engines!(no_more_are_claimed_than_are_asked_for, engine => {
    let s = Scene::new(engine, 40).await;
    s.post("/send").await.expect(202);
    while freeze_for_tests(&s.t.app).await {}
    let node = s.boot().await;
    let run = node.runs().await.unwrap().remove(0);
    let lease = node.lease(&run).await.unwrap().unwrap();
    let steps = lease.readers.iter().flat_map(|reader| {
        let key = Key { newsletter_id: s.newsletter_id.get(), run_id: run.id, subscriber_id: reader.id };
        let (epoch, origin) = (run.epoch, Origin::Chunk(lease.chunk_no));
        [
            Step::Intent { key, epoch, origin, attempt_id: 1, attempt: 1, dated_at: 1 },
            Step::Outcome { key, attempt_id: 1, settled: Settled::because(State::Deferred, "later") },
        ]
    });
    for steps in steps.collect::<Vec<_>>().chunks(2) {
        node.apply(&steps[..1]).await.unwrap();
        node.apply(&steps[1..]).await.unwrap();
    }
    for (attempt_id, claimed) in [(2, 15), (3, 15), (4, 10), (5, 0)] {
        assert_eq!(node.claim(&run, attempt_id, 15).await.unwrap().len(), claimed);
    }
    s.assert_adds_up().await;
});

// Another node freed the chunk, and this one leased it again while it still had jobs of the first time.
both_engines!(a_chunk_that_was_leased_twice_sends_once, engine => {
    let s = Scene::with_two_chunks(engine).await;
    let node = s.boot().await;
    let run = node.runs().await.unwrap().remove(0);
    let first = node.lease(&run).await.unwrap().unwrap();
    let origin = Origin::Chunk(first.chunk_no);
    let (newsletter_id, run_id) = (s.newsletter_id.get(), run.id);
    let release = Step::ReleaseChunk { newsletter_id, run_id, chunk_no: first.chunk_no };
    node.apply(&[release]).await.unwrap();
    let second = node.lease(&run).await.unwrap().unwrap();
    assert_eq!((second.chunk_no, second.readers.len()), (first.chunk_no, first.readers.len()));

    let intent = |reader: usize, origin, attempt_id| Step::Intent {
        key: Key { newsletter_id, run_id, subscriber_id: first.readers[reader].id },
        epoch: run.epoch,
        origin,
        attempt_id,
        attempt: 1,
        dated_at: 1,
    };
    let both = [intent(0, origin, 1), intent(0, origin, 2), intent(1, origin, 3), intent(1, origin, 3)];
    let answers = [Verdict::Granted, Verdict::Refused, Verdict::Granted, Verdict::Refused];
    assert_eq!(node.apply(&both).await.unwrap(), answers);
    // The answer was lost: the same again, and then each by itself.
    assert_eq!(node.apply(&both).await.unwrap(), answers);
    assert_eq!(node.apply(&[intent(0, origin, 2)]).await.unwrap(), [Verdict::Refused]);
    assert_eq!(node.apply(&[intent(0, origin, 1)]).await.unwrap(), [Verdict::Granted]);
    assert_eq!(s.stories().await, [COMMITTING; 2]);

    // A row that was claimed again is its last claim's.
    let key = Key { newsletter_id, run_id, subscriber_id: first.readers[0].id };
    let settled = Settled::because(State::Deferred, "later");
    node.apply(&[Step::Outcome { key, attempt_id: 1, settled }]).await.unwrap();
    for attempt_id in [7, 8] {
        assert_eq!(node.claim(&run, attempt_id, 10).await.unwrap().len(), 1);
        if attempt_id == 7 {
            node.apply(&[Step::ReleaseRun { newsletter_id, run_id }]).await.unwrap();
        }
    }
    let again = [intent(0, Origin::Row, 7), intent(0, Origin::Row, 8), intent(0, Origin::Row, 8)];
    assert_eq!(node.apply(&again).await.unwrap(), [Verdict::Gone, Verdict::Granted, Verdict::Refused]);
    s.assert_adds_up().await;
});
