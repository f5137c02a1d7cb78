//! Readers by their address and tags: added or filled in, one or a thousand at a time, and found.

use database::{both_engines, on_engine};
use serde_json::{Value, json};

use super::tests::{add, add_newsletter, emails, set, signed_in};
use crate::testing::TestApp;

/// `email`, `result` and the first error's field and code of each entry.
fn told(batch: &Value) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let results = batch["results"].as_array().unwrap().iter();
    let entry = |it: &Value| {
        assert_eq!(
            it["result"] == "refused",
            it["subscriber_id"].is_null() && it["errors"][0].is_object(),
            "{it}"
        );
        let error = &it["errors"][0];
        let error = format!("{} {}", text(&error["field"]), text(&error["code"]));
        (text(&it["email"]), text(&it["result"]), error.trim().to_owned())
    };
    results.map(entry).collect()
}

both_engines!(a_batch_says_what_became_of_each, engine => {
    let t = TestApp::new(engine).await;
    let (token, n) = signed_in(&t, "ann").await;
    let me = Some(token.as_str());
    let base = format!("/api/newsletters/{n}/subscribers");
    add(&t, &token, n, json!({"email": "old@x.example", "first_name": "Old", "tags": ["a"], "attributes": {"k": 1, "l": 2}})).await;
    let gone = add(&t, &token, n, json!({"email": "gone@x.example"})).await["id"].as_i64().unwrap();
    t.call(me, "PUT", &format!("{base}/{gone}"), Some(json!({ "status": "unsubscribed" }))).await.expect(200);
    let body = json!({ "subscribers": [
        { "email": "new@x.example", "last_name": "New", "attributes": { "z": 1, "a": null } },
        { "email": "nobody" },
        { "email": "OLD@x.example", "first_name": "Older", "tags": ["b"], "attributes": { "k": 7 } },
        { "email": "gone@x.example", "first_name": "Gone" },
        { "email": "New@X.example" },
        { "email": "left@x.example", "status": "unsubscribed" },
        { "email": "tags@x.example", "tags": ["ok", "a\u{0}b"] },
    ] });
    let batch = format!("{base}/batch");
    let first = t.call(me, "POST", &batch, Some(body.clone())).await.expect(200);
    let is = |email: &str, result: &str, error: &str| (email.to_owned(), result.to_owned(), error.to_owned());
    assert_eq!(told(&first), [
        is("new@x.example", "created", ""),
        is("nobody", "refused", "email malformed"),
        is("OLD@x.example", "updated", ""),
        is("gone@x.example", "protected", ""),
        is("New@X.example", "refused", "email duplicate"),
        is("left@x.example", "created", ""),
        is("tags@x.example", "refused", "tags[1] forbidden_characters"),
    ]);
    let one = async |at: usize| t.call(me, "GET", &format!("{base}/{}", first["results"][at]["subscriber_id"]), None).await.expect(200);
    let old = one(2).await;
    assert_eq!(old["email"], "old@x.example");
    assert_eq!((&old["first_name"], &old["tags"]), (&json!("Older"), &json!(["a", "b"])));
    assert_eq!(old["attributes"], json!({"k": 7, "l": 2}));
    assert_eq!((&one(3).await["first_name"], &one(5).await["status"]), (&Value::Null, &json!("unsubscribed")));
    assert_eq!(one(0).await["attributes"], json!({"a": null, "z": 1}));
    let figures = t.call(me, "GET", "/api/subscribers/stats", None).await.expect(200);
    assert_eq!((&figures["total"], &figures["active"], &figures["unsubscribed"]), (&json!(4), &json!(2), &json!(2)));

    // Done again it changes nothing.
    let again = told(&t.call(me, "POST", &batch, Some(body)).await.expect(200));
    let results: Vec<&str> = again.iter().map(|(_, result, _)| result.as_str()).collect();
    assert_eq!(results, ["unchanged", "refused", "unchanged", "protected", "refused", "protected", "refused"]);
});

both_engines!(a_batch_has_its_bounds, engine => {
    let t = TestApp::new(engine).await;
    let (token, n) = signed_in(&t, "ann").await;
    let (bob, _) = signed_in(&t, "bob").await;
    let batch = format!("/api/newsletters/{n}/subscribers/batch");
    let of = |count: usize| {
        let all: Vec<Value> = (0..count).map(|at| json!({ "email": format!("r{at}@x.example"), "first_name": "x".repeat(200) })).collect();
        Some(json!({ "subscribers": all }))
    };
    for (count, code) in [(0, "required"), (1_001, "too_many")] {
        let refused = t.call(Some(&token), "POST", &batch, of(count)).await.expect(422);
        assert_eq!((&refused["errors"][0]["field"], &refused["errors"][0]["code"]), (&json!("subscribers"), &json!(code)));
    }
    t.call(Some(&bob), "POST", &batch, of(1)).await.expect(404);
    assert_eq!(emails(&t, &token, "/api/subscribers").await, Vec::<String>::new());
    let all = t.call(Some(&token), "POST", &batch, of(1_000)).await.expect(200);
    assert!(told(&all).iter().all(|(_, result, _)| result == "created"));
    let missing = json!({ "subscribers": [{ "email": "a@x.example" }, {}] });
    let refused = t.call(Some(&token), "POST", &batch, Some(missing)).await.expect(422);
    assert_eq!((&refused["errors"][0]["field"], &refused["errors"][0]["code"]), (&json!("subscribers[1].email"), &json!("required")));
    let unknown = json!({ "subscribers": [{ "email": "a@x.example", "colour": "red" }] });
    let refused = t.call(Some(&token), "POST", &batch, Some(unknown)).await.expect(422);
    assert_eq!(refused["errors"][0]["field"], "subscribers[0].colour");
    set(&t, "UPDATE newsletters SET is_active = FALSE WHERE id = $1", n).await;
    assert_eq!(t.call(Some(&token), "POST", &batch, of(1)).await.expect(409)["code"], "newsletter_inactive");
});

both_engines!(an_address_is_put_as_often_as_one_likes, engine => {
    let t = TestApp::new(engine).await;
    let (token, n) = signed_in(&t, "ann").await;
    let me = Some(token.as_str());
    set(&t, "UPDATE newsletters SET double_opt_in = TRUE WHERE id = $1", n).await;
    let path = format!("/api/newsletters/{n}/subscribers/by-email/Rea%2Bshop@x.example");
    let body = Some(json!({ "first_name": "Rea", "tags": ["shop"], "status": "active" }));
    let new = t.call(me, "PUT", &path, body.clone()).await.expect(201);
    assert_eq!((&new["email"], &new["status"]), (&json!("Rea+shop@x.example"), &json!("pending")), "asked first");
    assert_eq!(t.call(me, "PUT", &path, body.clone()).await.expect(200), new);
    t.clock.advance(1);
    let more = t.call(me, "PUT", &path, Some(json!({ "tags": ["vip"] }))).await.expect(200);
    assert_eq!((&more["first_name"], &more["tags"], &more["id"]), (&json!("Rea"), &json!(["shop", "vip"]), &new["id"]));
    let recent = t.call(me, "GET", "/api/overview", None).await.expect(200)["recent_activity"].clone();
    let added: Vec<&Value> = recent.as_array().unwrap().iter().filter(|it| it["kind"] == "subscriber_added").collect();
    assert_eq!(added.len(), 1, "{recent}");

    let gone = t.call(me, "PUT", &path, Some(json!({ "status": "complained" }))).await.expect(200);
    assert_eq!(gone["status"], "complained");
    let again = t.call(me, "PUT", &path, Some(json!({ "status": "complained" }))).await.expect(200);
    assert_eq!(again, gone, "said again it is no wish to change it");
    let refused = t.call(me, "PUT", &path, body).await.expect(409);
    assert_eq!(refused["code"], "wrong_subscriber_status");
    let bad = format!("/api/newsletters/{n}/subscribers/by-email/nobody");
    assert_eq!(t.call(me, "PUT", &bad, Some(json!({}))).await.expect(422)["errors"][0]["field"], "email");
});

both_engines!(an_address_is_found_whole, engine => {
    let t = TestApp::new(engine).await;
    let (token, n) = signed_in(&t, "ann").await;
    let other = add_newsletter(&t, &token, "other").await;
    for (newsletter, email) in [(n, "a@x.example"), (n, "aa@x.example"), (other, "A@x.example")] {
        add(&t, &token, newsletter, json!({ "email": email })).await;
    }
    let answer = t.call(Some(&token), "GET", "/api/subscribers?email=a@X.example&limit=1", None).await;
    assert_eq!(answer.header("x-total-count"), Some("2"));
    assert!(answer.header("link").is_some());
    assert_eq!(emails(&t, &token, "/api/subscribers?email=a@x.example").await, ["A@x.example", "a@x.example"]);
    let base = format!("/api/newsletters/{n}/subscribers");
    assert_eq!(emails(&t, &token, &format!("{base}?email=A@x.example&status=active")).await, ["a@x.example"]);
    assert_eq!(emails(&t, &token, &format!("{base}?email=a@x.example&status=bounced")).await, Vec::<String>::new());
    for query in ["email=nobody", "email=a@x.example&q=a"] {
        t.call(Some(&token), "GET", &format!("{base}?{query}"), None).await.expect(400);
    }
});

both_engines!(who_has_a_tag_is_listed_whatever_changes, engine => {
    let t = TestApp::new(engine).await;
    let (token, n) = signed_in(&t, "ann").await;
    let me = Some(token.as_str());
    let base = format!("/api/newsletters/{n}/subscribers");
    let batch = json!({ "subscribers": [
        { "email": "a@x.example", "tags": ["shop", "vip"] },
        { "email": "b@x.example", "tags": ["shop"], "first_name": "Bea" },
        { "email": "c@x.example", "tags": ["Shop"] },
        { "email": "d@x.example" },
    ] });
    let batch = t.call(me, "POST", &format!("{base}/batch"), Some(batch)).await.expect(200);
    let path = |at: usize| format!("{base}/{}", batch["results"][at]["subscriber_id"]);
    let tagged = async |query: &str| emails(&t, &token, &format!("{base}?{query}")).await;
    assert_eq!(tagged("tag=shop").await, ["b@x.example", "a@x.example"]);
    assert_eq!(tagged("tag=shop&q=bea").await, ["b@x.example"]);
    assert_eq!(tagged("tag=vip&q=bea").await, Vec::<String>::new());
    let page = t.call(me, "GET", "/api/subscribers?tag=shop&limit=1", None).await;
    assert_eq!((page.header("x-total-count"), page.header("x-total-count-capped")), (Some("2"), None));
    let next = page.header("link").unwrap()[1..].split('>').next().unwrap().to_owned();
    assert_eq!(emails(&t, &token, &next).await, ["a@x.example"]);

    // By hand, by an action on many, by leaving, by going.
    t.call(me, "PUT", &path(3), Some(json!({ "tags": ["shop"] }))).await.expect(200);
    t.call(me, "PUT", &path(1), Some(json!({ "status": "unsubscribed" }))).await.expect(200);
    assert_eq!(tagged("tag=shop").await, ["d@x.example", "b@x.example", "a@x.example"]);
    assert_eq!(tagged("tag=shop&status=unsubscribed").await, ["b@x.example"]);
    assert_eq!(tagged("tag=shop&status=active&q=x.ex").await, ["d@x.example", "a@x.example"]);
    let untag = json!({ "action": "untag", "tag": "vip", "filter": { "tag": "shop" } });
    let done = t.call(me, "POST", &format!("{base}/bulk"), Some(untag)).await.expect(200);
    assert_eq!(done, json!({ "matched": 3, "changed": 1 }));
    assert_eq!(tagged("tag=vip").await, Vec::<String>::new());
    t.call(me, "DELETE", &path(0), None).await.expect(204);
    t.call(me, "PUT", &path(3), Some(json!({ "tags": null }))).await.expect(200);
    assert_eq!(tagged("tag=shop").await, ["b@x.example"]);
    t.call(me, "DELETE", &format!("/api/newsletters/{n}"), None).await.expect(204);
    let left: i64 = on_engine!(&mut t.app.db.read().await.unwrap(), conn => sqlx::query_scalar("SELECT COUNT(*) FROM subscriber_tags")
        .fetch_one(conn).await.unwrap());
    assert_eq!(left, 0);
    for query in ["tag=a%00b", "tag=shop&email=a@x.example"] {
        t.call(me, "GET", &format!("/api/subscribers?{query}"), None).await.expect(400);
    }
});

both_engines!(words_among_a_tag_are_counted_over_every_step, engine => {
    let t = TestApp::new(engine).await;
    let (token, n) = signed_in(&t, "ann").await;
    let batch = format!("/api/newsletters/{n}/subscribers/batch");
    for part in 0..4 {
        let all: Vec<Value> = (part * 1_000..(part + 1) * 1_000)
            .map(|at| json!({ "email": format!("r{at}@x.example"), "tags": if at % 3 == 0 { json!(["third"]) } else { json!(["other"]) } }))
            .collect();
        t.call(Some(&token), "POST", &batch, Some(json!({ "subscribers": all }))).await.expect(200);
    }
    for (query, total, capped) in [("tag=third", "1000", Some("true")), ("tag=third&q=x.exa", "1000", Some("true")), ("tag=third&q=r39", "39", None)] {
        let page = t.call(Some(&token), "GET", &format!("/api/subscribers?{query}&limit=1000"), None).await;
        assert_eq!((page.header("x-total-count"), page.header("x-total-count-capped")), (Some(total), capped), "{query}");
        let rows = page.json();
        let seen: Vec<&Value> = rows.as_array().unwrap().iter().filter(|row| row["tags"] == json!(["third"])).collect();
        assert_eq!(seen.len().to_string(), total, "{query}");
    }
});

both_engines!(what_has_no_room_is_refused_whole, engine => {
    let t = TestApp::new(engine).await;
    let (token, n) = signed_in(&t, "ann").await;
    let tags: Vec<String> = (0..50).map(|at| format!("t{at}")).collect();
    let attributes: Value = (0..50).map(|at| (format!("a{at}"), json!(at))).collect();
    let old = add(&t, &token, n, json!({ "email": "a@x.example", "tags": tags, "attributes": attributes })).await;
    let path = format!("/api/newsletters/{n}/subscribers/by-email/a@x.example");
    for (body, field) in [
        (json!({ "tags": ["t0", "one more"], "first_name": "A" }), "tags"),
        (json!({ "attributes": { "a0": 1, "more": 2 }, "first_name": "A" }), "attributes"),
    ] {
        let refused = t.call(Some(&token), "PUT", &path, Some(body.clone())).await.expect(422);
        assert_eq!((&refused["errors"][0]["field"], &refused["errors"][0]["code"]), (&json!(field), &json!("too_many")));
        let mut entry = body;
        entry["email"] = json!("a@x.example");
        let batch = json!({ "subscribers": [entry, { "email": "b@x.example" }] });
        let batch = t.call(Some(&token), "POST", &format!("/api/newsletters/{n}/subscribers/batch"), Some(batch)).await.expect(200);
        assert_eq!(told(&batch)[0], ("a@x.example".to_owned(), "refused".to_owned(), format!("{field} too_many")));
        assert_ne!(told(&batch)[1].1, "refused");
    }
    let one = format!("/api/newsletters/{n}/subscribers/{}", old["id"]);
    assert_eq!(t.call(Some(&token), "GET", &one, None).await.expect(200), old);
    let leaving = json!({ "tags": ["one more"], "status": "unsubscribed" });
    let full = t.call(Some(&token), "PUT", &path, Some(json!({ "tags": ["t1"], "attributes": { "a0": 7 } }))).await.expect(200);
    assert_eq!(full["attributes"]["a0"], 7);
    let left = t.call(Some(&token), "PUT", &path, Some(leaving)).await.expect(200);
    assert_eq!((&left["status"], left["tags"].as_array().unwrap().len()), (&json!("unsubscribed"), 50), "room or not");
});
