//! What happened lately, in words, for the Overview: one row per event that an author would want to hear of.
//!
//! A feature records its event in the transaction that makes it true.

use database::{Tx, on_engine};
use serde::{Deserialize, Serialize};

use crate::removal::{ROWS, Removal, own};
use crate::{AuthorId, Timestamp};

/// See [`Removal`].
pub const REMOVAL: Removal = Removal { of_author: &[own!("activities", "id", ROWS)], ..Removal::NONE };

/// What kind of thing happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActivityKind {
    NewsletterCreated,
    CampaignCreated,
    CampaignScheduled,
    /// Off the calendar again, by its author.
    CampaignUnscheduled,
    CampaignSending,
    CampaignSent,
    ImportFinished,
    SubscriberAdded,
    SubscriberUnsubscribed,
}

database::kept_by_name!(ActivityKind);

/// One event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, utoipa::ToSchema)]
pub struct Activity {
    pub kind: ActivityKind,
    /// What it happened to, such as a newsletter's name.
    pub title: String,
    /// More about it, such as the newsletter of a campaign.
    #[schema(required)]
    pub detail: Option<String>,
    pub at: Timestamp,
    /// A path of the dashboard.
    #[schema(required)]
    pub href: Option<String>,
}

/// Records an event of the author; `href` is a path of the dashboard, such as `/newsletters`.
pub async fn record(
    tx: &mut Tx,
    author_id: AuthorId,
    kind: ActivityKind,
    title: &str,
    detail: Option<&str>,
    href: Option<&str>,
    at: Timestamp,
) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO activities (author_id, kind, title, detail, href, at) VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(author_id).bind(kind).bind(title).bind(detail).bind(href).bind(at)
        .execute(conn).await.map(drop))
}

/// Removes the events that name this reader's address, because the reader asked to be forgotten.
pub async fn forget_reader(tx: &mut Tx, author_id: AuthorId, email: &str) -> database::Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "DELETE FROM activities WHERE author_id = $1 AND title = $2 AND kind IN ('subscriber_added', 'subscriber_unsubscribed')")
        .bind(author_id).bind(email).execute(conn).await.map(drop))
}

/// The author's latest events, newest first.
pub async fn recent(tx: &mut Tx, author_id: AuthorId, limit: i64) -> database::Result<Vec<Activity>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT kind, title, detail, at, href FROM activities WHERE author_id = $1 ORDER BY id DESC LIMIT $2")
        .bind(author_id).bind(limit).fetch_all(conn).await)
}
