//! What is due, as rows.

use database::{Result, Tx, on_engine};

use crate::removal::Removal;
use crate::{AuthorId, CampaignId, Timestamp};

/// See [`Removal`].
pub const REMOVAL: Removal = Removal {
    at_once: &[
        "DELETE FROM campaign_notifications WHERE author_id = $1",
        "DELETE FROM weekly_summaries WHERE author_id = $1",
    ],
    ..Removal::NONE
};

/// Why an author is written to about a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotificationKind {
    /// A day after its end.
    Report,
    /// It was paused, or not everybody got it.
    Trouble,
}

impl NotificationKind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Report => "report",
            Self::Trouble => "trouble",
        }
    }
}

impl TryFrom<String> for NotificationKind {
    type Error = String;

    fn try_from(name: String) -> std::result::Result<Self, String> {
        [Self::Report, Self::Trouble].into_iter().find(|kind| kind.as_str() == name).ok_or(name)
    }
}

/// A mail about a campaign that has to be written.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct Due {
    pub campaign_id: CampaignId,
    #[sqlx(try_from = "String")]
    pub kind: NotificationKind,
    pub author_id: AuthorId,
    pub due_at: Timestamp,
}

/// A summary that has to be written, or (`due_at` 0) whose time has to be found.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct DueWeek {
    pub author_id: AuthorId,
    pub due_at: Timestamp,
    pub last_monday: i64,
}

/// Makes a mail about the campaign due; one that waits already is put off.
pub async fn expect(
    tx: &mut Tx,
    author_id: AuthorId,
    campaign_id: CampaignId,
    kind: NotificationKind,
    at: Timestamp,
) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO campaign_notifications (campaign_id, kind, author_id, due_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (campaign_id, kind) DO UPDATE SET due_at = excluded.due_at")
        .bind(campaign_id).bind(kind.as_str()).bind(author_id).bind(at).execute(conn).await.map(drop))
}

/// The longest waiting first.
pub async fn due(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<Vec<Due>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT campaign_id, kind, author_id, due_at FROM campaign_notifications WHERE due_at <= $1 \
         ORDER BY due_at LIMIT $2").bind(now).bind(limit).fetch_all(conn).await)
}

/// Takes the row away; false when another node was faster or it was put off.
pub async fn take(tx: &mut Tx, due: &Due) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "DELETE FROM campaign_notifications WHERE campaign_id = $1 AND kind = $2 AND due_at = $3 AND author_id = $4")
        .bind(due.campaign_id).bind(due.kind.as_str()).bind(due.due_at).bind(due.author_id)
        .execute(conn).await.map(|done| done.rows_affected() > 0))
}

pub async fn expect_week(tx: &mut Tx, author_id: AuthorId) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO weekly_summaries (author_id, due_at, last_monday) VALUES ($1, 0, 0) ON CONFLICT DO NOTHING")
        .bind(author_id).execute(conn).await.map(drop))
}

pub async fn forget_due(tx: &mut Tx, author_id: AuthorId) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE weekly_summaries SET due_at = 0 WHERE author_id = $1")
        .bind(author_id).execute(conn).await.map(drop))
}

pub async fn due_weeks(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<Vec<DueWeek>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT author_id, due_at, last_monday FROM weekly_summaries WHERE due_at <= $1 ORDER BY due_at, author_id LIMIT $2")
        .bind(now).bind(limit).fetch_all(conn).await)
}

/// Moves the row on; false when another node was faster or the zone changed.
pub async fn take_week(tx: &mut Tx, due: &DueWeek, next: Timestamp, monday: i64) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE weekly_summaries SET due_at = $3, last_monday = $4 WHERE author_id = $1 AND due_at = $2")
        .bind(due.author_id).bind(due.due_at).bind(next).bind(monday)
        .execute(conn).await.map(|done| done.rows_affected() > 0))
}
