//! Servers that send what they are told, and a resolver that knows what it is told.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use outbound::{Client, Policy, Resolve, Resolving};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

pub(crate) const OUTSIDE: &str = "127.0.0.1";
pub(crate) const INSIDE: &str = "127.0.0.2";

/// What a server sends.
pub(crate) enum Reply {
    /// All of it, then the connection is closed.
    Whole(String),
    /// A beginning, then a piece again and again.
    Endless(&'static str, &'static str),
    /// A beginning, then nothing more.
    Stall(&'static str),
}

pub(crate) fn status(line: &str) -> Reply {
    Reply::Whole(format!("HTTP/1.1 {line}\r\nContent-Length: 0\r\n\r\n"))
}

pub(crate) fn ok(body: &str) -> Reply {
    Reply::Whole(format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len()))
}

pub(crate) fn redirect(code: u16, to: &str) -> Reply {
    status(&format!("{code} Moved\r\nLocation: {to}"))
}

/// A server that keeps the requests it got.
#[derive(Clone)]
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
    /// Connections open now.
    pub(crate) open: Arc<AtomicUsize>,
}

pub(crate) type Answerer = dyn Fn(&str, &str) -> Reply + Send + Sync;

impl Server {
    pub(crate) async fn start(answer: impl Fn(&str, &str) -> Reply + Send + Sync + 'static) -> Self {
        Self::start_at(&format!("{OUTSIDE}:0"), None, answer).await
    }

    pub(crate) async fn start_at(
        address: &str,
        tls: Option<TlsAcceptor>,
        answer: impl Fn(&str, &str) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = Self { address, requests: Arc::default(), open: Arc::default() };
        let (own, answer) = (server.clone(), Arc::new(answer));
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (own, answer, tls) = (own.clone(), answer.clone(), tls.clone());
                tokio::spawn(async move {
                    own.open.fetch_add(1, Ordering::SeqCst);
                    match tls {
                        Some(tls) => {
                            if let Ok(stream) = tls.accept(socket).await {
                                let _ = own.serve(stream, answer.as_ref()).await;
                            }
                        }
                        None => drop(own.serve(socket, answer.as_ref()).await),
                    }
                    own.open.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        server
    }

    pub(crate) async fn serve<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        mut stream: S,
        answer: &Answerer,
    ) -> io::Result<()> {
        let mut request = Vec::new();
        while !complete(&request) {
            if stream.read_buf(&mut request).await? == 0 {
                return Ok(());
            }
        }
        let request = String::from_utf8_lossy(&request).into_owned();
        self.requests.lock().unwrap().push(request.clone());
        let mut words = request.split(' ');
        let reply = answer(words.next().unwrap_or_default(), words.next().unwrap_or_default());
        match reply {
            Reply::Whole(text) => {
                stream.write_all(text.as_bytes()).await?;
                stream.shutdown().await
            }
            Reply::Endless(begin, piece) => {
                stream.write_all(begin.as_bytes()).await?;
                loop {
                    stream.write_all(piece.as_bytes()).await?;
                }
            }
            Reply::Stall(begin) => {
                stream.write_all(begin.as_bytes()).await?;
                // Until the client goes.
                stream.read_to_end(&mut Vec::new()).await.map(|_| ())
            }
        }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

pub(crate) fn complete(request: &[u8]) -> bool {
    if request.starts_with(b"\x16") {
        // A handshake where none is expected: servers answer to that, too.
        return true;
    }
    let text = String::from_utf8_lossy(request).to_ascii_lowercase();
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
    length.is_none_or(|length| body.len() >= length.parse().unwrap())
}

pub(crate) fn policy() -> Policy {
    Policy {
        allow_addresses: vec![OUTSIDE.parse().unwrap()],
        timeout: Duration::from_secs(20),
        ..Policy::default()
    }
}

pub(crate) fn client() -> Client {
    Client::new(policy()).unwrap()
}

/// Answers with one list of addresses after the other; the last again and again.
#[derive(Default)]
pub(crate) struct Names {
    names: HashMap<&'static str, Vec<Vec<IpAddr>>>,
    pub(crate) asked: Arc<AtomicUsize>,
}

impl Names {
    pub(crate) fn with(mut self, name: &'static str, answers: &[&[&str]]) -> Self {
        let parse = |list: &&[&str]| list.iter().map(|ip| ip.parse().unwrap()).collect();
        self.names.insert(name, answers.iter().map(parse).collect());
        self
    }
}

impl Resolve for Names {
    fn resolve<'a>(&'a self, host: &'a str) -> Resolving<'a> {
        Box::pin(async move {
            let count = self.asked.fetch_add(1, Ordering::SeqCst);
            let answers = self.names.get(host).ok_or(io::ErrorKind::NotFound)?;
            Ok(answers[count.min(answers.len() - 1)].clone())
        })
    }
}
