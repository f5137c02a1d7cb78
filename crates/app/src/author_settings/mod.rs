//! What authors settle for themselves: the sender that a new newsletter starts with, and which mails they get about
//! their account. The name, company and time zone beside them belong to `accounts`; the page over both is
//! `settings_page`.
//!
//! Owns `author_settings`; an author without a row has the defaults.

mod model;
mod store;

pub use model::{Change, Notifications, Settings};
pub use store::{find, keep, show_checklist, shows_checklist};

use database::{Result, Tx};

use crate::AuthorId;

/// Which mails the author gets.
pub async fn notifications(tx: &mut Tx, author_id: AuthorId) -> Result<Notifications> {
    Ok(store::find(tx, author_id).await?.notifications)
}

/// Whether the author is mailed how a campaign went.
pub async fn wants_campaign_reports(tx: &mut Tx, author_id: AuthorId) -> Result<bool> {
    Ok(notifications(tx, author_id).await?.campaign_reports)
}

/// Whether the author is mailed about sign-ins and changes of how they sign in.
pub async fn wants_security_alerts(tx: &mut Tx, author_id: AuthorId) -> Result<bool> {
    Ok(notifications(tx, author_id).await?.security_alerts)
}

/// Whether the author is mailed what happened in the week.
pub async fn wants_weekly_summary(tx: &mut Tx, author_id: AuthorId) -> Result<bool> {
    Ok(notifications(tx, author_id).await?.weekly_summary)
}
