use std::{net::SocketAddr, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::DefaultBodyLimit,
    routing::{get, post},
};
use futures::future::join_all;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    time::interval,
};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};
use tower_http::normalize_path::NormalizePath;

use super::{Patience, run};

/// Short, so that a test waits little; what is tested is that they come to pass, not when.
const PATIENCE: Patience = Patience {
    head: Duration::from_millis(400),
    crowded: Duration::from_millis(200),
    silence: Duration::from_millis(400),
};

struct Server {
    at: SocketAddr,
    stop: CancellationToken,
    running: tokio::task::JoinHandle<()>,
}

impl Server {
    async fn start(connections: usize, patience: Patience) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        let service = Router::new()
            .route("/", get(|| async { "here" }))
            .route("/length", post(|body: axum::body::Bytes| async move { body.len().to_string() }))
            .route("/much", get(|| async { Body::from(vec![b'x'; 64 << 20]) }))
            .layer(DefaultBodyLimit::disable());
        let service = NormalizePath::trim_trailing_slash(service);
        let stop = CancellationToken::new();
        let running = tokio::spawn(run(listener, service, connections, patience, stop.clone()));
        Self { at, stop, running }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.at).await.unwrap()
    }

    /// Stops; hangs when a connection is still held.
    async fn stop(self) {
        self.stop.cancel();
        self.running.await.unwrap();
    }
}

/// All that comes until the server closes.
async fn to_the_end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A reset is an end too.
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

async fn ask(stream: &mut TcpStream, request: &str) -> String {
    stream.write_all(request.as_bytes()).await.unwrap();
    to_the_end(stream).await
}

/// Sends some, then a byte now and then, until the server has had enough.
async fn trickle(mut stream: TcpStream, start: &str) {
    let (mut reader, mut writer) = stream.split();
    let write = async {
        let mut pace = interval(Duration::from_millis(50));
        let mut sent = writer.write_all(start.as_bytes()).await;
        while sent.is_ok() {
            pace.tick().await;
            sent = writer.write_all(b"x").await;
        }
    };
    let mut answer = Vec::new();
    tokio::select! {
        () = write => {}
        _ = reader.read_to_end(&mut answer) => {}
    }
}

const LENGTH: &str = "POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n";

#[tokio::test]
async fn clients_that_say_little_do_not_keep_others_out() {
    let places = 64;
    let server = Server::start(places, PATIENCE).await;
    let mut slow = Vec::new();
    for n in 0..360 {
        let stream = server.connect().await;
        slow.push(AbortOnDropHandle::new(tokio::spawn(async move {
            let mut stream = stream;
            match n % 3 {
                0 => drop(to_the_end(&mut stream).await),
                1 => trickle(stream, "GET / HTTP/1.1\r\nX-Long: ").await,
                _ => trickle(stream, LENGTH).await,
            }
        })));
    }
    let mut healthy = server.connect().await;
    let answer = ask(&mut healthy, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("here"), "{answer}");
    // And every one of them is let go of.
    for ended in join_all(slow).await {
        ended.unwrap();
    }
    server.stop().await;
}

#[tokio::test]
async fn an_idle_connection_is_closed_after_its_answers() {
    let server = Server::start(4, PATIENCE).await;
    let mut stream = server.connect().await;
    let twice = "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n";
    let answers = ask(&mut stream, twice).await;
    assert_eq!(answers.matches("HTTP/1.1 200").count(), 2, "{answers}");
    server.stop().await;
}

#[tokio::test]
async fn a_slow_upload_that_goes_on_comes_through() {
    let patience = Patience { silence: Duration::from_secs(2), ..PATIENCE };
    let server = Server::start(4, patience).await;
    let mut stream = server.connect().await;
    let head = "POST /length HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 65536\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    // Longer in all than one silence may be.
    let mut pace = interval(Duration::from_millis(80));
    for _ in 0..32 {
        pace.tick().await;
        stream.write_all(&[b'x'; 2048]).await.unwrap();
    }
    let answer = to_the_end(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("65536"), "{answer}");
    server.stop().await;
}

#[tokio::test]
async fn who_does_not_take_the_answer_is_let_go_of() {
    let server = Server::start(1, PATIENCE).await;
    let mut deaf = server.connect().await;
    deaf.write_all(b"GET /much HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
    // There is one place: this one is answered when the other has lost it.
    let mut next = server.connect().await;
    let answer = ask(&mut next, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").await;
    assert!(answer.ends_with("here"), "{answer}");
    drop(deaf);
    server.stop().await;
}

#[tokio::test]
async fn heads_have_a_limit() {
    let server = Server::start(4, Patience::default()).await;
    let fields = "X-One: 1\r\n".repeat(super::MAX_FIELDS + 1);
    // What is read at once may be twice the limit.
    let long = format!("X-Long: {}\r\n", "x".repeat(4 * super::MAX_HEAD));
    for (head, is_read) in [(fields, true), (long, false)] {
        let mut stream = server.connect().await;
        let request = format!("GET / HTTP/1.1\r\nHost: a\r\n{head}\r\n");
        // It may hang up before it has read all.
        let _ = stream.write_all(request.as_bytes()).await;
        let answer = to_the_end(&mut stream).await;
        // An answer that comes before all is sent may be lost on the way.
        assert!(answer.starts_with("HTTP/1.1 431") || (!is_read && answer.is_empty()), "{answer}");
    }
    server.stop().await;
}
