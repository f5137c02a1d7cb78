//! Deleting an account. At once: nobody signs in to it, nothing of it is shown or sent, and its address is free. Its
//! rows, which may be millions, go in the background, in transactions that are over before anybody else waits; a
//! process that dies in between goes on where it was.

use std::time::Duration;

use database::Tx;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use super::store;
use crate::{AuthorId, Core, accounts, accounts::Accounts, campaigns, imports, media, runs};

const LOOK: Duration = Duration::from_secs(5);
/// Others write in between.
const PAUSE: Duration = Duration::from_millis(5);
/// Files of images removed in one transaction.
const FILES: i64 = 20;

/// Takes the account away, as far as anybody can tell. Answers the ids of imports that wait, whose files can go.
pub async fn delete(accounts: &Accounts, tx: &mut Tx, author_id: AuthorId) -> database::Result<Vec<i64>> {
    store::hide(accounts, tx, author_id).await?;
    media::delete_all(tx, author_id).await?;
    imports::cancel_all(tx, author_id, accounts.now()).await
}

/// Removes rows of deleted accounts until stopped.
pub async fn background(core: Core, stop: CancellationToken) {
    let mut ticks = interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        loop {
            match remove_some(&core).await {
                Ok(false) => break,
                Ok(true) if stop.is_cancelled() => return,
                Ok(true) => tokio::time::sleep(PAUSE).await,
                Err(error) => {
                    tracing::warn!(%error, "rows of a deleted account were not removed and are tried again");
                    break;
                }
            }
        }
    }
}

/// One bounded transaction for each deleted account; true while there may be more to remove.
pub async fn remove_some(core: &Core) -> database::Result<bool> {
    let mut tx = core.db.read().await?;
    let deleted = accounts::deleted(&mut tx).await?;
    tx.rollback().await?;
    let mut is_more = false;
    for id in deleted {
        is_more |= remove_of(core, id).await?;
    }
    Ok(is_more)
}

/// True when something was removed.
async fn remove_of(core: &Core, id: AuthorId) -> database::Result<bool> {
    let mut tx = core.db.begin().await?;
    if !accounts::hold_deleted(&mut tx, id).await? {
        return Ok(false);
    }
    campaigns::stop_all(&mut tx, id).await?;
    if runs::has_open(&mut tx, id).await? {
        // The ledger ends the run first.
        tx.commit().await?;
        return Ok(false);
    }
    if store::remove(&mut tx, id).await? {
        tx.commit().await?;
        return Ok(true);
    }
    if media::sweep(&mut tx, FILES).await? == 0 {
        accounts::forget(&mut tx, id).await?;
        tracing::info!(author = id.get(), "nothing is left of a deleted account");
    }
    tx.commit().await?;
    Ok(true)
}
