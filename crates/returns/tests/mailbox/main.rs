//! Mailboxes: scripted servers, and Dovecot where it is installed.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod dovecot;
mod imap;
mod pop3;
mod script;
