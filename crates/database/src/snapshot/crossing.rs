//! A snapshot of one engine as a database of the other. Both schemas have the same tables and columns; each row is read
//! back from where it arrived, and compared with what left.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::{BufRead as _, BufReader},
    path::Path,
    time::Duration,
};

use futures::{TryStreamExt as _, future::LocalBoxFuture};
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection, PgPool, Row as _, SqliteConnection,
    migrate::Migrator,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use tracing::log::LevelFilter;

use super::{
    Column, Snapshot, SnapshotError,
    cell::{Cell, Kind, Sum},
    postgres, quoted, sqlite,
};
use crate::Tx;

/// Bytes of one message to PostgreSQL.
const PIECE: usize = 1 << 16;
/// Values of one statement of SQLite, of the 32,766 that it takes.
const VALUES: usize = 4000;
/// Of a file's lines, before they are written whatever their number.
const BYTES: usize = 1 << 20;
/// What SQLite may keep in memory of the file that it fills, in KiB.
const CACHE: &str = "-65536";
/// (index, what makes it again): those that no constraint owns.
const INDEXES: &str = "SELECT c.relname::text, pg_get_indexdef(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid \
     JOIN pg_class t ON t.oid = i.indrelid WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind = 'r' \
     AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid) ORDER BY c.relname";

/// A column of a table in both engines.
struct Both {
    name: String,
    kind: Kind,
}

/// Told of each table when its rows have arrived.
pub type Told<'a> = &'a (dyn Fn(&str, u64) + Sync);

/// Fills an empty PostgreSQL database from the file of a snapshot of SQLite, which has this version's schema, and lets
/// `mark` write into it, all in one transaction: it is there whole or not at all.
pub async fn restore_postgres_from_sqlite(
    pool: &PgPool,
    migrations: &Migrator,
    file: &Path,
    told: Told<'_>,
    mark: impl AsyncFnOnce(&mut Tx) -> crate::Result<()>,
) -> Result<(), SnapshotError> {
    let tx = cross(pool, migrations, file, told).await?;
    postgres::finish(pool, tx, mark).await
}

/// Everything but the commit.
fn cross<'a>(
    pool: &'a PgPool,
    migrations: &'a Migrator,
    file: &'a Path,
    told: Told<'a>,
) -> LocalBoxFuture<'a, Result<Tx, SnapshotError>> {
    Box::pin(async move {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .immutable(true)
            .log_slow_statements(LevelFilter::Off, Duration::ZERO);
        let mut from = SqliteConnection::connect_with(&options).await?;
        let mut tx = pool.begin().await?;
        postgres::as_written(&mut tx).await?;
        migrations.run(&mut *tx).await?;
        postgres::empty(&mut tx).await?;
        let tables = postgres::in_order(&mut tx).await?;
        let theirs: BTreeSet<String> = sqlite::tables(&mut from).await?.into_iter().collect();
        if let Some(table) = theirs.symmetric_difference(&tables.iter().cloned().collect()).next() {
            return Err(SnapshotError::Twins(format!("one side alone has the table {table}")));
        }
        // An index is made of all rows at once sooner than row by row.
        let indexes: Vec<(String, String)> = sqlx::query_as(INDEXES).fetch_all(&mut *tx).await?;
        for (name, _) in &indexes {
            sqlx::query(AssertSqlSafe(format!("DROP INDEX {}", quoted(name)))).execute(&mut *tx).await?;
        }
        let mut left = BTreeMap::new();
        for table in &tables {
            let columns = both(table, postgres::columns(&mut tx, table).await?)?;
            same_columns(&mut from, table, &columns).await?;
            let sum = pour_into_postgres(&mut from, &mut tx, table, &columns).await?;
            told(table, sum.rows);
            left.insert(table.clone(), (sum, columns));
        }
        for (_, make) in indexes {
            sqlx::query(AssertSqlSafe(make)).execute(&mut *tx).await?;
        }
        generators(&mut from, &mut tx).await?;
        for (table, (sum, columns)) in &left {
            if *sum != sum_of_postgres(&mut tx, table, columns).await? {
                return Err(SnapshotError::Differs(table.clone()));
            }
        }
        postgres::triggers(&mut tx, &tables, true).await?;
        from.close().await?;
        Ok(tx.into())
    })
}

fn both(table: &str, columns: Vec<Column>) -> Result<Vec<Both>, SnapshotError> {
    let known = |column: Column| match Kind::of(&column.kind) {
        Some(kind) => Ok(Both { name: column.name, kind }),
        None => Err(SnapshotError::Twins(format!("{table}.{} is a {}", column.name, column.kind))),
    };
    columns.into_iter().map(known).collect()
}

fn listed(columns: &[Both]) -> String {
    columns.iter().map(|column| quoted(&column.name)).collect::<Vec<_>>().join(", ")
}

/// Each row of a table of SQLite.
async fn each_of_sqlite(
    from: &mut SqliteConnection,
    table: &str,
    columns: &[Both],
    mut take: impl AsyncFnMut(Vec<Cell>) -> Result<(), SnapshotError>,
) -> Result<(), SnapshotError> {
    let sql = AssertSqlSafe(format!("SELECT {} FROM {}", listed(columns), quoted(table)));
    let mut rows = sqlx::query(sql).fetch(from);
    while let Some(row) = rows.try_next().await? {
        let cell = |(at, column): (usize, &Both)| {
            let odd = || SnapshotError::Odd(format!("{table}.{}", column.name));
            column.kind.read(&row, at)?.ok_or_else(odd)
        };
        take(columns.iter().enumerate().map(cell).collect::<Result<_, SnapshotError>>()?).await?;
    }
    Ok(())
}

async fn pour_into_postgres(
    from: &mut SqliteConnection,
    to: &mut PgConnection,
    table: &str,
    columns: &[Both],
) -> Result<Sum, SnapshotError> {
    let sql = format!("COPY {} ({}) FROM STDIN", quoted(table), listed(columns));
    let mut copy = to.copy_in_raw(&sql).await?;
    let (mut sum, mut piece) = (Sum::default(), Vec::with_capacity(2 * PIECE));
    let poured = each_of_sqlite(from, table, columns, async |row| {
        sum.add(&row);
        for (at, cell) in row.iter().enumerate() {
            if at > 0 {
                piece.push(b'\t');
            }
            if !cell.write(&mut piece) {
                return Err(SnapshotError::Odd(format!("{table}.{}", columns[at].name)));
            }
        }
        piece.push(b'\n');
        if piece.len() >= PIECE {
            copy.send(piece.as_slice()).await?;
            piece.clear();
        }
        Ok(())
    })
    .await;
    if let Err(error) = poured {
        copy.abort("the rows cannot be read").await?;
        return Err(error);
    }
    copy.send(piece).await?;
    copy.finish().await.map_err(|error| postgres::refused(table, error))?;
    Ok(sum)
}

async fn sum_of_postgres(
    from: &mut PgConnection,
    table: &str,
    columns: &[Both],
) -> Result<Sum, SnapshotError> {
    let sql = format!("COPY {} ({}) TO STDOUT", quoted(table), listed(columns));
    let mut pieces = from.copy_out_raw(&sql).await?;
    let (mut sum, mut line) = (Sum::default(), Vec::new());
    while let Some(piece) = pieces.try_next().await? {
        for part in piece.split_inclusive(|byte| *byte == b'\n') {
            line.extend(part);
            if line.last() == Some(&b'\n') {
                sum.add(&row_of(table, columns, &line)?);
                line.clear();
            }
        }
    }
    Ok(sum)
}

/// A line of COPY's text format, with its end.
fn row_of(table: &str, columns: &[Both], line: &[u8]) -> Result<Vec<Cell>, SnapshotError> {
    let fields: Vec<_> = line.strip_suffix(b"\n").unwrap_or(line).split(|byte| *byte == b'\t').collect();
    if fields.len() != columns.len() {
        return Err(SnapshotError::Odd(table.to_owned()));
    }
    let cell = |(field, column): (&[u8], &Both)| {
        column.kind.parse(field).ok_or_else(|| SnapshotError::Odd(format!("{table}.{}", column.name)))
    };
    fields.into_iter().zip(columns).map(cell).collect()
}

/// Numbers go on where SQLite's stood: one that was given once is never given again.
async fn generators(from: &mut SqliteConnection, to: &mut PgConnection) -> Result<(), SnapshotError> {
    for (table, column, generator) in postgres::generators(to).await? {
        let mut last: Option<i64> = sqlx::query_scalar("SELECT seq FROM sqlite_sequence WHERE name = $1")
            .bind(&table)
            .fetch_optional(&mut *from)
            .await?;
        if last.is_none() {
            // Where SQLite keeps no account it goes on behind the highest.
            let sql = format!("SELECT MAX({}) FROM {}", quoted(&column), quoted(&table));
            last = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut *from).await?;
        }
        let last = last.unwrap_or(0);
        sqlx::query("SELECT setval($1, $2, $3)")
            .bind(generator)
            .bind(last.max(1))
            .bind(last > 0)
            .execute(&mut *to)
            .await?;
    }
    Ok(())
}

/// Makes a SQLite file of a snapshot of PostgreSQL that has this version's schema. The file is no database before this answers.
pub fn make_sqlite_from_postgres<'a>(
    file: &'a Path,
    migrations: &'a Migrator,
    snapshot: &'a Snapshot,
    folder: &'a Path,
    told: Told<'a>,
) -> LocalBoxFuture<'a, Result<(), SnapshotError>> {
    Box::pin(async move {
        // Nobody else knows the file, and what fails is thrown away: nothing has to be undone.
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Off)
            .synchronous(SqliteSynchronous::Off)
            .foreign_keys(false)
            .log_slow_statements(LevelFilter::Off, Duration::ZERO)
            .pragma("cache_size", CACHE);
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
        migrations.run(&pool).await?;
        let mut tx = pool.begin().await?;
        let again = set_aside(&mut tx).await?;
        let ours = sqlite::tables(&mut tx).await?;
        super::are_all(&ours, snapshot)?;
        let mut left = Vec::new();
        for name in &snapshot.files {
            let table = name.strip_suffix(".copy").unwrap_or(name);
            let columns = both(table, snapshot.columns.get(table).cloned().unwrap_or_default())?;
            same_columns(&mut tx, table, &columns).await?;
            let sum = pour_into_sqlite(&folder.join(name), &mut tx, table, &columns).await?;
            let expected = snapshot.rows.get(table).copied().unwrap_or(0);
            if sum.rows != expected {
                return Err(SnapshotError::Rows { table: table.to_owned(), expected, found: sum.rows });
            }
            told(table, sum.rows);
            left.push((table, columns, sum));
        }
        for make in again {
            sqlx::query(AssertSqlSafe(make)).execute(&mut *tx).await?;
        }
        account(&mut tx, snapshot).await?;
        for (table, columns, sum) in left {
            let mut found = Sum::default();
            each_of_sqlite(&mut tx, table, &columns, async |row| {
                found.add(&row);
                Ok(())
            })
            .await?;
            if sum != found {
                return Err(SnapshotError::Differs(table.to_owned()));
            }
        }
        if let Some(broken) = sqlx::query("PRAGMA foreign_key_check").fetch_optional(&mut *tx).await? {
            return Err(SnapshotError::Differs(broken.try_get(0)?));
        }
        tx.commit().await?;
        pool.close().await;
        Ok(())
    })
}

/// Takes indexes and triggers away, and the rows that migrations put in; answers what makes the former again. Triggers would
/// write what is in the snapshot as well, and an index is made of all rows at once sooner than row by row.
async fn set_aside(to: &mut SqliteConnection) -> Result<Vec<String>, SnapshotError> {
    let made: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY rowid",
    )
    .fetch_all(&mut *to)
    .await?;
    for (kind, name, _) in &made {
        sqlx::query(AssertSqlSafe(format!("DROP {kind} {}", quoted(name)))).execute(&mut *to).await?;
    }
    for table in sqlite::tables(to).await? {
        sqlx::query(AssertSqlSafe(format!("DELETE FROM {}", quoted(&table)))).execute(&mut *to).await?;
    }
    Ok(made.into_iter().map(|(_, _, sql)| sql).collect())
}

async fn same_columns(to: &mut SqliteConnection, table: &str, columns: &[Both]) -> Result<(), SnapshotError> {
    let ours: Vec<String> =
        sqlx::query_scalar("SELECT name FROM pragma_table_info($1)").bind(table).fetch_all(to).await?;
    let ours: BTreeSet<_> = ours.iter().map(String::as_str).collect();
    match ours.symmetric_difference(&columns.iter().map(|column| column.name.as_str()).collect()).next() {
        Some(column) => Err(SnapshotError::Twins(format!("one side alone has {table}.{column}"))),
        None => Ok(()),
    }
}

async fn pour_into_sqlite(
    from: &Path,
    to: &mut SqliteConnection,
    table: &str,
    columns: &[Both],
) -> Result<Sum, SnapshotError> {
    let most = (VALUES / columns.len().max(1)).max(1);
    let mut lines = BufReader::with_capacity(PIECE, File::open(from)?);
    let (mut sum, mut line, mut rows, mut bytes) = (Sum::default(), Vec::new(), Vec::new(), 0);
    loop {
        line.clear();
        let is_over = lines.read_until(b'\n', &mut line)? == 0;
        if !is_over {
            let row = row_of(table, columns, &line)?;
            sum.add(&row);
            rows.push(row);
            bytes += line.len();
        }
        if rows.len() == most || bytes >= BYTES || (is_over && !rows.is_empty()) {
            insert(to, table, columns, &mut rows).await?;
            bytes = 0;
        }
        if is_over {
            return Ok(sum);
        }
    }
}

async fn insert(
    to: &mut SqliteConnection,
    table: &str,
    columns: &[Both],
    rows: &mut Vec<Vec<Cell>>,
) -> Result<(), SnapshotError> {
    let row = format!("({})", vec!["?"; columns.len()].join(", "));
    let values = vec![row; rows.len()].join(", ");
    let sql = format!("INSERT INTO {} ({}) VALUES {values}", quoted(table), listed(columns));
    let query = sqlx::query(AssertSqlSafe(sql));
    rows.drain(..).flatten().fold(query, |query, cell| cell.bind(query)).execute(to).await?;
    Ok(())
}

/// Numbers go on where PostgreSQL's generators stood.
async fn account(to: &mut SqliteConnection, snapshot: &Snapshot) -> Result<(), SnapshotError> {
    sqlx::query("DELETE FROM sqlite_sequence").execute(&mut *to).await?;
    for generator in &snapshot.sequences {
        let last = generator.last_value.saturating_sub(i64::from(!generator.is_called));
        sqlx::query("INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)")
            .bind(&generator.table)
            .bind(last)
            .execute(&mut *to)
            .await?;
    }
    Ok(())
}
