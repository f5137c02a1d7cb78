//! The list of sessions, and their end.

use std::net::SocketAddr;

use axum::{body::Body, extract::ConnectInfo, http::Request};

use super::*;
use crate::{AuthorId, Proxies, accounts::create_api_key, clock::MINUTE};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";

async fn get(t: &TestApp, token: &str, path: &str) -> Value {
    t.call(Some(token), "GET", path, None).await.expect(200)
}

/// Signs in as a browser at an address does.
async fn sign_in_from(t: &TestApp, agent: &str, peer: &str, body: Value) -> TestAnswer {
    let peer: SocketAddr = peer.parse().unwrap();
    let request = Request::post("/api/auth/sign-in")
        .header("content-type", "application/json")
        .header("user-agent", agent)
        .extension(ConnectInfo(peer));
    t.send(request.body(Body::from(body.to_string())).unwrap()).await
}

fn ada() -> Value {
    json!({ "email": "ada@example.com", "password": PASSWORD })
}

async fn refresh(t: &TestApp, cookie: &str) -> TestAnswer {
    let request =
        Request::post("/api/auth/refresh").header("cookie", format!("letterpress_refresh={cookie}"));
    t.send(request.body(Body::empty()).unwrap()).await
}

database::both_engines!(sessions_tell_from_where_and_when, engine => {
    let t = TestApp::new(engine).await;
    let first = token(&sign_up(&t, "ada@example.com").await.expect(201));
    t.clock.advance(MINUTE);
    let answer = sign_in_from(&t, FIREFOX, "203.0.113.7:4000", ada()).await;
    let second = token(&answer.expect(200));
    t.clock.advance(MINUTE);
    let list = get(&t, &first, "/api/me/sessions").await;
    assert_eq!(list.as_array().unwrap().len(), 2);
    assert_eq!(list[0], json!({
        "id": list[0]["id"], "method": "password", "device": "Firefox on Linux", "ip": "203.0.113.7",
        "created_at": "2026-11-21T12:01:00.000Z", "last_used_at": "2026-11-21T12:01:00.000Z", "current": false,
    }));
    assert_eq!((&list[1]["device"], &list[1]["ip"], &list[1]["current"]), (&json!("Unknown device"), &Value::Null, &json!(true)));
    let renewed = refresh(&t, &cookie(&answer)).await.expect(200);
    assert_eq!(get(&t, &token(&renewed), "/api/me/sessions").await[0]["last_used_at"], "2026-11-21T12:02:00.000Z");
    assert_eq!(get(&t, &second, "/api/me/sessions").await[0]["current"], true);
});

database::both_engines!(behind_a_trusted_proxy_clients_are_told_apart, engine => {
    let t = TestApp::with(engine, |settings| settings.trusted_proxies = Proxies(vec!["172.18.0.0/16".parse().unwrap()])).await;
    let first = token(&sign_up(&t, "ada@example.com").await.expect(201));
    let through = async |socket: &str, told: &str, email: &str| {
        let body = json!({ "email": email, "password": PASSWORD });
        let request = Request::post("/api/auth/sign-in")
            .header("content-type", "application/json")
            .header("x-forwarded-for", told)
            .extension(ConnectInfo(socket.parse::<SocketAddr>().unwrap()));
        t.send(request.body(Body::from(body.to_string())).unwrap()).await
    };
    through("172.18.0.5:4000", "198.51.100.1, 203.0.113.7", "ada@example.com").await.expect(200);
    assert_eq!(get(&t, &first, "/api/me/sessions").await[0]["ip"], "203.0.113.7");
    assert_eq!(get(&t, &first, "/api/me/audit").await[0]["ip"], "203.0.113.7");
    for n in 1..30 {
        through("172.18.0.5:4000", "203.0.113.7", &format!("{n}@example.com")).await.expect(401);
    }
    through("172.18.0.5:4000", "203.0.113.7", "30@example.com").await.expect(429);
    through("172.18.0.5:4000", "203.0.113.8", "31@example.com").await.expect(401);
    // Who is no proxy says what they like.
    t.clock.advance(MINUTE);
    through("192.0.2.1:4000", "203.0.113.9", "ada@example.com").await.expect(200);
    let list = get(&t, &first, "/api/me/sessions").await;
    let ips: Vec<_> = list.as_array().unwrap().iter().filter_map(|s| s["ip"].as_str()).collect();
    assert_eq!(ips, ["192.0.2.1", "203.0.113.7"]);
});

database::both_engines!(an_ended_session_stops_at_once, engine => {
    let t = TestApp::new(engine).await;
    let first = token(&sign_up(&t, "ada@example.com").await.expect(201));
    let answer = sign_in(&t, "ada@example.com", PASSWORD).await;
    let second = token(&answer.expect(200));
    let others = token(&sign_up(&t, "eve@example.com").await.expect(201));
    let list = get(&t, &first, "/api/me/sessions").await;
    let id = list.as_array().unwrap().iter().find(|s| s["current"] == false).unwrap()["id"].clone();
    let path = format!("/api/me/sessions/{id}");
    t.call(Some(&others), "DELETE", &path, None).await.expect(404);
    get(&t, &second, "/api/me").await;
    t.call(Some(&first), "DELETE", &path, None).await.expect(204);
    t.call(Some(&second), "GET", "/api/me", None).await.expect(401);
    refresh(&t, &cookie(&answer)).await.expect(401);
    get(&t, &first, "/api/me").await;
    t.call(Some(&first), "DELETE", &path, None).await.expect(404);
});

database::both_engines!(all_others_end_and_the_asking_one_stays, engine => {
    let t = TestApp::new(engine).await;
    let first = token(&sign_up(&t, "ada@example.com").await.expect(201));
    let second = token(&sign_in(&t, "ada@example.com", PASSWORD).await.expect(200));
    let others = token(&sign_up(&t, "eve@example.com").await.expect(201));
    t.call(Some(&second), "DELETE", "/api/me/sessions", None).await.expect(204);
    t.call(Some(&first), "GET", "/api/me", None).await.expect(401);
    assert_eq!(get(&t, &second, "/api/me/sessions").await.as_array().unwrap().len(), 1);
    get(&t, &others, "/api/me").await;
});

database::both_engines!(signing_out_stops_the_access_token_too, engine => {
    let t = TestApp::new(engine).await;
    let answer = sign_up(&t, "ada@example.com").await;
    let request = Request::post("/api/auth/sign-out").header("cookie", format!("letterpress_refresh={}", cookie(&answer)));
    t.send(request.body(Body::empty()).unwrap()).await.expect(204);
    t.call(Some(&token(&answer.json())), "GET", "/api/me", None).await.expect(401);
});

database::both_engines!(an_api_key_does_not_touch_what_protects_the_account, engine => {
    let t = TestApp::new(engine).await;
    sign_up(&t, "ada@example.com").await.expect(201);
    let key = create_api_key(&t.app, AuthorId::new(1), "key").await.unwrap();
    for (method, path, body) in [
        ("GET", "/api/me/sessions", None),
        ("DELETE", "/api/me/sessions", None),
        ("DELETE", "/api/me/sessions/1", None),
        ("GET", "/api/me/audit", None),
        ("POST", "/api/me/verify-email", None),
        ("POST", "/api/me/password", Some(json!({ "current_password": PASSWORD, "new_password": "another password" }))),
        ("POST", "/api/me/email", Some(json!({ "email": "new@example.com", "password": PASSWORD }))),
    ] {
        t.call(Some(&key), method, path, body).await.expect(403);
    }
    get(&t, &key, "/api/me").await;
});

database::both_engines!(acts_are_noted_for_their_author_alone, engine => {
    let t = TestApp::new(engine).await;
    let first = token(&sign_up(&t, "ada@example.com").await.expect(201));
    for _ in 0..3 {
        sign_in_from(&t, FIREFOX, "203.0.113.7:4000", json!({ "email": "ada@example.com", "password": "wrong password" })).await.expect(401);
        settled(&t).await;
    }
    t.clock.advance(MINUTE);
    sign_in_from(&t, FIREFOX, "203.0.113.7:4000", ada()).await.expect(200);
    let key = t.call(Some(&first), "POST", "/api/api-keys", Some(json!({ "name": "ci" }))).await.expect(201);
    t.call(Some(&first), "DELETE", &format!("/api/api-keys/{}", key["id"]), None).await.expect(204);
    let log = get(&t, &first, "/api/me/audit").await;
    let told: Vec<_> = log.as_array().unwrap().iter().map(|e| (e["kind"].as_str().unwrap(), e["detail"].as_str())).collect();
    assert_eq!(told, [
        ("api_key_deleted", Some("ci")), ("api_key_created", Some("ci")), ("signed_in", Some("With the password")),
        ("sign_in_failed", None), ("signed_up", None),
    ], "one failure a minute");
    assert_eq!(log[2], json!({
        "id": log[2]["id"], "kind": "signed_in", "title": "Signed in", "detail": "With the password",
        "device": "Firefox on Linux", "ip": "203.0.113.7", "at": "2026-11-21T12:01:00.000Z",
    }));
    let eve = token(&sign_up(&t, "eve@example.com").await.expect(201));
    assert_eq!(get(&t, &eve, "/api/me/audit").await.as_array().unwrap().len(), 1);
    let page = t.call(Some(&first), "GET", "/api/me/audit?limit=2", None).await;
    assert_eq!(page.header("x-total-count"), Some("5"));
    assert!(page.header("link").is_some());
});

database::both_engines!(changes_of_keys_and_webhooks_and_an_export_are_noted, engine => {
    let t = TestApp::new(engine).await;
    let me = token(&sign_up(&t, "ada@example.com").await.expect(201));
    let call = async |method: &str, path: &str, body: Option<Value>, status: u16| {
        t.call(Some(&me), method, path, body).await.expect(status)
    };
    let key = call("POST", "/api/api-keys", Some(json!({ "name": "ci" })), 201).await;
    let key = format!("/api/api-keys/{}", key["id"]);
    call("PUT", &key, Some(json!({ "name": "nightly", "scopes": ["read"] })), 200).await;
    call("POST", &format!("{key}/regenerate"), None, 200).await;
    let hook = json!({ "url": "http://127.0.0.1:8900/hooks?token=hush" });
    let hook = call("POST", "/api/webhooks", Some(hook), 201).await;
    let hook = format!("/api/webhooks/{}", hook["id"]);
    call("PUT", &hook, Some(json!({ "description": "Mine" })), 200).await;
    call("POST", &format!("{hook}/rotate-secret"), None, 200).await;
    call("DELETE", &hook, None, 204).await;
    assert_eq!(t.call(Some(&me), "GET", "/api/me/export", None).await.status, 200);
    let log = get(&t, &me, "/api/me/audit").await;
    let told: Vec<_> = log.as_array().unwrap().iter().map(|e| (e["kind"].as_str().unwrap(), e["detail"].as_str())).collect();
    let there = Some("127.0.0.1");
    assert_eq!(told, [
        ("account_exported", None), ("webhook_deleted", there), ("webhook_secret_rotated", there),
        ("webhook_changed", there), ("webhook_created", there), ("api_key_regenerated", Some("nightly")),
        ("api_key_changed", Some("nightly")), ("api_key_created", Some("ci")), ("signed_up", None),
    ]);
});

database::both_engines!(switching_alerts_off_is_the_last_thing_told, engine => {
    let t = TestApp::new(engine).await;
    let me = token(&sign_up(&t, "ada@example.com").await.expect(201));
    for wanted in [false, false, true] {
        let body = json!({ "notifications": { "security_alerts": wanted } });
        t.call(Some(&me), "PUT", "/api/settings", Some(body)).await.expect(200);
    }
    crate::deliveries::send_due_account_mails(&t.app).await.unwrap();
    let mails = get(&t, &me, "/api/captured-mail?kind=account&q=alerts").await;
    assert_eq!((mails.as_array().unwrap().len(), &mails[0]["subject"]), (1, &json!("Security alerts were switched off")));
});

database::both_engines!(the_log_is_kept_for_a_year_and_has_an_end, engine => {
    let t = TestApp::new(engine).await;
    sign_up(&t, "ada@example.com").await.expect(201);
    let mut origin = crate::accounts::Origin::own(&t.app);
    let mut tx = t.app.db.begin().await.unwrap();
    for n in 0..1005 {
        origin.at = origin.at.plus(1);
        audit::record(&mut tx, AuthorId::new(1), audit::AuditKind::DomainDeleted, Some(&format!("{n}.example")), &origin).await.unwrap();
    }
    assert_eq!(crate::accounts::store::audit::count(&mut tx, AuthorId::new(1)).await.unwrap(), 1000);
    tx.commit().await.unwrap();
    t.clock.advance(365 * crate::clock::DAY + 1004);
    crate::accounts::prune(&t.app).await.unwrap();
    assert_eq!(crate::accounts::store::audit::count(&mut t.app.db.read().await.unwrap(), AuthorId::new(1)).await.unwrap(), 2);
});

database::both_engines!(an_unknown_device_is_told_by_mail_and_a_known_one_is_not, engine => {
    let t = TestApp::new(engine).await;
    sign_up(&t, "ada@example.com").await.expect(201);
    assert_eq!(mails(&t).await.len(), 0, "the first one is nothing new");
    sign_in_from(&t, FIREFOX, "203.0.113.7:4000", ada()).await.expect(200);
    sign_in_from(&t, FIREFOX, "203.0.113.7:4001", ada()).await.expect(200);
    let told = mails(&t).await;
    assert_eq!(told.len(), 1);
    assert_eq!((told[0].0.as_str(), told[0].1.as_str()), ("ada@example.com", "New sign-in to your account"));
    assert!(told[0].2.contains("Firefox on Linux, address 203.0.113.7"), "{}", told[0].2);
    sign_in_from(&t, FIREFOX, "198.51.100.1:4001", ada()).await.expect(200);
    assert_eq!(mails(&t).await.len(), 2, "from elsewhere");
});
