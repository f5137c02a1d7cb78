//! What servers said of addresses, taken back: they said it of nearly everybody, so it is no word about anybody.

use std::collections::BTreeMap;

use database::{Result, Tx};

use super::store;
use crate::{
    SubscriberId, Timestamp, deliveries,
    domains::{self, SendStats},
    newsletters,
    runs::{self, RunRef},
    subscribers, suppressions,
};

/// Takes back the hard bounces of a run that its mail server answered since then: the events and what was counted by
/// them, the readers' state, and their addresses on the suppression list. That they did not get the mail stays in the
/// ledger.
pub async fn take_back(tx: &mut Tx, run: RunRef, since: Timestamp, now: Timestamp) -> Result<()> {
    let events = store::forget_bounces(tx, run, since).await?;
    if events.is_empty() {
        return Ok(());
    }
    let n = events.len() as i64;
    runs::uncount_bounces(tx, run.id, n).await?;
    let readers: Vec<SubscriberId> = events.iter().map(|(reader, _)| *reader).collect();
    let keys = subscribers::never_bounced(tx, run.newsletter_id, &readers, since, now).await?;
    if let Some(domain_id) = run.domain_id {
        let back = |n: i64| SendStats { sent: -n, bounced: -n, ..SendStats::default() };
        domains::record_send_stats(tx, &[(domain_id, back(n))].into()).await?;
        for (reader, at) in &events {
            let receiver = keys.get(reader).map(|key| deliveries::receiver_of(key)).unwrap_or_default();
            domains::windows::record_bounce(tx, domain_id, *at, &receiver, back(1)).await?;
        }
    }
    let mut days: BTreeMap<i64, i64> = BTreeMap::new();
    for (_, at) in &events {
        *days.entry(at.day()).or_default() += 1;
    }
    for (day, bounces) in days {
        let back = newsletters::DailyDeltas { bounces: -bounces, ..newsletters::DailyDeltas::default() };
        newsletters::daily_add(tx, run.newsletter_id, day, back).await?;
    }
    let keys: Vec<String> = keys.into_values().collect();
    suppressions::take_back(tx, &keys, since).await
}
