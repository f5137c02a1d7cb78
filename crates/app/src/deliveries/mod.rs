//! One row per reader and campaign: the send ledger, what the engine that moves it is given, and the mail that leaves.

mod account_mails;
mod background;
mod content;
mod decide;
pub mod events;
mod feed;
mod groups;
mod holding;
mod http;
mod ledger;
mod marks;
pub mod model;
mod pack;
mod quota;
mod removal;
mod retention;
mod risk;
mod schedule;
mod sql;
pub mod start;
mod store;
#[cfg(test)]
pub(crate) mod tests;
mod totals;
mod transport;
pub mod trouble;
mod unsubscribe;

pub use account_mails::{retry_after, send_account_mails, send_due_account_mails, send_trial};
pub use background::run;
pub use engine::receiver_of;
pub use holding::HOLDING;
pub use http::{csv, routes};
#[cfg(test)]
pub use ledger::freeze_for_tests;
pub use ledger::{SqlLedger, narrow};
pub use pack::background as pack;
pub use removal::REMOVAL;
pub use retention::background as forget;
pub use risk::{pause_risky_campaigns, watch_risk};
pub use schedule::{fire_due, run as calendar};
pub use store::{Past, is_domain_busy, is_in_flight, left_at, past_of, prove_sent};
pub use totals::{end_all_nodes, living_nodes, nodes_off};
pub use transport::{count_one, send_committed, send_one};
pub use unsubscribe::unsubscribe;

use crate::{
    AuthorId, CampaignId, NewsletterId, captured_mail,
    links::{Mailed, Use},
};

/// A mail outside a run: a test of a campaign, a question to a reader, or a mail about an account.
#[derive(Clone, Debug)]
pub struct OneOff {
    pub author_id: AuthorId,
    pub newsletter_id: Option<NewsletterId>,
    pub campaign_id: Option<CampaignId>,
    pub kind: captured_mail::CapturedMailKind,
    pub message_id: String,
    pub sender: String,
    pub recipient: String,
    pub subject: String,
    /// The whole message, CRLF line ends.
    pub raw: Vec<u8>,
    /// Names the mail to whoever reports about it; without one nothing that comes back is understood.
    pub mailed: Option<(Use, Mailed)>,
}

/// What became of a mail that was handed over; the texts are sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Handed {
    Sent,
    /// The server wants it later.
    Later(String),
    /// The server does not want it. `hard_bounce`: there is no such mailbox.
    Refused {
        reason: String,
        hard_bounce: bool,
    },
    /// Nothing is sent to this address.
    Suppressed(&'static str),
    /// It has certainly not left.
    Unsent(String),
    /// It may have left.
    Unknown(String),
}

impl Handed {
    /// An error unless it was sent.
    pub fn sent(self) -> Result<(), String> {
        match self {
            Self::Sent => Ok(()),
            Self::Suppressed(reason) => Err(reason.into()),
            Self::Later(reason)
            | Self::Refused { reason, .. }
            | Self::Unsent(reason)
            | Self::Unknown(reason) => Err(reason),
        }
    }
}
