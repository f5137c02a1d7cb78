//! What the stream says of a campaign on its way, with the test as its engine.

use std::{ops::Range, sync::Arc};

use database::both_engines;
use engine::ports::{Key, Lease, Ledger as _, Origin, Run, Settled, Step};
use serde_json::{Value, json};

use super::Scene;
use crate::{
    clock::{MINUTE, SECOND},
    deliveries::{SqlLedger, ledger::freeze_for_tests},
    runs::State,
};

async fn event(s: &Scene) -> (String, Value) {
    let text = s.t.first_of(&s.token, &s.path("/progress")).await;
    let field = |name: &str| {
        text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{text}"))
    };
    (field("event: ").to_owned(), serde_json::from_str(field("data: ")).unwrap())
}

async fn leased(s: &Scene) -> (SqlLedger, Arc<Run>, Lease) {
    while freeze_for_tests(&s.t.app).await {}
    let ledger = SqlLedger::register(s.t.app.core(), "one".into()).await.unwrap();
    let run = ledger.runs().await.unwrap().remove(0);
    let lease = ledger.lease(&run).await.unwrap().unwrap();
    (ledger, run, lease)
}

async fn settle(ledger: &SqlLedger, run: &Run, lease: &Lease, readers: Range<usize>) {
    let (origin, newsletter_id, run_id) = (Origin::Chunk(lease.chunk_no), run.newsletter_id, run.id);
    let steps: Vec<Step> = lease.readers[readers]
        .iter()
        .map(|reader| {
            let key = Key { newsletter_id, run_id, subscriber_id: reader.id };
            let settled = Settled::because(State::Sent, "");
            Step::Settle { key, origin, attempt_id: reader.id, attempt: 1, dated_at: 0, settled }
        })
        .collect();
    ledger.apply(&steps).await.unwrap();
}

both_engines!(what_is_left_takes_as_long_as_what_was_sent_tells, engine => {
    let s = Scene::new(engine, 40).await;
    s.post("/send").await.expect(202);
    let (ledger, run, lease) = leased(&s).await;
    s.t.clock.advance(10 * SECOND);
    let (name, told) = event(&s).await;
    assert_eq!((&*name, &told["rate_per_second"], &told["seconds_left"], &told["ab_test"]), ("progress", &json!(0.0), &Value::Null, &Value::Null));
    settle(&ledger, &run, &lease, 0..5).await;
    let (_, told) = event(&s).await;
    assert_eq!((&told["rate_per_second"], &told["seconds_left"]), (&json!(0.5), &json!(70.0)), "{told}");
    settle(&ledger, &run, &lease, 5..40).await;
    let close = Step::CloseChunk { newsletter_id: run.newsletter_id, run_id: run.id, chunk_no: lease.chunk_no };
    ledger.apply(&[close]).await.unwrap();
    while ledger.finish().await.unwrap() {}
    let (name, told) = event(&s).await;
    assert_eq!((&*name, &told["status"]), ("done", &json!("sent")));
});

both_engines!(who_waits_for_the_winner_of_a_test_leaves_at_no_rate, engine => {
    let s = Scene::new(engine, 40).await;
    let variants = json!([{ "name": "A" }, { "name": "B", "subject": "Other" }]);
    let test = json!({ "sample_percent": 50, "wait_minutes": 60, "metric": "opens", "variants": variants });
    let body = Some(json!({ "subject": "One", "html_content": "<p>x</p>", "ab_test": test }));
    s.t.call(Some(&s.token), "PUT", &s.path(""), body).await.expect(200);
    s.post("/send").await.expect(202);
    let decides_at = json!(s.t.app.now().plus(60 * MINUTE));
    // Nobody is known yet.
    assert_eq!(event(&s).await.1["ab_test"], json!({ "state": "sampling", "rest": 0, "decides_at": decides_at }));
    let (ledger, run, lease) = leased(&s).await;
    assert_eq!(lease.readers.len(), 20);
    s.t.clock.advance(10 * SECOND);
    settle(&ledger, &run, &lease, 0..5).await;
    let (_, told) = event(&s).await;
    assert_eq!(told["ab_test"], json!({ "state": "sampling", "rest": 20, "decides_at": decides_at }));
    assert_eq!((&told["rate_per_second"], &told["seconds_left"]), (&json!(0.5), &json!(30.0)), "{told}");
    settle(&ledger, &run, &lease, 5..20).await;
    let (_, told) = event(&s).await;
    assert_eq!(told["ab_test"], json!({ "state": "waiting", "rest": 20, "decides_at": decides_at }));
    assert_eq!((&told["rate_per_second"], &told["seconds_left"]), (&json!(2.0), &Value::Null), "{told}");
});
