use database::{Engine, both_engines, on_engine};
use serde_json::{Value, json};

use crate::{
    deliveries::{OneOff, send_one},
    newsletters,
    testing::{START, TestApp},
};

const PATH: &str = "/api/me/sample-data";

struct Author {
    t: TestApp,
    token: String,
}

impl Author {
    async fn new(engine: Engine) -> Self {
        let t = TestApp::new(engine).await;
        let token = t.author("ada@example.com").await;
        Self { t, token }
    }

    async fn ask(&self, method: &str, path: &str, body: Value, status: u16) -> Value {
        let body = (!body.is_null()).then_some(body);
        self.t.call(Some(&self.token), method, path, body).await.expect(status)
    }

    async fn make(&self) -> Value {
        self.ask("POST", PATH, Value::Null, 201).await
    }

    async fn remove(&self) -> Value {
        self.ask("DELETE", PATH, Value::Null, 200).await
    }

    async fn get(&self, path: &str) -> Value {
        self.ask("GET", path, Value::Null, 200).await
    }

    async fn setup(&self) -> Value {
        self.get("/api/overview").await["setup"].clone()
    }

    /// What there is: newsletters, subscribers, campaigns, templates, mails.
    async fn counts(&self) -> Vec<i64> {
        let mut tx = self.t.app.db.read().await.unwrap();
        let mut counts = Vec::new();
        for sql in [
            "SELECT COUNT(*) FROM newsletters",
            "SELECT COUNT(*) FROM subscribers",
            "SELECT COUNT(*) FROM campaigns",
            "SELECT COUNT(*) FROM templates",
            "SELECT COUNT(*) FROM captured_mail",
        ] {
            counts.push(on_engine!(&mut tx, conn => sqlx::query_scalar(sql).fetch_one(conn).await.unwrap()));
        }
        counts
    }
}

fn campaign_path(made: &Value) -> String {
    format!("/api/newsletters/{}/campaigns/{}", made["newsletter_id"], made["campaign_id"])
}

fn kept(newsletter: bool, campaign: bool, template: bool) -> Value {
    json!({ "newsletter_kept": newsletter, "campaign_kept": campaign, "template_kept": template })
}

both_engines!(it_is_made_once_and_goes_whole, engine => {
    let a = Author::new(engine).await;
    let before = a.counts().await;
    assert_eq!(a.remove().await, kept(false, false, false), "nothing to remove");
    let made = a.make().await;
    assert_eq!(made["subscribers"], 12);
    assert_eq!(a.ask("POST", PATH, Value::Null, 200).await, made, "it is there");
    assert_eq!(a.counts().await, [1, 12, 1, 1, 0]);
    let newsletter = a.get(&format!("/api/newsletters/{}", made["newsletter_id"])).await;
    assert_eq!((&newsletter["is_sample"], &newsletter["subscribers"]["active"]), (&json!(true), &json!(12)));
    let subscribers = a.get(&format!("/api/newsletters/{}/subscribers", made["newsletter_id"])).await;
    for subscriber in subscribers.as_array().unwrap() {
        assert!(subscriber["email"].as_str().unwrap().ends_with("@sample.invalid"), "{subscriber}");
    }
    assert_eq!(a.get(&format!("/api/templates/{}", made["template_id"])).await["block_count"], 8);
    assert_eq!(a.get(&campaign_path(&made)).await["status"], "draft");
    assert_eq!(a.remove().await, kept(false, false, false));
    assert_eq!(a.counts().await, before);
    a.make().await;
    assert_eq!(a.counts().await, [1, 12, 1, 1, 0], "and may come again");
});

both_engines!(nothing_is_sent_to_it, engine => {
    let a = Author::new(engine).await;
    let made = a.make().await;
    let path = campaign_path(&made);
    for (action, body) in [("send", Value::Null), ("schedule", json!({ "scheduled_at": START.plus(3_600_000).to_string() }))] {
        assert_eq!(a.ask("POST", &format!("{path}/{action}"), body, 409).await["code"], "sample_newsletter", "{action}");
    }
    let checks = a.get(&format!("{path}/checks")).await;
    let sender = checks["checks"].as_array().unwrap().iter().find(|check| check["id"] == "sender").unwrap().clone();
    assert_eq!((&sender["level"], &sender["title"]), (&json!("error"), &json!("This newsletter is sample data")), "{checks}");

    // Whoever finds its page cannot subscribe.
    let newsletter = a.get(&format!("/api/newsletters/{}", made["newsletter_id"])).await;
    let home = format!("/n/{}", newsletter["public_id"].as_str().unwrap());
    let page = a.t.call(None, "GET", &home, None).await;
    assert!(page.status == 200 && !page.text().contains("<form"), "{}", page.text());

    // A test email goes to the author, and to none of them.
    let test = json!({ "to": ["ada@example.com", "alex@sample.invalid"] });
    a.t.call(Some(&a.token), "POST", &format!("{path}/test"), Some(test)).await;
    let mut tx = a.t.app.db.read().await.unwrap();
    let to: Vec<String> = on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT recipient FROM captured_mail").fetch_all(conn).await.unwrap());
    drop(tx);
    assert!(to.iter().all(|to| to == "ada@example.com"), "{to:?}");
    let mail = OneOff { mailed: None,
        author_id: crate::AuthorId::new(1),
        newsletter_id: None,
        campaign_id: None,
        kind: crate::captured_mail::CapturedMailKind::Reader,
        message_id: "x@example.com".into(),
        sender: "news@example.com".into(),
        recipient: "Alex@Sample.INVALID".into(),
        subject: "S".into(),
        raw: b"Subject: S\r\n\r\nx".to_vec(),
    };
    let refused = send_one(&a.t.app, mail).await.unwrap_err();
    assert!(refused.contains(".invalid"), "{refused}");
});

both_engines!(what_its_author_changed_or_added_stays, engine => {
    let a = Author::new(engine).await;
    let made = a.make().await;
    a.ask("PUT", &format!("/api/templates/{}", made["template_id"]), json!({ "name": "Mine" }), 200).await;
    a.ask("PUT", &campaign_path(&made), json!({ "subject": "Mine" }), 200).await;
    assert_eq!(a.remove().await, kept(true, true, true));
    assert_eq!(a.counts().await, [1, 0, 1, 1, 0], "the samples among its subscribers are gone");
    let mine = a.get(&format!("/api/newsletters/{}", made["newsletter_id"])).await;
    assert_eq!((&mine["is_sample"], &mine["subscribers"]["total"]), (&json!(false), &json!(0)), "it is the author's own");
    assert_eq!(a.setup().await["newsletter"], true);

    let again = a.make().await;
    let path = format!("/api/newsletters/{}", again["newsletter_id"]);
    a.ask("POST", &format!("{path}/subscribers"), json!({ "email": "ida@example.com" }), 201).await;
    let samples = a.get(&format!("{path}/subscribers?q=bea")).await;
    let bea = format!("{path}/subscribers/{}", samples[0]["id"]);
    a.ask("PUT", &bea, json!({ "email": "bea@example.com" }), 200).await;
    assert_eq!(a.remove().await, kept(true, false, false));
    let left = a.get(&format!("{path}/subscribers")).await;
    let mut left: Vec<_> = left.as_array().unwrap().iter().map(|s| s["email"].as_str().unwrap()).collect();
    left.sort_unstable();
    assert_eq!(left, ["bea@example.com", "ida@example.com"]);

    let third = a.make().await;
    a.t.clock.advance(1);
    a.ask("PUT", &format!("/api/newsletters/{}", third["newsletter_id"]), json!({ "name": "Mine" }), 200).await;
    assert_eq!(a.remove().await, kept(true, false, false), "a new name");

    let fourth = a.make().await;
    a.ask("DELETE", &format!("/api/newsletters/{}", fourth["newsletter_id"]), Value::Null, 204).await;
    assert_eq!(a.remove().await, kept(false, false, false), "what its author removed is not missed");
});

both_engines!(others_keep_theirs, engine => {
    let a = Author::new(engine).await;
    let other = a.t.author("other@example.com").await;
    let made = a.make().await;
    a.t.call(Some(&other), "POST", PATH, None).await.expect(201);
    a.t.call(Some(&other), "DELETE", PATH, None).await.expect(200);
    assert_eq!(a.counts().await, [1, 12, 1, 1, 0]);
    a.get(&campaign_path(&made)).await;
});

both_engines!(of_two_at_once_one_makes_it, engine => {
    let a = Author::new(engine).await;
    let ask = || a.t.call(Some(&a.token), "POST", PATH, None);
    let (one, other) = tokio::join!(ask(), ask());
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 201]);
    assert_eq!(one.json(), other.json());
    assert_eq!(a.counts().await[..2], [1, 12]);
});

both_engines!(samples_tick_nothing_off, engine => {
    let a = Author::new(engine).await;
    let nothing = json!({
        "shown": true, "newsletter": false, "sender_domain": false, "subscribers": false, "campaign": false, "sent": false,
        "sample_data": false,
    });
    assert_eq!(a.setup().await, nothing);
    a.make().await;
    let mut samples = nothing.clone();
    samples["sample_data"] = json!(true);
    assert_eq!(a.setup().await, samples);
    let body = json!({ "name": "N", "from_name": "F", "from_prefix": "p" });
    let path = format!("/api/newsletters/{}", a.ask("POST", "/api/newsletters", body, 201).await["id"]);
    assert_eq!(a.setup().await["newsletter"], true);
    a.ask("POST", &format!("{path}/subscribers"), json!({ "email": "ida@example.com" }), 201).await;
    assert_eq!(a.setup().await["subscribers"], true);
    let body = json!({ "subject": "S", "html_content": "<p>x</p>" });
    let campaign = a.ask("POST", &format!("{path}/campaigns"), body, 201).await["id"].clone();
    let setup = a.setup().await;
    assert_eq!((&setup["campaign"], &setup["sent"], &setup["sender_domain"]), (&json!(true), &json!(false), &json!(false)));
    a.ask("POST", &format!("{path}/campaigns/{campaign}/send"), Value::Null, 202).await;
    assert_eq!(a.setup().await["sent"], true);

    let domain = a.ask("POST", "/api/domains", json!({ "domain": "ada.example.org", "domain_type": "user" }), 201).await;
    a.ask("PUT", &path, json!({ "domain_id": domain["id"] }), 200).await;
    assert_eq!(a.setup().await["sender_domain"], false, "not verified yet");
    let mut tx = a.t.app.db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query("UPDATE domains SET verification_status = 'verified'").execute(conn).await.map(drop).unwrap());
    tx.commit().await.unwrap();
    assert_eq!(a.setup().await["sender_domain"], true);
    assert_eq!(newsletters::count(&mut a.t.app.db.read().await.unwrap(), crate::AuthorId::new(1)).await.unwrap(), 2);
});

both_engines!(the_first_steps_are_hidden_and_shown_again, engine => {
    let a = Author::new(engine).await;
    for shown in [false, false, true] {
        a.ask("PUT", "/api/overview/checklist", json!({ "shown": shown }), 204).await;
        assert_eq!(a.setup().await["shown"], shown);
    }
    a.ask("PUT", "/api/overview/checklist", json!({ "shown": false }), 204).await;
    a.ask("PUT", "/api/settings", json!({ "notifications": { "weekly_summary": true } }), 200).await;
    assert_eq!(a.setup().await["shown"], false, "settings leave it");
    a.ask("PUT", "/api/overview/checklist", json!({}), 422).await;
});
