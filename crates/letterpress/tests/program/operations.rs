//! What an operator and the machine's own programs see: logs, metrics, health, the service manager.

use std::{
    fs,
    os::unix::net::UnixDatagram,
    time::{Duration, Instant},
};

use database::{Engine, both_engines};
use reqwest::{Client, Method};
use serde_json::json;

use crate::harness::{Api, Home, PATIENCE, Sink, free_port};

/// In every address, name and subject of the run below.
const CANARY: &str = "zinnober";

#[tokio::test]
async fn no_log_line_carries_an_address_a_name_or_a_subject() {
    let home = Home::new();
    let sink = Sink::start(home.folder.path(), 0);
    let ours = [
        "letterpress",
        "app",
        "content",
        "database",
        "dashboard",
        "dns",
        "engine",
        "feeds",
        "mailer",
        "outbound",
        "platform",
        "returns",
    ];
    let filter = ours.map(|name| format!("{name}=debug")).join(",");
    let home = home
        .with("LETTERPRESS_MAIL_URL", format!("smtp://127.0.0.1:{}?tls=none", sink.port))
        .with("LETTERPRESS_FALLBACK_DOMAIN", "news.example.com")
        .with("LETTERPRESS_LOG", format!("info,{filter}"))
        .with("LETTERPRESS_LOG_FORMAT", "json");
    // In JSON the address is in the log.
    let address = format!("127.0.0.1:{}", free_port());
    let mut command = home.command(&["serve", "--listen", &address]);
    let mut server = command.stderr(fs::File::create(home.log()).unwrap()).spawn().unwrap();
    let url = format!("http://{address}");
    let mut api = Api { client: Client::new(), url, token: String::new() };
    while api.client.get(format!("{}/readyz", api.url)).send().await.is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let author = json!({ "email": format!("{CANARY}@example.com"), "password": format!("{CANARY} battery"), "name": CANARY });
    let session = api.post("/api/auth/sign-up", author.clone()).await;
    session["access_token"].as_str().unwrap().clone_into(&mut api.token);
    api.try_call(
        reqwest::Method::POST,
        "/api/auth/sign-in",
        Some(json!({ "email": author["email"], "password": "wrong wrong wrong" })),
    )
    .await;
    let body = json!({ "name": CANARY, "from_name": CANARY, "from_prefix": CANARY });
    let newsletter = api.post("/api/newsletters", body).await;
    let path = format!("/api/newsletters/{}", newsletter["id"]);
    let readers = ["", "550+", "452x9+", "421x1+", "drop-after-dot-once+"];
    let readers = readers.map(|fault| format!("{fault}{CANARY}@example.net,{CANARY}"));
    api.import(&path, &format!("email,first_name\n{}", readers.join("\n"))).await;
    let public = format!("/n/{}", newsletter["public_id"].as_str().unwrap());
    let page = api.text(&public).await;
    let shown = page.split_once("name=\"shown\" value=\"").unwrap().1.split('"').next().unwrap();
    let draft = json!({ "subject": CANARY, "html_content": format!("<p>{CANARY} <a href=\"http://127.0.0.1:1/{CANARY}\">x</a></p>") });
    let campaign = api.post(&format!("{path}/campaigns"), draft).await;
    let campaign = format!("{path}/campaigns/{}", campaign["id"]);
    for fault in ["", "550+"] {
        api.post(&format!("{campaign}/test"), json!({ "to": [format!("{fault}{CANARY}-test@example.org")] }))
            .await;
    }
    api.get(&format!("/api/search?q={CANARY}")).await;
    api.call(reqwest::Method::POST, &format!("{campaign}/send"), None).await;
    api.wait_for(&format!("{campaign}/report"), |report| {
        let ledger = &report["ledger"];
        ledger["sent"].as_i64() >= Some(1) && ledger["failed"].as_i64() >= Some(1) && ledger["queued"] == 0
    })
    .await;
    // The mail server refuses the confirmation. A person's post comes a while after the form was shown.
    while !fs::read_to_string(home.log()).unwrap().contains("a confirmation mail was not sent") {
        let form =
            format!("email=550%2B{CANARY}-new%40example.org&first_name={CANARY}&website=&shown={shown}");
        let post = api.client.post(format!("{}{public}/subscribe", api.url)).body(form);
        let answer = post.header("content-type", "application/x-www-form-urlencoded").send().await.unwrap();
        assert!(answer.status().is_success(), "{}", answer.status());
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    api.text("/readyz").await;
    let metrics = api.text("/metrics").await;
    let pid = server.id().to_string();
    std::process::Command::new("kill").args(["-TERM", &pid]).status().unwrap();
    server.wait().unwrap();
    let log = fs::read_to_string(home.log()).unwrap();
    assert!(log.lines().count() > 3 && log.lines().all(|line| line.starts_with('{')), "{log}");
    for line in log.lines().chain(metrics.lines()) {
        assert!(!line.to_lowercase().contains(CANARY), "{line}");
    }
}

#[tokio::test]
async fn the_log_says_what_an_operator_asks_afterwards() {
    let home = Home::new().with("LETTERPRESS_SEND_RATE", "20");
    let server = home.serve();
    let api = Api::sign_up(&server).await;
    for address in ["author@example.com", "nobody@example.com"] {
        let body = json!({ "email": address, "password": "not the right one" });
        let (status, _) = api.try_call(Method::POST, "/api/auth/sign-in", Some(body)).await;
        assert_eq!(status, 401);
    }
    let body = json!({ "name": "Letters", "from_name": "Ada", "from_prefix": "ada" });
    let newsletter = format!("/api/newsletters/{}", api.post("/api/newsletters", body).await["id"]);
    let readers: Vec<String> = (0..60).map(|n| format!("reader{n}@example.net")).collect();
    api.import(&newsletter, &format!("email\n{}", readers.join("\n"))).await;
    let begin = async || {
        let draft = json!({ "subject": "News", "html_content": "<p>Hello</p>" });
        let campaign = api.post(&format!("{newsletter}/campaigns"), draft).await;
        let path = format!("{newsletter}/campaigns/{}", campaign["id"]);
        api.call(Method::POST, &format!("{path}/send"), None).await;
        path
    };
    let path = begin().await;
    for action in ["pause", "resume"] {
        api.call(Method::POST, &format!("{path}/{action}"), None).await;
    }
    api.wait_for(&format!("{path}/report"), |report| report["status"] == "sent").await;
    let path = begin().await;
    api.call(Method::POST, &format!("{path}/cancel"), None).await;
    server.terminate();
    let log = fs::read_to_string(home.log()).unwrap();
    let lines = |what: &str| log.lines().filter(|line| line.contains(what)).collect::<Vec<_>>();
    for (what, times, with) in [
        ("a new installation begins here", 1, "database=sqlite:./data/letterpress.db"),
        ("this node sends node_id", 1, "node_id=1"),
        ("this node sends no more", 1, "node_id=1"),
        ("a sign-in failed author_id=1", 1, ""),
        ("a sign-in failed: nobody has the address", 1, ""),
        ("an import is done", 1, "import_id=1 newsletter_id=1 author_id=1 created=60 updated=0 failed=0"),
        ("a campaign is being sent", 3, "newsletter_id=1 author_id=1"),
        ("a campaign was paused by its author", 1, "campaign_id=1 newsletter_id=1 author_id=1"),
        ("a campaign is sent", 1, "campaign_id=1 newsletter_id=1 author_id=1 intended=60 sent=60 failed=0"),
        ("a campaign was cancelled", 1, "campaign_id=2 newsletter_id=1 author_id=1"),
    ] {
        let found = lines(what);
        assert_eq!(found.len(), times, "{what}: {log}");
        assert!(found.iter().all(|line| line.contains(with)), "{what}: {log}");
    }
    assert!(!log.contains('@'), "{log}");
}

both_engines!(the_log_names_a_node_that_was_lost, engine => {
    let home = match engine {
        Engine::Sqlite => Home::new(),
        Engine::Postgres => Home::new().with("LETTERPRESS_DATABASE_URL", database::testing::create_postgres().await),
    };
    let server = home.serve();
    let until = async |line: &str| {
        let began = Instant::now();
        while !fs::read_to_string(home.log()).unwrap().contains(line) {
            assert!(began.elapsed() < PATIENCE, "{line}: {}", fs::read_to_string(home.log()).unwrap());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    until("this node sends node_id=1").await;
    server.kill();
    let server = home.serve();
    until("a node is lost: it ended without a word, or fell silent node_id=1").await;
    server.terminate();
    let server = home.serve();
    until("this node sends node_id=3").await;
    server.terminate();
    let log = fs::read_to_string(home.log()).unwrap();
    assert_eq!(log.matches("a node is lost").count(), 1, "one that said goodbye is not lost: {log}");
});

#[test]
fn the_log_says_what_became_of_a_backup() {
    let home = Home::new();
    drop(home.serve());
    let told = |file: &str| {
        let output = home.output(&["backup", file]);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, log) = told("all.tar.gz");
    let bytes = fs::metadata(home.folder.path().join("all.tar.gz")).unwrap().len();
    let line =
        |what: &str| log.lines().find(|line| line.contains(what)).unwrap_or_else(|| panic!("{what}: {log}"));
    assert_eq!(code, Some(0));
    assert!(line("INFO").contains("a backup begins to=all.tar.gz"), "{log}");
    let done = line("a backup is done");
    assert!(done.contains("INFO") && done.contains(&format!("bytes={bytes} seconds=")), "{log}");

    let (code, log) = told("nowhere/all.tar.gz");
    assert_eq!(code, Some(1));
    assert!(log.contains("ERROR") && log.contains("a backup failed to=nowhere/all.tar.gz reason="), "{log}");
}

#[tokio::test]
async fn a_worker_tells_its_figures_and_its_health_where_it_listens() {
    let home = Home::new();
    let address = format!("127.0.0.1:{}", free_port());
    let socket = home.folder.path().join("notify");
    let manager = UnixDatagram::bind(&socket).unwrap();
    let mut command = home.command(&["serve", "--role", "worker", "--listen", &address]);
    let mut server =
        command.env("NOTIFY_SOCKET", &socket).stderr(fs::File::create(home.log()).unwrap()).spawn().unwrap();
    let mut told = [0; 64];
    let length = manager.recv(&mut told).unwrap();
    assert!(told[..length].starts_with(b"READY=1"));

    let home = home.with("LETTERPRESS_LISTEN", &address);
    assert_eq!(home.answer(&["healthcheck"], ""), "ready");
    let text = reqwest::get(format!("http://{address}/metrics")).await.unwrap().text().await.unwrap();
    assert!(
        text.contains("letterpress_build_info{") && text.contains("process_resident_memory_bytes"),
        "{text}"
    );
    server.kill().unwrap();
    server.wait().unwrap();
    let output = home.output(&["healthcheck"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing answers"));
}

#[tokio::test]
async fn metrics_ask_for_their_token() {
    let token = "0123456789abcdef";
    let home = Home::new().with("LETTERPRESS_METRICS_TOKEN", token);
    let server = home.serve();
    let ask = |token: &str| Client::new().get(format!("{}/metrics", server.url)).bearer_auth(token).send();
    assert_eq!(ask("x").await.unwrap().status(), 401);
    assert_eq!(ask(token).await.unwrap().status(), 200);
}
