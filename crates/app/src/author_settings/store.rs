//! Settings as rows.

use database::{Result, Tx, on_engine};

use super::model::Settings;
use crate::{AuthorId, Timestamp};

/// The author's settings, or the defaults.
pub async fn find(tx: &mut Tx, author_id: AuthorId) -> Result<Settings> {
    find_row(tx, author_id).await.map(Option::unwrap_or_default)
}

async fn find_row(tx: &mut Tx, author_id: AuthorId) -> Result<Option<Settings>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT default_from_name, default_from_email, reply_to, campaign_reports, security_alerts, weekly_summary \
         FROM author_settings WHERE author_id = $1").bind(author_id).fetch_optional(conn).await)
}

/// Whether the author still wants to see the first steps.
pub async fn shows_checklist(tx: &mut Tx, author_id: AuthorId) -> Result<bool> {
    let found: Option<bool> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT checklist FROM author_settings WHERE author_id = $1").bind(author_id).fetch_optional(conn).await?);
    Ok(found.unwrap_or(true))
}

/// Says whether they are shown.
pub async fn show_checklist(tx: &mut Tx, author_id: AuthorId, shown: bool, now: Timestamp) -> Result<()> {
    if find_row(tx, author_id).await?.is_none() {
        keep(tx, author_id, &Settings::default(), now).await?;
    }
    on_engine!(tx, conn => sqlx::query("UPDATE author_settings SET checklist = $2 WHERE author_id = $1")
        .bind(author_id).bind(shown).execute(conn).await.map(drop))
}

/// Keeps them; the first ones make the row.
pub async fn keep(tx: &mut Tx, author_id: AuthorId, settings: &Settings, now: Timestamp) -> Result<()> {
    let wants = settings.notifications;
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO author_settings (author_id, default_from_name, default_from_email, reply_to, campaign_reports, \
         security_alerts, weekly_summary, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
         ON CONFLICT (author_id) DO UPDATE SET default_from_name = excluded.default_from_name, \
         default_from_email = excluded.default_from_email, reply_to = excluded.reply_to, \
         campaign_reports = excluded.campaign_reports, security_alerts = excluded.security_alerts, \
         weekly_summary = excluded.weekly_summary, updated_at = excluded.updated_at")
        .bind(author_id).bind(&settings.default_from_name).bind(&settings.default_from_email).bind(&settings.reply_to)
        .bind(wants.campaign_reports).bind(wants.security_alerts).bind(wants.weekly_summary).bind(now)
        .execute(conn).await.map(drop))
}
