//! Looks at domains again: often while records are awaited, rarely once they are there.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::{check, metrics, store};
use crate::{Core, clock};

const EVERY: Duration = Duration::from_secs(5);
/// Looks of one round.
const AT_ONCE: i64 = 20;
/// A node that dies during a look is replaced after this.
const LEASE: i64 = 2 * clock::MINUTE;

/// Runs until it is told to stop.
pub async fn background(core: Core, stop: CancellationToken) {
    while !stop.is_cancelled() {
        if let Err(error) = look_at_due(&core).await {
            tracing::warn!(%error, "domains were not looked at");
        }
        if let Err(error) = metrics::tidy(&core).await {
            tracing::warn!(%error, "old figures of sending domains were not removed");
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}

/// One round; answers how many domains were looked at.
pub async fn look_at_due(core: &Core) -> database::Result<usize> {
    let mut tx = core.db.read().await?;
    let due = store::due(&mut tx, core.now(), AT_ONCE).await?;
    drop(tx);
    let mut looked = 0;
    for id in due {
        let now = core.now();
        let mut tx = core.db.begin().await?;
        let is_taken = store::take(&mut tx, id, now, now.plus(LEASE)).await?;
        tx.commit().await?;
        if is_taken {
            check::look(core, id, false).await?;
            looked += 1;
        }
    }
    Ok(looked)
}
