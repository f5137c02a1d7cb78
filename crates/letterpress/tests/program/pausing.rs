//! What stops a campaign by itself, and what keeps it waiting: seen by its author, its operator and a mail server that
//! refuses, is silent, or is not there.

use std::{
    fmt::Write as _,
    fs,
    time::{Duration, Instant},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use database::{Engine, both_engines};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Api, Home, PATIENCE, Server, Sink, free_port};

const READERS: usize = 3000;
const CONNECTIONS: usize = 8;
/// Emails that each connection may have under way when the stop comes.
const UNDER_WAY: usize = 2 * 5 * CONNECTIONS;

/// An author whose campaign is being sent.
struct Campaign {
    home: Home,
    server: Server,
    api: Api,
    newsletter: String,
    path: String,
}

impl Campaign {
    async fn begin(
        home: Home,
        engine: Engine,
        mail: String,
        addresses: impl Iterator<Item = String>,
    ) -> Self {
        let home = home
            .with("LETTERPRESS_MAIL_URL", mail)
            .with("LETTERPRESS_FALLBACK_DOMAIN", "news.example.com")
            .with("LETTERPRESS_SEND_CONCURRENCY", CONNECTIONS.to_string())
            .with("LETTERPRESS_SIGN_UP", "open");
        let home = match engine {
            Engine::Sqlite => home,
            Engine::Postgres => {
                home.with("LETTERPRESS_DATABASE_URL", database::testing::create_postgres().await)
            }
        };
        let server = home.serve();
        let mut api = Api::sign_up(&server).await;
        api.token =
            home.answer(&["api-key", "create", "--email", "author@example.com", "--name", "test"], "");
        let body = json!({ "name": "Letters", "from_name": "Ada", "from_prefix": "ada" });
        let newsletter = format!("/api/newsletters/{}", api.post("/api/newsletters", body).await["id"]);
        let mut csv = String::from("email\n");
        for address in addresses {
            writeln!(csv, "{address}").unwrap();
        }
        api.import(&newsletter, csv.trim_end()).await;
        let draft = json!({ "subject": "News", "html_content": "<p>Hello</p>" });
        let campaign = api.post(&format!("{newsletter}/campaigns"), draft).await;
        let path = format!("{newsletter}/campaigns/{}", campaign["id"]);
        api.call(Method::POST, &format!("{path}/send"), None).await;
        Self { home, server, api, newsletter, path }
    }

    /// Through a sink, to addresses that ask it for something.
    async fn to_sink(
        engine: Engine,
        arguments: fn(&std::path::Path) -> Sink,
        addresses: impl Iterator<Item = String>,
    ) -> (Self, Sink) {
        let home = Home::new();
        let sink = arguments(home.folder.path());
        let mail = format!("smtp://127.0.0.1:{}?tls=none", sink.port);
        (Self::begin(home, engine, mail, addresses).await, sink)
    }

    async fn until(&self, what: impl Fn(&Value) -> bool) -> Value {
        self.api.wait_for(&format!("{}/report", self.path), what).await
    }

    async fn until_paused(&self) -> Value {
        let report = self
            .until(|report| {
                assert_ne!(report["status"], "sent", "{report}");
                report["status"] == "paused" && report["ledger"]["sending"] == 0
            })
            .await;
        let groups = report["ledger"].as_object().unwrap().iter().filter(|(name, _)| *name != "intended");
        let sum: i64 = groups.map(|(_, count)| count.as_i64().unwrap()).sum();
        assert_eq!(report["ledger"]["intended"], sum, "{report}");
        report
    }

    async fn subscribers(&self, status: &str) -> Value {
        let newsletter = self.newsletter.rsplit('/').next().unwrap();
        self.api.get(&format!("/api/subscribers/stats?newsletter_id={newsletter}")).await[status].clone()
    }

    fn doctor(&self) -> String {
        let output = self.home.output(&["doctor", "--public-url", &self.server.url]);
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stdout).unwrap()
    }
}

/// The parts of a mail that are text in base64.
fn texts(mail: &[u8]) -> impl Iterator<Item = String> {
    let mail = String::from_utf8_lossy(mail).into_owned();
    let parts: Vec<String> =
        mail.split("\r\n\r\n").map(|part| part.split("--").next().unwrap().replace("\r\n", "")).collect();
    parts.into_iter().filter_map(|part| String::from_utf8(STANDARD.decode(part).ok()?).ok())
}

fn readers(rule: &str) -> impl Iterator<Item = String> {
    (0..READERS).map(move |i| format!("{rule}reader{i}@example.net"))
}

both_engines!(a_server_that_refuses_us_stops_the_campaign, engine => {
    for rule in ["554-5.7.1+", "dot-554-5.7.1+"] {
        let (campaign, sink) = Campaign::to_sink(engine, Sink::keeping, readers(rule)).await;
        let report = campaign.until_paused().await;
        let failed = report["ledger"]["failed"].as_u64().unwrap() as usize;
        println!("{engine:?}, {rule}: paused after {failed} of {READERS}");
        assert!((50..=50 + UNDER_WAY).contains(&failed), "{report}");
        assert_eq!(report["ledger"]["queued"], READERS - failed);
        let reason = report["pause_reason"].as_str().unwrap();
        assert!(reason.contains("554 5.7.1"), "{reason}");
        assert_eq!(campaign.subscribers("bounced").await, 0);
        assert_eq!(campaign.api.get("/api/suppressions").await, json!([]));
        let notices = campaign.api.get("/api/notices").await;
        assert_eq!((&notices[0]["kind"], &notices[0]["detail"]), (&json!("campaign_paused"), &json!(reason)));
        assert!(campaign.doctor().contains("paused automatically"));
        // The author's mail leaves by the same server, which has nothing against the author.
        let began = Instant::now();
        while !sink.entries().iter().any(|entry| {
            entry.recipient == "author@example.com" && texts(&sink.mail(entry)).any(|text| text.contains("554 5.7.1"))
        }) {
            assert!(began.elapsed() < PATIENCE, "the author was not written to");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let log = fs::read_to_string(campaign.home.log()).unwrap();
        assert!(log.contains("a campaign paused itself") && !log.contains("reader0@"), "{log}");
    }
});

both_engines!(a_server_that_knows_nobody_leaves_everybody_subscribed, engine => {
    let (campaign, _sink) = Campaign::to_sink(engine, |folder| Sink::start(folder, 0), readers("550+")).await;
    let report = campaign.until_paused().await;
    let failed = report["ledger"]["failed"].as_u64().unwrap() as usize;
    println!("{engine:?}: paused after {failed} of {READERS}");
    let allowed = READERS / 33;
    assert!((allowed..=allowed + UNDER_WAY).contains(&failed), "{report}");
    let suppressed = campaign.api.get("/api/suppressions?limit=1000").await.as_array().unwrap().len();
    let bounced = campaign.subscribers("bounced").await;
    assert!(suppressed == 0 && bounced == 0 && report["bounced"] == 0, "{suppressed} {bounced} {report}");
});

both_engines!(a_list_with_two_percent_dead_goes_through, engine => {
    let addresses = readers("").enumerate().map(|(i, address)| if i % 50 == 7 { format!("550+{address}") } else { address });
    let (campaign, _sink) = Campaign::to_sink(engine, |folder| Sink::start(folder, 0), addresses).await;
    let report = campaign.until(|report| report["status"] != "sending").await;
    assert_eq!((&report["status"], &report["ledger"]["sent"]), (&json!("sent"), &json!(READERS * 49 / 50)), "{report}");
    assert_eq!(campaign.subscribers("bounced").await, READERS / 50);
});

both_engines!(a_server_that_closes_after_each_dot_stops_the_campaign, engine => {
    let (campaign, sink) = Campaign::to_sink(engine, |folder| Sink::start(folder, 0), readers("drop-after-dot+")).await;
    let report = campaign.until_paused().await;
    let copies = sink.entries().iter().filter(|entry| entry.recipient.contains("reader")).count();
    println!("{engine:?}: paused after {copies} copies");
    assert!((24..=24 + 3 * CONNECTIONS).contains(&copies), "{copies}");
    assert!(report["pause_reason"].as_str().unwrap().starts_with("The connection broke after"), "{report}");
});

/// Waits until the author and the operator are told why nothing leaves; in words without the server's name.
async fn told(campaign: &Campaign, sentence: &str, detail: &str) {
    let report = campaign.until(|report| report["trouble"].is_object()).await;
    assert_eq!((&report["status"], &report["ledger"]["queued"]), (&json!("sending"), &json!(3)), "{report}");
    assert!(report["trouble"]["reason"].as_str().unwrap().starts_with(sentence), "{report}");
    assert!(!report["trouble"].to_string().contains("127.0.0.1"));
    assert!(report["trouble"]["since"].as_str() >= report["started_at"].as_str(), "{report}");
    let notices = campaign.api.get("/api/notices").await;
    assert_eq!(
        (&notices[0]["kind"], &notices[0]["detail"]),
        (&json!("sending_stuck"), &report["trouble"]["reason"])
    );
    let doctor = campaign.doctor();
    assert!(doctor.contains("no email has left since") && doctor.contains(detail), "{doctor}");
    let log = fs::read_to_string(campaign.home.log()).unwrap();
    assert_eq!(log.lines().filter(|line| line.contains("no mail leaves")).count(), 1, "{log}");
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named_as_the_reason_until_it_is() {
    let home = Home::new();
    let port = free_port();
    let mail = format!("smtp://127.0.0.1:{port}?tls=none");
    let campaign = Campaign::begin(home, Engine::Sqlite, mail, readers("").take(3)).await;
    told(&campaign, "We can't reach the mail server.", "refused").await;
    let sink = Sink::at(campaign.home.folder.path(), port);
    let report = campaign.until(|report| report["status"] == "sent").await;
    assert_eq!((&report["trouble"], &report["ledger"]["sent"]), (&Value::Null, &json!(3)));
    campaign.api.wait_for("/api/notices", |notices| notices == &json!([])).await;
    assert_eq!(sink.entries().iter().filter(|entry| entry.recipient.starts_with("reader")).count(), 3);
}

/// A server with a certificate of its own making.
fn unvouched(home: &Home) -> Sink {
    let (certificate, key) = (home.folder.path().join("cert.pem"), home.folder.path().join("key.pem"));
    let made = rcgen::generate_simple_self_signed(vec!["127.0.0.1".to_owned()]).unwrap();
    fs::write(&certificate, made.cert.pem()).unwrap();
    fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    Sink::encrypted(home.folder.path(), &certificate, &key)
}

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for_is_named_as_the_reason() {
    let home = Home::new();
    let sink = unvouched(&home);
    let mail = format!("smtps://127.0.0.1:{}", sink.port);
    let campaign = Campaign::begin(home, Engine::Sqlite, mail, readers("").take(3)).await;
    told(&campaign, "We can't make a secure connection to the mail server", "TLS").await;
}
