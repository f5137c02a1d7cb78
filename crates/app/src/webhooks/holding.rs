//! Webhooks as their author takes them along: nothing secret.

use super::store::hooks::owned;
use crate::holding::{Archive, End, Holding};

/// Webhooks as their author takes them along.
pub const HOLDING: Holding = Holding { write: |archive| Box::pin(write(archive)) };

async fn write(archive: &Archive) -> Result<(), End> {
    let hooks = owned(&mut archive.core.db.read().await?, archive.author_id).await?;
    archive.json("webhooks.json", &hooks).await
}
