use std::sync::atomic::{AtomicUsize, Ordering};

use database::both_engines;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::*;
use crate::{
    clock::{DAY, HOUR, MINUTE, SECOND},
    testing::START,
    webhooks::{
        background::tidy,
        deliver::{LEASE, round},
        store::queue,
    },
};

both_engines!(events_arrive_signed_in_their_order, engine => {
    let w = World::new(engine).await;
    let (id, secret) = w.webhook(&["subscriber.created"]).await;
    let (second, _) = w.webhook(&["subscriber.created", "subscriber.deleted"]).await;
    for n in 0..5 {
        w.add_reader(&format!("r{n}@example.com")).await;
    }
    assert_eq!(w.outbox().await, 5, "written with what happened");
    assert_eq!(w.work().await, 10);
    let (ours, others): (Vec<Got>, Vec<Got>) = w.receiver.got().into_iter().partition(|got| got.is_signed_with(&secret));
    for got in [&ours, &others] {
        let sequences: Vec<Value> = got.iter().map(|got| got.json()["sequence"].clone()).collect();
        assert_eq!(sequences, [1, 2, 3, 4, 5]);
    }
    let body = ours[4].json();
    let fields: Vec<&str> = body.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(fields, ["type", "timestamp", "sequence", "data"]);
    assert_eq!((&body["type"], &body["timestamp"]), (&json!("subscriber.created"), &json!(START)));
    assert_eq!(body["data"]["email"], "r4@example.com");
    assert_eq!(ours[4].header("webhook-timestamp"), (START.0 / 1_000).to_string());
    // One event has one id, whoever gets it.
    assert_eq!(ours[4].header("webhook-id"), others[4].header("webhook-id"));
    assert!(ours[4].header("webhook-id").starts_with("evt_"));

    let kept = w.deliveries(id).await;
    assert_eq!((kept.len(), w.deliveries(second).await.len(), w.outbox().await), (5, 5, 0));
    assert_eq!((&kept[0]["state"], &kept[0]["status"], &kept[0]["attempts"]), (&json!("delivered"), &json!(204), &json!(1)));
    assert_eq!((&kept[0]["delivered_at"], &kept[0]["next_attempt_at"]), (&json!(START), &Value::Null));
    assert_eq!(kept[0]["payload"], body);
    assert_eq!(w.shown(id).await["last_delivery"], kept[0]);
    assert_eq!(w.work().await, 0);
});

both_engines!(a_crowd_arrives_whole, engine => {
    let w = World::new(engine).await;
    let (id, _) = w.webhook(&["subscriber.created"]).await;
    let csv: String = std::iter::once("email\n".to_owned()).chain((0..1_234).map(|n| format!("r{n}@example.com\n"))).collect();
    let path = format!("{}/import", w.readers());
    w.t.upload(Some(&w.token), &path, &[("file", csv.as_bytes())]).await.expect(202);
    assert!(crate::imports::run_pending(&w.t.app).await.unwrap());
    assert_eq!(w.work().await, 1_234);
    let mut sequences = w.receiver.sequences();
    sequences.sort_unstable();
    assert!(sequences.into_iter().eq(1..=1_234));
    let answer = w.t.call(Some(&w.token), "GET", &format!("/api/webhooks/{id}/deliveries?state=delivered&limit=1"), None).await;
    assert_eq!(answer.header("x-total-count"), Some("1234"));
});

both_engines!(what_fails_is_tried_again_on_schedule_with_the_same_id, engine => {
    let w = World::new(engine).await;
    let (id, secret) = w.webhook(&["subscriber.created"]).await;
    w.receiver.status(503);
    w.add_reader("a@example.com").await;
    let schedule = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
    for (attempt, wait) in (1..).zip(schedule) {
        assert_eq!(w.work().await, 1);
        let kept = w.deliveries(id).await.remove(0);
        assert_eq!((&kept["state"], &kept["attempts"], &kept["status"]), (&json!("pending"), &json!(attempt), &json!(503)));
        let next: crate::Timestamp = serde_json::from_value(kept["next_attempt_at"].clone()).unwrap();
        let waits = next.0 - w.t.app.now().0;
        assert!((wait..=wait + wait / 10).contains(&waits), "{attempt}: {waits}");
        w.t.clock.advance(waits - 1);
        assert_eq!(w.work().await, 0, "not before its time");
        w.t.clock.advance(1);
    }
    assert_eq!(w.shown(id).await["failing_since"], json!(START));
    assert_eq!(w.work().await, 1);
    let kept = w.deliveries(id).await.remove(0);
    assert_eq!((&kept["state"], &kept["attempts"], &kept["next_attempt_at"]), (&json!("failed"), &json!(10), &Value::Null));
    let got = w.receiver.take();
    assert!(got.iter().all(|got| got.header("webhook-id") == kept["event_id"] && got.is_signed_with(&secret)));
    assert!(got.iter().all(|other| other.body == got[0].body));
    // Each attempt says when it was made.
    assert_eq!(got[1].header("webhook-timestamp").parse::<i64>().unwrap() * 1_000 / SECOND, START.0 / 1_000 + 5);

    w.receiver.status(200);
    w.add_reader("b@example.com").await;
    w.t.clock.advance(MINUTE);
    assert_eq!(w.work().await, 1);
    assert!(w.shown(id).await["failing_since"].is_null());
});

both_engines!(one_that_is_never_taken_keeps_no_other_waiting, engine => {
    let w = World::new(engine).await;
    let (id, _) = w.webhook(&["subscriber.created"]).await;
    w.receiver.reply(|got| {
        let is_bad = got.json()["data"]["email"] == "bad@example.com";
        if is_bad { StatusCode::BAD_REQUEST } else { StatusCode::OK }.into_response()
    });
    for email in ["a@example.com", "bad@example.com", "b@example.com", "c@example.com"] {
        w.add_reader(email).await;
    }
    assert_eq!(w.work().await, 2);
    w.t.clock.advance(2 * SECOND);
    assert_eq!(w.work().await, 2);
    assert_eq!(w.receiver.sequences(), [1, 2, 3, 4]);
    let states: Vec<Value> = w.deliveries(id).await.iter().map(|d| d["state"].clone()).collect();
    assert_eq!(states, ["delivered", "delivered", "pending", "delivered"]);
    assert!(w.shown(id).await["failing_since"].is_null());
});

both_engines!(days_of_failure_disable_with_a_notice, engine => {
    let w = World::new(engine).await;
    let (id, _) = w.webhook(&["subscriber.created"]).await;
    w.receiver.status(500);
    w.add_reader("a@example.com").await;
    w.work().await;
    w.t.clock.advance(5 * DAY - SECOND);
    w.add_reader("b@example.com").await;
    w.work().await;
    assert_eq!(w.shown(id).await["is_active"], true);
    w.t.clock.advance(2 * MINUTE);
    w.add_reader("c@example.com").await;
    w.work().await;
    let shown = w.shown(id).await;
    assert_eq!((&shown["is_active"], &shown["failing_since"]), (&json!(false), &json!(START)));
    assert_eq!((&shown["disabled_at"], &shown["disabled_reason"]), (&json!(w.t.app.now()), &json!("Every attempt in the last 5 days failed.")));
    let kept = w.deliveries(id).await;
    assert_eq!(kept.len(), 3, "nothing is removed");
    for delivery in kept {
        assert_eq!((&delivery["state"], &delivery["next_attempt_at"]), (&json!("failed"), &Value::Null));
        assert_eq!(delivery["error"], "Every attempt in the last 5 days failed.");
    }
    let notices = w.call("GET", "/api/notices", None, 200).await;
    assert_eq!((notices.as_array().unwrap().len(), &notices[0]["kind"]), (1, &json!("webhook_disabled")));

    // Switched on, it begins with what happens then.
    w.receiver.status(200);
    w.receiver.take();
    w.add_reader("d@example.com").await;
    assert_eq!((w.outbox().await, w.work().await), (0, 0));
    let on = w.call("PUT", &format!("/api/webhooks/{id}"), Some(json!({ "is_active": true })), 200).await;
    for cleared in ["failing_since", "disabled_at", "disabled_reason"] {
        assert!(on[cleared].is_null(), "{cleared}");
    }
    w.add_reader("e@example.com").await;
    assert_eq!(w.work().await, 1);
    assert_eq!(w.receiver.got()[0].json()["sequence"], 4);
});

both_engines!(gone_disables_at_once, engine => {
    let w = World::new(engine).await;
    let (id, _) = w.webhook(&["subscriber.created"]).await;
    w.receiver.status(410);
    for email in ["a@example.com", "b@example.com"] {
        w.add_reader(email).await;
    }
    assert_eq!(w.work().await, 1);
    let shown = w.shown(id).await;
    assert_eq!((&shown["is_active"], &shown["disabled_at"]), (&json!(false), &json!(START)));
    assert!(w.deliveries(id).await.iter().all(|d| d["state"] == "failed"));
    assert_eq!(w.call("GET", "/api/notices", None, 200).await.as_array().unwrap().len(), 1);
    let replay = format!("/api/webhooks/{id}/deliveries/{}/replay", w.deliveries(id).await[0]["id"]);
    w.call("POST", &replay, None, 409).await;
});

both_engines!(switched_off_by_its_author_gives_up_what_waits, engine => {
    let w = World::new(engine).await;
    let (id, _) = w.webhook(&["subscriber.created"]).await;
    w.receiver.status(500);
    w.add_reader("a@example.com").await;
    w.work().await;
    let off = w.call("PUT", &format!("/api/webhooks/{id}"), Some(json!({ "is_active": false })), 200).await;
    assert!(off["disabled_at"].is_null() && off["disabled_reason"].is_null());
    let kept = w.deliveries(id).await.remove(0);
    assert_eq!((&kept["state"], &kept["error"]), (&json!("failed"), &json!("The webhook was turned off.")));
    assert_eq!(w.call("GET", "/api/notices", None, 200).await, json!([]));
    w.t.clock.advance(DAY);
    assert_eq!(w.work().await, 0);
});

both_engines!(a_replay_is_the_same_event_once_more, engine => {
    let w = World::new(engine).await;
    let (id, _) = w.webhook(&["subscriber.created"]).await;
    w.add_reader("a@example.com").await;
    w.work().await;
    let first = w.deliveries(id).await.remove(0);
    let path = format!("/api/webhooks/{id}/deliveries/{}/replay", first["id"]);
    let replay = w.call("POST", &path, None, 202).await;
    assert_ne!(replay["id"], first["id"]);
    for same in ["event_id", "sequence", "type", "payload"] {
        assert_eq!(replay[same], first[same], "{same}");
    }
    assert_eq!((&replay["state"], &replay["attempts"]), (&json!("pending"), &json!(0)));
    w.call("POST", &format!("/api/webhooks/{id}/deliveries/{}/replay", replay["id"]), None, 409).await;
    assert_eq!(w.work().await, 1);
    let got = w.receiver.got();
    assert_eq!((got[0].header("webhook-id"), &got[0].body), (got[1].header("webhook-id"), &got[1].body));
    // The sequence goes on as if nothing had been replayed.
    w.add_reader("b@example.com").await;
    w.work().await;
    assert_eq!(w.receiver.sequences(), [1, 1, 2]);
});

both_engines!(two_nodes_never_make_one_attempt_and_a_killed_nodes_come_back, engine => {
    let w = World::new(engine).await;
    w.webhook(&["subscriber.created"]).await;
    for n in 0..3 {
        w.add_reader(&format!("r{n}@example.com")).await;
    }
    while fan_out(&w.t.app).await.unwrap() > 0 {}
    w.receiver.close();
    let mut tx = w.t.app.db.read().await.unwrap();
    let due = queue::due(&mut tx, w.t.app.now(), 10).await.unwrap().remove(0);
    drop(tx);
    let (app, node) = (w.t.app.clone(), due.clone());
    let first = tokio::spawn(async move { round(&app, &node, &CancellationToken::new()).await.unwrap() });
    w.receiver.until(1).await;
    // Another node finds it taken, also one that had seen it free.
    assert_eq!(round(&w.t.app, &due, &CancellationToken::new()).await.unwrap(), 0);
    w.t.clock.advance(LEASE - 1);
    assert_eq!(deliver_due(&w.t.app).await.unwrap(), 0);
    // The first one is killed in the middle of its attempt.
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    w.receiver.open();
    assert_eq!(deliver_due(&w.t.app).await.unwrap(), 0);
    w.t.clock.advance(1);
    assert_eq!(deliver_due(&w.t.app).await.unwrap(), 3);
    let got = w.receiver.got();
    assert_eq!(w.receiver.sequences(), [1, 1, 2, 3], "the one under way, then everything");
    assert_eq!(got[0].header("webhook-id"), got[1].header("webhook-id"));
});

both_engines!(nodes_side_by_side_send_everything_once, engine => {
    let w = World::new(engine).await;
    for _ in 0..3 {
        w.webhook(&["subscriber.created"]).await;
    }
    let node = async || {
        let mut made = 0;
        for _ in 0..20 {
            made += work(&w.t.app).await;
        }
        made
    };
    let adding = async {
        for n in 0..30 {
            w.add_reader(&format!("r{n}@example.com")).await;
        }
        0
    };
    let (a, b, c, _) = tokio::join!(node(), node(), node(), adding);
    let made = a + b + c + w.work().await;
    assert_eq!((made, w.receiver.got().len()), (90, 90));
});

both_engines!(the_loop_delivers_and_stops, engine => {
    let w = World::new(engine).await;
    let (id, _) = w.webhook(&["subscriber.created"]).await;
    w.add_reader("a@example.com").await;
    while fan_out(&w.t.app).await.unwrap() > 0 {}
    if engine == Engine::Sqlite {
        // Held by a process that is gone.
        let mut tx = w.t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query("UPDATE webhooks SET lease_until = $1").bind(i64::MAX).execute(conn).await.map(drop)).unwrap();
        tx.commit().await.unwrap();
    }
    let stop = CancellationToken::new();
    let running = tokio::spawn(crate::webhooks::background(w.t.app.core(), stop.clone()));
    w.receiver.until(1).await;
    w.add_reader("b@example.com").await;
    w.receiver.until(2).await;
    stop.cancel();
    running.await.unwrap();
    assert!(w.deliveries(id).await.iter().all(|d| d["state"] == "delivered"));
});

both_engines!(a_webhook_deleted_while_it_is_asked_is_gone, engine => {
    let w = World::new(engine).await;
    let (id, _) = w.webhook(&["subscriber.created"]).await;
    w.add_reader("a@example.com").await;
    w.receiver.close();
    let app = w.t.app.clone();
    let working = tokio::spawn(async move { work(&app).await });
    w.receiver.until(1).await;
    w.call("DELETE", &format!("/api/webhooks/{id}"), None, 204).await;
    w.receiver.open();
    assert_eq!(working.await.unwrap(), 1);
});

both_engines!(finished_deliveries_are_kept_for_thirty_days, engine => {
    let w = World::new(engine).await;
    let (id, _) = w.webhook(&["subscriber.created"]).await;
    w.add_reader("a@example.com").await;
    w.work().await;
    w.t.clock.advance(30 * DAY);
    tidy(&w.t.app).await.unwrap();
    assert_eq!(w.deliveries(id).await.len(), 1);
    w.t.clock.advance(1);
    tidy(&w.t.app).await.unwrap();
    assert_eq!((w.deliveries(id).await.len(), &w.shown(id).await["last_delivery"]), (0, &Value::Null));
    // At most 10,000, of which those that wait are none.
    let mut tx = w.t.app.db.begin().await.unwrap();
    for (state, n) in [("delivered", 10_003), ("pending", 2)] {
        let rows: Vec<i64> = (0..n).collect();
        for part in rows.chunks(1_000) {
            on_engine!(&mut tx, conn => {
                let mut query = sqlx::QueryBuilder::new(
                    "INSERT INTO webhook_deliveries (webhook_id, author_id, event_id, type, sequence, data, at, state, created_at) ");
                query.push_values(part, |mut row, _| {
                    row.push_bind(id).push_bind(1_i64).push_bind("evt_x").push_bind("campaign.sent").push_bind(1_i64)
                        .push_bind("{}").push_bind(0_i64).push_bind(state).push_bind(w.t.app.now());
                });
                query.build().execute(conn).await.map(drop)
            }).unwrap();
        }
    }
    tx.commit().await.unwrap();
    tidy(&w.t.app).await.unwrap();
    let mut tx = w.t.app.db.read().await.unwrap();
    let left: i64 = on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM webhook_deliveries WHERE webhook_id = $1")
        .bind(id).fetch_one(conn).await).unwrap();
    assert_eq!(left, 10_002);
});

both_engines!(a_receiver_that_asks_for_patience_gets_it, engine => {
    let w = World::new(engine).await;
    let (id, _) = w.webhook(&["subscriber.created"]).await;
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    w.receiver.reply(move |_| {
        let first = count.fetch_add(1, Ordering::SeqCst) == 0;
        if first { (StatusCode::TOO_MANY_REQUESTS, [("retry-after", "120")]).into_response() } else { StatusCode::OK.into_response() }
    });
    w.add_reader("a@example.com").await;
    w.add_reader("b@example.com").await;
    assert_eq!(w.work().await, 1);
    w.t.clock.advance(120 * SECOND - 1);
    assert_eq!(w.work().await, 0, "nothing else goes there meanwhile");
    w.t.clock.advance(13 * SECOND);
    assert_eq!(w.work().await, 2);
    assert!(w.deliveries(id).await.iter().all(|d| d["state"] == "delivered"));
});

both_engines!(what_waits_and_what_fails_is_counted_for_the_operator, engine => {
    let w = World::new(engine).await;
    let load = async || {
        let load = crate::webhooks::load(&mut w.t.app.db.read().await.unwrap()).await.unwrap();
        (load.pending, load.failing)
    };
    w.webhook(&["subscriber.created"]).await;
    w.add_reader("a@example.com").await;
    assert_eq!(load().await, (1, 0), "in the outbox");
    w.receiver.status(500);
    w.work().await;
    assert_eq!(load().await, (1, 1), "to be sent again");
    w.receiver.status(200);
    w.t.clock.advance(DAY);
    w.work().await;
    assert_eq!(load().await, (0, 0));
});

both_engines!(what_waits_to_be_sent_again_can_be_sent_now, engine => {
    let w = World::new(engine).await;
    let (id, _) = w.webhook(&["subscriber.created"]).await;
    w.add_reader("a@example.com").await;
    while fan_out(&w.t.app).await.unwrap() > 0 {}
    let waiting = w.deliveries(id).await.remove(0);
    let path = format!("/api/webhooks/{id}/deliveries/{}/replay", waiting["id"]);
    w.call("POST", &path, None, 409).await;
    w.receiver.status(500);
    w.work().await;
    assert_eq!(w.work().await, 0, "not yet again");
    w.receiver.status(200);
    let again = w.call("POST", &path, None, 202).await;
    assert_eq!((&again["id"], &again["state"], &again["attempts"]), (&waiting["id"], &json!("pending"), &json!(1)));
    assert_eq!(w.work().await, 1);
    let done = w.deliveries(id).await;
    assert_eq!((done.len(), &done[0]["state"], &done[0]["attempts"]), (1, &json!("delivered"), &json!(2)));
});
