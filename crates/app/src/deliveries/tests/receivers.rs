//! Over SMTP: readers whose domain takes no mail, and readers with international addresses.

use database::{both_engines, on_engine};
use mailer::{MailUrl, SmtpUrl, TlsMode};
use serde_json::{Value, json};
use sink::Sink;

use super::Scene;
use crate::testing::NameServer;

/// A mail server that keeps what it gets, and a name server.
struct Outside {
    sink: Sink,
    dns: NameServer,
    folder: tempfile::TempDir,
}

impl Outside {
    async fn start(smtputf8: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (log, store) = (Some(folder.path().join("log")), Some(folder.path().to_owned()));
        let config = sink::Config { log, store, smtputf8, ..sink::Config::default() };
        let sink = Sink::start(([127, 0, 0, 1], 0).into(), config).await.unwrap();
        Self { sink, dns: NameServer::start().await, folder }
    }

    async fn scene(&self, engine: database::Engine, readers: i64) -> Scene {
        let url = SmtpUrl {
            host: "127.0.0.1".into(),
            port: self.sink.address().port(),
            tls: TlsMode::Never,
            credentials: None,
        };
        let dns = crate::Dns::At(self.dns.address);
        Scene::with(engine, readers, |settings| {
            settings.mail = MailUrl::Smtp(url);
            settings.fallback_domain = Some("mail.example.org".into());
            settings.dns = dns;
        })
        .await
    }

    fn recipients(&self) -> Vec<String> {
        let mut recipients: Vec<String> =
            self.sink.entries().unwrap().into_iter().map(|entry| entry.recipient).collect();
        recipients.sort();
        recipients
    }
}

async fn add(scene: &Scene, email: &str) -> crate::testing::TestAnswer {
    let path = format!("/api/newsletters/{}/subscribers", scene.newsletter_id);
    scene.t.call(Some(&scene.token), "POST", &path, Some(json!({ "email": email }))).await
}

/// Status and the reason for the suppression, if there is one.
async fn standing(scene: &Scene, email: &str) -> (String, i64) {
    let mut tx = scene.t.app.db.read().await.unwrap();
    let status = on_engine!(&mut tx, conn => sqlx::query_scalar(
        "SELECT status FROM subscribers WHERE newsletter_id = $1 AND email = $2")
        .bind(scene.newsletter_id).bind(email).fetch_one(conn).await.unwrap());
    let suppressed = on_engine!(&mut tx, conn => sqlx::query_scalar(
        "SELECT COUNT(*) FROM suppressions WHERE email_key = $1").bind(email).fetch_one(conn).await.unwrap());
    (status, suppressed)
}

async fn failed(scene: &Scene) -> Value {
    scene.get("/deliveries?state=failed").await[0].clone()
}

both_engines!(a_domain_that_takes_no_mail_fails_without_a_connection, engine => {
    let outside = Outside::start(false).await;
    outside.dns.set("MX", "example.net", &["0 ."]);
    let scene = outside.scene(engine, 1).await;
    let sender = scene.start();
    scene.post("/send").await.expect(202);
    let report = scene.until("sent").await;
    assert_eq!(report["ledger"]["failed"], 1, "{report}");
    let row = failed(&scene).await;
    assert_eq!(row["enhanced_code"], "5.1.10", "{row}");
    let reason = "example.net takes no email at all, its DNS says (a null MX record, RFC 7505).";
    assert_eq!(row["reason"], reason);
    assert_eq!(standing(&scene, "reader0@example.net").await, ("bounced".into(), 1));
    assert_eq!(outside.sink.accepted(), 0, "no connection was made");
    scene.assert_adds_up().await;
    sender.stop().await;
});

both_engines!(a_domain_without_a_null_mx_gets_its_mail_whatever_dns_says, engine => {
    let outside = Outside::start(false).await;
    // Beside a host the null MX means nothing (RFC 7505 §3); the other domain does not exist.
    outside.dns.set("MX", "example.net", &["0 .", "10 mx.example.net"]);
    let scene = outside.scene(engine, 1).await;
    add(&scene, "ada@nowhere.example").await.expect(201);
    let sender = scene.start();
    scene.post("/send").await.expect(202);
    assert_eq!(scene.until("sent").await["ledger"]["sent"], 2);
    assert_eq!(outside.recipients(), ["ada@nowhere.example", "reader0@example.net"]);
    sender.stop().await;
    // A name server that fails fails no mail.
    let outside = Outside::start(false).await;
    outside.dns.set("MX", "example.net", &["0 ."]);
    outside.dns.fail(true);
    let scene = outside.scene(engine, 1).await;
    let sender = scene.start();
    scene.post("/send").await.expect(202);
    assert_eq!(scene.until("sent").await["ledger"]["sent"], 1);
    sender.stop().await;
});

both_engines!(an_international_address_is_mailed_where_the_server_takes_it, engine => {
    let outside = Outside::start(true).await;
    let scene = outside.scene(engine, 0).await;
    assert_eq!(add(&scene, " 用户@例え.jp ").await.expect(201)["email"], "用户@xn--r8jz45g.jp");
    assert_eq!(add(&scene, "Zoë@bücher.example").await.expect(201)["email"], "Zoë@xn--bcher-kva.example");
    add(&scene, "ZOE\u{308}@BÜCHER.example").await.expect(409);
    let sender = scene.start();
    scene.post("/send").await.expect(202);
    assert_eq!(scene.until("sent").await["ledger"]["sent"], 2);
    assert_eq!(outside.recipients(), ["Zoë@xn--bcher-kva.example", "用户@xn--r8jz45g.jp"]);
    for entry in outside.sink.entries().unwrap() {
        assert!(entry.sender.is_ascii() && entry.sender.len() <= 254, "{}", entry.sender);
        let raw = std::fs::read(outside.folder.path().join(format!("{}.eml", entry.id))).unwrap();
        let mail = String::from_utf8(raw).unwrap();
        let to = format!("To: <{}>", entry.recipient);
        for line in mail.split("\r\n") {
            assert!(line.is_ascii() || line == to, "{line}");
        }
        assert!(mail.contains(&to) && mail.contains("\r\nList-Unsubscribe:"), "{mail}");
    }
    sender.stop().await;
});

both_engines!(a_list_of_international_addresses_stops_no_campaign_where_the_server_takes_none, engine => {
    let outside = Outside::start(false).await;
    let scene = outside.scene(engine, 0).await;
    for n in 0..12 {
        add(&scene, &format!("zoë{n}@example.net")).await.expect(201);
    }
    let sender = scene.start();
    scene.post("/send").await.expect(202);
    assert_eq!(scene.until("sent").await["ledger"]["failed"], 12);
    sender.stop().await;
});

both_engines!(an_international_address_is_not_blamed_for_a_server_that_does_not_take_it, engine => {
    let outside = Outside::start(false).await;
    let scene = outside.scene(engine, 1).await;
    add(&scene, "zoë@example.net").await.expect(201);
    let sender = scene.start();
    scene.post("/send").await.expect(202);
    let report = scene.until("sent").await;
    assert_eq!((&report["ledger"]["sent"], &report["ledger"]["failed"]), (&json!(1), &json!(1)));
    let row = failed(&scene).await;
    assert_eq!((&row["code"], &row["enhanced_code"]), (&json!(553), &json!("5.6.7")), "{row}");
    assert!(row["reason"].as_str().unwrap().contains("letters beyond ASCII"), "{row}");
    assert_eq!(standing(&scene, "zoë@example.net").await, ("active".into(), 0));
    assert_eq!(outside.recipients(), ["reader0@example.net"]);
    sender.stop().await;
});
