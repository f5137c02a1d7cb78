//! Who would get a campaign, who would not and why, and how long it would take.

use std::collections::BTreeMap;

use database::Tx;
use serde::Serialize;

use crate::{
    Core, NewsletterId, SubscriberId, Timestamp,
    campaigns::Campaign,
    deliveries::{self, Past},
    domains::{self, Domain},
    newsletters::{self, Counters, Newsletter},
    runs::Segment,
    senders::Sender,
    subscribers::{self, Status},
    suppressions::Reason,
};

/// Days that are looked ahead.
const AHEAD: i64 = 366;
/// Addresses that are shown.
const SAMPLE: usize = 10;
const PAGE: i64 = 20_000;
/// Campaigns that make up what is usual.
const PAST: i64 = 5;

/// Subscribers who share a reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct LeftOut {
    pub reason: String,
    pub count: i64,
}

/// What sending would do, without doing it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct DryRun {
    /// Subscribers in the ledger.
    pub intended: i64,
    /// Of those, subscribers whom an email would be sent to.
    pub recipients: i64,
    /// Of those intended, the others.
    pub left_out: Vec<LeftOut>,
    /// Subscribers of the newsletter whom the campaign is not for.
    pub not_audience: Vec<LeftOut>,
    /// The first ten addresses.
    pub sample: Vec<String>,
    /// Emails a second; null when nothing is known.
    #[schema(required)]
    pub rate_per_second: Option<f64>,
    /// Where the rate is from.
    pub rate_source: String,
    #[schema(required)]
    pub seconds: Option<f64>,
    /// Days on which emails leave.
    pub days: i64,
    /// What holds it back.
    pub limits: Vec<String>,
    pub starts_at: Timestamp,
    /// The median of the newsletter's last campaigns; null before there are any.
    #[schema(required)]
    pub usual_audience: Option<i64>,
}

pub async fn dry_run(
    core: &Core,
    tx: &mut Tx,
    newsletter: &Newsletter,
    campaign: &Campaign,
    sender: &Sender,
) -> database::Result<DryRun> {
    let now = core.now();
    let counts = newsletters::counters_of(tx, newsletter.id).await?;
    let intended = match campaign.segment {
        None => everyone(tx, newsletter.id, counts).await?,
        Some(segment) => those_of(tx, newsletter.id, segment.0).await?,
    };
    let mut left_out: Vec<LeftOut> = intended.suppressed.iter().map(suppressed).collect();
    for (status, count) in &intended.by_status {
        if *status != Status::Active {
            left_out.push(LeftOut { reason: format!("Not active: {}", status.as_str()), count: *count });
        }
    }
    let recipients = intended.count - left_out.iter().map(|group| group.count).sum::<i64>();
    let past = deliveries::past_of(tx, newsletter.id, PAST).await?;
    let (rate, rate_source) = rate(core, &past);
    let (days, limits) = days(core, sender.domain.as_ref(), recipients, now);
    Ok(DryRun {
        intended: intended.count,
        recipients,
        left_out,
        not_audience: not_audience(counts, intended.count),
        sample: intended.sample,
        rate_per_second: rate,
        rate_source,
        seconds: rate.map(|rate| recipients as f64 / rate.max(0.001)),
        days,
        limits,
        starts_at: campaign.scheduled_at.filter(|at| *at > now).unwrap_or(now),
        usual_audience: usual(&past),
    })
}

struct Intended {
    count: i64,
    by_status: Vec<(Status, i64)>,
    /// Active readers whose address is on the suppression list, by the reason why.
    suppressed: BTreeMap<String, i64>,
    sample: Vec<String>,
}

/// All of the audience, counted without being read.
async fn everyone(tx: &mut Tx, newsletter_id: NewsletterId, counts: Counters) -> database::Result<Intended> {
    let first = subscribers::audience_after(tx, newsletter_id, 0, i64::MAX, SAMPLE as i64 * 2).await?;
    let by_status = vec![
        (Status::Active, counts.active),
        (Status::Bounced, counts.bounced),
        (Status::Complained, counts.complained),
    ];
    Ok(Intended {
        count: by_status.iter().map(|(_, count)| count).sum(),
        by_status: non_zero(by_status),
        suppressed: subscribers::suppressed(tx, newsletter_id).await?.into_iter().collect(),
        sample: addresses(tx, newsletter_id, &first).await?,
    })
}

async fn those_of(tx: &mut Tx, newsletter_id: NewsletterId, segment: Segment) -> database::Result<Intended> {
    let (mut after, mut ids) = (0, Vec::new());
    loop {
        let page = subscribers::audience_after(tx, newsletter_id, after, i64::MAX, PAGE).await?;
        let Some(last) = page.last().copied() else { break };
        after = last;
        ids.extend(deliveries::narrow(tx, newsletter_id, Some(segment), page).await?);
    }
    let mut by_status: BTreeMap<&str, (Status, i64)> = BTreeMap::new();
    let mut suppressed: BTreeMap<String, i64> = BTreeMap::new();
    for part in ids.chunks(500) {
        let part: Vec<SubscriberId> = part.iter().copied().map(SubscriberId::new).collect();
        for reader in subscribers::readers_by_ids(tx, newsletter_id, &part).await? {
            by_status.entry(reader.status.as_str()).or_insert((reader.status, 0)).1 += 1;
            if let (Status::Active, Some(reason)) = (reader.status, reader.suppressed) {
                *suppressed.entry(reason).or_default() += 1;
            }
        }
    }
    let sample = addresses(tx, newsletter_id, &ids[..ids.len().min(SAMPLE * 2)]).await?;
    Ok(Intended { count: ids.len() as i64, by_status: by_status.into_values().collect(), suppressed, sample })
}

fn non_zero(groups: Vec<(Status, i64)>) -> Vec<(Status, i64)> {
    groups.into_iter().filter(|(_, count)| *count > 0).collect()
}

async fn addresses(tx: &mut Tx, newsletter_id: NewsletterId, ids: &[i64]) -> database::Result<Vec<String>> {
    let ids: Vec<SubscriberId> = ids.iter().copied().map(SubscriberId::new).collect();
    let rows = subscribers::readers_by_ids(tx, newsletter_id, &ids).await?;
    let active = rows.into_iter().filter(|row| row.status == Status::Active && row.suppressed.is_none());
    Ok(active.map(|row| row.email).take(SAMPLE).collect())
}

fn suppressed((reason, count): (&String, &i64)) -> LeftOut {
    let sentence = Reason::parse(reason).map_or("Suppressed", Reason::sentence);
    LeftOut { reason: sentence.to_owned(), count: *count }
}

fn not_audience(counts: Counters, intended: i64) -> Vec<LeftOut> {
    let audience = counts.active + counts.bounced + counts.complained;
    let groups = [
        ("Unsubscribed", counts.unsubscribed),
        ("Have not confirmed yet", counts.pending),
        ("Not in the segment of this campaign", (audience - intended).max(0)),
    ];
    let shown = groups.into_iter().filter(|(_, count)| *count > 0);
    shown.map(|(reason, count)| LeftOut { reason: reason.into(), count }).collect()
}

fn rate(core: &Core, past: &[Past]) -> (Option<f64>, String) {
    let measured =
        past.iter().find(|run| run.sent >= 100 && run.seconds > 0.0).map(|run| run.sent as f64 / run.seconds);
    match (core.settings.send_rate, measured) {
        (Some(limit), Some(rate)) if rate < limit => {
            (Some(rate), "Based on the newsletter's last campaign.".into())
        }
        (Some(limit), _) => (Some(limit), "As fast as this installation allows.".into()),
        (None, Some(rate)) => (Some(rate), "Based on the newsletter's last campaign.".into()),
        (None, None) => (None, "We'll know after the first campaign to 100 or more subscribers.".into()),
    }
}

/// On how many days mails leave, and what holds them back.
fn days(core: &Core, domain: Option<&Domain>, recipients: i64, now: Timestamp) -> (i64, Vec<String>) {
    let mut limits = Vec::new();
    if let Some(rate) = core.settings.send_rate {
        limits.push(format!("This installation sends at most {rate} emails a second."));
    }
    let Some(domain) = domain else { return (1, limits) };
    let today = now.day();
    let allowed = |day| domains::limits::allowance(domain.daily_send_limit, domain.warm_up_from, day);
    let Some(first) = allowed(today) else { return (1, limits) };
    let why = if domain.is_warming_up(today) { "while it warms up" } else { "by its daily limit" };
    limits.push(format!("{} sends {first} emails today, {why}.", domain.domain));
    let mut left = recipients;
    for day in 0..AHEAD {
        match allowed(today + day) {
            Some(allowed) if allowed < left => left -= allowed,
            _ => return (day + 1, limits),
        }
    }
    limits.push("Within these limits it takes more than a year.".into());
    (AHEAD, limits)
}

pub fn usual(past: &[Past]) -> Option<i64> {
    let mut sizes: Vec<i64> = past.iter().map(|run| run.intended).collect();
    sizes.sort_unstable();
    sizes.get(sizes.len() / 2).copied()
}
