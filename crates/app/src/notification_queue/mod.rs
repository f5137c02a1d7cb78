//! Which mails about their campaigns authors are due, and when.
//!
//! Owns `campaign_notifications` and `weekly_summaries`. A due row is taken in the transaction that queues its mail, so
//! that each mail is written once whatever stops and however many nodes look.

mod store;

pub use store::{Due, DueWeek, NotificationKind, REMOVAL, due, due_weeks, take, take_week};

use database::{Result, Tx};

use crate::{AuthorId, CampaignId, Timestamp, clock::DAY};

/// Readers need this long to open and click.
const REPORT_AFTER: i64 = DAY;

/// A campaign has been sent: its report is due a day later. With readers who did not get it, or of whom nobody knows,
/// its author hears at once.
pub async fn campaign_ended(
    tx: &mut Tx,
    author_id: AuthorId,
    campaign_id: CampaignId,
    needs_author: bool,
    now: Timestamp,
) -> Result<()> {
    store::expect(tx, author_id, campaign_id, store::NotificationKind::Report, now.plus(REPORT_AFTER))
        .await?;
    if needs_author {
        store::expect(tx, author_id, campaign_id, store::NotificationKind::Trouble, now).await?;
    }
    Ok(())
}

/// A campaign was stopped by us, not by its author.
pub async fn campaign_paused(
    tx: &mut Tx,
    author_id: AuthorId,
    campaign_id: CampaignId,
    now: Timestamp,
) -> Result<()> {
    store::expect(tx, author_id, campaign_id, store::NotificationKind::Trouble, now).await
}

/// The author wants summaries, from the next Monday on.
pub async fn weekly_wanted(tx: &mut Tx, author_id: AuthorId) -> Result<()> {
    store::expect_week(tx, author_id).await
}

/// The author's Mondays begin at another time.
pub async fn zone_changes(tx: &mut Tx, author_id: AuthorId) -> Result<()> {
    store::forget_due(tx, author_id).await
}
