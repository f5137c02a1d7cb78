use std::fmt::Write;

use proptest::prelude::*;
use tokio::{runtime::Runtime, sync::Mutex};

use super::*;

/// What must arrive: every line end a CRLF, the last line included. Written differently from the client.
fn normal(message: &[u8]) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = vec![Vec::new()];
    let mut octets = message.iter().peekable();
    while let Some(octet) = octets.next() {
        match octet {
            b'\r' => {
                octets.next_if_eq(&&b'\n');
                lines.push(Vec::new());
            }
            b'\n' => lines.push(Vec::new()),
            other => lines.last_mut().unwrap().push(*other),
        }
    }
    if lines.last().unwrap().is_empty() {
        lines.pop();
    }
    lines.into_iter().flat_map(|line| [line, b"\r\n".to_vec()].concat()).collect()
}

pub(super) fn sha256(octets: &[u8]) -> String {
    let mut hex = String::new();
    for octet in aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, octets).as_ref() {
        write!(hex, "{octet:02x}").unwrap();
    }
    hex
}

fn message() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..40),
        prop::collection::vec(prop::sample::select(b"..\r\n.a".to_vec()), 0..8),
    ];
    let end = prop_oneof![4 => Just("\r\n"), 1 => Just("\n"), 1 => Just("\r"), 1 => Just("")];
    prop::collection::vec((line, end), 0..12).prop_map(|lines| {
        lines.into_iter().flat_map(|(line, end)| [&line, end.as_bytes()].concat()).collect()
    })
}

#[test]
fn every_octet_arrives() {
    let runtime = Runtime::new().unwrap();
    for config in dialects() {
        let (server, connection) = runtime.block_on(async {
            let server = Server::start(config).await;
            let connection = Connection::open(&server.settings()).await.unwrap();
            (server, Mutex::new(connection))
        });
        proptest!(ProptestConfig::with_cases(100), |(message in message())| {
            runtime.block_on(async {
                let mut connection = connection.lock().await;
                assert_eq!(connection.stage(&to("a@b.example"), &message).await, Staged::Ready);
                assert!(matches!(connection.commit(None).await, Committed::Reply(reply) if reply.code == 250));
            });
            let entry = server.sink.entries().unwrap().pop().unwrap();
            prop_assert_eq!(entry.size, normal(&message).len());
            prop_assert_eq!(entry.sha256, sha256(&normal(&message)));
        });
    }
}
