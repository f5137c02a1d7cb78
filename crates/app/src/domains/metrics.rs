//! How mail from a domain fares: counters moved with the sends, and when it goes bad.

use std::collections::BTreeMap;

use database::{Statement, Tx, on_engine, together};

use super::windows::{self, Window};
use crate::{Core, Timestamp, percent::percent};

/// Below this many mails a rate says little.
const ENOUGH: i64 = 500;
/// Percent of hard bounces above which a domain is at risk.
pub const MAX_BOUNCE_RATE: f64 = 5.0;
/// Percent of complaints from which on a domain is at risk: what Gmail and Yahoo name.
pub const MAX_COMPLAINT_RATE: f64 = 0.3;
/// Fewer complaints are a few people, whatever the rate.
const COMPLAINTS: i64 = 5;

/// What is added to a domain's counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SendStats {
    /// Mails that the next server took, or refused for their address.
    pub sent: i64,
    pub bounced: i64,
    pub soft_bounced: i64,
    pub complained: i64,
}

/// What moves the counters, domains in ascending order.
pub fn send_stats(domains: &BTreeMap<i64, SendStats>) -> impl Iterator<Item = Statement> {
    domains.iter().filter(|(_, f)| **f != SendStats::default()).map(|(id, f)| {
        Statement::new(
            "UPDATE domains SET metrics_sent = metrics_sent + $2, metrics_bounced = metrics_bounced + $3, \
             metrics_soft_bounced = metrics_soft_bounced + $4, metrics_complained = metrics_complained + $5 WHERE id = $1",
        )
        .bind(*id)
        .bind(f.sent)
        .bind(f.bounced)
        .bind(f.soft_bounced)
        .bind(f.complained)
    })
}

pub async fn record_send_stats(tx: &mut Tx, domains: &BTreeMap<i64, SendStats>) -> database::Result<()> {
    together(tx, send_stats(domains).collect()).await.map(drop)
}

pub async fn reset(tx: &mut Tx, id: i64, now: Timestamp) -> database::Result<()> {
    windows::reset(tx, id).await?;
    on_engine!(tx, conn => sqlx::query(
        "UPDATE domains SET metrics_since = $2, metrics_sent = 0, metrics_bounced = 0, metrics_soft_bounced = 0, \
         metrics_complained = 0, updated_at = $2 WHERE id = $1").bind(id).bind(now).execute(conn).await.map(drop))
}

/// Why nothing more should be sent from the domain for now, if so: by all its mail of late, or by that to one provider.
pub async fn risk(
    resolver: &dns::Resolver,
    domain: &str,
    rows: &[windows::Row],
    now: Timestamp,
) -> Option<String> {
    let windows = windows::windows(rows, now);
    // With less than that no provider has enough.
    if windows.last()?.stats.sent < ENOUGH {
        return None;
    }
    if let Some(risk) = windows.iter().find_map(|window| risk_of(domain, "", window)) {
        return Some(risk);
    }
    let providers = windows::providers(resolver, rows).await;
    providers.iter().find_map(|(provider, rows)| {
        let to = format!(" to {provider}");
        windows::windows(rows, now).iter().find_map(|window| risk_of(domain, &to, window))
    })
}

fn risk_of(domain: &str, to: &str, Window { hours, stats }: &Window) -> Option<String> {
    let SendStats { sent, bounced, complained, .. } = *stats;
    if sent < ENOUGH {
        return None;
    }
    let (bounces, complaints) = (percent(bounced, sent), percent(complained, sent));
    let of_late = match hours {
        1 => "hour".to_owned(),
        2..48 => format!("{hours} hours"),
        _ => format!("{} days", hours / 24),
    };
    if bounced as f64 * 100.0 > MAX_BOUNCE_RATE * sent as f64 {
        return Some(format!(
            "{bounces:.1} % of the emails from {domain}{to} in the last {of_late} bounced, which is more than \
             {MAX_BOUNCE_RATE} %. Mail providers soon refuse such a sender: clean the list, have the metrics of the domain \
             reset, then resume."
        ));
    }
    let are_too_many = complained as f64 * 100.0 >= MAX_COMPLAINT_RATE * sent as f64;
    (complained >= COMPLAINTS && are_too_many).then(|| {
        format!(
            "{complaints:.2} % of the emails from {domain}{to} in the last {of_late} were marked as spam, and mail providers \
             refuse a sender from {MAX_COMPLAINT_RATE} %. Find out why, have the metrics of the domain reset, then resume."
        )
    })
}

/// Forgets what no rate is taken of any more.
pub async fn tidy(core: &Core) -> database::Result<()> {
    let now = core.now();
    if windows::is_old(&mut core.db.read().await?, now).await? {
        let mut tx = core.db.begin().await?;
        windows::prune(&mut tx, now).await?;
        tx.commit().await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(hours: i64, (sent, bounced, complained): (i64, i64, i64)) -> Option<String> {
        let stats = SendStats { sent, bounced, soft_bounced: 0, complained };
        risk_of("news.example", " to b.example", &Window { hours, stats })
    }

    #[test]
    fn a_rate_counts_from_enough_mails_and_a_few_people_are_none() {
        for (stats, at_risk) in [
            ((499, 499, 499), false),
            ((500, 25, 0), false),
            ((500, 26, 0), true),
            ((500, 0, 4), false),
            ((500, 0, 5), true),
            ((2_000, 0, 5), false),
            ((2_000, 0, 6), true),
            ((20_000, 1_000, 59), false),
        ] {
            assert_eq!(said(1, stats).is_some(), at_risk, "{stats:?}");
        }
    }

    #[test]
    fn it_is_said_what_and_since_when() {
        let bounced = said(1, (500, 26, 9)).unwrap();
        assert!(
            bounced
                .starts_with("5.2 % of the emails from news.example to b.example in the last hour bounced"),
            "{bounced}"
        );
        let complained = said(1, (2_000, 0, 7)).unwrap();
        assert!(
            complained.starts_with(
                "0.35 % of the emails from news.example to b.example in the last hour were marked"
            ),
            "{complained}"
        );
        for (hours, words) in
            [(2, "2 hours"), (47, "47 hours"), (48, "2 days"), (71, "2 days"), (168, "7 days")]
        {
            assert!(
                said(hours, (500, 26, 0)).unwrap().contains(&format!("in the last {words} bounced")),
                "{hours}"
            );
        }
    }
}
