//! One file.

use std::{collections::BTreeMap, path::Path};

use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection, SqlitePool, sqlite::SqliteConnectOptions};

use super::{Snapshot, SnapshotError, quoted};

const FILE: &str = "letterpress.db";

pub async fn write(pool: &SqlitePool, folder: &Path) -> Result<Snapshot, SnapshotError> {
    let path = folder.join(FILE);
    // Reads every page there is, so that a damaged database is not copied without a word.
    sqlx::query("VACUUM INTO $1").bind(path.to_string_lossy().into_owned()).execute(pool).await?;
    let options = SqliteConnectOptions::new().filename(&path).immutable(true);
    let mut copy = SqliteConnection::connect_with(&options).await?;
    let tables = tables(&mut copy).await?;
    let mut rows = BTreeMap::new();
    for table in tables {
        let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM {}", quoted(&table)));
        let count: i64 = sqlx::query_scalar(sql).fetch_one(&mut copy).await?;
        rows.insert(table, count as u64);
    }
    let schema_version =
        sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations WHERE success")
            .fetch_one(&mut copy)
            .await?;
    copy.close().await?;
    Ok(Snapshot { schema_version, files: vec![FILE.into()], rows, ..Snapshot::default() })
}

/// All that hold rows of ours: not what other programs keep in the file under names that begin with `_`, as Litestream does.
pub async fn tables(connection: &mut SqliteConnection) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
         AND name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY name",
    )
    .fetch_all(connection)
    .await
}
