//! One row per reader and campaign: the send ledger, the engine that moves it, and the mail that leaves.

mod background;
mod content;
pub mod engine;
mod groups;
mod http;
mod ledger;
mod links;
pub mod model;
mod quota;
#[cfg(test)]
mod simulation;
mod store;
#[cfg(test)]
mod tests;
mod transport;
mod unsubscribe;
mod verp;

pub use background::{Node, run};
pub use content::JsonAttributes;
pub use http::routes;
pub use ledger::SqlLedger;
pub use links::{LinkMaker, Links, ReaderToken, links};
pub use model::Ledger;
pub use store::{
    RunRef, Summary, bounced_total, count_event, is_domain_busy, is_in_flight, is_newsletter_busy,
    latest_run, prove_sent, run_ref, sent_total, summaries,
};
pub use transport::send_one;
pub use unsubscribe::unsubscribe;
pub use verp::{Mailed, Use, Verp};

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
