//! Mail transports: how a finished message leaves the machine. No database, no clock, no settings file.
//!
//! [`MailUrl`] says which transport is meant, [`smtp`] speaks to a relay, [`classify`] turns a relay's
//! answer into what to do with the recipient, [`retry_delay`] says when to try again.

mod classify;
pub mod dkim;
mod error;
mod reply;
mod retry;
pub mod ses;
pub mod smtp;
pub mod sns;
mod url;

pub use classify::{BlockReason, Verdict, classify};
pub use error::TransportError;
pub use reply::{Enhanced, Phase, Reply};
pub use retry::retry_delay;
pub use smtp::probe;
pub use url::{Credentials, MailUrl, MailUrlError, SmtpUrl, TlsMode};
