//! What comes back after a mail was sent: bounces, complaints, automatic answers.
//!
//! [`report::read`] says what one message is. [`receiver::serve`] takes such messages by SMTP and LMTP,
//! [`mailbox::poll`] fetches them by IMAP and POP3. Nothing here touches a database.
//!
//! Everything read here was written by strangers: a report proves nothing about its own claims. Act on one
//! only when the envelope recipient or the returned message carries a token that only we can have made.

pub mod mailbox;
pub mod receiver;
pub mod report;
mod text;

/// The message could not be taken now; whoever has it keeps it and offers it again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the message cannot be taken now")]
pub struct TryLater;
