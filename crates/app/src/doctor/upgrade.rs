//! What this version would do to an installation that another one made, before it does.

use std::path::Path;

use database::{Database, on_engine};
use futures::{FutureExt as _, future::BoxFuture};
use platform::figures::count;

use super::{Check, FIRST_SCHEMA, Found, Patient, Trouble, backups, data, named, note, schema, work};
use crate::{clock::HOUR, disk};

/// A backup that is older is of before what would be lost.
const FRESH: i64 = HOUR;

/// Looks at what decides an upgrade, at once.
pub fn rehearse(patient: &Patient) -> BoxFuture<'_, Vec<Check>> {
    all(patient).boxed()
}

async fn all(p: &Patient) -> Vec<Check> {
    let (data, secret, database, changes, room, backup, nodes) = tokio::join!(
        named("data", async { data::folder(p) }),
        named("secret", schema::secret(p)),
        named("database", schema::database(p)),
        named("changes", changes(p)),
        named("room", room(p)),
        named("backup", backup(p)),
        named("nodes", nodes(p)),
    );
    vec![data, secret, database, changes, room, backup, nodes]
}

/// The changes of the schema that the next start would make, with their numbers; none for a database that is not there.
async fn pending(p: &Patient) -> Result<Option<Vec<String>>, String> {
    let Some(db) = p.database_since(FIRST_SCHEMA).await? else { return Ok(None) };
    let applied = applied(db).await.map_err(|error| schema::unreadable(&error))?;
    let ours = crate::migrations(db.engine()).iter().filter(|ours| !applied.contains(&ours.version));
    Ok(Some(ours.map(|ours| format!("{} {}", ours.version, ours.description)).collect()))
}

async fn applied(db: &Database) -> database::Result<Vec<i64>> {
    let mut tx = db.read().await?;
    let sql = "SELECT version FROM _sqlx_migrations";
    Ok(on_engine!(&mut tx, conn => sqlx::query_scalar(sql).fetch_all(conn).await?))
}

async fn changes(p: &Patient) -> Found {
    let Some(pending) = pending(p).await? else {
        return Err("there is no installation here: see the lines \"data\" and \"database\", and give --data-dir or LETTERPRESS_DATABASE_URL".into());
    };
    if let Some(db) = p.need_database()? {
        let found = db.schema_version().await.map_err(|error| schema::unreadable(&error))?;
        if found > crate::newest_schema(db.engine()) {
            return Err("none can be made: see the line \"database\"".into());
        }
        schema::same_origin(db).await?;
    }
    if pending.is_empty() {
        return Ok("none: the schema is this version's".into());
    }
    Ok(format!(
        "{} of the schema by the next start, each whole or not at all: {}. There is no way back but a backup",
        count(pending.len() as i64, "change", "changes"),
        pending.join(", ")
    ))
}

/// Whether a table could be written anew.
async fn room(p: &Patient) -> Found {
    let Some(db) = p.database_since(FIRST_SCHEMA).await? else { return Ok("none is needed".into()) };
    let size = db.size().await.map_err(|error| schema::unreadable(&error))?.bytes.cast_unsigned();
    let taken = data::size(size);
    let again = "as much again may be needed for a while";
    let Some(file) = &p.settings.operations.database_file else {
        return Ok(format!("the database takes {taken}; {again} on its server"));
    };
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match disk::free(folder) {
        Some(free) if free < size => note(format!(
            "the database takes {taken}, and {} are free beside it: a change that writes a table anew may need as much again, so free some space",
            data::size(free)
        )),
        Some(_) => Ok(format!("the database takes {taken}, and as much again is free")),
        None => Ok(format!("the database takes {taken}; {again}")),
    }
}

/// A backup is the only way back.
async fn backup(p: &Patient) -> Found {
    const FIRST: &str = "make one with the old program before the upgrade";
    let told = match backups::backup(p).await {
        Err(Trouble::Note(told)) => return note(format!("{told}; {FIRST}")),
        told => told?,
    };
    let at = work::state(p).await?.and_then(|state| state.backed_up_at);
    match at {
        Some(at) if p.clock.now().0 - at.0 > FRESH => note(format!("{told}: {FIRST}")),
        _ => Ok(told),
    }
}

async fn nodes(p: &Patient) -> Found {
    p.need_database()?;
    let Ok(nodes) = work::living(p).await else {
        return note(
            "which nodes run cannot be told of this schema: stop all of them before this version starts",
        );
    };
    let told = match nodes {
        0 => "none runs that sends".to_owned(),
        1 => "1 node runs that sends".to_owned(),
        nodes => format!("{nodes} nodes run that send"),
    };
    let is_file = p.settings.operations.database_file.is_some();
    match (nodes, pending(p).await?.unwrap_or_default().is_empty()) {
        (0, false) if !is_file => note(format!(
            "{told}; stop those of --role web too, which are not counted, before this version starts"
        )),
        (0, _) => Ok(told),
        (_, true) => Ok(format!("{told}; no change keeps them from being restarted one by one")),
        (_, false) => note(format!(
            "{told}: stop all nodes before this version starts, those of different schemas do not work together"
        )),
    }
}
