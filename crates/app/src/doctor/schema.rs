//! The secret and the database, which belong to each other.

use std::path::Path;

use database::{Database, on_engine};

use super::{FIRST_SCHEMA, Found, Patient, data, note};
use crate::{disk, instance};

/// What a role of PostgreSQL lacks.
const DENIED: &str = "42501";

/// Whether it is the database's, and nobody else can read it.
pub async fn secret(p: &Patient) -> Found {
    let path = p.settings.data_dir.join("secret.key");
    let shown = &p.settings.operations.database_shown;
    let is_given = p.settings.operations.is_secret_given;
    let from = if is_given { "LETTERPRESS_SECRET_KEY".to_owned() } else { path.display().to_string() };
    let secret = p.secret.clone().map_err(|error| {
        format!("{error}. Run this as the user that runs the server, or put the file back from a backup")
    })?;
    let known = match p.database_since(FIRST_SCHEMA).await {
        Ok(Some(db)) => instance::fingerprint(db).await.map_err(|error| unreadable(&error))?,
        Err(_) if secret.is_none() => {
            return Ok("none is here; whether the database has one is not known".into());
        }
        Ok(None) | Err(_) => None,
    };
    match (&secret, known) {
        (None, None) => return Ok("there is none yet; the first start makes it".into()),
        (None, Some(_)) => return Err(missing_secret(shown, &p.settings.data_dir).into()),
        (Some(secret), Some(known)) if secret.fingerprint() != known => {
            return Err(format!(
                "the secret in {from} is not the one of {shown}: give the one that this database was first started with, or correct LETTERPRESS_DATABASE_URL"
            )
            .into());
        }
        _ => {}
    }
    if !is_given && others_can_read(&path) {
        return Err(format!("others can read {from}: chmod 600 {from}").into());
    }
    Ok(format!("from {from}; keep it with your backups"))
}

/// What to say where a database has an installation and the data folder lacks its secret.
pub fn missing_secret(database: &str, folder: &Path) -> String {
    format!(
        "{database} has an installation, and its secret is not in {0}: set LETTERPRESS_DATA_DIR (--data-dir) to the installation's folder, put its secret.key back into {0}, or give it in LETTERPRESS_SECRET_KEY",
        folder.display()
    )
}

#[cfg(unix)]
fn others_can_read(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(path).is_ok_and(|found| found.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn others_can_read(_: &Path) -> bool {
    false
}

/// Whether it answers, lets us work, and has a schema that this version can work with.
pub async fn database(p: &Patient) -> Found {
    let shown = &p.settings.operations.database_shown;
    let failed = |error: &dyn std::fmt::Display| format!("{shown}: {error}");
    beside(p).map_err(|error| failed(&error))?;
    let db = match &p.db {
        Err(reason) if p.settings.operations.database_file.is_some() => {
            return Err(format!("{}. See who owns it, or restore a backup", failed(reason)).into());
        }
        Err(reason) => {
            return Err(format!(
                "{}. Start the database, or correct LETTERPRESS_DATABASE_URL",
                failed(reason)
            )
            .into());
        }
        Ok(None) => return no_file(p),
        Ok(Some(db)) => db,
    };
    may_work(db).await.map_err(|error| failed(&error))?;
    let found = db.schema_version().await.map_err(|error| failed(&unreadable(&error)))?;
    let ours = crate::newest_schema(db.engine());
    if found < ours {
        may_create(db).await.map_err(|error| failed(&error))?;
    }
    match found {
        0 => Ok(format!("{shown} answers and is empty. The first start fills it")),
        found if found > ours => Err(format!(
            "{shown} has schema {found}, and this version knows {ours}: use the version that the database was last opened with, or a newer one"
        )
        .into()),
        found if found < ours => {
            same_origin(db).await.map_err(|error| failed(&error))?;
            Ok(format!("{shown} answers; its schema {found} is brought to {ours} by the next start"))
        }
        _ => {
            same_origin(db).await.map_err(|error| failed(&error))?;
            Ok(format!("{shown} answers; schema {found}, which is this version's"))
        }
    }
}

/// Whether the folder of SQLite's file takes one, where it is not the data folder.
fn beside(p: &Patient) -> Result<(), String> {
    let file = p.settings.operations.database_file.as_deref();
    let folder = file.and_then(Path::parent).filter(|folder| folder.exists());
    let Some(folder) = folder.filter(|folder| *folder != p.settings.data_dir) else { return Ok(()) };
    data::write(folder).map_err(|error| {
        format!(
            "its folder cannot be written: {error}. Give it to the user that runs this, or free some space"
        )
    })?;
    match data::scarce(disk::free(folder)) {
        Some(left) => Err(format!("only {} are left beside it: free some space", data::size(left))),
        None => Ok(()),
    }
}

/// A file that is not there is to come, or was lost.
fn no_file(p: &Patient) -> Found {
    let shown = &p.settings.operations.database_shown;
    if p.place.was_used {
        return Err(lost(shown, &p.settings.data_dir).into());
    }
    if p.place.meant.is_some() {
        return Err(format!("{shown} doesn't exist: see the line \"data\"").into());
    }
    if p.settings.data_dir.exists() {
        return note(format!(
            "{shown} doesn't exist yet: `letterpress serve` creates it, for a new installation. If you have one, correct LETTERPRESS_DATA_DIR or LETTERPRESS_DATABASE_URL"
        ));
    }
    Ok(format!("{shown} doesn't exist yet. The first start creates it"))
}

/// What to say where a server ran on a data folder whose database is not there.
pub fn lost(database: &str, folder: &Path) -> String {
    format!(
        "{database} is missing, and a server ran on {0} before: set LETTERPRESS_DATABASE_URL if its database is elsewhere, or restore a backup. To begin anew, use another folder",
        folder.display()
    )
}

/// A role that may read all and write some would send without keeping who got what.
async fn may_work(db: &Database) -> Result<(), String> {
    let Database::Postgres { pool, .. } = db else { return Ok(()) };
    let asked = sqlx::query_as(
        "SELECT current_user::text, MIN(c.oid::regclass::text), COUNT(c.oid) FROM pg_class c \
         WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT ( \
         has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT') AND \
         has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE'))",
    );
    let (role, first, count): (String, Option<String>, i64) =
        asked.fetch_one(pool).await.map_err(|error| error.to_string())?;
    let Some(first) = first else { return Ok(()) };
    Err(format!(
        "its role {role} lacks rights on {count} tables, such as {first}: connect as the role that made them, or GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}"
    ))
}

/// Whether the next start can bring the schema to this version's.
async fn may_create(db: &Database) -> Result<(), String> {
    let Database::Postgres { pool, .. } = db else { return Ok(()) };
    let asked = sqlx::query_as(
        "SELECT current_user::text, COALESCE(has_schema_privilege(current_schema(), 'CREATE'), FALSE) AND ( \
         has_database_privilege(current_database(), 'CREATE') OR \
         (SELECT COUNT(*) FROM pg_extension WHERE extname IN ('pg_trgm', 'btree_gin')) = 2)",
    );
    let (role, may): (String, bool) = asked.fetch_one(pool).await.map_err(|error| error.to_string())?;
    if may {
        return Ok(());
    }
    Err(format!(
        "its role {role} may not create tables and extensions, and this version needs some: make it the owner of the database (ALTER DATABASE … OWNER TO {role})"
    ))
}

/// Why a look into the database failed, and what to do about it.
pub fn unreadable(error: &database::Error) -> String {
    let is_denied =
        matches!(error, database::Error::Database(found) if found.code().as_deref() == Some(DENIED));
    if is_denied {
        format!("{error}: connect as the role that made the tables, or GRANT it what it lacks")
    } else {
        format!("{error}: see the database's own log")
    }
}

/// Whether what was done to the schema is what this version would have done.
pub async fn same_origin(db: &Database) -> Result<(), String> {
    match changed(db).await.map_err(|error| unreadable(&error))? {
        Some(version) => Err(format!(
            "its schema {version} was made by another program than this one. Use the one that made it, or restore a backup"
        )),
        None => Ok(()),
    }
}

/// The first migration that was another when it was applied.
async fn changed(db: &Database) -> database::Result<Option<i64>> {
    let mut tx = db.read().await?;
    let applied: Vec<(i64, Vec<u8>)> = on_engine!(&mut tx, conn => sqlx::query_as(
        "SELECT version, checksum FROM _sqlx_migrations ORDER BY version").fetch_all(conn).await?);
    let is_ours = |(version, checksum): &(i64, Vec<u8>)| {
        crate::migrations(db.engine())
            .iter()
            .any(|ours| ours.version == *version && *ours.checksum == **checksum)
    };
    Ok(applied.into_iter().find(|applied| !is_ours(applied)).map(|(version, _)| version))
}
