//! Campaigns on the calendar: when they leave, and what repeating ones keep.

use database::{Result, Tx, on_engine};
use sqlx::types::Json;

use super::Campaign;
use crate::{
    CampaignId, Timestamp,
    calendar::{Repeat, Schedule},
};

/// Puts a draft or scheduled campaign onto the calendar; false when it is neither any more.
pub async fn schedule(
    tx: &mut Tx,
    id: CampaignId,
    at: Timestamp,
    schedule: &Schedule,
    repeat: Option<&Repeat>,
    now: Timestamp,
) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE campaigns SET status = 'scheduled', scheduled_at = $2, schedule = $3, repeat = $4, pause_reason = NULL, \
         updated_at = CASE WHEN updated_at >= $5 THEN updated_at + 1 ELSE $5 END WHERE id = $1 AND status IN ('draft', 'scheduled')")
        .bind(id).bind(at).bind(Json(schedule)).bind(repeat.map(Json)).bind(now)
        .execute(conn).await.map(|done| done.rows_affected() == 1))
}

/// Takes a scheduled campaign off the calendar, with the reason when it was not its author; false when it is not on it
/// any more, or at another time than `at`.
pub async fn unschedule(
    tx: &mut Tx,
    id: CampaignId,
    at: Option<Timestamp>,
    reason: Option<&str>,
    now: Timestamp,
) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE campaigns SET status = 'draft', scheduled_at = NULL, schedule = NULL, repeat = NULL, pause_reason = $3, \
         epoch = epoch + 1, updated_at = $4 WHERE id = $1 AND status = 'scheduled' \
         AND (CAST($2 AS BIGINT) IS NULL OR scheduled_at = $2)")
        .bind(id).bind(at).bind(reason).bind(now).execute(conn).await.map(|done| done.rows_affected() == 1))
}

/// Scheduled campaigns whose time has come, earliest first.
pub async fn due(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<Vec<Campaign>> {
    on_engine!(tx, conn => sqlx::query_as(concat!("SELECT ", columns!(),
        " FROM campaigns WHERE status = 'scheduled' AND scheduled_at <= $1 ORDER BY scheduled_at, id LIMIT $2"))
        .bind(now).bind(limit).fetch_all(conn).await)
}

/// A repeating campaign goes on to its next occurrence; false when another node was first.
pub async fn advance(
    tx: &mut Tx,
    campaign: &Campaign,
    next: (&Schedule, Timestamp),
    issue_id: Option<CampaignId>,
    now: Timestamp,
) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE campaigns SET scheduled_at = $3, schedule = $4, repeat_times = repeat_times + $5, \
         last_issue_id = COALESCE($6, last_issue_id), updated_at = CASE WHEN updated_at >= $7 THEN updated_at + 1 ELSE $7 END \
         WHERE id = $1 AND status = 'scheduled' AND scheduled_at = $2")
        .bind(campaign.id).bind(campaign.scheduled_at).bind(next.1).bind(Json(next.0))
        .bind(i64::from(issue_id.is_some())).bind(issue_id).bind(now)
        .execute(conn).await.map(|done| done.rows_affected() == 1))
}

/// A repeating campaign has made an issue; false when it is off the calendar.
pub async fn issued(tx: &mut Tx, id: CampaignId, issue_id: CampaignId, now: Timestamp) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE campaigns SET repeat_times = repeat_times + 1, last_issue_id = $2, updated_at = CASE WHEN updated_at >= $3 THEN updated_at + 1 ELSE $3 END \
         WHERE id = $1 AND status = 'scheduled'")
        .bind(id).bind(issue_id).bind(now).execute(conn).await.map(|done| done.rows_affected() == 1))
}

/// It leaves now: what the calendar had for it is past.
pub async fn clear_schedule(tx: &mut Tx, id: CampaignId) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE campaigns SET scheduled_at = NULL, schedule = NULL WHERE id = $1")
        .bind(id).execute(conn).await.map(drop))
}

/// Scheduled campaigns whose instant was resolved with another version of the time zone database.
pub async fn outdated(tx: &mut Tx, tzdb: &str, after_id: CampaignId, limit: i64) -> Result<Vec<Campaign>> {
    let current = format!("%\"{tzdb}\"%");
    on_engine!(tx, conn => sqlx::query_as(concat!("SELECT ", columns!(),
        " FROM campaigns WHERE status = 'scheduled' AND schedule IS NOT NULL AND CAST(schedule AS TEXT) NOT LIKE $1 AND id > $2 \
         ORDER BY id LIMIT $3"))
        .bind(current).bind(after_id).bind(limit).fetch_all(conn).await)
}

/// What was read of the feed of a repeating campaign (JSON).
pub async fn feed(tx: &mut Tx, id: CampaignId) -> Result<Option<String>> {
    on_engine!(tx, conn => sqlx::query_scalar::<_, Option<String>>("SELECT feed FROM campaigns WHERE id = $1")
        .bind(id).fetch_optional(conn).await)
    .map(Option::flatten)
}

pub async fn set_feed(tx: &mut Tx, id: CampaignId, feed: &str) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE campaigns SET feed = $2 WHERE id = $1")
        .bind(id).bind(feed).execute(conn).await.map(drop))
}
