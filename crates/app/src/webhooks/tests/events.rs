//! What is told, by whom and of what.

use axum::{
    body::Body,
    http::{Request, header},
};
use database::both_engines;
use serde_json::json;

use super::*;
use crate::{
    SubscriberId,
    deliveries::tests::Scene,
    newsletters, runs, subscribers,
    tracking::{self, SETTLE, Tokens, Use},
};

const ALL: [&str; 12] = [
    "email.opened",
    "email.clicked",
    "email.bounced",
    "email.complained",
    "subscriber.created",
    "subscriber.confirmed",
    "subscriber.updated",
    "subscriber.unsubscribed",
    "subscriber.deleted",
    "campaign.sending",
    "campaign.sent",
    "campaign.paused",
];
const PERSON: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// (type, data) of what waits in the outbox, which is emptied.
async fn told(app: &App) -> Vec<(String, Value)> {
    let mut tx = app.db.begin().await.unwrap();
    let rows: Vec<(String, String)> = on_engine!(&mut tx, conn => sqlx::query_as(
        "SELECT type, data FROM webhook_events ORDER BY id").fetch_all(conn).await)
    .unwrap();
    on_engine!(&mut tx, conn => sqlx::query("DELETE FROM webhook_events").execute(conn).await.map(drop))
        .unwrap();
    tx.commit().await.unwrap();
    rows.into_iter().map(|(kind, data)| (kind, serde_json::from_str(&data).unwrap())).collect()
}

async fn kinds(app: &App) -> Vec<String> {
    told(app).await.into_iter().map(|(kind, _)| kind).collect()
}

async fn listen(t: &TestApp, token: &str, events: &[&str]) -> i64 {
    let body = json!({ "url": "http://127.0.0.1:8/", "events": events });
    t.call(Some(token), "POST", "/api/webhooks", Some(body)).await.expect(201)["id"].as_i64().unwrap()
}

both_engines!(readers_are_told_of_as_the_api_shows_them, engine => {
    let w = World::new(engine).await;
    listen(&w.t, &w.token, &ALL).await;
    let id = w.add_reader("ada@example.com").await;
    let path = format!("{}/{id}", w.readers());
    let shown = w.call("GET", &path, None, 200).await;
    assert_eq!(told(&w.t.app).await, [("subscriber.created".to_owned(), shown)]);
    let shown = w.call("PUT", &path, Some(json!({ "attributes": { "city": "Ulm", "n": 1.5 } })), 200).await;
    assert_eq!(told(&w.t.app).await, [("subscriber.updated".to_owned(), shown)]);
    let shown = w.call("PUT", &path, Some(json!({ "status": "unsubscribed" })), 200).await;
    assert_eq!(told(&w.t.app).await, [("subscriber.unsubscribed".to_owned(), shown)]);
    let shown = w.call("PUT", &path, Some(json!({ "status": "active" })), 200).await;
    assert_eq!(told(&w.t.app).await, [("subscriber.updated".to_owned(), shown.clone())]);
    w.call("DELETE", &path, None, 204).await;
    assert_eq!(told(&w.t.app).await, [("subscriber.deleted".to_owned(), shown)]);
    // What did not happen is not told.
    w.call("PUT", &path, Some(json!({ "first_name": "B" })), 404).await;
    w.call("DELETE", &path, None, 404).await;
    w.call("POST", &w.readers(), Some(json!({ "email": "no address" })), 422).await;
    assert_eq!(kinds(&w.t.app).await, Vec::<String>::new());
});

both_engines!(what_readers_do_themselves_is_told, engine => {
    let w = World::new(engine).await;
    listen(&w.t, &w.token, &ALL).await;
    let app = &w.t.app;
    let address = content::parse_address("ada@example.com").unwrap();
    let mut tx = app.db.begin().await.unwrap();
    let home = newsletters::find_any(&mut tx, w.newsletter_id).await.unwrap().unwrap();
    let now = app.now();
    let id = subscribers::add_pending(&mut tx, home.id, &address, Some("Ada"), now).await.unwrap().unwrap();
    subscribers::add_pending(&mut tx, home.id, &address, Some("Ada"), now).await.unwrap();
    for _ in 0..2 {
        subscribers::confirm(&mut tx, &home, id, now, now).await.unwrap();
    }
    subscribers::rename(&mut tx, &home, id, Some("Ida".into()), None, now).await.unwrap();
    for _ in 0..2 {
        subscribers::unsubscribe(&mut tx, home.id, id, now).await.unwrap();
    }
    subscribers::confirm(&mut tx, &home, id, now, now).await.unwrap();
    tx.commit().await.unwrap();
    let events = told(app).await;
    let kinds: Vec<&str> = events.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, [
        "subscriber.created", "subscriber.confirmed", "subscriber.updated", "subscriber.unsubscribed", "subscriber.confirmed",
    ]);
    let statuses: Vec<&Value> = events.iter().map(|(_, data)| &data["status"]).collect();
    assert_eq!(statuses, ["pending", "active", "active", "unsubscribed", "active"]);
    assert_eq!(events[2].1["first_name"], "Ida");
});

both_engines!(who_left_elsewhere_is_told_of_as_such, engine => {
    let w = World::new(engine).await;
    listen(&w.t, &w.token, &ALL).await;
    for csv in ["email\na@example.com\nb@example.com\n", "email,status\na@example.com,unsubscribed\nb@example.com,bounced\n"] {
        let path = format!("{}/import", w.readers());
        w.t.upload(Some(&w.token), &path, &[("file", csv.as_bytes()), ("mode", b"update")]).await.expect(202);
        assert!(crate::imports::run_pending(&w.t.app).await.unwrap());
    }
    let events = told(&w.t.app).await;
    let mut of: Vec<_> = events[2..].iter().map(|(kind, data)| (kind.as_str(), &data["email"], &data["status"], data["unsubscribed_at"].is_null())).collect();
    of.sort_by_key(|(kind, ..)| *kind);
    assert_eq!(of, [
        ("subscriber.unsubscribed", &json!("a@example.com"), &json!("unsubscribed"), false),
        ("subscriber.updated", &json!("b@example.com"), &json!("bounced"), true),
    ]);
});

both_engines!(many_readers_are_told_of_one_by_one, engine => {
    let w = World::new(engine).await;
    listen(&w.t, &w.token, &ALL).await;
    let upload = async |csv: &str| {
        let path = format!("{}/import", w.readers());
        let parts: [(&str, &[u8]); 2] = [("file", csv.as_bytes()), ("mode", b"update")];
        w.t.upload(Some(&w.token), &path, &parts).await.expect(202);
        assert!(crate::imports::run_pending(&w.t.app).await.unwrap());
    };
    upload("email,first_name\na@example.com,A\nb@example.com,B\nwrong,C\n").await;
    let events = told(&w.t.app).await;
    let of = |events: &[(String, Value)]| -> Vec<String> {
        events.iter().map(|(kind, data)| format!("{kind} {}", data["email"].as_str().unwrap())).collect()
    };
    assert_eq!(of(&events), ["subscriber.created a@example.com", "subscriber.created b@example.com"]);
    let ids: Vec<i64> = events.iter().map(|(_, data)| data["id"].as_i64().unwrap()).collect();
    upload("email,first_name\na@example.com,A\nb@example.com,Bea\nc@example.com,C\n").await;
    let events = told(&w.t.app).await;
    assert_eq!(of(&events), ["subscriber.created c@example.com", "subscriber.updated b@example.com"]);
    assert_eq!(events[1].1["first_name"], "Bea");

    let bulk = async |body: Value| {
        w.call("POST", &format!("{}/bulk", w.readers()), Some(body), 200).await;
        of(&told(&w.t.app).await)
    };
    let tag = json!({ "action": "tag", "tag": "x", "ids": ids });
    assert_eq!(bulk(tag.clone()).await, ["subscriber.updated a@example.com", "subscriber.updated b@example.com"]);
    assert_eq!(bulk(tag).await, Vec::<String>::new());
    assert_eq!(bulk(json!({ "action": "untag", "tag": "x", "ids": [ids[1]] })).await, ["subscriber.updated b@example.com"]);
    assert_eq!(bulk(json!({ "action": "unsubscribe", "ids": [ids[0]] })).await, ["subscriber.unsubscribed a@example.com"]);
    assert_eq!(bulk(json!({ "action": "unsubscribe", "ids": ids })).await, ["subscriber.unsubscribed b@example.com"]);
    assert_eq!(bulk(json!({ "action": "remove", "filter": {} })).await, [
        "subscriber.deleted a@example.com", "subscriber.deleted b@example.com", "subscriber.deleted c@example.com",
    ]);
});

both_engines!(nothing_is_written_when_nobody_listens, engine => {
    let w = World::new(engine).await;
    let other = w.t.author("other@example.com").await;
    listen(&w.t, &other, &ALL).await;
    let id = listen(&w.t, &w.token, &["subscriber.deleted"]).await;
    let reader = w.add_reader("a@example.com").await;
    let path = format!("{}/{reader}", w.readers());
    w.call("PUT", &path, Some(json!({ "first_name": "B" })), 200).await;
    assert_eq!(w.outbox().await, 0);
    w.call("PUT", &format!("/api/webhooks/{id}"), Some(json!({ "is_active": false })), 200).await;
    w.call("DELETE", &path, None, 204).await;
    assert_eq!(w.outbox().await, 0);
});

both_engines!(a_reader_who_wants_to_be_forgotten_is, engine => {
    let w = World::new(engine).await;
    let (id, _) = w.webhook(&ALL).await;
    w.receiver.reply(|got| (StatusCode::OK, got.body.clone()).into_response());
    let (ada, bob) = (w.add_reader("ada@example.com").await, w.add_reader("bob@example.com").await);
    w.work().await;
    assert!(w.deliveries(id).await[1]["response"].as_str().unwrap().contains("ada@"));
    // One waits in the queue, one in the outbox.
    w.receiver.status(500);
    let path = format!("{}/{ada}", w.readers());
    w.call("PUT", &path, Some(json!({ "last_name": "Zinnober" })), 200).await;
    w.work().await;
    w.call("PUT", &path, Some(json!({ "last_name": "Zinnober II" })), 200).await;
    let mut tx = w.t.app.db.begin().await.unwrap();
    let home = newsletters::find_any(&mut tx, w.newsletter_id).await.unwrap().unwrap();
    subscribers::remove(&mut tx, &home, SubscriberId::new(ada), w.t.app.now()).await.unwrap();
    tx.commit().await.unwrap();

    w.receiver.take();
    w.receiver.status(200);
    w.t.clock.advance(60_000);
    assert_eq!(w.work().await, 3);
    for got in w.receiver.got() {
        assert!(!String::from_utf8_lossy(&got.body).contains("ada@"), "{got:?}");
        assert_eq!((&got.json()["data"]["id"], &got.json()["data"]["email"]), (&json!(ada), &Value::Null));
    }
    let last = w.receiver.got().pop().unwrap().json();
    assert_eq!((&last["type"], &last["sequence"]), (&json!("subscriber.deleted"), &json!(5)));
    let kept = w.deliveries(id).await;
    let text = serde_json::to_string(&kept).unwrap();
    assert!(!text.contains("ada@") && !text.contains("Zinnober") && text.contains("bob@"), "{text}");
    assert_eq!((kept.len(), &kept[3]["payload"]["data"]["id"]), (5, &json!(bob)));
});

both_engines!(who_is_forgotten_while_a_round_runs_is_not_named_by_it, engine => {
    let w = World::new(engine).await;
    w.webhook(&["subscriber.created"]).await;
    w.add_reader("bob@example.com").await;
    let ada = w.add_reader("ada@example.com").await;
    w.receiver.close();
    let app = w.t.app.clone();
    let working = tokio::spawn(async move { work(&app).await });
    w.receiver.until(1).await;
    let mut tx = w.t.app.db.begin().await.unwrap();
    let home = newsletters::find_any(&mut tx, w.newsletter_id).await.unwrap().unwrap();
    subscribers::remove(&mut tx, &home, SubscriberId::new(ada), w.t.app.now()).await.unwrap();
    tx.commit().await.unwrap();
    w.receiver.open();
    assert_eq!(working.await.unwrap(), 2);
    assert_eq!(w.receiver.got()[1].json()["data"]["email"], Value::Null);
});

/// A campaign with a link that was sent to so many readers, and their ids.
async fn sent(engine: Engine, tracking: &str) -> (Scene, Vec<i64>) {
    let s = Scene::new(engine, 3).await;
    let path = format!("/api/newsletters/{}", s.newsletter_id);
    s.t.call(Some(&s.token), "PUT", &path, Some(json!({ "tracking": tracking }))).await.expect(200);
    let html = "<p><a href=\"https://example.org/a?x=1\">First</a></p>";
    s.t.call(Some(&s.token), "PUT", &s.path(""), Some(json!({ "html_content": html }))).await.expect(200);
    listen(&s.t, &s.token, &ALL).await;
    s.post("/send").await.expect(202);
    let engine = s.start();
    s.until("sent").await;
    engine.stop().await;
    let mut tx = s.t.app.db.read().await.unwrap();
    let ids = on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT id FROM subscribers ORDER BY id").fetch_all(conn).await).unwrap();
    drop(tx);
    (s, ids)
}

async fn ask(s: &Scene, what: Use, reader: i64, agent: &str) {
    let tokens = Tokens::new(&s.t.app);
    let reader = tokens.reader(s.campaign_id, SubscriberId::new(reader));
    let path = match what {
        Use::Open => format!("/t/o/{reader}{}.gif", tokens.link(what, s.campaign_id, 0)),
        Use::Click => format!("/t/c/{reader}{}", tokens.link(what, s.campaign_id, 1)),
    };
    let request = Request::builder().uri(path).header(header::USER_AGENT, agent);
    s.t.send(request.body(Body::empty()).unwrap()).await;
}

async fn settle(s: &Scene) {
    tracking::commit_now(&s.t.app.with()).await.unwrap();
    s.t.clock.advance(SETTLE + 1);
    while tracking::count(&s.t.app).await.unwrap().hits > 0 {}
}

both_engines!(what_people_do_with_mails_is_told_and_what_programs_do_is_not, engine => {
    let (s, ids) = sent(engine, "full").await;
    told(&s.t.app).await;
    let at = s.t.app.now();
    ask(&s, Use::Open, ids[0], PERSON).await;
    ask(&s, Use::Click, ids[1], PERSON).await;
    ask(&s, Use::Open, ids[2], "python-requests/2.32").await;
    ask(&s, Use::Click, ids[2], "python-requests/2.32").await;
    ask(&s, Use::Open, ids[2], "Mozilla/5.0").await;
    settle(&s).await;
    let data = |reader: usize| json!({
        "newsletter_id": s.newsletter_id, "campaign_id": s.campaign_id,
        "subscriber": { "id": ids[reader], "email": format!("reader{reader}@example.net") },
    });
    let (mut opened, mut clicked) = (data(0), data(1));
    opened["at"] = json!(at);
    clicked["link"] = json!("https://example.org/a?x=1");
    clicked["at"] = json!(at);
    assert_eq!(told(&s.t.app).await, [("email.opened".to_owned(), opened), ("email.clicked".to_owned(), clicked)]);
});

both_engines!(without_tracking_of_readers_no_reader_is_told_of, engine => {
    for tracking in ["anonymous", "none"] {
        let (s, _) = sent(engine, tracking).await;
        told(&s.t.app).await;
        ask(&s, Use::Open, 0, PERSON).await;
        ask(&s, Use::Click, 0, PERSON).await;
        settle(&s).await;
        assert_eq!(kinds(&s.t.app).await, Vec::<String>::new(), "{tracking}");
    }
});

both_engines!(what_comes_back_is_told_once, engine => {
    let (s, ids) = sent(engine, "full").await;
    told(&s.t.app).await;
    let mut tx = s.t.app.db.read().await.unwrap();
    let run_id = runs::latest_id(&mut tx, s.newsletter_id, s.campaign_id).await.unwrap().unwrap();
    drop(tx);
    for (reader, kind) in [(0, crate::deliveries::events::DeliveryEventKind::Bounced), (1, crate::deliveries::events::DeliveryEventKind::SoftBounced), (2, crate::deliveries::events::DeliveryEventKind::Complained)] {
        for _ in 0..2 {
            let mail = crate::links::Mailed { run_id, subscriber_id: SubscriberId::new(ids[reader]) };
            let event = crate::deliveries::events::Event { kind, source: "report", enhanced_code: Some("5.1.1"), detail: Some("No such user") };
            crate::deliveries::events::record(&s.t.app, mail, event).await.unwrap();
        }
    }
    let events = told(&s.t.app).await;
    let of = |at: usize| (events[at].0.as_str(), &events[at].1["kind"], &events[at].1["status"]);
    let null = Value::Null;
    assert_eq!(of(0), ("subscriber.updated", &null, &json!("bounced")));
    assert_eq!(of(1), ("email.bounced", &json!("hard"), &null));
    assert_eq!(of(2), ("email.bounced", &json!("soft"), &null));
    assert_eq!(of(3), ("subscriber.updated", &null, &json!("complained")));
    assert_eq!(of(4), ("email.complained", &null, &null));
    assert_eq!(events.len(), 5);
    let bounced = &events[1].1;
    assert_eq!((&bounced["campaign_id"], &bounced["reason"]), (&json!(s.campaign_id), &json!("No such user")));
    assert_eq!(bounced["subscriber"], json!({ "id": ids[0], "email": "reader0@example.net" }));
});

both_engines!(states_of_a_campaign_are_told, engine => {
    let s = Scene::new(engine, 3).await;
    listen(&s.t, &s.token, &ALL).await;
    s.post("/send").await.expect(202);
    s.post("/pause").await.expect(200);
    s.post("/pause").await.expect(200);
    s.post("/resume").await.expect(200);
    let engine = s.start();
    s.until("sent").await;
    engine.stop().await;
    let events = told(&s.t.app).await;
    let kinds: Vec<&str> = events.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, ["campaign.sending", "campaign.paused", "campaign.sending", "campaign.sent"]);
    let sent = &events[3].1;
    assert_eq!((&sent["id"], &sent["newsletter_id"], &sent["status"]), (&json!(s.campaign_id), &json!(s.newsletter_id), &json!("sent")));
    assert_eq!((&sent["ledger"]["intended"], &sent["ledger"]["sent"]), (&json!(3), &json!(3)));
    assert_eq!(sent["subject"], "Hello {{ subscriber.first_name }}");
});
