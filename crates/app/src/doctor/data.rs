//! What lies on this machine, and the database.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::Path,
    time::Duration,
};

use database::{Database, Engine, Fault, LastFault, on_engine};

use super::{FIRST_SCHEMA, Found, Patient, note};
use crate::{clock, deliveries, disk, instance};

/// A check that works or does not.
type Plain = Result<String, String>;

/// Less of a volume than this, in percent, is worth a word.
const LITTLE: u64 = 10;
/// Less free space than this is too little for a night.
const TIGHT: u64 = 512 << 20;
/// Written as a probe: more than what a file system keeps beside its tables.
const PROBE: usize = 64 << 10;
/// A fault that the server met within this time is told.
const RECENT: Duration = Duration::from_mins(10);
/// Clocks that differ by more are worth a word before anything depends on it.
const SKEW: i64 = 5 * clock::SECOND;
/// The first schema in which nodes say how far their clocks are off.
const KNOWS_CLOCKS: i64 = 9;

/// Whether the folder can be written, and how much room is left.
pub fn folder(p: &Patient) -> Found {
    let path = &p.settings.data_dir;
    let shown = path.display();
    if !path.exists() {
        return Ok(format!("the data folder {shown} doesn't exist yet. The first start creates it"));
    }
    write(path).map_err(|error| format!("the data folder {shown} cannot be written: {error}"))?;
    if p.is_serving {
        recent(database::last_fault())?;
    }
    let free = disk::free(path);
    if let Some(left) = scarce(free) {
        return Err(format!(
            "only {} are left in the data folder {shown}: free some space, or nothing can be sent or saved",
            size(left)
        )
        .into());
    }
    let room = free.map(|free| format!(", {} free", size(free))).unwrap_or_default();
    if let Some(percent) = disk::free_percent(path).filter(|percent| *percent < LITTLE) {
        return note(format!(
            "data folder {shown}{room}, {percent} % of its disk: free some space before it is used up"
        ));
    }
    Ok(format!("every setting is accepted; data folder {shown}{room}"))
}

/// Free bytes that are too few.
fn scarce(free: Option<u64>) -> Option<u64> {
    free.filter(|free| *free < TIGHT)
}

/// Whether a file there becomes durable. What a full or failing disk does not take, it seldom refuses before the end.
fn write(folder: &Path) -> io::Result<()> {
    let path = folder.join(format!("doctor.{}", std::process::id()));
    let written = File::create(&path).and_then(|mut file| {
        file.write_all(&vec![0; PROBE])?;
        file.sync_all()
    });
    let _ = fs::remove_file(&path);
    written
}

/// What this process met when it wrote its database.
fn recent(fault: Option<LastFault>) -> Result<(), String> {
    let Some(last) = fault.filter(|last| last.at.elapsed() < RECENT) else { return Ok(()) };
    let what = match last.fault {
        Some(Fault::Full) => "was full",
        Some(Fault::Failing) | None => "could not be written",
    };
    let ago = last.at.elapsed().as_secs();
    Err(format!("the disk of the database {what} {ago} seconds ago: check its free space and its health"))
}

fn size(bytes: u64) -> String {
    let mebi = bytes >> 20;
    if mebi < 10_240 { format!("{mebi} MiB") } else { format!("{} GiB", mebi >> 10) }
}

/// Whether it is the database's, and nobody else can read it.
pub async fn secret(p: &Patient) -> Plain {
    let path = p.settings.data_dir.join("secret.key");
    let from = if p.settings.operations.is_secret_given {
        "LETTERPRESS_SECRET_KEY".to_owned()
    } else {
        path.display().to_string()
    };
    let secret = p.secret.clone()?;
    let known = match p.database_since(FIRST_SCHEMA).await {
        Ok(Some(db)) => instance::fingerprint(db).await.map_err(|error| error.to_string())?,
        _ => None,
    };
    match (&secret, known) {
        (None, None) => return Ok("there is none yet; the first start makes it".into()),
        (None, Some(_)) => return Err(format!("{from} is missing. The server can't start without it")),
        (Some(secret), Some(known)) if secret.fingerprint() != known => {
            return Err(format!("the secret in {from} is not the one of this database"));
        }
        _ => {}
    }
    if !p.settings.operations.is_secret_given && others_can_read(&path) {
        return Err(format!("others can read {from}: chmod 600 {from}"));
    }
    Ok(format!("from {from}; keep it with your backups"))
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

/// Whether it answers and has a schema that this version can work with.
pub async fn database(p: &Patient) -> Plain {
    let shown = &p.settings.operations.database_shown;
    let failed = |error: &dyn std::fmt::Display| format!("{shown}: {error}");
    if let Some(file) = &p.settings.operations.database_file
        && let Some(folder) = file.parent().filter(|folder| folder.exists() && *folder != p.settings.data_dir)
    {
        write(folder).map_err(|error| failed(&format!("its folder cannot be written: {error}")))?;
        if let Some(left) = scarce(disk::free(folder)) {
            return Err(failed(&format!("only {} are left beside it", size(left))));
        }
    }
    let db = match &p.db {
        Err(reason) => return Err(failed(reason)),
        Ok(None) => return Ok(format!("{shown} doesn't exist yet. The first start creates it")),
        Ok(Some(db)) => db,
    };
    let found = db.schema_version().await.map_err(|error| failed(&error))?;
    let ours = newest(db);
    match found {
        0 => Ok(format!("{shown} answers and is empty. The first start fills it")),
        found if found > ours => Err(format!(
            "{shown} has schema {found}, and this version knows {ours}: use the version that the database was last opened with, or a newer one"
        )),
        found if found < ours => {
            Ok(format!("{shown} answers; its schema {found} is brought to {ours} by the next start"))
        }
        _ => match changed(db).await.map_err(|error| failed(&error))? {
            Some(version) => Err(format!(
                "{shown}: its schema {version} was made by another program than this one. Use the one that made it, or restore a backup"
            )),
            None => Ok(format!("{shown} answers; schema {found}, which is this version's")),
        },
    }
}

/// The first migration that was another when it was applied.
async fn changed(db: &Database) -> database::Result<Option<i64>> {
    let mut tx = db.read().await?;
    let applied: Vec<(i64, Vec<u8>)> = on_engine!(&mut tx, conn => sqlx::query_as(
        "SELECT version, checksum FROM _sqlx_migrations ORDER BY version").fetch_all(conn).await?);
    let is_ours = |(version, checksum): &(i64, Vec<u8>)| {
        migrations(db).iter().any(|ours| ours.version == *version && *ours.checksum == **checksum)
    };
    Ok(applied.into_iter().find(|applied| !is_ours(applied)).map(|(version, _)| version))
}

fn migrations(db: &Database) -> &'static sqlx::migrate::Migrator {
    match db.engine() {
        Engine::Sqlite => &crate::SQLITE_MIGRATIONS,
        Engine::Postgres => &crate::POSTGRES_MIGRATIONS,
    }
}

/// The schema that this version knows.
pub fn newest(db: &Database) -> i64 {
    migrations(db).iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// Whether this machine's clock agrees with the database's, and those of the nodes that send.
pub async fn clock(p: &Patient) -> Plain {
    let Some(db) = p.need_database()? else { return Ok("nothing to compare it with yet".into()) };
    let agreed = p.clock.agreed(db.clock()).await.map_err(|error| error.to_string())?;
    if agreed.ahead.abs() > SKEW {
        return Err(format!(
            "this machine's clock is {} the database's: let both keep time by NTP",
            clock::in_words(agreed.ahead)
        ));
    }
    if let Some(db) = p.database_since(KNOWS_CLOCKS).await? {
        let found = async { deliveries::nodes_off(&mut db.read().await?, agreed.now, SKEW).await };
        let off = found.await.map_err(|error: database::Error| error.to_string())?;
        if let Some((node, ahead)) = off.first() {
            return Err(format!(
                "the clock of node {node} is {} the database's: let its machine keep time by NTP. A node that is {} seconds off takes over nothing from nodes that fall silent",
                clock::in_words(*ahead),
                clock::TOLERATED / clock::SECOND
            ));
        }
    }
    Ok(match db.engine() {
        Engine::Postgres => "agrees with the database's".into(),
        Engine::Sqlite => format!("{}; in sync with the database", agreed.now),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use database::both_engines;

    use super::{
        super::{
            Trouble,
            tests::{failed, patient},
        },
        *,
    };
    use crate::{
        App,
        clock::{MINUTE, SECOND},
        deliveries::{SqlLedger, tests::Scene},
        testing::TestApp,
    };

    /// What the doctor of a machine says of the clock.
    async fn told(app: &App) -> Plain {
        clock(&patient(app)).await
    }

    #[test]
    fn half_a_gibibyte_is_enough_for_a_night() {
        assert_eq!(scarce(None), None);
        assert_eq!(scarce(Some(TIGHT)), None);
        assert_eq!(scarce(Some(TIGHT - 1)), Some(TIGHT - 1));
    }

    #[test]
    fn a_fault_is_told_for_ten_minutes() {
        let Some(long_ago) = Instant::now().checked_sub(RECENT) else { return };
        let now = Instant::now();
        assert_eq!(recent(None), Ok(()));
        assert_eq!(recent(Some(LastFault { fault: Some(Fault::Full), at: long_ago })), Ok(()));
        let said = recent(Some(LastFault { fault: Some(Fault::Full), at: now })).unwrap_err();
        assert!(said.starts_with("the disk of the database was full "), "{said}");
        let said = recent(Some(LastFault { fault: None, at: now })).unwrap_err();
        assert!(said.starts_with("the disk of the database could not be written "), "{said}");
    }

    #[tokio::test]
    async fn a_folder_that_takes_no_file_is_told() {
        let t = TestApp::new(Engine::Sqlite).await;
        let mut patient = patient(&t.app);
        let begins = if disk::free_percent(&t.data_dir).is_some_and(|percent| percent < LITTLE) {
            "data folder "
        } else {
            "every setting is accepted"
        };
        let (Ok(said) | Err(Trouble::Note(said) | Trouble::Fail(said))) = folder(&patient);
        assert!(said.starts_with(begins), "{said}");
        let other = tempfile::tempdir().unwrap();
        let (file, gone) = (other.path().join("a-file"), other.path().join("gone"));
        fs::write(&file, "x").unwrap();
        // The database's own folder is looked at where it is another one, and there.
        for (beside, is_ok) in [(&file, false), (&gone, true), (&patient.settings.data_dir.clone(), true)] {
            patient.settings.operations.database_file = Some(beside.join("letterpress.db"));
            let said = database(&patient).await;
            assert_eq!(said.is_ok(), is_ok, "{said:?}");
            assert!(is_ok || said.unwrap_err().contains("its folder cannot be written"));
        }
        patient.settings.data_dir.clone_from(&file);
        let said = failed(folder(&patient));
        assert!(said.contains("cannot be written"), "{said}");
        // Probed once, where it is one and the same.
        patient.settings.operations.database_file = Some(file.join("letterpress.db"));
        assert!(database(&patient).await.is_ok());
        patient.settings.data_dir = gone;
        assert!(folder(&patient).unwrap().contains("doesn't exist yet"));
    }

    both_engines!(clocks_that_are_ahead_are_told_and_those_that_are_behind, engine => {
        let s = Scene::new(engine, 1).await;
        assert!(told(&s.t.app).await.is_ok());
        for (ahead, words) in [(20 * MINUTE, "1200 seconds ahead of the database's"), (-20 * MINUTE, "1200 seconds behind the database's")] {
            let here = told(&s.off_by(ahead)).await.unwrap_err();
            assert!(here.starts_with("this machine's clock is ") && here.contains(words), "{here}");
            let node = SqlLedger::register(s.off_by(ahead).core(), "wrong".into()).await.unwrap();
            let there = told(&s.t.app).await.unwrap_err();
            assert!(there.starts_with(&format!("the clock of node {} is {words}", node.node_id())), "{there}");
            node.unregister().await.unwrap();
        }
        // A few seconds cost nothing yet.
        SqlLedger::register(s.off_by(4 * SECOND).core(), "almost right".into()).await.unwrap();
        assert!(told(&s.t.app).await.is_ok());
        assert!(told(&s.off_by(SKEW)).await.is_ok() && told(&s.off_by(-SKEW)).await.is_ok());
        assert!(told(&s.off_by(SKEW + 1)).await.is_err());
    });
}
