//! Moves of a newsletter's counters and of the day's figures.

use database::{Result, Tx, on_engine};

use crate::{Timestamp, subscribers::Status};

/// Adds to the counters, one change per status in the order of [`Status::ALL`].
pub async fn add(tx: &mut Tx, newsletter_id: i64, change: [i64; 5]) -> Result<()> {
    if change == [0; 5] {
        return Ok(());
    }
    let [active, unsubscribed, pending, bounced, complained] = change;
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO newsletter_counters (newsletter_id, active, unsubscribed, pending, bounced, complained) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (newsletter_id) DO UPDATE SET \
         active = newsletter_counters.active + excluded.active, \
         unsubscribed = newsletter_counters.unsubscribed + excluded.unsubscribed, \
         pending = newsletter_counters.pending + excluded.pending, \
         bounced = newsletter_counters.bounced + excluded.bounced, \
         complained = newsletter_counters.complained + excluded.complained")
        .bind(newsletter_id).bind(active).bind(unsubscribed).bind(pending).bind(bounced).bind(complained)
        .execute(conn).await.map(drop))
}

/// Adds to the figures of the day of `now`.
pub async fn day(tx: &mut Tx, newsletter_id: i64, now: Timestamp, new: i64, unsubscribed: i64) -> Result<()> {
    if new == 0 && unsubscribed == 0 {
        return Ok(());
    }
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO daily_stats (newsletter_id, day, new_subscribers, unsubscribed) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (newsletter_id, day) DO UPDATE SET \
         new_subscribers = daily_stats.new_subscribers + excluded.new_subscribers, \
         unsubscribed = daily_stats.unsubscribed + excluded.unsubscribed")
        .bind(newsletter_id).bind(now.day()).bind(new).bind(unsubscribed)
        .execute(conn).await.map(drop))
}

/// One reader from one status to another (`None`: not there).
pub async fn moved(tx: &mut Tx, newsletter_id: i64, from: Option<Status>, to: Option<Status>) -> Result<()> {
    let change = Status::ALL.map(|s| i64::from(to == Some(s)) - i64::from(from == Some(s)));
    add(tx, newsletter_id, change).await
}
