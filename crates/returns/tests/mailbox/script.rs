//! A server that follows a script: each command must be the expected one and gets the answer written for it.

use std::{sync::Arc, time::Duration};

use base64::{Engine, prelude::BASE64_STANDARD};
use returns::{
    TryLater,
    mailbox::{PollError, PollSettings, Polled, poll},
};
use rustls::{
    ServerConfig,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, PrivateKeyDer},
};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};
use tokio_rustls::TlsAcceptor;

/// What the server does next.
pub enum Step {
    /// Writes this without being asked.
    Say(Vec<u8>),
    /// Reads a line, which must be this (IMAP: after the tag), and writes the answer, in which `%` stands for
    /// the tag.
    Answer(String, Vec<u8>),
    /// Takes part in a TLS handshake.
    Tls,
    /// Waits for the client to leave.
    Wait,
    /// Writes this again and again until the client leaves.
    Flood(Vec<u8>),
}

pub fn say(text: &str) -> Step {
    Step::Say(text.as_bytes().to_vec())
}

pub fn answer(line: &str, text: impl Into<Vec<u8>>) -> Step {
    Step::Answer(line.to_owned(), text.into())
}

/// A certificate for localhost that is its own authority.
pub struct Identity {
    pub certificate: CertificateDer<'static>,
    pub certificate_pem: String,
    pub key_pem: String,
    key: PrivateKeyDer<'static>,
}

impl Identity {
    pub fn new() -> Self {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        Self {
            certificate: made.cert.der().clone(),
            certificate_pem: pem("CERTIFICATE", made.cert.der()),
            key_pem: pem("PRIVATE KEY", &made.signing_key.serialize_der()),
            key: PrivateKeyDer::Pkcs8(made.signing_key.serialize_der().into()),
        }
    }

    fn acceptor(&self) -> TlsAcceptor {
        let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![self.certificate.clone()], self.key.clone_key())
            .unwrap();
        TlsAcceptor::from(Arc::new(config))
    }

    pub fn settings(&self) -> PollSettings {
        PollSettings { extra_roots: vec![self.certificate.clone()], ..settings() }
    }
}

/// RFC 7468.
fn pem(label: &str, data: &[u8]) -> String {
    let data = BASE64_STANDARD.encode(data);
    let lines: Vec<&str> = data.as_bytes().chunks(64).map(|line| str::from_utf8(line).unwrap()).collect();
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", lines.join("\n"))
}

pub fn settings() -> PollSettings {
    PollSettings { step: Duration::from_secs(20), ..PollSettings::default() }
}

trait Socket: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Socket for T {}

pub struct Server {
    pub port: u16,
    /// How many steps were done.
    task: JoinHandle<usize>,
    steps: usize,
}

impl Server {
    pub async fn start(steps: Vec<Step>) -> Self {
        Self::with(steps, None).await
    }

    pub async fn with(steps: Vec<Step>, identity: Option<&Identity>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let acceptor = identity.map(Identity::acceptor);
        let count = steps.len();
        let task = tokio::spawn(async move {
            let (socket, _) = listener.accept().await.unwrap();
            follow(socket, steps, acceptor).await
        });
        Self { port, task, steps: count }
    }

    /// Panics with the panic of the script, or if the client left before its end.
    pub async fn done(self) {
        let done = self.task.await.unwrap();
        assert_eq!(done, self.steps, "the client did not go through all steps");
    }
}

/// The number of steps done until the client left.
async fn follow(socket: TcpStream, steps: Vec<Step>, acceptor: Option<TlsAcceptor>) -> usize {
    let count = steps.len();
    let mut tag = String::new();
    let mut socket: Box<dyn Socket> = Box::new(socket);
    for (number, step) in steps.into_iter().enumerate() {
        match step {
            Step::Say(text) => {
                if socket.write_all(&text).await.is_err() {
                    return number;
                }
            }
            Step::Answer(expected, text) => {
                let Some(line) = line(&mut socket).await else { return number };
                let command = match line.split_once(' ') {
                    Some((word, command)) if is_tag(word) => {
                        word.clone_into(&mut tag);
                        command
                    }
                    // More of the command before.
                    _ => line.as_str(),
                };
                assert_eq!(command, expected, "step {number}");
                let text: Vec<u8> = text
                    .iter()
                    .flat_map(|b| if *b == b'%' { tag.as_bytes().to_vec() } else { vec![*b] })
                    .collect();
                if socket.write_all(&text).await.is_err() {
                    return number;
                }
            }
            Step::Tls => match acceptor.as_ref().unwrap().accept(socket).await {
                Ok(stream) => socket = Box::new(stream),
                Err(_) => return number,
            },
            Step::Flood(text) => {
                while socket.write_all(&text).await.is_ok() {}
                return number + 1;
            }
            Step::Wait => {
                let mut rest = Vec::new();
                let _ = socket.read_to_end(&mut rest).await;
                assert_eq!(String::from_utf8_lossy(&rest), "", "the client should have been silent");
                return number + 1;
            }
        }
    }
    count
}

fn is_tag(word: &str) -> bool {
    word.strip_prefix('L').is_some_and(|number| number.parse::<u32>().is_ok())
}

async fn line(socket: &mut Box<dyn Socket>) -> Option<String> {
    let mut line = Vec::new();
    while !line.ends_with(b"\r\n") {
        line.push(socket.read_u8().await.ok()?);
    }
    line.truncate(line.len() - 2);
    Some(String::from_utf8(line).unwrap())
}

/// Polls; the messages that came, and what the poll said. A message that contains "refuse" is not taken.
pub async fn run(url: &str, settings: PollSettings) -> (Vec<String>, Result<Polled, PollError>) {
    let url = url.parse().unwrap();
    // In a task of its own, as the application will: the future must be Send.
    let task = tokio::spawn(async move {
        let mut mails = Vec::new();
        let polled = poll(&url, &settings, |raw| {
            let text = String::from_utf8(raw).unwrap();
            let taken = if text.contains("refuse") { Err(TryLater) } else { Ok(()) };
            mails.push(text);
            async move { taken }
        })
        .await;
        (mails, polled)
    });
    task.await.unwrap()
}
