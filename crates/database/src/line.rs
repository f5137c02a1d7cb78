//! A connection that one who commits again and again keeps. A pool asks each one that comes back whether it is still there, which costs as
//! much as a statement.

use std::sync::{Arc, Mutex, PoisonError};

use futures::future::BoxFuture;
use sqlx::{PgConnection, PgPool, PoolConnection, Postgres, SqlStr, TransactionManager as _};

use crate::{Database, Engine, Result, Tx, connection::Open, is_lost, note, stats};

type Manager = <Postgres as sqlx::Database>::TransactionManager;

/// Begins one transaction after the other, for statements as of [`Database::begin_by_key`]. On SQLite it is nothing of its own.
#[derive(Debug)]
pub struct Line {
    pub(crate) db: Database,
    kept: Kept,
}

/// Between two transactions.
#[derive(Clone, Debug, Default)]
struct Kept(Arc<Mutex<Option<PoolConnection<Postgres>>>>);

impl Kept {
    fn take(&self) -> Option<PoolConnection<Postgres>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    async fn take_or_acquire(&self, pool: &PgPool) -> Result<PoolConnection<Postgres>> {
        match self.take() {
            Some(connection) => Ok(connection),
            None => pool.acquire().await,
        }
    }

    /// One too many goes to its pool.
    fn put(&self, connection: PoolConnection<Postgres>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).replace(connection);
    }
}

impl Database {
    /// A line of one's own.
    pub fn line(&self) -> Line {
        Line { db: self.clone(), kept: Kept::default() }
    }
}

impl Line {
    pub fn engine(&self) -> Engine {
        self.db.engine()
    }

    /// As [`Database::begin_by_key`], outside of any [`Unit`](crate::Unit).
    pub fn begin(&self) -> BoxFuture<'_, Result<Tx>> {
        let Database::Postgres { by_key, .. } = &self.db else { return self.db.begin_by_key() };
        Box::pin(async {
            let asked = std::time::Instant::now();
            let (kept, pool) = (self.kept.clone(), by_key.clone());
            // On a task of its own, as in `begin_whatever_happens`.
            let begun = tokio::spawn(async move {
                let mut others = pool.size();
                loop {
                    let mut connection = kept.take_or_acquire(&pool).await?;
                    match Manager::begin(&mut connection, Some(SqlStr::from_static("BEGIN"))).await {
                        Err(error) if is_lost(&error) && others > 0 => others -= 1,
                        begun => return begun.map(|()| Held { connection: Some(connection), kept }),
                    }
                }
            });
            let begun = begun.await.unwrap_or(Err(sqlx::Error::PoolClosed)).inspect_err(note)?;
            stats::waited(asked.elapsed());
            Ok(Tx::from(begun))
        })
    }

    /// For statements that only read, each by itself, without a transaction around them on PostgreSQL. What was committed before is seen. To
    /// be given back by [`Tx::commit`].
    pub fn look(&self) -> BoxFuture<'_, Result<Tx>> {
        Box::pin(async {
            match &self.db {
                Database::Sqlite { .. } => self.db.read_by_key().await,
                Database::Postgres { by_key, .. } => self.hold(by_key).await.map(Tx::from),
            }
        })
    }

    /// The connection, as it is between two transactions.
    pub(crate) async fn hold(&self, pool: &PgPool) -> Result<Held> {
        let connection = self.kept.take_or_acquire(pool).await?;
        Ok(Held { connection: Some(connection), kept: self.kept.clone() })
    }
}

/// The connection while something is done on it. Only what went well brings it back; otherwise its pool looks whether it can be used.
pub(crate) struct Held {
    connection: Option<PoolConnection<Postgres>>,
    kept: Kept,
}

const GIVEN_BACK: &str = "a connection that was given back is used by nobody";

impl Held {
    pub(crate) fn give_back(&mut self) {
        if let Some(connection) = self.connection.take() {
            self.kept.put(connection);
        }
    }
}

impl Open<Postgres> for Held {
    fn connection(&self) -> &PgConnection {
        self.connection.as_ref().expect(GIVEN_BACK)
    }

    fn connection_mut(&mut self) -> &mut PgConnection {
        self.connection.as_mut().expect(GIVEN_BACK)
    }

    fn commit(mut self: Box<Self>) -> BoxFuture<'static, Result<()>> {
        Box::pin(async move {
            Manager::commit(self.connection_mut()).await?;
            self.give_back();
            Ok(())
        })
    }

    fn rollback(mut self: Box<Self>) -> BoxFuture<'static, Result<()>> {
        Box::pin(async move {
            Manager::rollback(self.connection_mut()).await?;
            self.give_back();
            Ok(())
        })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(connection) = &mut self.connection {
            Manager::start_rollback(connection);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{
        both_engines, on_engine, testing,
        tests::{all_ended, opened_twice},
    };

    async fn count(tx: &mut Tx) -> i64 {
        on_engine!(tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM letters").fetch_one(conn).await)
            .unwrap()
    }

    async fn add(tx: &mut Tx) {
        on_engine!(tx, conn => sqlx::query("INSERT INTO letters (id) VALUES (1)").execute(conn).await.map(drop)).unwrap();
    }

    async fn lettered(db: &Database) {
        let mut tx = db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query("CREATE TABLE letters (id BIGINT)").execute(conn).await.map(drop)).unwrap();
        tx.commit().await.unwrap();
    }

    both_engines!(what_is_not_committed_is_undone, engine => {
        let folder = tempfile::tempdir().unwrap();
        let db = testing::empty(engine, folder.path()).await;
        lettered(&db).await;
        let line = db.line();
        let mut tx = line.begin().await.unwrap();
        add(&mut tx).await;
        tx.commit().await.unwrap();
        for dropped in [true, false] {
            let mut tx = line.begin().await.unwrap();
            add(&mut tx).await;
            assert_eq!(count(&mut tx).await, 2);
            if dropped { drop(tx) } else { tx.rollback().await.unwrap() }
            let mut tx = line.look().await.unwrap();
            assert_eq!(count(&mut tx).await, 1);
            tx.commit().await.unwrap();
        }
        tokio::time::timeout(Duration::from_secs(30), async { drop(line); db.close().await }).await.expect("nothing is held");
    });

    async fn backend(tx: &mut Tx) -> i32 {
        let Tx::Postgres(conn) = tx else { panic!("not PostgreSQL") };
        sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut **conn).await.unwrap()
    }

    #[tokio::test]
    async fn it_is_one_connection_until_that_is_lost() {
        testing::on_postgres(async {
            let folder = tempfile::tempdir().unwrap();
            let db = testing::empty(crate::Engine::Postgres, folder.path()).await;
            let line = db.line();
            let mut backends = Vec::new();
            for looks in [false, true, false] {
                let mut tx = if looks { line.look().await } else { line.begin().await }.unwrap();
                backends.push(backend(&mut tx).await);
                // Whoever else asks meanwhile gets another.
                let mut other = line.begin().await.unwrap();
                assert_ne!(backend(&mut other).await, backends[0]);
                drop(other);
                tx.commit().await.unwrap();
            }
            assert_eq!(backends, [backends[0]; 3]);
            let mut tx = db.begin().await.unwrap();
            let Tx::Postgres(conn) = &mut tx else { panic!("not PostgreSQL") };
            let ended: bool = sqlx::query_scalar("SELECT pg_terminate_backend($1, 30000)")
                .bind(backends[0])
                .fetch_one(&mut **conn)
                .await
                .unwrap();
            assert!(ended);
            let mut tx = line.begin().await.unwrap();
            assert_ne!(backend(&mut tx).await, backends[0]);
        })
        .await;
    }

    #[tokio::test]
    async fn whoever_hangs_up_leaves_no_transaction_behind() {
        testing::on_postgres(async {
            let (db, another) = opened_twice().await;
            let line = db.line();
            for waits in 0..12 {
                line.begin().await.unwrap().commit().await.unwrap();
                testing::torn(line.begin(), waits).await;
                all_ended(&another).await;
            }
        })
        .await;
    }
}
