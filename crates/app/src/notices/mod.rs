//! What an author has to be told on the dashboard, until it is dismissed.

mod http;
mod store;

use serde::{Deserialize, Serialize};

pub use store::{add, clear};

use crate::{
    accounts::Keys,
    core::Has,
    http::{Routes, routes},
};

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    DomainVerified,
    DomainBroken,
    CampaignPaused,
    /// No email leaves, because of the mail server; gone when it leaves again.
    SendingStuck,
    /// Its time passed while nothing could be sent, or it could not be sent at its time.
    CampaignMissed,
    /// It left later than its time.
    CampaignLate,
    /// Its receiver failed for days, or wants no more events.
    WebhookDisabled,
    /// The database's disk was full or failed, for administrators.
    StorageFailed,
}

database::kept_by_name!(NoticeKind);

pub fn routes<S: Has<Keys>>() -> Routes<S> {
    Routes::new().merge(routes!(http::list_notices)).merge(routes!(http::dismiss_notice))
}
