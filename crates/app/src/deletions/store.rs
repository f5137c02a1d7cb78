//! What is left of a deleted account, as rows. Each feature says how its own go ([`Removal`]); a test reads the schema and
//! fails for a table that nobody knows.

use database::{Result, Tx, on_engine};

use crate::{
    AuthorId, account_mails,
    accounts::{self, Accounts},
    activities, bounces, campaigns, captured_mail, deliveries, domains, idempotency, imports, messages,
    newsletters, notification_queue,
    removal::{Batch, Removal},
    runs, sample_data, saved_blocks, subscribers, templates, tracking, webhooks,
};

/// The features that keep rows for authors. What refers to a row comes before it, so that no cascade is large.
const FEATURES: &[Removal] = &[
    tracking::REMOVAL,
    bounces::REMOVAL,
    messages::REMOVAL,
    deliveries::REMOVAL,
    captured_mail::REMOVAL,
    runs::REMOVAL,
    campaigns::REMOVAL,
    subscribers::REMOVAL,
    imports::REMOVAL,
    newsletters::REMOVAL,
    templates::REMOVAL,
    sample_data::REMOVAL,
    saved_blocks::REMOVAL,
    webhooks::REMOVAL,
    idempotency::REMOVAL,
    activities::REMOVAL,
    account_mails::REMOVAL,
    notification_queue::REMOVAL,
    domains::REMOVAL,
    accounts::REMOVAL,
];

/// What lies below a newsletter.
pub fn of_newsletter() -> impl Iterator<Item = &'static Batch> {
    FEATURES.iter().flat_map(|feature| feature.of_newsletter)
}

/// What hangs on the author alone.
pub fn of_author() -> impl Iterator<Item = &'static Batch> {
    FEATURES.iter().flat_map(|feature| feature.of_author)
}

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
    "run_counts",
    "run_hours",
    "run_links",
    "run_variants",
    "run_windows",
    "sessions",
    "totp",
    "webhooks",
    "weekly_summaries",
    // Counted and emptied within seconds, whatever became of the campaign.
    "tracking_batches",
    // Forgotten within hours, whatever became of the newsletter.
    "departures",
    // Taken out of the index within seconds.
    "search_changes",
    // Taken out of the outbox within seconds.
    "webhook_events",
];

/// Makes the account invisible: nobody signs in to it, its address is free, and what it would have sent stays here.
pub async fn hide(accounts: &Accounts, tx: &mut Tx, id: AuthorId) -> Result<()> {
    if !accounts::hide(tx, id, accounts.now()).await? {
        return Ok(());
    }
    accounts.shut_out(tx, id).await?;
    for sql in FEATURES.iter().flat_map(|feature| feature.at_once) {
        on_engine!(&mut *tx, conn => sqlx::query(*sql).bind(id).execute(conn).await.map(drop))?;
    }
    Ok(())
}

/// One bounded part of the rows; false when none are left but the author's own.
pub async fn remove(tx: &mut Tx, id: AuthorId) -> Result<bool> {
    if let Some(newsletter) = newsletters::first_of_author(tx, id).await? {
        for Batch { table, limit, sql } in of_newsletter() {
            let removed = on_engine!(&mut *tx, conn => sqlx::query(*sql).bind(id).bind(limit).bind(newsletter)
                .execute(conn).await?.rows_affected());
            if removed > 0 {
                tracing::debug!(author = id.get(), table, removed, "rows of a deleted account were removed");
                return Ok(true);
            }
        }
        newsletters::delete(tx, id, newsletter).await?;
        return Ok(true);
    }
    for Batch { table, limit, sql } in of_author() {
        let removed = on_engine!(&mut *tx, conn => sqlx::query(*sql).bind(id).bind(limit)
            .execute(conn).await?.rows_affected());
        if removed > 0 {
            tracing::debug!(author = id.get(), table, removed, "rows of a deleted account were removed");
            return Ok(true);
        }
    }
    Ok(false)
}
