//! Tells administrators when the database's volume was full or failed: whoever met it was answered, and is not them.

use std::time::{Duration, Instant};

use database::Fault;
use tokio_util::sync::CancellationToken;

use crate::{
    Core, accounts,
    events::{self, Event},
};

/// How often is looked for what happened.
const EVERY: Duration = Duration::from_secs(1);
/// Between two attempts to write it down: while nothing can be written, neither can this.
const PAUSE: Duration = Duration::from_secs(2);
/// Faults of one disturbance are told once.
const QUIET: Duration = Duration::from_mins(5);

/// Watches until it is told to stop.
pub async fn watch_volume(core: Core, stop: CancellationToken) {
    let watching = watch(&core);
    let _ = stop.run_until_cancelled(watching).await;
}

async fn watch(core: &Core) {
    let mut told: Option<Instant> = None;
    loop {
        tokio::time::sleep(EVERY).await;
        let Some(last) = database::last_fault() else { continue };
        if is_told(last.at, told) {
            continue;
        }
        let mut fault = last.fault;
        tracing::error!(
            ?fault,
            "the database's volume cannot be written; what waits for it goes on when it can"
        );
        while let Err(error) = record_fault(core, fault).await {
            tracing::debug!(%error, "the notice about the database's volume waits");
            fault = database::fault(&error).or(fault);
            tokio::time::sleep(PAUSE).await;
        }
        tracing::warn!("the database's volume can be written again");
        told = Some(Instant::now());
    }
}

/// Whether that fault is one of what was told then.
fn is_told(fault: Instant, told: Option<Instant>) -> bool {
    told.is_some_and(|told| fault.saturating_duration_since(told) < QUIET)
}

/// A notice for every administrator. Nothing else is changed, so it is also the test whether something can be written.
async fn record_fault(core: &Core, fault: Option<Fault>) -> database::Result<()> {
    let event = match fault {
        Some(Fault::Full) => Event::DiskFull,
        Some(Fault::Failing) | None => Event::DiskFailing,
    };
    let mut tx = core.db.begin().await?;
    for author in accounts::administrators(&mut tx).await? {
        events::record(&mut tx, author, event, core.now()).await?;
    }
    tx.commit().await
}

#[cfg(test)]
mod tests {
    use database::both_engines;
    use serde_json::Value;

    use super::*;
    use crate::testing::TestApp;

    #[test]
    fn one_disturbance_is_told_once() {
        let told = Instant::now();
        assert!(!is_told(told, None));
        let before = told.checked_sub(Duration::from_secs(1)).unwrap_or(told);
        assert!(is_told(before, Some(told)));
        assert!(is_told(told + Duration::from_millis(299_999), Some(told)));
        assert!(!is_told(told + QUIET, Some(told)));
    }

    both_engines!(administrators_are_told_which_fault_it_was, engine => {
        let t = TestApp::new(engine).await;
        // The first account is an administrator, others are not.
        let (root, author) = (t.author("root@example.com").await, t.author("ada@example.com").await);
        record_fault(&t.app, Some(Fault::Full)).await.unwrap();
        record_fault(&t.app, None).await.unwrap();
        let notices = t.call(Some(&root), "GET", "/api/notices", None).await.expect(200);
        let titles: Vec<&Value> = notices.as_array().unwrap().iter().map(|notice| &notice["title"]).collect();
        assert_eq!(titles, ["Your server couldn't write to its disk", "Your server's disk was full"]);
        assert_eq!(notices[0]["kind"], "storage_failed");
        let others = t.call(Some(&author), "GET", "/api/notices", None).await.expect(200);
        assert_eq!(others, serde_json::json!([]));
    });
}
