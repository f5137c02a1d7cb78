//! Moves of a newsletter's counters and of the day's figures, one number per status.

use database::{Result, Tx};

use crate::{
    NewsletterId, Timestamp,
    newsletters::{self, Counters, DailyDeltas},
    subscribers::Status,
};

/// Adds to the counters, one change per status in the order of [`Status::ALL`].
pub async fn add(tx: &mut Tx, newsletter_id: NewsletterId, change: [i64; 5]) -> Result<()> {
    let [active, unsubscribed, pending, bounced, complained] = change;
    let deltas = Counters { active, unsubscribed, pending, bounced, complained };
    newsletters::counters_add(tx, newsletter_id, deltas).await
}

/// Adds to the figures of the day of `now`.
pub async fn day(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    now: Timestamp,
    new: i64,
    unsubscribed: i64,
) -> Result<()> {
    let deltas = DailyDeltas { new_subscribers: new, unsubscribed, ..DailyDeltas::default() };
    newsletters::daily_add(tx, newsletter_id, now.day(), deltas).await
}

/// One reader from one status to another (`None`: not there).
pub async fn moved(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    from: Option<Status>,
    to: Option<Status>,
) -> Result<()> {
    let change = Status::ALL.map(|s| i64::from(to == Some(s)) - i64::from(from == Some(s)));
    add(tx, newsletter_id, change).await
}
