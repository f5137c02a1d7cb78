//! Whose a table is: its owner alone writes it, and who reads it stands above its owner. Why: docs/decisions/floors.md.

use std::{collections::BTreeSet, fs, path::Path};

use super::{floors::place, sources::SOURCES};

/// The tables of each room.
const OWNERS: [(&str, &[&str]); 25] = [
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
    ("campaigns", &["campaign_attachments", "campaign_versions", "campaigns"]),
    ("captured_mail", &["captured_mail"]),
    (
        "deliveries",
        &[
            "deliveries",
            "delivery_chunks",
            "delivery_events",
            "delivery_marks",
            "nodes",
            "run_windows",
            "throttles",
        ],
    ),
    (
        "domains",
        &["domain_days", "domain_history", "domain_keys", "domain_records", "domain_windows", "domains"],
    ),
    ("idempotency", &["idempotency_keys"]),
    ("imports", &["import_errors", "imports"]),
    ("instance", &["installation"]),
    ("media", &["media", "media_files", "media_renditions"]),
    ("messages", &["messages"]),
    ("newsletters", &["daily_stats", "newsletter_counters", "newsletters"]),
    ("notices", &["notices"]),
    ("notification_queue", &["campaign_notifications", "weekly_summaries"]),
    ("runs", &["campaign_runs", "run_counts", "run_hours", "run_links", "run_variants"]),
    ("sample_data", &["sample_data"]),
    ("saved_blocks", &["saved_blocks"]),
    (
        "subscribers",
        &[
            "departures",
            "search_changes",
            "search_parts",
            "search_segments",
            "search_state",
            "subscriber_tags",
            "subscribers",
        ],
    ),
    ("suppressions", &["suppressions"]),
    ("templates", &["template_versions", "templates"]),
    ("tracking", &["engagements", "tracking_batches", "tracking_journals", "tracking_turn"]),
    ("webhooks", &["webhook_deliveries", "webhook_events", "webhook_turn", "webhooks"]),
];

#[test]
fn every_table_has_one_owner() {
    let mut owned: Vec<_> =
        OWNERS.iter().flat_map(|(_, tables)| tables.iter().map(|t| (*t).to_owned())).collect();
    owned.sort_unstable();
    assert_eq!(owned, tables(), "tables that have an owner, and tables that there are");
}

#[test]
fn only_its_owner_writes_a_table() {
    assert_eq!(foreign(writes, |_, _| true), BTreeSet::new(), "SQL that writes tables of others");
}

/// A statement that joins what it needs is one look instead of several; what it reads stands below it.
#[test]
fn a_table_is_read_from_where_its_owner_may_be_used() {
    let upward = |room: &str, owner: &str| place(room) < place(owner);
    assert_eq!(foreign(reads, upward), BTreeSet::new(), "SQL that reads tables of rooms above");
}

/// Texts of SQL on a table whose owner is another room, each as "file: table".
fn foreign(names: fn(&str, &str) -> bool, counts: impl Fn(&str, &str) -> bool) -> BTreeSet<String> {
    let tables = tables();
    let mut found = BTreeSet::new();
    for source in SOURCES.iter().filter(|source| !source.room().is_empty()) {
        for table in &tables {
            let (room, owner) = (source.room(), owner(table));
            if owner != room && counts(room, owner) && source.texts.iter().any(|text| names(text, table)) {
                found.insert(format!("{}: {table}", source.path));
            }
        }
    }
    found
}

fn owner(table: &str) -> &str {
    OWNERS.iter().find(|(_, tables)| tables.contains(&table)).map_or("", |(room, _)| room)
}

/// Whether a text is SQL that writes a table.
fn writes(text: &str, table: &str) -> bool {
    words(text).windows(2).any(|pair| matches!(pair[0], "INTO" | "UPDATE") && pair[1] == table)
        || words(text).windows(3).any(|three| three == ["DELETE", "FROM", table])
}

/// Whether a text is SQL that reads a table.
fn reads(text: &str, table: &str) -> bool {
    words(text).windows(2).any(|pair| matches!(pair[0], "FROM" | "JOIN") && pair[1] == table)
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty()).collect()
}

/// The tables of the schema, from its migrations.
fn tables() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/postgres");
    let files: BTreeSet<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let mut names = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(file).unwrap();
        for statement in text.split("CREATE TABLE ").skip(1) {
            names.insert(statement.split([' ', '(']).next().unwrap().to_owned());
        }
        for statement in text.split("DROP TABLE ").skip(1) {
            names.remove(statement.split([' ', ';']).next().unwrap());
        }
    }
    names.into_iter().collect()
}
