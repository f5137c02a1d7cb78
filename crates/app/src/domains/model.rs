//! What a domain is, and how its state follows from what was found.

use serde::Serialize;

use super::limits;
use crate::{AuthorId, Timestamp, clock, percent::percent};

pub const MAX_NOTES: usize = 2000;
/// A domain whose records were not all there for so long has failed and is not looked at again until it is asked for.
const PATIENCE: i64 = 14 * clock::DAY;
/// Waits between looks at a domain that is not verified; the last one repeats.
const PENDING_WAITS: [i64; 9] = [
    clock::MINUTE,
    2 * clock::MINUTE,
    5 * clock::MINUTE,
    10 * clock::MINUTE,
    20 * clock::MINUTE,
    40 * clock::MINUTE,
    clock::HOUR,
    2 * clock::HOUR,
    6 * clock::HOUR,
];
/// How often a verified domain is looked at.
const VERIFIED_WAIT: i64 = 6 * clock::HOUR;
/// One look that nobody asked for may have met a name server in trouble: the second one counts.
const SECOND_LOOK: i64 = 5 * clock::MINUTE;

/// Who a domain belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DomainType {
    /// The installation: everybody may use it, administrators change it.
    Shared,
    /// One author.
    User,
}

/// How far a domain has proved itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = DomainStatus)]
pub enum Status {
    /// Records are missing or wrong.
    PendingDns,
    /// Every record was found.
    DnsConfigured,
    /// The delivery service has not confirmed the domain yet.
    Verifying,
    Verified,
    /// Verified, and a newsletter uses it.
    Active,
    Failed,
}

const STATUSES: [(Status, &str, &str); 6] = [
    (Status::PendingDns, "pending_dns", "Pending DNS"),
    (Status::DnsConfigured, "dns_configured", "DNS Configured"),
    (Status::Verifying, "verifying", "Verifying"),
    (Status::Verified, "verified", "Verified"),
    (Status::Active, "active", "Active"),
    (Status::Failed, "failed", "Failed"),
];

impl Status {
    /// The name in the database and in JSON.
    pub fn as_str(self) -> &'static str {
        STATUSES.iter().find(|s| s.0 == self).map_or("", |s| s.1)
    }

    pub fn label(self) -> &'static str {
        STATUSES.iter().find(|s| s.0 == self).map_or("", |s| s.2)
    }

    /// Mail may leave from it.
    pub fn is_verified(self) -> bool {
        matches!(self, Self::Verified | Self::Active)
    }
}

impl TryFrom<String> for Status {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        STATUSES.iter().find(|s| s.1 == name).map(|s| s.0).ok_or(name)
    }
}

/// A sending domain.
#[expect(clippy::struct_excessive_bools, reason = "the row has them")]
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Domain {
    pub id: i64,
    /// `None`: shared.
    pub author_id: Option<AuthorId>,
    /// ASCII, lower case, no final dot.
    pub domain: String,
    pub notes: Option<String>,
    /// Switched off, nothing is sent from it.
    pub is_active: bool,
    /// Never [`Status::Active`]: that also asks for a newsletter.
    #[sqlx(try_from = "String")]
    pub verification_status: Status,
    pub status_reason: Option<String>,
    pub status_since: Timestamp,
    pub ses_verified: bool,
    pub ses_dkim_verified: bool,
    pub has_ses_identity: bool,
    /// JSON list.
    pub ses_dkim_tokens: String,
    /// Host of the links in emails, when it is not the installation's own.
    pub tracking_host: Option<String>,
    /// Its record was found at the last look.
    pub is_tracking_found: bool,
    /// Emails a day, UTC; 0: no limit.
    pub daily_send_limit: i64,
    pub warm_up_from: Option<i64>,
    pub metrics_since: Timestamp,
    pub metrics_sent: i64,
    pub metrics_bounced: i64,
    pub metrics_soft_bounced: i64,
    pub metrics_complained: i64,
    pub failures: i64,
    pub checked_at: Option<Timestamp>,
    pub next_check_at: Option<Timestamp>,
    pub verified_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Domain {
    pub fn domain_type(&self) -> DomainType {
        if self.author_id.is_some() { DomainType::User } else { DomainType::Shared }
    }

    /// Hard bounces in percent of the emails since the last reset.
    pub fn bounce_rate(&self) -> f64 {
        percent(self.metrics_bounced, self.metrics_sent)
    }

    /// Today's mails are capped by the warm-up curve.
    pub fn is_warming_up(&self, today: i64) -> bool {
        self.warm_up_from.is_some_and(|from| limits::warm_up_allows(today - from).is_some())
    }

    /// Complaints in percent of the emails since the last reset.
    pub fn complaint_rate(&self) -> f64 {
        percent(self.metrics_complained, self.metrics_sent)
    }
}

/// What the delivery service says about a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// There is none that has to agree.
    None,
    Pending,
    Confirmed,
    Refused,
}

/// What one look at all records came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub required: usize,
    /// Required records that are missing or not what they should be.
    pub broken: usize,
    /// Required records that could not be looked up.
    pub unknown: usize,
    pub service: Service,
    /// Somebody asked for it; what it finds counts at once.
    pub is_asked: bool,
}

/// Where a look leaves a domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// States that were gone through, in order; empty when nothing changes.
    pub through: Vec<Status>,
    pub status: Status,
    pub reason: Option<String>,
    pub failures: i64,
    /// `None`: never, until somebody asks.
    pub next_check_at: Option<Timestamp>,
}

/// The state after a look.
pub fn step(domain: &Domain, look: Look, now: Timestamp) -> Step {
    let was = domain.verification_status;
    if look.broken == 0 && look.unknown > 0 {
        let reason = format!(
            "DNS didn't answer for {} of {} records. Nothing was changed.",
            look.unknown, look.required
        );
        return Step {
            through: Vec::new(),
            status: was,
            reason: Some(reason),
            failures: domain.failures,
            next_check_at: Some(now.plus(SECOND_LOOK)),
        };
    }
    if look.broken > 0 { broken(domain, look, now) } else { found(domain, look, now) }
}

fn broken(domain: &Domain, look: Look, now: Timestamp) -> Step {
    let was = domain.verification_status;
    // Whoever watches asks every few seconds: that makes our own looks no rarer.
    let failures = if look.is_asked { domain.failures.max(1) } else { domain.failures + 1 };
    let records =
        if look.broken == 1 { "1 record is".to_owned() } else { format!("{} records are", look.broken) };
    if was.is_verified() && !look.is_asked && failures < 2 {
        return Step {
            through: Vec::new(),
            status: was,
            reason: Some(format!("{records} missing or wrong. We'll check again.")),
            failures,
            next_check_at: Some(now.plus(SECOND_LOOK)),
        };
    }
    let gave_up = !was.is_verified() && !look.is_asked && now.0 - domain.status_since.0 > PATIENCE;
    let status = if gave_up { Status::Failed } else { Status::PendingDns };
    let reason = if gave_up {
        format!("{records} still missing or wrong after 14 days. Fix them and verify again.")
    } else {
        format!("{records} missing or wrong.")
    };
    let wait = PENDING_WAITS[usize::try_from(failures - 1).unwrap_or(0).min(PENDING_WAITS.len() - 1)];
    Step {
        through: if status == was { Vec::new() } else { vec![status] },
        status,
        reason: Some(reason),
        failures,
        next_check_at: (!gave_up).then(|| now.plus(wait)),
    }
}

fn found(domain: &Domain, look: Look, now: Timestamp) -> Step {
    let was = domain.verification_status;
    let (status, reason) = match look.service {
        Service::None | Service::Confirmed => (Status::Verified, None),
        Service::Pending => {
            (Status::Verifying, Some("All records found. Amazon SES hasn't confirmed the domain yet."))
        }
        Service::Refused => (Status::Failed, Some("Amazon SES couldn't confirm the domain. Verify again.")),
    };
    let all = [Status::DnsConfigured, Status::Verifying, Status::Verified];
    let through = if status == was {
        Vec::new()
    } else if status == Status::Failed {
        vec![Status::Failed]
    } else {
        // What lies between the state it was in and the one it is in now.
        let from = all.iter().position(|s| *s == was).map_or(0, |at| at + 1);
        let to = all.iter().position(|s| *s == status).unwrap_or(0);
        if from <= to { all[from..=to].to_vec() } else { vec![status] }
    };
    let wait = if status.is_verified() { VERIFIED_WAIT } else { clock::MINUTE };
    Step {
        through,
        status,
        reason: reason.map(str::to_owned),
        failures: 0,
        next_check_at: Some(now.plus(wait)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_795_262_400_000);

    fn domain(status: Status, failures: i64) -> Domain {
        Domain {
            id: 1,
            author_id: None,
            domain: "example.org".into(),
            notes: None,
            is_active: true,
            verification_status: status,
            status_reason: None,
            status_since: NOW,
            ses_verified: false,
            ses_dkim_verified: false,
            has_ses_identity: false,
            ses_dkim_tokens: "[]".into(),
            tracking_host: None,
            is_tracking_found: false,
            daily_send_limit: 0,
            warm_up_from: None,
            metrics_since: NOW,
            metrics_sent: 0,
            metrics_bounced: 0,
            metrics_soft_bounced: 0,
            metrics_complained: 0,
            failures,
            checked_at: None,
            next_check_at: None,
            verified_at: None,
            created_at: NOW,
            updated_at: NOW,
        }
    }

    fn look(broken: usize, unknown: usize, service: Service) -> Look {
        Look { required: 5, broken, unknown, service, is_asked: false }
    }

    #[test]
    fn all_found_goes_through_every_state() {
        let step = step(&domain(Status::PendingDns, 3), look(0, 0, Service::None), NOW);
        assert_eq!(step.through, [Status::DnsConfigured, Status::Verifying, Status::Verified]);
        assert_eq!((step.status, step.failures, step.reason), (Status::Verified, 0, None));
        assert_eq!(step.next_check_at, Some(NOW.plus(VERIFIED_WAIT)));
    }

    #[test]
    fn the_service_has_the_last_word() {
        let pending = step(&domain(Status::PendingDns, 0), look(0, 0, Service::Pending), NOW);
        assert_eq!(pending.through, [Status::DnsConfigured, Status::Verifying]);
        let confirmed = step(&domain(Status::Verifying, 0), look(0, 0, Service::Confirmed), NOW);
        assert_eq!(confirmed.through, [Status::Verified]);
        let refused = step(&domain(Status::Verifying, 0), look(0, 0, Service::Refused), NOW);
        assert_eq!((refused.status, refused.through), (Status::Failed, vec![Status::Failed]));
        let lost = step(&domain(Status::Verified, 0), look(0, 0, Service::Pending), NOW);
        assert_eq!((lost.status, lost.through), (Status::Verifying, vec![Status::Verifying]));
    }

    #[test]
    fn a_verified_domain_that_breaks_goes_back_at_the_second_look() {
        let first = step(&domain(Status::Verified, 0), look(1, 0, Service::None), NOW);
        assert_eq!((first.status, first.failures, first.through.len()), (Status::Verified, 1, 0));
        assert_eq!(first.next_check_at, Some(NOW.plus(SECOND_LOOK)));
        let second = step(&domain(Status::Verified, 1), look(1, 0, Service::None), NOW);
        assert_eq!((second.status, second.through), (Status::PendingDns, vec![Status::PendingDns]));
        let asked = Look { is_asked: true, ..look(2, 0, Service::None) };
        assert_eq!(step(&domain(Status::Verified, 0), asked, NOW).status, Status::PendingDns);
    }

    #[test]
    fn who_watches_makes_later_looks_no_rarer() {
        let asked = Look { is_asked: true, ..look(1, 0, Service::None) };
        let watched = step(&domain(Status::PendingDns, 3), asked, NOW);
        assert_eq!((watched.failures, watched.next_check_at), (3, Some(NOW.plus(PENDING_WAITS[2]))));
        assert_eq!(step(&domain(Status::PendingDns, 0), asked, NOW).failures, 1);
    }

    #[test]
    fn a_name_server_in_trouble_changes_nothing() {
        for status in [Status::PendingDns, Status::Verified, Status::Failed] {
            let step = step(&domain(status, 1), look(0, 2, Service::None), NOW);
            assert_eq!((step.status, step.failures, step.through.len()), (status, 1, 0));
        }
        // What is surely wrong counts, whatever else did not answer.
        assert_eq!(
            step(&domain(Status::Verified, 1), look(1, 2, Service::None), NOW).status,
            Status::PendingDns
        );
    }

    #[test]
    fn looks_become_rare_and_end() {
        let mut at = domain(Status::PendingDns, 0);
        let mut now = NOW;
        let mut waits = Vec::new();
        loop {
            let step = step(&at, look(1, 0, Service::None), now);
            at.failures = step.failures;
            let Some(next) = step.next_check_at else {
                assert_eq!(step.status, Status::Failed);
                break;
            };
            assert_eq!(step.status, Status::PendingDns);
            waits.push(next.0 - now.0);
            now = next;
        }
        assert!(waits.windows(2).all(|pair| pair[0] <= pair[1]));
        assert!(waits.len() < 100 && now.0 - NOW.0 >= PATIENCE, "{}", waits.len());
        let asked = Look { is_asked: true, ..look(1, 0, Service::None) };
        assert_eq!(step(&at, asked, now.plus(PATIENCE)).status, Status::PendingDns);
    }
}
