//! A consistent copy of a whole database as files, and a database made of them again: for backups. Knows no table.
//!
//! SQLite gives one file, made by `VACUUM INTO`, which reads one snapshot and lets writers go on. PostgreSQL gives a
//! file for each table in COPY's text format, all from one `REPEATABLE READ` transaction.

mod cell;
mod crossing;
mod postgres;
mod sqlite;

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::Path,
};

use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use sqlx::migrate::{MigrateError, Migrator};

use crate::{Database, Tx};
pub use crossing::{Told, make_sqlite_from_postgres, restore_postgres_from_sqlite};

/// What was copied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// Number of the last migration.
    pub schema_version: i64,
    /// Names of the files in the folder, in the order in which they are read back.
    pub files: Vec<String>,
    /// Rows by table.
    pub rows: BTreeMap<String, u64>,
    /// Where PostgreSQL's number generators stood; SQLite keeps its own in the file.
    pub sequences: Vec<Sequence>,
    /// Of PostgreSQL's files, in the order of their fields.
    pub columns: BTreeMap<String, Vec<Column>>,
}

/// A column, and its type as PostgreSQL names it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Column {
    pub name: String,
    pub kind: String,
}

/// The generator behind a column.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Sequence {
    pub table: String,
    pub column: String,
    pub last_value: i64,
    /// Whether `last_value` was given out.
    pub is_called: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    #[error("the database")]
    Database(#[from] sqlx::Error),
    /// PostgreSQL's words, with the line and column of the rows that it refuses.
    #[error("the rows of {table} do not go in: {why}")]
    Refused { table: String, why: String },
    #[error("a file")]
    File(#[from] io::Error),
    #[error("the schema")]
    Migrate(#[from] MigrateError),
    #[error("the table {table} got {found} rows instead of {expected}")]
    Rows { table: String, expected: u64, found: u64 },
    #[error("the schemas are not the same: {0}")]
    Twins(String),
    #[error("{0} holds a value that the other engine does not take")]
    Odd(String),
    #[error("the rows of {0} are not those that left")]
    Differs(String),
}

impl Database {
    /// Writes everything into files of `folder`, as of one moment, while others write.
    pub fn snapshot<'a>(&'a self, folder: &'a Path) -> BoxFuture<'a, Result<Snapshot, SnapshotError>> {
        Box::pin(async move {
            match self {
                Self::Sqlite { write, .. } => sqlite::write(write, folder).await,
                Self::Postgres { .. } => postgres::write(self.read().await?, folder).await,
            }
        })
    }

    /// Number of the last migration; 0 for a database without schema.
    pub fn schema_version(&self) -> BoxFuture<'_, crate::Result<i64>> {
        Box::pin(async move {
            let mut tx = self.read().await?;
            schema_version(&mut tx).await
        })
    }

    /// Whether there is not a single table.
    pub fn is_empty(&self) -> BoxFuture<'_, crate::Result<bool>> {
        Box::pin(async move {
            let mut tx = self.read().await?;
            let tables: i64 = match &mut tx {
                Tx::Sqlite(tx) => {
                    sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_master").fetch_one(&mut **tx).await?
                }
                Tx::Postgres(tx) => sqlx::query_scalar(postgres::COUNT_TABLES).fetch_one(&mut **tx).await?,
            };
            Ok(tables == 0)
        })
    }
}

/// Fills an empty PostgreSQL database from the files of a snapshot, brings it to this version's schema and lets `mark`
/// write into it, all in one transaction: it is there whole or not at all.
pub async fn restore_postgres(
    pool: &sqlx::PgPool,
    migrations: &Migrator,
    snapshot: &Snapshot,
    folder: &Path,
    mark: impl AsyncFnOnce(&mut Tx) -> crate::Result<()>,
) -> Result<(), SnapshotError> {
    let tx = postgres::read(pool, migrations, snapshot, folder).await?;
    postgres::finish(pool, tx, mark).await
}

/// Brings the SQLite file of a snapshot to this version's schema and lets `mark` write into it. Afterwards the file is
/// all there is: nothing of it is left in a log.
pub async fn restore_sqlite(
    file: &Path,
    migrations: &Migrator,
    mark: impl AsyncFnOnce(&mut Tx) -> crate::Result<()>,
) -> Result<(), crate::OpenError> {
    let db = newest(file, migrations).await?;
    let mut tx = db.begin().await?;
    mark(&mut tx).await?;
    tx.commit().await?;
    fold(&db).await?;
    Ok(())
}

/// The file as a database with this version's schema.
fn newest<'a>(file: &'a Path, migrations: &'a Migrator) -> BoxFuture<'a, Result<Database, crate::OpenError>> {
    Box::pin(async move {
        let db = Database::open(&crate::Url::Sqlite(file.to_owned())).await?;
        if let Database::Sqlite { write, .. } = &db {
            migrations.run(write).await?;
        }
        Ok(db)
    })
}

/// Brings all of SQLite's log into the file, and closes it.
fn fold(db: &Database) -> BoxFuture<'_, crate::Result<()>> {
    Box::pin(async move {
        if let Database::Sqlite { write, .. } = db {
            sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(write).await?;
        }
        db.close().await;
        Ok(())
    })
}

async fn schema_version(tx: &mut Tx) -> crate::Result<i64> {
    let exists = "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = '_sqlx_migrations'";
    let version = "SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations WHERE success";
    match tx {
        Tx::Sqlite(tx) => {
            let known: i64 = sqlx::query_scalar(exists).fetch_one(&mut **tx).await?;
            if known == 0 { Ok(0) } else { sqlx::query_scalar(version).fetch_one(&mut **tx).await }
        }
        Tx::Postgres(tx) => {
            let known: bool = sqlx::query_scalar("SELECT to_regclass('_sqlx_migrations') IS NOT NULL")
                .fetch_one(&mut **tx)
                .await?;
            if known { sqlx::query_scalar(version).fetch_one(&mut **tx).await } else { Ok(0) }
        }
    }
}

/// Refuses a snapshot that has other tables than these: one too many may be of the database itself.
fn are_all(tables: &[String], snapshot: &Snapshot) -> Result<(), SnapshotError> {
    let ours: BTreeSet<_> = tables.iter().map(String::as_str).collect();
    let theirs = snapshot.files.iter().map(|name| name.strip_suffix(".copy").unwrap_or(name)).collect();
    let sequences = snapshot.sequences.iter().map(|sequence| sequence.table.as_str());
    let odd =
        ours.symmetric_difference(&theirs).copied().chain(sequences.filter(|table| !ours.contains(table)));
    match odd.take(1).next() {
        Some(table) => Err(SnapshotError::Twins(format!("one side alone has the table {table}"))),
        None => Ok(()),
    }
}

/// A name of the database's own catalogue, as it stands in a statement.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
