//! Commits that are worked out from what the one before saw: they write what a look would have led to, and nothing where something changed.

use std::{sync::Arc, time::Duration};

use database::{Engine, both_engines, on_engine};
use engine::ports::{Key, Ledger as _, Origin, Run, Settled, Step, Verdict};
use serde_json::json;
use sqlx::AssertSqlSafe;

use super::marks::{Desk, change, count};
use crate::{
    clock::MINUTE,
    deliveries::{SqlLedger, ledger::freeze_for_tests},
    runs::{self, State},
};

/// Commits that look: one writes the first marks, one the first window, and one has to have seen that.
const LOOKS: usize = 3;

impl Desk {
    /// Has so many readers been sent their mails, one after the other, and one more intended.
    async fn on_the_way(engine: Engine, readers: i64, sent: usize) -> Self {
        let d = Self::new(engine, readers).await;
        d.apply(&[d.intent(0, 10, d.now())]).await;
        for reader in 0..sent {
            d.go_on(reader).await;
        }
        d
    }

    async fn go_on(&self, reader: usize) {
        let verdicts = self.apply(&self.next(reader)).await;
        assert_eq!(verdicts, [Verdict::Done, Verdict::Granted], "{reader}");
    }

    /// A reader's mail is taken, and the next one wants to leave.
    fn next(&self, reader: usize) -> [Step; 2] {
        let attempt = 10 + reader as i64;
        let settled =
            Settled { reason: None, receiver: "example.net".into(), ..Settled::because(State::Sent, "") };
        let outcome = Step::Outcome { key: self.key(reader), attempt_id: attempt, settled };
        [outcome, self.intent(reader + 1, attempt + 1, self.now())]
    }

    /// Commits in one message so far.
    async fn foreseen(&self) -> usize {
        self.ledger.foreseen_commits().await
    }
}

both_engines!(what_goes_plainly_is_foreseen, engine => {
    let d = Desk::on_the_way(engine, 9, 7).await;
    assert_eq!(d.foreseen().await, 8 - LOOKS);
    d.apply(&[d.next(7)[0].clone()]).await;
    assert_eq!(d.s.get("/report").await["ledger"]["sent"], 8);
    // Nobody waits for whoever else counts.
    assert_eq!(count(&d.s, "SELECT sent FROM campaign_runs").await, 2);
    assert_eq!(count(&d.s, "SELECT sent FROM run_counts WHERE committing = -1").await, 6);
    assert_eq!(count(&d.s, "SELECT COUNT(*) FROM deliveries").await, 0);
    d.s.assert_adds_up().await;
});

both_engines!(what_was_not_counted_yet_counts_with_the_next, engine => {
    let d = Desk::on_the_way(engine, 300, 7).await;
    let window = "SELECT mails FROM run_windows WHERE epoch >= 0 AND streak = 0";
    let mails = async || count(&d.s, window).await;
    assert_eq!(mails().await, 2);
    // After a while.
    d.s.t.clock.advance(100);
    d.go_on(7).await;
    d.go_on(8).await;
    assert_eq!(mails().await, 8);
    // With one that did not go plainly.
    let [_, intent] = d.next(9);
    let full = Settled { soft_bounce: true, ..Settled::because(State::Failed, "5.2.2 full") };
    d.apply(&[Step::Outcome { key: d.key(9), attempt_id: 19, settled: full }, intent]).await;
    assert_eq!(mails().await, 10);
    // By the hundred.
    for reader in 10..109 {
        d.go_on(reader).await;
    }
    assert_eq!(mails().await, 10);
    d.go_on(109).await;
    assert_eq!(mails().await, 110);
    // Those before a stop count no more.
    d.go_on(110).await;
    d.s.post("/pause").await.expect(200);
    d.s.post("/resume").await.expect(200);
    d.apply(&[d.next(111)[0].clone()]).await;
    assert_eq!(mails().await, 1);
    d.s.assert_adds_up().await;
});

both_engines!(what_has_changed_is_looked_at, engine => {
    let skipped = Verdict::Left(State::Skipped, "Unsubscribed before sending.");
    for (way, verdict) in [
        ("pause", Verdict::Gone),
        ("resume", Verdict::Gone),
        ("leave", Verdict::Refused),
        ("leave before", Verdict::Refused),
        ("leave while it is written", skipped),
        ("somebody else", Verdict::Granted),
        ("lease", Verdict::Gone),
        ("forgotten", Verdict::Granted),
        ("again", Verdict::Granted),
        ("twice", Verdict::Refused),
        ("late", Verdict::Gone),
    ] {
        let d = Desk::on_the_way(engine, 9, 4).await;
        let mut steps = d.next(4).to_vec();
        let leave = |id: i64| format!("UPDATE subscribers SET status = 'unsubscribed' WHERE id = {id}");
        let mut is_foreseen = false;
        match way {
            "pause" => drop(d.s.post("/pause").await.expect(200)),
            "resume" => {
                d.s.post("/pause").await.expect(200);
                d.s.post("/resume").await.expect(200);
            }
            "leave" => change(&d.s, leave(d.readers[5])).await,
            "leave before" => {
                change(&d.s, leave(d.readers[5])).await;
                // Heeded by the first, whose look puts the second off.
                d.apply(&[d.intent(6, 16, d.now())]).await;
                change(&d.s, "DELETE FROM departures").await;
                d.apply(&[d.intent(7, 17, d.now())]).await;
            }
            "leave while it is written" if engine == Engine::Sqlite => continue,
            "leave while it is written" => {
                // The note is the transaction's that writes the marks, so that what guards saw did not have it.
                change(&d.s, format!("CREATE FUNCTION leaves() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {}; RETURN NEW; END $$",
                    leave(d.readers[5]))).await;
                change(&d.s, "CREATE TRIGGER leaves AFTER UPDATE ON delivery_marks FOR EACH ROW EXECUTE FUNCTION leaves()").await;
                is_foreseen = true;
            }
            "somebody else" => change(&d.s, leave(d.readers[8])).await,
            "lease" => change(&d.s, "UPDATE delivery_chunks SET node_id = NULL").await,
            "forgotten" => { d.ledger.forget_leases().await; }
            "again" => {
                d.apply(&steps).await;
                d.ledger.forget_leases().await;
            }
            "twice" => steps.push(d.intent(5, 15, d.now())),
            _ => {
                let other = SqlLedger::register(d.s.t.app.core(), "two".into()).await.unwrap();
                d.s.t.clock.advance(16 * MINUTE);
                other.recover().await.unwrap();
            }
        }
        let before = d.foreseen().await;
        let verdicts = d.apply(&steps).await;
        assert_eq!((verdicts[0], *verdicts.last().unwrap()), (Verdict::Done, verdict), "{way}");
        is_foreseen |= way == "twice";
        assert_eq!(d.foreseen().await, before + usize::from(is_foreseen), "{way}");
        d.s.assert_adds_up().await;
        // Nothing is remembered of attempts that came to nothing.
        let in_flight = count(&d.s, "SELECT committing FROM campaign_runs").await;
        assert_eq!(d.ledger.forget_leases().await as i64, in_flight, "{way}");
    }
});

both_engines!(after_looks_commits_are_foreseen_again, engine => {
    let d = Desk::on_the_way(engine, 30, 4).await;
    // One look more for what was foreseen in vain, three more for the second time in a row.
    let commits = "L-+L-L---+L-+";
    for (at, commit) in commits.chars().enumerate() {
        let before = d.foreseen().await;
        if commit == 'L' {
            for status in ["unsubscribed", "active"] {
                change(&d.s, format!("UPDATE subscribers SET status = '{status}' WHERE id = {}", d.readers[29])).await;
            }
        }
        d.go_on(4 + at).await;
        // For as long as somebody of the cluster writes who began before, whoever left is named again.
        change(&d.s, "DELETE FROM departures").await;
        assert_eq!(d.foreseen().await, before + usize::from(commit == '+'), "{at}");
    }
    d.s.assert_adds_up().await;
});

both_engines!(a_mail_that_is_taken_may_stop_a_campaign, engine => {
    let d = Desk::on_the_way(engine, 9, 5).await;
    let before = d.foreseen().await;
    d.s.t.clock.advance(100);
    d.go_on(5).await;
    change(&d.s, "UPDATE run_windows SET mails = 49, refused = 3").await;
    d.s.t.clock.advance(100);
    assert_eq!(d.s.get("/report").await["status"], "sending");
    assert_eq!(d.apply(&d.next(6)).await[0], Verdict::Done);
    let report = d.s.get("/report").await;
    assert_eq!(report["status"], json!("paused"), "{report}");
    assert!(report["pause_reason"].as_str().unwrap().starts_with("The mail server refused 3 of the last 50 emails"), "{report}");
    assert_eq!(d.foreseen().await - before, 2);
});

impl Desk {
    /// Begins another campaign, of which the node has a chunk.
    async fn another(&self) -> Arc<Run> {
        let body = json!({ "subject": "Another", "html_content": "<p>x</p>" });
        let path = format!("/api/newsletters/{}/campaigns", self.s.newsletter_id);
        let made = self.s.t.call(Some(&self.s.token), "POST", &path, Some(body)).await.expect(201);
        let send = format!("{path}/{}/send", made["id"]);
        self.s.t.call(Some(&self.s.token), "POST", &send, None).await.expect(202);
        while freeze_for_tests(&self.s.t.app).await {}
        let run = self.ledger.runs().await.unwrap().pop().unwrap();
        self.ledger.lease(&run).await.unwrap().unwrap();
        run
    }
}

both_engines!(a_campaign_that_cannot_end_keeps_no_other_from_it, engine => {
    let d = Desk::on_the_way(engine, 3, 1).await;
    d.another().await;
    change(&d.s, "UPDATE campaigns SET status = 'cancelled', epoch = epoch + 1").await;
    change(&d.s, "UPDATE delivery_chunks SET node_id = NULL, is_open = FALSE").await;
    let trigger = format!("CREATE TRIGGER no BEFORE UPDATE OF state ON campaign_runs FOR EACH ROW WHEN (new.id = {}) ", d.run.id);
    if engine == Engine::Postgres {
        change(&d.s, "CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$").await;
        change(&d.s, trigger + "EXECUTE FUNCTION no()").await;
    } else {
        change(&d.s, trigger + "BEGIN SELECT RAISE(ABORT, 'no'); END").await;
    }
    d.ledger.finish().await.unwrap_err();
    assert_eq!(count(&d.s, "SELECT COUNT(*) FROM campaign_runs WHERE state = 'done'").await, 1);
    change(&d.s, if engine == Engine::Postgres { "DROP TRIGGER no ON campaign_runs" } else { "DROP TRIGGER no" }).await;
    assert!(d.ledger.finish().await.unwrap());
    assert_eq!(count(&d.s, "SELECT COUNT(*) FROM campaign_runs WHERE state = 'done'").await, 2);
    d.s.assert_adds_up().await;
});

both_engines!(campaigns_share_commits_as_long_as_they_are_few, engine => {
    let d = Desk::on_the_way(engine, 9, 4).await;
    let others = [d.another().await, d.another().await];
    let other = |run: &Run, reader: usize| {
        let key = Key { run_id: run.id, ..d.key(reader) };
        let attempt_id = 100 * run.id + reader as i64;
        let settled = Settled { reason: None, ..Settled::because(State::Sent, "") };
        let (epoch, origin, dated_at) = (run.epoch, Origin::Chunk(0), d.now());
        let intent = Step::Intent { key, epoch, origin, attempt_id, attempt: 1, dated_at };
        [intent, Step::Outcome { key, attempt_id, settled }]
    };
    for run in &others {
        for reader in 0..2 {
            for step in other(run, reader) {
                d.apply(&[step]).await;
            }
        }
    }
    let before = d.foreseen().await;
    let mut steps = d.next(4).to_vec();
    let mut expected = before;
    for run in &others {
        // Two at once are foreseen, three are not.
        steps.push(other(run, 2)[0].clone());
        assert_eq!(d.apply(&steps).await.last(), Some(&Verdict::Granted));
        expected += usize::from(expected == before);
        assert_eq!(d.foreseen().await, expected);
        steps = [d.next(5).to_vec(), vec![other(run, 2)[1].clone()]].concat();
    }
    for run in &others {
        let campaign = format!("SELECT campaign_id FROM campaign_runs WHERE id = {}", run.id);
        let mut tx = d.s.t.app.db.read().await.unwrap();
        let campaign = on_engine!(&mut tx, conn => sqlx::query_scalar(AssertSqlSafe(campaign)).fetch_one(conn).await).unwrap();
        let counters = runs::latest(&mut tx, campaign).await.unwrap().unwrap().counters;
        assert_eq!(counters.sent + counters.committing, 3);
    }
    d.s.assert_adds_up().await;
});

both_engines!(what_was_not_written_whole_is_not_written, engine => {
    let d = Desk::on_the_way(engine, 9, 4).await;
    let before = d.foreseen().await;
    // As if somebody else had written these marks under the same lease.
    change(&d.s, "UPDATE delivery_marks SET version = version + 1").await;
    d.go_on(4).await;
    assert_eq!(d.foreseen().await, before);
    d.s.assert_adds_up().await;
    d.go_on(5).await;
    assert_eq!(d.s.get("/report").await["ledger"]["sent"], 6);
    d.s.assert_adds_up().await;
});

both_engines!(a_commit_that_was_given_up_is_done_by_the_next, engine => {
    let mut waits = 0;
    loop {
        let d = Desk::on_the_way(engine, 9, 4).await;
        let steps = d.next(4);
        let before = d.foreseen().await;
        let is_over = database::testing::torn(d.ledger.apply(&steps), waits).await.is_some();
        assert!(!is_over || d.foreseen().await > before);
        assert_eq!(d.apply(&steps).await, [Verdict::Done, Verdict::Granted], "{waits}");
        d.go_on(5).await;
        let ledger = &d.s.get("/report").await["ledger"];
        assert_eq!((&ledger["sent"], &ledger["sending"]), (&json!(6), &json!(1)), "{waits}");
        d.s.assert_adds_up().await;
        if is_over {
            break;
        }
        waits += 1;
    }
});

/// A server that waits does not notice that nobody waits for it any more, and goes on once it can.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_was_given_up_is_not_written_beside_the_next() {
    let test = async {
        for held in ["UPDATE run_counts SET sent = sent", "UPDATE campaigns SET updated_at = updated_at"] {
            let d = Desk::on_the_way(Engine::Postgres, 9, 4).await;
            let leave = format!("UPDATE subscribers SET status = 'unsubscribed' WHERE id = {}", d.readers[5]);
            let mut tx = d.s.t.app.db.begin().await.unwrap();
            on_engine!(&mut tx, conn => sqlx::query(held).execute(conn).await.map(drop)).unwrap();
            let steps = [d.intent(5, 15, d.now())];
            {
                let mut given_up = Box::pin(d.ledger.apply(&steps));
                while !database::testing::is_waited_for(&mut tx).await {
                    assert!(futures::poll!(&mut given_up).is_pending());
                }
            }
            change(&d.s, leave).await;
            let others = async {
                while database::testing::waiting(&mut tx).await < 2 {}
                tx.commit().await.unwrap();
            };
            let both = async { tokio::join!(d.ledger.apply(&steps), others) };
            let (verdicts, ()) =
                tokio::time::timeout(Duration::from_secs(30), both).await.expect("a commit that waits");
            let verdict = verdicts.unwrap()[0];
            // Whichever was written: it was granted and is taken back, or it was never granted.
            assert!(matches!(verdict, Verdict::Left(..) | Verdict::Refused), "{verdict:?}");
            if let Verdict::Left(state, reason) = verdict {
                let settled = Settled::because(state, reason);
                d.apply(&[Step::Outcome { key: d.key(5), attempt_id: 15, settled }]).await;
            }
            d.s.assert_adds_up().await;
            let rows = d.s.everybody().await;
            let states: Vec<_> = rows.iter().map(|row| State::from_code(row.state).unwrap()).collect();
            assert_eq!(
                states,
                [State::Sent, State::Sent, State::Sent, State::Sent, State::Committing, State::Skipped]
            );
        }
    };
    database::testing::on_postgres(Box::pin(test)).await;
}

/// Each adds to counters of its own and to the same window, whoever comes first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_foresee_side_by_side() {
    let test = async {
        let d = Desk::new(Engine::Postgres, 1_100).await;
        let other = SqlLedger::register(d.s.t.app.core(), "two".into()).await.unwrap();
        other.recover().await.unwrap();
        let lease = other.lease(&d.run).await.unwrap().unwrap();
        let mails = async |ledger: &SqlLedger, chunk: i64, readers: &[i64]| {
            for subscriber_id in &readers[..60] {
                let key = Key { subscriber_id: *subscriber_id, ..d.key(0) };
                let (epoch, origin, dated_at) = (d.run.epoch, Origin::Chunk(chunk), d.now());
                let intent = Step::Intent { key, epoch, origin, attempt_id: 7, attempt: 1, dated_at };
                assert_eq!(ledger.apply(&[intent]).await.unwrap(), [Verdict::Granted]);
                let settled = Settled { reason: None, ..Settled::because(State::Sent, "") };
                ledger.apply(&[Step::Outcome { key, attempt_id: 7, settled }]).await.unwrap();
            }
            ledger.foreseen_commits().await
        };
        let theirs: Vec<i64> = lease.readers.iter().map(|reader| reader.id).collect();
        let foreseen = tokio::join!(mails(&d.ledger, 0, &d.readers), mails(&other, lease.chunk_no, &theirs));
        assert!(foreseen.0 > 60 && foreseen.1 > 60, "{foreseen:?}");
        let ledger = &d.s.get("/report").await["ledger"];
        assert_eq!((&ledger["sent"], &ledger["sending"]), (&json!(120), &json!(0)));
        assert_eq!(count(&d.s, "SELECT mails FROM run_windows").await, 120);
        d.s.assert_adds_up().await;
    };
    database::testing::on_postgres(Box::pin(test)).await;
}
