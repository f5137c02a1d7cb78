//! The plain path by the chunk: what is written, what is read of it, and what becomes of it when nodes and rows fail.

use database::{Engine, both_engines, on_engine, testing::torn};
use engine::ports::{Key, Ledger as _, Origin, Run, Settled, Step, Verdict};
use serde_json::json;
use sqlx::AssertSqlSafe;

use super::Scene;
use crate::{
    RunId, SubscriberId,
    clock::{HOUR, MINUTE, SECOND},
    deliveries::{
        SqlLedger,
        ledger::freeze_for_tests,
        marks::{self, Range},
        model::encode_ids,
        narrow, store,
    },
    runs::{self, Segment, SegmentKind, State},
};

/// A campaign of which one node has leased the first chunk.
pub struct Desk {
    pub s: Scene,
    pub ledger: SqlLedger,
    pub run: std::sync::Arc<Run>,
    pub readers: Vec<i64>,
}

impl Desk {
    pub async fn new(engine: Engine, readers: i64) -> Self {
        let mut s = Scene::new(engine, readers).await;
        s.use_a_key().await;
        s.post("/send").await.expect(202);
        while freeze_for_tests(&s.t.app).await {}
        let ledger = SqlLedger::register(s.t.app.core(), "one".into()).await.unwrap();
        ledger.recover().await.unwrap();
        let run = ledger.runs().await.unwrap().remove(0);
        let lease = ledger.lease(&run).await.unwrap().unwrap();
        let readers = lease.readers.iter().map(|reader| reader.id).collect();
        Self { s, ledger, run, readers }
    }

    pub fn key(&self, reader: usize) -> Key {
        Key {
            newsletter_id: self.run.newsletter_id,
            run_id: self.run.id,
            subscriber_id: self.readers[reader],
        }
    }

    pub fn intent(&self, reader: usize, attempt_id: i64, dated_at: i64) -> Step {
        let (key, epoch, origin) = (self.key(reader), self.run.epoch, Origin::Chunk(0));
        Step::Intent { key, epoch, origin, attempt_id, attempt: 1, dated_at }
    }

    pub fn answered(&self, reader: usize, attempt_id: i64, code: i16) -> Step {
        let settled = Settled { reason: None, code: Some(code), ..Settled::because(State::Sent, "") };
        Step::Outcome { key: self.key(reader), attempt_id, settled }
    }

    pub fn now(&self) -> i64 {
        self.s.t.clock.now().0
    }

    pub async fn apply(&self, steps: &[Step]) -> Vec<Verdict> {
        self.ledger.apply(steps).await.unwrap()
    }

    /// (state, doubts) of everybody of whom something is written down.
    async fn stories(&self) -> Vec<(State, i16)> {
        let rows = self.s.everybody().await;
        rows.iter().map(|row| (State::from_code(row.state).unwrap(), row.doubts)).collect()
    }

    pub async fn nobody_notes_who_leaves(&self) {
        let sql = match self.s.t.app.db.engine() {
            Engine::Sqlite => "DROP TRIGGER departures_update",
            Engine::Postgres => "DROP TRIGGER departures_update ON subscribers",
        };
        change(&self.s, sql).await;
    }

    async fn rows(&self) -> i64 {
        count(&self.s, "SELECT COUNT(*) FROM deliveries").await
    }
}

pub async fn count(s: &Scene, sql: &'static str) -> i64 {
    let mut tx = s.t.app.db.read().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query_scalar(sql).fetch_one(conn).await).unwrap()
}

pub async fn change(s: &Scene, sql: impl Into<String>) {
    let mut tx = s.t.app.db.begin().await.unwrap();
    let sql = AssertSqlSafe(sql.into());
    on_engine!(&mut tx, conn => sqlx::query(sql).execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
}

const COMMITTING: (State, i16) = (State::Committing, 0);
const SENT: (State, i16) = (State::Sent, 0);

both_engines!(a_campaign_that_went_plainly_keeps_a_few_bytes_a_reader_and_no_rows, engine => {
    let s = Scene::new(engine, 2_344).await;
    let subscribers = format!("/api/newsletters/{}/subscribers", s.newsletter_id);
    s.t.call(Some(&s.token), "POST", &subscribers, Some(json!({ "email": "findable@example.net" }))).await.expect(201);
    let sender = s.start();
    s.post("/send").await.expect(202);
    s.until("sent").await;
    sender.stop().await;
    s.assert_adds_up().await;
    assert_eq!(count(&s, "SELECT COUNT(*) FROM deliveries").await, 0);
    assert_eq!(count(&s, "SELECT sent FROM campaign_runs WHERE committing = 0").await, 2_345);
    assert_eq!(count(&s, "SELECT COUNT(*) FROM run_counts").await, 0);
    let bytes = count(&s, "SELECT CAST(SUM(LENGTH(in_flight) + LENGTH(sent) + LENGTH(seconds)) AS BIGINT) FROM delivery_marks").await
        + count(&s, "SELECT CAST(SUM(LENGTH(ids)) AS BIGINT) FROM delivery_chunks").await;
    assert!(bytes < 4 * 2_345, "{bytes} bytes");

    // Everybody is on one page or another, once, in each list that has them.
    for list in ["sent", "not_opened", ""] {
        let (mut seen, mut after) = (Vec::new(), String::new());
        loop {
            let path = s.path(&format!("/deliveries?limit=200&state={list}{after}"));
            let page = s.t.call(Some(&s.token), "GET", &path, None).await;
            let next = page.header("link").and_then(|link| link.split("cursor=").nth(1)).map(|rest| {
                format!("&cursor={}", rest.split(['>', '&']).next().unwrap())
            });
            let rows = page.expect(200);
            for row in rows.as_array().unwrap() {
                assert_eq!((&row["state"], &row["attempts"], &row["doubts"]), (&json!("sent"), &json!(1), &json!(0)));
                assert!(row["updated_at"].is_string() && row["reason"].is_null(), "{row}");
                seen.push(row["subscriber_id"].as_i64().unwrap());
            }
            let Some(next) = next else { break };
            after = next;
        }
        assert_eq!(seen.len(), 2_345, "{list}");
        assert!(seen.is_sorted_by(|one, other| one < other), "{list}");
    }
    let found = s.get("/deliveries?q=findable").await;
    assert_eq!((&found[0]["email"], &found[0]["state"]), (&json!("findable@example.net"), &json!("sent")));
    let csv = s.t.call(Some(&s.token), "GET", &s.path("/deliveries.csv"), None).await;
    assert_eq!(csv.text().lines().filter(|line| line.contains(",sent,")).count(), 2_345);
});

both_engines!(what_was_granted_is_recognised_whatever_the_node_has_forgotten, engine => {
    let d = Desk::new(engine, 3).await;
    let steps = [d.intent(0, 11, d.now()), d.intent(1, 12, d.now())];
    assert_eq!(d.apply(&steps).await, [Verdict::Granted; 2]);
    d.ledger.forget_leases().await;
    assert_eq!(d.apply(&steps).await, [Verdict::Granted; 2]);
    assert_eq!(d.apply(&[d.intent(0, 13, d.now())]).await, [Verdict::Refused]);
    for _ in 0..2 {
        d.ledger.forget_leases().await;
        assert_eq!(d.apply(&[d.answered(0, 11, 250), d.answered(1, 99, 250)]).await, [Verdict::Done; 2]);
        assert_eq!(d.stories().await, [SENT, COMMITTING]);
        d.s.assert_adds_up().await;
    }
    assert_eq!(d.apply(&[d.intent(0, 11, d.now())]).await, [Verdict::Refused]);
    assert_eq!(d.rows().await, 0);

    // What never became durable is not an intent, whatever the node thinks.
    change(&d.s, "DELETE FROM delivery_marks").await;
    d.ledger.forget_leases().await;
    d.apply(&[d.answered(1, 12, 250)]).await;
    assert_eq!(d.stories().await, []);
    assert_eq!(d.apply(&[d.intent(1, 14, d.now())]).await, [Verdict::Granted]);
    d.apply(&[d.answered(1, 12, 250)]).await;
    assert_eq!(d.stories().await, [COMMITTING]);
    assert_eq!(d.ledger.forget_leases().await, 1);
    d.apply(&[d.answered(1, 14, 250)]).await;
    assert_eq!(d.stories().await, [SENT]);
    assert_eq!(d.ledger.forget_leases().await, 0);
});

both_engines!(who_leaves_the_plain_path_gets_a_row, engine => {
    let d = Desk::new(engine, 7).await;
    let old = d.now() - 2 * HOUR;
    let steps: Vec<Step> = (0..7).map(|n| d.intent(n, n as i64 + 1, if n == 6 { old } else { d.now() - 1_500 })).collect();
    assert_eq!(d.apply(&steps).await, [Verdict::Granted; 7]);
    assert_eq!((d.stories().await, d.rows().await), (vec![COMMITTING; 7], 1));
    d.s.assert_adds_up().await;
    let not_before = d.now() + MINUTE;
    let outcome = |reader: usize, settled| Step::Outcome { key: d.key(reader), attempt_id: reader as i64 + 1, settled };
    d.apply(&[
        d.answered(0, 1, 250),
        d.answered(1, 2, 251),
        outcome(2, Settled { not_before, ..Settled::because(State::Deferred, "later") }),
        outcome(3, Settled { not_before, ..Settled::because(State::InDoubt, "lost") }),
        outcome(4, Settled { code: Some(550), ..Settled::because(State::Failed, "no") }),
        outcome(5, Settled::because(State::Sent, "accepted, with words")),
        d.answered(6, 7, 250),
    ]).await;
    let rows = d.s.everybody().await;
    let story: Vec<_> = rows.iter().map(|row| (State::from_code(row.state).unwrap(), row.code, row.attempts, row.doubts, row.not_before)).collect();
    assert_eq!(story, [
        (State::Sent, Some(250), 1, 0, 0),
        (State::Sent, Some(251), 1, 0, 0),
        (State::Deferred, None, 1, 0, not_before),
        (State::Queued, None, 1, 1, not_before),
        (State::Failed, Some(550), 1, 0, 0),
        (State::Sent, None, 1, 0, 0),
        (State::Sent, Some(250), 1, 0, 0),
    ]);
    assert_eq!(rows[5].reason.as_deref(), Some("accepted, with words"));
    assert_eq!(d.rows().await, 6);
    d.s.assert_adds_up().await;
    // Every attempt has the date of the first, to the second.
    let dated: Vec<i64> = {
        let mut tx = d.s.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT dated_at FROM deliveries ORDER BY subscriber_id").fetch_all(conn).await).unwrap()
    };
    let second = (d.now() - 1_500).div_euclid(SECOND) * SECOND;
    assert_eq!(dated, [second, second, second, second, second, old]);
});

both_engines!(a_node_that_was_taken_for_dead_finds_its_readers_in_doubt_and_goes_on, engine => {
    let d = Desk::new(engine, 4).await;
    d.apply(&[d.intent(0, 11, d.now()), d.intent(1, 12, d.now())]).await;
    d.apply(&[d.answered(0, 11, 250)]).await;
    let other = SqlLedger::register(d.s.t.app.core(), "two".into()).await.unwrap();
    d.s.t.clock.advance(16 * MINUTE);
    other.recover().await.unwrap();
    let in_doubt = (State::Queued, 1);
    assert_eq!(d.stories().await, [SENT, in_doubt]);
    // The answer comes after all, and the node wants to go on under the lease that it had.
    assert_eq!(d.apply(&[d.answered(1, 12, 250), d.intent(2, 13, d.now())]).await, [Verdict::Done, Verdict::Gone]);
    assert_eq!(d.stories().await, [SENT, in_doubt]);
    assert_eq!(d.ledger.forget_leases().await, 0);
    d.ledger.recover().await.unwrap();
    let run = d.ledger.runs().await.unwrap().remove(0);
    let lease = d.ledger.lease(&run).await.unwrap().unwrap();
    assert_eq!(lease.readers.iter().map(|reader| reader.id).collect::<Vec<_>>(), d.readers[2..]);
    assert_eq!(d.apply(&[d.intent(2, 13, d.now()), d.intent(1, 14, d.now())]).await, [Verdict::Granted, Verdict::Refused]);
    assert_eq!(d.stories().await, [SENT, in_doubt, COMMITTING]);
    assert_eq!(count(&d.s, "SELECT COUNT(*) FROM delivery_marks").await, 2);
    d.s.assert_adds_up().await;
});

both_engines!(a_chunk_whose_readers_are_all_in_flight_stays_with_its_node, engine => {
    let d = Desk::new(engine, 2).await;
    d.apply(&[d.intent(0, 11, d.now()), d.intent(1, 12, d.now())]).await;
    let close = Step::CloseChunk { newsletter_id: d.run.newsletter_id, run_id: d.run.id, chunk_no: 0 };
    let held = "SELECT COUNT(*) FROM delivery_chunks WHERE is_open AND node_id IS NOT NULL";
    d.apply(std::slice::from_ref(&close)).await;
    assert_eq!(count(&d.s, held).await, 1);
    d.apply(&[d.answered(0, 11, 250), d.answered(1, 12, 250), close]).await;
    assert_eq!(count(&d.s, "SELECT COUNT(*) FROM delivery_chunks WHERE is_open").await, 0);
});

both_engines!(what_is_asked_of_readers_is_answered_by_marks_too, engine => {
    let d = Desk::new(engine, 3).await;
    d.apply(&[d.intent(0, 11, d.now()), d.intent(1, 12, d.now())]).await;
    d.apply(&[d.answered(0, 11, 250)]).await;
    let newsletter_id = d.s.newsletter_id;
    let readers: Vec<SubscriberId> = d.readers.iter().copied().map(SubscriberId::new).collect();
    let mut tx = d.s.t.app.db.begin().await.unwrap();
    let run = runs::find(&mut tx, RunId::new(d.run.id)).await.unwrap().unwrap();
    for (reader, in_flight, left) in [(0, false, true), (1, true, true), (2, false, false)] {
        assert_eq!(store::is_in_flight(&mut tx, newsletter_id, readers[reader]).await.unwrap(), in_flight, "{reader}");
        assert_eq!(store::is_known(&mut tx, run, readers[reader]).await.unwrap(), left, "{reader}");
        let at = store::left_at(&mut tx, run, readers[reader]).await.unwrap();
        assert_eq!(at.map(|at| at.0), left.then_some(d.now().div_euclid(SECOND) * SECOND), "{reader}");
    }
    // Whoever may have got it is not mailed as one who did not, nor as one who did.
    let segment = |kind| Some(Segment { campaign_id: d.s.campaign_id, kind });
    let ids = d.readers.clone();
    let not_sent = narrow(&mut tx, newsletter_id, segment(SegmentKind::NotSent), ids.clone()).await.unwrap();
    assert_eq!(not_sent, d.readers[2..]);
    let not_opened = narrow(&mut tx, newsletter_id, segment(SegmentKind::NotOpened), ids).await.unwrap();
    assert_eq!(not_opened, d.readers[..1]);
});

both_engines!(damaged_marks_stop_their_campaign_with_words, engine => {
    let d = Desk::new(engine, 1_500).await;
    d.apply(&[d.intent(0, 11, d.now()), d.intent(1, 12, d.now())]).await;
    change(&d.s, "UPDATE delivery_marks SET sent = in_flight").await;
    // What the node knows by itself it goes by; another one has nothing else.
    d.ledger.forget_leases().await;
    assert_eq!(d.apply(&[d.answered(0, 11, 250), d.intent(2, 13, d.now())]).await, [Verdict::Done, Verdict::Gone]);
    let report = d.s.get("/report").await;
    assert_eq!(report["status"], "paused");
    assert!(report["pause_reason"].as_str().unwrap().contains("can't be read, so sending stopped"), "{report}");
    let other = SqlLedger::register(d.s.t.app.core(), "two".into()).await.unwrap();
    d.s.t.clock.advance(16 * MINUTE);
    assert_eq!(other.recover().await.unwrap(), 1);
    d.s.post("/resume").await.expect(200);
    let run = other.runs().await.unwrap().remove(0);
    assert!(other.lease(&run).await.unwrap().is_none());
    assert_eq!(d.s.get("/report").await["status"], "paused");
    d.s.post("/cancel").await.expect(200);
    while other.finish().await.unwrap() {}
    assert_eq!(d.s.get("/report").await["ledger"]["cancelled"], 500, "whose chunk is sound");
});

/// Of a lease before this one, so that what the node knows stays good.
const DAMAGE_AN_EARLIER_LEASE: &str = "INSERT INTO delivery_marks \
    (newsletter_id, run_id, chunk_no, lease_no, node_id, version, dated_from, in_flight, sent, seconds) \
    SELECT newsletter_id, run_id, chunk_no, 0, 1, 1, 0, in_flight, in_flight, seconds FROM delivery_marks";

both_engines!(whoever_leaves_while_damage_stops_a_campaign_is_sent_nothing, engine => {
    let d = Desk::new(engine, 3).await;
    d.apply(&[d.intent(0, 11, d.now())]).await;
    change(&d.s, DAMAGE_AN_EARLIER_LEASE).await;
    d.s.leaves_at_the_stop(d.readers[1]).await;
    let close = Step::CloseChunk { newsletter_id: d.run.newsletter_id, run_id: d.run.id, chunk_no: 0 };
    let verdicts = d.apply(&[d.answered(0, 11, 250), d.intent(1, 12, d.now()), close]).await;
    assert_eq!(verdicts, [Verdict::Done, Verdict::Left(State::Skipped, "Unsubscribed before sending."), Verdict::Done]);
    assert_eq!(d.s.get("/report").await["status"], "paused");
});

both_engines!(what_cannot_be_read_of_one_campaign_stops_no_other, engine => {
    let d = Desk::new(engine, 3).await;
    d.apply(&[d.intent(0, 11, d.now())]).await;
    change(&d.s, DAMAGE_AN_EARLIER_LEASE).await;
    let close = Step::CloseChunk { newsletter_id: d.run.newsletter_id, run_id: d.run.id, chunk_no: 0 };
    assert_eq!(d.apply(&[d.answered(0, 11, 250), close]).await, [Verdict::Done; 2]);
    assert_eq!(d.s.get("/report").await["status"], "paused");
    let mut tx = d.s.t.app.db.begin().await.unwrap();
    let segment = Segment { campaign_id: d.s.campaign_id, kind: SegmentKind::NotSent };
    assert_eq!(narrow(&mut tx, d.s.newsletter_id, Some(segment), d.readers.clone()).await.unwrap(), [0i64; 0]);
    let reader = SubscriberId::new(d.readers[2]);
    assert!(!store::is_in_flight(&mut tx, d.s.newsletter_id, reader).await.unwrap());
});

both_engines!(a_reader_with_a_mark_and_a_row_counts_once_and_hides_nobody, engine => {
    let d = Desk::new(engine, 3).await;
    d.apply(&[d.intent(0, 11, d.now()), d.intent(1, 12, d.now())]).await;
    change(&d.s, "INSERT INTO deliveries (newsletter_id, run_id, subscriber_id, state, attempts, attempt_id, node_id, dated_at, updated_at) \
        SELECT newsletter_id, run_id, first_id, 6, 1, 5, 1, 1, 1 FROM delivery_chunks").await;
    let close = Step::CloseChunk { newsletter_id: d.run.newsletter_id, run_id: d.run.id, chunk_no: 0 };
    d.apply(&[d.answered(1, 12, 250), close]).await;
    assert_eq!(count(&d.s, "SELECT COUNT(*) FROM delivery_chunks WHERE is_open").await, 1, "the third is still to be sent to");
    let other = SqlLedger::register(d.s.t.app.core(), "two".into()).await.unwrap();
    d.s.t.clock.advance(16 * MINUTE);
    assert_eq!(other.recover().await.unwrap(), 1);
    assert_eq!(d.stories().await, [(State::Deferred, 0), SENT]);
    assert_eq!(count(&d.s, "SELECT committing FROM campaign_runs").await, 0);
});

// Everything that may come between the lease and the commit point, in one commit.
both_engines!(nothing_is_sent_to_whoever_left_since_the_lease, engine => {
    let d = Desk::new(engine, 9).await;
    let ids = |reader: usize| d.readers[reader];
    let mut changes: Vec<String> = ["unsubscribed", "pending", "bounced", "complained"].iter().enumerate()
        .map(|(reader, status)| format!("UPDATE subscribers SET status = '{status}' WHERE id = {}", ids(reader))).collect();
    changes.push(format!(
        "INSERT INTO suppressions (email, email_key, reason, source, created_at) \
         SELECT email, email_key, 'hard_bounce', 'smtp', 0 FROM subscribers WHERE id = {}", ids(4)));
    changes.push(format!("UPDATE subscribers SET email_key = 'a@nowhere.invalid' WHERE id = {}", ids(5)));
    changes.push(format!("DELETE FROM subscribers WHERE id = {}", ids(6)));
    // In the name only.
    changes.push(format!("UPDATE subscribers SET email_key = 'a@nowhere.invalid.example' WHERE id = {}", ids(7)));
    let mut tx = d.s.t.app.db.begin().await.unwrap();
    for sql in changes {
        on_engine!(&mut tx, conn => sqlx::query(sqlx::AssertSqlSafe(sql)).execute(conn).await.map(drop)).unwrap();
    }
    tx.commit().await.unwrap();
    let intents: Vec<Step> = (0..9).rev().map(|reader| d.intent(reader, 40 + reader as i64, d.now())).collect();
    let verdicts = d.apply(&intents).await;
    assert_eq!(verdicts, [[Verdict::Granted; 2].as_slice(), &[Verdict::Refused; 7]].concat());
    let written: Vec<State> = d.stories().await.into_iter().map(|(state, _)| state).collect();
    let (skipped, suppressed, begun) = (State::Skipped, State::Suppressed, State::Committing);
    assert_eq!(written, [skipped, skipped, suppressed, suppressed, suppressed, suppressed, skipped, begun, begun]);
});

// Nobody looks at each reader for that: who left since the lease is noted.
both_engines!(only_those_who_are_noted_are_asked_for, engine => {
    let d = Desk::new(engine, 6).await;
    let leave = async |reader: usize| {
        change(&d.s, format!("UPDATE subscribers SET status = 'unsubscribed' WHERE id = {}", d.readers[reader])).await;
    };
    // Granted, and the answer was lost; when it asks again the reader has left.
    assert_eq!(d.apply(&[d.intent(0, 10, d.now())]).await, [Verdict::Granted]);
    leave(0).await;
    let left = Verdict::Left(State::Skipped, "Unsubscribed before sending.");
    assert_eq!(d.apply(&[d.intent(0, 10, d.now()), d.intent(1, 11, d.now())]).await, [left, Verdict::Granted]);
    let settled = Settled::because(State::Skipped, "Unsubscribed before sending.");
    d.apply(&[Step::Outcome { key: d.key(0), attempt_id: 10, settled }, d.answered(1, 11, 250)]).await;
    assert_eq!(d.stories().await, [(State::Skipped, 0), SENT]);
    d.nobody_notes_who_leaves().await;
    leave(2).await;
    assert_eq!(d.apply(&[d.intent(2, 12, d.now())]).await, [Verdict::Granted]);
    // Of what is not known from the lease everything is asked.
    leave(3).await;
    d.ledger.forget_leases().await;
    assert_eq!(d.apply(&[d.intent(3, 13, d.now())]).await, [Verdict::Refused]);
    let release = Step::ReleaseChunk { newsletter_id: d.run.newsletter_id, run_id: d.run.id, chunk_no: 0 };
    d.apply(&[d.answered(2, 12, 250), release]).await;
    leave(4).await;
    let again = d.ledger.lease(&d.run).await.unwrap().unwrap();
    assert_eq!(again.readers.iter().map(|reader| reader.id).collect::<Vec<_>>(), [d.readers[5]]);
    assert_eq!(d.apply(&[d.intent(4, 14, d.now()), d.intent(5, 15, d.now())]).await, [Verdict::Refused, Verdict::Granted]);
    // One in flight was not read with the lease that came after.
    let release = Step::ReleaseChunk { newsletter_id: d.run.newsletter_id, run_id: d.run.id, chunk_no: 0 };
    d.apply(&[release]).await;
    leave(5).await;
    assert!(d.ledger.lease(&d.run).await.unwrap().is_none_or(|lease| lease.readers.is_empty()));
    assert_eq!(d.apply(&[d.intent(5, 15, d.now())]).await, [left]);
});

// Too many left to be named.
both_engines!(where_many_left_everybody_is_asked_for, engine => {
    let d = Desk::new(engine, 3).await;
    change(&d.s, "INSERT INTO departures (horizon, newsletter_id, subscriber_id) \
        WITH RECURSIVE i (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 300) \
        SELECT 1000000000000, (SELECT MIN(id) FROM newsletters), -n FROM i").await;
    d.nobody_notes_who_leaves().await;
    change(&d.s, "UPDATE subscribers SET status = 'unsubscribed' WHERE id = (SELECT MIN(id) FROM subscribers)").await;
    assert_eq!(d.apply(&[d.intent(0, 10, d.now()), d.intent(1, 11, d.now())]).await, [Verdict::Refused, Verdict::Granted]);
});

both_engines!(chunks_that_overlap_are_read_in_the_order_of_their_readers, engine => {
    let s = Scene::new(engine, 1).await;
    s.post("/send").await.expect(202);
    let mut tx = s.t.app.db.begin().await.unwrap();
    let run = runs::latest(&mut tx, s.campaign_id).await.unwrap().unwrap();
    let everybody: Vec<i64> = (1..=60).collect();
    // Three chunks of each half overlap.
    for chunk in 0..6i64 {
        let is_in = |id: i64| id % 3 == chunk % 3 && (id - 1) / 30 == chunk / 3;
        let ids: Vec<i64> = everybody.iter().copied().filter(|id| is_in(*id)).collect();
        on_engine!(&mut tx, conn => sqlx::query(
            "INSERT INTO delivery_chunks (newsletter_id, run_id, chunk_no, first_id, last_id, span_last_id, readers, ids, is_open) \
             VALUES ($1, $2, $3, $4, $5, $6, 10, $7, TRUE)")
            .bind(run.newsletter_id).bind(run.id).bind(chunk).bind(ids[0]).bind(ids[9]).bind(30 * (chunk / 3 + 1))
            .bind(encode_ids(&ids)).execute(conn).await.map(drop)).unwrap();
        // The seventh of each is in flight, the eighth is nobody's yet; the others were sent.
        on_engine!(&mut tx, conn => sqlx::query(
            "INSERT INTO delivery_marks (newsletter_id, run_id, chunk_no, lease_no, node_id, version, dated_from, in_flight, sent, seconds) \
             VALUES ($1, $2, $3, 1, 1, 1, 0, $4, $5, $6)")
            .bind(run.newsletter_id).bind(run.id).bind(chunk).bind(vec![0x40u8, 0]).bind(vec![0x3fu8, 0x03])
            .bind(vec![0u8; 20]).execute(conn).await.map(drop)).unwrap();
    }
    let position = |id: i64| everybody[(id - 1) as usize / 30 * 30..].iter().filter(|other| **other % 3 == id % 3 && **other < id).count();
    let of = |states: &[State]| -> Vec<i64> {
        everybody.iter().copied().filter(|id| match position(*id) {
            6 => states.contains(&State::Committing),
            7 => false,
            _ => states.contains(&State::Sent),
        }).collect()
    };
    for states in [vec![State::Sent], vec![State::Committing], vec![State::Sent, State::Committing]] {
        for limit in [1, 7, 60] {
            let (mut found, mut after) = (Vec::new(), 0);
            loop {
                let page = marks::page(&mut tx, run.newsletter_id, run.id, &states, after, limit).await.unwrap();
                let Some(last) = page.last() else { break };
                after = last.subscriber_id.get();
                assert!(page.len() <= limit);
                found.extend(page.iter().map(|mark| mark.subscriber_id.get()));
            }
            assert_eq!(found, of(&states), "{states:?}, {limit} at a time");
        }
    }
    let all = of(&[State::Sent, State::Committing]);
    for (first, last) in [(1, 60), (5, 5), (17, 31), (60, 90), (61, 90)] {
        let range = Range { newsletter_id: run.newsletter_id, run_id: run.id, first, last };
        let found: Vec<i64> = marks::between(&mut tx, range).await.unwrap().iter().map(|mark| mark.subscriber_id.get()).collect();
        assert_eq!(found, all.iter().copied().filter(|id| (first..=last).contains(id)).collect::<Vec<_>>());
    }
    let asked: Vec<SubscriberId> = [60, 4, 22, 23, 90].map(SubscriberId::new).to_vec();
    let found = marks::of_readers(&mut tx, run.newsletter_id, run.id, &asked).await.unwrap();
    let mut expected: Vec<i64> = [4, 22, 23, 60].into_iter().filter(|id| all.contains(id)).collect();
    expected.sort_unstable();
    assert_eq!(found.iter().map(|mark| mark.subscriber_id.get()).collect::<Vec<_>>(), expected);
    let waiting: Vec<i64> = everybody.iter().copied().filter(|id| position(*id) == 7).collect();
    for (after, limit) in [(0, 100), (0, 2), (waiting[1], 2), (waiting[2], 1), (waiting[5], 1)] {
        let found = store::untouched(&mut tx, &run, after, limit).await.unwrap();
        let expected: Vec<i64> = waiting.iter().copied().filter(|id| *id > after).take(limit).collect();
        assert_eq!(found.iter().map(|id| id.get()).collect::<Vec<_>>(), expected);
    }
});

// A transaction that fails leaves the attempt that it would have granted in the node's memory.
both_engines!(an_attempt_that_was_never_granted_takes_nothing_from_one_that_was, engine => {
    let desk = Desk::new(engine, 30).await;
    for reader in 0..30 {
        // Dropped ever later: before the attempt is remembered, then before it is durable, and then after that.
        torn(desk.ledger.apply(&[desk.intent(reader, 7, 1)]), reader as u64).await;
        desk.apply(&[desk.answered(reader, 7, 250), desk.intent(reader, 7, 1)]).await;
        desk.apply(&[desk.answered(reader, 7, 250)]).await;
    }
    assert_eq!(desk.stories().await, [SENT; 30]);
    desk.s.assert_adds_up().await;
});
