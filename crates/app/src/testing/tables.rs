//! Whose a table is: the SQL of a table stands in its owner's room. Why: docs/decisions/floors.md.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use super::sources::SOURCES;

/// The tables of each room.
const OWNERS: [(&str, &[&str]); 23] = [
    ("account_mails", &["account_mails"]),
    (
        "accounts",
        &[
            "api_keys",
            "audit_log",
            "authors",
            "mail_tokens",
            "passkey_challenges",
            "passkeys",
            "recovery_codes",
            "refresh_tokens",
            "session_bearers",
            "sessions",
            "totp",
        ],
    ),
    ("activities", &["activities"]),
    ("author_settings", &["author_settings"]),
    ("bounces", &["unknown_reports"]),
    ("campaigns", &["campaign_attachments", "campaigns"]),
    ("captured_mail", &["captured_mail"]),
    (
        "deliveries",
        &["deliveries", "delivery_chunks", "delivery_events", "nodes", "run_windows", "throttles"],
    ),
    (
        "domains",
        &["domain_days", "domain_history", "domain_keys", "domain_records", "domain_windows", "domains"],
    ),
    ("idempotency", &["idempotency_keys"]),
    ("imports", &["import_errors", "imports"]),
    ("instance", &["installation"]),
    ("media", &["media", "media_files", "media_renditions"]),
    ("newsletters", &["daily_stats", "newsletter_counters", "newsletters"]),
    ("notices", &["notices"]),
    ("notification_queue", &["campaign_notifications", "weekly_summaries"]),
    ("runs", &["campaign_runs", "run_hours", "run_links", "run_variants"]),
    ("saved_blocks", &["saved_blocks"]),
    ("subscribers", &["subscribers"]),
    ("suppressions", &["suppressions"]),
    ("templates", &["template_versions", "templates"]),
    ("tracking", &["engagements", "tracking_events", "tracking_inbox", "tracking_turn"]),
    ("webhooks", &["webhook_deliveries", "webhook_events", "webhook_turn", "webhooks"]),
];

/// The rooms whose SQL names tables of others today. This list only shrinks.
const LEFT: [(&str, &[&str]); 16] = [
    ("accounts", &["webhooks"]),
    ("analytics", &["campaign_runs", "campaigns", "newsletter_counters", "newsletters"]),
    ("author_settings", &["authors"]),
    ("campaigns", &["newsletters"]),
    ("captured_mail", &["campaigns"]),
    (
        "deletions",
        &[
            "account_mails",
            "audit_log",
            "authors",
            "campaign_attachments",
            "campaign_notifications",
            "campaign_runs",
            "campaigns",
            "domains",
            "import_errors",
            "imports",
            "newsletters",
            "passkey_challenges",
            "webhook_deliveries",
            "webhooks",
            "weekly_summaries",
        ],
    ),
    ("deliveries", &["campaign_runs", "campaigns", "engagements"]),
    (
        "exports",
        &[
            "api_keys",
            "campaign_runs",
            "campaigns",
            "domain_records",
            "domains",
            "imports",
            "media",
            "media_files",
            "newsletter_counters",
            "newsletters",
            "saved_blocks",
            "templates",
        ],
    ),
    ("imports", &["newsletters"]),
    ("newsletters", &["authors"]),
    ("overview", &["campaigns"]),
    ("saved_blocks", &["authors"]),
    ("search", &["campaigns", "newsletters"]),
    ("subscribers", &["daily_stats", "newsletter_counters", "newsletters", "suppressions"]),
    ("tracking", &["authors", "campaign_runs", "campaigns", "newsletters", "run_links"]),
    ("webhooks", &["newsletters"]),
];

#[test]
fn every_table_has_one_owner() {
    let mut owned: Vec<_> =
        OWNERS.iter().flat_map(|(_, tables)| tables.iter().map(|t| (*t).to_owned())).collect();
    owned.sort_unstable();
    assert_eq!(owned, tables(), "tables that have an owner, and tables that there are");
}

#[test]
fn only_its_owner_reads_and_writes_a_table() {
    let tables = tables();
    let mut found = BTreeMap::<String, BTreeSet<&str>>::new();
    for source in SOURCES.iter() {
        for table in tables.iter().filter(|table| owner(table) != source.room()) {
            if source.texts.iter().any(|text| names(text, table)) {
                found.entry(source.room().to_owned()).or_default().insert(table);
            }
        }
    }
    let found: Vec<_> =
        found.iter().map(|(room, tables)| (room.as_str(), tables.iter().copied().collect())).collect();
    let left: Vec<_> = LEFT.iter().map(|(room, tables)| (*room, tables.to_vec())).collect();
    assert_eq!(found, left, "SQL on tables of others as it is, and as it was");
}

fn owner(table: &str) -> &str {
    OWNERS.iter().find(|(_, tables)| tables.contains(&table)).map_or("", |(room, _)| room)
}

/// Whether a text is SQL that reads or writes a table.
fn names(text: &str, table: &str) -> bool {
    let words: Vec<_> =
        text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|w| !w.is_empty()).collect();
    words.windows(2).any(|pair| matches!(pair[0], "FROM" | "JOIN" | "INTO" | "UPDATE") && pair[1] == table)
}

/// The tables of the schema, from its migrations.
fn tables() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/postgres");
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for statement in text.split("CREATE TABLE ").skip(1) {
            names.insert(statement.split([' ', '(']).next().unwrap().to_owned());
        }
        for statement in text.split("DROP TABLE ").skip(1) {
            names.remove(statement.split([' ', ';']).next().unwrap());
        }
    }
    names.into_iter().collect()
}
