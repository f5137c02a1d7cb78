//! Several statements that go to the database in one message, because each costs an answer and two changes: on PostgreSQL of the
//! process, on SQLite of the thread.

use std::fmt::Write as _;

use futures::TryStreamExt as _;
use sqlx::{AssertSqlSafe, Database, Either, Encode, Executor as _, Row as _, Type, query::Query};

use crate::{Result, Tx};

/// A statement without `RETURNING`, and its values.
#[derive(Clone, Debug)]
pub struct Statement {
    sql: &'static str,
    values: Vec<Value>,
}

/// A value of a [`Statement`].
#[derive(Clone, Debug)]
pub enum Value {
    Integer(i64),
    Small(Option<i16>),
    Text(Option<String>),
    Bytes(Vec<u8>),
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

impl From<Option<i16>> for Value {
    fn from(value: Option<i16>) -> Self {
        Self::Small(value)
    }
}

impl From<Option<&str>> for Value {
    fn from(value: Option<&str>) -> Self {
        Self::Text(value.map(str::to_owned))
    }
}

impl From<&[u8]> for Value {
    fn from(value: &[u8]) -> Self {
        Self::Bytes(value.to_vec())
    }
}

impl From<Vec<u8>> for Value {
    fn from(value: Vec<u8>) -> Self {
        Self::Bytes(value)
    }
}

impl Statement {
    pub fn new(sql: &'static str) -> Self {
        Self { sql, values: Vec::new() }
    }

    /// The next value, `$1` first.
    #[must_use]
    pub fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    pub(crate) fn sql(&self) -> &'static str {
        self.sql
    }

    /// How many values it has.
    pub(crate) fn values(&self) -> usize {
        self.values.len()
    }
}

/// Runs the statements and answers how many rows each has written.
///
/// None sees what another writes, nor may two write the same row. The locks are taken in the order of the statements.
pub async fn together(tx: &mut Tx, statements: Vec<Statement>) -> Result<Vec<u64>> {
    let count = statements.len();
    let mut counts = Vec::with_capacity(count);
    if count == 0 {
        return Ok(counts);
    }
    match tx {
        Tx::Sqlite(conn) => {
            let query = sqlx::query(AssertSqlSafe(one_after_the_other(&statements)));
            let mut answers = (&mut **conn).fetch_many(bind(query, statements));
            while let Some(answer) = answers.try_next().await? {
                if let Either::Left(done) = answer {
                    counts.push(done.rows_affected());
                }
            }
        }
        Tx::Postgres(conn) => {
            let query = sqlx::query(AssertSqlSafe(as_one(&statements)));
            let row = bind(query, statements).fetch_one(&mut **conn).await?;
            for at in 0..count {
                counts.push(row.try_get::<i64, _>(at)?.unsigned_abs());
            }
        }
    }
    Ok(counts)
}

pub(crate) fn bind<'q, DB>(
    mut query: Query<'q, DB, <DB as Database>::Arguments>,
    statements: Vec<Statement>,
) -> Query<'q, DB, <DB as Database>::Arguments>
where
    DB: Database,
    i64: Encode<'q, DB> + Type<DB>,
    Option<i16>: Encode<'q, DB> + Type<DB>,
    Option<String>: Encode<'q, DB> + Type<DB>,
    Vec<u8>: Encode<'q, DB> + Type<DB>,
{
    for value in statements.into_iter().flat_map(|statement| statement.values) {
        query = match value {
            Value::Integer(value) => query.bind(value),
            Value::Small(value) => query.bind(value),
            Value::Text(value) => query.bind(value),
            Value::Bytes(value) => query.bind(value),
        };
    }
    query
}

/// The statements apart by `;`. The same kinds of statements in the same order have the same text, so that it is prepared once.
fn one_after_the_other(statements: &[Statement]) -> String {
    let mut text = String::new();
    let mut bound = 0;
    for statement in statements {
        numbered_from(&mut text, statement.sql, bound);
        text.push(';');
        bound += statement.values.len();
    }
    text
}

/// `WITH s0 AS (… RETURNING 1), s1 AS (…) SELECT` and how many rows each has. As above, it is planned once.
fn as_one(statements: &[Statement]) -> String {
    let mut text = String::from("WITH ");
    let mut bound = 0;
    for (at, statement) in statements.iter().enumerate() {
        let comma = if at > 0 { ", " } else { "" };
        let _ = write!(text, "{comma}s{at} AS (");
        numbered_from(&mut text, statement.sql, bound);
        text.push_str(" RETURNING 1)");
        bound += statement.values.len();
    }
    for at in 0..statements.len() {
        text.push_str(if at == 0 { " SELECT" } else { "," });
        let _ = write!(text, " (SELECT COUNT(*) FROM s{at})");
    }
    text
}

/// Appends a statement whose values stand behind so many others.
pub(crate) fn numbered_from(text: &mut String, sql: &str, bound: usize) {
    let mut rest = sql;
    while let Some((before, behind)) = rest.split_once('$') {
        let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
        let (number, behind) = behind.split_at(digits);
        let _ = match number.parse::<usize>() {
            Ok(number) => write!(text, "{before}${}", number + bound),
            Err(_) => write!(text, "{before}$"),
        };
        rest = behind;
    }
    text.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, on_engine, testing};

    const ADD: &str =
        "INSERT INTO letters (id, stamp, name, content) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
    const RENAME: &str =
        "UPDATE letters SET name = $2, stamp = $3, content = $4 WHERE id <= $1 AND name = '100$'";

    type Letter = (i64, Option<i16>, Option<String>, Vec<u8>);

    async fn letters(engine: Engine) {
        let folder = tempfile::tempdir().unwrap();
        let db = testing::empty(engine, folder.path()).await;
        let mut tx = db.begin().await.unwrap();
        let bytes = if engine == Engine::Sqlite { "BLOB" } else { "BYTEA" };
        let sql = format!(
            "CREATE TABLE letters (id BIGINT PRIMARY KEY, stamp SMALLINT, name TEXT, content {bytes})"
        );
        on_engine!(&mut tx, conn => sqlx::query(AssertSqlSafe(sql)).execute(conn).await.map(drop)).unwrap();
        let add = |id: i64, name| {
            Statement::new(ADD).bind(id).bind(Some(7i16)).bind(name).bind([1u8, 0, 2].as_slice())
        };
        assert_eq!(together(&mut tx, Vec::new()).await.unwrap(), [0; 0]);
        for id in [1, 2] {
            assert_eq!(together(&mut tx, vec![add(id, Some("100$"))]).await.unwrap(), [1]);
        }
        let rename = Statement::new(RENAME).bind(9).bind(Some("new")).bind(None::<i16>).bind([].as_slice());
        let counts = together(&mut tx, vec![add(3, None), rename, add(1, None)]).await.unwrap();
        assert_eq!(counts, [1, 2, 0]);
        let rows: Vec<Letter> = on_engine!(&mut tx, conn => sqlx::query_as(
            "SELECT id, stamp, name, content FROM letters ORDER BY id").fetch_all(conn).await)
        .unwrap();
        let renamed = |id| (id, None, Some("new".to_owned()), Vec::new());
        assert_eq!(rows, [renamed(1), renamed(2), (3, Some(7), None, vec![1, 0, 2])]);
    }

    #[tokio::test]
    async fn each_statement_says_how_many_rows_it_wrote_on_sqlite() {
        letters(Engine::Sqlite).await;
    }

    #[tokio::test]
    async fn each_statement_says_how_many_rows_it_wrote_on_postgres() {
        testing::on_postgres(letters(Engine::Postgres)).await;
    }
}
