//! Our own SMTP client: pipelined, one recipient per transaction, the end of a message apart from its body,
//! so that a durable note can be written between the two.
//!
//! The order of calls for each message is [`Connection::stage`], a durable commit by the caller,
//! [`Connection::commit`]. Whatever fails before `commit` is certainly not delivered. Its halves are [`Connection::end`], with which the
//! next message may travel, and [`Connection::answer_to_end`].

mod commit;
mod connect;
mod content;
mod input;
mod settings;
mod stage;
mod stream;
mod tls;
mod wire;

use std::fmt;

use self::{connect::Offers, input::Input, stream::Stream};
use crate::{BlockReason, Phase, Reply, TransportError, Verdict, classify};

pub use connect::probe;
pub use settings::{Settings, Timeouts, TlsCache};

/// The two addresses of a transaction, without angle brackets. `from` may be empty (null reverse-path).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Envelope<'a> {
    /// Return path, for example a VERP address.
    pub from: &'a str,
    /// The only recipient.
    pub to: &'a str,
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
    /// There is a password, the connection is not encrypted, and nobody said `tls=none`.
    #[error(
        "the server does not offer STARTTLS, and without encryption the password is not sent: use smtps:// or a port with \
         STARTTLS, or write ?tls=none behind the address if nobody can listen on the way"
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
                Verdict::CampaignBlocked { reason: BlockReason::Credentials }
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

/// Where a session stands between two calls.
enum State {
    /// No transaction.
    Idle,
    /// MAIL, RCPT and, without CHUNKING, DATA for `opened` are sent and not answered. `None`: the chunk was not begun.
    Opened { begun: Option<Begun> },
    /// Only `end` is missing.
    Staged { end: &'static [u8], chunk_unanswered: bool },
    /// The end is out, or some of it.
    Ended(Ended),
    /// It is known what became of it.
    Over(Over),
    /// Broken, closing, or a call was dropped half-way.
    Dead,
}

/// What an answer to an end is waited for with.
struct Ended {
    chunked: bool,
    chunk_unanswered: bool,
    /// MAIL and RCPT for `opened` went with it.
    opens: bool,
    begun: Option<Begun>,
}

/// A message whose end never went out whole.
struct Over {
    committed: Committed,
    /// Refused in order, before its end: the connection can go on.
    goes_on: bool,
}

/// A chunk on its way.
#[derive(Clone, Copy)]
struct Begun {
    /// The octet from which on `output`, and the message behind it, is still to be written; `None`: nothing.
    from: Option<usize>,
    /// Octets of the message, as they were announced.
    length: usize,
}

/// The end of a message sent by BDAT: an empty last chunk (RFC 3030 §2).
const LAST_CHUNK: &[u8] = b"BDAT 0 LAST\r\n";

/// One session with a relay. Dropping it is the same as [`Connection::abandon`].
pub struct Connection {
    stream: Stream,
    input: Input,
    /// What was gathered for one write; kept for its capacity.
    output: Vec<u8>,
    /// Sender and recipient of [`State::Opened`]; kept for their capacity.
    opened: [String; 2],
    timeouts: Timeouts,
    offers: Offers,
    state: State,
    /// The server still holds a refused transaction.
    needs_reset: bool,
    /// At least one message was answered.
    served: bool,
    greeting: String,
    signed_in: Option<&'static str>,
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection")
            .field("offers", &self.offers)
            .field("usable", &self.is_usable())
            .finish_non_exhaustive()
    }
}
