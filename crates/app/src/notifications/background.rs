//! Writes what is due, on every node that sends.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use super::{campaign, week};
use crate::{Core, notification_queue};

const LOOK: Duration = Duration::from_secs(20);
/// Rows of one look; each is a transaction of its own.
const BATCH: i64 = 100;

/// Runs until stopped.
pub async fn background(core: Core, stop: CancellationToken) {
    let mut ticks = interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        loop {
            match write_due(&core).await {
                Ok(0) => break,
                Ok(_) if stop.is_cancelled() => return,
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!(%error, "mails to authors were not written and are tried again");
                    break;
                }
            }
        }
    }
}

/// Writes one batch of what is due; answers how many rows this node took.
pub async fn write_due(core: &Core) -> database::Result<usize> {
    let mut tx = core.db.read().await?;
    let campaigns = notification_queue::due(&mut tx, core.now(), BATCH).await?;
    let weeks = notification_queue::due_weeks(&mut tx, core.now(), BATCH).await?;
    tx.rollback().await?;
    let mut taken = 0;
    for due in &campaigns {
        taken += usize::from(campaign::write(core, due).await?);
    }
    for due in &weeks {
        taken += usize::from(week::write(core, due).await?);
    }
    Ok(taken)
}
