use std::collections::BTreeSet;

use database::{both_engines, on_engine};
use serde_json::{Value, json};

use crate::{clock::DAY, testing::TestApp};

/// An author with one newsletter: the token and the newsletter's id.
pub async fn signed_in(t: &TestApp, who: &str) -> (String, i64) {
    let token = t.author(&format!("{who}@authors.example")).await;
    let newsletter = add_newsletter(t, &token, who).await;
    (token, newsletter)
}

pub async fn add_newsletter(t: &TestApp, token: &str, name: &str) -> i64 {
    let body = json!({"name": name, "from_name": "N", "from_prefix": "news"});
    t.call(Some(token), "POST", "/api/newsletters", Some(body)).await.expect(201)["id"].as_i64().unwrap()
}

pub async fn set(t: &TestApp, sql: &'static str, id: i64) {
    let mut tx = t.app.db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query(sql).bind(id).execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
}

pub async fn add(t: &TestApp, token: &str, n: i64, body: Value) -> Value {
    t.call(Some(token), "POST", &format!("/api/newsletters/{n}/subscribers"), Some(body)).await.expect(201)
}

pub async fn emails(t: &TestApp, token: &str, path: &str) -> Vec<String> {
    let rows = t.call(Some(token), "GET", path, None).await.expect(200);
    rows.as_array().unwrap().iter().map(|r| r["email"].as_str().unwrap().to_owned()).collect()
}

both_engines!(a_reader_lives_and_the_figures_follow, engine => {
    let t = TestApp::new(engine).await;
    let (token, n) = signed_in(&t, "ann").await;
    let me = Some(token.as_str());
    let base = format!("/api/newsletters/{n}/subscribers");
    let body = json!({"email": " Ada@X.example ", "first_name": "Ada", "last_name": " ", "tags": ["vip", "vip"],
        "attributes": {"city": "Köln", "age": 7, "ok": true, "none": null}});
    let ada = add(&t, &token, n, body).await;
    assert_eq!(ada["email"], "Ada@X.example");
    assert_eq!(ada["newsletter_name"], "ann");
    assert_eq!((&ada["status"], &ada["last_name"], &ada["tags"]), (&json!("active"), &Value::Null, &json!(["vip"])));
    assert_eq!(ada["attributes"], json!({"city": "Köln", "age": 7, "ok": true, "none": null}));
    assert_eq!(ada["subscribed_at"], "2026-11-21T12:00:00.000Z");
    let one = format!("{base}/{}", ada["id"]);
    assert_eq!(t.call(me, "GET", &one, None).await.expect(200), ada);
    t.call(me, "POST", &base, Some(json!({"email": "ADA@x.EXAMPLE"}))).await.expect(409);
    add(&t, &token, n, json!({"email": "bob@x.example"})).await;
    t.call(me, "PUT", &one, Some(json!({"email": "BOB@x.example"}))).await.expect(409);

    let left = t.call(me, "PUT", &one, Some(json!({"status": "unsubscribed", "first_name": null}))).await.expect(200);
    assert_eq!((&left["status"], &left["first_name"]), (&json!("unsubscribed"), &Value::Null));
    assert_eq!(left["unsubscribed_at"], "2026-11-21T12:00:00.000Z");
    assert_eq!(left["attributes"]["age"], 7);
    let stats = |token: String| { let t = &t; async move {
        t.call(Some(&token), "GET", "/api/subscribers/stats", None).await.expect(200) } };
    assert_eq!(stats(token.clone()).await, json!({"total": 2, "active": 1, "unsubscribed": 1, "pending": 0,
        "bounced": 0, "complained": 0, "this_week": 2}));
    t.clock.advance(8 * DAY);
    let again = json!({"email": "ann@authors.example", "password": "correct horse battery"});
    let again = t.call(None, "POST", "/api/auth/sign-in", Some(again)).await.expect(200);
    let token = again["access_token"].as_str().unwrap().to_owned();
    let me = Some(token.as_str());
    let back = t.call(me, "PUT", &one, Some(json!({"status": "active"}))).await.expect(200);
    assert_eq!((&back["status"], &back["unsubscribed_at"]), (&json!("active"), &Value::Null));
    assert_eq!(stats(token.clone()).await["this_week"], 1);
    for status in ["pending", "bounced", "complained"] {
        t.call(me, "PUT", &one, Some(json!({"status": status}))).await.expect(409);
    }
    t.call(me, "DELETE", &one, None).await.expect(204);
    t.call(me, "DELETE", &one, None).await.expect(404);
    assert_eq!(stats(token.clone()).await["active"], 1);
});

both_engines!(bad_fields_are_named, engine => {
    let t = TestApp::new(engine).await;
    let (token, n) = signed_in(&t, "ann").await;
    let me = Some(token.as_str());
    let base = format!("/api/newsletters/{n}/subscribers");
    for (body, field) in [
        (json!({}), "email"), (json!({"email": "nobody"}), "email"), (json!({"email": null}), "email"),
        (json!({"email": "a@x.example", "first_name": "x".repeat(201)}), "first_name"),
        (json!({"email": "a@x.example", "last_name": "a\r\nBcc: b"}), "last_name"),
        (json!({"email": "a@x.example", "attributes": {"a": []}}), "attributes.a"),
        (json!({"email": "a@x.example", "attributes": {"a\u{0}": 1}}), "attributes.a\u{0}"),
        (json!({"email": "a@x.example", "attributes": []}), "attributes"),
        (json!({"email": "a@x.example", "tags": ["ok", "a\u{0}b"]}), "tags[1]"),
        (json!({"email": "a@x.example", "tags": "vip"}), "tags"),
    ] {
        let answer = t.call(me, "POST", &base, Some(body.clone())).await.expect(422);
        assert_eq!(answer["errors"][0]["field"], field, "{body}");
    }
    let one = format!("{base}/{}", add(&t, &token, n, json!({"email": "a@x.example"})).await["id"]);
    for body in [json!({"email": null}), json!({"email": ""}), json!({"status": null}), json!({"status": "gone"})] {
        t.call(me, "PUT", &one, Some(body)).await.expect(422);
    }
    let same = t.call(me, "PUT", &one, Some(json!({}))).await.expect(200);
    assert_eq!(same["email"], "a@x.example");
    for path in ["?q=%00", "?status=gone", "?limit=0", "?cursor=x"] {
        t.call(me, "GET", &format!("{base}{path}"), None).await.expect(400);
    }
    t.call(me, "GET", &format!("{base}/x"), None).await.expect(404);
});

both_engines!(an_inactive_newsletter_takes_nobody_and_double_opt_in_waits, engine => {
    let t = TestApp::new(engine).await;
    let (token, n) = signed_in(&t, "ann").await;
    set(&t, "UPDATE newsletters SET double_opt_in = TRUE WHERE id = $1", n).await;
    let row = add(&t, &token, n, json!({"email": "a@x.example"})).await;
    assert_eq!(row["status"], "pending");
    let path = format!("/api/newsletters/{n}/subscribers/{}", row["id"]);
    t.call(Some(&token), "PUT", &path, Some(json!({"status": "active"}))).await.expect(409);
    set(&t, "UPDATE newsletters SET is_active = FALSE WHERE id = $1", n).await;
    let body = json!({"email": "b@x.example"});
    t.call(Some(&token), "POST", &format!("/api/newsletters/{n}/subscribers"), Some(body)).await.expect(409);
});

both_engines!(another_author_sees_nothing, engine => {
    let t = TestApp::new(engine).await;
    let (ann, n) = signed_in(&t, "ann").await;
    let (bob, own) = signed_in(&t, "bob").await;
    let id = add(&t, &ann, n, json!({"email": "a@x.example", "first_name": "Secret"})).await["id"].clone();
    let bob = Some(bob.as_str());
    for (method, path, body) in [
        ("GET", format!("/api/newsletters/{n}/subscribers"), None),
        ("POST", format!("/api/newsletters/{n}/subscribers"), Some(json!({"email": "b@x.example"}))),
        ("GET", format!("/api/newsletters/{n}/subscribers/{id}"), None),
        ("GET", format!("/api/newsletters/{own}/subscribers/{id}"), None),
        ("PUT", format!("/api/newsletters/{n}/subscribers/{id}"), Some(json!({"first_name": "B"}))),
        ("PUT", format!("/api/newsletters/{own}/subscribers/{id}"), Some(json!({"first_name": "B"}))),
        ("DELETE", format!("/api/newsletters/{n}/subscribers/{id}"), None),
        ("DELETE", format!("/api/newsletters/{own}/subscribers/{id}"), None),
        ("POST", format!("/api/newsletters/{n}/subscribers/bulk"), Some(json!({"action": "remove", "filter": {}}))),
        ("GET", format!("/api/newsletters/{n}/subscribers/export.csv"), None),
        ("GET", format!("/api/subscribers?newsletter_id={n}"), None),
        ("GET", format!("/api/subscribers/stats?newsletter_id={n}"), None),
    ] {
        t.call(bob, method, &path, body).await.expect(404);
    }
    for path in ["/api/subscribers", "/api/subscribers?q=secret", "/api/subscribers?q=a"] {
        let answer = t.call(bob, "GET", path, None).await;
        assert_eq!((answer.header("x-total-count"), answer.json()), (Some("0"), json!([])));
    }
    let own = format!("/api/newsletters/{own}/subscribers/bulk");
    let result = t.call(bob, "POST", &own, Some(json!({"action": "remove", "ids": [id]}))).await.expect(200);
    assert_eq!(result, json!({"matched": 0, "changed": 0}));
    assert_eq!(emails(&t, &ann, "/api/subscribers").await, ["a@x.example"]);
});

both_engines!(pages_give_every_row_once, engine => {
    let t = TestApp::new(engine).await;
    let (token, a) = signed_in(&t, "ann").await;
    let b = add_newsletter(&t, &token, "second").await;
    let mut ids = Vec::new();
    for at in 0..23 {
        let n = if at % 3 == 0 { b } else { a };
        let row = add(&t, &token, n, json!({"email": format!("reader{at}@x.example"), "first_name": "Müller"})).await;
        ids.insert(0, row["id"].as_i64().unwrap());
    }
    for (start, total) in [("/api/subscribers?limit=5", 23), ("/api/subscribers?limit=5&q=MÜLL", 23),
        ("/api/subscribers?q=re&status=active&limit=5", 23)] {
        let (mut path, mut seen) = (start.to_owned(), Vec::new());
        loop {
            let answer = t.call(Some(&token), "GET", &path, None).await;
            assert_eq!(answer.header("x-total-count"), Some(total.to_string().as_str()), "{path}");
            seen.extend(answer.json().as_array().unwrap().iter().map(|r| r["id"].as_i64().unwrap()));
            let Some(link) = answer.header("link") else { break };
            link[1..].split('>').next().unwrap().clone_into(&mut path);
        }
        assert_eq!(seen, ids, "{start}");
    }
    let only = emails(&t, &token, &format!("/api/subscribers?newsletter_id={b}&limit=1000")).await;
    assert_eq!(only.len(), 8);
    assert_eq!(emails(&t, &token, &format!("/api/newsletters/{a}/subscribers?status=active")).await.len(), 15);
    assert!(emails(&t, &token, &format!("/api/newsletters/{a}/subscribers?status=bounced")).await.is_empty());
});

both_engines!(a_search_follows_changes, engine => {
    let t = TestApp::new(engine).await;
    let (token, n) = signed_in(&t, "ann").await;
    let row = add(&t, &token, n, json!({"email": "first@x.example", "last_name": "Lovelace"})).await;
    let one = format!("/api/newsletters/{n}/subscribers/{}", row["id"]);
    let finds = |q: &'static str| { let (t, token) = (&t, &token); async move {
        !emails(t, token, &format!("/api/subscribers?q={q}")).await.is_empty() } };
    for q in ["first", "f", "FI", "love", "lace", "st@x"] {
        assert!(finds(q).await, "{q}");
    }
    assert!(!finds("lo").await && !finds("irs%25").await);
    let change = json!({"email": "second@y.example", "last_name": "Byron"});
    t.call(Some(&token), "PUT", &one, Some(change)).await.expect(200);
    for q in ["second", "s", "byron"] {
        assert!(finds(q).await, "{q}");
    }
    for q in ["first", "f", "love"] {
        assert!(!finds(q).await, "{q}");
    }
    t.call(Some(&token), "DELETE", &one, None).await.expect(204);
    assert!(!finds("second").await && !finds("s").await);
});

both_engines!(bulk_acts_on_ids_or_on_a_filter, engine => {
    let t = TestApp::new(engine).await;
    let (token, n) = signed_in(&t, "ann").await;
    let mut ids = Vec::new();
    for at in 0..6 {
        let row = add(&t, &token, n, json!({"email": format!("r{at}@x.example"), "tags": ["old"]})).await;
        ids.push(row["id"].as_i64().unwrap());
    }
    let bulk = |body: Value| { let (t, token) = (&t, &token); async move {
        let answer = t.call(Some(token), "POST", &format!("/api/newsletters/{n}/subscribers/bulk"), Some(body)).await;
        (answer.status.as_u16(), answer.json()) } };
    let result = |matched: i64, changed: i64| (200, json!({"matched": matched, "changed": changed}));
    assert_eq!(bulk(json!({"action": "tag", "tag": "vip", "ids": [ids[0], ids[1], ids[1], 999_999]})).await, result(2, 2));
    assert_eq!(bulk(json!({"action": "tag", "tag": "vip", "filter": {}})).await, result(6, 4));
    assert_eq!(bulk(json!({"action": "untag", "tag": "old", "filter": {"q": "r1@"}})).await, result(1, 1));
    assert_eq!(bulk(json!({"action": "untag", "tag": "old", "filter": {"q": "r1@"}})).await, result(1, 0));
    let row = t.call(Some(&token), "GET", &format!("/api/newsletters/{n}/subscribers/{}", ids[1]), None).await.json();
    assert_eq!(row["tags"], json!(["vip"]));
    assert_eq!(bulk(json!({"action": "unsubscribe", "ids": [ids[0], ids[1]]})).await, result(2, 2));
    assert_eq!(bulk(json!({"action": "unsubscribe", "filter": {"status": "active", "q": "r"}})).await, result(4, 4));
    assert_eq!(bulk(json!({"action": "unsubscribe", "filter": {}})).await, result(6, 0));
    assert_eq!(bulk(json!({"action": "remove", "filter": {"q": "r5"}})).await, result(1, 1));
    let stats = t.call(Some(&token), "GET", &format!("/api/subscribers/stats?newsletter_id={n}"), None).await.json();
    assert_eq!((&stats["total"], &stats["unsubscribed"], &stats["active"]), (&json!(5), &json!(5), &json!(0)));
    for body in [json!({"action": "remove"}), json!({"action": "remove", "ids": [], "filter": {}}),
        json!({"action": "tag", "ids": []}), json!({"action": "burn", "ids": []}),
        json!({"action": "remove", "filter": {"status": "gone"}}), json!({"action": "tag", "tag": "a\nb", "ids": []})] {
        assert_eq!(bulk(body.clone()).await.0, 422, "{body}");
    }
});

both_engines!(an_export_has_everyone_and_no_formulas, engine => {
    let t = TestApp::new(engine).await;
    let (token, n) = signed_in(&t, "ann").await;
    let path = format!("/api/newsletters/{n}/subscribers/export.csv");
    let empty = t.call(Some(&token), "GET", &path, None).await;
    assert_eq!(empty.text(), "email,first_name,last_name,status,tags,subscribed_at,unsubscribed_at\n");
    add(&t, &token, n, json!({"email": "+a@x.example", "first_name": "=cmd()", "tags": ["x", "y"],
        "attributes": {"city": "Kö\"ln", "age": -5}})).await;
    add(&t, &token, n, json!({"email": "b@x.example", "attributes": {"zip": "01234", "age": null}})).await;
    let answer = t.call(Some(&token), "GET", &path, None).await;
    assert_eq!(answer.header("content-type"), Some("text/csv; charset=utf-8"));
    assert_eq!(answer.text(), "email,first_name,last_name,status,tags,subscribed_at,unsubscribed_at,\
        attributes.age,attributes.city,attributes.zip\n\
        '+a@x.example,'=cmd(),,active,\"x, y\",2026-11-21T12:00:00.000Z,,'-5,\"Kö\"\"ln\",\n\
        b@x.example,,,active,,2026-11-21T12:00:00.000Z,,,,01234\n");
});

both_engines!(a_long_export_is_streamed_in_batches, engine => {
    let t = TestApp::new(engine).await;
    let (token, n) = signed_in(&t, "ann").await;
    set(&t, "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 11000) \
        INSERT INTO subscribers (newsletter_id, email, email_key, status, subscribed_at, created_at, updated_at) \
        SELECT $1, 'r' || i || '@x.example', 'r' || i || '@x.example', 'active', 0, 0, 0 FROM c", n).await;
    let text = t.call(Some(&token), "GET", &format!("/api/newsletters/{n}/subscribers/export.csv"), None).await.text();
    let readers: BTreeSet<&str> = text.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!((text.lines().count(), readers.len()), (11_001, 11_000));
});
