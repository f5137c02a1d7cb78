//! A small server that takes returned mail by SMTP (RFC 5321) and LMTP (RFC 2033) on one port.
//!
//! It relays nothing: what [`Handler::accepts`] does not know is refused, and what it takes goes to
//! [`Handler::receive`] and nowhere else. There is no TLS and no sign-in; put it behind the mail server of the
//! site, or on port 25 of a host name that is used for returns only.

mod command;
mod input;
mod session;

use std::{sync::Arc, time::Duration};

use tokio::{
    io::AsyncWriteExt,
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;

use crate::TryLater;

/// RFC 5321 §4.5.3.1.8 asks for at least this many recipients of one message.
pub const MAX_RECIPIENTS: usize = 100;
/// Refused commands after which the session is closed.
pub const MAX_ERRORS: usize = 10;

/// Bounds of the receiver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiverSettings {
    /// How it names itself: the host name of the MX record.
    pub host_name: String,
    /// The largest message in octets, announced by SIZE (RFC 1870).
    pub max_size: usize,
    /// Sessions at the same time; the next one is told to come later.
    pub max_connections: usize,
    /// The longest wait for a whole command and for the client to read an answer. A message may take ten
    /// times as long, a session thirty times.
    pub idle: Duration,
}

impl ReceiverSettings {
    /// 1 MiB, 64 connections, 60 s.
    pub fn new(host_name: impl Into<String>) -> Self {
        Self {
            host_name: host_name.into(),
            max_size: 1 << 20,
            max_connections: 64,
            idle: Duration::from_secs(60),
        }
    }
}

/// A message that was accepted in full.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    /// The envelope sender; empty for bounces (RFC 5321 §4.5.5).
    pub sender: String,
    /// Those of the envelope that [`Handler::accepts`] took, in order, as written; never empty. A name without
    /// `@` can only be `postmaster`.
    pub recipients: Vec<String>,
    /// The message with CRLF lines, without dot-stuffing, as sent; no field was added.
    pub raw: Vec<u8>,
}

/// What to do with mail.
pub trait Handler: Send + Sync + 'static {
    /// Whether mail for the address (`local@domain`, or `postmaster`) is taken. Answer from memory: one client
    /// can ask often.
    fn accepts(&self, recipient: &str) -> bool;

    /// Keeps the message. `Ok` takes over the responsibility for it (RFC 5321 §4.2.5), so it must be stored by
    /// then. May see the same message again, when the answer was lost on the way. Must end by itself: nothing
    /// interrupts it, not even `stop`.
    fn receive(&self, mail: Received) -> impl Future<Output = Result<(), TryLater>> + Send;
}

/// What all sessions share.
struct Shared<H> {
    settings: ReceiverSettings,
    handler: H,
    stop: CancellationToken,
}

/// Serves until `stop`; then takes no new connection, tells the idle ones 421, lets [`Handler::receive`]
/// finish and answers it, and returns when the last session is over.
pub async fn serve<H: Handler>(
    listener: TcpListener,
    settings: ReceiverSettings,
    handler: H,
    stop: CancellationToken,
) {
    let shared = Arc::new(Shared { settings, handler, stop });
    let mut sessions = JoinSet::new();
    loop {
        tokio::select! {
            biased;
            () = shared.stop.cancelled() => break,
            Some(_) = sessions.join_next(), if !sessions.is_empty() => {}
            accepted = listener.accept() => match accepted {
                Ok((socket, _)) if sessions.len() >= shared.settings.max_connections => refuse(socket).await,
                Ok((socket, _)) => {
                    sessions.spawn(session::run(socket, shared.clone()));
                }
                // Out of file descriptors: it passes when sessions end, and a loop would only burn time.
                Err(_) => sleep(Duration::from_millis(100)).await,
            }
        }
    }
    drop(listener);
    while sessions.join_next().await.is_some() {}
}

/// The few octets fit into the buffer of a new socket, so this does not hold up the others.
async fn refuse(mut socket: TcpStream) {
    let answer = socket.write_all(b"421 4.3.2 Too many connections, try again later\r\n");
    let _ = timeout(Duration::from_secs(1), answer).await;
}
