//! What may be asked for, by whom, and what is answered.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use database::both_engines;
use serde_json::{Value, json};

use super::Post;

both_engines!(a_template_says_what_the_call_leaves_out, engine => {
    let p = Post::kept(engine).await;
    let template = p.w.call("POST", "/api/templates", Some(json!({
        "name": "Receipt", "subject": "Thanks, {{ subscriber.first_name }}", "blocks": [],
        "html_content": "<p>{{ subscriber.attributes.total | default('nothing') }}</p>",
    }))).await.expect(201)["id"].clone();
    let from_template = async |more: Value| {
        let mut body = json!({ "to": "a@example.org", "template_id": template, "subject": null, "html_content": null });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        p.post(body).await
    };
    let missing = from_template(json!({})).await.expect(422);
    assert_eq!((&missing["errors"][0]["field"], &missing["errors"][0]["code"]), (&json!("data.first_name"), &json!("required")));
    for empty in [json!(""), json!(" "), json!(null)] {
        from_template(json!({ "data": { "first_name": empty } })).await.expect(422);
    }
    let made = from_template(json!({ "data": { "first_name": "Bo" } })).await.expect(202);
    assert_eq!((&made["subject"], &made["template_id"]), (&json!("Thanks, Bo"), &template));
    let made = from_template(json!({ "subject": "Mine" })).await.expect(202);
    assert_eq!(made["subject"], "Mine");
    let both = from_template(json!({ "html_content": "<p>y</p>", "data": { "first_name": "Bo" } })).await.expect(422);
    assert_eq!((&both["errors"][0]["field"], &both["errors"][0]["code"]), (&json!("html_content"), &json!("conflicting")));
    let gone = from_template(json!({ "template_id": 4711 })).await.expect(422);
    assert_eq!(gone["errors"][0]["field"], "template_id");
    let listed = json!({ "name": "Letter", "blocks": [], "html_content": "<a href=\"{{ unsubscribe_url }}\">Leave</a>" });
    let listed = p.w.call("POST", "/api/templates", Some(listed)).await.expect(201)["id"].clone();
    let refused = from_template(json!({ "template_id": listed })).await.expect(422);
    assert_eq!((&refused["errors"][0]["field"], &refused["errors"][0]["code"]), (&json!("template_id"), &json!("invalid_tag")));
    // A number is as good as a text.
    assert_eq!(from_template(json!({ "data": { "first_name": 42 } })).await.expect(202)["subject"], "Thanks, 42");
    let draft = p.w.call("POST", "/api/templates", Some(json!({ "name": "Bare", "blocks": [] }))).await.expect(201)["id"].clone();
    assert_eq!(from_template(json!({ "template_id": draft })).await.expect(409)["code"], "template_not_rendered");
});

both_engines!(each_field_is_checked, engine => {
    let p = Post::kept(engine).await;
    let file = |name: &str, content: &str| json!([{ "file_name": name, "content": content }]);
    for (body, field) in [
        (json!({}), "to"),
        (json!({ "to": "nobody" }), "to"),
        (json!({ "to": ["a@example.org"] }), "to"),
        (json!({ "to": "a@example.org\r\nBcc: b@example.org" }), "to"),
        (json!({ "to": "a@example.org", "subject": null }), "subject"),
        (json!({ "to": "a@example.org", "subject": "a\nb" }), "subject"),
        (json!({ "to": "a@example.org", "subject": "{{ x }}" }), "subject"),
        (json!({ "to": "a@example.org", "html_content": null }), "html_content"),
        (json!({ "to": "a@example.org", "html_content": "{{ unsubscribe_url }}" }), "html_content"),
        (json!({ "to": "a@example.org", "text_content": "{{ x }}" }), "text_content"),
        (json!({ "to": "a@example.org", "text_content": "\u{0}" }), "text_content"),
        (json!({ "to": "a@example.org", "newsletter_id": null }), "newsletter_id"),
        (json!({ "to": "a@example.org", "reply_to": "nobody" }), "reply_to"),
        (json!({ "to": "a@example.org", "data": { "list": [1] } }), "data.list"),
        (json!({ "to": "a@example.org", "data": { "a": "\u{0}" } }), "data.a"),
        (json!({ "to": "a@example.org", "data": { "a": "x".repeat(10_001) } }), "data.a"),
        (json!({ "to": "a@example.org", "data": (0..101).map(|i| (i.to_string(), json!(1))).collect::<serde_json::Map<_, _>>() }), "data"),
        (json!({ "to": "a@example.org", "subject": "{{ subscriber.attributes.a }}".repeat(30), "data": { "a": "x".repeat(10_000) },
            "html_content": "{{ subscriber.attributes.a }}".repeat(80) }), "data"),
        (json!({ "to": "a@example.org", "attachments": file("a.pdf", "no base64!") }), "attachments[0].content"),
        (json!({ "to": "a@example.org", "attachments": file("a.exe", "") }), "attachments[0].file_name"),
        (json!({ "to": "a@example.org", "attachments": file("a.pdf", &"A".repeat((5 << 19) / 3 * 4 + 8)) }), "attachments"),
        (json!({ "to": "a@example.org", "attachments": vec![file("a.pdf", "")[0].clone(); 11] }), "attachments"),
        (json!({ "to": "a@example.org", "attachments": [{ "file_name": "a.pdf" }] }), "attachments[0].content"),
        (json!({ "to": "a@example.org", "cc": "b@example.org" }), "cc"),
    ] {
        let refused = p.post(body.clone()).await;
        assert_eq!(refused.status, 422, "{body}: {}", refused.text());
        assert_eq!(refused.json()["errors"][0]["field"], field, "{body}");
    }
    assert_eq!(p.post(json!({ "to": "a@example.org", "newsletter_id": 4711 })).await.expect(404)["code"], "not_found");
    p.w.deactivate().await;
    assert_eq!(p.post(json!({ "to": "a@example.org" })).await.expect(409)["code"], "newsletter_inactive");
    assert_eq!(p.w.get("/api/messages").await, json!([]));
});

both_engines!(what_is_just_short_enough_is_taken, engine => {
    let p = Post::kept(engine).await;
    let file = |bytes: usize| json!({ "file_name": "a.pdf", "content": STANDARD.encode(vec![0; bytes]) });
    let mut files = vec![file(0); 9];
    files.push(file(5 << 19));
    let mut data: serde_json::Map<_, _> = (0..98).map(|i| (format!("n{i}"), json!(1))).collect();
    data.insert("longest".into(), json!("x".repeat(10_000)));
    data.insert("filled".into(), json!("x".repeat(8_192)));
    let html = "{{ subscriber.attributes.filled }}".repeat(128);
    for body in [
        json!({ "to": "a@example.org", "attachments": files }),
        json!({ "to": "a@example.org", "data": data, "html_content": html }),
    ] {
        p.post(body).await.expect(202);
    }
});

both_engines!(lists_show_what_is_asked_for, engine => {
    let mut p = Post::over_smtp(engine).await;
    p.start();
    let sent = p.send("a@example.org").await;
    p.until(sent, "sent").await;
    let failed = p.send("554+b@example.org").await;
    p.until(failed, "failed").await;
    let ids = async |query: &str| {
        let rows = p.w.get(&format!("/api/messages?{query}")).await;
        rows.as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(ids("").await, [failed, sent], "newest first");
    assert_eq!(ids("state=failed").await, [failed]);
    assert_eq!(ids("state=sending").await, Vec::<i64>::new());
    assert_eq!(ids("to=A@EXAMPLE.org").await, [sent]);
    assert_eq!(ids(&format!("newsletter_id={}&state=sent", p.w.newsletter_id)).await, [sent]);
    assert_eq!(ids("newsletter_id=4711").await, Vec::<i64>::new());
    let page = p.w.call("GET", "/api/messages?limit=1", None).await;
    assert_eq!((page.header("x-total-count"), page.json().as_array().unwrap().len()), (Some("2"), 1));
    let next = page.header("link").unwrap().split(['<', '>']).nth(1).unwrap().to_owned();
    assert_eq!(p.w.get(&next).await[0]["id"], sent);
    for (query, field) in [("state=gone", "state"), ("to=nobody", "to")] {
        let refused = p.w.call("GET", &format!("/api/messages?{query}"), None).await.expect(422);
        assert_eq!(refused["errors"][0]["field"], field);
    }
    p.end().await;
});

both_engines!(ten_thousand_are_counted_and_what_is_beyond_is_said, engine => {
    let p = Post::kept(engine).await;
    let total = async || {
        let page = p.w.call("GET", "/api/messages?limit=1", None).await;
        (page.header("x-total-count").unwrap().to_owned(), page.header("x-total-count-capped").map(str::to_owned))
    };
    p.old(10_000).await;
    assert_eq!(total().await, ("10000".into(), None));
    p.send("one-more@example.org").await;
    assert_eq!(total().await, ("10000".into(), Some("true".into())));
});

both_engines!(a_key_for_messages_sends_nothing_else, engine => {
    let p = Post::kept(engine).await;
    let key = p.w.call("POST", "/api/api-keys", Some(json!({ "name": "Shop", "scopes": ["messages:send"] }))).await.expect(201);
    let key = key["key"].as_str().unwrap().to_owned();
    let body = json!({ "newsletter_id": p.w.newsletter_id, "to": "a@example.org", "subject": "S", "text_content": "x" });
    let id = p.w.t.call(Some(&key), "POST", "/api/messages", Some(body.clone())).await.expect(202)["id"].clone();
    p.w.t.call(Some(&key), "GET", &format!("/api/messages/{id}"), None).await.expect(200);
    let campaign = p.w.campaign(json!({ "subject": "S" })).await;
    for (method, path) in [("GET", "/api/subscribers".to_owned()), ("POST", format!("{}/send", p.w.path(campaign)))] {
        p.w.t.call(Some(&key), method, &path, None).await.expect(403);
    }
    let reader = p.w.call("POST", "/api/api-keys", Some(json!({ "name": "R", "scopes": ["read"] }))).await.expect(201);
    let reader = reader["key"].as_str().unwrap().to_owned();
    p.w.t.call(Some(&reader), "GET", "/api/messages", None).await.expect(200);
    p.w.t.call(Some(&reader), "POST", "/api/messages", Some(body)).await.expect(403);
});

both_engines!(nobody_sends_as_another_author, engine => {
    let p = Post::kept(engine).await;
    let (eve, _) = crate::campaigns::testing::author(&p.w.t, "eve@example.com").await;
    let template = json!({ "name": "Mine", "blocks": [], "html_content": "<p>x</p>" });
    let template = p.w.call("POST", "/api/templates", Some(template)).await.expect(201)["id"].clone();
    let own = json!({ "name": "Eve", "from_name": "E", "from_prefix": "e" });
    let own = p.w.t.call(Some(&eve), "POST", "/api/newsletters", Some(own)).await.expect(201)["id"].clone();
    let as_ada = json!({ "newsletter_id": p.w.newsletter_id, "to": "a@example.org", "subject": "S", "text_content": "x" });
    p.w.t.call(Some(&eve), "POST", "/api/messages", Some(as_ada)).await.expect(404);
    let with_adas = json!({ "newsletter_id": own, "to": "a@example.org", "template_id": template });
    let refused = p.w.t.call(Some(&eve), "POST", "/api/messages", Some(with_adas)).await.expect(422);
    assert_eq!(refused["errors"][0]["field"], "template_id");
    let id = p.send("a@example.org").await;
    for query in ["", "?to=a@example.org", "?state=queued"] {
        let list = p.w.t.call(Some(&eve), "GET", &format!("/api/messages{query}"), None).await.expect(200);
        assert_eq!(list, json!([]));
    }
    p.w.t.call(Some(&eve), "GET", &format!("/api/messages/{id}"), None).await.expect(404);
});
