//! What is left of a deleted account, as rows. The one place that knows the tables of every feature: a test reads the
//! schema and fails for a table that stands in neither list.

use database::{Engine, Result, Tx, on_engine};

use crate::Timestamp;

/// Rows without anything large.
const ROWS: i64 = 1_000;
/// Rows that hold a mail, a page or a picture.
const LARGE: i64 = 50;

/// Statements that take a deleted author's rows away, a bounded number at a time: `$1` is the author, `$2` how many.
/// What refers to a row comes before it, so that no cascade is large.
pub const BATCHES: &[(&str, i64, &str)] = &[
    (
        "tracking_events",
        ROWS,
        "DELETE FROM tracking_events WHERE (newsletter_id, run_id, subscriber_id, id) IN \
         (SELECT t.newsletter_id, t.run_id, t.subscriber_id, t.id FROM newsletters n \
         JOIN tracking_events t ON t.newsletter_id = n.id WHERE n.author_id = $1 LIMIT $2)",
    ),
    (
        "engagements",
        ROWS,
        "DELETE FROM engagements WHERE (newsletter_id, run_id, subscriber_id) IN \
         (SELECT t.newsletter_id, t.run_id, t.subscriber_id FROM newsletters n \
         JOIN engagements t ON t.newsletter_id = n.id WHERE n.author_id = $1 LIMIT $2)",
    ),
    (
        "delivery_events",
        ROWS,
        "DELETE FROM delivery_events WHERE (newsletter_id, run_id, subscriber_id, kind) IN \
         (SELECT t.newsletter_id, t.run_id, t.subscriber_id, t.kind FROM newsletters n \
         JOIN delivery_events t ON t.newsletter_id = n.id WHERE n.author_id = $1 LIMIT $2)",
    ),
    (
        "deliveries",
        ROWS,
        "DELETE FROM deliveries WHERE (newsletter_id, run_id, subscriber_id) IN \
         (SELECT t.newsletter_id, t.run_id, t.subscriber_id FROM newsletters n \
         JOIN deliveries t ON t.newsletter_id = n.id WHERE n.author_id = $1 LIMIT $2)",
    ),
    (
        "delivery_chunks",
        ROWS,
        "DELETE FROM delivery_chunks WHERE (newsletter_id, run_id, chunk_no) IN \
         (SELECT t.newsletter_id, t.run_id, t.chunk_no FROM newsletters n \
         JOIN delivery_chunks t ON t.newsletter_id = n.id WHERE n.author_id = $1 LIMIT $2)",
    ),
    (
        "captured_mail",
        LARGE,
        "DELETE FROM captured_mail WHERE author_id = $1 AND id IN \
         (SELECT id FROM captured_mail WHERE author_id = $1 ORDER BY id LIMIT $2)",
    ),
    (
        "campaign_attachments",
        LARGE,
        "DELETE FROM campaign_attachments WHERE id IN (SELECT t.id FROM campaigns c \
         JOIN campaign_attachments t ON t.campaign_id = c.id WHERE c.author_id = $1 LIMIT $2)",
    ),
    (
        "campaign_runs",
        LARGE,
        "DELETE FROM campaign_runs WHERE id IN (SELECT t.id FROM newsletters n \
         JOIN campaign_runs t ON t.newsletter_id = n.id WHERE n.author_id = $1 LIMIT $2)",
    ),
    (
        "campaigns",
        LARGE,
        "DELETE FROM campaigns WHERE author_id = $1 AND id IN \
         (SELECT id FROM campaigns WHERE author_id = $1 ORDER BY id LIMIT $2)",
    ),
    (
        "subscribers",
        ROWS,
        "DELETE FROM subscribers WHERE (newsletter_id, id) IN (SELECT t.newsletter_id, t.id FROM newsletters n \
         JOIN subscribers t ON t.newsletter_id = n.id WHERE n.author_id = $1 LIMIT $2)",
    ),
    (
        "import_errors",
        ROWS,
        "DELETE FROM import_errors WHERE (import_id, line, field) IN \
         (SELECT t.import_id, t.line, t.field FROM imports i \
         JOIN import_errors t ON t.import_id = i.id WHERE i.author_id = $1 LIMIT $2)",
    ),
    (
        "imports",
        ROWS,
        "DELETE FROM imports WHERE author_id = $1 AND id IN \
         (SELECT id FROM imports WHERE author_id = $1 ORDER BY id LIMIT $2)",
    ),
    (
        "daily_stats",
        ROWS,
        "DELETE FROM daily_stats WHERE (newsletter_id, day) IN (SELECT t.newsletter_id, t.day FROM newsletters n \
         JOIN daily_stats t ON t.newsletter_id = n.id WHERE n.author_id = $1 LIMIT $2)",
    ),
    (
        "newsletters",
        ROWS,
        "DELETE FROM newsletters WHERE author_id = $1 AND id IN \
         (SELECT id FROM newsletters WHERE author_id = $1 ORDER BY id LIMIT $2)",
    ),
    (
        "template_versions",
        LARGE,
        "DELETE FROM template_versions WHERE author_id = $1 AND (template_id, revision) IN \
         (SELECT template_id, revision FROM template_versions WHERE author_id = $1 LIMIT $2)",
    ),
    (
        "templates",
        LARGE,
        "DELETE FROM templates WHERE author_id = $1 AND id IN \
         (SELECT id FROM templates WHERE author_id = $1 ORDER BY id LIMIT $2)",
    ),
    (
        "webhook_deliveries",
        ROWS,
        "DELETE FROM webhook_deliveries WHERE id IN (SELECT t.id FROM webhooks w \
         JOIN webhook_deliveries t ON t.webhook_id = w.id WHERE w.author_id = $1 LIMIT $2)",
    ),
    (
        "idempotency_keys",
        ROWS,
        "DELETE FROM idempotency_keys WHERE author_id = $1 AND key_hash IN \
         (SELECT key_hash FROM idempotency_keys WHERE author_id = $1 LIMIT $2)",
    ),
    (
        "activities",
        ROWS,
        "DELETE FROM activities WHERE author_id = $1 AND id IN \
         (SELECT id FROM activities WHERE author_id = $1 ORDER BY id LIMIT $2)",
    ),
];

/// Tables whose rows go at once, or with a row of [`BATCHES`] or the author's own: few for each. Those without a
/// reference to the author come with `webhook_events`, which its own room empties.
#[cfg(test)]
pub const FEW: &[&str] = &[
    "account_mails",
    "api_keys",
    "audit_log",
    "author_settings",
    "campaign_notifications",
    "domain_days",
    "domain_history",
    "domain_keys",
    "domain_records",
    "domains",
    "media",
    "mail_tokens",
    "media_renditions",
    "newsletter_counters",
    "notices",
    "passkey_challenges",
    "passkeys",
    "recovery_codes",
    "refresh_tokens",
    "run_hours",
    "run_links",
    "run_variants",
    "session_bearers",
    "sessions",
    "totp",
    "webhooks",
    "weekly_summaries",
    // Counted and emptied within seconds, whatever became of the campaign.
    "tracking_inbox",
    // Taken out of the outbox within seconds.
    "webhook_events",
];

/// Makes the account invisible: nobody signs in to it, its address is free, and what it would have sent stays here.
/// False when it was deleted already.
pub async fn hide(tx: &mut Tx, id: i64, now: Timestamp) -> Result<bool> {
    let hidden = on_engine!(&mut *tx, conn => sqlx::query(
        "UPDATE authors SET email = '', email_key = $2, name = '', company = NULL, role = 'author', password_hash = NULL, \
         issuer = NULL, subject = NULL, deleted_at = $3, updated_at = $3 WHERE id = $1 AND deleted_at IS NULL")
        .bind(id).bind(format!("deleted:{id}")).bind(now).execute(conn).await?.rows_affected());
    if hidden == 0 {
        return Ok(false);
    }
    for sql in [
        "DELETE FROM refresh_tokens WHERE author_id = $1",
        "DELETE FROM session_bearers WHERE author_id = $1",
        "DELETE FROM sessions WHERE author_id = $1",
        "DELETE FROM mail_tokens WHERE author_id = $1",
        "DELETE FROM totp WHERE author_id = $1",
        "DELETE FROM recovery_codes WHERE author_id = $1",
        "DELETE FROM passkeys WHERE author_id = $1",
        "DELETE FROM passkey_challenges WHERE author_id = $1",
        "DELETE FROM audit_log WHERE author_id = $1",
        "DELETE FROM api_keys WHERE author_id = $1",
        "DELETE FROM account_mails WHERE author_id = $1",
        "DELETE FROM campaign_notifications WHERE author_id = $1",
        "DELETE FROM weekly_summaries WHERE author_id = $1",
        "DELETE FROM domains WHERE author_id = $1",
        "UPDATE webhooks SET is_active = FALSE, due_at = NULL WHERE author_id = $1",
        "UPDATE newsletters SET is_active = FALSE, domain_id = NULL WHERE author_id = $1",
        "UPDATE campaigns SET status = 'cancelled', scheduled_at = NULL WHERE author_id = $1 AND status = 'scheduled'",
    ] {
        on_engine!(&mut *tx, conn => sqlx::query(sql).bind(id).execute(conn).await.map(drop))?;
    }
    Ok(true)
}

/// Deleted accounts that have rows left.
pub async fn deleted(tx: &mut Tx) -> Result<Vec<i64>> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT id FROM authors WHERE deleted_at IS NOT NULL ORDER BY id LIMIT 100")
        .fetch_all(conn).await)
}

/// Holds the account until this transaction ends; false when another node does, or it is gone.
pub async fn hold(tx: &mut Tx, id: i64) -> Result<bool> {
    let sql = if tx.engine() == Engine::Postgres {
        "SELECT id FROM authors WHERE id = $1 AND deleted_at IS NOT NULL FOR UPDATE SKIP LOCKED"
    } else {
        "SELECT id FROM authors WHERE id = $1 AND deleted_at IS NOT NULL"
    };
    let held: Option<i64> =
        on_engine!(tx, conn => sqlx::query_scalar(sql).bind(id).fetch_optional(conn).await?);
    Ok(held.is_some())
}

/// Stops what a request that was under way at the deletion may have started; true while a run is not over.
pub async fn stop_sending(tx: &mut Tx, id: i64) -> Result<bool> {
    on_engine!(&mut *tx, conn => sqlx::query(
        "UPDATE campaigns SET status = 'cancelled', epoch = epoch + 1, scheduled_at = NULL WHERE author_id = $1 \
         AND status IN ('scheduled', 'sending', 'paused')").bind(id).execute(conn).await.map(drop))?;
    let open: Option<i64> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT r.id FROM campaigns c JOIN campaign_runs r ON r.campaign_id = c.id \
         WHERE c.author_id = $1 AND r.state <> 'done' LIMIT 1").bind(id).fetch_optional(conn).await?);
    Ok(open.is_some())
}

/// Runs one of [`BATCHES`]; answers how many rows it took.
pub async fn remove(tx: &mut Tx, id: i64, sql: &'static str, limit: i64) -> Result<u64> {
    on_engine!(tx, conn => sqlx::query(sql).bind(id).bind(limit).execute(conn).await.map(|done| done.rows_affected()))
}

/// The last row, with the few that hang on it.
pub async fn forget(tx: &mut Tx, id: i64) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM authors WHERE id = $1 AND deleted_at IS NOT NULL")
        .bind(id).execute(conn).await.map(drop))
}
