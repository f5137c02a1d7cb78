//! The schema, step by step, a folder for each engine.

use std::sync::LazyLock;

use sqlx::{
    SqlStr,
    migrate::{Migration, MigrationType, Migrator},
};

/// The files of a folder by their names, which begin with a number of four digits.
macro_rules! migrations {
    ($($name:literal,)+) => {
        pub static SQLITE_MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
            Migrator::with_migrations(vec![$(step($name, include_str!(concat!("../migrations/sqlite/", $name, ".sql")))),+])
        });
        pub static POSTGRES_MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
            Migrator::with_migrations(vec![$(step($name, include_str!(concat!("../migrations/postgres/", $name, ".sql")))),+])
        });
    };
}

migrations! {
    "0001_foundation",
    "0002_templates",
    "0003_domains",
    "0004_campaign_life",
    "0005_accounts",
    "0006_webhooks",
    "0007_settings",
    "0008_installation",
    "0009_node_clocks",
    "0010_brakes",
    "0011_returns",
    "0012_interruptions",
    "0013_dns_advice",
    "0014_proofs",
    "0016_departed",
    "0017_samples",
    "0018_saved_blocks",
    "0019_campaign_versions",
    "0020_languages",
    "0021_first_run",
    "0022_marks",
    "0023_spans",
    "0024_search_by_blocks",
    "0025_tracking_batches",
    "0026_retention",
    "0027_engaged_readers",
    "0028_subscriber_tags",
    "0029_messages",
    "0030_search_segments",
    "0031_search_breaks",
    "0032_search_larger",
    "0033_search_doubts",
    "0034_departures",
    "0035_run_counts",
    "0036_engagements_of_runs",
    "0037_openers_by_the_key",
}

/// As sqlx reads a file; what is kept of a step that was taken is its number, its words and the hash of its text.
fn step(name: &'static str, sql: &'static str) -> Migration {
    let (number, words) = name.split_once('_').unwrap_or_default();
    let number = number.parse().expect("a migration's name begins with its number");
    Migration::new(
        number,
        words.replace('_', " ").into(),
        MigrationType::Simple,
        SqlStr::from_static(sql),
        sql.starts_with("-- no-transaction"),
    )
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    type Step<'a> = (i64, &'a str, MigrationType, &'a [u8], bool);

    fn steps(migrator: &Migrator) -> Vec<Step<'_>> {
        migrator
            .iter()
            .map(|m| (m.version, &*m.description, m.migration_type, &*m.checksum, m.no_tx))
            .collect()
    }

    #[tokio::test]
    async fn the_steps_are_what_sqlx_reads_in_the_folders() {
        for (engine, ours) in [("sqlite", &SQLITE_MIGRATIONS), ("postgres", &POSTGRES_MIGRATIONS)] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(engine);
            let read = Migrator::new(folder).await.unwrap();
            assert_eq!(steps(ours), steps(&read), "{engine}");
        }
    }

    /// Installations hold what they were told of a step against this.
    #[test]
    fn a_step_that_was_taken_stays_what_it_was() {
        let told = |migrator: &Migrator| {
            let step = &migrator.migrations[0];
            step.checksum[..8].iter().fold(0, |hash: u64, byte| hash << 8 | u64::from(*byte))
        };
        assert_eq!(told(&SQLITE_MIGRATIONS), 0xA6EC_2680_9CE2_1F87);
        assert_eq!(told(&POSTGRES_MIGRATIONS), 0x4F6C_F094_F8B1_62E2);
    }
}
