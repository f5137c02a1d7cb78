//! Fetches returned mail from a mailbox by IMAP or POP3: [`poll`].
//!
//! The clients are our own: a poll needs a dozen commands, and everything a server sends is bounded here,
//! which the crates looked at do not promise.

mod imap;
mod pop3;
mod url;
mod wire;

use std::time::Duration;

use rustls::pki_types::CertificateDer;
use tokio::time::{Instant, timeout};

use crate::TryLater;
pub use url::{MailboxUrl, MailboxUrlError, Protocol, Tls};
use wire::Wire;

/// Bounds of one poll, and whom to trust.
#[derive(Debug, Clone)]
pub struct PollSettings {
    /// Messages looked at: 200. The rest is for the next poll.
    pub messages: usize,
    /// Octets of one message that are handed on: 1 MiB. What is beyond is passed over.
    pub message_size: usize,
    /// The longest wait for one answer: 60 s.
    pub step: Duration,
    /// After this time no further message is begun: 10 min. Four steps later the poll ends in any case.
    pub total: Duration,
    /// Certificate authorities trusted besides Mozilla's.
    pub extra_roots: Vec<CertificateDer<'static>>,
}

impl Default for PollSettings {
    fn default() -> Self {
        Self {
            messages: 200,
            message_size: 1 << 20,
            step: Duration::from_secs(60),
            total: Duration::from_secs(600),
            extra_roots: Vec::new(),
        }
    }
}

/// What a poll did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Polled {
    /// Messages the handler took. They will not come again.
    pub seen: usize,
    /// Messages the handler could not take. They stay for the next poll.
    pub postponed: usize,
}

/// Why a poll ended early. Messages the handler took before may come again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PollError {
    /// No connection came about.
    #[error("cannot reach the mailbox server: {0}")]
    Connect(String),
    /// The certificate or the handshake is bad.
    #[error("TLS with the mailbox server failed: {0}")]
    Tls(String),
    /// The password would travel in the clear.
    #[error("the mailbox server offers no STARTTLS; use imaps:// or pop3s://, or ?tls=none to do without")]
    TlsNotOffered,
    /// User or password are wrong, or the server takes none.
    #[error("the mailbox server refused the sign-in: {0}")]
    SignIn(String),
    /// Something else was refused.
    #[error("the mailbox server refused {command}: {text}")]
    Refused {
        /// Without arguments.
        command: &'static str,
        /// One line, at most 200 characters, of the server.
        text: String,
    },
    /// No answer came in time.
    #[error("the mailbox server did not answer in time")]
    Timeout,
    /// The connection broke.
    #[error("the mailbox server closed the connection")]
    Closed,
    /// The server does not speak the protocol.
    #[error("the mailbox server sent {0}")]
    Protocol(&'static str),
}

/// Looks once for new messages, the oldest first, and hands each to `handler`.
///
/// By IMAP (RFC 3501) new means unseen. A message the handler took is marked as seen, or deleted with
/// `?delete=true`; one it refused stays unseen. By POP3 (RFC 1939) every message is new and is deleted once the
/// handler took it. A server takes note of deletions when the session ends well, so the handler must bear to see
/// a message again.
pub async fn poll<F, R>(
    url: &MailboxUrl,
    settings: &PollSettings,
    mut handler: F,
) -> Result<Polled, PollError>
where
    F: FnMut(Vec<u8>) -> R,
    R: Future<Output = Result<(), TryLater>>,
{
    let bounds = Bounds {
        messages: settings.messages,
        message_size: settings.message_size,
        end: Instant::now() + settings.total,
    };
    let work = async {
        let wire = Wire::connect(url, settings).await?;
        match url.protocol {
            Protocol::Imap => imap::poll(wire, url, &bounds, &mut handler).await,
            Protocol::Pop3 => pop3::poll(wire, url, &bounds, &mut handler).await,
        }
    };
    // A server that sends without end answers every step in time.
    timeout(settings.total + settings.step * 4, work).await.unwrap_or(Err(PollError::Timeout))
}

/// What both protocols keep to.
struct Bounds {
    messages: usize,
    message_size: usize,
    end: Instant,
}

impl Bounds {
    fn is_over(&self) -> bool {
        Instant::now() > self.end
    }
}
