//! Subscribers as their author takes them along: a CSV file for each newsletter.

use super::csv;
use crate::{
    holding::{Archive, End, Holding},
    newsletters,
};

/// Subscribers as their author takes them along.
pub const HOLDING: Holding = Holding { write: |archive| Box::pin(write(archive)) };

async fn write(archive: &Archive) -> Result<(), End> {
    let ids = newsletters::ids_of_author(&mut archive.core.db.read().await?, archive.author_id).await?;
    for id in ids {
        archive.file(&format!("subscribers/{id}.csv")).await?;
        archive.stream(csv(archive.core.clone(), id).await?).await?;
    }
    Ok(())
}
