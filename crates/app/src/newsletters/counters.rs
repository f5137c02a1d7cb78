//! The counters of a newsletter: its readers by state, and what happened per day.

use std::ops::AddAssign;

use database::{Result, Tx, on_engine};
use serde::Serialize;

use crate::NewsletterId;

/// Readers by state, or by how much each state changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, sqlx::FromRow)]
pub struct Counters {
    pub active: i64,
    pub unsubscribed: i64,
    pub pending: i64,
    pub bounced: i64,
    pub complained: i64,
}

impl Counters {
    pub fn total(&self) -> i64 {
        self.active + self.unsubscribed + self.pending + self.bounced + self.complained
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.active += other.active;
        self.unsubscribed += other.unsubscribed;
        self.pending += other.pending;
        self.bounced += other.bounced;
        self.complained += other.complained;
    }
}

/// What one day adds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct DailyDeltas {
    pub new_subscribers: i64,
    pub unsubscribed: i64,
    pub campaigns_sent: i64,
    pub emails_sent: i64,
    pub opens: i64,
    pub clicks: i64,
    pub privacy_opens: i64,
    pub robot_opens: i64,
    pub robot_clicks: i64,
    pub bounces: i64,
    pub complaints: i64,
}

impl AddAssign for DailyDeltas {
    fn add_assign(&mut self, other: Self) {
        self.new_subscribers += other.new_subscribers;
        self.unsubscribed += other.unsubscribed;
        self.campaigns_sent += other.campaigns_sent;
        self.emails_sent += other.emails_sent;
        self.opens += other.opens;
        self.clicks += other.clicks;
        self.privacy_opens += other.privacy_opens;
        self.robot_opens += other.robot_opens;
        self.robot_clicks += other.robot_clicks;
        self.bounces += other.bounces;
        self.complaints += other.complaints;
    }
}

/// Moves the counters; called in the transaction that changes the readers.
pub async fn counters_add(tx: &mut Tx, newsletter_id: NewsletterId, deltas: Counters) -> Result<()> {
    if deltas == Counters::default() {
        return Ok(());
    }
    on_engine!(tx, conn => sqlx::query(
        "UPDATE newsletter_counters SET active = active + $2, unsubscribed = unsubscribed + $3, \
         pending = pending + $4, bounced = bounced + $5, complained = complained + $6 WHERE newsletter_id = $1")
        .bind(newsletter_id).bind(deltas.active).bind(deltas.unsubscribed).bind(deltas.pending)
        .bind(deltas.bounced).bind(deltas.complained).execute(conn).await.map(drop))
}

/// Adds to one day of the newsletter; `day` as [`crate::Timestamp::day`] counts them.
pub async fn daily_add(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    day: i64,
    deltas: DailyDeltas,
) -> Result<()> {
    if deltas == DailyDeltas::default() {
        return Ok(());
    }
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO daily_stats (newsletter_id, day, new_subscribers, unsubscribed, campaigns_sent, emails_sent, opens, clicks, \
         privacy_opens, robot_opens, robot_clicks, bounces, complaints) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (newsletter_id, day) DO UPDATE SET \
         new_subscribers = daily_stats.new_subscribers + excluded.new_subscribers, \
         unsubscribed = daily_stats.unsubscribed + excluded.unsubscribed, \
         campaigns_sent = daily_stats.campaigns_sent + excluded.campaigns_sent, \
         emails_sent = daily_stats.emails_sent + excluded.emails_sent, opens = daily_stats.opens + excluded.opens, \
         clicks = daily_stats.clicks + excluded.clicks, \
         privacy_opens = daily_stats.privacy_opens + excluded.privacy_opens, \
         robot_opens = daily_stats.robot_opens + excluded.robot_opens, \
         robot_clicks = daily_stats.robot_clicks + excluded.robot_clicks, bounces = daily_stats.bounces + excluded.bounces, \
         complaints = daily_stats.complaints + excluded.complaints")
        .bind(newsletter_id).bind(day).bind(deltas.new_subscribers).bind(deltas.unsubscribed)
        .bind(deltas.campaigns_sent).bind(deltas.emails_sent).bind(deltas.opens).bind(deltas.clicks)
        .bind(deltas.privacy_opens).bind(deltas.robot_opens).bind(deltas.robot_clicks).bind(deltas.bounces)
        .bind(deltas.complaints).execute(conn).await.map(drop))
}
