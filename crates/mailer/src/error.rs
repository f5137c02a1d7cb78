//! Why a connection is of no more use.

use std::io;

use crate::Phase;

/// A fault of the connection, not an answer of the server. The connection cannot be used after it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TransportError {
    /// The operating system reported a fault.
    #[error("network error: {0}")]
    Io(io::ErrorKind),
    /// The whole step took longer than its time-out.
    #[error("no complete answer in time during {0}")]
    Timeout(Phase),
    /// The server closed the connection in the middle of something.
    #[error("the server closed the connection")]
    Closed,
    /// The server closed the connection between two transactions. Normal: connect again at once.
    #[error("the server closed the idle connection")]
    ClosedIdle,
    /// The server broke the rules of SMTP; the text says which one.
    #[error("the server broke the protocol: {0}")]
    Protocol(&'static str),
    /// TLS could not be set up or broke.
    #[error("TLS failed: {0}")]
    Tls(String),
    /// The name of the server has no address.
    #[error("the name of the mail server was not found: {0}")]
    Name(String),
    /// The caller broke the order of calls; the text says how.
    #[error("wrong use of the connection: {0}")]
    Misuse(&'static str),
}

impl From<io::Error> for TransportError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::InvalidData => Self::Tls(error.to_string()),
            io::ErrorKind::UnexpectedEof
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::BrokenPipe => Self::Closed,
            kind => Self::Io(kind),
        }
    }
}
