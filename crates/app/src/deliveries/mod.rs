//! One row per reader and campaign: the send ledger, the engine that moves it, and the mail that leaves.

use std::collections::HashMap;

use database::{Tx, on_engine};
pub use model::Ledger;

use crate::{App, Timestamp};

pub mod engine;
pub mod model;

/// A campaign's latest run as other features see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    pub ledger: Ledger,
    pub started_at: Timestamp,
    pub finished_at: Option<Timestamp>,
}

/// The ledgers of the campaigns that were sent, in one statement.
pub async fn summaries(tx: &mut Tx, campaign_ids: &[i64]) -> database::Result<HashMap<i64, Summary>> {
    let _ = (tx, campaign_ids);
    Ok(HashMap::new())
}

/// Mails of a newsletter's campaigns that were accepted, from the counters of their runs.
pub async fn sent_total(tx: &mut Tx, newsletter_id: i64) -> database::Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar::<_, i64>(
        "SELECT CAST(COALESCE(SUM(r.sent), 0) AS BIGINT) FROM campaigns c JOIN campaign_runs r ON r.campaign_id = c.id \
         WHERE c.newsletter_id = $1")
        .bind(newsletter_id).fetch_one(conn).await)
}

/// The links that a mail to one reader carries.
#[derive(Clone, Debug)]
pub struct Links {
    pub unsubscribe_url: String,
    pub preferences_url: String,
    pub archive_url: String,
}

/// `subscriber_id` 0 is the sample reader of previews and test mails: its links lead to a page that changes nothing.
pub fn links(app: &App, newsletter_public_id: &str, campaign_id: i64, newsletter_id: i64, subscriber_id: i64) -> Links {
    let base = &app.settings.public_url;
    let token = format!("{newsletter_id}-{subscriber_id}");
    Links {
        unsubscribe_url: format!("{base}/u/{token}"),
        preferences_url: format!("{base}/p/{token}"),
        archive_url: format!("{base}/n/{newsletter_public_id}/{campaign_id}"),
    }
}

/// A mail outside a run: a test of a campaign, or a mail about an account.
#[derive(Clone, Debug)]
pub struct OneOff {
    pub author_id: i64,
    pub newsletter_id: Option<i64>,
    pub campaign_id: Option<i64>,
    /// `test` or `account`.
    pub kind: &'static str,
    pub message_id: String,
    pub sender: String,
    pub recipient: String,
    pub subject: String,
    /// The whole message, CRLF line ends.
    pub raw: Vec<u8>,
}

/// Sends it now through the configured transport; the error is a sentence with the transport's reply.
pub async fn send_one(app: &App, mail: OneOff) -> Result<(), String> {
    let _ = (app, mail);
    Err("not wired".into())
}

/// Whether a campaign of the newsletter is being sent or paused; such a newsletter cannot be deleted.
pub async fn is_newsletter_busy(tx: &mut Tx, newsletter_id: i64) -> database::Result<bool> {
    on_engine!(tx, conn => sqlx::query_scalar::<_, i64>(
        "SELECT COUNT(*) FROM campaigns WHERE newsletter_id = $1 AND status IN ('sending', 'paused')")
        .bind(newsletter_id).fetch_one(conn).await).map(|n| n > 0)
}
