//! A database of any earlier version is brought to this one with what is in it.

use std::collections::BTreeMap;

use database::{Database, on_engine};
use sqlx::AssertSqlSafe;

use crate::{AuthorId, CampaignId, NewsletterId, POSTGRES_MIGRATIONS, SQLITE_MIGRATIONS, campaigns};

/// Rows of every kind that a later change has to keep, with the schema from which on their table is there. Columns that
/// came later have defaults; what a schema cannot do without stands here.
const ROWS: [(i64, &str); 28] = [
    (1, "INSERT INTO installation (id, instance_id, secret_fingerprint, created_at) VALUES (1, 'i', 'f', 7)"),
    (1, "INSERT INTO nodes (id, instance, started_at, heartbeat_at) VALUES (3, 'n', 1, 2)"),
    (
        1,
        "INSERT INTO authors (id, email, email_key, name, time_zone, role, created_at, updated_at) \
         VALUES (1, 'A@example.com', 'a@example.com', 'Ä', 'UTC', 'author', 0, 0)",
    ),
    (
        1,
        "INSERT INTO api_keys (id, author_id, name, prefix, key_hash, created_at, last_used_at) \
         VALUES (5, 1, 'script', 'lp_abc', X'0102', 3, 4)",
    ),
    (
        1,
        "INSERT INTO newsletters (id, author_id, name, from_name, from_prefix, is_active, public_id, double_opt_in, \
         in_doubt_policy, created_at, updated_at) VALUES (1, 1, 'N', 'F', 'p', TRUE, 'x', FALSE, 'hold', 0, 0)",
    ),
    (1, "INSERT INTO newsletter_counters (newsletter_id, active, bounced) VALUES (1, 2, 1)"),
    (1, "INSERT INTO daily_stats (newsletter_id, day, new_subscribers, emails_sent) VALUES (1, 20000, 3, 2)"),
    (
        1,
        "INSERT INTO subscribers (id, newsletter_id, email, email_key, first_name, status, attributes, tags, search_text, \
         subscribed_at, created_at, updated_at) VALUES (9, 1, 'R@example.net', 'r@example.net', 'Ünal', 'active', \
         '{\"city\": \"Köln\"}', '[\"vip\"]', 'r@example.net', 1, 2, 3)",
    ),
    (
        1,
        "INSERT INTO imports (id, author_id, newsletter_id, file_name, mode, mapping, status, bytes_total, created_at) \
         VALUES (2, 1, 1, 'r.csv', 'update', '{}', 'done', 10, 1)",
    ),
    (
        1,
        "INSERT INTO import_errors (import_id, line, field, value, message) VALUES (2, 3, 'email', 'x', 'no')",
    ),
    (
        1,
        "INSERT INTO campaigns (id, author_id, newsletter_id, subject, html_content, blocks, status, in_doubt_policy, \
         created_at, updated_at) VALUES (1, 1, 1, 'S', '', '[{\"type\": \"text\"}]', 'draft', 'hold', 0, 0)",
    ),
    (
        1,
        "INSERT INTO campaigns (id, author_id, newsletter_id, subject, html_content, status, in_doubt_policy, started_at, \
         sent_at, created_at, updated_at) VALUES (2, 1, 1, 'T', '<p>', 'sent', 'resend', 4, 5, 0, 0)",
    ),
    (
        1,
        "INSERT INTO campaign_runs (id, campaign_id, newsletter_id, occurrence_at, state, content, freeze_upper, intended, \
         sent, in_doubt, started_at) VALUES (4, 2, 1, 4, 'done', X'ff00', 9, 2, 1, 1, 4)",
    ),
    (
        1,
        "INSERT INTO delivery_chunks (newsletter_id, run_id, chunk_no, first_id, last_id, readers, ids, is_open) \
         VALUES (1, 4, 0, 9, 10, 2, X'0901', FALSE), (1, 4, 1, 1, 6, 2, X'0105', FALSE), (1, 4, 2, 4, 8, 2, X'0404', FALSE)",
    ),
    (
        1,
        "INSERT INTO deliveries (newsletter_id, run_id, subscriber_id, state, attempts, doubts, attempt_id, node_id, dated_at, \
         updated_at, code, reason) VALUES (1, 4, 9, 5, 1, 1, 77, 3, 4, 5, 250, 'ok')",
    ),
    (
        1,
        "INSERT INTO captured_mail (id, author_id, kind, message_id, sender, recipient, recipient_key, subject, size_bytes, \
         raw, captured_at) VALUES (6, 1, 'test', '<m>', 's@x', 'r@x', 'r@x', 'S', 2, X'6869', 1)",
    ),
    (1, "INSERT INTO activities (id, author_id, kind, title, at) VALUES (8, 1, 'campaign_sent', 'T', 5)"),
    (
        2,
        "INSERT INTO templates (id, author_id, name, subject, is_active, revision, block_count, created_at, updated_at, blocks) \
         VALUES (1, 1, 'T', 'S', TRUE, 2, 1, 0, 0, '[]')",
    ),
    (
        2,
        "INSERT INTO template_versions (template_id, revision, author_id, name, subject, block_count, created_at, blocks) \
         VALUES (1, 2, 1, 'T', 'S', 1, 0, '[]')",
    ),
    (2, "INSERT INTO media_files (digest, content_type, bytes) VALUES (X'aa', 'image/png', X'0001')"),
    (
        2,
        "INSERT INTO media (id, author_id, name, digest, content_type, animated, created_at) \
         VALUES (1, 1, 'I', X'aa', 'image/png', FALSE, 0)",
    ),
    (
        3,
        "INSERT INTO domains (id, author_id, domain, is_active, verification_status, status_since, metrics_since, created_at, \
         updated_at) VALUES (1, 1, 'example.com', TRUE, 'verified', 1, 2, 3, 4)",
    ),
    (
        3,
        "INSERT INTO domain_keys (id, domain_id, selector, algorithm, public_record, private_key, state, created_at) \
         VALUES (1, 1, 's', 'ed25519-sha256', 'v=DKIM1', X'0102', 'active', 1)",
    ),
    (
        3,
        "INSERT INTO suppressions (id, email, email_key, reason, source, created_at) \
         VALUES (1, 'b@example.net', 'b@example.net', 'hard_bounce', 'smtp', 1)",
    ),
    (
        3,
        "INSERT INTO delivery_events (newsletter_id, run_id, subscriber_id, kind, source, at) VALUES (1, 4, 9, 'bounced', 'report', 6)",
    ),
    (
        4,
        "INSERT INTO engagements (newsletter_id, run_id, subscriber_id, opened_at, opens) VALUES (1, 4, 9, 7, 2)",
    ),
    (
        4,
        "INSERT INTO tracking_inbox (id, campaign_id, subscriber_id, kind, link_no, agent, times, at) \
         VALUES (3, 2, 9, 2, 258, 1, 5, 772)",
    ),
    (
        4,
        "INSERT INTO campaign_attachments (id, campaign_id, file_name, content_type, size_bytes, bytes) \
         VALUES (1, 1, 'a.pdf', 'application/pdf', 1, X'01')",
    ),
];

/// Tables that are no more: what waited in the first is in `tracking_batches`, and the other held nothing that was shown.
const GONE: [&str; 2] = ["tracking_inbox", "tracking_events"];
/// The schema that has neither.
const GONE_SINCE: i64 = 25;

/// Table → column → its values as text, in order.
type Content = BTreeMap<String, BTreeMap<String, Vec<Option<String>>>>;

database::both_engines!(every_earlier_schema_is_brought_to_this_one_with_what_is_in_it, engine => {
    let versions: Vec<i64> = SQLITE_MIGRATIONS.iter().map(|migration| migration.version).collect();
    let newest = *versions.last().unwrap();
    assert!(versions.len() >= 5 && POSTGRES_MIGRATIONS.iter().map(|m| m.version).eq(versions.iter().copied()));
    for from in versions.into_iter().filter(|version| *version < newest) {
        let folder = tempfile::tempdir().unwrap();
        let db = database::testing::empty(engine, folder.path()).await;
        match &db {
            Database::Sqlite { write, .. } => SQLITE_MIGRATIONS.run_to(from, write).await.unwrap(),
            Database::Postgres { pool, .. } => POSTGRES_MIGRATIONS.run_to(from, pool).await.unwrap(),
        }
        let mut tx = db.begin().await.unwrap();
        for (_, sql) in ROWS.iter().filter(|(since, _)| *since <= from) {
            if from >= GONE_SINCE && GONE.iter().any(|table| sql.contains(table)) {
                continue;
            }
            // SQLite's notation of bytes in PostgreSQL's.
            let sql = match engine {
                database::Engine::Sqlite => (*sql).to_owned(),
                database::Engine::Postgres => sql.replace("X'", "'\\x"),
            };
            on_engine!(&mut tx, conn => sqlx::query(AssertSqlSafe(sql.clone())).execute(conn).await.map(drop))
                .unwrap_or_else(|error| panic!("schema {from}: {error}: {sql}"));
        }
        tx.commit().await.unwrap();
        let before = content(&db).await;
        assert!(before["subscribers"]["email"] == [Some("R@example.net".to_owned())], "{before:?}");

        crate::migrate(&db).await.unwrap_or_else(|error| panic!("schema {from}: {error}"));
        assert_eq!(db.schema_version().await.unwrap(), newest);
        let after = content(&db).await;
        for (table, columns) in before.iter().filter(|(table, _)| !GONE.contains(&table.as_str())) {
            for (column, values) in columns {
                assert_eq!(after[table].get(column), Some(values), "schema {from}: {table}.{column}");
            }
        }
        if (4..GONE_SINCE).contains(&from) {
            let batch = &after["tracking_batches"];
            let records = "0000000000000002000000000000000900000000000003040000000501020201";
            let stored = batch["records"][0].as_deref().unwrap().trim_start_matches("\\x");
            assert_eq!((stored, &batch["first_at"][0], &batch["hits"][0]), (records, &Some("772".to_owned()), &Some("1".to_owned())));
        }
        if (4..27).contains(&from) {
            assert_eq!(after["campaign_runs"]["engaged_readers"], [Some("1".to_owned())], "schema {from}");
        }
        if from < 23 {
            // Of chunks that overlap, the last of all; 9 stands behind them.
            assert_eq!(after["delivery_chunks"]["span_last_id"], ["10", "8", "8"].map(|id| Some(id.to_owned())));
        }
        let campaign = campaigns::find(&mut db.read().await.unwrap(), AuthorId::new(1), NewsletterId::new(1), CampaignId::new(1)).await.unwrap().unwrap();
        assert_eq!((campaign.revision, campaign.theme), (1, None));
        assert_eq!(campaign.blocks.unwrap().as_str(), r#"[{"type": "text"}]"#);
        db.close().await;
    }
});

/// Everything but what finds rows and what counts migrations.
async fn content(db: &Database) -> Content {
    let mut tx = db.begin().await.unwrap();
    let columns: Vec<(String, String)> = match &mut tx {
        database::Tx::Sqlite(tx) => sqlx::query_as(
            "SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c \
             WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE '_sqlx%'",
        )
        .fetch_all(&mut **tx)
        .await
        .unwrap(),
        database::Tx::Postgres(tx) => sqlx::query_as(
            "SELECT table_name::text, column_name::text FROM information_schema.columns \
             WHERE table_schema = current_schema() AND table_name NOT LIKE '\\_sqlx%'",
        )
        .fetch_all(&mut **tx)
        .await
        .unwrap(),
    };
    let mut content = Content::new();
    for (table, column) in columns {
        let text = match db.engine() {
            database::Engine::Sqlite => format!(
                "CASE typeof({column}) WHEN 'blob' THEN hex({column}) ELSE CAST({column} AS TEXT) END"
            ),
            database::Engine::Postgres => format!("CAST({column} AS TEXT)"),
        };
        let sql = format!("SELECT {text} FROM {table} ORDER BY 1");
        let values: Vec<Option<String>> =
            on_engine!(&mut tx, conn => sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(conn).await)
                .unwrap();
        content.entry(table).or_default().insert(column, values);
    }
    content
}
