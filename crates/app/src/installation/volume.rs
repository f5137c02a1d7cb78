//! Tells administrators when the database's volume was full or failed: whoever met it was answered, and is not them.

use std::time::{Duration, Instant};

use database::Fault;
use tokio_util::sync::CancellationToken;

use crate::{App, accounts, notices};

/// How often is looked for what happened.
const EVERY: Duration = Duration::from_secs(1);
/// Between two attempts to write it down: while nothing can be written, neither can this.
const PAUSE: Duration = Duration::from_secs(2);
/// Faults of one disturbance are told once.
const QUIET: Duration = Duration::from_mins(5);

/// Watches until it is told to stop.
pub async fn watch_volume(app: App, stop: CancellationToken) {
    let watching = watch(&app);
    let _ = stop.run_until_cancelled(watching).await;
}

async fn watch(app: &App) {
    let mut told: Option<Instant> = None;
    loop {
        tokio::time::sleep(EVERY).await;
        let Some(last) = database::last_fault() else { continue };
        let is_told = told.is_some_and(|at| last.at <= at || last.at.duration_since(at) < QUIET);
        if is_told {
            continue;
        }
        let mut fault = last.fault;
        tracing::error!(
            ?fault,
            "the database's volume cannot be written; what waits for it goes on when it can"
        );
        while let Err(error) = tell(app, fault).await {
            tracing::debug!(%error, "the notice about the database's volume waits");
            fault = database::fault(&error).or(fault);
            tokio::time::sleep(PAUSE).await;
        }
        tracing::warn!("the database's volume can be written again");
        told = Some(Instant::now());
    }
}

/// A notice for every administrator. Nothing else is changed, so it is also the test whether something can be written.
async fn tell(app: &App, fault: Option<Fault>) -> database::Result<()> {
    let (title, detail) = match fault {
        Some(Fault::Full) => (
            "Your server's disk was full",
            "Changes were refused and sending waited until there was space. Nothing sent was lost; sending goes on by itself. Free some space, or move the data folder to a larger disk.",
        ),
        Some(Fault::Failing) | None => (
            "Your server couldn't write to its disk",
            "Changes were refused and sending waited until it worked again. Nothing sent was lost; sending goes on by itself. Run letterpress doctor, and check the disk's health and free space.",
        ),
    };
    let mut tx = app.db.begin().await?;
    for author in accounts::administrators(&mut tx).await? {
        let kind = notices::Kind::StorageFailed;
        notices::add(&mut tx, author, kind, title, Some(detail), None, app.now()).await?;
    }
    tx.commit().await
}
