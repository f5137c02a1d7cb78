//! A file for each table.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::{BufWriter, Read as _, Write as _},
    path::Path,
};

use futures::{
    TryStreamExt as _,
    future::{BoxFuture, LocalBoxFuture},
};
use sqlx::{AssertSqlSafe, PgConnection, PgPool, migrate::Migrator, postgres::PgDatabaseError};

use super::{Column, Sequence, Snapshot, SnapshotError, quoted};
use crate::Tx;

pub const COUNT_TABLES: &str = "SELECT COUNT(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace \
     AND relkind IN ('r', 'p', 'v', 'm')";
const TABLES: &str = "SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace \
     AND relkind = 'r' AND relname <> '_sqlx_migrations' ORDER BY relname";
/// (table, the one it refers to)
const REFERENCES: &str = "SELECT DISTINCT a.relname::text, b.relname::text FROM pg_constraint k JOIN pg_class a ON a.oid = k.conrelid \
     JOIN pg_class b ON b.oid = k.confrelid WHERE k.contype = 'f' AND a.oid <> b.oid \
     AND a.relnamespace = current_schema()::regnamespace";
/// (name, type)
const COLUMNS: &str = "SELECT attname::text, format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 \
     AND NOT attisdropped AND attgenerated = '' ORDER BY attnum";
/// (table, column, generator)
const SEQUENCES: &str = "SELECT c.relname::text, a.attname::text, pg_get_serial_sequence(quote_ident(c.relname), a.attname) \
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped \
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> '_sqlx_migrations' \
     AND pg_get_serial_sequence(quote_ident(c.relname), a.attname) IS NOT NULL ORDER BY 1, 2";
/// Bytes of one message.
const PIECE: usize = 1 << 16;

/// As the transaction sees it, which it ends.
pub async fn write(mut held: Tx, folder: &Path) -> Result<Snapshot, SnapshotError> {
    let schema_version = super::schema_version(&mut held).await?;
    let Tx::Postgres(tx) = &mut held else { return Ok(Snapshot::default()) };
    as_written(tx).await?;
    let tables = in_order(tx).await?;
    let (mut files, mut rows, mut all) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
    for table in tables {
        let name = format!("{table}.copy");
        let columns = columns(tx, &table).await?;
        rows.insert(table.clone(), copy_out(tx, &table, &columns, &folder.join(&name)).await?);
        all.insert(table, columns);
        files.push(name);
    }
    // Generators know no snapshot: read last, they are ahead of every row that was copied.
    let mut sequences = Vec::new();
    for (table, column, generator) in generators(tx).await? {
        // The catalogue has quoted the name already.
        let sql = AssertSqlSafe(format!("SELECT last_value, is_called FROM {generator}"));
        let (last_value, is_called) = sqlx::query_as(sql).fetch_one(&mut **tx).await?;
        sequences.push(Sequence { table, column, last_value, is_called });
    }
    held.rollback().await?;
    Ok(Snapshot { schema_version, files, rows, sequences, columns: all })
}

/// Values are written in one way, whatever the role says: octets in hexadecimal digits, numbers so that they are read back equal.
pub async fn as_written(tx: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("SET LOCAL bytea_output = 'hex'").execute(&mut *tx).await?;
    sqlx::query("SET LOCAL extra_float_digits = 1").execute(&mut *tx).await?;
    Ok(())
}

/// Lets `mark` write into what was filled, and makes it visible.
pub async fn finish(
    pool: &PgPool,
    mut tx: Tx,
    mark: impl AsyncFnOnce(&mut Tx) -> crate::Result<()>,
) -> Result<(), SnapshotError> {
    mark(&mut tx).await?;
    tx.commit().await?;
    analyze(pool).await;
    Ok(())
}

/// For plans. Everything is there without it, and the server makes up for it by itself.
fn analyze(pool: &PgPool) -> BoxFuture<'_, ()> {
    Box::pin(async move {
        if let Err(error) = sqlx::query("ANALYZE").execute(pool).await {
            tracing::warn!(%error, "the statistics of the tables could not be made");
        }
    })
}

/// Why rows were refused, and which.
pub fn refused(table: &str, error: sqlx::Error) -> SnapshotError {
    let Some(told) = error.as_database_error().and_then(|e| e.try_downcast_ref::<PgDatabaseError>()) else {
        return error.into();
    };
    let place = told.r#where().map(|place| format!(" ({place})")).unwrap_or_default();
    SnapshotError::Refused { table: table.to_owned(), why: format!("{}{place}", told.message()) }
}

/// (table, column, generator), the last one as a statement takes it.
pub async fn generators(tx: &mut PgConnection) -> Result<Vec<(String, String, String)>, sqlx::Error> {
    sqlx::query_as(SEQUENCES).fetch_all(tx).await
}

/// Answers the number of rows: each ends with a line break, and those of values are escaped.
async fn copy_out(
    tx: &mut PgConnection,
    table: &str,
    columns: &[Column],
    path: &Path,
) -> Result<u64, SnapshotError> {
    let sql = format!("COPY {} ({}) TO STDOUT", quoted(table), listed(columns));
    let mut file = BufWriter::with_capacity(PIECE, File::create(path)?);
    let mut pieces = tx.copy_out_raw(&sql).await?;
    let mut rows = 0;
    while let Some(piece) = pieces.try_next().await? {
        rows += piece.iter().map(|byte| u64::from(*byte == b'\n')).sum::<u64>();
        file.write_all(&piece)?;
    }
    file.flush()?;
    Ok(rows)
}

/// Those that are written, in their order.
pub async fn columns(tx: &mut PgConnection, table: &str) -> Result<Vec<Column>, sqlx::Error> {
    let columns: Vec<(String, String)> =
        sqlx::query_as(COLUMNS).bind(quoted(table)).fetch_all(&mut *tx).await?;
    Ok(columns.into_iter().map(|(name, kind)| Column { name, kind }).collect())
}

fn listed(columns: &[Column]) -> String {
    columns.iter().map(|column| quoted(&column.name)).collect::<Vec<_>>().join(", ")
}

/// Every table after those that it refers to.
pub async fn in_order(tx: &mut PgConnection) -> Result<Vec<String>, sqlx::Error> {
    let mut open: BTreeSet<String> =
        sqlx::query_scalar::<_, String>(TABLES).fetch_all(&mut *tx).await?.into_iter().collect();
    let references: Vec<(String, String)> = sqlx::query_as(REFERENCES).fetch_all(&mut *tx).await?;
    let mut ordered = Vec::new();
    while !open.is_empty() {
        let waits = |table: &&String| references.iter().any(|(from, to)| from == *table && open.contains(to));
        let free: Vec<String> = open.iter().filter(|table| !waits(table)).cloned().collect();
        // Tables that refer to each other cannot be told apart; the restore would say so.
        let free = if free.is_empty() { open.iter().cloned().collect() } else { free };
        open.retain(|table| !free.contains(table));
        ordered.extend(free);
    }
    Ok(ordered)
}

/// Everything but the commit.
pub fn read<'a>(
    pool: &'a PgPool,
    migrations: &'a Migrator,
    snapshot: &'a Snapshot,
    folder: &'a Path,
) -> LocalBoxFuture<'a, Result<Tx, SnapshotError>> {
    Box::pin(async move {
        let mut tx = pool.begin().await?;
        migrations.run_to(snapshot.schema_version, &mut *tx).await?;
        let tables = empty(&mut tx).await?;
        super::are_all(&tables, snapshot)?;
        for name in &snapshot.files {
            let table = name.strip_suffix(".copy").unwrap_or(name);
            let found = copy_in(&mut tx, table, &folder.join(name)).await?;
            let expected = snapshot.rows.get(table).copied().unwrap_or(0);
            if found != expected {
                return Err(SnapshotError::Rows { table: table.to_owned(), expected, found });
            }
        }
        for sequence in &snapshot.sequences {
            sqlx::query("SELECT setval(pg_get_serial_sequence($1, $2), $3, $4)")
                .bind(quoted(&sequence.table))
                .bind(&sequence.column)
                .bind(sequence.last_value)
                .bind(sequence.is_called)
                .execute(&mut *tx)
                .await?;
        }
        triggers(&mut tx, &tables, true).await?;
        migrations.run(&mut *tx).await?;
        Ok(tx.into())
    })
}

/// Takes away what migrations put in, which is in the files as well; answers the tables. What triggers would write is in the
/// files too, so they fire no more.
pub async fn empty(tx: &mut PgConnection) -> Result<Vec<String>, SnapshotError> {
    let tables: Vec<String> = sqlx::query_scalar::<_, String>(TABLES).fetch_all(&mut *tx).await?;
    let all = tables.iter().map(|table| quoted(table)).collect::<Vec<_>>().join(", ");
    sqlx::query(AssertSqlSafe(format!("TRUNCATE {all}"))).execute(&mut *tx).await?;
    triggers(tx, &tables, false).await?;
    Ok(tables)
}

/// Lets our own triggers of the tables fire, or not.
pub async fn triggers(tx: &mut PgConnection, tables: &[String], fire: bool) -> Result<(), SnapshotError> {
    let word = if fire { "ENABLE" } else { "DISABLE" };
    for table in tables {
        let sql = format!("ALTER TABLE {} {word} TRIGGER USER", quoted(table));
        sqlx::query(AssertSqlSafe(sql)).execute(&mut *tx).await?;
    }
    Ok(())
}

async fn copy_in(tx: &mut PgConnection, table: &str, path: &Path) -> Result<u64, SnapshotError> {
    let columns = listed(&columns(tx, table).await?);
    let sql = format!("COPY {} ({columns}) FROM STDIN", quoted(table));
    let mut file = File::open(path)?;
    let mut copy = tx.copy_in_raw(&sql).await?;
    let mut piece = vec![0; PIECE];
    loop {
        match file.read(&mut piece) {
            Ok(0) => return copy.finish().await.map_err(|error| refused(table, error)),
            Ok(length) => {
                copy.send(&piece[..length]).await?;
            }
            Err(error) => {
                copy.abort("the file cannot be read").await?;
                return Err(error.into());
            }
        }
    }
}
