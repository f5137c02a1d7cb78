//! The calls of the built-in mailbox, one per file.

pub mod get;
pub mod list;
pub mod raw;
#[cfg(test)]
mod tests;

use serde::Serialize;

use super::{model::CapturedMailKind, store::Mail};
use crate::{CampaignId, NewsletterId, Timestamp};

/// A captured mail.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct CapturedMail {
    pub id: i64,
    pub kind: CapturedMailKind,
    #[schema(required)]
    #[schema(value_type = Option<i64>)]
    pub campaign_id: Option<CampaignId>,
    #[schema(required)]
    #[schema(value_type = Option<i64>)]
    pub newsletter_id: Option<NewsletterId>,
    /// An address.
    pub from: String,
    /// An address.
    pub to: String,
    pub subject: String,
    pub size_bytes: i64,
    /// Without angle brackets.
    pub message_id: String,
    pub captured_at: Timestamp,
}

impl From<Mail> for CapturedMail {
    fn from(mail: Mail) -> Self {
        Self {
            id: mail.id,
            kind: mail.kind,
            campaign_id: mail.campaign_id,
            newsletter_id: mail.newsletter_id,
            from: mail.sender,
            to: mail.recipient,
            subject: mail.subject,
            size_bytes: mail.size_bytes,
            message_id: mail.message_id,
            captured_at: mail.captured_at,
        }
    }
}
