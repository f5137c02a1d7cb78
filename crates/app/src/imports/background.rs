//! Runs imports, one after the other.

use std::{path::PathBuf, time::Duration};

use database::Engine;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::{
    model::Mode,
    remove_files,
    run::{Job, Outcome, Place, Progress, import_reader},
    store::{self, Open},
};
use crate::{App, Clock, Timestamp, activities, clock};

/// A runner that was not heard of for so long is dead; a batch takes a second.
const SILENT: i64 = clock::MINUTE;
/// A file that another node may hold is waited for this long.
const MISSING: i64 = clock::HOUR;
/// How often is looked for files that nobody needs any more.
const SWEEP_EVERY: i64 = clock::HOUR;
/// Below this the database's own housekeeping is soon enough.
const MANY: i64 = 1_000;
/// How often is looked for work that nobody called for.
const EVERY: Duration = Duration::from_secs(5);

/// Calls the loop when there is something to do.
#[derive(Debug, Default)]
pub struct Wake(Notify);

impl Wake {
    pub fn call(&self) {
        self.0.notify_one();
    }
}

/// Where the uploaded file of an import lies.
pub fn file_of(app: &App, id: i64) -> PathBuf {
    folder(app).join(format!("{id}.csv"))
}

pub fn folder(app: &App) -> PathBuf {
    app.settings.data_dir.join("imports")
}

/// Called once at the start: on SQLite there is no other process, so whatever still runs was left behind. On
/// PostgreSQL another node may be at it; there a silent runner is found by its heartbeat.
pub async fn recover(app: &App) -> database::Result<()> {
    if let Ok(files) = std::fs::read_dir(folder(app)) {
        for file in files.flatten().filter(|f| f.path().extension().is_some_and(|e| e == "part")) {
            let _ = std::fs::remove_file(file.path());
        }
    }
    if app.db.engine() == Engine::Postgres {
        return Ok(());
    }
    let mut tx = app.db.begin().await?;
    store::requeue(&mut tx, None).await?;
    tx.commit().await
}

/// Removes this node's files of imports that are over or gone: another node, on which an import is cancelled or its
/// author deleted, cannot.
pub async fn sweep(app: &App) -> database::Result<()> {
    // Files first, then rows: a file is older than the end of the transaction that makes its import known.
    let mut idle = files(app);
    let open = store::open_among(&mut app.db.read().await?, &idle).await?;
    idle.retain(|id| !open.contains(id));
    if idle.is_empty() {
        return Ok(());
    }
    let mut tx = app.db.begin().await?;
    store::settle(&mut tx).await?;
    let open = store::open_among(&mut tx, &idle).await?;
    tx.commit().await?;
    idle.retain(|id| !open.contains(id));
    remove_files(app, &idle).await;
    Ok(())
}

/// Ids of the imports of which files lie here.
fn files(app: &App) -> Vec<i64> {
    let Ok(files) = std::fs::read_dir(folder(app)) else { return Vec::new() };
    let id = |name: &str| name.strip_suffix(".csv")?.parse().ok();
    files.flatten().filter_map(|file| id(file.file_name().to_str()?)).collect()
}

/// Runs the next import that waits, or whose runner died, to its end. False when there is none.
pub async fn run_pending(app: &App) -> database::Result<bool> {
    run_next(app, &CancellationToken::new()).await
}

/// Runs imports until it is told to stop; the one that runs then goes on at the next start.
pub async fn background(app: App, stop: CancellationToken) {
    if let Err(error) = recover(&app).await {
        tracing::error!(%error, "imports that were left running cannot be found");
    }
    let mut sweep_at = app.now();
    while !stop.is_cancelled() {
        if app.now() >= sweep_at {
            sweep_at = app.now().plus(SWEEP_EVERY);
            if let Err(error) = sweep(&app).await {
                tracing::warn!(%error, "files of imports that are over were not removed");
            }
        }
        match run_next(&app, &stop).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => tracing::error!(%error, "an import stopped; it goes on in a minute"),
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = app.imports.0.notified() => {}
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}

async fn run_next(app: &App, stop: &CancellationToken) -> database::Result<bool> {
    let clock = app.clock.put_right(app.db.clock()).await?;
    let silent_since = clock.now().plus(-SILENT);
    let mut tx = app.db.read().await?;
    let open = store::open(&mut tx, silent_since).await?;
    drop(tx);
    for import in open {
        if !is_ours(app, &import, clock.now()) {
            continue;
        }
        let mut tx = app.db.begin().await?;
        let taken = store::claim(&mut tx, import.id, silent_since, clock.now()).await?;
        tx.commit().await?;
        if let Some(so_far) = taken {
            run(app, &clock, &import, so_far, stop).await?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// The file lies in one node's folder, and that node imports it. A file that nobody has is told as an error.
fn is_ours(app: &App, import: &Open, now: Timestamp) -> bool {
    file_of(app, import.id).exists()
        || app.db.engine() == Engine::Sqlite
        || import.created_at < now.plus(-MISSING)
}

async fn run(
    app: &App,
    clock: &Clock,
    import: &Open,
    (progress, place): (Progress, Place),
    stop: &CancellationToken,
) -> database::Result<()> {
    let path = file_of(app, import.id);
    let job = Job {
        import_id: import.id,
        newsletter_id: import.newsletter_id,
        mode: Mode::parse(&import.mode).unwrap_or(Mode::Add),
        mapping: import.mapping.clone(),
        answers: import.status_map.clone(),
        file_name: import.file_name.clone(),
        progress,
        place,
    };
    let outcome = match std::fs::File::open(&path) {
        Ok(file) => import_reader(&app.db, clock, &job, file, stop).await?,
        Err(_) => Outcome::Failed("The uploaded file is gone. Please import it again.".into()),
    };
    if outcome == Outcome::Stopped {
        let mut tx = app.db.begin().await?;
        store::requeue(&mut tx, Some(import.id)).await?;
        return tx.commit().await;
    }
    end(app, import, &outcome, clock.now()).await?;
    // Nothing is lost with it: what it held is in the newsletter or told as an error.
    let _ = std::fs::remove_file(path);
    Ok(())
}

async fn end(app: &App, import: &Open, outcome: &Outcome, now: Timestamp) -> database::Result<()> {
    let (reason, detail) = match outcome {
        Outcome::Done(p) => {
            (None, format!("{} added, {} updated, {} failed", p.created, p.updated, p.failed))
        }
        Outcome::Failed(reason) => (Some(reason.as_str()), reason.clone()),
        Outcome::Cancelled | Outcome::Stopped => return Ok(()),
    };
    let mut tx = app.db.begin().await?;
    if matches!(outcome, Outcome::Done(p) if p.created + p.updated >= MANY) {
        store::settle_search(&mut tx).await?;
    }
    if store::finish(&mut tx, import.id, reason, now).await? {
        let (kind, href) = (activities::Kind::ImportFinished, Some("/subscribers"));
        activities::record(&mut tx, import.author_id, kind, &import.file_name, Some(&detail), href, now)
            .await?;
    }
    tx.commit().await
}
