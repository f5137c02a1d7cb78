//! A whole transaction in one message, for whoever knows beforehand what it is to write.

use std::{fmt::Write as _, time::Instant};

use futures::{TryStreamExt as _, future::BoxFuture};
use sqlx::{AssertSqlSafe, Either, Executor as _, PoolConnection, Row as _, Sqlite, SqlitePool};

use crate::{
    Database, Error, Line, Result,
    connection::Open as _,
    line::Held,
    note, stats,
    together::{Statement, bind, numbered_from},
};

/// A statement that reads one row, or none.
#[derive(Clone, Debug)]
pub struct Guard {
    statement: Statement,
    lock: &'static str,
}

impl Guard {
    pub fn new(statement: Statement) -> Self {
        Self { statement, lock: "" }
    }

    /// Its row stays as it is until the end.
    pub fn holding(statement: Statement) -> Self {
        Self { statement, lock: " FOR SHARE" }
    }
}

/// A statement that writes exactly so many rows. It ends in a `WHERE` of conditions that all have to hold, but for what comes behind it.
#[derive(Clone, Debug)]
pub struct Write {
    statement: Statement,
    behind: &'static str,
    rows: i64,
    answer: &'static [&'static str],
}

impl Write {
    /// Writes one row.
    pub fn one(statement: Statement) -> Self {
        Self::rows(statement, 1)
    }

    pub fn rows(statement: Statement, rows: i64) -> Self {
        Self { statement, behind: "", rows, answer: &[] }
    }

    /// Goes on behind the conditions: `ON CONFLICT …`.
    #[must_use]
    pub fn behind(mut self, text: &'static str) -> Self {
        self.behind = text;
        self
    }

    /// Answers, of its row, what these expressions come to: a `bigint` each.
    #[must_use]
    pub fn answering(mut self, expressions: &'static [&'static str]) -> Self {
        self.answer = expressions;
        self
    }
}

impl Line {
    /// Writes all of it, if each guard finds its one row. `None`: one does not, and nothing is written. Otherwise it is durable, and those that
    /// answer have answered, in their order.
    ///
    /// Guards lock before anything is written, all in the order in which they stand here. Where all hold and a statement writes
    /// another number of rows than it has to, that is an error, and nothing is written either.
    pub fn at_once(
        &self,
        guards: Vec<Guard>,
        writes: Vec<Write>,
    ) -> BoxFuture<'_, Result<Option<Vec<Vec<i64>>>>> {
        Box::pin(async move {
            match &self.db {
                Database::Sqlite { write, .. } => in_one_go(write, guards, writes).await,
                Database::Postgres { by_key, .. } => {
                    in_one_statement(self.hold(by_key).await?, guards, writes).await
                }
            }
        })
    }
}

async fn in_one_statement(
    mut held: Held,
    guards: Vec<Guard>,
    writes: Vec<Write>,
) -> Result<Option<Vec<Vec<i64>>>> {
    let query = sqlx::query(AssertSqlSafe(as_one(&guards, &writes)));
    let answers = writes.iter().filter(|write| !write.answer.is_empty()).count();
    let query = bind(query, values(guards, writes));
    // All, not one: it is durable when PostgreSQL is ready for the next, and not when it answers the row.
    let rows = query.fetch_all(held.connection_mut()).await?;
    held.give_back();
    let Some(row) = rows.first().filter(|row| row.get::<bool, _>(0)) else { return Ok(None) };
    (1..=answers).map(|at| row.try_get(at)).collect::<Result<_>>().map(Some)
}

/// Those of guards and writes, and then how many rows each of these is to write.
fn values(guards: Vec<Guard>, writes: Vec<Write>) -> Vec<Statement> {
    let rows = writes.iter().fold(Statement::new(""), |rows, write| rows.bind(write.rows));
    let statements = guards.into_iter().map(|guard| guard.statement);
    statements.chain(writes.into_iter().map(|write| write.statement)).chain([rows]).collect()
}

/// One statement that runs by itself, so that its end is the transaction's. It is planned once for as many guards and writes of the same kinds. Whether guards hold is asked once, before the first of what
/// depends on it, and rows that are missing divide by zero, which undoes the rest.
fn as_one(guards: &[Guard], writes: &[Write]) -> String {
    let mut text = String::from("WITH ");
    let mut bound = 0;
    for (at, guard) in guards.iter().enumerate() {
        let _ = write!(text, "g{at} AS MATERIALIZED (");
        numbered_from(&mut text, guard.statement.sql(), bound);
        let _ = write!(text, "{}), ", guard.lock);
        bound += guard.statement.values();
    }
    text.push_str("guarded AS MATERIALIZED (SELECT 1 WHERE TRUE");
    for at in 0..guards.len() {
        let _ = write!(text, " AND (SELECT COUNT(*) FROM g{at}) = 1");
    }
    text.push(')');
    for (at, write) in writes.iter().enumerate() {
        let _ = write!(text, ", w{at} AS (");
        numbered_from(&mut text, write.statement.sql(), bound);
        let (behind, answer) = (write.behind, write.answer.join(", "));
        let _ = write!(
            text,
            " AND EXISTS (SELECT 1 FROM guarded) {behind} RETURNING CAST(ARRAY[{answer}] AS BIGINT[]) AS answer)"
        );
        bound += write.statement.values();
    }
    text.push_str(" SELECT CASE WHEN EXISTS (SELECT 1 FROM guarded) THEN 1 / CAST(TRUE");
    for at in 0..writes.len() {
        bound += 1;
        let _ = write!(text, " AND (SELECT COUNT(*) FROM w{at}) = ${bound}");
    }
    text.push_str(" AS INTEGER) = 1 ELSE FALSE END");
    for (at, _) in writes.iter().enumerate().filter(|(_, write)| !write.answer.is_empty()) {
        let _ = write!(text, ", (SELECT answer FROM w{at} LIMIT 1)");
    }
    text
}

/// The connection that writes, in a transaction that its pool knows nothing of. Unless that is known to be over, the connection is closed, which undoes it.
struct Writing {
    connection: PoolConnection<Sqlite>,
    is_over: bool,
}

impl Drop for Writing {
    fn drop(&mut self) {
        if !self.is_over {
            self.connection.close_on_drop();
        }
    }
}

async fn in_one_go(
    pool: &SqlitePool,
    guards: Vec<Guard>,
    writes: Vec<Write>,
) -> Result<Option<Vec<Vec<i64>>>> {
    let asked = Instant::now();
    let mut held = Writing { connection: pool.acquire().await.inspect_err(note)?, is_over: false };
    let statements = 3 + 2 * writes.len();
    let query = sqlx::query(AssertSqlSafe(one_after_the_other(&guards, &writes)));
    let query = bind(query, values(guards, writes));
    let (mut done, mut answers, mut waited) = (0, Vec::new(), None);
    let mut steps = held.connection.fetch_many(query);
    let failed = loop {
        match steps.try_next().await {
            Ok(Some(Either::Left(_))) => {
                waited.get_or_insert_with(|| asked.elapsed());
                done += 1;
            }
            Ok(Some(Either::Right(row))) => {
                answers.push((0..row.len()).map(|at| row.try_get(at)).collect::<Result<_>>()?);
            }
            Ok(None) if done == statements => break None,
            Ok(None) => break Some(Error::WorkerCrashed),
            Err(error) => break Some(error),
        }
    };
    drop(steps);
    waited.into_iter().for_each(stats::waited);
    match failed {
        None => {
            held.is_over = true;
            Ok(Some(answers))
        }
        // It has begun, and guards do not hold.
        Some(error) if done == 1 && is_overflow(&error) => {
            held.is_over = sqlx::query("ROLLBACK").execute(&mut *held.connection).await.is_ok();
            Ok(None)
        }
        Some(error) => {
            note(&error);
            // It has not even begun where another process writes for too long.
            held.is_over = done == 0 && matches!(error, Error::Database(_));
            Err(error)
        }
    }
}

/// The connection's thread goes on with the next statement unless one fails.
const FAILS: &str = "ABS(-9223372036854775808)";

fn is_overflow(error: &Error) -> bool {
    error.as_database_error().is_some_and(|error| error.message() == "integer overflow")
}

/// The statements apart by `;`, from the first to the last of a transaction, with what looks after each whether it goes on.
fn one_after_the_other(guards: &[Guard], writes: &[Write]) -> String {
    let mut text = String::from("BEGIN IMMEDIATE; SELECT 1 WHERE CASE WHEN TRUE");
    let mut bound = 0;
    for guard in guards {
        text.push_str(" AND EXISTS (");
        numbered_from(&mut text, guard.statement.sql(), bound);
        text.push(')');
        bound += guard.statement.values();
    }
    let _ = write!(text, " THEN FALSE ELSE {FAILS} END;");
    let mut rows = bound + writes.iter().map(|write| write.statement.values()).sum::<usize>();
    for Write { statement, behind, answer, .. } in writes {
        numbered_from(&mut text, statement.sql(), bound);
        let returning = if answer.is_empty() { "" } else { " RETURNING " };
        rows += 1;
        let _ = write!(
            text,
            " {behind}{returning}{}; SELECT 1 WHERE CASE changes() WHEN ${rows} THEN FALSE ELSE {FAILS} END;",
            answer.join(", ")
        );
        bound += statement.values();
    }
    text.push_str("COMMIT");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, both_engines, on_engine, testing};

    async fn lettered(engine: Engine, folder: &std::path::Path) -> Database {
        let db = testing::empty(engine, folder).await;
        let mut tx = db.begin().await.unwrap();
        for sql in [
            "CREATE TABLE letters (id BIGINT PRIMARY KEY, stamps BIGINT NOT NULL)",
            "INSERT INTO letters (id, stamps) VALUES (1, 10), (2, 20), (3, 30)",
        ] {
            on_engine!(&mut tx, conn => sqlx::query(sql).execute(conn).await.map(drop)).unwrap();
        }
        tx.commit().await.unwrap();
        db
    }

    async fn stamps(db: &Database) -> Vec<i64> {
        let mut tx = db.read().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query_scalar("SELECT stamps FROM letters ORDER BY id").fetch_all(conn).await)
            .unwrap()
    }

    fn has(id: i64, stamps: i64) -> Guard {
        let statement = Statement::new("SELECT 1 FROM letters WHERE id = $1 AND stamps = $2");
        Guard::holding(statement.bind(id).bind(stamps))
    }

    fn add(id: i64, stamps: i64) -> Write {
        Write::one(
            Statement::new("UPDATE letters SET stamps = stamps + $2 WHERE id = $1").bind(id).bind(stamps),
        )
        .answering(&["id", "stamps"])
    }

    both_engines!(it_is_all_written_or_nothing, engine => {
        let folder = tempfile::tempdir().unwrap();
        let db = lettered(engine, folder.path()).await;
        let line = db.line();
        let others = || Write::rows(Statement::new("UPDATE letters SET stamps = 0 WHERE id > $1").bind(1), 2);
        let mut done = line.at_once(vec![has(1, 10), has(3, 30)], vec![others(), add(1, 5)]).await.unwrap();
        assert_eq!((done, stamps(&db).await), (Some(vec![vec![1, 15]]), vec![15, 0, 0]));
        for guards in [vec![has(1, 15), has(2, 20)], vec![has(4, 0)]] {
            done = line.at_once(guards, vec![add(1, 5), add(2, 5)]).await.unwrap();
            assert_eq!((done, stamps(&db).await), (None, vec![15, 0, 0]));
        }
        for writes in [vec![add(1, 5), add(4, 5)], vec![add(4, 5), add(1, 5)]] {
            assert!(line.at_once(vec![has(1, 15)], writes).await.is_err());
            assert_eq!(stamps(&db).await, [15, 0, 0]);
        }
        done = line.at_once(Vec::new(), vec![add(2, 1), add(3, 2)]).await.unwrap();
        assert_eq!((done, stamps(&db).await), (Some(vec![vec![2, 1], vec![3, 2]]), vec![15, 1, 2]));
        let more = |stamps| {
            let both = "INSERT INTO letters (id, stamps) SELECT id, $1 FROM (SELECT 2 AS id UNION ALL SELECT 4) more WHERE id > $2";
            let write = Write::rows(Statement::new(both).bind(stamps).bind(1), 2);
            write.behind("ON CONFLICT (id) DO UPDATE SET stamps = letters.stamps + excluded.stamps")
        };
        for (guards, written) in [(vec![has(4, 7)], None), (Vec::new(), Some(Vec::new()))] {
            assert_eq!(line.at_once(guards, vec![more(7)]).await.unwrap(), written);
        }
        assert_eq!(stamps(&db).await, [15, 8, 2, 7]);
    });

    #[tokio::test]
    async fn whoever_waits_for_a_guard_sees_what_it_waited_for() {
        testing::on_postgres(async {
            let folder = tempfile::tempdir().unwrap();
            let db = lettered(Engine::Postgres, folder.path()).await;
            let (line, mut tx) = (db.line(), db.begin().await.unwrap());
            on_engine!(&mut tx, conn => sqlx::query("UPDATE letters SET stamps = 11 WHERE id = 1").execute(conn).await.map(drop))
                .unwrap();
            let mut waits = line.at_once(vec![has(1, 10)], vec![add(2, 5)]);
            while !testing::is_waited_for(&mut tx).await {
                assert!(futures::poll!(&mut waits).is_pending());
            }
            tx.commit().await.unwrap();
            assert_eq!((waits.await.unwrap(), stamps(&db).await), (None, vec![11, 20, 30]));
        })
        .await;
    }

    both_engines!(what_fails_at_its_end_is_not_taken_for_durable, engine => {
        let folder = tempfile::tempdir().unwrap();
        let db = lettered(engine, folder.path()).await;
        let mut tx = db.begin().await.unwrap();
        let sql = "CREATE TABLE replies (letter_id BIGINT NOT NULL REFERENCES letters (id) DEFERRABLE INITIALLY DEFERRED)";
        on_engine!(&mut tx, conn => sqlx::query(sql).execute(conn).await.map(drop)).unwrap();
        tx.commit().await.unwrap();
        let line = db.line();
        let reply = |id| Write::one(Statement::new("INSERT INTO replies (letter_id) SELECT $1 WHERE TRUE").bind(id));
        for _ in 0..2 {
            let refused = line.at_once(vec![has(1, 10)], vec![add(1, 5), reply(4)]).await;
            assert!(matches!(refused, Err(Error::Database(_))), "{refused:?}");
        }
        let done = line.at_once(vec![has(1, 10)], vec![add(1, 5), reply(1)]).await.unwrap();
        assert_eq!((done, stamps(&db).await), (Some(vec![vec![1, 15]]), vec![15, 20, 30]));
    });

    both_engines!(a_guard_that_fails_is_not_one_that_does_not_hold, engine => {
        let folder = tempfile::tempdir().unwrap();
        let db = lettered(engine, folder.path()).await;
        let wrong = match engine {
            Engine::Sqlite => "SELECT 1 WHERE json('{') = ''",
            Engine::Postgres => "SELECT CAST('{' AS json)",
        };
        let guard = || vec![Guard::new(Statement::new(wrong))];
        for _ in 0..2 {
            assert!(db.line().at_once(guard(), vec![add(1, 5)]).await.is_err());
        }
        assert_eq!(stamps(&db).await, [10, 20, 30]);
    });

    // PostgreSQL may go on with it.
    #[tokio::test]
    async fn what_was_given_up_on_sqlite_is_over() {
        let folder = tempfile::tempdir().unwrap();
        let db = lettered(Engine::Sqlite, folder.path()).await;
        let line = db.line();
        let (mut first, mut waits) = (10, 0);
        loop {
            let both = vec![add(1, 1), add(2, 1)];
            let done = testing::torn(line.at_once(vec![has(3, 30)], both), waits).await;
            let own = line.at_once(Vec::new(), vec![add(3, 0)]).await.unwrap();
            assert_eq!(own, Some(vec![vec![3, 30]]));
            let found = stamps(&db).await;
            assert!([first, first + 1].contains(&found[0]), "once or not at all: {found:?}");
            first = found[0];
            assert_eq!(found, [first, first + 10, 30], "all of it or nothing");
            if let Some(done) = done {
                assert_eq!(done.unwrap(), Some(vec![vec![1, first], vec![2, first + 10]]));
                break;
            }
            waits += 1;
        }
    }

    #[tokio::test]
    async fn what_is_given_up_in_the_middle_is_undone() {
        let folder = tempfile::tempdir().unwrap();
        let db = lettered(Engine::Sqlite, folder.path()).await;
        let line = db.line();
        let slow = Guard::new(Statement::new(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT MAX(i) FROM n",
        ));
        for stamps_of_two in [21, 22] {
            let given_up = line.at_once(vec![slow.clone()], vec![add(1, 1)]);
            assert!(testing::torn(given_up, 0).await.is_none());
            let done = line.at_once(Vec::new(), vec![add(2, 1)]).await.unwrap();
            assert_eq!(
                (done, stamps(&db).await),
                (Some(vec![vec![2, stamps_of_two]]), vec![10, stamps_of_two, 30])
            );
        }
    }

    #[tokio::test]
    async fn where_another_process_writes_the_connection_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let db = lettered(Engine::Sqlite, folder.path()).await;
        // A connection keeps it, so that it is known again.
        let waits = async |set: &'static str| {
            let mut tx = db.begin().await.unwrap();
            let waits: i64 =
                on_engine!(&mut tx, conn => sqlx::query_scalar(set).fetch_one(conn).await).unwrap();
            tx.commit().await.unwrap();
            waits
        };
        assert_eq!(waits("PRAGMA busy_timeout = 7").await, 7);
        let other = testing::again(&db).await;
        let held = other.begin().await.unwrap();
        let line = db.line();
        let refused = line.at_once(Vec::new(), vec![add(1, 5)]).await;
        assert!(matches!(refused, Err(Error::Database(_))), "{refused:?}");
        held.rollback().await.unwrap();
        assert_eq!(line.at_once(Vec::new(), vec![add(1, 5)]).await.unwrap(), Some(vec![vec![1, 15]]));
        assert_eq!(waits("PRAGMA busy_timeout").await, 7);
    }
}
