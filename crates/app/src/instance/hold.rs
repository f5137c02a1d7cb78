//! Whether this copy may send.

use std::sync::atomic::{AtomicBool, Ordering};

use database::Database;

use super::store;

/// Why nothing leaves a restored copy, for people.
pub const HELD: &str = "This copy of Letterpress was restored from a backup. It sends nothing until an administrator confirms it should.";

/// What this process knows of it. A database is restored before a process opens it, so what may send once may send for
/// good.
#[derive(Debug, Default)]
pub struct SendingHold(AtomicBool);

impl SendingHold {
    /// Whether anything may leave this copy: mails of campaigns and accounts, webhooks, calls that change something
    /// elsewhere. Asked before each of them; it costs a query only while the answer is no.
    pub async fn may_send(&self, db: &Database) -> database::Result<bool> {
        if self.0.load(Ordering::Relaxed) {
            return Ok(true);
        }
        let is_held = store::state(&mut db.read().await?).await?.is_held();
        self.0.store(!is_held, Ordering::Relaxed);
        Ok(!is_held)
    }

    /// [`may_send`](Self::may_send) with a sentence for whoever asked to send something.
    pub async fn must_send(&self, db: &Database) -> Result<(), String> {
        match self.may_send(db).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(HELD.into()),
            Err(error) => {
                tracing::error!(%error, "whether this copy may send is not known");
                Err("The database does not answer; nothing was sent.".into())
            }
        }
    }
}
