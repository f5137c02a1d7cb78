//! What is left of a deleted account, as rows. The one place that knows the tables of every feature: a test reads the
//! schema and fails for a table that stands in neither list.

use database::{Engine, Result, Tx, on_engine};

use crate::{Timestamp, accounts};

/// Rows without anything large.
const ROWS: i64 = 1_000;
/// Rows that hold a mail, a page or a picture.
const LARGE: i64 = 50;

/// What one transaction takes away of a table: `$1` is the author, `$2` how many rows. Each finds its rows along an index,
/// so that it costs nothing once they are gone, however many others have.
pub struct Batch {
    pub table: &'static str,
    pub limit: i64,
    pub sql: &'static str,
}

/// Rows below a newsletter, `$3`.
macro_rules! below {
    ($table:literal, $key:literal, $limit:expr) => {
        Batch {
            table: $table,
            limit: $limit,
            sql: concat!(
                "DELETE FROM ",
                $table,
                " WHERE newsletter_id = (SELECT id FROM newsletters WHERE id = $3 AND author_id = $1) AND (",
                $key,
                ") IN (SELECT ",
                $key,
                " FROM ",
                $table,
                " WHERE newsletter_id = $3 ORDER BY ",
                $key,
                " LIMIT $2)"
            ),
        }
    };
}

/// Rows that carry their author.
macro_rules! own {
    ($table:literal, $key:literal, $limit:expr) => {
        Batch {
            table: $table,
            limit: $limit,
            sql: concat!(
                "DELETE FROM ",
                $table,
                " WHERE author_id = $1 AND (",
                $key,
                ") IN (SELECT ",
                $key,
                " FROM ",
                $table,
                " WHERE author_id = $1 ORDER BY ",
                $key,
                " LIMIT $2)"
            ),
        }
    };
}

/// A newsletter's rows. What refers to a row comes before it, so that no cascade is large.
pub const OF_NEWSLETTER: &[Batch] = &[
    below!("tracking_events", "run_id, subscriber_id, id", ROWS),
    below!("engagements", "run_id, subscriber_id", ROWS),
    below!("delivery_events", "run_id, subscriber_id, kind", ROWS),
    below!("unknown_reports", "id", LARGE),
    below!("deliveries", "run_id, subscriber_id", ROWS),
    below!("delivery_chunks", "run_id, chunk_no", ROWS),
    below!("captured_mail", "id", LARGE),
    Batch {
        table: "campaign_attachments",
        limit: LARGE,
        sql: "DELETE FROM campaign_attachments WHERE id IN (SELECT t.id FROM campaigns c \
              JOIN campaign_attachments t ON t.campaign_id = c.id \
              WHERE c.newsletter_id = $3 AND c.author_id = $1 ORDER BY t.id LIMIT $2)",
    },
    below!("campaign_runs", "id", LARGE),
    below!("campaigns", "id", LARGE),
    below!("subscribers", "id", ROWS),
    Batch {
        table: "import_errors",
        limit: ROWS,
        sql: "DELETE FROM import_errors WHERE (import_id, line, field) IN \
              (SELECT t.import_id, t.line, t.field FROM imports i JOIN import_errors t ON t.import_id = i.id \
              WHERE i.newsletter_id = $3 AND i.author_id = $1 LIMIT $2)",
    },
    below!("imports", "id", ROWS),
    below!("daily_stats", "day", ROWS),
];

/// What hangs on the author alone.
pub const OF_AUTHOR: &[Batch] = &[
    own!("captured_mail", "id", LARGE),
    own!("template_versions", "template_id, revision", LARGE),
    own!("templates", "id", LARGE),
    own!("saved_blocks", "id", LARGE),
    Batch {
        table: "webhook_deliveries",
        limit: ROWS,
        sql: "DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries WHERE webhook_id = \
              (SELECT w.id FROM webhooks w WHERE w.author_id = $1 \
              AND EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.webhook_id = w.id) ORDER BY w.id LIMIT 1) \
              ORDER BY id LIMIT $2)",
    },
    own!("idempotency_keys", "key_hash", ROWS),
    own!("activities", "id", ROWS),
];

/// Tables whose rows go at once, or with a newsletter, a row of the batches or the author's own: few for each. Those without a
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
    "domain_windows",
    "domains",
    "media",
    "mail_tokens",
    "media_renditions",
    "newsletter_counters",
    "newsletters",
    "notices",
    "passkey_challenges",
    "passkeys",
    "recovery_codes",
    "refresh_tokens",
    "run_hours",
    "run_links",
    "run_variants",
    "run_windows",
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
        "UPDATE authors SET email = '', email_key = $2, name = '', company = NULL, role = 'author', \
         issuer = NULL, subject = NULL, deleted_at = $3, updated_at = $3 WHERE id = $1 AND deleted_at IS NULL")
        .bind(id).bind(format!("deleted:{id}")).bind(now).execute(conn).await?.rows_affected());
    if hidden == 0 {
        return Ok(false);
    }
    accounts::shut_out(tx, id, now).await?;
    for sql in [
        "DELETE FROM passkey_challenges WHERE author_id = $1",
        "DELETE FROM audit_log WHERE author_id = $1",
        "DELETE FROM account_mails WHERE author_id = $1",
        "DELETE FROM campaign_notifications WHERE author_id = $1",
        "DELETE FROM weekly_summaries WHERE author_id = $1",
        "DELETE FROM domains WHERE author_id = $1",
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

/// One bounded part of the rows; false when none are left but the author's own.
pub async fn remove(tx: &mut Tx, id: i64) -> Result<bool> {
    let newsletter: Option<i64> = on_engine!(&mut *tx, conn => sqlx::query_scalar(
        "SELECT id FROM newsletters WHERE author_id = $1 ORDER BY id LIMIT 1").bind(id).fetch_optional(conn).await?);
    if let Some(newsletter) = newsletter {
        for Batch { table, limit, sql } in OF_NEWSLETTER {
            let removed = on_engine!(&mut *tx, conn => sqlx::query(*sql).bind(id).bind(limit).bind(newsletter)
                .execute(conn).await?.rows_affected());
            if removed > 0 {
                tracing::debug!(author = id, table, removed, "rows of a deleted account were removed");
                return Ok(true);
            }
        }
        on_engine!(tx, conn => sqlx::query("DELETE FROM newsletters WHERE id = $1 AND author_id = $2")
            .bind(newsletter).bind(id).execute(conn).await.map(drop))?;
        return Ok(true);
    }
    for Batch { table, limit, sql } in OF_AUTHOR {
        let removed = on_engine!(&mut *tx, conn => sqlx::query(*sql).bind(id).bind(limit)
            .execute(conn).await?.rows_affected());
        if removed > 0 {
            tracing::debug!(author = id, table, removed, "rows of a deleted account were removed");
            return Ok(true);
        }
    }
    Ok(false)
}

/// The last row, with the few that hang on it.
pub async fn forget(tx: &mut Tx, id: i64) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM authors WHERE id = $1 AND deleted_at IS NOT NULL")
        .bind(id).execute(conn).await.map(drop))
}
