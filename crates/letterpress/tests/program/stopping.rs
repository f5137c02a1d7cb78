//! Signals.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    time::Duration,
};

use reqwest::Method;
use serde_json::json;

use crate::harness::{Api, Home, Sink};

/// What a service manager waits before it kills.
const BOUND: Duration = Duration::from_secs(15);

#[test]
fn an_idle_server_exits_well() {
    let home = Home::new();
    let server = home.serve();
    let address = server.url.trim_start_matches("http://").to_owned();
    // One connection that never asks, one that keeps alive.
    let _silent = TcpStream::connect(&address).unwrap();
    let mut kept = TcpStream::connect(&address).unwrap();
    kept.write_all(b"GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
    let mut head = [0; 12];
    kept.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 200");
    let (code, took) = server.terminate();
    assert_eq!(code, Some(0));
    assert!(took < BOUND, "{took:?}");
}

#[tokio::test]
async fn a_request_under_way_is_answered_first() {
    let home = Home::new();
    let server = home.serve();
    let body = r#"{"email":"a@example.com","password":"correct horse battery","name":"A"}"#;
    let mut client = TcpStream::connect(server.url.trim_start_matches("http://")).unwrap();
    let head = format!(
        "POST /api/auth/sign-up HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    client.write_all(head.as_bytes()).unwrap();
    client.write_all(&body.as_bytes()[..10]).unwrap();
    // Ready means that the connection was accepted: connections are accepted in order.
    let _ = Api { client: reqwest::Client::new(), url: server.url.clone(), token: String::new() }
        .get("/healthz")
        .await;
    let ended = std::thread::spawn(move || server.terminate());
    client.write_all(&body.as_bytes()[10..]).unwrap();
    let mut answer = String::new();
    client.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    assert_eq!(ended.join().unwrap().0, Some(0));
}

/// As when a terminal is closed: nobody reads what the server says from then on.
#[tokio::test]
async fn a_terminal_that_is_closed_leaves_no_mail_in_doubt() {
    let home = Home::new();
    let sink = Sink::start(home.folder.path(), 20);
    let home = home
        .with("LETTERPRESS_MAIL_URL", format!("smtp://127.0.0.1:{}?tls=none", sink.port))
        .with("LETTERPRESS_FALLBACK_DOMAIN", "news.example.com");
    let (terminal, log) = std::io::pipe().unwrap();
    let server = home.serve_telling(log.into());
    let mut api = Api::sign_up(&server).await;
    api.token = home.answer(&["api-key", "create", "--email", "author@example.com", "--name", "t"], "");
    let body =
        json!({ "name": "Letters", "from_name": "Ada", "from_prefix": "ada", "in_doubt_policy": "hold" });
    let newsletter = format!("/api/newsletters/{}", api.post("/api/newsletters", body).await["id"]);
    let readers: Vec<String> = (0..300).map(|n| format!("r{n}@example.net")).collect();
    api.import(&newsletter, &format!("email\n{}", readers.join("\n"))).await;
    let draft = json!({ "subject": "May", "html_content": "<p>Hello</p>" });
    let campaign =
        format!("{newsletter}/campaigns/{}", api.post(&format!("{newsletter}/campaigns"), draft).await["id"]);
    api.call(Method::POST, &format!("{campaign}/send"), None).await;
    let report = format!("{campaign}/report");
    api.wait_for(&report, |report| report["ledger"]["sent"].as_u64() >= Some(20)).await;
    drop(terminal);
    let (code, took) = server.end("HUP");
    assert_eq!(code, Some(0));
    assert!(took < BOUND, "{took:?}");

    let server = home.serve();
    let api = Api { url: server.url.clone(), client: reqwest::Client::new(), token: api.token };
    let ended = api.wait_for(&report, |report| report["status"] == "sent").await;
    assert_eq!((&ended["ledger"]["sent"], &ended["ledger"]["in_doubt"]), (&json!(300), &json!(0)), "{ended}");
    let mails = sink.entries().into_iter().filter(|entry| entry.recipient.ends_with("@example.net"));
    assert_eq!(mails.count(), 300);
}

#[tokio::test]
async fn signals_for_others_end_nothing() {
    let home = Home::new();
    let server = home.serve();
    server.signal("USR1");
    server.signal("USR2");
    let api = Api { client: reqwest::Client::new(), url: server.url.clone(), token: String::new() };
    assert_eq!(api.text("/readyz").await, "ready");
    assert_eq!(server.terminate().0, Some(0));
}
