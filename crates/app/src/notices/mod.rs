//! What an author has to be told on the dashboard, until it is dismissed.

mod http;
mod store;

use serde::Serialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub use store::add;

use crate::App;

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NoticeKind)]
pub enum Kind {
    DomainVerified,
    DomainBroken,
    CampaignPaused,
    /// Its time passed while nothing could be sent, or it could not be sent at its time.
    CampaignMissed,
    /// It left later than its time.
    CampaignLate,
    /// Its receiver failed for days, or wants no more events.
    WebhookDisabled,
}

const KINDS: [(Kind, &str); 6] = [
    (Kind::DomainVerified, "domain_verified"),
    (Kind::DomainBroken, "domain_broken"),
    (Kind::CampaignPaused, "campaign_paused"),
    (Kind::CampaignMissed, "campaign_missed"),
    (Kind::CampaignLate, "campaign_late"),
    (Kind::WebhookDisabled, "webhook_disabled"),
];

impl Kind {
    /// The name in the database and in JSON.
    pub fn as_str(self) -> &'static str {
        KINDS.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }
}

impl TryFrom<String> for Kind {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        KINDS.iter().find(|(_, n)| *n == name).map(|(kind, _)| *kind).ok_or(name)
    }
}

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(http::list_notices)).routes(routes!(http::dismiss_notice))
}
