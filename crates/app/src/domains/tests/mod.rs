//! Registering, proving, changing and losing domains, on both engines, against a DNS server.

mod keys;
mod limits;
mod records;
mod windows;

use database::{Engine, both_engines};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::background::{background, look_at_due};
use crate::{
    NewsletterId,
    clock::{DAY, HOUR, MINUTE},
    settings::Settings,
    testing::{NameServer, TestApp, eventually},
};

/// An administrator, an author, and a name server.
pub struct World {
    pub t: TestApp,
    pub dns: NameServer,
    pub admin: String,
    pub author: String,
}

impl World {
    pub async fn new(engine: Engine) -> Self {
        Self::with(engine, |_| {}).await
    }

    pub async fn with(engine: Engine, change: impl FnOnce(&mut Settings)) -> Self {
        let dns = NameServer::start().await;
        let t = TestApp::with(engine, |s| {
            s.dns = crate::Dns::At(dns.address);
            s.public_url = "https://mail.letters.example".into();
            change(s);
        })
        .await;
        let admin = t.author("admin@example.com").await;
        // The first account is an administrator, others are not.
        let author = crate::accounts::add_author(
            &t.app.with(),
            "author@example.com",
            "A. Author",
            false,
            Some("correct horse battery".into()),
        )
        .await;
        author.unwrap();
        let body = json!({ "email": "author@example.com", "password": "correct horse battery" });
        let author = t.call(None, "POST", "/api/auth/sign-in", Some(body)).await.expect(200);
        let author = author["access_token"].as_str().unwrap();
        // API keys, because these tests let days go by.
        let (admin, author) = (key(&t, &admin).await, key(&t, author).await);
        Self { t, dns, admin, author }
    }

    pub async fn call(
        &self,
        token: &str,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> crate::testing::TestAnswer {
        self.t.call(Some(token), method, path, body).await
    }

    /// A shared domain; its id and records.
    pub async fn shared(&self, name: &str) -> (i64, Value) {
        let body = json!({ "domain": name });
        let made = self.call(&self.admin, "POST", "/api/domains/register", Some(body)).await.expect(201);
        (made["domain"]["id"].as_i64().unwrap(), made["dns_records"].clone())
    }

    pub async fn verify(&self, id: i64) -> Value {
        self.call(&self.admin, "POST", &format!("/api/domains/{id}/verify"), None).await.expect(200)
    }

    /// A shared domain whose records are all there.
    pub async fn verified(&self, name: &str) -> i64 {
        let (id, records) = self.shared(name).await;
        self.dns.publish(&records);
        assert_eq!(self.verify(id).await["domain"]["verification_status"], "verified");
        id
    }

    pub async fn domain(&self, id: i64) -> Value {
        self.call(&self.admin, "GET", &format!("/api/domains/{id}"), None).await.expect(200)
    }

    /// A newsletter of the author's on the domain.
    pub async fn newsletter(&self, domain_id: Option<i64>) -> NewsletterId {
        let body = json!({ "name": "N", "from_name": "F", "from_prefix": "news", "domain_id": domain_id });
        let made = self.call(&self.author, "POST", "/api/newsletters", Some(body)).await.expect(201);
        NewsletterId::new(made["id"].as_i64().unwrap())
    }
}

async fn key(t: &TestApp, token: &str) -> String {
    let made = t.call(Some(token), "POST", "/api/api-keys", Some(json!({ "name": "K" }))).await.expect(201);
    made["key"].as_str().unwrap().to_owned()
}

both_engines!(a_domain_goes_from_pending_to_active_and_back, engine => {
    let w = World::new(engine).await;
    let (id, records) = w.shared(" News.Example.ORG. ").await;
    let domain = w.domain(id).await;
    assert_eq!((&domain["domain"], &domain["verification_status"]), (&json!("news.example.org"), &json!("pending_dns")));
    assert_eq!((&domain["domain_type"], &domain["is_active"], &domain["daily_send_limit"]), (&json!("shared"), &json!(true), &json!(0)));
    let kinds: Vec<(&str, &str)> = records.as_array().unwrap().iter()
        .map(|r| (r["purpose"].as_str().unwrap(), r["record_type"].as_str().unwrap())).collect();
    assert_eq!(kinds, [("ownership", "TXT"), ("dkim", "TXT"), ("dkim", "TXT"), ("spf", "TXT"), ("dmarc", "TXT")]);
    assert!(records.as_array().unwrap().iter().all(|r| r["status"] == "unchecked" && r["found"] == json!([])));
    // Nothing is there yet.
    let looked = w.verify(id).await;
    assert_eq!(looked["domain"]["verification_status"], "pending_dns");
    assert_eq!(looked["domain"]["status_reason"], "4 records are missing or wrong.");
    assert!(looked["dns_records"].as_array().unwrap().iter().all(|r| r["status"] == "missing" && r["advice"].is_string()));
    w.dns.publish(&records);
    let looked = w.verify(id).await;
    assert_eq!(looked["domain"]["verification_status"], "verified", "{looked}");
    assert_eq!((&looked["domain"]["ses_dkim_verified"], &looked["domain"]["status_reason"]), (&json!(true), &Value::Null));
    // A newsletter makes it active, its end verified again.
    let newsletter = w.newsletter(Some(id)).await;
    assert_eq!(w.domain(id).await["verification_status"], "active");
    let path = format!("/api/newsletters/{newsletter}");
    let shown = w.call(&w.author, "GET", &path, None).await.expect(200);
    assert_eq!((&shown["domain"], &shown["domain_type"], &shown["domain_status"], &shown["sending_address"]),
        (&json!("news.example.org"), &json!("shared"), &json!("active"), &json!("news@news.example.org")));
    w.call(&w.author, "PUT", &path, Some(json!({ "domain_id": null }))).await.expect(200);
    assert_eq!(w.domain(id).await["verification_status"], "verified");
    // One record breaks.
    let spf = records[3]["name"].as_str().unwrap();
    w.dns.set("TXT", spf, &["v=spf1 -all"]);
    let looked = w.verify(id).await;
    assert_eq!(looked["domain"]["verification_status"], "pending_dns");
    let broken: Vec<&Value> = looked["dns_records"].as_array().unwrap().iter().filter(|r| r["status"] != "found").collect();
    assert_eq!(broken.len(), 1);
    assert_eq!((&broken[0]["status"], &broken[0]["found"]), (&json!("wrong"), &json!(["v=spf1 -all"])));
    let status = w.call(&w.author, "GET", &format!("/api/domains/{id}/verification-status"), None).await.expect(200);
    let history: Vec<&str> = status["history"].as_array().unwrap().iter().map(|h| h["status"].as_str().unwrap()).collect();
    assert_eq!(history, ["pending_dns", "verified", "verifying", "dns_configured", "pending_dns"]);
    assert_eq!(status["records"], json!({ "found": 4, "missing": 0, "wrong": 1, "unknown": 0, "unchecked": 0 }));
    let notices = w.call(&w.admin, "GET", "/api/notices", None).await.expect(200);
    let titles: Vec<&str> = notices.as_array().unwrap().iter().map(|n| n["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["news.example.org is no longer verified", "news.example.org is verified"]);
});

both_engines!(a_domain_is_looked_at_again_by_itself, engine => {
    let w = World::new(engine).await;
    let (id, records) = w.shared("example.org").await;
    let newsletter = w.newsletter(Some(id)).await;
    assert!(newsletter.get() > 0);
    assert_eq!(look_at_due(&w.t.app).await.unwrap(), 0, "not before its time");
    w.dns.publish(&records);
    w.t.clock.advance(2 * MINUTE);
    assert_eq!(look_at_due(&w.t.app).await.unwrap(), 1);
    assert_eq!(w.domain(id).await["verification_status"], "active");
    assert_eq!(look_at_due(&w.t.app).await.unwrap(), 0);
    // A name server in trouble changes nothing.
    w.dns.fail(true);
    w.t.clock.advance(7 * HOUR);
    assert_eq!(look_at_due(&w.t.app).await.unwrap(), 1);
    let domain = w.domain(id).await;
    assert_eq!(domain["verification_status"], "active");
    assert!(domain["status_reason"].as_str().unwrap().contains("didn't answer"), "{domain}");
    w.dns.fail(false);
    // What is missing twice is.
    w.dns.remove(records[1]["name"].as_str().unwrap());
    w.t.clock.advance(10 * MINUTE);
    look_at_due(&w.t.app).await.unwrap();
    assert_eq!(w.domain(id).await["verification_status"], "active");
    w.t.clock.advance(10 * MINUTE);
    look_at_due(&w.t.app).await.unwrap();
    let domain = w.domain(id).await;
    assert_eq!((&domain["verification_status"], &domain["ses_dkim_verified"]), (&json!("pending_dns"), &json!(false)));
    // Whose newsletter uses it is told.
    let notices = w.call(&w.author, "GET", "/api/notices", None).await.expect(200);
    assert_eq!(notices[0]["kind"], "domain_broken");
    w.call(&w.author, "DELETE", &format!("/api/notices/{}", notices[0]["id"]), None).await.expect(204);
    // It is given up after two weeks and taken up again by whoever asks.
    w.t.clock.advance(15 * DAY);
    look_at_due(&w.t.app).await.unwrap();
    let domain = w.domain(id).await;
    assert_eq!((&domain["verification_status"], &domain["next_check_at"]), (&json!("failed"), &Value::Null));
    w.dns.publish(&records);
    assert_eq!(w.verify(id).await["domain"]["verification_status"], "active");
});

both_engines!(due_domains_are_looked_at_in_the_background, engine => {
    let w = World::new(engine).await;
    let (id, records) = w.shared("example.org").await;
    w.dns.publish(&records);
    w.t.clock.advance(2 * MINUTE);
    let stop = CancellationToken::new();
    let running = tokio::spawn(background(w.t.app.core(), stop.clone()));
    eventually("verified", async || w.domain(id).await["verification_status"] == "verified").await;
    stop.cancel();
    running.await.unwrap();
});

both_engines!(names_are_checked_and_taken_once, engine => {
    let w = World::new(engine).await;
    let register = async |token: &str, kind: &str, name: Value| {
        let path = format!("/api/domains/register?domain_type={kind}");
        w.call(token, "POST", &path, Some(json!({ "domain": name }))).await
    };
    let long = format!("{}.org", "a.".repeat(125));
    for bad in ["", "  ", "https://example.org", "example.org/x", "example.org:25", "a_b.example.org", "192.0.2.1", "[::1]", "co.uk",
        "localhost", "-a.example.org", "a..example.org", &long, "*.example.org", "user@example.org", "exam ple.org", "a\u{0}.org"] {
        let answer = register(&w.admin, "shared", json!(bad)).await.expect(422);
        assert_eq!(answer["errors"][0]["field"], "domain", "{bad}");
        assert!(answer["errors"][0]["message"].as_str().unwrap().len() > 10, "{answer}");
    }
    register(&w.admin, "shared", json!(5)).await.expect(422);
    register(&w.admin, "other", json!("example.org")).await.expect(422);
    assert_eq!(register(&w.admin, "shared", json!("Bücher.Example")).await.expect(201)["domain"]["domain"], "xn--bcher-kva.example");
    register(&w.admin, "shared", json!("XN--BCHER-KVA.example.")).await.expect(409);
    // Not the author's to share, but to have: another registration of the same name is another domain.
    register(&w.author, "shared", json!("example.org")).await.expect(403);
    let own = register(&w.author, "user", json!("bücher.example")).await.expect(201);
    register(&w.author, "user", json!("bücher.example")).await.expect(409);
    let shared = register(&w.admin, "user", json!("bücher.example")).await.expect(201);
    assert_ne!(own["dns_records"][0]["value"], shared["dns_records"][0]["value"], "each owner has a token");
    assert_ne!(own["dns_records"][1]["name"], shared["dns_records"][1]["name"], "and selectors");
});

both_engines!(authors_see_shared_domains_and_their_own, engine => {
    let w = World::new(engine).await;
    let (shared, _) = w.shared("shared.example.org").await;
    let body = json!({ "domain": "own.example.org", "domain_type": "user", "notes": "  mine ", "daily_send_limit": 5 });
    let own = w.call(&w.author, "POST", "/api/domains", Some(body)).await.expect(201);
    assert_eq!((&own["notes"], &own["daily_send_limit"], &own["domain_type"]), (&json!("mine"), &json!(5), &json!("user")));
    let list = async |token: &str, query: &str| {
        let found = w.call(token, "GET", &format!("/api/domains{query}"), None).await.expect(200);
        found.as_array().unwrap().iter().map(|d| d["domain"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(list(&w.author, "").await, ["own.example.org", "shared.example.org"]);
    assert_eq!(list(&w.author, "?user_only=true").await, ["own.example.org"]);
    assert_eq!(list(&w.author, "?domain_type=user").await, ["own.example.org"]);
    assert_eq!(list(&w.author, "?domain_type=shared").await, ["shared.example.org"]);
    assert!(list(&w.author, "?domain_type=shared&user_only=true").await.is_empty());
    assert_eq!(list(&w.admin, "").await, ["shared.example.org"]);
    w.call(&w.author, "GET", "/api/domains?domain_type=x", None).await.expect(400);
    let path = format!("/api/domains/{shared}");
    assert_eq!(w.call(&w.author, "GET", &path, None).await.expect(200)["is_writable"], false);
    for (method, path, body) in [
        ("PUT", path.clone(), Some(json!({ "notes": "x" }))),
        ("DELETE", path.clone(), None),
        ("POST", format!("{path}/verify"), None),
        ("POST", format!("{path}/reset-metrics"), None),
        ("POST", format!("{path}/rotate-keys"), None),
    ] {
        w.call(&w.author, method, &path, body).await.expect(403);
    }
    w.call(&w.admin, "PUT", &path, Some(json!({ "is_active": false }))).await.expect(200);
    assert_eq!(list(&w.author, "?active_only=true").await, ["own.example.org"]);
    let body = json!({ "name": "N", "from_name": "F", "from_prefix": "p", "domain_id": shared });
    let refused = w.call(&w.author, "POST", "/api/newsletters", Some(body)).await.expect(422);
    assert_eq!(refused["errors"][0]["field"], "domain_id");
    let body = json!({ "name": "N", "from_name": "F", "from_prefix": "p", "domain_id": own["id"] });
    w.call(&w.admin, "POST", "/api/newsletters", Some(body)).await.expect(422);
});

both_engines!(fields_are_changed_one_by_one, engine => {
    let w = World::new(engine).await;
    let (id, _) = w.shared("example.org").await;
    let path = format!("/api/domains/{id}");
    let put = async |body: Value| w.call(&w.admin, "PUT", &path, Some(body)).await;
    let changed = put(json!({ "notes": "for news", "daily_send_limit": 100, "warm_up": true })).await.expect(200);
    assert_eq!((&changed["notes"], &changed["daily_send_limit"], &changed["warm_up"], &changed["warm_up_day"], &changed["daily_allowance"]),
        (&json!("for news"), &json!(100), &json!(true), &json!(1), &json!(100)));
    let changed = put(json!({ "notes": null, "daily_send_limit": 0, "is_active": false })).await.expect(200);
    assert_eq!((&changed["notes"], &changed["daily_allowance"], &changed["is_active"]), (&Value::Null, &json!(200), &json!(false)));
    for (body, field) in [
        (json!({ "daily_send_limit": -1 }), "daily_send_limit"), (json!({ "daily_send_limit": null }), "daily_send_limit"),
        (json!({ "daily_send_limit": "many" }), "daily_send_limit"), (json!({ "is_active": null }), "is_active"),
        (json!({ "tracking_host": "links.example.net" }), "tracking_host"), (json!({ "tracking_host": "x/y" }), "tracking_host"),
        (json!({ "notes": "x".repeat(2001) }), "notes"),
    ] {
        let answer = put(body.clone()).await.expect(422);
        assert_eq!(answer["errors"][0]["field"], field, "{body}");
    }
    assert_eq!(put(json!({ "tracking_host": "links.example.org" })).await.expect(200)["tracking_host"], "links.example.org");
    let records = w.call(&w.admin, "GET", &format!("{path}/dns-records"), None).await.expect(200)["dns_records"].clone();
    let cname = records.as_array().unwrap().last().unwrap();
    assert_eq!((&cname["record_type"], &cname["name"], &cname["value"], &cname["required"]),
        (&json!("CNAME"), &json!("links.example.org"), &json!("mail.letters.example"), &json!(false)));
    let zone = w.call(&w.admin, "GET", &format!("{path}/zone"), None).await;
    assert_eq!(zone.header("content-disposition"), Some("attachment; filename=\"example.org.zone\""));
    assert!(zone.text().contains("links.example.org."), "{}", zone.text());
    w.call(&w.admin, "POST", &format!("{path}/reset-metrics"), None).await.expect(200);
    w.call(&w.admin, "DELETE", &path, None).await.expect(204);
    w.call(&w.admin, "GET", &path, None).await.expect(404);
});
