//! Sign-ins, as many as a client likes, and what they cost.

use std::{collections::VecDeque, io::Write as _, net::TcpStream};

use reqwest::Method;
use serde_json::json;

use crate::harness::{Api, Home};

/// Each would leave 19 MiB behind, 1.2 GiB in all, if its memory were its own.
const ABANDONED: usize = 64;
/// Requests that are open at once: the client hangs up on the oldest of them.
const OPEN: usize = 8;
/// What all of them together may take more than one sign-in did.
const MORE: u64 = 40 << 20;

#[tokio::test]
async fn sign_ins_that_hang_up_share_the_memory_of_a_few() {
    let home = Home::new();
    let server = home.serve();
    let api = Api::sign_up(&server).await;
    let before = server.peak_memory();
    let mut open = VecDeque::new();
    for n in 0..ABANDONED {
        let body =
            json!({ "email": format!("{n}@example.com"), "password": "correct horse battery" }).to_string();
        let mut client = TcpStream::connect(server.url.trim_start_matches("http://")).unwrap();
        let head = "POST /api/auth/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length:";
        client.write_all(format!("{head} {}\r\n\r\n{body}", body.len()).as_bytes()).unwrap();
        open.push_back(client);
        // The server has come to it: connections are accepted in order.
        api.get("/healthz").await;
        if open.len() > OPEN {
            open.pop_front();
        }
    }
    drop(open);
    // Whoever comes last gets a turn all the same.
    let known = json!({ "email": "author@example.com", "password": "correct horse battery" });
    assert_eq!(api.try_call(Method::POST, "/api/auth/sign-in", Some(known)).await.0, 200);
    let more = server.peak_memory() - before;
    assert!(more < MORE, "{} MiB more", more >> 20);
}
