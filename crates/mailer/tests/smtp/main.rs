//! The client against the real sink and against scripted servers, over TCP.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod carried;
mod content;
mod delivery;
mod faults;
mod scripted;
mod session;

use std::time::Duration;

use mailer::smtp::{Committed, Connection, Envelope, Settings, Staged};
use sink::{Config, Sink};
use tempfile::TempDir;

/// A sink with a log; the folder lives as long as it is held.
struct Server {
    sink: Sink,
    _folder: TempDir,
}

impl Server {
    async fn start(config: Config) -> Self {
        let folder = TempDir::new().unwrap();
        let config = Config { log: Some(folder.path().join("log")), ..config };
        let sink = Sink::start(([127, 0, 0, 1], 0).into(), config).await.unwrap();
        Self { sink, _folder: folder }
    }

    fn settings(&self) -> Settings {
        Settings::new("127.0.0.1", self.sink.address().port())
    }

    /// Waits until every connection is closed, then tells what was accepted, as (recipient, code).
    async fn outcome(&self) -> Vec<(String, u16)> {
        self.sink.drained().await;
        self.sink.entries().unwrap().into_iter().map(|entry| (entry.recipient, entry.code)).collect()
    }
}

/// The four ways to talk: with and without PIPELINING, by DATA and by BDAT.
fn dialects() -> [Config; 4] {
    let dialect = |no_pipelining, chunking| Config { no_pipelining, chunking, ..Config::default() };
    [dialect(false, false), dialect(true, false), dialect(false, true), dialect(true, true)]
}

/// Each way, and where content may follow its envelope at once, once more with the next message behind each end.
fn manners() -> Vec<(Config, bool)> {
    let dialects = dialects().map(|config| (config, false)).into_iter();
    let carrying = Config { chunking: true, ..Config::default() };
    dialects.chain([(carrying, true)]).collect()
}

fn name(config: &Config) -> String {
    format!("lockstep: {}, chunking: {}", config.no_pipelining, config.chunking)
}

fn to(address: &str) -> Envelope<'_> {
    Envelope { from: "bounce+1@news.example", to: address }
}

const MESSAGE: &[u8] = b"Message-ID: <1@news.example>\r\nSubject: Hello\r\n\r\nHello.\r\n";

/// Commits with the next envelope, and its message if that is to travel.
async fn commit_next(connection: &mut Connection, next: Option<&Envelope<'_>>, carries: bool) -> Committed {
    assert!(connection.carries_message() || !carries);
    match next.filter(|_| carries) {
        Some(next) => commit_with(connection, next, MESSAGE).await,
        None => connection.commit(next).await,
    }
}

async fn commit_with(connection: &mut Connection, next: &Envelope<'_>, message: &[u8]) -> Committed {
    connection.end(Some(next), Some(message)).await;
    connection.answer_to_end().await
}

/// Stages and commits, expecting delivery.
async fn deliver(connection: &mut Connection, address: &str) {
    assert_eq!(connection.stage(&to(address), MESSAGE).await, Staged::Ready, "{address}");
    let committed = connection.commit(None).await;
    assert!(matches!(&committed, Committed::Reply(reply) if reply.code == 250), "{address}: {committed:?}");
}

/// Long enough for a busy machine to do what is not meant to time out.
const SHORT: Duration = Duration::from_millis(200);
