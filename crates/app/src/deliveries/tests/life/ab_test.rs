//! A sample gets the variants, the rest the better one.

use std::{collections::HashMap, sync::Arc, time::Duration};

use database::{both_engines, on_engine};
use engine::{
    State,
    ports::{Job, Key, Ledger as _, Origin, Reader, Run, Settled, Step},
};
use serde_json::{Value, json};

use super::{Scene, scene};
use crate::{
    campaigns::variants::{Drawn, Plan},
    clock::{HOUR, MINUTE},
    deliveries::{
        SqlLedger, store,
        tests::{Engine, give_rows},
    },
    runs,
};

const A: &str = "First subject";
const B: &str = "Second subject";

/// Who gets which variant, as it is drawn from all readers at once.
struct Sample(Plan, Drawn);

impl Sample {
    async fn of(s: &Scene, sample_percent: u32) -> Self {
        let plan = Plan { campaign_id: s.campaign_id, sample_percent, variants: 2 };
        let (mut drawn, readers) = (Drawn::default(), s.readers().await);
        drawn.draw(plan, &readers, *readers.last().unwrap());
        Self(plan, drawn)
    }

    fn variant(&self, id: i64) -> Option<u8> {
        self.0.variant(Some(&self.1), id)
    }
}

async fn with_test(s: &Scene, sample_percent: u32, metric: &str) -> Sample {
    let test = json!({
        "sample_percent": sample_percent, "wait_minutes": 60, "metric": metric,
        "variants": [{ "name": "A" }, { "name": "B", "subject": B }],
    });
    let html = "<p><a href=\"https://example.org/\">More</a></p>";
    let body = json!({ "subject": A, "html_content": html, "ab_test": test });
    s.ask("PUT", "", body).await.expect(200);
    Sample::of(s, sample_percent).await
}

/// Readers of each variant, and the rest.
async fn shares(s: &Scene, plan: &Sample) -> [Vec<i64>; 3] {
    let mut shares = [Vec::new(), Vec::new(), Vec::new()];
    for id in s.readers().await {
        shares[plan.variant(id).map_or(2, usize::from)].push(id);
    }
    assert!(shares.iter().all(|share| share.len() > 10), "too few readers for this test");
    shares
}

/// Sends to the sample, half of the readers: the plan, the shares of [`shares`], and the engine at work.
async fn send_sample(s: &Scene, metric: &str) -> (Sample, [Vec<i64>; 3], Engine) {
    let plan = with_test(s, 50, metric).await;
    let shares = shares(s, &plan).await;
    s.post("/send").await.expect(202);
    let sender = s.start();
    s.until_sent(shares[0].len() + shares[1].len()).await;
    (plan, shares, sender)
}

/// Every reader of the sample has the variant of the plan, and everyone else this one.
fn assert_variants(plan: &Sample, subjects: &HashMap<i64, String>, rest: &str) {
    for (id, subject) in subjects {
        let expected = match plan.variant(*id) {
            Some(0) => A,
            Some(_) => B,
            None => rest,
        };
        assert_eq!(subject, expected, "reader {id}");
    }
}

both_engines!(the_rest_gets_the_variant_that_did_better, engine => {
    let s = scene(engine, 200).await;
    let (plan, [a, b, rest], sender) = send_sample(&s, "opens").await;
    assert_eq!(s.recipients().await.len(), a.len() + b.len(), "the rest waits");
    assert_eq!(s.get("/report").await["ledger"]["queued"], rest.len());
    assert!(s.get("/report").await["waiting"].as_str().unwrap().contains("2026-11-21T13:00:00.000Z"));
    s.open(&a[..2]).await;
    s.open(&b[..b.len() - 2]).await;
    let test = s.get("/report").await["ab_test"].clone();
    assert_eq!(json!([test["state"], test["winner"], test["decides_at"]]), json!(["waiting", null, "2026-11-21T13:00:00.000Z"]));
    let figures = |test: &Value| json!([0, 1].map(|v| json!([test["variants"][v]["sent"], test["variants"][v]["intended"], test["variants"][v]["opens"]])));
    assert_eq!(figures(&test), json!([[a.len(), a.len(), 2], [b.len(), b.len(), b.len() - 2]]));
    s.go_to("2026-11-21T12:59:59Z");
    assert_eq!(s.decide().await, 0, "not before its time");
    s.go_to("2026-11-21T13:00:00Z");
    assert_eq!((s.decide().await, s.decide().await), (1, 0));
    let report = s.until("sent").await;
    sender.stop().await;
    assert_variants(&plan, &s.subjects().await, B);
    assert_eq!(s.recipients().await, s.readers().await);
    let test = &report["ab_test"];
    assert_eq!(json!([test["state"], test["winner"], test["sent_to_rest"]]), json!(["decided", "B", "B"]));
    assert!(test["p_value"].as_f64().unwrap() < 0.05 && test["explanation"].as_str().unwrap().contains("Variant B did better"), "{test}");
    assert_eq!(figures(test), json!([[a.len(), a.len(), 2], [b.len(), b.len(), b.len() - 2]]), "the rest is not of the sample");
    s.assert_adds_up().await;
});

both_engines!(a_person_need_not_wait_for_the_choice, engine => {
    let s = scene(engine, 200).await;
    let told = s.post("/ab-test/decide").await.expect(409);
    assert_eq!((&told["code"], &told["detail"]), (&json!("ab_test_not_waiting"), &json!("This campaign was not sent with an A/B test.")));
    let plan = with_test(&s, 50, "opens").await;
    let [a, b, _] = shares(&s, &plan).await;
    s.post("/send").await.expect(202);
    let told = s.post("/ab-test/decide").await.expect(409);
    assert!(told["detail"].as_str().unwrap().starts_with("The variants are still going out"), "{told}");
    let sender = s.start();
    s.until_sent(a.len() + b.len()).await;
    s.open(&a[..2]).await;
    s.open(&b[..b.len() - 2]).await;
    assert_eq!(s.post("/ab-test/decide").await.expect(200)["status"], "sending");
    let report = s.until("sent").await;
    sender.stop().await;
    assert_variants(&plan, &s.subjects().await, B);
    assert_eq!(s.recipients().await, s.readers().await);
    let test = &report["ab_test"];
    assert_eq!(json!([test["state"], test["winner"], test["decides_at"]]), json!(["decided", "B", test["decided_at"]]));
    s.post("/ab-test/decide").await.expect(200);
    assert_eq!(s.get("/report").await["ab_test"]["decided_at"], test["decided_at"], "it is chosen once");
    s.assert_adds_up().await;
});

both_engines!(the_sample_is_its_share_to_the_reader_and_even, engine => {
    let s = scene(engine, 44).await;
    with_test(&s, 50, "opens").await;
    // Who cannot be sent to is neither of the sample nor of the rest.
    let bounced: Vec<i64> = s.readers().await.into_iter().step_by(11).collect();
    let mut tx = s.t.app.db.begin().await.unwrap();
    for id in &bounced {
        on_engine!(&mut tx, conn => sqlx::query("UPDATE subscribers SET status = 'bounced' WHERE id = $1")
            .bind(id).execute(conn).await.map(drop)).unwrap();
    }
    tx.commit().await.unwrap();
    s.post("/send").await.expect(202);
    let sender = s.start();
    while s.get("/report").await["ledger"]["sent"].as_u64().unwrap() < 10 {
        tokio::task::yield_now().await;
    }
    // Dropped in the middle, as a crash would: another node goes on with the same sample.
    sender.task.abort();
    let _ = sender.task.await;
    s.boot().await;
    s.t.clock.advance(2 * MINUTE);
    let sender = s.start();
    s.until_sent(20).await;
    let report = s.get("/report").await;
    let test = &report["ab_test"];
    assert_eq!(json!([0, 1].map(|v| json!([test["variants"][v]["intended"], test["variants"][v]["sent"]]))), json!([[10, 10], [10, 10]]));
    assert_eq!(json!([report["ledger"]["intended"], report["ledger"]["queued"]]), json!([44, 20]), "{report}");
    let of = |subjects: &HashMap<i64, String>, subject: &str| subjects.values().filter(|s| *s == subject).count();
    let subjects = s.subjects().await;
    assert_eq!((of(&subjects, A), of(&subjects, B)), (10, 10));
    s.assert_adds_up().await;
    s.t.clock.advance(HOUR);
    assert_eq!(s.decide().await, 1);
    s.until("sent").await;
    sender.stop().await;
    let subjects = s.subjects().await;
    assert_eq!((of(&subjects, A), of(&subjects, B)), (30, 10), "without a difference the rest gets the first");
    s.assert_adds_up().await;
});

both_engines!(a_sample_drawn_over_several_parts_is_as_exact, engine => {
    // Three parts, since one has 20,000 readers.
    let s = scene(engine, 45_037).await;
    with_test(&s, 1, "opens").await;
    s.post("/send").await.expect(202);
    // Another process freezes the first part, and dies.
    assert!(crate::deliveries::freeze_for_tests(&s.t.app).await);
    s.boot().await;
    let sender = s.start();
    // One in a hundred, to the nearest reader.
    s.until_sent(450).await;
    let drawn = drawn(&s).await;
    assert_eq!(drawn["counted"], 45_037);
    let lasts: Vec<i64> = drawn["parts"].as_array().unwrap().iter().map(|part| part["last"].as_i64().unwrap()).collect();
    let report = s.get("/report").await;
    let test = &report["ab_test"];
    assert_eq!(json!([0, 1].map(|v| json!([test["variants"][v]["intended"], test["variants"][v]["sent"]]))), json!([[225, 225], [225, 225]]));
    assert_eq!(json!([report["ledger"]["intended"], report["ledger"]["queued"]]), json!([45_037, 44_587]), "{report}");
    let (recipients, readers) = (s.recipients().await, s.readers().await);
    let upto = |last: &i64| recipients.partition_point(|id| id <= last);
    assert_eq!(lasts.iter().map(upto).collect::<Vec<_>>(), [200, 400, 450], "each part has its share");
    assert_eq!(lasts, [readers[19_999], readers[39_999], readers[45_036]]);
    let subjects = s.subjects().await;
    assert_eq!([A, B].map(|subject| subjects.values().filter(|s| *s == subject).count()), [225, 225]);
    sender.stop().await;
    s.assert_adds_up().await;
});

both_engines!(a_node_reads_on_who_is_in_the_sample_where_another_froze_on, engine => {
    let s = scene(engine, 20_040).await;
    let plan = with_test(&s, 50, "opens").await.0;
    s.post("/send").await.expect(202);
    assert!(crate::deliveries::freeze_for_tests(&s.t.app).await);
    let ledger = s.boot().await;
    let run = ledger.runs().await.unwrap().remove(0);
    assert!(crate::deliveries::freeze_for_tests(&s.t.app).await);
    let late = s.readers().await.split_off(20_000);
    let leased = loop {
        let lease = ledger.lease(&run).await.unwrap().expect("the second part has its sample");
        let leased: Vec<_> = lease.readers.into_iter().filter(|reader| late.contains(&reader.id)).collect();
        if !leased.is_empty() {
            break leased;
        }
    };
    let sample: Drawn = serde_json::from_value(drawn(&s).await).unwrap();
    for reader in leased {
        let subject = [A, B][usize::from(plan.variant(Some(&sample), reader.id).unwrap())];
        let (run, origin) = (run.clone(), Origin::Chunk(0));
        let job = Job { run, reader, origin, attempt_id: 1, attempt: 1, dated_at: 1, broken: 0 };
        let mut mail = Vec::new();
        job.run.content.render(&job, &mut mail).unwrap();
        assert!(String::from_utf8(mail).unwrap().contains(&format!("\r\nSubject: {subject}\r\n")));
    }
});

/// What was drawn, as the run keeps it.
async fn drawn(s: &Scene) -> Value {
    let mut tx = s.t.app.db.read().await.unwrap();
    let drawn: sqlx::types::Json<Value> = on_engine!(&mut tx, conn => sqlx::query_scalar(
        "SELECT sample FROM campaign_runs WHERE campaign_id = $1").bind(s.campaign_id).fetch_one(conn).await)
    .unwrap();
    drawn.0
}

both_engines!(who_is_on_the_suppression_list_takes_no_place_in_the_sample, engine => {
    let s = scene(engine, 44).await;
    let plan = with_test(&s, 50, "opens").await.0;
    let readers = s.readers().await;
    // Of other newsletters it is known that these take nothing; here they are active.
    let (suppressed, others): (Vec<i64>, Vec<i64>) = readers.iter().partition(|id| (*id - readers[0]) % 11 == 0);
    for id in &suppressed {
        s.suppress(*id).await;
    }
    let mut drawn = Drawn::default();
    drawn.draw(plan, &others, *readers.last().unwrap());
    let sample = Sample(plan, drawn);
    s.post("/send").await.expect(202);
    s.freeze().await;
    // What is learned later takes nobody's place: the sample is drawn.
    let late = *others.iter().find(|id| sample.variant(**id) == Some(0)).unwrap();
    s.suppress(late).await;
    let sender = s.start();
    s.until_sent(19).await;
    while s.get("/report").await["ledger"]["suppressed"] != 5 {
        tokio::task::yield_now().await;
    }
    let report = s.get("/report").await;
    let test = &report["ab_test"];
    assert_eq!(json!([0, 1].map(|v| json!([test["variants"][v]["intended"], test["variants"][v]["sent"]]))), json!([[10, 9], [10, 10]]));
    let ledger = &report["ledger"];
    assert_eq!(json!([ledger["intended"], ledger["suppressed"], ledger["queued"]]), json!([44, 5, 20]), "{report}");
    assert_variants(&sample, &s.subjects().await, "nobody of the rest");
    s.t.clock.advance(HOUR);
    assert_eq!(s.decide().await, 1);
    s.until("sent").await;
    sender.stop().await;
    let expected: Vec<i64> = others.into_iter().filter(|id| *id != late).collect();
    assert_eq!(s.recipients().await, expected);
    s.assert_adds_up().await;
});

both_engines!(by_clicks_the_first_may_win, engine => {
    let s = scene(engine, 120).await;
    let (plan, [a, b, _], sender) = send_sample(&s, "clicks").await;
    s.open(&b).await;
    s.click(&a).await;
    s.t.clock.advance(HOUR);
    assert_eq!(s.decide().await, 1);
    let report = s.until("sent").await;
    sender.stop().await;
    assert_eq!(json!([report["ab_test"]["state"], report["ab_test"]["winner"]]), json!(["decided", "A"]));
    assert_variants(&plan, &s.subjects().await, A);
});

both_engines!(without_a_difference_the_rest_gets_the_first, engine => {
    let s = scene(engine, 120).await;
    let (plan, [a, b, _], sender) = send_sample(&s, "opens").await;
    s.open(&a[..3]).await;
    s.open(&b[..4]).await;
    s.t.clock.advance(HOUR);
    assert_eq!(s.decide().await, 1);
    let report = s.until("sent").await;
    sender.stop().await;
    let test = &report["ab_test"];
    assert_eq!(json!([test["state"], test["winner"], test["sent_to_rest"]]), json!(["undecided", null, "A"]));
    assert!(test["explanation"].as_str().unwrap().starts_with("There is no winner: chance alone makes such a difference in "), "{test}");
    assert_variants(&plan, &s.subjects().await, A);
});

both_engines!(where_everybody_is_in_the_sample_nothing_is_sent_to_a_rest, engine => {
    // One who takes no mail is no rest; a hundredth of ten is nobody.
    for (sample_percent, suppressed) in [(100, 1), (99, 0)] {
        let s = scene(engine, 10).await;
        with_test(&s, sample_percent, "opens").await;
        for id in &s.readers().await[..suppressed] {
            s.suppress(*id).await;
        }
        s.post("/send").await.expect(202);
        s.freeze().await;
        let sender = s.start();
        s.until_sent(10 - suppressed).await;
        s.t.clock.advance(HOUR);
        s.decide().await;
        let report = s.until("sent").await;
        sender.stop().await;
        assert_eq!(report["ab_test"]["sent_to_rest"], Value::Null, "{report}");
        s.assert_adds_up().await;
    }
});

both_engines!(without_counting_there_is_no_winner, engine => {
    let s = scene(engine, 120).await;
    s.newsletter(json!({ "tracking": "none" })).await;
    let (plan, _, sender) = send_sample(&s, "opens").await;
    s.t.clock.advance(HOUR);
    assert_eq!(s.decide().await, 1);
    let report = s.until("sent").await;
    sender.stop().await;
    let test = &report["ab_test"];
    assert_eq!(json!([test["state"], test["p_value"], test["sent_to_rest"]]), json!(["undecided", null, "A"]));
    assert!(test["explanation"].as_str().unwrap().contains("tracking is anonymous"), "{test}");
    assert_variants(&plan, &s.subjects().await, A);
});

both_engines!(a_sample_of_nobody_is_refused, engine => {
    let s = scene(engine, 20).await;
    with_test(&s, 5, "opens").await;
    let told = s.post("/send").await.expect(422);
    assert_eq!(told["errors"][0]["field"], "ab_test.sample_percent");
    assert_eq!((s.get("").await["status"].clone(), s.runs().await), (json!("draft"), 0));
});

both_engines!(given_up_while_it_waits_the_rest_is_cancelled, engine => {
    let s = scene(engine, 120).await;
    let (_, [a, b, rest], sender) = send_sample(&s, "opens").await;
    s.post("/cancel").await.expect(200);
    s.until_counted("cancelled", rest.len()).await;
    s.t.clock.advance(HOUR);
    s.decide().await;
    sender.stop().await;
    assert_eq!(s.recipients().await.len(), a.len() + b.len());
    let report = s.get("/report").await;
    assert_eq!(json!([report["status"], report["ledger"]["sent"], report["ledger"]["cancelled"]]), json!(["cancelled", a.len() + b.len(), rest.len()]));
    let test = &report["ab_test"];
    assert_eq!(json!([test["winner"], test["sent_to_rest"]]), json!([null, null]));
    assert!(test["explanation"].as_str().unwrap().contains("cancelled"), "{test}");
    s.assert_adds_up().await;
});

both_engines!(a_decision_during_a_pause_holds_after_it, engine => {
    let s = scene(engine, 120).await;
    let (plan, [_, b, rest], sender) = send_sample(&s, "opens").await;
    s.open(&b).await;
    s.post("/pause").await.expect(200);
    s.t.clock.advance(HOUR);
    assert_eq!(s.decide().await, 1);
    let report = s.get("/report").await;
    assert_eq!(json!([report["status"], report["ab_test"]["winner"], report["ledger"]["queued"]]), json!(["paused", "B", rest.len()]));
    s.post("/resume").await.expect(200);
    s.until("sent").await;
    sender.stop().await;
    assert_variants(&plan, &s.subjects().await, B);
    assert_eq!(s.recipients().await, s.readers().await);
});

both_engines!(a_test_on_everybody_is_decided_too, engine => {
    let s = scene(engine, 60).await;
    let plan = with_test(&s, 100, "opens").await;
    s.send_all().await;
    let b: Vec<i64> = s.readers().await.into_iter().filter(|id| plan.variant(*id) == Some(1)).collect();
    s.open(&b).await;
    s.t.clock.advance(HOUR);
    assert_eq!(s.decide().await, 1);
    let test = s.get("/report").await["ab_test"].clone();
    assert_eq!(json!([test["state"], test["winner"], test["sent_to_rest"]]), json!(["decided", "B", null]), "nobody was left");
    assert!(!test["explanation"].as_str().unwrap().contains("rest"), "{test}");
});

both_engines!(engines_that_die_lose_and_double_nothing, engine => {
    let s = scene(engine, 600).await;
    let plan = with_test(&s, 50, "opens").await;
    let [a, b, _] = shares(&s, &plan).await;
    s.post("/send").await.expect(202);
    let die = async |after: usize| {
        let sender = s.start();
        while s.get("/report").await["ledger"]["sent"].as_u64().unwrap() < after as u64 {
            tokio::task::yield_now().await;
        }
        // Dropped in the middle, as a crash would.
        sender.task.abort();
        let _ = sender.task.await;
        // Whoever it left in doubt gets it again a while later.
        s.boot().await;
        s.t.clock.advance(2 * MINUTE);
    };
    die((a.len() + b.len()) / 3).await;
    let sender = s.start();
    s.until_sent(a.len() + b.len()).await;
    sender.stop().await;
    s.open(&b).await;
    s.t.clock.advance(HOUR);
    assert_eq!(s.decide().await, 1);
    die(a.len() + b.len() + 50).await;
    let sender = s.start();
    s.until("sent").await;
    sender.stop().await;
    s.assert_adds_up().await;
    assert_eq!(s.subjects().await.len(), 600, "nobody was lost");
    let mut tx = s.t.app.db.read().await.unwrap();
    let run = runs::latest(&mut tx, s.campaign_id).await.unwrap().unwrap();
    let doubtful: Vec<i64> = store::doubtful(&mut tx, &run, 0, 1_000).await.unwrap().iter().map(|r| r.subscriber_id.get()).collect();
    drop(tx);
    let mut known: HashMap<i64, String> = HashMap::new();
    for mail in s.mails().await {
        assert_variants(&plan, &HashMap::from([(mail.subscriber_id, mail.subject)]), B);
        if let Some(first) = known.insert(mail.subscriber_id, mail.message_id.clone()) {
            assert!(doubtful.contains(&mail.subscriber_id), "reader {} got two", mail.subscriber_id);
            assert_eq!(first, mail.message_id);
        }
    }
});

both_engines!(another_attempt_is_the_same_variant, engine => {
    let s = scene(engine, 120).await;
    let (_, [a, b, rest], sender) = send_sample(&s, "opens").await;
    s.open(&b).await;
    s.t.clock.advance(HOUR);
    s.decide().await;
    sender.stop().await;
    let defer = async |readers: &[i64]| {
        let latest = runs::latest(&mut s.t.app.db.read().await.unwrap(), s.campaign_id).await.unwrap().unwrap();
        give_rows(&s.t.app, latest.id, readers).await;
        let mut tx = s.t.app.db.begin().await.unwrap();
        for reader in readers {
            on_engine!(&mut tx, conn => sqlx::query(
                "UPDATE deliveries SET state = 6, not_before = 0 WHERE subscriber_id = $1 AND state = 5")
                .bind(reader).execute(conn).await.map(drop)).unwrap();
        }
        on_engine!(&mut tx, conn => sqlx::query("UPDATE campaign_runs SET sent = sent - $1, deferred = deferred + $1")
            .bind(readers.len() as i64).execute(conn).await.map(drop)).unwrap();
        tx.commit().await.unwrap();
    };
    // One of each variant, as if a server had put it off.
    defer(&[a[0], b[0]]).await;
    let sender = s.start();
    s.until("sent").await;
    sender.stop().await;
    let mails = s.mails().await;
    for (reader, subject) in [(a[0], A), (b[0], B), (rest[0], B)] {
        let of: Vec<_> = mails.iter().filter(|mail| mail.subscriber_id == reader).collect();
        assert_eq!(of.len(), if reader == rest[0] { 1 } else { 2 });
        assert!(of.iter().all(|mail| mail.subject == subject && mail.message_id == of[0].message_id), "{of:?}");
    }
    s.assert_adds_up().await;
});

// The engine has read what there is to send, the test is decided, and then it takes readers up.
both_engines!(a_decision_between_two_looks_reaches_the_rest, engine => {
    let s = scene(engine, 120).await;
    let (_, [_, b, rest], sender) = send_sample(&s, "opens").await;
    sender.stop().await;
    s.open(&b).await;
    s.t.clock.advance(HOUR);
    let node = async |name: &str| SqlLedger::register(s.t.app.core(), name.into()).await.unwrap();
    let (early, earlier) = (node("early").await, node("earlier").await);
    let run = early.runs().await.unwrap().pop().unwrap();
    let same = earlier.runs().await.unwrap().pop().unwrap();
    assert_eq!(s.decide().await, 1);
    let assert_second = |run: &Arc<Run>, reader: Reader, origin| {
        let job = Job { run: run.clone(), reader, origin, attempt_id: 1, attempt: 1, dated_at: 0, broken: 0 };
        let mut mail = Vec::new();
        run.content.render(&job, &mut mail).unwrap();
        assert!(String::from_utf8_lossy(&mail).contains(&format!("Subject: {B}")), "reader {}", job.reader.id);
    };
    let lease = early.lease(&run).await.unwrap().unwrap();
    assert_eq!(lease.readers.len(), rest.len());
    let (origin, put_off) = (Origin::Chunk(lease.chunk_no), lease.readers[0].id);
    for reader in lease.readers {
        assert_second(&run, reader, origin);
    }
    let key = Key { newsletter_id: run.newsletter_id, run_id: run.id, subscriber_id: put_off };
    let settled = Settled::because(State::Deferred, "later");
    let step = Step::Settle { key, origin, attempt_id: 7, attempt: 1, dated_at: 1, settled };
    early.apply(&[step]).await.unwrap();
    let claims = earlier.claim(&same, 8, 10).await.unwrap();
    assert_eq!(claims.len(), 1);
    for claim in claims {
        assert_second(&same, claim.reader.unwrap(), Origin::Row);
    }
});

both_engines!(readers_of_the_rest_keep_their_local_time, engine => {
    let s = scene(engine, 60).await;
    let plan = with_test(&s, 50, "opens").await;
    for n in 0..60 {
        s.reader(&format!("t{n}@example.net"), json!({ "time_zone": "Asia/Tokyo" })).await;
    }
    let readers = s.readers().await;
    let plan = Sample::of(&s, plan.0.sample_percent).await;
    let (madrid, tokyo) = readers.split_at(60);
    s.schedule(json!({ "local_time": "2026-11-23T09:00", "time_zone": "Europe/Madrid", "each_reader": true })).await;
    s.go_to("2026-11-22T19:00:00Z");
    s.fire().await;
    s.freeze().await;
    let sender = s.start();
    // Decided long before anybody's morning.
    s.go_to("2026-11-22T20:00:00Z");
    assert_eq!(s.decide().await, 1);
    let sample = |readers: &[i64]| readers.iter().filter(|id| plan.variant(**id).is_some()).count();
    assert!(sample(madrid) < 60 && sample(tokyo) < 60);
    s.t.app.sender.wake();
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(s.recipients().await, Vec::<i64>::new());
    s.go_to("2026-11-23T00:00:00Z");
    s.until_sent(60).await;
    assert_eq!(s.recipients().await, tokyo);
    s.go_to("2026-11-23T08:00:00Z");
    s.until("sent").await;
    sender.stop().await;
    assert_eq!(s.recipients().await, readers);
    s.assert_adds_up().await;
});
