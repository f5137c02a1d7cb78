//! Opening a database by its URL and bringing it to this version's schema.

use std::{path::PathBuf, str::FromStr, time::Duration};

use futures::future::BoxFuture;
use sqlx::{
    ConnectOptions, Connection as _, Executor as _, PgConnection, SqliteConnection,
    migrate::{MigrateError, Migrator},
    postgres::{PgConnectOptions, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::{Database, Readers, volume};

/// What those who look here and there in SQLite see as memory, in bytes: who searches looks at thousands of pages, each in
/// a tenth of the time that reading it takes. SQLite maps no more than this less a page of 64 kB, which is a list of five million; the
/// system takes back what it has a better use for.
const MAPPED: &str = "2147483648";
/// Pages that a connection to SQLite keeps beside that, in kB. Who reads a table once looks at no page twice, and who writes
/// imports no quicker with more.
const KEPT: &str = "-4000";
const KEPT_WRITING: &str = "-2000";
const KEPT_THROUGH: &str = "-500";
/// Rows that wait for whoever asked for them: all of a page or of a batch of a download. Where more are left, the connection's
/// thread is woken for each of them anew.
const ROWS: usize = 1_024;
/// How long one that reads stays open: to open one takes less than a millisecond.
const KEPT_OPEN: Duration = Duration::from_mins(3);
/// To PostgreSQL, of one process.
const CONNECTIONS: u32 = 20;
/// Of those: one transaction of the ledger at a time, one that hands out its work, one that counts opens and clicks, and one
/// that takes over when a connection is lost.
const BY_KEY: u32 = 4;
/// For one more attempt, which says why none came about.
const ONCE: Duration = Duration::from_secs(3);
/// Before PostgreSQL 18 a table that has no fitting index looks so expensive without its scan that it would be compiled for.
const PLAN_BY_KEY: &str = "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; \
    SET plan_cache_mode = force_generic_plan; SET jit = off";

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
    pub fn open(url: &Url) -> BoxFuture<'_, Result<Self, OpenError>> {
        Box::pin(async move {
            match url {
                Url::Sqlite(path) => open_sqlite(path).await,
                Url::Postgres(url) => {
                    let options = PgConnectOptions::from_str(url)?
                        .application_name("letterpress")
                        .statement_cache_capacity(512)
                        .log_slow_statements(tracing::log::LevelFilter::Off, Duration::ZERO);
                    Ok(Self::on_postgres(options, CONNECTIONS).await?)
                }
            }
        })
    }

    /// With at most so many connections.
    pub(crate) async fn on_postgres(
        options: PgConnectOptions,
        connections: u32,
    ) -> Result<Self, sqlx::Error> {
        let settings = PgPoolOptions::new().acquire_timeout(Duration::from_secs(10));
        // Open for good, and first: a server that has no connection left must not find a campaign without one. A lost one is found
        // by whoever begins on it; asking before each commit would cost as much as a statement.
        let by_key = settings
            .clone()
            .max_connections(BY_KEY)
            .min_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .test_before_acquire(false)
            .after_connect(|connection, _| {
                Box::pin(async move { connection.execute(PLAN_BY_KEY).await.map(drop) })
            })
            .connect_with(options.clone());
        let by_key = match Box::pin(by_key).await {
            Err(sqlx::Error::PoolTimedOut) => return Err(Box::pin(refusal(&options)).await),
            by_key => by_key?,
        };
        let pool = settings.max_connections(connections - BY_KEY);
        let pool = Box::pin(pool.connect_with(options)).await?;
        Ok(Self::Postgres { pool, by_key })
    }

    /// Brings the schema to this version, each migration in its own transaction, under a lock on PostgreSQL. A schema
    /// newer than this version is refused.
    pub fn migrate<'a>(
        &'a self,
        sqlite: &'a Migrator,
        postgres: &'a Migrator,
    ) -> BoxFuture<'a, Result<(), OpenError>> {
        Box::pin(async move {
            match self {
                Self::Sqlite { write, .. } => sqlite.run(write).await?,
                Self::Postgres { pool, .. } => postgres.run(pool).await?,
            }
            Ok(())
        })
    }
}

/// Why there is no connection: a pool that tried again until its time was over does not say.
async fn refusal(options: &PgConnectOptions) -> sqlx::Error {
    let once = tokio::time::timeout(ONCE, PgConnection::connect_with(options)).await;
    match once {
        Ok(Err(error)) => error,
        Ok(Ok(_)) | Err(_) => sqlx::Error::PoolTimedOut,
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
        .pragma("cache_size", KEPT)
        .row_buffer_size(ROWS)
        .log_slow_statements(tracing::log::LevelFilter::Off, Duration::ZERO);
    let write = connections(1)
        .min_connections(1)
        .max_lifetime(None)
        .acquire_timeout(Duration::from_secs(30))
        .connect_with(options.clone().pragma("cache_size", KEPT_WRITING))
        .await?;
    let options = options.pragma("query_only", "on").create_if_missing(false);
    let once = options.clone().pragma("cache_size", KEPT_THROUGH);
    let ahead = readers(1, KEPT_OPEN).connect_with(once.clone()).await?;
    let through = readers(2, KEPT_OPEN).connect_with(once).await?;
    let read = Readers::open(|most| readers(most, KEPT_OPEN), options.pragma("mmap_size", MAPPED)).await?;
    Ok(Database::Sqlite { read, ahead, through, write })
}

/// Opened as they are needed, closed `kept_open` later. Not when nobody used them for a while: those of a pool are used in turn, so
/// whoever reads now and then would keep all that a burst has opened, each with its cache.
fn readers(most: u32, kept_open: Duration) -> SqlitePoolOptions {
    connections(most).max_lifetime(kept_open).acquire_timeout(Duration::from_secs(10))
}

/// Whether one is still there is not asked before it is used: it is a thread of this process, which is asked as it comes back.
fn connections(most: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(most)
        .idle_timeout(None)
        .test_before_acquire(false)
        .before_acquire(|connection, _| Box::pin(is_at_rest(connection)))
        .after_release(|connection, _| Box::pin(is_at_rest(connection)))
}

/// False for a connection that must not be used again, and is closed for it.
///
/// SQLite rolls a transaction back by itself when the volume is full or fails. The driver, whose own rollback is then
/// refused, goes on counting a transaction that is not there: the only connection that writes would refuse every other,
/// and one that reads would keep its snapshot for ever. A new connection looks at the files anew, too, as it must after
/// a failed `fsync`.
async fn is_at_rest(connection: &mut SqliteConnection) -> sqlx::Result<bool> {
    if !connection.is_in_transaction() {
        return Ok(true);
    }
    // The rollback of a dropped transaction is queued; it is done before this is answered.
    connection.ping().await?;
    let is_at_rest = !connection.is_in_transaction();
    if !is_at_rest {
        tracing::warn!("SQLite ended a transaction by itself; its connection is replaced");
        volume::remember(None);
    }
    Ok(is_at_rest)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures::{FutureExt as _, future};
    use sqlx::sqlite::SqliteConnectOptions;

    use super::readers;
    use crate::{Database, Fault, Tx, Url, fault, last_fault};

    async fn run(tx: &mut Tx, sql: &'static str) -> crate::Result<()> {
        crate::on_engine!(tx, conn => sqlx::query(sql).execute(conn).await.map(drop))
    }

    /// `OR ROLLBACK` ends a transaction from within, as a full or failing disk does.
    #[tokio::test]
    async fn a_connection_whose_transaction_sqlite_ended_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let db = Database::open(&Url::Sqlite(folder.path().join("x.db"))).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        run(&mut tx, "CREATE TABLE t (x BLOB UNIQUE)").await.unwrap();
        run(&mut tx, "INSERT INTO t (x) VALUES (1)").await.unwrap();
        tx.commit().await.unwrap();
        for _ in 0..3 {
            let mut tx = db.begin().await.unwrap();
            run(&mut tx, "INSERT INTO t (x) VALUES (2)").await.unwrap();
            run(&mut tx, "INSERT OR ROLLBACK INTO t (x) VALUES (1)").await.unwrap_err();
            assert!(tx.commit().await.is_err(), "what is not there cannot become durable");
        }
        let mut tx = db.begin().await.unwrap();
        run(&mut tx, "INSERT INTO t (x) VALUES (3)").await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = db.read().await.unwrap();
        let rows: i64 = crate::on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT SUM(x) FROM t")
            .fetch_one(conn).await)
        .unwrap();
        assert_eq!(rows, 4);
        assert!(last_fault().is_some(), "and told");
    }

    /// A flag that is misspelt in `.cargo/config.toml` is no error.
    #[tokio::test]
    async fn sqlite_is_compiled_as_it_is_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let db = Database::open(&Url::Sqlite(folder.path().join("x.db"))).await.unwrap();
        let mut tx = db.read().await.unwrap();
        let (shares, counts): (bool, bool) = crate::on_engine!(&mut tx, conn => sqlx::query_as(
            "SELECT sqlite_compileoption_used('ENABLE_MEMORY_MANAGEMENT'), NOT sqlite_compileoption_used('DEFAULT_MEMSTATUS=0')")
            .fetch_one(conn).await)
        .unwrap();
        assert!(
            !shares && !counts,
            "connections have page caches of their own, and keep no account of memory"
        );
    }

    #[tokio::test]
    async fn only_those_who_look_here_and_there_map_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let db = Database::open(&Url::Sqlite(folder.path().join("x.db"))).await.unwrap();
        let mut mapped = Vec::new();
        for tx in [db.read().await, db.read_ahead().await, db.read_through().await, db.begin().await] {
            let bytes: i64 =
                crate::on_engine!(&mut tx.unwrap(), conn => sqlx::query_scalar("PRAGMA mmap_size")
                .fetch_one(conn).await)
                .unwrap();
            mapped.push(bytes);
        }
        assert_eq!(mapped, [(2 << 30) - (64 << 10), 0, 0, 0]);
    }

    #[tokio::test]
    async fn what_a_burst_of_readers_opened_is_closed_while_others_read_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.db");
        let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let pool = readers(8, Duration::from_millis(300)).connect_with(options).await.unwrap();
        let burst = future::try_join_all((0..8).map(|_| pool.begin())).await.unwrap();
        assert_eq!(pool.size(), 8);
        drop(burst);
        while pool.size() > 2 {
            sqlx::query("SELECT 1").execute(&pool).await.unwrap();
        }
    }

    #[tokio::test]
    async fn whoever_reads_gets_the_first_reader_that_is_free() {
        let folder = tempfile::tempdir().unwrap();
        let db = Database::open(&Url::Sqlite(folder.path().join("x.db"))).await.unwrap();
        let mut burst = Vec::new();
        for at in 0..8 {
            let mut tx = db.read().await.unwrap();
            // A connection keeps it, so that it is known again.
            let mark = format!("PRAGMA cache_size = {}", 100 + at);
            crate::on_engine!(&mut tx, conn => sqlx::query(sqlx::AssertSqlSafe(mark)).execute(conn).await.map(drop)).unwrap();
            burst.push(tx);
        }
        let mut ninth = db.read();
        assert!((&mut ninth).now_or_never().is_none(), "the ninth waits");
        drop(burst.remove(1));
        burst.insert(1, ninth.await.unwrap());
        let held: Vec<Tx> = burst.drain(..2).collect();
        drop(burst);
        let idle = || db.pools().iter().find(|pool| pool.name == "read").unwrap().idle;
        while idle() < 6 {
            tokio::task::yield_now().await;
        }
        for _ in 0..5 {
            let mut tx = db.read().await.unwrap();
            let mark: i64 = crate::on_engine!(&mut tx, conn => sqlx::query_scalar("PRAGMA cache_size").fetch_one(conn).await).unwrap();
            assert_eq!(mark, 102, "the third, as the first two are busy");
            tx.rollback().await.unwrap();
            while idle() < 6 {
                tokio::task::yield_now().await;
            }
        }
        drop(held);
    }

    #[tokio::test]
    async fn downloads_do_not_hold_up_whoever_reads_ahead() {
        let folder = tempfile::tempdir().unwrap();
        let db = Database::open(&Url::Sqlite(folder.path().join("x.db"))).await.unwrap();
        let downloads = [db.read_through().await.unwrap(), db.read_through().await.unwrap()];
        assert!(db.read_through().now_or_never().is_none(), "the third waits");
        db.read_ahead().await.unwrap();
        drop(downloads);
    }

    #[tokio::test]
    async fn a_full_file_is_told_from_other_errors() {
        let folder = tempfile::tempdir().unwrap();
        let db = Database::open(&Url::Sqlite(folder.path().join("x.db"))).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        run(&mut tx, "CREATE TABLE t (x BLOB UNIQUE)").await.unwrap();
        run(&mut tx, "PRAGMA max_page_count = 4").await.unwrap();
        let full = run(&mut tx, "INSERT INTO t (x) SELECT randomblob(100000)").await.unwrap_err();
        assert_eq!(fault(&full), Some(Fault::Full), "{full}");
        let wrong = run(&mut tx, "INSERT INTO u (x) VALUES (1)").await.unwrap_err();
        assert_eq!(fault(&wrong), None, "{wrong}");
    }
}
