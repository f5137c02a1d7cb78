//! What stops a campaign by itself, over the real ledger: a server that refuses us, addresses that nobody has, answers
//! that do not come.

use std::sync::Arc;

use database::{Engine, both_engines, on_engine};
use engine::ports::{Key, Ledger as _, Origin, Run, Settled, Step, Verdict};
use serde_json::{Value, json};

use super::Scene;
use crate::{
    CampaignId,
    deliveries::SqlLedger,
    notifications,
    runs::{self, State},
};

/// Connections whose outcomes are committed together.
const CONNECTIONS: usize = 8;

/// A campaign that is being sent, with the test as its mail server.
struct Stage {
    s: Scene,
    ledger: SqlLedger,
    attempts: i64,
}

impl Stage {
    async fn new(engine: Engine, readers: i64) -> Self {
        Self::of(Scene::new(engine, readers).await).await
    }

    async fn of(s: Scene) -> Self {
        s.post("/send").await.expect(202);
        while crate::deliveries::freeze_for_tests(&s.t.app).await {}
        let ledger = SqlLedger::register(s.t.app.core(), "one".into()).await.unwrap();
        Self { s, ledger, attempts: 0 }
    }

    async fn run(&self) -> Option<Arc<Run>> {
        self.ledger.runs().await.unwrap().into_iter().next()
    }

    fn step(&mut self, run: &Run, chunk: i64, reader: i64) -> (Key, Step) {
        self.attempts += 1;
        let key = Key { newsletter_id: run.newsletter_id, run_id: run.id, subscriber_id: reader };
        let origin = Origin::Chunk(chunk);
        let intent = Step::Intent {
            key,
            epoch: run.epoch,
            origin,
            attempt_id: self.attempts,
            attempt: 1,
            dated_at: 1_000,
        };
        (key, intent)
    }

    /// Sends what is left with these answers to the dot, in turn, until it is through or stopped; how many dots there
    /// were.
    async fn answer(&mut self, mut answers: impl Iterator<Item = Settled>) -> usize {
        let mut dots = 0;
        while let Some(run) = self.run().await {
            let Some(lease) = self.ledger.lease(&run).await.unwrap() else { break };
            for readers in lease.readers.chunks(CONNECTIONS) {
                let (keys, intents): (Vec<Key>, Vec<Step>) =
                    readers.iter().map(|reader| self.step(&run, lease.chunk_no, reader.id)).unzip();
                let first = self.attempts - readers.len() as i64 + 1;
                let verdicts = self.ledger.apply(&intents).await.unwrap();
                let outcomes: Vec<Step> = keys
                    .iter()
                    .zip(first..)
                    .zip(&verdicts)
                    .filter(|(_, verdict)| **verdict == Verdict::Granted)
                    .map(|((key, attempt_id), _)| Step::Outcome {
                        key: *key,
                        attempt_id,
                        settled: answers.next().unwrap(),
                    })
                    .collect();
                dots += outcomes.len();
                if outcomes.is_empty() {
                    break;
                }
                self.ledger.apply(&outcomes).await.unwrap();
            }
            let newsletter_id = run.newsletter_id;
            let close = Step::CloseChunk { newsletter_id, run_id: run.id, chunk_no: lease.chunk_no };
            self.ledger.apply(&[close]).await.unwrap();
            while self.ledger.finish().await.unwrap() {}
        }
        dots
    }

    async fn notices(&self) -> Value {
        self.s.t.call(Some(&self.s.token), "GET", "/api/notices", None).await.expect(200)
    }

    /// What the author's mailbox holds after everything due was written.
    async fn mails(&self) -> Vec<String> {
        notifications::write_due(&self.s.t.app).await.unwrap();
        crate::deliveries::send_due_account_mails(&self.s.t.app).await.unwrap();
        let all = self.s.t.call(Some(&self.s.token), "GET", "/api/captured-mail", None).await.expect(200);
        all.as_array().unwrap().iter().map(|mail| mail["subject"].as_str().unwrap().to_owned()).collect()
    }

    async fn count(&self, sql: &'static str) -> i64 {
        let mut tx = self.s.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_scalar(sql).fetch_one(conn).await).unwrap()
    }

    async fn counters(&self) -> (i64, i64) {
        let mut tx = self.s.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_as("SELECT active, bounced FROM newsletter_counters WHERE newsletter_id = $1")
            .bind(self.s.newsletter_id).fetch_one(conn).await)
        .unwrap()
    }
}

fn sent() -> Settled {
    Settled { code: Some(250), reason: None, ..Settled::because(State::Sent, "") }
}

fn refused() -> Settled {
    let said = Settled::because(State::Failed, "5.7.1 <reader@example.net> is not to hear from you");
    Settled { about_us: true, code: Some(554), enhanced_code: Some("5.7.1".into()), ..said }
}

fn unknown() -> Settled {
    let said = Settled::because(State::Failed, "5.1.1 nobody here");
    Settled { hard_bounce: true, code: Some(550), enhanced_code: Some("5.1.1".into()), ..said }
}

fn lost() -> Settled {
    Settled::because(State::InDoubt, "The connection was lost before the server answered: closed")
}

const SUPPRESSED: &str = "SELECT COUNT(*) FROM suppressions";
const BOUNCED: &str = "SELECT COUNT(*) FROM subscribers WHERE status = 'bounced'";

both_engines!(a_server_that_refuses_us_does_not_eat_the_audience, engine => {
    let mut stage = Stage::new(engine, 300).await;
    let dots = stage.answer(std::iter::repeat_with(refused)).await;
    assert!(dots < 10 + 2 * CONNECTIONS, "{dots}");
    let report = stage.s.get("/report").await;
    assert_eq!((&report["status"], &report["ledger"]["failed"]), (&json!("paused"), &json!(dots)), "{report}");
    let reason = report["pause_reason"].as_str().unwrap();
    assert!(reason.contains("refused 16 of the last 16") && reason.contains("554 5.7.1 <address> is not"), "{reason}");
    stage.s.assert_adds_up().await;
    // Nobody is suppressed, and its author hears of it: on the dashboard and by mail.
    assert_eq!((stage.count(SUPPRESSED).await, stage.count(BOUNCED).await), (0, 0));
    let notices = stage.notices().await;
    assert_eq!((&notices[0]["kind"], &notices[0]["detail"]), (&json!("campaign_paused"), &report["pause_reason"]));
    assert_eq!(notices[0]["href"], format!("/campaigns/{}/{}/report", stage.s.newsletter_id, stage.s.campaign_id));
    assert!(stage.mails().await.iter().any(|subject| subject.ends_with("was paused")));
    // Resumed too early it stops once more, later than before.
    stage.s.post("/resume").await.expect(200);
    let more = stage.answer(std::iter::repeat_with(refused)).await;
    assert!((20..20 + 2 * CONNECTIONS).contains(&more), "{more}");
    // The cause is mended: the rest gets it, and then those who were refused.
    stage.s.post("/resume").await.expect(200);
    assert_eq!(stage.answer(std::iter::repeat_with(sent)).await, 300 - dots - more);
    assert_eq!(stage.s.get("/report").await["status"], "sent");
    let body = Some(json!({ "to": "not_sent" }));
    let copy = stage.s.t.call(Some(&stage.s.token), "POST", &stage.s.path("/resend"), body).await.expect(201);
    stage.s.campaign_id = copy["id"].as_i64().map(CampaignId::new).unwrap();
    stage.s.post("/send").await.expect(202);
    while crate::deliveries::freeze_for_tests(&stage.s.t.app).await {}
    assert_eq!(stage.answer(std::iter::repeat_with(sent)).await, dots + more);
    stage.s.assert_adds_up().await;
});

both_engines!(addresses_that_are_all_unknown_say_nothing_about_anybody, engine => {
    let mut stage = Stage::new(engine, 300).await;
    let dots = stage.answer(std::iter::repeat_with(unknown)).await;
    assert!(dots < 10 + 2 * CONNECTIONS, "{dots}");
    let report = stage.s.get("/report").await;
    assert_eq!((&report["status"], &report["ledger"]["failed"]), (&json!("paused"), &json!(dots)), "{report}");
    assert!(report["pause_reason"].as_str().unwrap().contains("550 5.1.1 nobody here"), "{report}");
    assert_eq!(report["bounced"], 0);
    assert_eq!((stage.count(SUPPRESSED).await, stage.count(BOUNCED).await), (0, 0));
    assert_eq!(stage.counters().await, (300, 0));
    assert_eq!(stage.count("SELECT COUNT(*) FROM delivery_events").await, 0);
    assert_eq!(stage.count("SELECT CAST(COALESCE(SUM(bounces), 0) AS BIGINT) FROM daily_stats").await, 0);
    stage.s.assert_adds_up().await;
    // In the middle of a campaign too, with what was granted before the stop and answered after it.
    stage.s.post("/resume").await.expect(200);
    let fine = std::iter::repeat_with(sent).take(80);
    stage.answer(fine.chain(std::iter::repeat_with(unknown))).await;
    let report = stage.s.get("/report").await;
    assert_eq!((&report["status"], &report["ledger"]["sent"]), (&json!("paused"), &json!(80)), "{report}");
    assert_eq!((stage.count(SUPPRESSED).await, stage.counters().await), (0, (300, 0)));
});

// A stop takes its time, and whoever is answered meanwhile is answered before the dot.
both_engines!(whoever_leaves_while_a_campaign_is_stopped_is_sent_nothing, engine => {
    let mut stage = Stage::new(engine, 60).await;
    let run = stage.run().await.unwrap();
    let lease = stage.ledger.lease(&run).await.unwrap().unwrap();
    let (keys, mut intents): (Vec<Key>, Vec<Step>) =
        lease.readers[..12].iter().map(|reader| stage.step(&run, lease.chunk_no, reader.id)).unzip();
    let last = intents.split_off(10);
    assert_eq!(stage.ledger.apply(&intents).await.unwrap(), [Verdict::Granted; 10]);
    stage.s.leaves_at_the_stop(keys[10].subscriber_id).await;
    let refusals = keys.iter().zip(1..).take(10).map(|(key, attempt_id)| Step::Outcome { key: *key, attempt_id, settled: refused() });
    let steps: Vec<Step> = refusals.chain(last).collect();
    let verdicts = stage.ledger.apply(&steps).await.unwrap();
    assert_eq!(verdicts[10..], [Verdict::Left(State::Skipped, "Unsubscribed before sending."), Verdict::Granted]);
    assert_eq!(stage.s.get("/report").await["status"], "paused");
});

both_engines!(an_answer_that_comes_after_the_stop_is_taken_back_as_well, engine => {
    let mut stage = Stage::new(engine, 60).await;
    let run = stage.run().await.unwrap();
    let lease = stage.ledger.lease(&run).await.unwrap().unwrap();
    let (keys, intents): (Vec<Key>, Vec<Step>) =
        lease.readers[..14].iter().map(|reader| stage.step(&run, lease.chunk_no, reader.id)).unzip();
    stage.ledger.apply(&intents).await.unwrap();
    let (again, _) = stage.step(&run, lease.chunk_no, lease.readers[30].id);
    let (origin, settled) = (Origin::Chunk(lease.chunk_no), Settled::because(State::Deferred, "4.2.2 full"));
    let settle = Step::Settle { key: again, origin, attempt_id: 97, attempt: 1, dated_at: 0, settled };
    stage.ledger.apply(&[settle]).await.unwrap();
    assert_eq!(stage.ledger.claim(&run, 98, 1).await.unwrap().len(), 1);
    for part in [0..12, 12..14] {
        let outcomes: Vec<Step> = part
            .map(|i| Step::Outcome { key: keys[i], attempt_id: i as i64 + 1, settled: unknown() })
            .collect();
        stage.ledger.apply(&outcomes).await.unwrap();
        assert_eq!(stage.s.get("/report").await["status"], "paused");
        assert_eq!((stage.count(SUPPRESSED).await, stage.counters().await), (0, (60, 0)));
    }
    // Refused before the body: whoever is asked about after the stop stays in the queue.
    let (key, _) = stage.step(&run, lease.chunk_no, lease.readers[20].id);
    let (origin, settled) = (Origin::Chunk(lease.chunk_no), unknown());
    let settle = Step::Settle { key, origin, attempt_id: 99, attempt: 1, dated_at: 0, settled };
    let (origin, settled) = (Origin::Row, unknown());
    let later = Step::Settle { key: again, origin, attempt_id: 98, attempt: 2, dated_at: 0, settled };
    stage.ledger.apply(&[settle, later]).await.unwrap();
    let rows = stage.s.get("/deliveries?state=queued&limit=1000").await;
    let row = rows.as_array().unwrap().iter().find(|row| row["subscriber_id"] == json!(again.subscriber_id)).unwrap();
    assert_eq!((&row["reason"], &row["attempts"]), (&Value::Null, &json!(2)), "{row}");
    let ledger = stage.s.get("/report").await["ledger"].clone();
    assert_eq!((&ledger["failed"], &ledger["queued"]), (&json!(14), &json!(46)));
    assert_eq!(stage.counters().await, (60, 0));
    stage.s.assert_adds_up().await;
});

both_engines!(a_list_with_some_dead_addresses_goes_through, engine => {
    let mut stage = Stage::new(engine, 600).await;
    let dead = |i: usize| i.is_multiple_of(50);
    assert_eq!(stage.answer((0..).map(|i| if dead(i) { unknown() } else { sent() })).await, 600);
    let report = stage.s.get("/report").await;
    assert_eq!((&report["status"], &report["ledger"]["failed"], &report["bounced"]), (&json!("sent"), &json!(12), &json!(12)));
    assert_eq!((stage.count(SUPPRESSED).await, stage.counters().await), (12, (588, 12)));
    assert_eq!(stage.notices().await, json!([]));
    stage.s.assert_adds_up().await;
    // More of them in a row are allowed to a larger list.
    let mut stage = Stage::new(engine, 700).await;
    assert_eq!(stage.answer((0..).map(|i| if i < 15 { unknown() } else { sent() })).await, 700);
});

both_engines!(a_large_list_is_allowed_more_from_its_first_commit_on, engine => {
    let mut stage = Stage::new(engine, 700).await;
    let run = stage.run().await.unwrap();
    let lease = stage.ledger.lease(&run).await.unwrap().unwrap();
    let (keys, intents): (Vec<Key>, Vec<Step>) =
        lease.readers[..15].iter().map(|reader| stage.step(&run, lease.chunk_no, reader.id)).unzip();
    stage.ledger.apply(&intents).await.unwrap();
    let outcome = |(key, attempt_id)| Step::Outcome { key, attempt_id, settled: unknown() };
    let outcomes: Vec<Step> = keys.into_iter().zip(1..).map(outcome).collect();
    stage.ledger.apply(&outcomes).await.unwrap();
    assert_eq!(stage.s.get("/report").await["status"], "sending");
});

both_engines!(what_was_at_hand_before_a_pause_is_not_sent_after_it, engine => {
    let mut stage = Stage::new(engine, 3).await;
    let run = stage.run().await.unwrap();
    let lease = stage.ledger.lease(&run).await.unwrap().unwrap();
    let (_, intent) = stage.step(&run, lease.chunk_no, lease.readers[0].id);
    stage.s.post("/pause").await.expect(200);
    stage.s.post("/resume").await.expect(200);
    assert_ne!(stage.ledger.apply(&[intent]).await.unwrap(), [Verdict::Granted]);
    stage.s.assert_adds_up().await;
});

both_engines!(a_list_that_was_bought_stops_and_its_dead_stay_dead, engine => {
    let mut stage = Stage::new(engine, 400).await;
    stage.answer((0..).map(|i| if i % 3 == 0 { unknown() } else { sent() })).await;
    let report = stage.s.get("/report").await;
    assert_eq!(report["status"], "paused");
    assert!(report["pause_reason"].as_str().unwrap().contains("35 of the last 104 emails bounced"), "{report}");
    assert_eq!((stage.count(SUPPRESSED).await, &report["bounced"]), (35, &json!(35)));
});

both_engines!(a_server_that_never_answers_is_not_sent_to_for_ever, engine => {
    let mut stage = Stage::new(engine, 200).await;
    let dots = stage.answer(std::iter::repeat_with(lost)).await;
    assert!((24..24 + 2 * CONNECTIONS).contains(&dots), "{dots}");
    let report = stage.s.get("/report").await;
    assert_eq!(report["status"], "paused", "{report}");
    assert!(report["pause_reason"].as_str().unwrap().starts_with("The connection broke after 24 of the last 24"), "{report}");
    assert_eq!(stage.notices().await[0]["kind"], "campaign_paused");
    stage.s.assert_adds_up().await;
    // The more connections there are, the more of them break at once.
    let mut stage = Stage::of(Scene::with(engine, 200, |settings| settings.send_concurrency = 16).await).await;
    assert_eq!(stage.answer(std::iter::repeat_with(lost)).await, 3 * 16);
    // Every connection breaks once, and then all is well.
    let mut stage = Stage::new(engine, 200).await;
    let once = (0..).map(|i| if (40..40 + CONNECTIONS).contains(&i) { lost() } else { sent() });
    stage.answer(once).await;
    assert_eq!(stage.s.get("/report").await["pause_reason"], Value::Null);
});

both_engines!(a_refused_sender_is_told_as_every_other_stop, engine => {
    let stage = Stage::new(engine, 3).await;
    let run = stage.run().await.unwrap();
    let block = |epoch| Step::Block { campaign_id: run.campaign_id, epoch, reason: "The mail server refuses our mail: no".into() };
    stage.ledger.apply(&[block(run.epoch + 1)]).await.unwrap();
    assert_eq!(stage.s.get("").await["status"], "sending", "about another epoch");
    // Several connections are refused at once; its author hears of it once.
    stage.ledger.apply(&[block(run.epoch), block(run.epoch)]).await.unwrap();
    assert_eq!(stage.s.get("").await["status"], "paused");
    let notices = stage.notices().await;
    assert_eq!((notices.as_array().unwrap().len(), &notices[0]["detail"]), (1, &json!("The mail server refuses our mail: no")));
    assert_eq!(stage.mails().await.iter().filter(|subject| subject.ends_with("was paused")).count(), 1);
    let mut tx = stage.s.t.app.db.read().await.unwrap();
    let run = runs::latest(&mut tx, stage.s.campaign_id).await.unwrap().unwrap();
    assert_eq!(run.counters.ledger().queued, 3);
});
