//! How mail from a domain fared of late, by the hour in which it left and by who receives it: what the brake looks at.
//!
//! A row per domain, hour and receiver, moved in the transactions that move the counters. What comes back later is
//! counted in the hour in which its mail left, so a rate is always one of the same mails.

use std::collections::{BTreeMap, HashMap, HashSet};

use database::{Engine, Statement, Tx, Write, on_engine};
use futures::future::join_all;
use sqlx::QueryBuilder;

use super::metrics::SendStats;
use crate::{Timestamp, clock::HOUR};

/// Hours that are kept: complaints come for days.
pub const KEPT: i64 = 7 * 24;
/// Receivers of one hour that have rows of their own; the rest share one. Counted before a row is made, so that several
/// nodes at once may pass it by a few.
const RECEIVERS: usize = 50;
/// Receivers with the most mail whose provider is looked up.
const LOOKED_UP: usize = 30;
/// A receiver that got fewer mails is no provider of its own.
const FEW: i64 = 100;

/// An hour of a receiver, as it is kept.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Row {
    pub hour: i64,
    /// The domain of the readers' addresses; empty for all those without a row.
    pub receiver: String,
    pub sent: i64,
    pub bounced: i64,
    pub soft_bounced: i64,
    pub complained: i64,
}

fn hour_of(at: Timestamp) -> i64 {
    at.0.div_euclid(HOUR)
}

macro_rules! insert_from {
    ($rows:literal) => {
        concat!(
            "INSERT INTO domain_windows (domain_id, hour, receiver, sent, bounced, soft_bounced, complained) \
             SELECT $1, $2, key, CAST(value AS BIGINT), 0, 0, 0 FROM ",
            $rows,
            " more WHERE TRUE"
        )
    };
}

const ADDED: &str =
    "ON CONFLICT (domain_id, hour, receiver) DO UPDATE SET sent = domain_windows.sent + excluded.sent";

/// The receivers of a domain's mails that have rows in an hour.
#[derive(Clone, Debug)]
pub struct Receivers {
    hour: i64,
    names: HashSet<String>,
}

impl Receivers {
    /// The row in which a mail to the receiver counts that left in this hour, whether it is there yet or not.
    fn place<'a>(&self, receiver: &'a str) -> &'a str {
        if self.names.contains(receiver) || self.names.len() < RECEIVERS { receiver } else { "" }
    }

    /// The row in which a mail to the receiver counts that left now, if it is known.
    pub fn row_of<'a>(&self, receiver: &'a str, now: Timestamp) -> Option<&'a str> {
        let row = self.place(receiver);
        (self.hour == hour_of(now) && self.names.contains(row)).then_some(row)
    }

    /// What counts mails that left the domain now, where all their rows are known.
    pub fn count_more(
        &self,
        engine: Engine,
        domain_id: i64,
        mails: &BTreeMap<&str, i64>,
        now: Timestamp,
    ) -> Option<Write> {
        let mut rows: BTreeMap<&str, i64> = BTreeMap::new();
        for (receiver, n) in mails {
            *rows.entry(self.row_of(receiver, now)?).or_default() += n;
        }
        let statement = Statement::new(match engine {
            Engine::Sqlite => insert_from!("json_each($3)"),
            Engine::Postgres => insert_from!("json_each_text(CAST($3 AS json))"),
        });
        let json = serde_json::to_string(&rows).ok()?;
        let statement = statement.bind(domain_id).bind(self.hour).bind(Some(json.as_str()));
        Some(Write::rows(statement, rows.len() as i64).behind(ADDED))
    }
}

/// Counts mails that left now, by domain and receiver. Answers which receivers of these domains have rows.
pub async fn sent(
    tx: &mut Tx,
    mails: &BTreeMap<i64, BTreeMap<&str, i64>>,
    now: Timestamp,
) -> database::Result<BTreeMap<i64, Receivers>> {
    let hour = hour_of(now);
    let mut rows: BTreeMap<(i64, &str), i64> = BTreeMap::new();
    let mut receivers: BTreeMap<i64, Receivers> = BTreeMap::new();
    for (&domain, mails) in mails {
        let mut known = Receivers { hour, names: find_receivers(tx, domain, hour).await? };
        for (receiver, n) in mails.iter().filter(|(_, n)| **n > 0) {
            let row = known.place(receiver);
            known.names.insert(row.to_owned());
            *rows.entry((domain, row)).or_default() += n;
        }
        receivers.insert(domain, known);
    }
    if rows.is_empty() {
        return Ok(receivers);
    }
    on_engine!(tx, conn => {
        let mut query = QueryBuilder::new(
            "INSERT INTO domain_windows (domain_id, hour, receiver, sent, bounced, soft_bounced, complained) ");
        query.push_values(&rows, |mut row, ((domain, receiver), n)| {
            row.push_bind(*domain).push_bind(hour).push_bind((*receiver).to_owned()).push_bind(*n).push("0").push("0").push("0");
        });
        query.push(" ").push(ADDED);
        query.build().execute(conn).await?;
    });
    Ok(receivers)
}

async fn find_receivers(tx: &mut Tx, domain_id: i64, hour: i64) -> database::Result<HashSet<String>> {
    let names: Vec<String> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT receiver FROM domain_windows WHERE domain_id = $1 AND hour = $2")
        .bind(domain_id).bind(hour).fetch_all(conn).await?);
    Ok(names.into_iter().collect())
}

/// Counts what became of mails that left at that time; nothing when the hour is not kept any more.
pub async fn record_bounce(
    tx: &mut Tx,
    domain_id: i64,
    left_at: Timestamp,
    receiver: &str,
    stats: SendStats,
) -> database::Result<()> {
    let hour = hour_of(left_at);
    // The row of its own, or that of the rest; of a reader who was removed, any.
    on_engine!(tx, conn => sqlx::query(
        "UPDATE domain_windows SET sent = sent + $4, bounced = bounced + $5, soft_bounced = soft_bounced + $6, \
         complained = complained + $7 WHERE domain_id = $1 AND hour = $2 AND receiver = (SELECT receiver \
         FROM domain_windows WHERE domain_id = $1 AND hour = $2 \
         ORDER BY CASE receiver WHEN $3 THEN 0 WHEN '' THEN 1 ELSE 2 END, receiver LIMIT 1)")
        .bind(domain_id).bind(hour).bind(receiver).bind(stats.sent).bind(stats.bounced).bind(stats.soft_bounced)
        .bind(stats.complained).execute(conn).await.map(drop))
}

/// The rows of a domain that are kept, newest hour first.
pub async fn rows(tx: &mut Tx, domain_id: i64, now: Timestamp) -> database::Result<Vec<Row>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT hour, receiver, sent, bounced, soft_bounced, complained FROM domain_windows \
         WHERE domain_id = $1 AND hour > $2 ORDER BY hour DESC, receiver")
        .bind(domain_id).bind(hour_of(now) - KEPT).fetch_all(conn).await)
}

/// Forgets a domain's, to count anew.
pub async fn reset(tx: &mut Tx, domain_id: i64) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM domain_windows WHERE domain_id = $1").bind(domain_id)
        .execute(conn).await.map(drop))
}

/// Forgets hours that are not looked at any more; whether there were any.
pub async fn prune(tx: &mut Tx, now: Timestamp) -> database::Result<bool> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM domain_windows WHERE hour <= $1").bind(hour_of(now) - KEPT)
        .execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// Whether [`prune`] has something to do.
pub async fn is_old(tx: &mut Tx, now: Timestamp) -> database::Result<bool> {
    let oldest: Option<i64> = on_engine!(tx, conn => sqlx::query_scalar("SELECT MIN(hour) FROM domain_windows")
        .fetch_one(conn).await?);
    Ok(oldest.is_some_and(|hour| hour <= hour_of(now) - KEPT))
}

/// Mails of the last hours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// How many hours back it begins.
    pub hours: i64,
    pub stats: SendStats,
}

/// Windows of the rows, each an hour with mails longer than the one before: what is wrong shows in one of them, whatever
/// went well before.
pub fn windows<'a>(rows: impl IntoIterator<Item = &'a Row>, now: Timestamp) -> Vec<Window> {
    let mut windows: Vec<Window> = Vec::new();
    for row in rows {
        let hours = hour_of(now) - row.hour + 1;
        let last = windows.last().copied().unwrap_or_default();
        let stats = SendStats {
            sent: last.stats.sent + row.sent,
            bounced: last.stats.bounced + row.bounced,
            soft_bounced: last.stats.soft_bounced + row.soft_bounced,
            complained: last.stats.complained + row.complained,
        };
        if last.hours == hours {
            windows.pop();
        }
        windows.push(Window { hours, stats });
    }
    windows
}

/// All mails that left in so many hours.
pub fn total(rows: &[Row], hours: i64, now: Timestamp) -> Window {
    let recent = rows.iter().take_while(|row| hour_of(now) - row.hour < hours);
    let stats = windows(recent, now).last().map(|window| window.stats).unwrap_or_default();
    Window { hours, stats }
}

/// The rows of each provider that got enough mail to say something of it, by the group of its mail hosts, or by the
/// domain of the addresses where that cannot be known.
pub async fn providers(resolver: &dns::Resolver, rows: &[Row]) -> BTreeMap<String, Vec<Row>> {
    let mut sent: HashMap<&str, i64> = HashMap::new();
    for row in rows.iter().filter(|row| !row.receiver.is_empty()) {
        *sent.entry(&row.receiver).or_default() += row.sent;
    }
    let mut most: Vec<(&str, i64)> = sent.into_iter().filter(|(_, n)| *n >= FEW).collect();
    most.sort_unstable_by_key(|(name, n)| (-n, *name));
    most.truncate(LOOKED_UP);
    let groups = join_all(most.iter().map(|(name, _)| async move {
        let group = match name.parse::<dns::DomainName>() {
            Ok(domain) => resolver.mx_group(&domain).await,
            Err(_) => dns::MxGroup::Unknown,
        };
        match group {
            dns::MxGroup::Group(group) => (*name, group),
            dns::MxGroup::RefusesMail | dns::MxGroup::Unknown => (*name, (*name).to_owned()),
        }
    }));
    let groups: HashMap<&str, String> = groups.await.into_iter().collect();
    let mut providers: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for row in rows {
        if let Some(group) = groups.get(row.receiver.as_str()) {
            providers.entry(group.clone()).or_default().push(row.clone());
        }
    }
    providers
}
