//! The installation's suppression list: addresses that nothing is sent to, whoever's reader they are, with the reason,
//! who said so and when. Checked at the commit point of every send.

mod http;
mod store;
#[cfg(test)]
mod tests;

use serde::Serialize;

pub use store::{New, add, is_reserved, is_suppressed, take_back};

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
};

/// Why an address is on the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SuppressionReason)]
pub enum Reason {
    /// The mailbox does not exist.
    HardBounce,
    /// The reader called a mail spam.
    Complaint,
    /// The mailbox took nothing for many campaigns in a row.
    SoftBounces,
    /// An administrator added it.
    Manual,
    /// Names below `.invalid` exist nowhere. Such addresses need not be on the list.
    Reserved,
}

const REASONS: [(Reason, &str, &str); 5] = [
    (Reason::HardBounce, "hard_bounce", "This address is on the suppression list: an email to it bounced."),
    (
        Reason::Complaint,
        "complaint",
        "This address is on the suppression list: its owner reported an email as spam.",
    ),
    (
        Reason::SoftBounces,
        "soft_bounces",
        "This address is on the suppression list: it took no mail for a long time.",
    ),
    (Reason::Manual, "manual", "This address is on the suppression list: an administrator added it."),
    (Reason::Reserved, "reserved", "Addresses that end in .invalid exist nowhere: nothing is sent to them."),
];

impl Reason {
    /// The name in the database and in JSON.
    pub fn as_str(self) -> &'static str {
        REASONS.iter().find(|r| r.0 == self).map_or("", |r| r.1)
    }

    /// What the ledger says of a reader who is left out for it.
    pub fn sentence(self) -> &'static str {
        REASONS.iter().find(|r| r.0 == self).map_or("", |r| r.2)
    }

    pub fn parse(name: &str) -> Option<Self> {
        REASONS.iter().find(|r| r.1 == name).map(|r| r.0)
    }
}

impl TryFrom<String> for Reason {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::parse(&name).ok_or(name)
    }
}

pub fn routes<S: Has<Keys>>() -> Routes<S> {
    Routes::new()
        .merge(routes!(http::list::list_suppressions, http::create::create_suppression))
        .merge(routes!(http::delete::delete_suppression))
}
