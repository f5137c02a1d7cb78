//! Mails from the installation to people: links to sign in again, alerts, reports. A durable outbox.
//!
//! Owns `account_mails`. What [`queue`] wrote leaves once its transaction is committed, or not at all: at least once if
//! a node dies between the mail server's answer and its own note of it. Nothing of a mail stays behind.

mod store;

pub use store::{REMOVAL, Waiting, delete, due, prune, put_off, take};

use database::Tx;

use crate::{AuthorId, MailFrom, Settings, Timestamp, secrets::random_token};

/// A mail to queue.
#[derive(Clone, Debug)]
pub struct Letter {
    /// Whom it is about; with `capture:` the only one who sees it. `None` for somebody who has no account.
    pub author_id: Option<AuthorId>,
    /// What it is, such as `password_reset`: for logs, where no address and no subject stands.
    pub kind: &'static str,
    /// One address, without angle brackets.
    pub recipient: String,
    pub subject: String,
    /// Line ends of any kind.
    pub text: String,
    /// The same as a whole HTML document.
    pub html: Option<String>,
}

/// Keeps a mail to be sent soon after the transaction is committed; given up after 24 hours of failures.
pub async fn queue(tx: &mut Tx, letter: Letter, now: Timestamp) -> database::Result<()> {
    store::insert(tx, &letter, &random_token(128), now).await
}

/// Whether this installation has an address to write from.
pub fn can_send(settings: &Settings) -> bool {
    sender(settings).is_some()
}

/// Whom mails of the installation come from: what the operator chose, or `no-reply` at the fallback domain.
pub fn sender(settings: &Settings) -> Option<MailFrom> {
    if let Some(from) = &settings.mail_from {
        return Some(from.clone());
    }
    let is_kept = matches!(settings.mail, mailer::MailUrl::Capture);
    let domain = settings.fallback_domain.as_deref().or(is_kept.then_some("example.com"))?;
    Some(MailFrom { name: "Letterpress".into(), address: format!("no-reply@{domain}") })
}
