//! What lies on this machine, and the database.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::Path,
    time::Duration,
};

use database::{Engine, Fault, LastFault};

use super::{Found, Patient, note, schema};
use crate::{clock, deliveries, disk};

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

/// Whether the environment names what is no setting.
pub fn settings(p: &Patient) -> Found {
    match p.settings.operations.strangers.as_slice() {
        [] => Ok("every setting is accepted".into()),
        names => note(format!(
            "no such setting, so nothing follows from it: {}. Correct the name, or take it out of the environment",
            names.join(", ")
        )),
    }
}

/// Whether the folder is there and can be written, and how much room is left.
pub fn folder(p: &Patient) -> Found {
    let path = &p.settings.data_dir;
    if !path.exists() {
        return missing(p);
    }
    let shown = path.display();
    write(path).map_err(|error| {
        format!("{shown} cannot be written: {error}. Give it to the user that runs this, or free some space")
    })?;
    if p.is_serving {
        recent(database::last_fault())?;
    }
    room(&shown.to_string(), disk::free(path), disk::free_percent(path))
}

/// A folder that is not there may be one that was mistyped.
fn missing(p: &Patient) -> Found {
    let shown = p.settings.data_dir.display();
    let is_node = p.settings.operations.is_secret_given && matches!(p.db, Ok(Some(_)));
    match &p.place.meant {
        Some(meant) => Err(format!(
            "there is no folder {shown}, and an installation in {0}: set LETTERPRESS_DATA_DIR (--data-dir) to {0}. To begin a new one, make the folder {shown} first",
            meant.display()
        )
        .into()),
        None if is_node => Ok(format!("{shown} doesn't exist yet. The first start of this node creates it")),
        None if p.place.is_given => Err(format!(
            "there is no folder {shown}: correct LETTERPRESS_DATA_DIR (--data-dir). Only if nothing ran here before, let `letterpress serve` create it"
        )
        .into()),
        None => note(format!(
            "there is no folder {shown} here: `letterpress serve` creates it, for a new installation. If you have one, set LETTERPRESS_DATA_DIR (--data-dir) to its folder"
        )),
    }
}

/// How much a folder still takes.
fn room(shown: &str, free: Option<u64>, percent: Option<u64>) -> Found {
    if let Some(left) = scarce(free) {
        return Err(format!(
            "only {} are left in {shown}: free some space, or nothing can be sent or saved",
            size(left)
        )
        .into());
    }
    let room = free.map(|free| format!(" has {} free", size(free))).unwrap_or_default();
    match percent.filter(|percent| *percent < LITTLE) {
        Some(percent) => {
            note(format!("{shown}{room}, {percent} % of its disk: free some space before it is used up"))
        }
        None => Ok(format!("{shown}{room}")),
    }
}

/// Free bytes that are too few.
pub fn scarce(free: Option<u64>) -> Option<u64> {
    free.filter(|free| *free < TIGHT)
}

/// Whether a file there becomes durable. What a full or failing disk does not take, it seldom refuses before the end.
pub fn write(folder: &Path) -> io::Result<()> {
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

pub fn size(bytes: u64) -> String {
    let mebi = bytes >> 20;
    if mebi < 10_240 { format!("{mebi} MiB") } else { format!("{} GiB", mebi >> 10) }
}

/// Whether this machine's clock agrees with the database's, and those of the nodes that send.
pub async fn clock(p: &Patient) -> Found {
    let Some(db) = p.need_database()? else { return Ok("nothing to compare it with yet".into()) };
    let agreed = p.clock.agreed(db.clock()).await.map_err(|error| schema::unreadable(&error))?;
    if agreed.ahead.abs() > SKEW {
        return Err(format!(
            "this machine's clock is {} the database's: let both keep time by NTP",
            clock::in_words(agreed.ahead)
        )
        .into());
    }
    if let Some(db) = p.database_since(KNOWS_CLOCKS).await? {
        let found = async { deliveries::nodes_off(&mut db.read().await?, agreed.now, SKEW).await };
        let off = found.await.map_err(|error: database::Error| schema::unreadable(&error))?;
        if let Some((node, ahead)) = off.first() {
            return Err(format!(
                "the clock of node {node} is {} the database's: let its machine keep time by NTP. A node that is {} seconds off takes over nothing from nodes that fall silent",
                clock::in_words(*ahead),
                clock::TOLERATED / clock::SECOND
            )
            .into());
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
            schema::database,
            tests::{failed, noted, patient},
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
    async fn told(app: &App) -> Found {
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

    #[test]
    fn a_tenth_of_a_disk_is_little() {
        let much = 40 << 30;
        assert_eq!(room("/data", Some(much), Some(LITTLE)), Ok("/data has 40 GiB free".into()));
        assert_eq!(
            noted(room("/data", Some(much), Some(LITTLE - 1))),
            "/data has 40 GiB free, 9 % of its disk: free some space before it is used up"
        );
        assert!(
            failed(room("/data", Some(TIGHT - 1), Some(90)))
                .starts_with("only 511 MiB are left in /data: free")
        );
        assert_eq!(room("/data", None, None), Ok("/data".into()));
    }

    #[tokio::test]
    async fn a_folder_that_takes_no_file_is_told() {
        let t = TestApp::new(Engine::Sqlite).await;
        let mut patient = patient(&t.app);
        let other = tempfile::tempdir().unwrap();
        let (file, gone) = (other.path().join("a-file"), other.path().join("gone"));
        fs::write(&file, "x").unwrap();
        // The database's own folder is looked at where it is another one, and there.
        for (beside, is_ok) in [(&file, false), (&gone, true), (&patient.settings.data_dir.clone(), true)] {
            patient.settings.operations.database_file = Some(beside.join("letterpress.db"));
            let said = database(&patient).await;
            assert_eq!(said.is_ok(), is_ok, "{said:?}");
            assert!(is_ok || failed(said).contains("its folder cannot be written"));
        }
        patient.settings.data_dir.clone_from(&file);
        let said = failed(folder(&patient));
        assert!(said.contains("cannot be written"), "{said}");
        // Probed once, where it is one and the same.
        patient.settings.operations.database_file = Some(file.join("letterpress.db"));
        assert!(database(&patient).await.is_ok());
    }

    #[tokio::test]
    async fn a_folder_that_is_not_there_is_a_mistake_unless_somebody_begins() {
        let t = TestApp::new(Engine::Sqlite).await;
        let mut patient = patient(&t.app);
        patient.settings.data_dir = t.data_dir.join("gone");
        assert!(noted(folder(&patient)).contains("`letterpress serve` creates it, for a new installation"));
        patient.place.is_given = true;
        assert!(failed(folder(&patient)).contains("correct LETTERPRESS_DATA_DIR"));
        // Another node brings the secret along.
        patient.settings.operations.is_secret_given = true;
        assert!(folder(&patient).unwrap().ends_with("The first start of this node creates it"));
        patient.place.meant = Some("gonne".into());
        assert!(failed(folder(&patient)).contains("an installation in gonne: set LETTERPRESS_DATA_DIR"));
    }

    both_engines!(clocks_that_are_ahead_are_told_and_those_that_are_behind, engine => {
        let s = Scene::new(engine, 1).await;
        assert!(told(&s.t.app).await.is_ok());
        for (ahead, words) in [(20 * MINUTE, "1200 seconds ahead of the database's"), (-20 * MINUTE, "1200 seconds behind the database's")] {
            let here = failed(told(&s.off_by(ahead)).await);
            assert!(here.starts_with("this machine's clock is ") && here.contains(words), "{here}");
            let node = SqlLedger::register(s.off_by(ahead).core(), "wrong".into()).await.unwrap();
            let there = failed(told(&s.t.app).await);
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
