//! Saved blocks as their author takes them along.

use serde::Serialize;

use crate::{
    Timestamp,
    holding::{Archive, End, Holding, PAGES},
    templates::JsonText,
};

/// Saved blocks as their author takes them along.
pub const HOLDING: Holding = Holding { write: |archive| Box::pin(write(archive)) };

const SAVED_BLOCKS: &str = "SELECT id, name, block, created_at, updated_at FROM saved_blocks WHERE author_id = $1 AND id > $2 ORDER BY id LIMIT $3";

async fn write(archive: &Archive) -> Result<(), End> {
    archive.list("saved_blocks.json", archive.pages(SAVED_BLOCKS, PAGES, |row: &SavedBlockRow| row.id)).await
}

#[derive(Debug, Serialize, sqlx::FromRow)]
struct SavedBlockRow {
    id: i64,
    name: String,
    block: JsonText,
    created_at: Timestamp,
    updated_at: Timestamp,
}
