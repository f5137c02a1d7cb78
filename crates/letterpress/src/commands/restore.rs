//! `letterpress restore`: an installation made of a backup, where there is none yet.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::{Context as _, bail, ensure};
use app::{Clock, Secret, disk, installation, instance};
use database::{Database, Engine, Tx, snapshot};

use super::{backup, crossing};
use crate::{
    archive::{self, Manifest, Spool},
    data_dir::DataDir,
    node, say,
    settings::Settings,
};

type Input = Box<dyn Read + Send>;

const DAMAGED_SECRET: &str = "the backup is damaged: its secret.key is not the one of its database";

fn open(from: &Path) -> anyhow::Result<Input> {
    Ok(if from == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(from).with_context(|| format!("{} cannot be read", from.display()))?)
    })
}

/// `letterpress restore --check`: unpacks a backup into the folder for temporary files, compares all of it with its manifest,
/// and brings SQLite's database to this version's schema there. Nothing of it stays; what a killed one left, the next removes.
pub async fn check(from: &Path) -> anyhow::Result<ExitCode> {
    let input = open(from)?;
    let (manifest, spool) = tokio::task::spawn_blocking(move || {
        let accept = |manifest: &Manifest| {
            knows(manifest, engine(manifest)?)?;
            let place = std::env::temp_dir();
            if let Some(free) = disk::free(&place) {
                fits(
                    manifest.total_bytes().unwrap_or(u64::MAX),
                    free,
                    &place,
                    "name another folder in TMPDIR",
                )?;
            }
            Spool::restoring(&place.join(format!("letterpress-{}", std::process::id())))
        };
        archive::read(input, accept, Spool::path)
    })
    .await??;
    let engine = engine(&manifest)?;
    if manifest.has_secret {
        let bytes = fs::read(spool.path().join("secret.key")).context("secret.key")?;
        let secret: Option<[u8; 32]> = bytes.try_into().ok();
        let is_its =
            secret.is_some_and(|bytes| Secret::new(bytes).fingerprint() == manifest.secret_fingerprint);
        ensure!(is_its, DAMAGED_SECRET);
    }
    if engine == Engine::Sqlite {
        let file = spool.path().join("database/letterpress.db");
        snapshot::restore_sqlite(&file, &app::SQLITE_MIGRATIONS, async |_| Ok(())).await?;
    }
    drop(spool);
    say(&format!(
        "The backup is whole: {} rows in {} tables of {}, as they were at {}, with schema {}, made by Letterpress {}. \
         {} Its secret key is {}.",
        manifest.total_rows(),
        manifest.rows.len(),
        engine_title(&manifest.engine),
        manifest.created_at,
        manifest.schema_version,
        manifest.version,
        match engine {
            Engine::Sqlite => "Its database was brought to this version's schema without a mistake.",
            Engine::Postgres =>
                "This version knows its schema; whether the rows go in only an empty database can tell.",
        },
        if manifest.has_secret { "in it" } else { "NOT in it: keep LETTERPRESS_SECRET_KEY elsewhere" }
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn engine(manifest: &Manifest) -> anyhow::Result<Engine> {
    [Engine::Sqlite, Engine::Postgres]
        .into_iter()
        .find(|engine| app::engine_name(*engine) == manifest.engine)
        .with_context(|| format!("this is a backup of {}, which this version does not know", manifest.engine))
}

/// Refuses what only a newer version knows.
fn knows(manifest: &Manifest, engine: Engine) -> anyhow::Result<()> {
    let newest = app::newest_schema(engine);
    ensure!(
        manifest.schema_version <= newest,
        "this backup has schema {}, made by Letterpress {}; this is Letterpress {}, which knows schemas up to {newest}. \
         Restore it with the newer version",
        manifest.schema_version,
        manifest.version,
        app::VERSION
    );
    Ok(())
}

pub async fn run(settings: &Settings, from: &Path) -> anyhow::Result<ExitCode> {
    let input = open(from)?;
    let folder = DataDir::open(&settings.data_dir)?;
    let instance = folder.path().join("instance");
    let was_named = instance.exists();
    // No server may start on what is half there.
    let held = folder.hold()?;
    let spool = Spool::restoring_at(&place(settings, folder.path()));
    let (placing, interrupted) = (AtomicBool::new(false), backup::interruption()?);
    let made = {
        let mut filling = std::pin::pin!(fill(settings, folder, input, &placing));
        tokio::select! {
            made = &mut filling => Some(made),
            // In its last moment it is sooner done than undone.
            () = interrupted => if placing.load(Ordering::Relaxed) { Some(filling.await) } else { None },
        }
    };
    if !was_named && !matches!(made, Some(Ok(_))) {
        let _ = fs::remove_file(instance);
    }
    drop(held);
    made.unwrap_or_else(|| backup::abandon(&spool, "interrupted; nothing was restored"))
}

/// What the files of the backup are unpacked beside.
fn place(settings: &Settings, folder: &Path) -> PathBuf {
    match &settings.database {
        database::Url::Sqlite(path) => path.clone(),
        database::Url::Postgres(_) => folder.join("database"),
    }
}

async fn fill(
    settings: &Settings,
    folder: DataDir,
    input: Input,
    placing: &AtomicBool,
) -> anyhow::Result<ExitCode> {
    let target = Target::find(settings, folder).await?;
    let (manifest, spool, target) = tokio::task::spawn_blocking(move || {
        let (manifest, spool) = archive::read(input, |manifest| target.accept(manifest), Spool::path)?;
        anyhow::Ok((manifest, spool, target))
    })
    .await??;
    let writes_secret = target.writes_secret(&manifest);
    let engine = engine(&manifest)?;
    // Everything was read and compared, and the rows are in: only now is something written beside them, and then they are there.
    let mut kept = Ok(());
    let now = Clock::system().now();
    let finish = async |tx: &mut Tx| {
        mark(tx, now).await?;
        placing.store(true, Ordering::Relaxed);
        kept = target.keep_files(&manifest, &spool);
        if kept.is_ok() { Ok(()) } else { Err(database::Error::WorkerCrashed) }
    };
    let filled = match (&target.database, engine) {
        (Place::File(path), Engine::Sqlite) => fill_file(path, &spool, finish).await,
        (Place::File(path), Engine::Postgres) => match crossing::make_file(&manifest, &spool).await {
            Ok(()) => fill_file(path, &spool, finish).await,
            Err(error) => Err(error),
        },
        (Place::Server(db), Engine::Sqlite) => crossing::fill_server(db, &spool, finish).await,
        (Place::Server(db), Engine::Postgres) => fill_server(db, &manifest, &spool, finish).await,
    };
    if let Err(error) = kept.and(filled) {
        if target.may_be_filled().await {
            return Err(error.context("the database may have all of it: look before you restore it again"));
        }
        target.forget_files(&manifest, writes_secret);
        return Err(error);
    }
    drop(spool);
    if engine != target.engine() {
        say("Every row was read back and compared with the one that left.")?;
    }
    say(&format!(
        "Restored {} rows in {} tables, as they were at {}, to {}.\n\
         Sending is held: this copy does not know what was sent after the backup, and the installation that the backup \
         came from may still run. When this is the only one that sends, run `letterpress confirm-sending`, or confirm it \
         in the dashboard.",
        manifest.total_rows(),
        manifest.rows.len(),
        manifest.created_at,
        settings.database_shown
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// `letterpress confirm-sending`
pub async fn confirm(settings: &Settings) -> anyhow::Result<ExitCode> {
    node::must_exist(settings)?;
    let db = node::database(settings).await?;
    let now = Clock::system().now();
    let mut tx = db.begin().await?;
    let was_held = instance::confirm_sending(&mut tx, now).await?;
    let (sending, due) = app::campaigns::in_flight(&mut tx, now).await?;
    tx.commit().await?;
    db.close().await;
    if was_held {
        say(&format!(
            "This copy sends from now on. Campaigns that go on: {sending}. Scheduled campaigns whose time has come: {due}."
        ))?;
    } else {
        say("Sending was not held; nothing was changed.")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Where the database will be.
enum Place {
    File(PathBuf),
    Server(Database),
}

struct Target {
    folder: DataDir,
    database: Place,
    secret: Option<Secret>,
}

impl Target {
    /// Refuses a place where something is.
    async fn find(settings: &Settings, folder: DataDir) -> anyhow::Result<Self> {
        let shown = settings.database_shown.clone();
        let not_empty = || {
            format!(
                "{shown} is not empty: a backup is restored only where nothing is. Give an empty --data-dir and --database-url"
            )
        };
        let database = match &settings.database {
            database::Url::Sqlite(path) => {
                let has_something = |path: &Path| fs::metadata(path).is_ok_and(|found| found.len() > 0);
                ensure!(!has_something(path) && !has_something(&log_of(path)), not_empty());
                Place::File(path.clone())
            }
            database::Url::Postgres(_) => {
                let db = Database::open(&settings.database).await.with_context(|| shown.clone())?;
                ensure!(db.is_empty().await?, not_empty());
                Place::Server(db)
            }
        };
        let uploads = folder.path().join("imports");
        let has_uploads = fs::read_dir(&uploads).is_ok_and(|mut files| files.next().is_some());
        ensure!(
            !has_uploads,
            "{} is not empty: a backup is restored only where nothing is",
            uploads.display()
        );
        Ok(Self { folder, database, secret: settings.secret_key.clone() })
    }

    fn engine(&self) -> Engine {
        match self.database {
            Place::File(_) => Engine::Sqlite,
            Place::Server(_) => Engine::Postgres,
        }
    }

    /// Refuses what does not fit here, before anything else of the backup is read.
    fn accept(&self, manifest: &Manifest) -> anyhow::Result<Spool> {
        let engine = engine(manifest)?;
        knows(manifest, engine)?;
        if engine != self.engine() {
            crossing::accept(manifest, engine)?;
        }
        self.accept_secret(manifest)?;
        self.accept_size(manifest)?;
        match &self.database {
            Place::File(path) => Spool::restoring(path),
            Place::Server(_) => Spool::restoring(&self.folder.path().join("database")),
        }
    }

    /// Whether the rows are there, or nobody can tell: the answer to a commit can get lost.
    async fn may_be_filled(&self) -> bool {
        match &self.database {
            Place::File(path) => path.exists(),
            Place::Server(db) => !matches!(db.is_empty().await, Ok(true)),
        }
    }

    /// Refuses what the disk has no room for, before it is full.
    fn accept_size(&self, manifest: &Manifest) -> anyhow::Result<()> {
        let place = match &self.database {
            Place::File(path) => path.parent().filter(|folder| !folder.as_os_str().is_empty()),
            Place::Server(_) => Some(self.folder.path()),
        };
        let place = place.unwrap_or(Path::new("."));
        match disk::free(place) {
            Some(free) => {
                // A file that is made of PostgreSQL's lies beside them, with all of its indexes.
                let times = match (engine(manifest)?, self.engine()) {
                    (Engine::Postgres, Engine::Sqlite) => 3,
                    _ => 1,
                };
                let needed = manifest.total_bytes().and_then(|bytes| bytes.checked_mul(times));
                fits(needed.unwrap_or(u64::MAX), free, place, "give another --data-dir")
            }
            None => Ok(()),
        }
    }

    fn accept_secret(&self, manifest: &Manifest) -> anyhow::Result<()> {
        let path = self.folder.secret_path();
        let (secret, from) = match &self.secret {
            Some(secret) => (Some(secret.clone()), "LETTERPRESS_SECRET_KEY".to_owned()),
            None => (self.folder.secret()?, path.display().to_string()),
        };
        match secret {
            Some(secret) => ensure!(
                secret.fingerprint() == manifest.secret_fingerprint,
                "the secret in {from} is not the one of this backup: links in mails already sent and DKIM keys would be \
                 lost. Give the secret that the backup was made with"
            ),
            None => ensure!(
                manifest.has_secret,
                "this backup does not hold its secret key: give it in LETTERPRESS_SECRET_KEY, or put secret.key into {}",
                self.folder.path().display()
            ),
        }
        Ok(())
    }

    fn writes_secret(&self, manifest: &Manifest) -> bool {
        manifest.has_secret && self.secret.is_none() && !self.folder.secret_path().exists()
    }

    fn keep_files(&self, manifest: &Manifest, spool: &Spool) -> anyhow::Result<()> {
        if self.writes_secret(manifest) {
            let bytes = fs::read(spool.path().join("secret.key")).context("secret.key")?;
            self.folder.keep_secret(&bytes)?;
            let kept = self.folder.secret()?.context("secret.key is gone")?;
            if kept.fingerprint() != manifest.secret_fingerprint {
                let _ = fs::remove_file(self.folder.secret_path());
                bail!(DAMAGED_SECRET);
            }
        }
        for entry in manifest.files.iter().filter(|entry| entry.name.starts_with("imports/")) {
            let to = self.folder.path().join(&entry.name);
            let copied = || -> io::Result<()> {
                fs::create_dir_all(to.parent().unwrap_or(Path::new(".")))?;
                fs::copy(spool.path().join(&entry.name), &to)?;
                File::open(&to)?.sync_all()
            };
            copied().with_context(|| to.display().to_string())?;
        }
        Ok(())
    }

    /// Leaves the folder as it was found.
    fn forget_files(&self, manifest: &Manifest, wrote_secret: bool) {
        for entry in manifest.files.iter().filter(|entry| entry.name.starts_with("imports/")) {
            let _ = fs::remove_file(self.folder.path().join(&entry.name));
        }
        if wrote_secret {
            let _ = fs::remove_file(self.folder.secret_path());
        }
    }
}

fn fits(needed: u64, free: u64, place: &Path, or: &str) -> anyhow::Result<()> {
    let mebi = |bytes: u64| bytes.div_ceil(1 << 20);
    ensure!(
        needed <= free,
        "this backup unpacks to {} MiB, and {} has {} MiB free: make room there, or {or}",
        mebi(needed),
        place.display(),
        free >> 20
    );
    Ok(())
}

pub fn engine_title(engine: &str) -> &str {
    match engine {
        "sqlite" => "SQLite",
        "postgres" => "PostgreSQL",
        other => other,
    }
}

/// SQLite's log beside its file: one that was left behind would be taken for the new file's.
fn log_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// The copy sends nothing until that is confirmed, and what it may have sent already only if somebody says so.
async fn mark(tx: &mut Tx, now: app::Timestamp) -> database::Result<()> {
    installation::mark_restored(tx, now).await?;
    app::messages::hold_all(tx).await.map(drop)
}

async fn fill_file(
    path: &Path,
    spool: &Spool,
    finish: impl AsyncFnOnce(&mut Tx) -> database::Result<()>,
) -> anyhow::Result<()> {
    let file = spool.path().join("database/letterpress.db");
    snapshot::restore_sqlite(&file, &app::SQLITE_MIGRATIONS, finish).await?;
    let placed = || -> io::Result<()> {
        File::open(&file)?.sync_all()?;
        // The moment from which the installation is there.
        fs::rename(&file, path)?;
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(parent)?.sync_all()
    };
    placed().with_context(|| path.display().to_string())
}

async fn fill_server(
    db: &Database,
    manifest: &Manifest,
    spool: &Spool,
    finish: impl AsyncFnOnce(&mut Tx) -> database::Result<()>,
) -> anyhow::Result<()> {
    let Database::Postgres { pool, .. } = db else { return Ok(()) };
    let folder = spool.path().join("database");
    snapshot::restore_postgres(pool, &app::POSTGRES_MIGRATIONS, &manifest.snapshot(), &folder, finish)
        .await?;
    db.close().await;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_disk_has_no_room_for_is_refused() {
        let or = "give another --data-dir";
        assert!(fits(10 << 20, 10 << 20, Path::new("/data"), or).is_ok());
        let refused = fits((10 << 20) + 1, 10 << 20, Path::new("/data"), or).unwrap_err().to_string();
        assert_eq!(
            refused,
            "this backup unpacks to 11 MiB, and /data has 10 MiB free: make room there, or give another --data-dir"
        );
    }
}
