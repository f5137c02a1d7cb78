//! Newsletters through the whole server and their public functions, on both engines.

use serde_json::{Value, json};

use super::{Counters, DailyDeltas, counters_add, daily_add, find, find_any};
use crate::{
    AuthorId, NewsletterId, Timestamp,
    clock::{MINUTE, SECOND},
    senders::sender,
    testing::{TestAnswer, TestApp},
};

struct Author {
    t: TestApp,
    token: String,
}

impl Author {
    async fn new(engine: database::Engine) -> Self {
        let t = TestApp::new(engine).await;
        let token = t.author("ada@example.com").await;
        Self { t, token }
    }

    async fn call(&self, method: &str, path: &str, body: Option<Value>) -> TestAnswer {
        self.t.call(Some(&self.token), method, path, body).await
    }

    async fn create(&self, name: &str) -> Value {
        self.call("POST", "/api/newsletters", Some(plain(name))).await.expect(201)
    }

    /// A row of a feature that is not ours.
    async fn campaign(&self, newsletter_id: NewsletterId, status: &'static str) {
        let mut tx = self.t.app.db.begin().await.unwrap();
        database::on_engine!(&mut tx, conn => sqlx::query(
            "INSERT INTO campaigns (author_id, newsletter_id, subject, html_content, status, in_doubt_policy, created_at, \
             updated_at) VALUES (1, $1, 'S', '', $2, 'resend', 0, 0)")
            .bind(newsletter_id).bind(status).execute(conn).await.map(drop).unwrap());
        tx.commit().await.unwrap();
    }
}

fn plain(name: &str) -> Value {
    json!({ "name": name, "from_name": "Ada", "from_prefix": "newsletter" })
}

database::both_engines!(a_newsletter_has_a_language_that_we_know, engine => {
    let a = Author::new(engine).await;
    let body = json!({ "name": "N", "from_name": "F", "from_prefix": "p", "language": "es" });
    let made = a.call("POST", "/api/newsletters", Some(body)).await.expect(201);
    assert_eq!(made["language"], "es");
    let path = format!("/api/newsletters/{}", made["id"]);
    let put = async |body: Value| a.call("PUT", &path, Some(body)).await;
    assert_eq!(put(json!({ "language": "de" })).await.expect(200)["language"], "de");
    assert_eq!(put(json!({ "name": "M" })).await.expect(200)["language"], "de", "it stays");
    for (wrong, code) in [(json!("fr"), "not_one_of"), (json!("DE"), "not_one_of"), (Value::Null, "required")] {
        let refused = put(json!({ "language": wrong })).await.expect(422);
        assert_eq!((&refused["errors"][0]["field"], &refused["errors"][0]["code"]), (&json!("language"), &json!(code)));
    }
    assert_eq!(a.call("GET", &path, None).await.expect(200)["language"], "de");
});

database::both_engines!(a_newsletter_is_made_with_its_defaults, engine => {
    let a = Author::new(engine).await;
    let made = a.create(" Weekly ").await;
    let public_id = made["public_id"].as_str().unwrap();
    assert!(public_id.len() >= 22, "128 bits in base64url");
    assert_eq!(made, json!({
        "id": 1, "name": "Weekly", "description": null, "from_name": "Ada", "from_prefix": "newsletter",
        "domain_id": null, "domain": null, "domain_type": null, "domain_status": null, "sending_address": "newsletter@example.com",
        "reply_to": null, "is_active": true, "is_sample": false, "public_id": public_id, "double_opt_in": false,
        "in_doubt_policy": "resend", "tracking": "full", "language": "en",
        "subscribers": { "total": 0, "active": 0, "unsubscribed": 0, "pending": 0, "bounced": 0, "complained": 0 },
        "created_at": "2026-11-21T12:00:00.000Z", "updated_at": "2026-11-21T12:00:00.000Z",
    }));
    assert_eq!(a.call("GET", "/api/newsletters/1/", None).await.expect(200), made);
    assert_ne!(a.create("Weekly").await["public_id"], made["public_id"], "names may repeat");
    let whole = json!({
        "name": "N", "description": "Two\nlines", "from_name": "F", "from_prefix": "a.b+c", "domain_id": null,
        "reply_to": " Reply@example.com ", "double_opt_in": true, "in_doubt_policy": "hold"
    });
    let made = a.call("POST", "/api/newsletters/", Some(whole)).await.expect(201);
    assert_eq!(made["description"], "Two\nlines");
    assert_eq!(made["reply_to"], "Reply@example.com");
    assert_eq!((&made["double_opt_in"], &made["in_doubt_policy"]), (&json!(true), &json!("hold")));
    assert_eq!((&made["is_active"], &made["id"]), (&json!(true), &json!(3)), "only PUT deactivates");
    for (name, value) in [("is_active", json!(false)), ("id", json!(99))] {
        let mut body = plain("N");
        body[name] = value;
        assert_eq!(a.call("POST", "/api/newsletters", Some(body)).await.expect(422)["errors"][0]["field"], name);
    }
});

database::both_engines!(wrong_fields_are_named, engine => {
    let a = Author::new(engine).await;
    let id = a.create("N").await["id"].clone();
    let wrong = [
        (json!({ "name": null }), "name"),
        (json!({ "name": "  " }), "name"),
        (json!({ "name": "a\nb" }), "name"),
        (json!({ "name": "x".repeat(201) }), "name"),
        (json!({ "name": 5 }), "name"),
        (json!({ "from_name": "Ada\r\nBcc: x@example.com" }), "from_name"),
        (json!({ "from_prefix": "" }), "from_prefix"),
        (json!({ "from_prefix": "a@b" }), "from_prefix"),
        (json!({ "from_prefix": "x".repeat(65) }), "from_prefix"),
        (json!({ "reply_to": "nobody" }), "reply_to"),
        (json!({ "reply_to": "a@example.com, b@example.com" }), "reply_to"),
        (json!({ "description": "a\u{0}b" }), "description"),
        (json!({ "domain_id": 1 }), "domain_id"),
        (json!({ "domain_id": "1" }), "domain_id"),
        (json!({ "double_opt_in": "yes" }), "double_opt_in"),
        (json!({ "in_doubt_policy": "forget" }), "in_doubt_policy"),
    ];
    for (change, field) in wrong {
        let mut body = plain("N");
        for (name, value) in change.as_object().unwrap() {
            body[name] = value.clone();
        }
        let post = a.call("POST", "/api/newsletters", Some(body)).await.expect(422);
        let put = a.call("PUT", &format!("/api/newsletters/{id}"), Some(change.clone())).await.expect(422);
        for problem in [post, put] {
            let named: Vec<&str> = problem["errors"].as_array().unwrap().iter().map(|e| e["field"].as_str().unwrap()).collect();
            assert_eq!(named, [field], "{change}");
        }
    }
    let problem = a.call("POST", "/api/newsletters", Some(json!({}))).await.expect(422);
    assert_eq!(problem["errors"].as_array().unwrap().len(), 3, "{problem}");
    a.call("PUT", &format!("/api/newsletters/{id}"), Some(json!({ "is_active": null }))).await.expect(422);
    assert_eq!(a.call("GET", "/api/newsletters", None).await.header("x-total-count"), Some("1"));
});

database::both_engines!(any_subset_is_changed, engine => {
    let a = Author::new(engine).await;
    let made = a.create("N").await;
    a.t.clock.advance(SECOND);
    let put = async |body: Value| a.call("PUT", "/api/newsletters/1", Some(body)).await.expect(200);
    let now = put(json!({ "is_active": false })).await;
    let mut expected = made.clone();
    expected["is_active"] = json!(false);
    expected["updated_at"] = json!("2026-11-21T12:00:01.000Z");
    assert_eq!(now, expected);
    let now = put(json!({ "is_active": true, "description": "D", "reply_to": "r@example.com", "from_prefix": "p" })).await;
    assert_eq!((&now["description"], &now["reply_to"]), (&json!("D"), &json!("r@example.com")));
    assert_eq!((&now["sending_address"], &now["name"]), (&json!("p@example.com"), &json!("N")));
    let now = put(json!({ "description": null, "reply_to": "", "domain_id": null })).await;
    assert_eq!((&now["description"], &now["reply_to"]), (&Value::Null, &Value::Null));
    let now = put(json!({ "double_opt_in": true, "in_doubt_policy": "hold", "name": "M", "from_name": "G" })).await;
    assert_eq!((&now["double_opt_in"], &now["in_doubt_policy"]), (&json!(true), &json!("hold")));
    assert_eq!((&now["name"], &now["from_name"]), (&json!("M"), &json!("G")));
    assert_eq!(a.call("GET", "/api/newsletters/1", None).await.expect(200), now);
});

database::both_engines!(the_list_is_paged_newest_first, engine => {
    let a = Author::new(engine).await;
    for n in 1..=5 {
        a.create(&format!("N{n}")).await;
    }
    let mut path = "/api/newsletters/?limit=2".to_owned();
    let mut names = Vec::new();
    let mut pages = 0;
    loop {
        let answer = a.call("GET", &path, None).await;
        names.extend(answer.expect(200).as_array().unwrap().iter().map(|n| n["name"].as_str().unwrap().to_owned()));
        assert_eq!(answer.header("x-total-count"), Some("5"));
        pages += 1;
        let Some(link) = answer.header("link") else { break };
        path = link.trim_start_matches('<').split('>').next().unwrap().to_owned();
    }
    assert_eq!((names.join(" ").as_str(), pages), ("N5 N4 N3 N2 N1", 3));
    a.call("GET", "/api/newsletters?limit=0", None).await.expect(400);
    a.call("GET", "/api/newsletters?cursor=x", None).await.expect(400);
});

database::both_engines!(each_author_has_newsletters_of_their_own, engine => {
    let a = Author::new(engine).await;
    a.create("N").await;
    let b = a.t.author("bob@example.com").await;
    assert_eq!(a.t.call(Some(&b), "GET", "/api/newsletters", None).await.expect(200), json!([]));
    for (method, body) in [("GET", None), ("PUT", Some(json!({ "name": "" }))), ("PUT", Some(json!({ "name": "M" }))), ("DELETE", None)] {
        for path in ["/api/newsletters/1", "/api/newsletters/2"] {
            let problem = a.t.call(Some(&b), method, path, body.clone()).await.expect(404);
            assert_eq!(problem["detail"], "There's no such newsletter.");
        }
    }
    for path in ["/api/newsletters/x", "/api/newsletters/99999999999999999999", "/api/newsletters/-1"] {
        a.call("GET", path, None).await.expect(404);
    }
    assert_eq!(a.call("GET", "/api/newsletters/1", None).await.expect(200)["name"], "N");
});

database::both_engines!(a_newsletter_is_deleted_unless_it_is_busy, engine => {
    let a = Author::new(engine).await;
    for (id, status) in [(1, "sending"), (2, "paused")] {
        a.create("N").await;
        a.campaign(NewsletterId::new(id), status).await;
        a.call("DELETE", &format!("/api/newsletters/{id}"), None).await.expect(409);
        a.call("GET", &format!("/api/newsletters/{id}"), None).await.expect(200);
    }
    let me = json!({ "confirm": "ada@example.com", "password": "correct horse battery" });
    a.call("DELETE", "/api/me", Some(me)).await.expect(409);
    a.create("N").await;
    for status in ["draft", "scheduled", "sent", "cancelled"] {
        a.campaign(NewsletterId::new(3), status).await;
    }
    a.call("DELETE", "/api/newsletters/3", None).await.expect(204);
    a.call("GET", "/api/newsletters/3", None).await.expect(404);
    a.call("DELETE", "/api/newsletters/3", None).await.expect(404);
});

database::both_engines!(an_account_takes_its_newsletters_along, engine => {
    let a = Author::new(engine).await;
    a.create("N").await;
    a.campaign(NewsletterId::new(1), "sent").await;
    a.call("DELETE", "/api/me", Some(json!({ "confirm": "ada@example.com", "password": "correct horse battery" }))).await.expect(204);
    while crate::deletions::remove_some(&a.t.app).await.unwrap() {}
    let mut tx = a.t.app.db.read().await.unwrap();
    assert!(find_any(&mut tx, NewsletterId::new(1)).await.unwrap().is_none());
    let campaigns: i64 = database::on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM campaigns")
        .fetch_one(conn).await.unwrap());
    assert_eq!(campaigns, 0);
});

database::both_engines!(the_same_key_makes_one_newsletter, engine => {
    let a = Author::new(engine).await;
    let post = async || {
        let request = axum::http::Request::post("/api/newsletters")
            .header("authorization", format!("Bearer {}", a.token))
            .header("content-type", "application/json")
            .header("idempotency-key", "k")
            .body(plain("N").to_string().into())
            .unwrap();
        a.t.send(request).await.expect(201)
    };
    assert_eq!(post().await, post().await);
    assert_eq!(a.call("GET", "/api/newsletters", None).await.header("x-total-count"), Some("1"));
});

database::both_engines!(counters_and_days_add_up, engine => {
    let a = Author::new(engine).await;
    a.create("N").await;
    let mut tx = a.t.app.db.begin().await.unwrap();
    counters_add(&mut tx, NewsletterId::new(1), Counters { active: 5, pending: 2, ..Counters::default() }).await.unwrap();
    counters_add(&mut tx, NewsletterId::new(1), Counters { active: -1, unsubscribed: 1, bounced: 3, complained: 4, ..Counters::default() }).await.unwrap();
    counters_add(&mut tx, NewsletterId::new(1), Counters::default()).await.unwrap();
    for _ in 0..2 {
        daily_add(&mut tx, NewsletterId::new(1), 20_000, DailyDeltas { new_subscribers: 1, unsubscribed: 2, campaigns_sent: 3, emails_sent: 4, ..DailyDeltas::default() }).await.unwrap();
    }
    daily_add(&mut tx, NewsletterId::new(1), 20_001, DailyDeltas::default()).await.unwrap();
    tx.commit().await.unwrap();
    let shown = a.call("GET", "/api/newsletters/1", None).await.expect(200);
    assert_eq!(shown["subscribers"], json!({ "total": 14, "active": 4, "unsubscribed": 1, "pending": 2, "bounced": 3, "complained": 4 }));
    let mut tx = a.t.app.db.read().await.unwrap();
    let days: Vec<(i64, i64, i64, i64, i64)> = database::on_engine!(&mut tx, conn => sqlx::query_as(
        "SELECT day, new_subscribers, unsubscribed, campaigns_sent, emails_sent FROM daily_stats").fetch_all(conn).await.unwrap());
    assert_eq!(days, [(20_000, 2, 4, 6, 8)]);
});

database::both_engines!(a_newsletter_is_found_by_its_owner_and_by_background_work, engine => {
    let a = Author::new(engine).await;
    a.create("N").await;
    a.t.clock.advance(MINUTE);
    let mut tx = a.t.app.db.read().await.unwrap();
    let found = find(&mut tx, AuthorId::new(1), NewsletterId::new(1)).await.unwrap().unwrap();
    assert_eq!((found.name.as_str(), found.created_at), ("N", crate::testing::START));
    assert_eq!(find_any(&mut tx, NewsletterId::new(1)).await.unwrap(), Some(found));
    assert_eq!(find(&mut tx, AuthorId::new(2), NewsletterId::new(1)).await.unwrap(), None);
    assert_eq!(find_any(&mut tx, NewsletterId::new(2)).await.unwrap(), None);
});

database::both_engines!(the_activity_is_recorded, engine => {
    let a = Author::new(engine).await;
    a.create("N").await;
    let mut tx = a.t.app.db.read().await.unwrap();
    let recent = crate::activities::recent(&mut tx, AuthorId::new(1), 10).await.unwrap();
    assert_eq!(serde_json::to_value(recent).unwrap(), json!([{
        "kind": "newsletter_created", "title": "N", "detail": null, "at": "2026-11-21T12:00:00.000Z", "href": "/newsletters",
    }]));
});

#[tokio::test]
async fn mail_leaves_only_from_a_domain_of_ours() {
    let engine = database::Engine::Sqlite;
    let smtp: mailer::MailUrl = "smtp://127.0.0.1:25".parse().unwrap();
    for (mail, fallback, expected) in [
        (mailer::MailUrl::Capture, None, Ok("p@example.com")),
        (mailer::MailUrl::Capture, Some("mail.example.org"), Ok("p@mail.example.org")),
        (smtp.clone(), Some("mail.example.org"), Ok("p@mail.example.org")),
        (smtp, None, Err(409)),
    ] {
        let t = TestApp::with(engine, |s| (s.mail, s.fallback_domain) = (mail, fallback.map(str::to_owned)))
            .await;
        let newsletter = super::Newsletter {
            id: NewsletterId::new(1),
            author_id: AuthorId::new(1),
            name: "N".into(),
            description: None,
            from_name: "F".into(),
            from_prefix: "p".into(),
            domain_id: None,
            reply_to: None,
            is_active: true,
            is_sample: false,
            public_id: "x".into(),
            double_opt_in: false,
            in_doubt_policy: super::InDoubtPolicy::Resend,
            tracking: super::Tracking::Full,
            language: crate::Language::En,
            created_at: Timestamp(0),
            updated_at: Timestamp(0),
        };
        let mut tx = t.app.db.read().await.unwrap();
        let got = sender(&t.app, &mut tx, &newsletter).await;
        assert_eq!(got.as_ref().map(|s| s.address.as_str()).map_err(|p| p.status.as_u16()), expected);
    }
}
