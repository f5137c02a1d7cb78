//! `letterpress backup`: the whole installation in one file, as of one moment, while it serves.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::Path,
    process::ExitCode,
    time::Instant,
};

use anyhow::{Context as _, bail, ensure};
use app::{Clock, Timestamp, doctor, instance};
use database::Database;
use tokio::signal::unix::{SignalKind, signal};

use crate::{
    archive::{self, Manifest, Spool},
    data_dir::DataDir,
    place,
    settings::Settings,
};

const INTERRUPTED: &str = "interrupted; no backup was made";

pub async fn run(settings: &Settings, to: &Path) -> anyhow::Result<ExitCode> {
    let began = Instant::now();
    tracing::info!(to = %to.display(), "a backup begins");
    // Where nothing is to be backed up, nothing failed that `doctor` would have to tell.
    let (folder, db, fingerprint) = source(settings).await.inspect_err(
        |error| tracing::error!(to = %to.display(), reason = %format!("{error:#}"), "a backup failed"),
    )?;
    let made = make(folder, db, fingerprint, to).await;
    match &made {
        Ok((bytes, manifest)) => {
            doctor::forget_failure(&settings.data_dir);
            let seconds = began.elapsed().as_secs_f64();
            let (schema, rows) = (manifest.schema_version, manifest.total_rows());
            tracing::info!(to = %to.display(), bytes, seconds, schema, rows, "a backup is done");
        }
        Err(error) => failed(&settings.data_dir, to, &format!("{error:#}")),
    }
    let (bytes, manifest) = made?;
    tell(settings, &manifest, to, bytes);
    Ok(ExitCode::SUCCESS)
}

/// For the log, and for `doctor` until the next one is made.
fn failed(folder: &Path, to: &Path, reason: &str) {
    tracing::error!(to = %to.display(), reason, "a backup failed");
    let kept = || doctor::record_failure(folder, Clock::system().now(), reason);
    if let Err(error) = kept() {
        tracing::warn!(%error, "that the backup failed was not kept for `doctor`");
    }
}

/// Refuses a place where nothing is, and a copy that could not be restored for want of its secret: whoever takes it for a
/// backup learns that too late.
async fn source(settings: &Settings) -> anyhow::Result<(DataDir, Database, String)> {
    let shown = &settings.database_shown;
    if let database::Url::Sqlite(path) = &settings.database
        && !path.exists()
    {
        let meant = place::look(settings).meant.map(|meant| {
            format!(
                ". There is an installation in {0}: give --data-dir {0} if you mean that",
                meant.display()
            )
        });
        bail!("there is nothing to back up: {} is not there{}", path.display(), meant.unwrap_or_default());
    }
    let db = Database::open(&settings.database).await.with_context(|| shown.clone())?;
    if db.schema_version().await? == 0 {
        bail!("there is nothing to back up: {shown} holds no installation");
    }
    let fingerprint = instance::fingerprint(&db).await?;
    let fingerprint = fingerprint
        .with_context(|| format!("there is nothing to back up: no server was ever started on {shown}"))?;
    let kept = if settings.data_dir.exists() { DataDir::open(&settings.data_dir)?.secret()? } else { None };
    let secrets = [settings.secret_key.clone(), kept];
    if secrets.iter().all(Option::is_none) {
        bail!(doctor::missing_secret(shown, &settings.data_dir));
    }
    ensure!(
        secrets.iter().flatten().any(|secret| secret.fingerprint() == fingerprint),
        "the secret at hand is not the one of {shown}, and a backup without its own cannot be restored: correct \
         LETTERPRESS_DATABASE_URL, LETTERPRESS_DATA_DIR or LETTERPRESS_SECRET_KEY"
    );
    Ok((DataDir::open(&settings.data_dir)?, db, fingerprint))
}

async fn make(
    folder: DataDir,
    db: Database,
    fingerprint: String,
    to: &Path,
) -> anyhow::Result<(u64, Manifest)> {
    let is_stream = to == Path::new("-");
    let stream = folder.path().join("backup");
    archive::sweep(folder.path());
    let spool = Spool::beside(if is_stream { &stream } else { to })?;
    let place = spool.path().to_owned();
    let interrupted = interruption()?;
    let made = async {
        let mut manifest = Manifest::new(app::engine_name(db.engine()), Clock::system().now());
        manifest.secret_fingerprint = fingerprint;
        let (names, secret) = gather(&db, &folder, &spool, &mut manifest).await?;
        let to = to.to_owned();
        // Hashing and packing keep a thread busy.
        tokio::task::spawn_blocking(move || pack(&to, manifest, &names, secret.as_deref(), spool)).await?
    };
    let (bytes, manifest) = tokio::select! {
        made = made => made?,
        () = interrupted => {
            failed(folder.path(), to, INTERRUPTED);
            abandon(&place, INTERRUPTED)
        }
    };
    record(&db, manifest.created_at).await;
    db.close().await;
    Ok((bytes, manifest))
}

/// Ends when somebody wants this process to.
pub fn interruption() -> anyhow::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    Ok(async move {
        tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {}, _ = hang_up.recv() => {} }
    })
}

/// Leaves nothing behind, and does not wait for a thread that may hang on a pipe.
pub fn abandon(spool: &Path, text: &str) -> ! {
    for _ in 0..10 {
        // The copy of the database may come to new files meanwhile.
        if fs::remove_dir_all(spool).is_ok() {
            break;
        }
    }
    let _ = writeln!(io::stderr(), "error: {text}");
    std::process::exit(1);
}

/// Puts everything but the secret into the spool; answers the names in their order, and the secret.
async fn gather(
    db: &Database,
    folder: &DataDir,
    spool: &Spool,
    manifest: &mut Manifest,
) -> anyhow::Result<(Vec<String>, Option<Vec<u8>>)> {
    let (mut names, mut key) = (Vec::new(), None);
    if let Some(secret) = folder.secret()?
        && secret.fingerprint() == manifest.secret_fingerprint
    {
        key = Some(fs::read(folder.secret_path()).context("secret.key cannot be read")?);
        names.push(archive::SECRET.to_owned());
        manifest.has_secret = true;
    }
    let place = spool.path().join("database");
    fs::create_dir(&place)?;
    // Uploads that come or go meanwhile: those of before and those of after are all that the database may name.
    uploads(folder, spool)?;
    let snapshot = db.snapshot(&place).await.context("the database cannot be copied")?;
    names.extend(uploads(folder, spool)?);
    names.extend(snapshot.files.iter().map(|name| format!("database/{name}")));
    manifest.describe(snapshot);
    Ok((names, key))
}

/// Files of imports that are not done yet; answers the names of all that were taken so far.
fn uploads(folder: &DataDir, spool: &Spool) -> anyhow::Result<Vec<String>> {
    let to = spool.path().join("imports");
    let taken = || -> io::Result<Vec<String>> {
        fs::create_dir_all(&to)?;
        let found = match fs::read_dir(folder.path().join("imports")) {
            Ok(found) => found.collect::<io::Result<Vec<_>>>()?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        for file in
            found.iter().map(fs::DirEntry::path).filter(|path| path.extension().is_some_and(|e| e == "csv"))
        {
            let copy = to.join(file.file_name().unwrap_or_default());
            // One that is gone is done.
            if !copy.exists() && fs::hard_link(&file, &copy).is_err() && file.exists() {
                fs::copy(&file, &copy)?;
            }
        }
        let mut names: Vec<String> = fs::read_dir(&to)?
            .map(|file| file.map(|file| format!("imports/{}", file.file_name().to_string_lossy())))
            .collect::<io::Result<_>>()?;
        names.sort_unstable();
        Ok(names)
    };
    taken().context("the uploads of imports cannot be copied")
}

/// The file appears whole or not at all.
fn pack(
    to: &Path,
    mut manifest: Manifest,
    names: &[String],
    secret: Option<&[u8]>,
    spool: Spool,
) -> anyhow::Result<(u64, Manifest)> {
    if to == Path::new("-") {
        let bytes = archive::write(io::stdout().lock(), &mut manifest, names, spool.path(), secret)
            .context("standard output")?;
        return Ok((bytes, manifest));
    }
    let part = spool.path().join("archive");
    let written = || -> io::Result<(u64, Manifest)> {
        let file = archive::private(&part)?;
        let bytes = archive::write(&file, &mut manifest, names, spool.path(), secret)?;
        file.sync_all()?;
        fs::rename(&part, to)?;
        let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(parent)?.sync_all()?;
        Ok((bytes, manifest))
    };
    written().with_context(|| format!("{} cannot be written", to.display()))
}

/// For `doctor`. A database of an earlier schema cannot keep it, and the backup is good all the same.
async fn record(db: &Database, at: Timestamp) {
    let recorded = async {
        let mut tx = db.begin().await?;
        instance::record_backup(&mut tx, at).await?;
        tx.commit().await
    };
    if let Err(error) = recorded.await {
        tracing::debug!(%error, "the time of the backup was not kept");
    }
}

/// On standard error: standard output may be the backup.
fn tell(settings: &Settings, manifest: &Manifest, to: &Path, bytes: u64) {
    let secret = if manifest.has_secret {
        "Its secret.key is in it: whoever has this file can sign links and read DKIM keys. Keep it as safe as the server."
    } else {
        "Its secret key is NOT in it (this data folder has none): keep LETTERPRESS_SECRET_KEY in another safe place. Without it this backup cannot be restored."
    };
    let _ = writeln!(
        io::stderr(),
        "Backed up {} (schema {}, {} rows in {} tables) to {}, {bytes} bytes.\n{secret}",
        settings.database_shown,
        manifest.schema_version,
        manifest.total_rows(),
        manifest.rows.len(),
        if to == Path::new("-") { "standard output".into() } else { to.display().to_string() },
    );
}
