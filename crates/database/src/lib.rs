//! Two engines, one SQL text: opening, transactions, migrations and test databases.
//!
//! Knows no table. A store function takes `&mut Tx` and runs its statement through [`on_engine!`], which checks the
//! same body against SQLite's and PostgreSQL's concrete drivers. Statements use `$1` placeholders, which both take.
//! No clock in SQL: times are bound, as milliseconds since the Unix epoch in `BIGINT` columns.

mod at_once;
mod connection;
mod kept_by_name;
mod line;
mod open;
mod readers;
pub mod snapshot;
mod stats;
pub mod testing;
mod together;
mod unit;
mod volume;

use futures::future::BoxFuture;
use sqlx::{Encode, PgPool, Postgres, QueryBuilder, Sqlite, SqlitePool, Type};

pub use at_once::{Guard, Write};
pub use connection::Connection;
#[doc(hidden)]
pub use kept_by_name::{name_of, of_name};
pub use line::Line;
pub use open::{OpenError, Url};
pub use readers::Readers;
pub use sqlx::Error;
pub use stats::{Pool, Size, Waits, writer_waits};
pub use together::{Statement, Value, together};
pub use unit::{Unit, apart};
pub use volume::{Fault, LastFault, fault, last_fault, note};

/// What a store function answers.
pub type Result<T> = std::result::Result<T, Error>;

/// Which engine stands behind a [`Database`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// An open database; cheap to clone.
#[derive(Clone, Debug)]
pub enum Database {
    /// One connection writes, several read: SQLite's busy handler is not fair, a queue for one connection is. A few more read
    /// for [`Database::read_ahead`] and [`Database::read_through`].
    Sqlite { read: Readers, ahead: SqlitePool, through: SqlitePool, write: SqlitePool },
    /// Connections for everything, and a few whose statements are planned for [`Database::begin_by_key`].
    Postgres { pool: PgPool, by_key: PgPool },
}

/// What one reads for, which decides who of SQLite's readers it is, and which of PostgreSQL's connections.
#[derive(Clone, Copy)]
enum Reading {
    HereAndThere,
    ByKey,
    Ahead,
    Through,
}

/// A transaction on one of the engines. Dropped without [`Tx::commit`] it rolls back.
#[derive(Debug)]
pub enum Tx {
    Sqlite(Connection<Sqlite>),
    Postgres(Connection<Postgres>),
}

/// Runs one body against the concrete connection of either engine.
///
/// ```ignore
/// let row: Option<Row> = on_engine!(tx, conn => sqlx::query_as(SQL).bind(id).fetch_optional(conn).await?);
/// ```
#[macro_export]
macro_rules! on_engine {
    ($tx:expr, $conn:ident => $body:expr) => {
        match $tx {
            $crate::Tx::Sqlite(transaction) => {
                let $conn = &mut **transaction;
                $body
            }
            $crate::Tx::Postgres(transaction) => {
                let $conn = &mut **transaction;
                $body
            }
        }
    };
}

impl Database {
    pub fn engine(&self) -> Engine {
        match self {
            Self::Sqlite { .. } => Engine::Sqlite,
            Self::Postgres { .. } => Engine::Postgres,
        }
    }

    /// A transaction that writes. On SQLite it takes the write lock at once (`BEGIN IMMEDIATE`): a deferred
    /// transaction that reads first fails with "database is locked" however long the busy time-out.
    ///
    /// Within a [`Unit`] that holds an earlier one, that one is committed first.
    ///
    /// Boxed as all that begins or ends one: they are part of nearly every future, in each of which the compiler would
    /// look through them.
    pub fn begin(&self) -> BoxFuture<'_, Result<Tx>> {
        Box::pin(self.begin_on(false))
    }

    /// As [`Database::begin`], for statements that find and write rows by their keys, again and again.
    ///
    /// PostgreSQL keeps a plan that was made while the table was small, and such a plan reads all of it. What is planned
    /// on these connections looks rows up one by one, however few there are, and is planned once for any number of them. They
    /// are few, because each of them has to plan: a pool hands out its connections in turn.
    pub fn begin_by_key(&self) -> BoxFuture<'_, Result<Tx>> {
        Box::pin(self.begin_on(true))
    }

    async fn begin_on(&self, is_by_key: bool) -> Result<Tx> {
        unit::settle().await?;
        let asked = std::time::Instant::now();
        let begun = match self {
            Self::Sqlite { write, .. } => write.begin_with("BEGIN IMMEDIATE").await.map(Tx::from),
            Self::Postgres { by_key, .. } if is_by_key => begin_whatever_happens(by_key, "BEGIN").await,
            Self::Postgres { pool, .. } => begin_whatever_happens(pool, "BEGIN").await,
        };
        let tx = begun.inspect_err(note)?;
        stats::waited(asked.elapsed());
        Ok(tx)
    }

    /// A transaction that only reads, in one snapshot; a write through it is refused by the engine.
    ///
    /// Within a [`Unit`] that holds one which wrote, it is that one: nobody else sees yet what it wrote.
    pub fn read(&self) -> BoxFuture<'_, Result<Tx>> {
        self.read_as(Reading::HereAndThere)
    }

    /// As [`Database::read`], for the statements of [`Database::begin_by_key`].
    pub fn read_by_key(&self) -> BoxFuture<'_, Result<Tx>> {
        self.read_as(Reading::ByKey)
    }

    /// As [`Database::read`], for whoever goes through a table once, row after row, as a download does. SQLite's other readers map the
    /// file into memory, which is quick for those who look here and there; whoever looks everywhere would soon hold all of it.
    pub fn read_through(&self) -> BoxFuture<'_, Result<Tx>> {
        self.read_as(Reading::Through)
    }

    /// For the readers of a campaign, whom downloads must not hold up: on SQLite as [`Database::read_through`], on PostgreSQL as
    /// [`Database::read_by_key`].
    pub fn read_ahead(&self) -> BoxFuture<'_, Result<Tx>> {
        self.read_as(Reading::Ahead)
    }

    fn read_as(&self, reading: Reading) -> BoxFuture<'_, Result<Tx>> {
        Box::pin(async move {
            if let Some(held) = unit::lend() {
                return Ok(held);
            }
            Ok(match self {
                Self::Sqlite { read, ahead, through, .. } => {
                    let begun = match reading {
                        Reading::HereAndThere | Reading::ByKey => read.begin().await,
                        Reading::Ahead => ahead.begin().await,
                        Reading::Through => through.begin().await,
                    };
                    begun?.into()
                }
                Self::Postgres { pool, by_key } => {
                    let pool = match reading {
                        Reading::HereAndThere | Reading::Through => pool,
                        Reading::ByKey | Reading::Ahead => by_key,
                    };
                    begin_whatever_happens(pool, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?
                }
            })
        })
    }

    /// Waits for running statements and closes every connection (SQLite checkpoints its log).
    pub fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            match self {
                Self::Sqlite { read, ahead, through, write } => {
                    read.close().await;
                    ahead.close().await;
                    through.close().await;
                    write.close().await;
                }
                Self::Postgres { pool, by_key } => {
                    by_key.close().await;
                    pool.close().await;
                }
            }
        })
    }
}

impl Tx {
    pub fn engine(&self) -> Engine {
        match self {
            Self::Sqlite(_) => Engine::Sqlite,
            Self::Postgres(_) => Engine::Postgres,
        }
    }

    /// Durable when it answers: `synchronous=FULL` on SQLite, `synchronous_commit=on` on PostgreSQL. Within a [`Unit`] it
    /// becomes so when the unit ends.
    pub fn commit(self) -> BoxFuture<'static, Result<()>> {
        Box::pin(async {
            match unit::hold(self) {
                Some(tx) => tx.commit_now().await,
                None => Ok(()),
            }
        })
    }

    /// The same, whatever unit it is in.
    async fn commit_now(mut self) -> Result<()> {
        let done = match &mut self {
            Self::Sqlite(connection) => connection.commit().await,
            Self::Postgres(connection) => connection.commit().await,
        };
        done.inspect_err(note)
    }

    pub fn rollback(mut self) -> BoxFuture<'static, Result<()>> {
        Box::pin(async move {
            match &mut self {
                Self::Sqlite(connection) => connection.rollback().await,
                Self::Postgres(connection) => connection.rollback().await,
            }
        })
    }
}

/// Begins on a task of its own, which goes on when nobody waits for it any more, as when a client hangs up: sqlx 0.9.0 does not know of
/// a transaction whose `BEGIN` was not waited for, and lends its connection to the next (transact-rs/sqlx#4393).
///
/// A connection that was lost since it was last used is passed over: nothing has happened on it yet.
async fn begin_whatever_happens(pool: &PgPool, statement: &'static str) -> Result<Tx> {
    let pool = pool.clone();
    let begun = tokio::spawn(async move {
        for _ in 0..pool.size() {
            match pool.begin_with(statement).await {
                Err(error) if is_lost(&error) => {}
                begun => return begun.map(Tx::from),
            }
        }
        pool.begin_with(statement).await.map(Tx::from)
    });
    begun.await.unwrap_or(Err(Error::PoolClosed))
}

/// Whether a connection has ended, as by a restart of PostgreSQL, whose codes 57P… say so before it does.
fn is_lost(error: &Error) -> bool {
    match error {
        Error::Io(_) => true,
        Error::Database(error) => error.code().is_some_and(|code| code.starts_with("57P")),
        _ => false,
    }
}

/// Whether a statement failed because a unique index or primary key already holds the value.
pub fn is_unique_violation(error: &Error) -> bool {
    error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}

/// Whether PostgreSQL ended a transaction because it and another waited for each other. Done again it goes through.
pub fn is_deadlock(error: &Error) -> bool {
    error.as_database_error().is_some_and(|error| error.code().is_some_and(|code| code == "40P01"))
}

/// Whether a statement failed because a referenced row does not exist (or is still referenced).
pub fn is_foreign_key_violation(error: &Error) -> bool {
    error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_foreign_key_violation)
}

/// Appends what stands behind `IN`: a list in parentheses, each value bound. There must be one.
pub fn push_list<DB, T>(query: &mut QueryBuilder<DB>, values: impl IntoIterator<Item = T>)
where
    DB: sqlx::Database,
    T: for<'t> Encode<'t, DB> + Type<DB>,
{
    query.push("(");
    let mut list = query.separated(", ");
    for value in values {
        list.push_bind(value);
    }
    query.push(")");
}

/// `%` and `_` and the escape character itself, made literal for `LIKE … ESCAPE '\'`.
pub fn escape_like(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 4);
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// One column of many rows, for an array parameter on PostgreSQL: its statement's text is the same for any number of them.
pub fn column<'a, R, T>(rows: &'a [R], of: impl Fn(&'a R) -> T) -> Vec<T> {
    rows.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIND: &str = "EXPLAIN SELECT * FROM letters JOIN UNNEST($1::bigint[]) AS wanted ON id = wanted";

    async fn plan(tx: &mut Tx) -> String {
        let Tx::Postgres(conn) = tx else { panic!("not PostgreSQL") };
        let lines: Vec<String> = sqlx::query_scalar(FIND)
            .bind((0..1000).collect::<Vec<i64>>())
            .fetch_all(&mut **conn)
            .await
            .unwrap();
        lines.join("\n")
    }

    /// A database, and connections to it beside its own.
    pub(super) async fn opened_twice() -> (Database, PgPool) {
        let folder = tempfile::tempdir().unwrap();
        let db = testing::empty(Engine::Postgres, folder.path()).await;
        let Database::Postgres { pool, .. } = testing::again(&db).await else { panic!("not PostgreSQL") };
        (db, pool)
    }

    /// Waits until nobody has a transaction open. Not in a transaction: there `pg_stat_activity` shows at
    /// each look what the first one saw.
    pub(super) async fn all_ended(another: &PgPool) {
        let open = "SELECT COUNT(*) FROM pg_stat_activity \
            WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
        let ended =
            async { while sqlx::query_scalar::<_, i64>(open).fetch_one(another).await.unwrap() > 0 {} };
        tokio::time::timeout(std::time::Duration::from_secs(30), ended).await.unwrap();
    }

    #[tokio::test]
    async fn whoever_hangs_up_leaves_no_transaction_behind() {
        testing::on_postgres(async {
            let (db, another) = opened_twice().await;
            for waits in 0..12 {
                for begins in [Database::begin, Database::begin_by_key, Database::read, Database::read_by_key]
                {
                    testing::torn(begins(&db), waits).await;
                    all_ended(&another).await;
                }
            }
        })
        .await;
    }

    #[tokio::test]
    async fn whoever_begins_hears_nothing_of_connections_that_were_lost() {
        testing::on_postgres(async {
            let (db, another) = opened_twice().await;
            let Database::Postgres { by_key, .. } = &db else { panic!("not PostgreSQL") };
            let most = by_key.options().get_max_connections();
            futures::future::try_join_all((0..most).map(|_| db.begin_by_key())).await.unwrap();
            let mut own = another.acquire().await.unwrap();
            let others = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
            let ended: Vec<i32> = sqlx::query_scalar(others).fetch_all(&mut *own).await.unwrap();
            assert!(ended.len() >= most as usize, "{ended:?}");
            sqlx::query("SELECT pg_terminate_backend(pid) FROM UNNEST($1) AS ended (pid)")
                .bind(&ended)
                .execute(&mut *own)
                .await
                .unwrap();
            let left = "SELECT COUNT(*) FROM pg_stat_activity WHERE pid = ANY($1)";
            let gone = async {
                while sqlx::query_scalar::<_, i64>(left).bind(&ended).fetch_one(&mut *own).await.unwrap() > 0 {}
            };
            tokio::time::timeout(std::time::Duration::from_secs(30), gone).await.unwrap();
            for begins in [Database::begin_by_key, Database::read_by_key] {
                begins(&db).await.unwrap().commit().await.unwrap();
            }
        })
        .await;
    }

    #[tokio::test]
    async fn rows_of_a_table_without_statistics_are_found_by_their_keys() {
        testing::on_postgres(async {
            let folder = tempfile::tempdir().unwrap();
            let db = testing::empty(Engine::Postgres, folder.path()).await;
            let mut tx = db.begin().await.unwrap();
            on_engine!(&mut tx, conn => sqlx::query("CREATE TABLE letters (id BIGINT PRIMARY KEY)")
                .execute(conn).await.map(drop))
            .unwrap();
            tx.commit().await.unwrap();
            for _ in 0..2 {
                let mut tx = db.begin_by_key().await.unwrap();
                let by_key = plan(&mut tx).await;
                assert!(by_key.contains("Nested Loop"), "{by_key}");
                assert!(!by_key.contains("Seq Scan"), "{by_key}");
                tx.commit().await.unwrap();
                for tx in [db.read_by_key().await, db.read_ahead().await] {
                    assert_eq!(plan(&mut tx.unwrap()).await, by_key);
                }
                // Others plan as ever.
                let mut tx = db.begin().await.unwrap();
                let other = plan(&mut tx).await;
                assert!(other.contains("Seq Scan on letters"), "{other}");
            }
        })
        .await;
    }
}
