//! A campaign as the API shows it.

use serde::Serialize;
use serde_json::Value;

use super::{
    model::{Status, text_preview},
    store::Campaign,
};
use crate::{
    Timestamp,
    deliveries::{Ledger, Summary},
    newsletters::InDoubtPolicy,
    templates::{Block, JsonText},
};

/// A campaign.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Campaign)]
pub struct CampaignView {
    pub id: i64,
    pub newsletter_id: i64,
    pub newsletter_name: String,
    pub subject: String,
    #[schema(required)]
    pub preheader: Option<String>,
    /// Empty for none; null in the list across newsletters.
    #[schema(required)]
    pub html_content: Option<String>,
    /// Null in the list across newsletters.
    #[schema(required)]
    pub text_content: Option<String>,
    /// The first 200 characters of the plain text.
    #[schema(required)]
    pub text_preview: Option<String>,
    /// The block editor's document; null in the list across newsletters.
    #[schema(required, value_type = Option<Vec<Block>>)]
    pub blocks: Option<JsonText>,
    /// Null in the list across newsletters.
    #[schema(required, value_type = Option<BTreeMap<String, Value>>)]
    pub theme: Option<JsonText>,
    /// Rises with every saved change.
    pub revision: i64,
    #[schema(required, value_type = Option<Value>)]
    pub segment: Option<Value>,
    pub status: Status,
    /// Why it was paused without its author.
    #[schema(required)]
    pub pause_reason: Option<String>,
    pub in_doubt_policy: InDoubtPolicy,
    /// Readers it is meant for; null before it is sent.
    #[schema(required)]
    pub recipients: Option<i64>,
    /// Where its readers stand; null before it is sent.
    #[schema(required)]
    pub ledger: Option<Ledger>,
    pub opens: i64,
    pub clicks: i64,
    #[schema(required)]
    pub scheduled_at: Option<Timestamp>,
    #[schema(required)]
    pub started_at: Option<Timestamp>,
    #[schema(required)]
    pub sent_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The whole entity.
pub fn view(campaign: Campaign, newsletter_name: String, summary: Option<Summary>) -> CampaignView {
    let ledger = summary.map(|s| s.ledger);
    CampaignView {
        id: campaign.id,
        newsletter_id: campaign.newsletter_id,
        newsletter_name,
        subject: campaign.subject,
        preheader: campaign.preheader,
        html_content: Some(campaign.html_content),
        text_preview: text_preview(campaign.text_content.as_deref()),
        text_content: campaign.text_content,
        // Before there was a block editor, any JSON was taken.
        blocks: campaign.blocks.filter(JsonText::is_list),
        theme: campaign.theme,
        revision: campaign.revision,
        segment: campaign.segment.map(|s| s.0),
        status: campaign.status,
        pause_reason: campaign.pause_reason,
        in_doubt_policy: campaign.in_doubt_policy,
        recipients: ledger.map(|l| l.intended),
        ledger,
        opens: 0,
        clicks: 0,
        scheduled_at: campaign.scheduled_at,
        started_at: campaign.started_at,
        sent_at: campaign.sent_at,
        created_at: campaign.created_at,
        updated_at: campaign.updated_at,
    }
}

/// The same without its contents, for the list across newsletters.
pub fn outline(campaign: Campaign, newsletter_name: String, summary: Option<Summary>) -> CampaignView {
    CampaignView {
        html_content: None,
        text_content: None,
        blocks: None,
        theme: None,
        ..view(campaign, newsletter_name, summary)
    }
}
