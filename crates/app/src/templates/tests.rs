use database::both_engines;
use serde_json::{Value, json};

use super::{model::KEPT_VERSIONS, store};
use crate::{
    AuthorId,
    http::PageQuery,
    testing::{START, TestAnswer, TestApp},
};

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

    async fn make(&self, body: Value) -> Value {
        self.call("POST", "/api/templates", Some(body)).await.expect(201)
    }

    async fn put(&self, id: &Value, body: Value) -> TestAnswer {
        self.call("PUT", &format!("/api/templates/{id}"), Some(body)).await
    }

    async fn get(&self, path: &str) -> Value {
        self.call("GET", path, None).await.expect(200)
    }

    async fn revisions(&self, id: &Value) -> Vec<i64> {
        let saves = self.get(&format!("/api/templates/{id}/versions")).await;
        saves.as_array().unwrap().iter().map(|save| save["revision"].as_i64().unwrap()).collect()
    }
}

fn text(content: &str) -> Value {
    json!([{ "type": "text", "content": content }])
}

both_engines!(what_could_run_is_not_stored, engine => {
    let w = World::new(engine).await;
    let hostile = "<p onclick=\"x()\">Hi {{ subscriber.first_name | default(\"you\") }}<script>alert(1)</script> \
        <a href=\"javascript:alert(1)\">there</a></p>";
    let clean = "<p>Hi {{ subscriber.first_name | default(\"you\") }} <a>there</a></p>";
    let blocks = |content: &str| json!([
        { "type": "heading", "content": content },
        { "type": "columns", "columns": [[{ "type": "text", "content": content }], []] },
        { "type": "button", "text": "<b>a & b</b>" },
    ]);
    let theme = json!({ "textColor": "red}</style><script>", "linkColor": "#00f" });
    let body = json!({ "name": "N", "blocks": blocks(hostile), "theme": theme });
    let id = w.make(body.clone()).await["id"].clone();
    let stored = w.get(&format!("/api/templates/{id}")).await;
    assert_eq!((&stored["blocks"], &stored["theme"]), (&blocks(clean), &json!({ "linkColor": "#00f" })));
    let changed = w.put(&id, json!({ "blocks": blocks(&format!("x{hostile}")), "theme": theme })).await.expect(200);
    assert_eq!((&changed["blocks"], &changed["theme"]), (&blocks(&format!("x{clean}")), &json!({ "linkColor": "#00f" })));
    let same = w.put(&id, json!({ "blocks": changed["blocks"] })).await.expect(200);
    assert_eq!(same["blocks"], changed["blocks"], "what was cleaned stays as it is");
    let deep = json!({ "name": "N", "blocks": [{ "type": "text", "content": "<b>".repeat(5000) }] });
    let refused = w.call("POST", "/api/templates", Some(deep)).await.expect(422);
    assert!(refused.to_string().contains("Content has too many elements inside one another."), "{refused}");
});

both_engines!(a_template_comes_back_as_it_was_saved, engine => {
    let w = World::new(engine).await;
    let columns = json!({ "type": "columns", "id": "z", "columns": [[{ "type": "text", "content": "ü" }], []], "gap": 1.5e1 });
    let made = w.make(json!({
        "name": " Weekly ", "subject": "Hi {{ subscriber.first_name }}", "preheader": "Soon", "blocks": [columns],
        "theme": { "z": 1, "a": [1.0, null] }, "html_content": " <p>\r\n</p>", "is_active": false,
    })).await;
    assert_eq!(made, json!({
        "id": made["id"], "name": "Weekly", "subject": "Hi {{ subscriber.first_name }}", "preheader": "Soon",
        "blocks": [columns], "theme": { "z": 1, "a": [1.0, null] }, "html_content": " <p>\r\n</p>", "is_active": false,
        "revision": 1, "block_count": 2, "created_at": START.to_string(), "updated_at": START.to_string(),
    }));
    let read = w.get(&format!("/api/templates/{}", made["id"])).await;
    assert_eq!(read.to_string(), made.to_string(), "order of keys included");
    assert!(read.to_string().contains(r#""theme":{"z":1,"a":[1.0,null]}"#), "{read}");
    let plain = w.make(json!({ "name": "N" })).await;
    assert_eq!((&plain["subject"], &plain["blocks"], &plain["is_active"]), (&json!(""), &json!([]), &json!(true)));
    for field in ["preheader", "theme", "html_content"] {
        assert_eq!(plain[field], Value::Null, "{field}");
    }
});

both_engines!(each_field_is_checked, engine => {
    let w = World::new(engine).await;
    let id = w.make(json!({ "name": "N" })).await["id"].clone();
    let large = json!({ "type": "text", "content": "x".repeat(199_000) });
    for (body, field) in [
        (json!({ "name": " " }), "name"),
        (json!({ "name": null }), "name"),
        (json!({ "name": "a\nb" }), "name"),
        (json!({ "name": "ü".repeat(201) }), "name"),
        (json!({ "name": "N", "subject": "a\nb" }), "subject"),
        (json!({ "name": "N", "subject": "a".repeat(999) }), "subject"),
        (json!({ "name": "N", "preheader": "a".repeat(301) }), "preheader"),
        (json!({ "name": "N", "blocks": {} }), "blocks"),
        (json!({ "name": "N", "blocks": vec![large; 6] }), "blocks"),
        (json!({ "name": "N", "blocks": vec![json!({ "type": "divider" }); 501] }), "blocks"),
        (json!({ "name": "N", "blocks": [{ "type": "image", "src": "javascript:x" }] }), "blocks[0].src"),
        (json!({ "name": "N", "theme": [] }), "theme"),
        (json!({ "name": "N", "theme": { "a": "x".repeat(65_536) } }), "theme"),
        (json!({ "name": "N", "theme": { "\u{0}": 1 } }), "theme"),
        (json!({ "name": "N", "html_content": "\u{0}" }), "html_content"),
        (json!({ "name": "N", "html_content": "x".repeat((1 << 20) + 1) }), "html_content"),
        (json!({ "name": "N", "html_content": 1 }), "html_content"),
        (json!({ "name": "N", "is_active": "yes" }), "is_active"),
    ] {
        for answer in [w.call("POST", "/api/templates", Some(body.clone())).await, w.put(&id, body).await] {
            assert_eq!(answer.expect(422)["errors"][0]["field"], field);
        }
    }
    w.call("POST", "/api/templates", Some(json!({}))).await.expect(422);
    w.put(&id, json!({ "is_active": null })).await.expect(422);
    w.call("POST", "/api/templates", Some(json!({ "name": "N", "html_content": "x".repeat(4 << 20) }))).await.expect(413);
    let many = json!({ "name": "", "theme": 1, "blocks": [{ "type": "x" }, { "type": "text", "y": 1 }] });
    assert_eq!(w.put(&id, many).await.expect(422)["errors"].as_array().unwrap().len(), 4, "every error at once");
    assert_eq!(w.get(&format!("/api/templates/{id}")).await["revision"], 1);
    let whole = json!({ "name": "N", "html_content": "x".repeat(1 << 20), "blocks": text(&"x".repeat(199_000)) });
    w.put(&id, whole).await.expect(200);
});

both_engines!(saves_rise_in_revision_and_are_kept, engine => {
    let w = World::new(engine).await;
    let made = w.make(json!({ "name": "N", "blocks": text("one"), "html_content": "<p>one</p>" })).await;
    let id = &made["id"];
    assert_eq!(w.put(id, json!({ "name": " N ", "blocks": text("one") })).await.expect(200), made, "nothing changed");
    let off = w.put(id, json!({ "is_active": false })).await.expect(200);
    assert_eq!((&off["revision"], &off["is_active"], &off["html_content"]), (&json!(1), &json!(false), &json!("<p>one</p>")));
    let named = w.put(id, json!({ "name": "M" })).await.expect(200);
    assert_eq!((&named["revision"], &named["html_content"]), (&json!(2), &json!("<p>one</p>")), "a name is not in the HTML");
    assert!(named["updated_at"].as_str() > off["updated_at"].as_str());
    let both = w.put(id, json!({ "blocks": text("two"), "html_content": "<p>two</p>", "revision": 2 })).await.expect(200);
    assert_eq!((&both["revision"], &both["html_content"]), (&json!(3), &json!("<p>two</p>")));
    for (body, revision) in [
        (json!({ "blocks": text("three") }), 4),
        (json!({ "subject": "S" }), 6),
        (json!({ "preheader": "P" }), 8),
        (json!({ "theme": { "a": 1 } }), 10),
    ] {
        let stale = w.put(id, body).await.expect(200);
        assert_eq!((&stale["revision"], &stale["html_content"]), (&json!(revision), &Value::Null), "what it shows has changed");
        w.put(id, json!({ "html_content": "<p>again</p>" })).await.expect(200);
    }
    let cleared = json!({ "subject": null, "preheader": null, "blocks": null, "theme": null, "html_content": null });
    let cleared = w.put(id, cleared).await.expect(200);
    assert_eq!((&cleared["subject"], &cleared["blocks"], &cleared["theme"]), (&json!(""), &json!([]), &Value::Null));
    assert_eq!(w.revisions(id).await, (1..=12).rev().collect::<Vec<_>>());
    let first = w.get(&format!("/api/templates/{id}/versions/1")).await;
    assert_eq!(first, json!({
        "revision": 1, "name": "N", "subject": "", "preheader": null, "blocks": text("one"), "theme": null,
        "html_content": "<p>one</p>", "block_count": 1, "created_at": made["created_at"],
    }));
    let saves = w.get(&format!("/api/templates/{id}/versions?limit=1")).await;
    assert_eq!(saves, json!([{
        "revision": 12, "name": "M", "subject": "", "block_count": 0, "created_at": cleared["updated_at"],
    }]));
});

both_engines!(a_change_since_the_given_revision_is_not_overwritten, engine => {
    let w = World::new(engine).await;
    let id = w.make(json!({ "name": "N" })).await["id"].clone();
    for n in 2..=4 {
        w.put(&id, json!({ "name": format!("N{n}"), "revision": n - 1 })).await.expect(200);
    }
    let told = w.put(&id, json!({ "name": "X", "revision": 3 })).await.expect(409);
    assert_eq!(
        told["detail"],
        "This template was changed elsewhere since you opened it (revision 4; yours is 3). Nothing was overwritten."
    );
    let restore = format!("/api/templates/{id}/versions/1/restore");
    w.call("POST", &restore, Some(json!({ "revision": 3 }))).await.expect(409);
    assert_eq!(w.get(&format!("/api/templates/{id}")).await["name"], "N4");
});

both_engines!(of_two_saves_at_once_one_is_refused, engine => {
    let w = World::new(engine).await;
    let id = w.make(json!({ "name": "N" })).await["id"].clone();
    let (one, two) = tokio::join!(
        w.put(&id, json!({ "name": "A", "revision": 1 })),
        w.put(&id, json!({ "name": "B", "revision": 1 })),
    );
    let mut codes = [one.status.as_u16(), two.status.as_u16()];
    codes.sort_unstable();
    assert_eq!(codes, [200, 409]);
    assert_eq!(w.revisions(&id).await, [2, 1]);
});

both_engines!(an_older_save_is_restored_as_a_new_one, engine => {
    let w = World::new(engine).await;
    let made = w.make(json!({ "name": "N", "blocks": text("one"), "html_content": "<p>one</p>" })).await;
    let id = &made["id"];
    w.put(id, json!({ "name": "M", "blocks": text("two"), "is_active": false })).await.expect(200);
    let restore = format!("/api/templates/{id}/versions/1/restore");
    let back = w.call("POST", &restore, None).await.expect(200);
    assert_eq!((&back["revision"], &back["name"], &back["blocks"]), (&json!(3), &json!("N"), &text("one")));
    assert_eq!((&back["html_content"], &back["is_active"]), (&json!("<p>one</p>"), &json!(false)));
    for (body, revision) in [(json!({}), 4), (json!({ "revision": 4 }), 5), (Value::Null, 6)] {
        assert_eq!(w.call("POST", &restore, Some(body)).await.expect(200)["revision"], revision);
    }
    assert_eq!(w.revisions(id).await, [6, 5, 4, 3, 2, 1]);
    w.call("POST", &format!("/api/templates/{id}/versions/9/restore"), None).await.expect(404);
    w.call("POST", &restore, Some(json!({ "revision": "x" }))).await.expect(422);
    w.call("POST", &restore, Some(json!([]))).await.expect(422);
});

both_engines!(the_last_fifty_saves_are_kept, engine => {
    let w = World::new(engine).await;
    let id = w.make(json!({ "name": "N1" })).await["id"].clone();
    for n in 2..=KEPT_VERSIONS + 3 {
        w.put(&id, json!({ "name": format!("N{n}") })).await.expect(200);
    }
    assert_eq!(w.revisions(&id).await, (4..=KEPT_VERSIONS + 3).rev().collect::<Vec<_>>());
    w.call("GET", &format!("/api/templates/{id}/versions/3"), None).await.expect(404);
    let (mut path, mut seen) = (format!("/api/templates/{id}/versions?limit=20"), Vec::new());
    loop {
        let answer = w.call("GET", &path, None).await;
        assert_eq!(answer.header("x-total-count"), Some("50"));
        seen.extend(answer.expect(200).as_array().unwrap().clone());
        let Some(link) = answer.header("link") else { break };
        path = link.trim_start_matches('<').split('>').next().unwrap().to_owned();
    }
    assert_eq!(seen.len(), 50);
});

both_engines!(pages_follow_one_another_newest_first, engine => {
    let w = World::new(engine).await;
    for n in 1..=26 {
        w.make(json!({ "name": format!("No. {n}"), "subject": "Spring 50%", "html_content": "<p>x</p>" })).await;
    }
    let first = w.call("GET", "/api/templates", None).await;
    assert_eq!((first.header("x-total-count"), first.header("x-total-count-capped")), (Some("26"), None));
    let names = |page: &Value| -> Vec<String> {
        page["templates"].as_array().unwrap().iter().map(|t| t["name"].as_str().unwrap().to_owned()).collect()
    };
    let page = first.expect(200);
    assert_eq!(names(&page), (3..=26).rev().map(|n| format!("No. {n}")).collect::<Vec<_>>());
    assert_eq!((&page["templates"][0]["html_content"], &page["templates"][0]["blocks"]), (&Value::Null, &json!([])));
    let link = first.header("link").unwrap().trim_start_matches('<').split('>').next().unwrap().to_owned();
    let rest = w.call("GET", &link, None).await;
    assert_eq!((names(&rest.expect(200)), rest.header("link")), (vec!["No. 2".to_owned(), "No. 1".to_owned()], None));
    for (query, found) in [("q=NO.%202&limit=100", 8), ("q=spring", 24), ("q=50%25", 24), ("q=_pring", 0), ("q=%20", 24)] {
        assert_eq!(names(&w.get(&format!("/api/templates?{query}")).await).len(), found, "{query}");
    }
    for query in ["limit=0", "limit=x", "cursor=nonsense", "q=%00"] {
        w.call("GET", &format!("/api/templates?{query}"), None).await.expect(400);
    }
});

both_engines!(a_page_of_large_blocks_ends_early, engine => {
    let w = World::new(engine).await;
    for _ in 1..=5 {
        w.make(json!({ "name": "N", "blocks": text(&"x".repeat(1000)) })).await;
    }
    let page = PageQuery::default().page(1).unwrap();
    let mut tx = w.t.app.db.read().await.unwrap();
    let author = w.get("/api/me").await["id"].as_i64().map(AuthorId::new).unwrap();
    let (rows, cut) = store::list(&mut tx, author, None, &page, 2_500).await.unwrap();
    assert_eq!((rows.len(), cut), (3, true));
    let (rows, cut) = store::list(&mut tx, author, None, &page, 1).await.unwrap();
    assert_eq!((rows.len(), cut), (2, true), "one to show and one to prove that there is more");
    let (rows, cut) = store::list(&mut tx, author, None, &page, 10_000).await.unwrap();
    assert_eq!((rows.len(), cut), (5, false));
    drop(tx);
    let large = json!(vec![json!({ "type": "text", "content": "x".repeat(190_000) }); 5]);
    for n in 1..=6 {
        w.make(json!({ "name": format!("Large {n}"), "blocks": large })).await;
    }
    let answer = w.call("GET", "/api/templates?limit=6", None).await;
    assert!(answer.header("link").is_some());
    assert_eq!(answer.expect(200)["templates"].as_array().unwrap().len(), 4, "four of 950 kB are less than 4 MiB, five more");
});

both_engines!(a_copy_has_the_same_content, engine => {
    let w = World::new(engine).await;
    let made = w.make(json!({ "name": "N", "subject": "S", "blocks": text("x"), "theme": { "a": 1 }, "html_content": "<p>" })).await;
    w.put(&made["id"], json!({ "is_active": false, "preheader": "P", "html_content": "<p>" })).await.expect(200);
    let original = w.get(&format!("/api/templates/{}", made["id"])).await;
    w.t.clock.advance(1_000);
    let copy = w.call("POST", &format!("/api/templates/{}/duplicate", made["id"]), None).await.expect(201);
    let mut expected = original.clone();
    for field in ["id", "created_at", "updated_at"] {
        assert_ne!(copy[field], original[field]);
        expected[field] = copy[field].clone();
    }
    expected["name"] = json!("Copy of N");
    expected["revision"] = json!(1);
    assert_eq!(copy, expected);
    assert_eq!(w.revisions(&copy["id"]).await, [1]);
    let long = w.make(json!({ "name": "ü".repeat(200) })).await;
    let copy = w.call("POST", &format!("/api/templates/{}/duplicate", long["id"]), None).await.expect(201);
    assert_eq!(copy["name"], format!("Copy of {}", "ü".repeat(192)));
});

both_engines!(a_deleted_template_goes_with_its_saves, engine => {
    let w = World::new(engine).await;
    let id = w.make(json!({ "name": "N" })).await["id"].clone();
    let path = format!("/api/templates/{id}");
    assert_eq!(w.call("DELETE", &path, None).await.expect(204), Value::Null);
    for (method, path) in [
        ("GET", path.clone()), ("DELETE", path.clone()), ("GET", format!("{path}/versions")),
        ("GET", format!("{path}/versions/1")), ("POST", format!("{path}/versions/1/restore")),
        ("POST", format!("{path}/duplicate")),
    ] {
        w.call(method, &path, None).await.expect(404);
    }
    w.put(&id, json!({ "name": 5 })).await.expect(422);
    w.put(&id, json!({ "name": "" })).await.expect(404);
});

both_engines!(an_author_leaves_no_templates_behind, engine => {
    let w = World::new(engine).await;
    w.make(json!({ "name": "N" })).await;
    w.call("DELETE", "/api/me", Some(json!({ "confirm": "ada@example.com", "password": "correct horse battery" }))).await.expect(204);
    while crate::deletions::remove_some(&w.t.app).await.unwrap() {}
    let mut tx = w.t.app.db.read().await.unwrap();
    for table in ["templates", "template_versions"] {
        let sql = sqlx::AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
        let rows: i64 = database::on_engine!(&mut tx, conn => sqlx::query_scalar(sql).fetch_one(conn).await).unwrap();
        assert_eq!(rows, 0, "{table}");
    }
});

both_engines!(a_repeated_key_makes_one_template, engine => {
    use axum::{body::Body, http::Request};
    let w = World::new(engine).await;
    // Larger than what other calls take.
    let body = json!({ "name": "N", "html_content": "x".repeat(1 << 20), "blocks": text(&"y".repeat(100_000)) });
    let post = || {
        let request = Request::post("/api/templates")
            .header("authorization", format!("Bearer {}", w.token))
            .header("content-type", "application/json")
            .header("idempotency-key", "k")
            .body(Body::from(body.to_string()))
            .unwrap();
        w.t.send(request)
    };
    let first = post().await.expect(201);
    assert_eq!(post().await.expect(201), first);
    assert_eq!(w.call("GET", "/api/templates", None).await.header("x-total-count"), Some("1"));
});
