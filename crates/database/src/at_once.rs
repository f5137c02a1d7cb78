//! A whole transaction of PostgreSQL in one message, for whoever knows beforehand what it is to write.

use std::fmt::Write as _;

use futures::future::BoxFuture;
use sqlx::{AssertSqlSafe, Row as _};

use crate::{
    Line, Result,
    connection::Open as _,
    together::{Statement, bind, numbered_from},
};

/// A statement that writes exactly so many rows. It ends in a `WHERE` of conditions that all have to hold, but for what comes behind it.
#[derive(Clone, Debug)]
pub struct Write {
    statement: Statement,
    behind: &'static str,
    rows: i64,
    answer: Option<&'static str>,
}

impl Write {
    /// Writes one row.
    pub fn one(statement: Statement) -> Self {
        Self::rows(statement, 1)
    }

    pub fn rows(statement: Statement, rows: i64) -> Self {
        Self { statement, behind: "", rows, answer: None }
    }

    /// Goes on behind the conditions: `ON CONFLICT …`.
    #[must_use]
    pub fn behind(mut self, text: &'static str) -> Self {
        self.behind = text;
        self
    }

    /// Answers, of its row, what this expression comes to: an array of `bigint`.
    #[must_use]
    pub fn answering(mut self, expression: &'static str) -> Self {
        self.answer = Some(expression);
        self
    }
}

impl Line {
    /// Writes all of it, if each guard finds its one row. `None`: one does not, and nothing is written. Otherwise it is durable, and those that
    /// answer have answered, in their order.
    ///
    /// A guard reads one row, and locks it if that has to be so until the end. Guards lock before anything is written, all in the order in which
    /// they stand here. Where all hold and a statement writes another number of rows than it has to, that is an error, and
    /// nothing is written either. On SQLite no guard is ever found to hold.
    pub fn at_once(
        &self,
        guards: Vec<Statement>,
        writes: Vec<Write>,
    ) -> BoxFuture<'_, Result<Option<Vec<Vec<i64>>>>> {
        Box::pin(async move {
            let Some(mut held) = self.hold().await? else { return Ok(None) };
            let query = sqlx::query(AssertSqlSafe(as_one(&guards, &writes)));
            let answers = writes.iter().filter(|write| write.answer.is_some()).count();
            let rows = writes.iter().fold(Statement::new(""), |rows, write| rows.bind(write.rows));
            let statements = guards.into_iter().chain(writes.into_iter().map(|write| write.statement));
            let query = bind(query, statements.chain([rows]).collect());
            // All, not one: it is durable when PostgreSQL is ready for the next, and not when it answers the row.
            let rows = query.fetch_all(held.connection_mut()).await?;
            held.give_back();
            let Some(row) = rows.first().filter(|row| row.get::<bool, _>(0)) else { return Ok(None) };
            (1..=answers).map(|at| row.try_get(at)).collect::<Result<_>>().map(Some)
        })
    }
}

/// One statement that runs by itself, so that its end is the transaction's. It is planned once for as many guards and writes of the same kinds. Whether guards hold is asked once, before the first of what
/// depends on it, and rows that are missing divide by zero, which undoes the rest.
fn as_one(guards: &[Statement], writes: &[Write]) -> String {
    let mut text = String::from("WITH ");
    let mut bound = 0;
    for (at, guard) in guards.iter().enumerate() {
        let _ = write!(text, "g{at} AS MATERIALIZED (");
        numbered_from(&mut text, guard.sql(), bound);
        text.push_str("), ");
        bound += guard.values();
    }
    text.push_str("guarded AS MATERIALIZED (SELECT 1 WHERE TRUE");
    for at in 0..guards.len() {
        let _ = write!(text, " AND (SELECT COUNT(*) FROM g{at}) = 1");
    }
    text.push(')');
    for (at, write) in writes.iter().enumerate() {
        let _ = write!(text, ", w{at} AS (");
        numbered_from(&mut text, write.statement.sql(), bound);
        let Write { behind, answer, .. } = write;
        let answer = answer.unwrap_or("1");
        let _ = write!(text, " AND EXISTS (SELECT 1 FROM guarded) {behind} RETURNING {answer} AS answer)");
        bound += write.statement.values();
    }
    text.push_str(" SELECT CASE WHEN EXISTS (SELECT 1 FROM guarded) THEN 1 / CAST(TRUE");
    for at in 0..writes.len() {
        bound += 1;
        let _ = write!(text, " AND (SELECT COUNT(*) FROM w{at}) = ${bound}");
    }
    text.push_str(" AS INTEGER) = 1 ELSE FALSE END");
    for (at, _) in writes.iter().enumerate().filter(|(_, write)| write.answer.is_some()) {
        let _ = write!(text, ", (SELECT answer FROM w{at} LIMIT 1)");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Database, Engine, Error, both_engines, on_engine, testing};

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

    fn has(id: i64, stamps: i64) -> Statement {
        Statement::new("SELECT 1 FROM letters WHERE id = $1 AND stamps = $2 FOR SHARE").bind(id).bind(stamps)
    }

    fn add(id: i64, stamps: i64) -> Write {
        Write::one(
            Statement::new("UPDATE letters SET stamps = stamps + $2 WHERE id = $1").bind(id).bind(stamps),
        )
        .answering("ARRAY[id, stamps]")
    }

    both_engines!(it_is_all_written_or_nothing, engine => {
        let folder = tempfile::tempdir().unwrap();
        let db = lettered(engine, folder.path()).await;
        let line = db.line();
        let others = || Write::rows(Statement::new("UPDATE letters SET stamps = 0 WHERE id > $1").bind(1), 2);
        let mut done = line.at_once(vec![has(1, 10), has(3, 30)], vec![add(1, 5), others()]).await.unwrap();
        if engine == Engine::Sqlite {
            assert_eq!((done, stamps(&db).await), (None, vec![10, 20, 30]));
            return;
        }
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
            let both = "INSERT INTO letters (id, stamps) SELECT id, $1 FROM UNNEST(ARRAY[2, 4]) more (id) WHERE id > $2";
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

    #[tokio::test]
    async fn what_fails_at_its_end_is_not_taken_for_durable() {
        testing::on_postgres(async {
            let folder = tempfile::tempdir().unwrap();
            let db = lettered(Engine::Postgres, folder.path()).await;
            let mut tx = db.begin().await.unwrap();
            for sql in [
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$",
                "CREATE CONSTRAINT TRIGGER refuses AFTER UPDATE ON letters DEFERRABLE INITIALLY DEFERRED FOR EACH ROW \
                 EXECUTE FUNCTION refuse()",
            ] {
                on_engine!(&mut tx, conn => sqlx::query(sql).execute(conn).await.map(drop)).unwrap();
            }
            tx.commit().await.unwrap();
            let line = db.line();
            for _ in 0..2 {
                let refused = line.at_once(vec![has(1, 10)], vec![add(1, 5)]).await;
                assert!(matches!(refused, Err(Error::Database(_))), "{refused:?}");
            }
            assert_eq!(stamps(&db).await, [10, 20, 30]);
        })
        .await;
    }
}
