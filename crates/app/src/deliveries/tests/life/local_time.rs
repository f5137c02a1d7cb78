//! Each reader at the same wall time, where they live.

use database::both_engines;
use serde_json::{Value, json};

use super::{Scene, scene};
use crate::testing::eventually;

async fn sent_to(s: &Scene, number: usize) -> Vec<i64> {
    s.until_sent(number).await;
    s.recipients().await
}

both_engines!(nobody_gets_it_before_their_time_and_everybody_once, engine => {
    let s = scene(engine, 2).await;
    let nowhere = s.readers().await;
    let zone = |name: &str| json!({ "time_zone": name });
    let tokyo = [s.reader("t1@example.net", zone("Asia/Tokyo")).await, s.reader("t2@example.net", zone("Asia/Tokyo")).await];
    let madrid = s.reader("m@example.net", zone("Europe/Madrid")).await;
    let angeles = s.reader("l@example.net", zone("America/Los_Angeles")).await;
    // What is no zone counts as none.
    let odd = [s.reader("o1@example.net", zone("Mars/Olympus")).await, s.reader("o2@example.net", json!({ "time_zone": 9 })).await];
    let planned = s.schedule(json!({ "local_time": "2026-11-23T09:00", "time_zone": "America/New_York", "each_reader": true })).await;
    assert_eq!(json!([planned["scheduled_at"], planned["schedule"]["kind"]]), json!(["2026-11-22T19:00:00.000Z", "reader"]));
    s.go_to("2026-11-22T19:00:00Z");
    assert_eq!(s.fire().await, 1);
    s.freeze().await;
    let sender = s.start();
    // Known once the chunk of those who were due is closed, which is after its last mail.
    let waiting = async |at: &str| {
        let text = format!("{at}, when it's 09:00 where they live");
        let is_told = async || s.get("/report").await["waiting"].as_str().is_some_and(|told| told.contains(&text));
        eventually(&text, is_told).await;
    };
    waiting("2026-11-23T00:00:00.000Z").await;
    let mut expected: Vec<i64> = Vec::new();
    for (before, at, readers, next) in [
        ("2026-11-22T23:59:59Z", "2026-11-23T00:00:00Z", tokyo.to_vec(), "2026-11-23T08:00:00.000Z"),
        ("2026-11-23T07:59:59Z", "2026-11-23T08:00:00Z", vec![madrid], "2026-11-23T14:00:00.000Z"),
        ("2026-11-23T13:59:59Z", "2026-11-23T14:00:00Z", [nowhere.as_slice(), &odd].concat(), "2026-11-23T17:00:00.000Z"),
    ] {
        s.go_to(before);
        // A moment in which the engine would send what it may.
        s.t.app.sender.wake();
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        assert_eq!(s.recipients().await, expected, "{before}");
        s.go_to(at);
        expected.extend(readers);
        expected.sort_unstable();
        assert_eq!(sent_to(&s, expected.len()).await, expected, "{at}");
        waiting(next).await;
        assert_eq!(s.get("").await["status"], "sending");
        s.assert_adds_up().await;
    }
    s.go_to("2026-11-23T17:00:00Z");
    let report = s.until("sent").await;
    sender.stop().await;
    assert_eq!(json!([report["ledger"]["sent"], report["waiting"]]), json!([8, null]));
    assert!(s.recipients().await.contains(&angeles));
    s.assert_adds_up().await;
});

both_engines!(whoever_lives_where_it_is_past_gets_it_at_once, engine => {
    let s = scene(engine, 1).await;
    let zone = |name: &str| json!({ "time_zone": name });
    let first = s.reader("k@example.net", zone("Pacific/Kiritimati")).await;
    let second = s.reader("t@example.net", zone("Asia/Tokyo")).await;
    // In Pago Pago, the last of zones, it is 01:00; elsewhere 01:30 of that day was up to 25 hours ago.
    let planned = s.schedule(json!({ "local_time": "2026-11-21T01:30", "time_zone": "Pacific/Pago_Pago", "each_reader": true })).await;
    assert_eq!(planned["status"], "scheduled");
    s.fire().await;
    let after = s.get("").await;
    assert_eq!(json!([after["status"], after["pause_reason"]]), json!(["sending", null]));
    assert!(s.notices().await.is_empty(), "nothing was late: {:?}", s.notices().await);
    let sender = s.start();
    assert_eq!(sent_to(&s, 2).await, [first, second]);
    s.go_to("2026-11-21T12:30:00Z");
    s.until("sent").await;
    sender.stop().await;
    assert_eq!(s.recipients().await.len(), 3);
});

both_engines!(readers_who_wait_are_cancelled_and_kept_by_a_pause, engine => {
    let s = scene(engine, 3).await;
    let tokyo = s.reader("t@example.net", json!({ "time_zone": "Asia/Tokyo" })).await;
    s.schedule(json!({ "local_time": "2026-11-23T09:00", "time_zone": "Europe/Madrid", "each_reader": true })).await;
    s.go_to("2026-11-23T00:00:00Z");
    s.fire().await;
    s.post("/pause").await.expect(200);
    let sender = s.start();
    s.go_to("2026-11-23T00:30:00Z");
    s.post("/resume").await.expect(200);
    assert_eq!(sent_to(&s, 1).await, [tokyo]);
    s.post("/cancel").await.expect(200);
    s.until_counted("cancelled", 3).await;
    s.go_to("2026-11-24T09:00:00Z");
    sender.stop().await;
    let report = s.get("/report").await;
    assert_eq!(json!([report["ledger"]["sent"], report["ledger"]["cancelled"], report["waiting"]]), json!([1, 3, Value::Null]));
    s.assert_adds_up().await;
});
