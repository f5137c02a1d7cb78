//! A backup of one engine restored into the other: growing out of one machine, and the way back.

use anyhow::ensure;
use database::{Database, Engine, Tx, snapshot};

use super::restore::engine_title;
use crate::archive::{Manifest, Spool};

/// Tables of fewer rows are there before anybody wonders.
const MANY: u64 = 100_000;

/// Refuses what cannot go to the other engine: the migrations of PostgreSQL run on PostgreSQL alone.
pub fn accept(manifest: &Manifest, engine: Engine) -> anyhow::Result<()> {
    let newest = app::newest_schema(engine);
    ensure!(
        engine == Engine::Sqlite || (manifest.schema_version == newest && !manifest.columns.is_empty()),
        "this backup of {} has schema {}, made by Letterpress {}: only one of schema {newest}, made by Letterpress {}, goes to \
         the other engine. Run `letterpress migrate` on the installation that it came from, and back it up again",
        engine_title(&manifest.engine),
        manifest.schema_version,
        manifest.version,
        app::VERSION
    );
    Ok(())
}

fn told(table: &str, rows: u64) {
    if rows >= MANY {
        tracing::info!(table, rows, "rows have arrived");
    }
}

/// Fills an empty PostgreSQL database from the SQLite file of a backup.
pub async fn fill_server(
    db: &Database,
    spool: &Spool,
    finish: impl AsyncFnOnce(&mut Tx) -> database::Result<()>,
) -> anyhow::Result<()> {
    let Database::Postgres { pool, .. } = db else { return Ok(()) };
    let file = spool.path().join("database/letterpress.db");
    snapshot::restore_sqlite(&file, &app::SQLITE_MIGRATIONS, async |_| Ok(())).await?;
    snapshot::restore_postgres_from_sqlite(pool, &app::POSTGRES_MIGRATIONS, &file, &told, finish).await?;
    db.close().await;
    Ok(())
}

/// Makes the SQLite file of PostgreSQL's files, where that of a backup of SQLite would lie.
pub async fn make_file(manifest: &Manifest, spool: &Spool) -> anyhow::Result<()> {
    let folder = spool.path().join("database");
    snapshot::make_sqlite_from_postgres(
        &folder.join("letterpress.db"),
        &app::SQLITE_MIGRATIONS,
        &manifest.snapshot(),
        &folder,
        &told,
    )
    .await?;
    Ok(())
}
