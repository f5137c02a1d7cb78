//! What comes back after a mail was sent: bounces and complaints, from the answer of a server, from reports by mail and
//! from Amazon SES. Each becomes an event beside the ledger, the reader's state and an entry of the suppression list.
//!
//! Owns `unknown_reports`; the events are `deliveries`'. Nothing is believed without proof that the mail was ours: a token in the address or the tags,
//! or the signature of Amazon's notification.

mod background;
mod http;
mod mail;
mod removal;
mod sns;
#[cfg(test)]
pub mod tests;
mod unknown;

pub use background::{background, listen};
pub use removal::REMOVAL;
pub use sns::Certificates;

use crate::{
    Core,
    accounts::Keys,
    core::Has,
    http::{Routes, post, routes},
    suppressions::{self, Reason},
};

pub fn routes<S: Has<Keys> + Has<Certificates>>() -> Routes<S> {
    Routes::new()
        .route("/hooks/ses", post(http::ses_notification))
        .merge(routes!(http::list_unknown::list_unknown_reports))
        .merge(routes!(http::get_unknown::get_unknown_report, http::delete_unknown::delete_unknown_report))
}

/// What happened to a mail of which only the address is known: nothing more is sent there.
pub async fn suppress_address(
    core: &Core,
    email: &str,
    reason: Reason,
    source: &str,
    detail: Option<&str>,
) -> database::Result<bool> {
    let Ok(address) = content::parse_address(email) else { return Ok(false) };
    let mut tx = core.db.begin().await?;
    let new = suppressions::New { email: &address.original, email_key: &address.key, reason, source, detail };
    let is_new = suppressions::add(&mut tx, new, core.now()).await?;
    tx.commit().await?;
    Ok(is_new)
}
