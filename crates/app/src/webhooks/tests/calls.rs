use database::both_engines;
use serde_json::json;

use super::*;

both_engines!(a_webhook_is_made_shown_changed_and_deleted, engine => {
    let w = World::new(engine).await;
    let body = json!({ "url": " https://hooks.example.test/in?a=b ", "description": "Mine" });
    let made = w.call("POST", "/api/webhooks", Some(body), 201).await;
    assert!(made["secret"].as_str().unwrap().starts_with("whsec_"));
    assert_eq!(made["url"], "https://hooks.example.test/in?a=b");
    assert_eq!(made["events"], json!(["email.opened", "email.clicked"]));
    assert_eq!((&made["is_active"], &made["description"]), (&json!(true), &json!("Mine")));
    for absent in ["failing_since", "disabled_at", "disabled_reason", "last_delivery"] {
        assert!(made.as_object().unwrap()[absent].is_null(), "{absent}");
    }
    let id = made["id"].as_i64().unwrap();
    let mut shown = made.clone();
    shown.as_object_mut().unwrap().remove("secret");
    assert_eq!(w.shown(id).await, shown);
    assert_eq!(w.call("GET", "/api/webhooks", None, 200).await, json!([shown]));

    let path = format!("/api/webhooks/{id}");
    let body = json!({ "events": ["campaign.sent", "subscriber.deleted", "campaign.sent"], "description": null });
    let changed = w.call("PUT", &path, Some(body), 200).await;
    assert_eq!(changed["events"], json!(["subscriber.deleted", "campaign.sent"]));
    assert_eq!((&changed["description"], &changed["url"]), (&Value::Null, &shown["url"]));
    w.call("PUT", &path, Some(json!({ "is_active": null })), 422).await;
    assert_eq!(w.call("PUT", &path, Some(json!({ "is_active": false })), 200).await["is_active"], false);

    w.call("DELETE", &path, None, 204).await;
    w.call("DELETE", &path, None, 404).await;
    w.call("GET", &path, None, 404).await;
});

both_engines!(wrong_fields_are_named, engine => {
    let w = World::new(engine).await;
    for (body, field) in [
        (json!({}), "url"),
        (json!({ "url": "hooks.example.test" }), "url"),
        (json!({ "url": "ftp://hooks.example.test/" }), "url"),
        (json!({ "url": "https://me:word@hooks.example.test/" }), "url"),
        (json!({ "url": "https://me@hooks.example.test/" }), "url"),
        (json!({ "url": "https://hooks.example.test/#part" }), "url"),
        (json!({ "url": "https://hooks.example.test:25/" }), "url"),
        (json!({ "url": "https://" }), "url"),
        (json!({ "url": "https://hooks.exa\tmple.test/" }), "url"),
        (json!({ "url": format!("https://hooks.example.test/{}", "x".repeat(2022)) }), "url"),
        (json!({ "url": "https://hooks.example.test/", "events": [] }), "events"),
        (json!({ "url": "https://hooks.example.test/", "events": ["campaign.sent", "all"] }), "events[1]"),
        (json!({ "url": "https://hooks.example.test/", "events": 7 }), "events"),
        (json!({ "url": "https://hooks.example.test/", "description": "x".repeat(501) }), "description"),
    ] {
        let problem = w.call("POST", "/api/webhooks", Some(body.clone()), 422).await;
        assert_eq!(problem["errors"][0]["field"], field, "{body} {problem}");
    }
    let longest = format!("https://hooks.example.test/{}", "x".repeat(2021));
    let id = w.call("POST", "/api/webhooks", Some(json!({ "url": longest })), 201).await["id"].clone();
    let path = format!("/api/webhooks/{id}");
    let problem = w.call("PUT", &path, Some(json!({ "url": "gopher://x/", "events": null })), 422).await;
    let fields: Vec<&Value> = problem["errors"].as_array().unwrap().iter().map(|e| &e["field"]).collect();
    assert_eq!(fields, [&json!("events"), &json!("url")]);
    assert_eq!(w.call("GET", &path, None, 200).await["url"], longest);
    w.call("GET", &format!("{path}/deliveries?state=lost"), None, 400).await;
});

both_engines!(an_author_has_twenty_at_most, engine => {
    let w = World::new(engine).await;
    let body = || Some(json!({ "url": "https://hooks.example.test/" }));
    let all = (0..22).map(|_| w.t.call(Some(&w.token), "POST", "/api/webhooks", body()));
    let answers = futures::future::join_all(all).await;
    let count = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
    assert_eq!((count(201), count(409)), (20, 2));
    let other = w.t.author("other@example.com").await;
    w.t.call(Some(&other), "POST", "/api/webhooks", body()).await.expect(201);
    let page = w.t.call(Some(&w.token), "GET", "/api/webhooks?limit=15", None).await;
    assert_eq!((page.json().as_array().unwrap().len(), page.header("x-total-count")), (15, Some("20")));
});

both_engines!(a_secret_is_sealed_and_shown_once, engine => {
    let w = World::new(engine).await;
    let (id, secret) = w.webhook(&["campaign.sent"]).await;
    let bytes = STANDARD.decode(&secret["whsec_".len()..]).unwrap();
    let mut tx = w.t.app.db.read().await.unwrap();
    let kept: Vec<u8> = on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT secret FROM webhooks WHERE id = $1")
        .bind(id).fetch_one(conn).await).unwrap();
    assert!(!kept.windows(bytes.len()).any(|part| part == bytes));
    assert!(w.shown(id).await.get("secret").is_none());
});

both_engines!(a_test_is_sent_at_once_and_tells_what_came_back, engine => {
    let w = World::new(engine).await;
    let (id, secret) = w.webhook(&["campaign.sent"]).await;
    let path = format!("/api/webhooks/{id}/test");
    w.receiver.reply(|_| (StatusCode::ACCEPTED, "thanks".repeat(1_000)).into_response());
    let test = w.call("POST", &path, None, 200).await;
    let got = w.receiver.take().remove(0);
    assert!(got.is_signed_with(&secret));
    assert_eq!((got.path.as_str(), got.header("content-type")), ("/hook", "application/json"));
    assert_eq!(got.header("webhook-id"), test["event_id"]);
    assert_eq!(got.json(), test["payload"]);
    assert_eq!((&test["type"], &test["state"], &test["sequence"]), (&json!("test"), &json!("test"), &json!(0)));
    assert_eq!((&test["status"], &test["error"], &test["attempts"]), (&json!(202), &Value::Null, &json!(1)));
    assert_eq!(test["response"].as_str().unwrap().len(), 1_024);
    assert_eq!(w.shown(id).await["last_delivery"]["id"], test["id"]);

    w.receiver.status(500);
    let test = w.call("POST", &path, None, 200).await;
    assert_eq!((&test["status"], &test["delivered_at"]), (&json!(500), &Value::Null));
    assert_eq!(test["error"], "The receiver answered with status 500.");
    assert!(w.shown(id).await["failing_since"].is_null(), "a test changes nothing");
    let replay = format!("/api/webhooks/{id}/deliveries/{}/replay", test["id"]);
    w.call("POST", &replay, None, 409).await;
    w.t.clock.advance(60_000);
    assert_eq!(w.work().await, 0, "a test is not sent again");
    assert_eq!(w.call("GET", &format!("/api/webhooks/{id}/deliveries?state=test"), None, 200).await.as_array().unwrap().len(), 2);
    assert_eq!(w.call("GET", &format!("/api/webhooks/{id}/deliveries?state=failed"), None, 200).await, json!([]));
});

both_engines!(both_secrets_sign_for_a_day_after_a_rotation, engine => {
    let w = World::new(engine).await;
    let (id, old) = w.webhook(&["subscriber.created"]).await;
    let rotated = w.call("POST", &format!("/api/webhooks/{id}/rotate-secret"), None, 200).await;
    let new = rotated["secret"].as_str().unwrap().to_owned();
    assert_ne!(old, new);
    w.add_reader("a@example.com").await;
    w.t.clock.advance(24 * 3_600_000 - 1);
    assert_eq!(w.work().await, 1);
    let got = w.receiver.take().remove(0);
    assert!(got.is_signed_with(&old) && got.is_signed_with(&new));
    w.t.clock.advance(1);
    w.add_reader("b@example.com").await;
    assert_eq!(w.work().await, 1);
    let got = w.receiver.take().remove(0);
    assert!(got.is_signed_with(&new) && !got.is_signed_with(&old));
});
