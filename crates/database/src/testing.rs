//! Throw-away databases for tests: a SQLite file in a folder, a database of its own on a PostgreSQL server.
//!
//! The server's address is in `LETTERPRESS_TEST_POSTGRES` (`make test` starts one). Without it the PostgreSQL half of
//! the suite fails rather than being passed over: a run that skipped an engine proves nothing about it.

use std::{
    hash::{Hash as _, Hasher as _},
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    task::Poll,
};

use sqlx::{Connection, PgConnection, migrate::Migrator};
use tokio::sync::OnceCell;

use crate::{Database, Engine, Tx, Url};

static NEXT: AtomicU64 = AtomicU64::new(1);
/// A SQLite file with the schema and nothing in it.
static FILE: OnceCell<Vec<u8>> = OnceCell::const_new();
/// The name of a database on the test server with the schema and nothing in it.
static TEMPLATE: OnceCell<String> = OnceCell::const_new();
/// Of an advisory lock: several test programs share a server.
const MAKES_TEMPLATE: i64 = 4_213_007;

tokio::task_local! {
    /// The databases that the test running here made, see [`on_postgres`].
    static MADE: Mutex<Vec<String>>;
}

/// An empty database of the engine, without schema. `folder` holds the SQLite file.
///
/// # Panics
/// When the engine cannot be reached: a test needs it.
pub async fn empty(engine: Engine, folder: &Path) -> Database {
    match engine {
        Engine::Sqlite => open(&Url::Sqlite(folder.join("letterpress.db"))).await,
        Engine::Postgres => open(&Url::Postgres(create_postgres().await)).await,
    }
}

/// A database with the schema of these migrations, as a copy: they run once, not once for each test.
///
/// # Panics
/// When the engine cannot be reached or a migration fails.
pub async fn migrated(engine: Engine, folder: &Path, sqlite: &Migrator, postgres: &Migrator) -> Database {
    match engine {
        Engine::Sqlite => {
            let bytes = FILE.get_or_init(|| sqlite_schema(folder, sqlite, postgres)).await;
            let path = folder.join("letterpress.db");
            std::fs::write(&path, bytes).unwrap_or_else(|e| panic!("{e}"));
            open(&Url::Sqlite(path)).await
        }
        Engine::Postgres => {
            let template = TEMPLATE.get_or_init(|| postgres_schema(sqlite, postgres)).await;
            open(&Url::Postgres(create_from(template).await)).await
        }
    }
}

async fn sqlite_schema(folder: &Path, sqlite: &Migrator, postgres: &Migrator) -> Vec<u8> {
    let path = folder.join("schema.db");
    let db = open(&Url::Sqlite(path.clone())).await;
    db.migrate(sqlite, postgres).await.unwrap_or_else(|e| panic!("{e}"));
    db.close().await;
    let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{e}"));
    std::fs::remove_file(path).unwrap_or_else(|e| panic!("{e}"));
    bytes
}

/// Of each schema there is one on a server, under a name that says which.
async fn postgres_schema(sqlite: &Migrator, postgres: &Migrator) -> String {
    let mut hasher = std::hash::DefaultHasher::new();
    postgres.iter().for_each(|migration| migration.checksum.hash(&mut hasher));
    let name = format!("schema_{:016x}", hasher.finish());
    let mut connection = connect().await;
    let held = sqlx::query("SELECT pg_advisory_lock($1)").bind(MAKES_TEMPLATE).execute(&mut connection).await;
    held.unwrap_or_else(|e| panic!("{e}"));
    let is_there = sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)");
    let is_there: bool =
        is_there.bind(&name).fetch_one(&mut connection).await.unwrap_or_else(|e| panic!("{e}"));
    if !is_there {
        // Whatever ends halfway has another name.
        let half = format!("{name}_half");
        execute(&mut connection, format!("DROP DATABASE IF EXISTS {half}")).await;
        execute(&mut connection, format!("CREATE DATABASE {half}")).await;
        let db = open(&Url::Postgres(url_of(&half))).await;
        db.migrate(sqlite, postgres).await.unwrap_or_else(|e| panic!("{e}"));
        db.close().await;
        execute(&mut connection, format!("ALTER DATABASE {half} RENAME TO {name}")).await;
    }
    connection.close().await.unwrap_or_else(|e| panic!("{e}"));
    name
}

async fn open(url: &Url) -> Database {
    Database::open(url).await.unwrap_or_else(|e| panic!("{url:?}: {e}"))
}

/// The same database as another process has it open, with connections of its own: they end with it when it is killed.
///
/// # Panics
/// When it cannot be opened.
pub async fn again(db: &Database) -> Database {
    match db {
        Database::Sqlite { write, .. } => {
            open(&Url::Sqlite(write.connect_options().get_filename().to_owned())).await
        }
        Database::Postgres { pool, .. } => {
            let options = pool.connect_options().as_ref().clone();
            Database::on_postgres(options, 7).await.unwrap_or_else(|e| panic!("{e}"))
        }
    }
}

/// Makes a new database on the test server and answers its URL.
///
/// # Panics
/// When `LETTERPRESS_TEST_POSTGRES` is not set or the server does not answer.
pub async fn create_postgres() -> String {
    create_from("template1").await
}

async fn create_from(template: &str) -> String {
    let name = format!("test_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let mut connection = connect().await;
    execute(&mut connection, format!("DROP DATABASE IF EXISTS {name}")).await;
    // Without a log of each page: what a server that dies leaves of a test is of no use to anybody.
    execute(&mut connection, format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")).await;
    let url = url_of(&name);
    let _ = MADE.try_with(|made| made.lock().unwrap_or_else(PoisonError::into_inner).push(name));
    url
}

/// Goes on with a call until it has waited so often, and then drops it, as the death of a process does, or a client that hangs up.
/// `None`: it was not over.
pub async fn torn<T>(call: impl Future<Output = T>, mut waits: u64) -> Option<T> {
    let mut call = std::pin::pin!(call);
    std::future::poll_fn(|context| match call.as_mut().poll(context) {
        Poll::Ready(answer) => Poll::Ready(Some(answer)),
        Poll::Pending if waits == 0 => Poll::Ready(None),
        Poll::Pending => {
            waits -= 1;
            Poll::Pending
        }
    })
    .await
}

/// Whether others wait for what this transaction holds. Never on SQLite, where no second writer begins.
///
/// # Panics
/// When the server does not answer.
pub async fn is_waited_for(tx: &mut Tx) -> bool {
    // `pg_stat_activity` would not show a connection made after the first look.
    let waiting = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid)))";
    match tx {
        Tx::Sqlite(_) => false,
        Tx::Postgres(conn) => {
            sqlx::query_scalar(waiting).fetch_one(&mut **conn).await.unwrap_or_else(|e| panic!("{e}"))
        }
    }
}

/// How many of this database's transactions wait for another; none on SQLite.
///
/// # Panics
/// When the server does not answer.
pub async fn waiting(tx: &mut Tx) -> i64 {
    let Tx::Postgres(conn) = tx else { return 0 };
    // Connections that were opened since would not be seen.
    sqlx::query("SELECT pg_stat_clear_snapshot()")
        .execute(&mut **conn)
        .await
        .unwrap_or_else(|e| panic!("{e}"));
    let waiting = "SELECT COUNT(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid) \
        WHERE NOT l.granted AND a.datname = current_database()";
    sqlx::query_scalar(waiting).fetch_one(&mut **conn).await.unwrap_or_else(|e| panic!("{e}"))
}

/// Runs a test and removes the databases that it made: a thousand would fill a disk. Those of a test that fails stay.
///
/// # Panics
/// When the server refuses.
pub async fn on_postgres(test: impl Future<Output = ()>) {
    let made = MADE.scope(Mutex::default(), async {
        test.await;
        MADE.with(|made| std::mem::take(&mut *made.lock().unwrap_or_else(PoisonError::into_inner)))
    });
    let made = made.await;
    if made.is_empty() {
        return;
    }
    let mut connection = connect().await;
    for name in made {
        // Pools close in their own time.
        execute(&mut connection, format!("DROP DATABASE {name} WITH (FORCE)")).await;
    }
}

async fn connect() -> PgConnection {
    let server = server();
    PgConnection::connect(&server).await.unwrap_or_else(|e| panic!("{server}: {e}"))
}

async fn execute(connection: &mut PgConnection, statement: String) {
    let done = sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(connection).await;
    done.unwrap_or_else(|e| panic!("{e}"));
}

fn url_of(name: &str) -> String {
    let server = server();
    let (base, _) = server.rsplit_once('/').unwrap_or((&server, ""));
    format!("{base}/{name}")
}

#[allow(clippy::disallowed_methods)] // the one setting of the test run itself
fn server() -> String {
    std::env::var("LETTERPRESS_TEST_POSTGRES")
        .unwrap_or_else(|_| panic!("LETTERPRESS_TEST_POSTGRES is not set: run the tests through `make test`"))
}

/// Writes one test twice, once per engine: `both_engines!(name, engine => { … })`.
#[macro_export]
macro_rules! both_engines {
    ($name:ident, $engine:ident => $body:block) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            async fn run($engine: $crate::Engine) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                run($crate::Engine::Sqlite).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                $crate::testing::on_postgres(run($crate::Engine::Postgres)).await;
            }
        }
    };
}
