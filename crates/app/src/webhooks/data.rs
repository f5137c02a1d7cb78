//! What events of mails hold: the field `data` of their bodies.

use serde::Serialize;

use crate::{CampaignId, NewsletterId, SubscriberId, Timestamp};

/// The subscriber whom an event is about.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct EventSubscriber {
    #[schema(value_type = i64)]
    pub id: SubscriberId,
    /// Null where the subscriber was erased meanwhile.
    #[schema(required)]
    pub email: Option<String>,
}

/// A person opened an email.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct EmailOpened {
    #[schema(value_type = i64)]
    pub newsletter_id: NewsletterId,
    #[schema(value_type = i64)]
    pub campaign_id: CampaignId,
    pub subscriber: EventSubscriber,
    pub at: Timestamp,
}

/// A person followed a link of an email.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct EmailClicked {
    #[schema(value_type = i64)]
    pub newsletter_id: NewsletterId,
    #[schema(value_type = i64)]
    pub campaign_id: CampaignId,
    pub subscriber: EventSubscriber,
    /// Where it leads.
    #[schema(required)]
    pub link: Option<String>,
    pub at: Timestamp,
}

/// Whether an email came back for good.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BounceKind {
    Hard,
    Soft,
}

/// An email came back, or was called spam.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct EmailReturned<'a> {
    #[schema(value_type = i64)]
    pub newsletter_id: NewsletterId,
    #[schema(value_type = i64)]
    pub campaign_id: CampaignId,
    pub subscriber: EventSubscriber,
    /// Whether it came back for good; null for a complaint.
    #[schema(required)]
    pub kind: Option<BounceKind>,
    #[schema(required)]
    pub reason: Option<&'a str>,
    #[schema(required)]
    pub enhanced_code: Option<&'a str>,
    pub at: Timestamp,
}
