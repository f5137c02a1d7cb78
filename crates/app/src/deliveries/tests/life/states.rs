//! Every state, and every call in it.

use database::both_engines;
use serde_json::{Value, json};

use super::{Scene, scene};

const STATES: [&str; 6] = ["draft", "scheduled", "sending", "paused", "sent", "cancelled"];
const TIME: &str = "2026-12-24T18:00:00Z";

/// What a call answers, and the state that it leads to; `""` for none that is different.
type Cell = (u16, &'static str);
const NO: Cell = (409, "");
const TABLE: [(&str, [Cell; 6]); 10] = [
    //            draft               scheduled           sending             paused              sent        cancelled
    ("schedule", [(200, "scheduled"), (200, "scheduled"), NO, NO, NO, NO]),
    ("send", [(202, "sending"), (202, "sending"), NO, NO, NO, NO]),
    // The same call again finds its work done.
    ("pause", [NO, NO, (200, "paused"), (200, ""), NO, NO]),
    ("resume", [NO, NO, (200, ""), (200, "sending"), NO, NO]),
    ("cancel", [NO, (200, "draft"), (200, "cancelled"), (200, "cancelled"), NO, (200, "")]),
    ("edit", [(200, "draft"), (200, "scheduled"), NO, NO, NO, NO]),
    ("attach", [(201, "draft"), (201, "scheduled"), NO, NO, NO, NO]),
    ("delete", [(204, "gone"), NO, NO, NO, NO, (204, "gone")]),
    ("resend not_opened", [NO, NO, NO, NO, (201, ""), NO]),
    ("resend not_sent", [NO, NO, NO, NO, (201, ""), (201, "")]),
];

async fn lead_to(s: &mut Scene, state: &str) {
    s.another().await;
    match state {
        "scheduled" => drop(s.schedule(json!({ "scheduled_at": TIME })).await),
        "sending" | "paused" | "cancelled" => {
            s.post("/send").await.expect(202);
            if state == "paused" {
                s.post("/pause").await.expect(200);
            } else if state == "cancelled" {
                s.post("/cancel").await.expect(200);
            }
        }
        _ => {}
    }
}

async fn call(s: &Scene, name: &str) -> crate::testing::TestAnswer {
    match name {
        "schedule" => s.ask("POST", "/schedule", json!({ "scheduled_at": TIME })).await,
        "edit" => s.ask("PUT", "", json!({ "subject": "Edited" })).await,
        "attach" => s.attach("plan.pdf", b"%PDF").await,
        "delete" => s.ask("DELETE", "", Value::Null).await,
        "resend not_opened" => s.ask("POST", "/resend", json!({ "to": "not_opened" })).await,
        "resend not_sent" => s.ask("POST", "/resend", json!({ "to": "not_sent" })).await,
        _ => s.post(&format!("/{name}")).await,
    }
}

async fn check(s: &Scene, state: &str, name: &str, (code, to): Cell) {
    let before = s.get("").await;
    assert_eq!(before["status"], state, "for {name}");
    s.t.clock.advance(1_000);
    let answer = call(s, name).await;
    assert_eq!(answer.status.as_u16(), code, "{name} in {state}: {}", answer.text());
    if to == "gone" {
        s.ask("GET", "", Value::Null).await.expect(404);
        return;
    }
    let after = s.get("").await;
    if to.is_empty() {
        assert_eq!(after, before, "{name} in {state} changed it");
    } else {
        assert_eq!(after["status"], to, "{name} in {state}");
        assert!(after["updated_at"].as_str() > before["updated_at"].as_str(), "{name} in {state}");
    }
    if code == 409 {
        let told = answer.json();
        assert!(told["detail"].as_str().unwrap().contains(state), "{name} in {state}: {told}");
    }
}

both_engines!(each_call_in_each_state, engine => {
    let mut s = scene(engine, 3).await;
    // Those that are sent first: the engine must not run while others are to stay where they are.
    let mut sent = Vec::new();
    for _ in TABLE {
        sent.push(s.another().await);
        s.post("/send").await.expect(202);
    }
    let sender = s.start();
    for id in &sent {
        s.campaign_id = *id;
        s.until("sent").await;
    }
    sender.stop().await;
    for (name, cells) in TABLE {
        for (state, cell) in STATES.into_iter().zip(cells) {
            if state == "sent" {
                s.campaign_id = sent.pop().unwrap();
            } else {
                lead_to(&mut s, state).await;
            }
            check(&s, state, name, cell).await;
        }
    }
});

both_engines!(an_inactive_newsletter_neither_plans_nor_sends_nor_goes_on, engine => {
    let mut s = scene(engine, 3).await;
    let draft = s.campaign_id;
    lead_to(&mut s, "paused").await;
    let paused = s.campaign_id;
    s.newsletter(json!({ "is_active": false })).await;
    for (id, name) in [(draft, "schedule"), (draft, "send"), (paused, "resume")] {
        s.campaign_id = id;
        let before = s.get("").await;
        let told = call(&s, name).await.expect(409);
        assert!(told["detail"].as_str().unwrap().contains("inactive"), "{told}");
        assert_eq!(s.get("").await, before);
    }
    // What is paused may still be given up.
    assert_eq!(s.post("/cancel").await.expect(200)["status"], "cancelled");
});

both_engines!(of_many_at_the_same_moment_one_sends, engine => {
    let s = std::sync::Arc::new(scene(engine, 3).await);
    s.schedule(json!({ "scheduled_at": TIME })).await;
    let mut calls = Vec::new();
    for _ in 0..6 {
        let s = s.clone();
        calls.push(tokio::spawn(async move { s.post("/send").await.status.as_u16() }));
    }
    let mut codes = Vec::new();
    for call in calls {
        codes.push(call.await.unwrap());
    }
    codes.sort_unstable();
    assert_eq!(codes, [202, 409, 409, 409, 409, 409]);
    assert_eq!(s.runs().await, 1);
});
