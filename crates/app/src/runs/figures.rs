//! What readers did with the mails of a run, in numbers.

use std::collections::BTreeMap;

use database::{Tx, on_engine};

use super::store::RunRow;
use crate::{NewsletterId, RunId};

/// What was done with the mails of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Engaged {
    /// Readers who opened; with anonymous tracking how often was opened.
    pub opens: i64,
    pub clicks: i64,
    /// Readers who did either.
    pub engaged_readers: i64,
    /// How often people did.
    pub all_opens: i64,
    pub all_clicks: i64,
    pub privacy_opens: i64,
    pub robot_opens: i64,
    pub robot_clicks: i64,
}

/// A variant of an A/B test, and how its sample fared.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct VariantRow {
    pub name: String,
    pub subject: String,
    pub intended: i64,
    /// Known once the test is decided.
    pub sent: i64,
    pub opens: i64,
    pub clicks: i64,
}

/// The variants of a run, in order; none without an A/B test.
pub async fn variants(tx: &mut Tx, run: &RunRow) -> database::Result<Vec<VariantRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT name, subject, intended, sent, opens, clicks FROM run_variants WHERE newsletter_id = $1 AND run_id = $2 \
         ORDER BY variant")
        .bind(run.newsletter_id).bind(run.id).fetch_all(conn).await)
}

/// First opens and clicks of an hour since the start.
#[derive(Clone, Copy, Debug, Default, sqlx::FromRow)]
pub struct HourRow {
    pub hour: i64,
    pub opens: i64,
    pub clicks: i64,
}

/// The hours before `end` in which anything happened.
pub async fn hours(tx: &mut Tx, run: &RunRow, end: i64) -> database::Result<Vec<HourRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT hour, opens, clicks FROM run_hours WHERE newsletter_id = $1 AND run_id = $2 AND hour < $3 ORDER BY hour")
        .bind(run.newsletter_id).bind(run.id).bind(end).fetch_all(conn).await)
}

/// A link of the mail and its clicks.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct LinkRow {
    pub link_no: i64,
    pub url: String,
    pub label: String,
    pub clicks: i64,
    pub all_clicks: i64,
    pub robot_clicks: i64,
}

/// The links of its mails, in order.
pub async fn links(tx: &mut Tx, run: &RunRow) -> database::Result<Vec<LinkRow>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT link_no, url, label, clicks, all_clicks, robot_clicks FROM run_links \
         WHERE newsletter_id = $1 AND run_id = $2 ORDER BY link_no")
        .bind(run.newsletter_id).bind(run.id).fetch_all(conn).await)
}

/// What is added to a link.
#[derive(Default)]
pub struct LinkClicks {
    pub clicks: i64,
    pub all_clicks: i64,
    pub robot_clicks: i64,
}

/// What is added to the figures of a run.
#[derive(Default)]
pub struct Added {
    pub engaged: Engaged,
    /// By number.
    pub links: BTreeMap<i64, LinkClicks>,
    /// Hour since the start → first opens and first clicks.
    pub hours: BTreeMap<i64, (i64, i64)>,
    /// Variant → openers and clickers of the sample.
    pub variants: BTreeMap<u8, (i64, i64)>,
}

/// Adds it; false when there is no such run any more. Locks in the order of the ledger: the run, which is there from then on until the
/// transaction ends, then what belongs to it.
pub async fn add(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    run_id: RunId,
    added: &Added,
) -> database::Result<bool> {
    let e = &added.engaged;
    let runs = on_engine!(&mut *tx, conn => sqlx::query(
        "UPDATE campaign_runs SET opens = opens + $2, clicks = clicks + $3, all_opens = all_opens + $4, \
         all_clicks = all_clicks + $5, privacy_opens = privacy_opens + $6, robot_opens = robot_opens + $7, \
         robot_clicks = robot_clicks + $8, engaged_readers = engaged_readers + $9 WHERE id = $1")
        .bind(run_id).bind(e.opens).bind(e.clicks).bind(e.all_opens).bind(e.all_clicks).bind(e.privacy_opens)
        .bind(e.robot_opens).bind(e.robot_clicks).bind(e.engaged_readers).execute(conn).await?.rows_affected());
    if runs == 0 {
        return Ok(false);
    }
    for (link_no, link) in &added.links {
        on_engine!(&mut *tx, conn => sqlx::query(
            "UPDATE run_links SET clicks = clicks + $4, all_clicks = all_clicks + $5, robot_clicks = robot_clicks + $6 \
             WHERE newsletter_id = $1 AND run_id = $2 AND link_no = $3")
            .bind(newsletter_id).bind(run_id).bind(link_no).bind(link.clicks).bind(link.all_clicks)
            .bind(link.robot_clicks).execute(conn).await.map(drop))?;
    }
    for (hour, (opens, clicks)) in added.hours.iter().filter(|(_, counts)| **counts != (0, 0)) {
        on_engine!(&mut *tx, conn => sqlx::query(
            "INSERT INTO run_hours (newsletter_id, run_id, hour, opens, clicks) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (newsletter_id, run_id, hour) DO UPDATE SET opens = run_hours.opens + excluded.opens, \
             clicks = run_hours.clicks + excluded.clicks")
            .bind(newsletter_id).bind(run_id).bind(hour).bind(opens).bind(clicks).execute(conn).await.map(drop))?;
    }
    for (variant, (opens, clicks)) in &added.variants {
        on_engine!(&mut *tx, conn => sqlx::query(
            "UPDATE run_variants SET opens = opens + $4, clicks = clicks + $5 \
             WHERE newsletter_id = $1 AND run_id = $2 AND variant = $3")
            .bind(newsletter_id).bind(run_id).bind(i16::from(*variant)).bind(opens).bind(clicks)
            .execute(conn).await.map(drop))?;
    }
    Ok(true)
}
