//! A domain as the API shows it.

use std::collections::HashMap;

use database::Tx;
use serde::Serialize;

use super::{
    advice::{self, AdvicePart},
    limits,
    model::{Domain, DomainType, Status},
    records,
    store::{self, Record},
};
use crate::{Core, Timestamp, accounts::Caller, http::Editable, newsletters};

/// A sending domain.
#[expect(clippy::struct_excessive_bools, reason = "the JSON has them")]
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Domain)]
pub struct DomainView {
    pub id: i64,
    /// ASCII, lower case.
    pub domain: String,
    pub domain_type: DomainType,
    /// Switched off, nothing is sent from it.
    pub is_active: bool,
    #[schema(required)]
    pub notes: Option<String>,
    pub verification_status: Status,
    /// What is missing or why it failed.
    #[schema(required)]
    pub status_reason: Option<String>,
    pub ses_verified: bool,
    /// Every required DKIM record was found, or confirmed by Amazon SES.
    pub ses_dkim_verified: bool,
    /// Emails a day, UTC; 0: no limit.
    pub daily_send_limit: i64,
    pub current_daily_sent: i64,
    /// What may be sent today under limit and warm-up; null: no limit.
    #[schema(required)]
    pub daily_allowance: Option<i64>,
    pub warm_up: bool,
    /// Day of the warm-up, from 1.
    #[schema(required)]
    pub warm_up_day: Option<i64>,
    /// Hard bounces in percent of the emails since the last reset.
    pub bounce_rate: f64,
    /// Complaints in percent of the emails since the last reset.
    pub complaint_rate: f64,
    pub metrics_since: Timestamp,
    pub metrics_sent: i64,
    pub metrics_bounced: i64,
    pub metrics_soft_bounced: i64,
    pub metrics_complained: i64,
    /// Host of the links in emails, when it is not the installation's own.
    #[schema(required)]
    pub tracking_host: Option<String>,
    #[schema(required)]
    pub checked_at: Option<Timestamp>,
    #[schema(required)]
    pub next_check_at: Option<Timestamp>,
    #[schema(required)]
    pub verified_at: Option<Timestamp>,
    /// The caller may change it.
    pub is_writable: bool,
    /// The caller's newsletters that use it.
    pub newsletters: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A record that the domain's owner puts into the DNS, and what was found there.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DnsRecord {
    pub id: i64,
    /// TXT, CNAME or MX.
    pub record_type: String,
    /// ownership, dkim, spf, return_path, dmarc or tracking.
    pub purpose: String,
    pub description: &'static str,
    /// The full name, without a final dot.
    pub name: String,
    /// Empty when this installation cannot know it: `advice` says what to do.
    pub value: String,
    /// Seconds.
    #[schema(required)]
    pub ttl: Option<i64>,
    pub required: bool,
    /// unchecked, found, missing, wrong, or unknown when the DNS did not answer.
    pub status: String,
    /// What the DNS has there.
    pub found: Vec<String>,
    /// What to change, in plain words.
    #[schema(required)]
    pub advice: Option<String>,
    /// The same in parts, so that what is to be entered stands apart from what is said; empty without advice.
    pub advice_parts: Vec<AdvicePart>,
    #[schema(required)]
    pub checked_at: Option<Timestamp>,
}

/// A domain and its records.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DomainAndRecords {
    pub domain: DomainView,
    pub dns_records: Vec<DnsRecord>,
}

impl From<Record> for DnsRecord {
    fn from(record: Record) -> Self {
        let unknown = || record.value.is_empty().then(|| records::lacking(&record.purpose));
        let said = record.advice.as_deref().and_then(advice::read).or_else(unknown);
        Self {
            description: records::description(&record.purpose, &record.value),
            id: record.id,
            record_type: record.record_type,
            purpose: record.purpose,
            name: record.name,
            value: record.value,
            ttl: record.ttl,
            required: record.is_required,
            status: record.status,
            found: serde_json::from_str(&record.found).unwrap_or_default(),
            advice: said.as_ref().map(ToString::to_string),
            advice_parts: said.as_ref().map(advice::parts).unwrap_or_default(),
            checked_at: record.checked_at,
        }
    }
}

/// May the caller change it?
pub fn is_writable(caller: &Caller, domain: &Domain) -> bool {
    domain.author_id.map_or(caller.is_admin, |owner| owner == caller.author_id)
}

/// Domains with what other tables know of them, in three statements.
pub async fn views(
    core: &Core,
    tx: &mut Tx,
    caller: &Caller,
    domains: Vec<Domain>,
) -> database::Result<Vec<DomainView>> {
    let ids: Vec<i64> = domains.iter().map(|d| d.id).collect();
    let day = core.now().day();
    let sent: HashMap<i64, i64> = store::sent_on(tx, &ids, day).await?.into_iter().collect();
    let used = newsletters::domain_uses(tx, &ids, caller.author_id).await?;
    Ok(domains
        .into_iter()
        .map(|domain| {
            let (all, own) = used.get(&domain.id).copied().unwrap_or_default();
            let sent = sent.get(&domain.id).copied().unwrap_or_default();
            view(caller, domain, sent, (all > 0, own), day)
        })
        .collect())
}

fn view(caller: &Caller, domain: Domain, sent: i64, (is_used, own): (bool, i64), day: i64) -> DomainView {
    let warm_up_day = domain
        .warm_up_from
        .filter(|from| limits::warm_up_allows(day - from).is_some())
        .map(|from| day - from + 1);
    let status = match domain.verification_status {
        Status::Verified if is_used => Status::Active,
        status => status,
    };
    DomainView {
        verification_status: status,
        domain_type: domain.domain_type(),
        is_writable: is_writable(caller, &domain),
        bounce_rate: domain.bounce_rate(),
        complaint_rate: domain.complaint_rate(),
        daily_allowance: limits::allowance(domain.daily_send_limit, domain.warm_up_from, day),
        current_daily_sent: sent,
        warm_up: domain.warm_up_from.is_some(),
        warm_up_day,
        newsletters: own,
        id: domain.id,
        domain: domain.domain,
        is_active: domain.is_active,
        notes: domain.notes,
        status_reason: domain.status_reason,
        ses_verified: domain.ses_verified,
        ses_dkim_verified: domain.ses_dkim_verified,
        daily_send_limit: domain.daily_send_limit,
        metrics_since: domain.metrics_since,
        metrics_sent: domain.metrics_sent,
        metrics_bounced: domain.metrics_bounced,
        metrics_soft_bounced: domain.metrics_soft_bounced,
        metrics_complained: domain.metrics_complained,
        tracking_host: domain.tracking_host,
        checked_at: domain.checked_at,
        next_check_at: domain.next_check_at,
        verified_at: domain.verified_at,
        created_at: domain.created_at,
        updated_at: domain.updated_at,
    }
}

impl Editable for DomainView {
    const TABLE: &str = "domains";

    fn edited(&self) -> impl Serialize {
        (&self.notes, self.is_active, self.daily_send_limit, self.warm_up, &self.tracking_host)
    }
}
