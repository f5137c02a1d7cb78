//! Throw-away databases for tests: a SQLite file in a folder, a database of its own on a PostgreSQL server.
//!
//! The server's address is in `LETTERPRESS_TEST_POSTGRES` (`make test` starts one). Without it the PostgreSQL half of
//! the suite fails rather than being passed over: a run that skipped an engine proves nothing about it.

use std::{
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use sqlx::{Connection, PgConnection};

use crate::{Database, Engine, Url};

static NEXT: AtomicU64 = AtomicU64::new(1);

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
        Database::Postgres(pool) => {
            let options = pool.connect_options().as_ref().clone();
            let pool = sqlx::postgres::PgPoolOptions::new().max_connections(5).connect_with(options).await;
            Database::Postgres(pool.unwrap_or_else(|e| panic!("{e}")))
        }
    }
}

/// Makes a new database on the test server and answers its URL.
///
/// # Panics
/// When `LETTERPRESS_TEST_POSTGRES` is not set or the server does not answer.
pub async fn create_postgres() -> String {
    let server = server();
    let name = format!("test_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let mut connection = PgConnection::connect(&server).await.unwrap_or_else(|e| panic!("{server}: {e}"));
    for statement in [format!("DROP DATABASE IF EXISTS {name}"), format!("CREATE DATABASE {name}")] {
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement))
            .execute(&mut connection)
            .await
            .unwrap_or_else(|e| panic!("{e}"));
    }
    let (base, _) = server.rsplit_once('/').unwrap_or((&server, ""));
    let url = format!("{base}/{name}");
    let _ = MADE.try_with(|made| made.lock().unwrap_or_else(PoisonError::into_inner).push(name));
    url
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
    let server = server();
    let mut connection = PgConnection::connect(&server).await.unwrap_or_else(|e| panic!("{server}: {e}"));
    for name in made {
        // Pools close in their own time.
        sqlx::raw_sql(sqlx::AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)")))
            .execute(&mut connection)
            .await
            .unwrap_or_else(|e| panic!("{e}"));
    }
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
