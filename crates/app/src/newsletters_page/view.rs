//! A newsletter as the API shows it.

use std::collections::HashMap;

use database::Tx;
use serde::Serialize;

use crate::{
    Core, Language, NewsletterId, Timestamp,
    accounts::Caller,
    domains::{self, Domain, DomainType, Status},
    http::Editable,
    newsletters::{Counters, InDoubtPolicy, Newsletter, Tracking},
};

/// Subscribers by state.
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
    #[schema(value_type = i64)]
    pub id: NewsletterId,
    pub name: String,
    #[schema(required)]
    pub description: Option<String>,
    pub from_name: String,
    pub from_prefix: String,
    #[schema(required)]
    pub domain_id: Option<i64>,
    #[schema(required)]
    pub domain: Option<String>,
    #[schema(required)]
    pub domain_type: Option<DomainType>,
    /// How far the domain has proved itself; null without one.
    #[schema(required)]
    pub domain_status: Option<Status>,
    /// `from_prefix@domain`; without a domain the operator's fallback domain, or example.com.
    pub sending_address: String,
    #[schema(required)]
    pub reply_to: Option<String>,
    pub is_active: bool,
    /// Part of the sample data: it sends no campaign, and nobody can subscribe to it.
    pub is_sample: bool,
    /// Names its public page; cannot be guessed.
    pub public_id: String,
    pub double_opt_in: bool,
    pub in_doubt_policy: InDoubtPolicy,
    /// What is counted of opens and clicks.
    pub tracking: Tracking,
    /// Of its public pages and of the emails that these send.
    pub language: Language,
    pub subscribers: SubscriberCounts,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// Newsletters with the domains that they are sent from.
pub async fn views(
    core: &Core,
    tx: &mut Tx,
    caller: &Caller,
    newsletters: Vec<(Newsletter, Counters)>,
) -> database::Result<Vec<NewsletterView>> {
    let mut domains: HashMap<i64, Domain> = HashMap::new();
    for id in newsletters.iter().filter_map(|(newsletter, _)| newsletter.domain_id) {
        if !domains.contains_key(&id)
            && let Some(domain) = domains::find_visible(tx, caller.author_id, id).await?
        {
            domains.insert(id, domain);
        }
    }
    let with_domain = |(newsletter, counters): (Newsletter, Counters)| {
        let domain = newsletter.domain_id.and_then(|id| domains.get(&id));
        view(core, newsletter, counters, domain)
    };
    Ok(newsletters.into_iter().map(with_domain).collect())
}

fn view(core: &Core, newsletter: Newsletter, counters: Counters, domain: Option<&Domain>) -> NewsletterView {
    let name = domain.map_or(core.settings.fallback_or_example(), |domain| &domain.domain);
    // It uses the domain, so a verified one is active.
    let status = domain.map(|domain| match domain.verification_status {
        Status::Verified => Status::Active,
        status => status,
    });
    NewsletterView {
        sending_address: format!("{}@{name}", newsletter.from_prefix),
        domain: domain.map(|domain| domain.domain.clone()),
        domain_type: domain.map(Domain::domain_type),
        domain_status: status,
        id: newsletter.id,
        name: newsletter.name,
        description: newsletter.description,
        from_name: newsletter.from_name,
        from_prefix: newsletter.from_prefix,
        domain_id: newsletter.domain_id,
        reply_to: newsletter.reply_to,
        is_active: newsletter.is_active,
        is_sample: newsletter.is_sample,
        public_id: newsletter.public_id,
        double_opt_in: newsletter.double_opt_in,
        in_doubt_policy: newsletter.in_doubt_policy,
        tracking: newsletter.tracking,
        language: newsletter.language,
        subscribers: counters.into(),
        created_at: newsletter.created_at,
        updated_at: newsletter.updated_at,
    }
}

impl Editable for NewsletterView {
    const TABLE: &str = "newsletters";

    fn edited(&self) -> impl Serialize {
        (
            (
                &self.name,
                &self.description,
                &self.from_name,
                &self.from_prefix,
                self.domain_id,
                &self.reply_to,
            ),
            (self.is_active, self.double_opt_in, self.in_doubt_policy, self.tracking, self.language),
        )
    }
}
