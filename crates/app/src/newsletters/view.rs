//! A newsletter as the API shows it.

use serde::Serialize;

use super::{
    counters::Counters,
    model::{InDoubtPolicy, Newsletter},
    sending::sending_address,
};
use crate::{App, Timestamp};

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DomainType {
    Shared,
    User,
}

/// Readers by state.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SubscriberCounts {
    pub total: i64,
    pub active: i64,
    pub unsubscribed: i64,
    pub pending: i64,
    pub bounced: i64,
    pub complained: i64,
}

impl From<Counters> for SubscriberCounts {
    fn from(counters: Counters) -> Self {
        Self {
            total: counters.total(),
            active: counters.active,
            unsubscribed: counters.unsubscribed,
            pending: counters.pending,
            bounced: counters.bounced,
            complained: counters.complained,
        }
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Newsletter)]
pub struct NewsletterView {
    pub id: i64,
    pub name: String,
    pub description: Option<String>,
    pub from_name: String,
    pub from_prefix: String,
    pub domain_id: Option<i64>,
    pub domain: Option<String>,
    pub domain_type: Option<DomainType>,
    /// `from_prefix@domain`; without a domain the operator's fallback domain, or example.com.
    pub sending_address: String,
    pub reply_to: Option<String>,
    pub is_active: bool,
    /// Names its public page; cannot be guessed.
    pub public_id: String,
    pub double_opt_in: bool,
    pub in_doubt_policy: InDoubtPolicy,
    pub subscribers: SubscriberCounts,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

pub fn view(app: &App, (newsletter, counters): (Newsletter, Counters)) -> NewsletterView {
    NewsletterView {
        sending_address: sending_address(app, &newsletter),
        id: newsletter.id,
        name: newsletter.name,
        description: newsletter.description,
        from_name: newsletter.from_name,
        from_prefix: newsletter.from_prefix,
        domain_id: newsletter.domain_id,
        domain: None,
        domain_type: None,
        reply_to: newsletter.reply_to,
        is_active: newsletter.is_active,
        public_id: newsletter.public_id,
        double_opt_in: newsletter.double_opt_in,
        in_doubt_policy: newsletter.in_doubt_policy,
        subscribers: counters.into(),
        created_at: newsletter.created_at,
        updated_at: newsletter.updated_at,
    }
}
