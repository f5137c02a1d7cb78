use serde_json::{Value, json};

use crate::{AuthorId, testing::TestApp};

async fn put(t: &TestApp, token: &str, body: Value) -> crate::testing::TestAnswer {
    t.call(Some(token), "PUT", "/api/settings", Some(body)).await
}

database::both_engines!(an_author_starts_with_the_defaults_and_changes_any_subset, engine => {
    let t = TestApp::new(engine).await;
    let (ada, bob) = (t.author("Ada@example.com").await, t.author("bob@example.com").await);
    let get = async |token: &str| t.call(Some(token), "GET", "/api/settings", None).await.expect(200);
    let first = get(&ada).await;
    assert_eq!(first, json!({
        "account": { "name": "A. Author", "email": "Ada@example.com", "company": null, "time_zone": "UTC" },
        "email": {
            "default_from_name": null, "default_from_email": null, "reply_to": null,
            "transport": "capture", "configured": false, "verified_domains": [],
        },
        "notifications": { "campaign_reports": true, "security_alerts": true, "weekly_summary": false },
    }));
    assert_eq!(put(&t, &ada, json!({})).await.expect(200), first);
    assert_eq!(put(&t, &ada, json!({ "account": null, "email": {} })).await.expect(200), first);
    let body = json!({ "email": { "reply_to": " Office@Example.com " }, "notifications": { "weekly_summary": true } });
    let second = put(&t, &ada, body).await.expect(200);
    assert_eq!(second["email"]["reply_to"], "Office@Example.com");
    assert_eq!(second["notifications"], json!({ "campaign_reports": true, "security_alerts": true, "weekly_summary": true }));
    let body = json!({
        "account": { "name": " Ada L. ", "company": "Engines", "time_zone": "Europe/London" },
        "email": { "default_from_name": "Ada", "default_from_email": "ada@news.example.com", "reply_to": null },
        "notifications": { "security_alerts": false },
    });
    let third = put(&t, &ada, body).await.expect(200);
    assert_eq!(get(&ada).await, third);
    assert_eq!(third["account"], json!({ "name": "Ada L.", "email": "Ada@example.com", "company": "Engines", "time_zone": "Europe/London" }));
    assert_eq!((&third["email"]["default_from_email"], &third["email"]["reply_to"]), (&json!("ada@news.example.com"), &Value::Null));
    assert_eq!(third["notifications"], json!({ "campaign_reports": true, "security_alerts": false, "weekly_summary": true }));
    // The other way to the same name, and nobody else's settings.
    let me = t.call(Some(&ada), "GET", "/api/me", None).await.expect(200);
    assert_eq!((&me["name"], &me["company"], &me["time_zone"]), (&json!("Ada L."), &json!("Engines"), &json!("Europe/London")));
    assert_eq!(get(&bob).await["notifications"], first["notifications"]);
    let mut tx = t.app.db.read().await.unwrap();
    assert!(!crate::author_settings::wants_security_alerts(&mut tx, AuthorId::new(1)).await.unwrap());
    assert!(crate::author_settings::wants_weekly_summary(&mut tx, AuthorId::new(1)).await.unwrap());
    assert!(crate::author_settings::wants_campaign_reports(&mut tx, AuthorId::new(1)).await.unwrap());
    assert!(crate::author_settings::wants_security_alerts(&mut tx, AuthorId::new(2)).await.unwrap());
});

database::both_engines!(a_mistake_names_its_field_and_changes_nothing, engine => {
    let t = TestApp::new(engine).await;
    let ada = t.author("ada@example.com").await;
    let before = put(&t, &ada, json!({ "email": { "reply_to": "a@example.com" } })).await.expect(200);
    for (body, field) in [
        (json!({ "email": { "reply_to": "nonsense", "default_from_name": "X" } }), "email.reply_to"),
        (json!({ "email": { "default_from_email": "a@" } }), "email.default_from_email"),
        (json!({ "email": { "default_from_name": "a\r\nBcc: b@example.com" } }), "email.default_from_name"),
        (json!({ "email": { "default_from_name": 5 } }), "email.default_from_name"),
        (json!({ "email": [] }), "email"),
        (json!({ "email": "a@example.com" }), "email"),
        (json!({ "account": { "name": null }, "email": { "reply_to": null } }), "account.name"),
        (json!({ "account": { "time_zone": "Mars/Olympus" } }), "account.time_zone"),
        (json!({ "notifications": { "weekly_summary": null } }), "notifications.weekly_summary"),
        (json!({ "notifications": { "weekly_summary": "yes" } }), "notifications.weekly_summary"),
    ] {
        assert_eq!(put(&t, &ada, body.clone()).await.expect(422)["errors"][0]["field"], field, "{body}");
    }
    assert_eq!(t.call(Some(&ada), "GET", "/api/settings", None).await.expect(200), before);
});

database::both_engines!(whether_mail_can_leave_is_told, engine => {
    let mail: mailer::MailUrl = "smtp://127.0.0.1:2525".parse().unwrap();
    let t = TestApp::with(engine, |settings| settings.mail = mail.clone()).await;
    let (ada, bob) = (t.author("ada@example.com").await, t.author("bob@example.com").await);
    let email = async |token: &str| t.call(Some(token), "GET", "/api/settings", None).await.expect(200)["email"].clone();
    assert_eq!((&email(&ada).await["transport"], &email(&ada).await["configured"]), (&json!("smtp"), &json!(false)));
    let body = json!({ "domain": "news.example.org", "domain_type": "user" });
    t.call(Some(&ada), "POST", "/api/domains", Some(body)).await.expect(201);
    assert_eq!(email(&ada).await["configured"], false, "not verified yet");
    let mut tx = t.app.db.begin().await.unwrap();
    database::on_engine!(&mut tx, conn => sqlx::query("UPDATE domains SET verification_status = 'verified'")
        .execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
    let shown = email(&ada).await;
    assert_eq!((&shown["configured"], &shown["verified_domains"]), (&json!(true), &json!(["news.example.org"])));
    assert_eq!(email(&bob).await["configured"], false, "another author's domain");
    let t = TestApp::with(engine, |settings| {
        settings.mail = mail;
        settings.fallback_domain = Some("mail.example.net".into());
    }).await;
    let eve = t.author("eve@example.com").await;
    let shown = t.call(Some(&eve), "GET", "/api/settings", None).await.expect(200)["email"].clone();
    assert_eq!((&shown["configured"], &shown["verified_domains"]), (&json!(true), &json!([])));
});
