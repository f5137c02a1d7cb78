//! Opening a database by its URL and bringing it to this version's schema.

use std::{path::PathBuf, str::FromStr, time::Duration};

use sqlx::{
    ConnectOptions,
    migrate::{MigrateError, Migrator},
    postgres::{PgConnectOptions, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::Database;

/// Where the data is: `sqlite:PATH` or `postgres://…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Url {
    Sqlite(PathBuf),
    Postgres(String),
}

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("a database URL starts with sqlite: or postgres://")]
    Scheme,
    #[error("the database cannot be opened: {0}")]
    Open(#[from] sqlx::Error),
    #[error("the database cannot be brought to this version's schema: {0}")]
    Migrate(#[from] MigrateError),
}

impl FromStr for Url {
    type Err = OpenError;

    fn from_str(text: &str) -> Result<Self, OpenError> {
        if let Some(path) = text.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            return if path.is_empty() { Err(OpenError::Scheme) } else { Ok(Self::Sqlite(path.into())) };
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self::Postgres(text.to_owned()));
        }
        Err(OpenError::Scheme)
    }
}

impl Database {
    /// Opens the database; a SQLite file is made when it is missing.
    pub async fn open(url: &Url) -> Result<Self, OpenError> {
        match url {
            Url::Sqlite(path) => open_sqlite(path).await,
            Url::Postgres(url) => {
                let options = PgConnectOptions::from_str(url)?
                    .application_name("letterpress")
                    .statement_cache_capacity(512)
                    .log_slow_statements(tracing::log::LevelFilter::Off, Duration::ZERO);
                let pool = PgPoolOptions::new()
                    .max_connections(20)
                    .acquire_timeout(Duration::from_secs(10))
                    .connect_with(options)
                    .await?;
                Ok(Self::Postgres(pool))
            }
        }
    }

    /// Brings the schema to this version, each migration in its own transaction, under a lock on PostgreSQL. A schema
    /// newer than this version is refused.
    pub async fn migrate(&self, sqlite: &Migrator, postgres: &Migrator) -> Result<(), OpenError> {
        match self {
            Self::Sqlite { write, .. } => sqlite.run(write).await?,
            Self::Postgres(pool) => postgres.run(pool).await?,
        }
        Ok(())
    }
}

async fn open_sqlite(path: &std::path::Path) -> Result<Database, OpenError> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // A ledger that may roll back after a power cut is not a ledger: NORMAL loses the last commits then.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        .statement_cache_capacity(512)
        .pragma("temp_store", "memory")
        .pragma("cache_size", "-16000")
        .pragma("mmap_size", "268435456")
        .log_slow_statements(tracing::log::LevelFilter::Off, Duration::ZERO);
    let write = SqlitePoolOptions::new()
        .max_connections(1)
        .min_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .acquire_timeout(Duration::from_secs(30))
        .connect_with(options.clone())
        .await?;
    let read = SqlitePoolOptions::new()
        .max_connections(8)
        .idle_timeout(None)
        .max_lifetime(None)
        .acquire_timeout(Duration::from_secs(10))
        .connect_with(options.pragma("query_only", "on").create_if_missing(false))
        .await?;
    Ok(Database::Sqlite { read, write })
}
