//! `letterpress backup`: the whole installation in one file, as of one moment, while it serves.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::Path,
    process::ExitCode,
};

use anyhow::{Context as _, bail};
use app::{Clock, Timestamp, instance};
use database::Database;
use tokio::signal::unix::{SignalKind, signal};

use crate::{
    archive::{self, Manifest, Spool},
    data_dir::DataDir,
    settings::Settings,
};

pub async fn run(settings: &Settings, to: &Path) -> anyhow::Result<ExitCode> {
    let shown = &settings.database_shown;
    if let database::Url::Sqlite(path) = &settings.database
        && !path.exists()
    {
        bail!("there is nothing to back up: {} is not there", path.display());
    }
    let folder = DataDir::open(&settings.data_dir)?;
    let db = Database::open(&settings.database).await.with_context(|| shown.clone())?;
    if db.schema_version().await? == 0 {
        bail!("there is nothing to back up: {shown} holds no installation");
    }
    let fingerprint = instance::fingerprint(&db).await?;
    let fingerprint = fingerprint
        .with_context(|| format!("there is nothing to back up: no server was ever started on {shown}"))?;
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
        () = interrupted => abandon(&place, "no backup was made"),
    };
    record(&db, manifest.created_at).await;
    db.close().await;
    tell(settings, &manifest, to, bytes);
    Ok(ExitCode::SUCCESS)
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
    let _ = writeln!(io::stderr(), "error: interrupted; {text}");
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
