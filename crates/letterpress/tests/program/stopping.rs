//! SIGTERM.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    time::Duration,
};

use crate::harness::{Api, Home};

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
    kept.write_all(b"GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
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
        "POST /api/auth/sign-up HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
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
