use axum::{body::Body, http::Request};
use database::both_engines;
use serde_json::{Value, json};

use super::{model::MAX_SAVED, store};
use crate::{
    AuthorId,
    http::PageQuery,
    testing::{START, TestAnswer, TestApp},
};

const PATH: &str = "/api/saved-blocks";

struct World {
    t: TestApp,
    token: String,
}

impl World {
    async fn new(engine: database::Engine) -> Self {
        let t = TestApp::new(engine).await;
        let token = t.author("ada@example.com").await;
        Self { t, token }
    }

    async fn call(&self, method: &str, path: &str, body: Option<Value>) -> TestAnswer {
        self.t.call(Some(&self.token), method, path, body).await
    }

    async fn post(&self, body: Value) -> TestAnswer {
        self.call("POST", PATH, Some(body)).await
    }

    async fn put(&self, id: &Value, body: Value) -> TestAnswer {
        self.call("PUT", &format!("{PATH}/{id}"), Some(body)).await
    }

    async fn list(&self) -> Vec<Value> {
        self.call("GET", PATH, None).await.expect(200).as_array().unwrap().clone()
    }

    async fn names(&self) -> Vec<String> {
        self.list().await.iter().map(|saved| saved["name"].as_str().unwrap().to_owned()).collect()
    }

    /// As many as an author may have, the last one apart.
    async fn fill(&self) {
        let author =
            self.call("GET", "/api/me", None).await.expect(200)["id"].as_i64().map(AuthorId::new).unwrap();
        let block = crate::templates::JsonText::new(&json!({ "type": "divider" })).unwrap();
        let mut tx = self.t.app.db.begin().await.unwrap();
        for n in 1..MAX_SAVED {
            store::insert(&mut tx, author, &format!("No. {n}"), &block, START).await.unwrap();
        }
        tx.commit().await.unwrap();
    }
}

fn text(content: &str) -> Value {
    json!({ "type": "text", "content": content })
}

/// The fields that an answer complains about, each with what is said of it.
fn errors(answer: &TestAnswer) -> Vec<(String, String)> {
    let json = answer.expect(422);
    let told = json["errors"].as_array().unwrap_or_else(|| panic!("{json}"));
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    told.iter().map(|error| (word(&error["field"]), word(&error["message"]))).collect()
}

both_engines!(a_block_is_saved_found_changed_and_deleted, engine => {
    let w = World::new(engine).await;
    assert_eq!(w.list().await, Vec::<Value>::new());
    let columns = json!({ "type": "columns", "id": "z", "columns": [[text("ü")], []], "gap": 1.5e1, "style": { "b": 1, "a": 2 } });
    let first = w.post(json!({ "name": " Foot ", "block": columns })).await.expect(201);
    assert_eq!(first, json!({
        "id": first["id"], "name": "Foot", "block": columns, "created_at": START.to_string(), "updated_at": START.to_string(),
    }));
    assert!(first["id"].is_i64() && first.to_string().contains(r#""style":{"b":1,"a":2}"#), "as it was sent: {first}");
    let second = w.post(json!({ "name": "Foot", "block": text("x") })).await.expect(201);
    assert_eq!(w.list().await, [second.clone(), first.clone()], "newest first, and a name may be there twice");

    w.t.clock.advance(1_000);
    let id = &first["id"];
    let renamed = w.put(id, json!({ "name": "Head" })).await.expect(200);
    assert_eq!((&renamed["name"], &renamed["block"], &renamed["created_at"]), (&json!("Head"), &columns, &first["created_at"]));
    assert!(renamed["updated_at"].as_str() > first["updated_at"].as_str(), "{renamed}");
    assert_eq!(w.put(id, json!({})).await.expect(200), renamed, "nothing was changed");
    let changed = w.put(id, json!({ "block": text("y") })).await.expect(200);
    assert_eq!((&changed["name"], &changed["block"]), (&json!("Head"), &text("y")));
    assert!(changed["updated_at"].as_str() > renamed["updated_at"].as_str(), "at the same time even: {changed}");
    assert_eq!(w.put(id, changed.clone()).await.expect(200), changed, "it may come back whole");
    assert_eq!(w.list().await, [second.clone(), changed]);

    let path = format!("{PATH}/{id}");
    assert_eq!(w.call("DELETE", &path, None).await.expect(204), Value::Null);
    w.call("DELETE", &path, None).await.expect(404);
    w.put(id, json!({ "name": "" })).await.expect(404);
    assert_eq!(w.list().await, [second]);
});

both_engines!(another_authors_is_not_there, engine => {
    let w = World::new(engine).await;
    let saved = w.post(json!({ "name": "Mine", "block": text("x") })).await.expect(201);
    let eve = w.t.author("eve@example.com").await;
    let path = format!("{PATH}/{}", saved["id"]);
    let body = json!({ "name": "Hers", "block": text("y") });
    w.t.call(Some(&eve), "PUT", &path, Some(body)).await.expect(404);
    w.t.call(Some(&eve), "DELETE", &path, None).await.expect(404);
    let hers = w.t.call(Some(&eve), "GET", PATH, None).await;
    assert_eq!((hers.expect(200), hers.header("x-total-count")), (json!([]), Some("0")));
    assert_eq!(w.list().await, [saved]);
});

both_engines!(each_field_is_checked_as_a_template_checks_it, engine => {
    let w = World::new(engine).await;
    let id = w.post(json!({ "name": "N", "block": text("x") })).await.expect(201)["id"].clone();
    let long = "x".repeat(200_001);
    for (body, field) in [
        (json!({ "name": " " }), "name"),
        (json!({ "name": null }), "name"),
        (json!({ "name": 5 }), "name"),
        (json!({ "name": "a\nb" }), "name"),
        (json!({ "name": "ü".repeat(101) }), "name"),
        (json!({ "block": null }), "block"),
        (json!({ "block": [] }), "block"),
        (json!({ "block": "text" }), "block"),
        (json!({ "block": {} }), "block.type"),
        (json!({ "block": { "type": "script" } }), "block.type"),
        (json!({ "block": { "type": "image", "src": "javascript:x" } }), "block.src"),
        (json!({ "block": { "type": "divider", "colour": 1 } }), "block.colour"),
        (json!({ "block": { "type": "columns", "columns": [[], [{ "type": "button", "href": "javascript:x" }]] } }),
            "block.columns[1][0].href"),
        (json!({ "block": { "type": "columns", "columns": [vec![json!({ "type": "divider" }); 500]] } }), "block"),
        (json!({ "block": text(&long) }), "block.content"),
        (json!({ "block": text(&"<b>".repeat(5000)) }), "block.content"),
        (json!({ "colour": 1 }), "colour"),
    ] {
        let mut whole = json!({ "name": "N", "block": text("x") });
        for (name, value) in body.as_object().unwrap() {
            whole[name] = value.clone();
        }
        for answer in [w.post(whole).await, w.put(&id, body.clone()).await] {
            let told = errors(&answer);
            assert_eq!(told.iter().map(|(field, _)| field.as_str()).collect::<Vec<_>>(), [field], "{told:?}");
            assert!(told[0].1.ends_with('.'), "{told:?}");
        }
    }
    let told = errors(&w.post(json!({})).await);
    let expected = [("name", "Name is required."), ("block", "Block is required.")];
    assert_eq!(told, expected.map(|(field, message)| (field.to_owned(), message.to_owned())));
    w.post(json!({ "name": "ü".repeat(100), "block": { "type": "columns", "columns": [vec![json!({ "type": "divider" }); 499]] } }))
        .await.expect(201);
    // Larger than any plain call takes.
    w.post(json!({ "name": "N", "block": text(&"x".repeat(1 << 20)) })).await.expect(413);
    assert_eq!(w.names().await, ["ü".repeat(100), "N".to_owned()]);
});

both_engines!(what_could_run_is_not_stored, engine => {
    let w = World::new(engine).await;
    let hostile = "<p onclick=\"x()\">Hi {{ subscriber.first_name | default(\"you\") }}<script>alert(1)</script> \
        <a href=\"javascript:alert(1)\">there</a></p>";
    let clean = "<p>Hi {{ subscriber.first_name | default(\"you\") }} <a>there</a></p>";
    let columns = |content: &str| json!({ "type": "columns", "columns": [[text(content)], [{ "type": "heading", "content": content }]] });
    for (sent, kept) in [(text(hostile), text(clean)), (columns(hostile), columns(clean))] {
        let saved = w.post(json!({ "name": "N", "block": sent })).await.expect(201);
        assert_eq!(saved["block"], kept);
        let other = w.post(json!({ "name": "N", "block": { "type": "divider" } })).await.expect(201);
        assert_eq!(w.put(&other["id"], json!({ "block": sent })).await.expect(200)["block"], kept);
        // The very text that a template keeps of it.
        let template = w.call("POST", "/api/templates", Some(json!({ "name": "T", "blocks": [sent] }))).await.expect(201);
        assert_eq!(template["blocks"][0].to_string(), saved["block"].to_string());
    }
});

both_engines!(of_two_at_once_one_is_the_last_there_may_be, engine => {
    let w = World::new(engine).await;
    w.fill().await;
    let body = json!({ "name": "Last", "block": text("x") });
    let (one, two) = tokio::join!(w.post(body.clone()), w.post(body.clone()));
    let mut codes = [one.status.as_u16(), two.status.as_u16()];
    codes.sort_unstable();
    assert_eq!(codes, [201, 409]);
    let refused = w.post(body.clone()).await.expect(409);
    assert_eq!(refused["detail"], "You have 200 saved blocks. Delete one first.");
    let whole = w.call("GET", &format!("{PATH}?limit=1000"), None).await;
    assert_eq!((whole.expect(200).as_array().unwrap().len(), whole.header("x-total-count")), (200, Some("200")));
    // Others have as many of their own, and those that are there can still be changed.
    let eve = w.t.author("eve@example.com").await;
    w.t.call(Some(&eve), "POST", PATH, Some(body.clone())).await.expect(201);
    let id = w.list().await[0]["id"].clone();
    w.put(&id, json!({ "name": "Very last" })).await.expect(200);
    w.call("DELETE", &format!("{PATH}/{id}"), None).await.expect(204);
    w.post(body).await.expect(201);
});

both_engines!(pages_follow_one_another_newest_first, engine => {
    let w = World::new(engine).await;
    w.fill().await;
    let (mut path, mut sizes, mut names) = (PATH.to_owned(), Vec::new(), Vec::new());
    loop {
        let answer = w.call("GET", &path, None).await;
        assert_eq!(answer.header("x-total-count"), Some("199"));
        let page = answer.expect(200).as_array().unwrap().clone();
        sizes.push(page.len());
        names.extend(page.iter().map(|saved| saved["name"].as_str().unwrap().to_owned()));
        let Some(link) = answer.header("link") else { break };
        path = link.trim_start_matches('<').split('>').next().unwrap().to_owned();
    }
    assert_eq!((sizes, names), (vec![100, 99], (1..MAX_SAVED).rev().map(|n| format!("No. {n}")).collect()));
    for query in ["limit=0", "limit=x", "cursor=nonsense"] {
        w.call("GET", &format!("{PATH}?{query}"), None).await.expect(400);
    }
});

both_engines!(a_page_of_large_blocks_ends_early, engine => {
    let w = World::new(engine).await;
    let column = vec![text(&"x".repeat(190_000)); 5];
    for n in 1..=6 {
        let block = json!({ "type": "columns", "columns": [column] });
        w.post(json!({ "name": format!("Large {n}"), "block": block })).await.expect(201);
    }
    let first = w.call("GET", PATH, None).await;
    assert_eq!(first.expect(200).as_array().unwrap().len(), 4, "four of 950 kB are less than 4 MiB, five more");
    let link = first.header("link").unwrap().trim_start_matches('<').split('>').next().unwrap().to_owned();
    let rest = w.call("GET", &link, None).await;
    assert_eq!((rest.expect(200)[1]["name"].as_str(), rest.header("link")), (Some("Large 1"), None));
    let author = w.call("GET", "/api/me", None).await.expect(200)["id"].as_i64().map(AuthorId::new).unwrap();
    let page = PageQuery::default().page(1).unwrap();
    let (rows, cut) = store::list(&mut w.t.app.db.read().await.unwrap(), author, &page, 1).await.unwrap();
    assert_eq!((rows.len(), cut), (2, true), "one to show and one to prove that there is more");
});

both_engines!(a_repeated_key_saves_one_block, engine => {
    let w = World::new(engine).await;
    let body = json!({ "name": "N", "block": text("x") });
    let post = || {
        let request = Request::post(PATH)
            .header("authorization", format!("Bearer {}", w.token))
            .header("content-type", "application/json")
            .header("idempotency-key", "k")
            .body(Body::from(body.to_string()))
            .unwrap();
        w.t.send(request)
    };
    let first = post().await.expect(201);
    assert_eq!(post().await.expect(201), first);
    assert_eq!(w.list().await, [first]);
});

both_engines!(a_key_needs_the_scope_of_templates, engine => {
    let w = World::new(engine).await;
    let saved = w.post(json!({ "name": "N", "block": text("x") })).await.expect(201);
    let path = format!("{PATH}/{}", saved["id"]);
    for (scope, reads, writes) in [("templates:write", true, true), ("read", true, false), ("campaigns:write", false, false)] {
        let made = w.call("POST", "/api/api-keys", Some(json!({ "name": scope, "scopes": [scope] }))).await.expect(201);
        let ask = async |method: &str, path: &str, body: Option<Value>| {
            w.t.call(made["key"].as_str(), method, path, body).await.status.as_u16() < 300
        };
        assert_eq!(ask("GET", PATH, None).await, reads, "{scope}");
        assert_eq!(ask("POST", PATH, Some(json!({ "name": "N", "block": text("x") }))).await, writes, "{scope}");
        assert_eq!(ask("PUT", &path, Some(json!({ "name": scope }))).await, writes, "{scope}");
    }
    assert_eq!(w.names().await, ["N", "templates:write"]);
});
