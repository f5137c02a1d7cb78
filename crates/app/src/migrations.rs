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
            migrator([$(step($name, include_str!(concat!("../migrations/sqlite/", $name, ".sql")))),+])
        });
        pub static POSTGRES_MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
            migrator([$(step($name, include_str!(concat!("../migrations/postgres/", $name, ".sql")))),+])
        });

        #[cfg(test)]
        const NAMES: &[&str] = &[$($name),+];
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
}

fn migrator<const N: usize>(steps: [Migration; N]) -> Migrator {
    Migrator { migrations: steps.to_vec().into(), ..Migrator::DEFAULT }
}

/// As sqlx reads the file's name; what is kept of a step that was taken is its number, its words and the hash of its text.
fn step(name: &'static str, sql: &'static str) -> Migration {
    let (number, words) = name.split_once('_').unwrap_or_default();
    let number = number.parse().expect("a migration's name begins with its number");
    Migration::new(
        number,
        words.replace('_', " ").into(),
        MigrationType::Simple,
        SqlStr::from_static(sql),
        false,
    )
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    #[test]
    fn every_file_is_a_step_of_both_engines() {
        for engine in ["sqlite", "postgres"] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(engine);
            let mut files: Vec<String> = fs::read_dir(folder)
                .unwrap()
                .map(|file| file.unwrap().file_name().into_string().unwrap())
                .collect();
            files.sort();
            let steps: Vec<String> = NAMES.iter().map(|name| format!("{name}.sql")).collect();
            assert_eq!(files, steps, "{engine}");
        }
    }

    /// Installations hold what they were told of a step against this.
    #[test]
    fn a_step_is_known_by_its_number_its_words_and_the_hash_of_its_text() {
        let told = |migrator: &Migrator| {
            let step = &migrator.migrations[0];
            let hash = step.checksum[..8].iter().fold(0, |hash: u64, byte| hash << 8 | u64::from(*byte));
            (step.version, step.description.to_string(), hash)
        };
        let words = || "foundation".to_owned();
        assert_eq!(told(&SQLITE_MIGRATIONS), (1, words(), 0xA6EC_2680_9CE2_1F87));
        assert_eq!(told(&POSTGRES_MIGRATIONS), (1, words(), 0x4F6C_F094_F8B1_62E2));
    }
}
