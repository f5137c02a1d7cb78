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
use crate::{
    Clock, Core, Timestamp, clock,
    core::With,
    events::{self, Event},
    redact,
};

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
pub struct ImportSignal(Notify);

impl ImportSignal {
    pub fn call(&self) {
        self.0.notify_one();
    }
}

/// Where the uploaded file of an import lies.
pub fn file_of(core: &Core, id: i64) -> PathBuf {
    folder(core).join(format!("{id}.csv"))
}

pub fn folder(core: &Core) -> PathBuf {
    core.settings.data_dir.join("imports")
}

/// Removes uploads that ended with an earlier process. Called before the first request is answered: no file that is being
/// uploaded looks otherwise.
pub fn remove_unfinished(core: &Core) {
    let Ok(files) = std::fs::read_dir(folder(core)) else { return };
    for file in files.flatten().filter(|f| f.path().extension().is_some_and(|e| e == "part")) {
        let _ = std::fs::remove_file(file.path());
    }
}

/// Called once at the start: on SQLite there is no other process, so whatever still runs was left behind. On
/// PostgreSQL another node may be at it; there a silent runner is found by its heartbeat.
pub async fn recover(core: &Core) -> database::Result<()> {
    if core.db.engine() == Engine::Postgres {
        return Ok(());
    }
    let mut tx = core.db.begin().await?;
    store::requeue(&mut tx, None).await?;
    tx.commit().await
}

/// Removes this node's files of imports that are over or gone: another node, on which an import is cancelled or its
/// author deleted, cannot.
pub async fn sweep(core: &Core) -> database::Result<()> {
    // Files first, then rows: a file is older than the end of the transaction that makes its import known.
    let mut idle = files(core);
    let open = store::open_among(&mut core.db.read().await?, &idle).await?;
    idle.retain(|id| !open.contains(id));
    if idle.is_empty() {
        return Ok(());
    }
    let mut tx = core.db.begin().await?;
    store::settle(&mut tx).await?;
    let open = store::open_among(&mut tx, &idle).await?;
    tx.commit().await?;
    idle.retain(|id| !open.contains(id));
    remove_files(core, &idle).await;
    Ok(())
}

/// Ids of the imports of which files lie here.
fn files(core: &Core) -> Vec<i64> {
    let Ok(files) = std::fs::read_dir(folder(core)) else { return Vec::new() };
    let id = |name: &str| name.strip_suffix(".csv")?.parse().ok();
    files.flatten().filter_map(|file| id(file.file_name().to_str()?)).collect()
}

/// Runs the next import that waits, or whose runner died, to its end. False when there is none.
pub async fn run_pending(core: &Core) -> database::Result<bool> {
    run_next(core, &CancellationToken::new()).await
}

/// Runs imports until it is told to stop; the one that runs then goes on at the next start.
pub async fn background(imports: With<ImportSignal>, stop: CancellationToken) {
    if let Err(error) = recover(&imports).await {
        tracing::error!(%error, "imports that were left running cannot be found");
    }
    let mut sweep_at = imports.now();
    while !stop.is_cancelled() {
        if imports.now() >= sweep_at {
            sweep_at = imports.now().plus(SWEEP_EVERY);
            if let Err(error) = sweep(&imports).await {
                tracing::warn!(%error, "files of imports that are over were not removed");
            }
        }
        match run_next(&imports, &stop).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => tracing::error!(%error, "an import stopped; it goes on in a minute"),
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = imports.own.0.notified() => {}
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}

async fn run_next(core: &Core, stop: &CancellationToken) -> database::Result<bool> {
    let clock = core.clock.put_right(core.db.clock()).await?;
    let silent_since = clock.now().plus(-SILENT);
    let mut tx = core.db.read().await?;
    let open = store::open(&mut tx, silent_since).await?;
    drop(tx);
    for import in open {
        if !is_ours(core, &import, clock.now()) {
            continue;
        }
        let mut tx = core.db.begin().await?;
        let taken = store::claim(&mut tx, import.id, silent_since, clock.now()).await?;
        tx.commit().await?;
        if let Some(so_far) = taken {
            run(core, &clock, &import, so_far, stop).await?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// The file lies in one node's folder, and that node imports it. A file that nobody has is told as an error.
fn is_ours(core: &Core, import: &Open, now: Timestamp) -> bool {
    file_of(core, import.id).exists()
        || core.db.engine() == Engine::Sqlite
        || import.created_at < now.plus(-MISSING)
}

async fn run(
    core: &Core,
    clock: &Clock,
    import: &Open,
    (progress, place): (Progress, Place),
    stop: &CancellationToken,
) -> database::Result<()> {
    let path = file_of(core, import.id);
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
        Ok(file) => import_reader(&core.db, clock, &job, file, stop).await?,
        Err(_) => Outcome::Failed("The uploaded file is gone. Please import it again.".into()),
    };
    if outcome == Outcome::Stopped {
        let mut tx = core.db.begin().await?;
        store::requeue(&mut tx, Some(import.id)).await?;
        return tx.commit().await;
    }
    end(core, import, &outcome, clock.now()).await?;
    // Nothing is lost with it: what it held is in the newsletter or told as an error.
    let _ = std::fs::remove_file(path);
    Ok(())
}

/// One line for the operator.
fn tell(
    (import_id, newsletter_id, author_id): (i64, i64, i64),
    outcome: &Outcome,
) -> impl FnOnce() + Send + use<> {
    let outcome = outcome.clone();
    move || match outcome {
        Outcome::Done(p) => tracing::info!(
            import_id,
            newsletter_id,
            author_id,
            created = p.created,
            updated = p.updated,
            failed = p.failed,
            "an import is done"
        ),
        Outcome::Failed(reason) => {
            let reason = redact::addresses(&reason);
            tracing::warn!(import_id, newsletter_id, author_id, reason, "an import failed");
        }
        Outcome::Cancelled | Outcome::Stopped => {}
    }
}

async fn end(core: &Core, import: &Open, outcome: &Outcome, now: Timestamp) -> database::Result<()> {
    let (reason, detail) = match outcome {
        Outcome::Done(p) => {
            (None, format!("{} added, {} updated, {} failed", p.created, p.updated, p.failed))
        }
        Outcome::Failed(reason) => (Some(reason.as_str()), reason.clone()),
        Outcome::Cancelled | Outcome::Stopped => return Ok(()),
    };
    let mut tx = core.db.begin().await?;
    if matches!(outcome, Outcome::Done(p) if p.created + p.updated >= MANY) {
        store::tell_planner(&mut tx).await?;
    }
    if store::finish(&mut tx, import.id, reason, now).await? {
        let ids = (import.id, import.newsletter_id.get(), import.author_id.get());
        tx.then(tell(ids, outcome));
        let event = Event::ImportFinished { file_name: &import.file_name, detail: &detail };
        events::record(&mut tx, import.author_id, event, now).await?;
    }
    tx.commit().await
}
