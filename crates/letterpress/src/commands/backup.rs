//! `letterpress backup`: the whole installation in one file, as of one moment, while it serves.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, bail};
use app::{Clock, Timestamp, installation};
use database::{Database, snapshot::Snapshot};

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
    let fingerprint = installation::fingerprint(&db).await?;
    let fingerprint = fingerprint
        .with_context(|| format!("there is nothing to back up: no server was ever started on {shown}"))?;
    let is_stream = to == Path::new("-");
    let spool = Spool::new(if is_stream { folder.path().join("backup.parts") } else { beside(to, "parts") })?;
    let mut manifest = Manifest::new(app::engine_name(db.engine()), Clock::system().now());
    manifest.secret_fingerprint = fingerprint;
    let names = gather(&db, &folder, &spool, &mut manifest).await?;
    let (bytes, manifest, spool) = {
        let to = to.to_owned();
        // Hashing and packing keep a thread busy.
        tokio::task::spawn_blocking(move || pack(&to, manifest, &names, spool)).await??
    };
    drop(spool);
    record(&db, manifest.created_at).await;
    db.close().await;
    tell(settings, &manifest, to, bytes);
    Ok(ExitCode::SUCCESS)
}

/// A neighbour of the file, on the same volume.
pub fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

/// Puts everything into the spool; answers the names in their order.
async fn gather(
    db: &Database,
    folder: &DataDir,
    spool: &Spool,
    manifest: &mut Manifest,
) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    if let Some(secret) = folder.secret()?
        && secret.fingerprint() == manifest.secret_fingerprint
    {
        fs::copy(folder.secret_path(), spool.path().join("secret.key"))
            .context("secret.key cannot be copied")?;
        names.push("secret.key".to_owned());
        manifest.has_secret = true;
    }
    let place = spool.path().join("database");
    fs::create_dir(&place)?;
    // Uploads that come or go meanwhile: those of before and those of after are all that the database may name.
    uploads(folder, spool)?;
    let snapshot = db.snapshot(&place).await.context("the database cannot be copied")?;
    names.extend(uploads(folder, spool)?);
    names.extend(snapshot.files.iter().map(|name| format!("database/{name}")));
    describe(manifest, snapshot);
    Ok(names)
}

fn describe(manifest: &mut Manifest, snapshot: Snapshot) {
    manifest.schema_version = snapshot.schema_version;
    manifest.rows = snapshot.rows;
    manifest.sequences = snapshot
        .sequences
        .into_iter()
        .map(|s| archive::Sequence {
            table: s.table,
            column: s.column,
            last_value: s.last_value,
            is_called: s.is_called,
        })
        .collect();
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
    spool: Spool,
) -> anyhow::Result<(u64, Manifest, Spool)> {
    if to == Path::new("-") {
        let bytes = archive::write(io::stdout().lock(), &mut manifest, names, spool.path())
            .context("standard output")?;
        return Ok((bytes, manifest, spool));
    }
    let part = beside(to, "part");
    let written = || -> io::Result<(u64, Manifest)> {
        let file = archive::private(&part)?;
        let bytes = archive::write(&file, &mut manifest, names, spool.path())?;
        file.sync_all()?;
        fs::rename(&part, to)?;
        let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(parent)?.sync_all()?;
        Ok((bytes, manifest))
    };
    match written() {
        Ok((bytes, manifest)) => Ok((bytes, manifest, spool)),
        Err(error) => {
            let _ = fs::remove_file(&part);
            Err(error).with_context(|| format!("{} cannot be written", to.display()))
        }
    }
}

/// For `doctor`. A database of an earlier schema cannot keep it, and the backup is good all the same.
async fn record(db: &Database, at: Timestamp) {
    let recorded = async {
        let mut tx = db.begin().await?;
        installation::record_backup(&mut tx, at).await?;
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
