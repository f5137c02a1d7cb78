//! Over SMTP: readers whose domain takes no mail, readers with international addresses, mailboxes that are not there, and
//! providers that ask to slow down.

use database::{both_engines, on_engine};
use mailer::{MailUrl, SmtpUrl, TlsMode};
use serde_json::{Value, json};
use sink::Sink;

use super::Scene;
use crate::{
    clock::{MINUTE, SECOND},
    testing::{NameServer, until},
};

/// Of the engine.
const CONNECTIONS: usize = 4;

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
        self.scene_over(engine, readers, CONNECTIONS).await
    }

    async fn scene_over(&self, engine: database::Engine, readers: i64, connections: usize) -> Scene {
        let url = SmtpUrl {
            host: "127.0.0.1".into(),
            port: self.sink.address().port(),
            tls: TlsMode::Never,
            credentials: None,
        };
        let dns = crate::Dns::At(self.dns.address);
        Scene::with(engine, readers, |settings| {
            settings.mail = MailUrl::Smtp(url);
            settings.send_concurrency = connections;
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

both_engines!(full_mailboxes_stop_no_campaign, engine => {
    let outside = Outside::start(false).await;
    let scene = outside.scene(engine, 0).await;
    for n in 0..12 {
        add(&scene, &format!("552-5.2.2+full{n}@example.net")).await.expect(201);
    }
    let sender = scene.start();
    scene.post("/send").await.expect(202);
    let report = scene.until("sent").await;
    assert_eq!((&report["ledger"]["failed"], &report["soft_bounced"]), (&json!(12), &json!(12)), "{report}");
    sender.stop().await;
});

both_engines!(a_server_that_refuses_everybody_stops_the_campaign, engine => {
    let outside = Outside::start(false).await;
    let scene = outside.scene(engine, 0).await;
    for n in 0..60 {
        add(&scene, &format!("554-5.7.1+reader{n}@example.net")).await.expect(201);
    }
    let sender = scene.start();
    scene.post("/send").await.expect(202);
    let report = scene.until("paused").await;
    assert_eq!((&report["bounced"], &report["soft_bounced"]), (&json!(0), &json!(0)), "{report}");
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

both_engines!(a_hard_bounce_inside_a_session_is_that_readers_alone, engine => {
    let outside = Outside::start(false).await;
    let scene = outside.scene_over(engine, 2, 1).await;
    // One is refused at its name, one with the whole mail there; the last ones come after both.
    let dead = ["550-5.1.1+gone@example.net", "dot-550-5.1.1+moved@example.net"];
    for email in [dead[0], "ida@example.net", dead[1], "bob@example.net", "eve@example.net"] {
        add(&scene, email).await.expect(201);
    }
    let sender = scene.start();
    scene.post("/send").await.expect(202);
    let report = scene.until("sent").await;
    sender.stop().await;
    let ledger = &report["ledger"];
    assert_eq!((&ledger["intended"], &ledger["sent"], &ledger["failed"]), (&json!(7), &json!(5), &json!(2)), "{report}");
    assert_eq!(outside.sink.accepted(), 1, "one session for all of them");
    let alive = ["bob@example.net", "eve@example.net", "ida@example.net", "reader0@example.net", "reader1@example.net"];
    let mut taken: Vec<String> =
        outside.sink.entries().unwrap().into_iter().filter(|entry| entry.code == 250).map(|entry| entry.recipient).collect();
    taken.sort();
    assert_eq!(taken, alive, "each once");
    let rows = scene.get("/deliveries?state=failed").await;
    for (row, email) in rows.as_array().unwrap().iter().zip(dead) {
        assert_eq!((&row["email"], &row["attempts"]), (&json!(email), &json!(1)), "{row}");
        assert_eq!((&row["code"], &row["enhanced_code"]), (&json!(550), &json!("5.1.1")), "{row}");
        assert_eq!(standing(&scene, email).await, ("bounced".into(), 1));
    }
    for email in alive {
        assert_eq!(standing(&scene, email).await, ("active".into(), 0), "{email}");
    }
    scene.assert_adds_up().await;
});

/// Two domains whose mail one provider takes.
const PROVIDED: [&str; 2] = ["example.net", "company.example"];

/// What a reader who waits for the provider is told to wait for.
const HELD: &str = "provider.example asked us to slow down.";

/// The rows of the readers at the provider.
async fn provided(scene: &Scene) -> Vec<Value> {
    let rows = scene.get("/deliveries?limit=1000").await;
    let is_provided =
        |row: &&Value| PROVIDED.iter().any(|domain| row["email"].as_str().unwrap().ends_with(domain));
    rows.as_array().unwrap().iter().filter(is_provided).cloned().collect()
}

/// When a reader is due; whom the engine has at hand is due before any time.
fn due(row: &Value) -> &str {
    row["next_attempt_at"].as_str().unwrap_or_default()
}

/// Waits until these readers are as asked for.
async fn until_provided(scene: &Scene, is_so: impl Fn(&[Value]) -> bool) -> Vec<Value> {
    let look = async || {
        scene.t.app.sender.wake();
        provided(scene).await
    };
    until("as asked for", look, |rows| is_so(rows)).await
}

/// Waits for the provider's pause of this number since a mail was taken.
async fn until_paused(scene: &Scene, number: i64) {
    let look = async || -> Vec<(String, i64)> {
        scene.t.app.sender.wake();
        let mut tx = scene.t.app.db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_as("SELECT mx_group, strikes FROM throttles").fetch_all(conn).await)
            .unwrap()
    };
    until("paused as often", look, |known| *known == [("provider.example".to_owned(), number)]).await;
}

both_engines!(a_provider_that_asks_is_left_alone_and_mailed_again_when_it_takes_mail, engine => {
    let outside = Outside::start(false).await;
    for domain in PROVIDED {
        outside.dns.set("MX", domain, &["10 mx.provider.example"]);
        outside.sink.refuse(domain, Some("450 4.7.28 You send too fast"));
    }
    outside.dns.set("MX", "elsewhere.example", &["10 mx.elsewhere.example"]);
    let mut scene = outside.scene(engine, 30).await;
    scene.use_a_key().await;
    for n in 0..10 {
        for domain in ["company.example", "elsewhere.example"] {
            add(&scene, &format!("reader{n}@{domain}")).await.expect(201);
        }
    }
    let refused = || PROVIDED.iter().map(|domain| outside.sink.refused(domain)).sum::<u64>();
    let at = |minutes: i64| scene.t.app.now().plus(minutes * MINUTE).to_string();
    let nobody_is_due = |rows: &[Value]| rows.iter().all(|row| row["state"] == "sent" || due(row) > at(0).as_str());

    // The others are mailed; of the provider's no more are tried than there are connections.
    let sender = scene.start();
    scene.post("/send").await.expect(202);
    until_paused(&scene, 1).await;
    let rows = until_provided(&scene, nobody_is_due).await;
    let first = refused();
    assert!((1..=CONNECTIONS as u64).contains(&first), "{first} of 40 were tried");
    let held: Vec<&Value> = rows.iter().filter(|row| row["reason"] == HELD).collect();
    assert_eq!(held.len() as u64, 40 - first, "{rows:?}");
    for row in held {
        assert!(due(row) >= at(10).as_str() && row["attempts"] == 0, "nothing was tried: {row}");
    }
    while outside.recipients().len() < 10 {
        tokio::task::yield_now().await;
    }
    assert!(outside.recipients().iter().all(|recipient| recipient.ends_with("@elsewhere.example")));

    // After the pause one mail tries for all; it is refused, and the pause is twice as long.
    scene.t.clock.advance(10 * MINUTE + 20 * SECOND);
    until_paused(&scene, 2).await;
    scene.t.clock.advance(40 * SECOND);
    let waits = |row: &Value| row["reason"] == HELD && due(row) >= at(19).as_str();
    until_provided(&scene, |rows| rows.iter().filter(|row| waits(row)).count() == 39).await;
    assert_eq!(refused(), first + 1);

    // It takes mail again: one tries, and then all the others leave.
    for domain in PROVIDED {
        outside.sink.refuse(domain, None);
    }
    scene.t.clock.advance(20 * MINUTE + 20 * SECOND);
    until_provided(&scene, |rows| rows.iter().any(|row| row["state"] == "sent") && nobody_is_due(rows)).await;
    scene.t.clock.advance(40 * SECOND);
    let report = scene.until("sent").await;
    sender.stop().await;
    assert_eq!((&report["ledger"]["sent"], refused()), (&json!(50), first + 1), "{report}");
    let mut once = outside.recipients();
    once.dedup();
    assert_eq!((once.len(), outside.recipients().len()), (50, 50), "each reader once");
    scene.assert_adds_up().await;
});

both_engines!(an_address_that_exists_nowhere_is_never_mailed, engine => {
    let scene = Scene::new(engine, 3).await;
    let mut tx = scene.t.app.db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query(
        "UPDATE subscribers SET email = 'Alex@sample.invalid', email_key = 'alex@sample.invalid' \
         WHERE id = (SELECT MIN(id) FROM subscribers)").execute(conn).await.map(drop).unwrap());
    tx.commit().await.unwrap();
    let sender = scene.start();
    scene.post("/send").await.expect(202);
    let report = scene.until("sent").await;
    sender.stop().await;
    assert_eq!((&report["ledger"]["sent"], &report["ledger"]["suppressed"]), (&json!(2), &json!(1)), "{report}");
    let rows = scene.get("/deliveries?state=suppressed").await;
    assert_eq!(rows[0]["reason"], "Addresses that end in .invalid exist nowhere: nothing is sent to them.");
    scene.assert_adds_up().await;
});
