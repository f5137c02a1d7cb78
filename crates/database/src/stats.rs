//! What operators watch of a database.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use crate::{Database, Result};

/// One pool of connections.
#[derive(Clone, Copy, Debug)]
pub struct Pool {
    pub name: &'static str,
    /// Open connections.
    pub size: usize,
    /// Those that nobody uses.
    pub idle: usize,
}

/// How long transactions of this process that write waited for their turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Waits {
    pub count: u64,
    pub total: Duration,
}

/// In bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Size {
    pub bytes: i64,
    /// SQLite's write-ahead log; 0 on PostgreSQL.
    pub wal_bytes: i64,
}

// Of the process, as its other figures are; a server has one database.
static COUNT: AtomicU64 = AtomicU64::new(0);
static NANOSECONDS: AtomicU64 = AtomicU64::new(0);

pub(crate) fn waited(time: Duration) {
    COUNT.fetch_add(1, Ordering::Relaxed);
    NANOSECONDS.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
}

/// Since the start of the process.
pub fn writer_waits() -> Waits {
    Waits {
        count: COUNT.load(Ordering::Relaxed),
        total: Duration::from_nanos(NANOSECONDS.load(Ordering::Relaxed)),
    }
}

impl Database {
    pub fn pools(&self) -> Vec<Pool> {
        match self {
            Self::Sqlite { read, ahead, through, write } => vec![
                of("read", read.counted()),
                of("ahead", counted(ahead)),
                of("through", counted(through)),
                of("write", counted(write)),
            ],
            Self::Postgres { pool, by_key } => vec![of("all", counted(pool)), of("ledger", counted(by_key))],
        }
    }

    pub async fn size(&self) -> Result<Size> {
        match self {
            Self::Sqlite { read, .. } => {
                let bytes = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()";
                let file = "SELECT file FROM pragma_database_list WHERE name = 'main'";
                let mut reader = read.begin().await?;
                let bytes = sqlx::query_scalar(bytes).fetch_one(&mut *reader).await?;
                let file: String = sqlx::query_scalar(file).fetch_one(&mut *reader).await?;
                let wal = std::fs::metadata(format!("{file}-wal")).map_or(0, |log| log.len());
                Ok(Size { bytes, wal_bytes: wal as i64 })
            }
            Self::Postgres { pool, .. } => {
                let bytes =
                    sqlx::query_scalar("SELECT pg_database_size(current_database())").fetch_one(pool).await?;
                Ok(Size { bytes, wal_bytes: 0 })
            }
        }
    }

    /// What the database takes for the present time, in milliseconds since the Unix epoch; `None` where it has no clock
    /// of its own.
    pub async fn clock(&self) -> Result<Option<i64>> {
        match self {
            Self::Sqlite { .. } => Ok(None),
            Self::Postgres { pool, .. } => {
                sqlx::query_scalar("SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT")
                    .fetch_one(pool)
                    .await
                    .map(Some)
            }
        }
    }
}

fn of(name: &'static str, (size, idle): (usize, usize)) -> Pool {
    Pool { name, size, idle }
}

/// Open connections, and how many of them nobody uses.
pub(crate) fn counted<DB: sqlx::Database>(pool: &sqlx::Pool<DB>) -> (usize, usize) {
    let size = pool.size() as usize;
    // Counted a moment apart, it can be one less than none.
    (size, pool.num_idle().min(size))
}
