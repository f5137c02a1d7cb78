//! Saved blocks as rows. Every statement carries the author.

use database::{Engine, Result, Tx, on_engine};

use super::model::SavedBlock;
use crate::removal::{LARGE, Removal, own};
use crate::{
    AuthorId, Timestamp,
    http::{Page, until_large},
    templates::JsonText,
};

/// See [`Removal`].
pub const REMOVAL: Removal = Removal { of_author: &[own!("saved_blocks", "id", LARGE)], ..Removal::NONE };

macro_rules! columns {
    () => {
        "id, name, block, created_at, updated_at"
    };
}

const FIND: &str = concat!("SELECT ", columns!(), " FROM saved_blocks WHERE id = $2 AND author_id = $1");
const FIND_LOCKED: &str =
    concat!("SELECT ", columns!(), " FROM saved_blocks WHERE id = $2 AND author_id = $1 FOR UPDATE");

/// The author's saved block, and nobody changes it before this transaction ends. (On SQLite a writing transaction is alone
/// anyway.)
pub async fn find_locked(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<Option<SavedBlock>> {
    let sql = if tx.engine() == Engine::Postgres { FIND_LOCKED } else { FIND };
    on_engine!(tx, conn => sqlx::query_as(sql).bind(author_id).bind(id).fetch_optional(conn).await)
}

/// Whether the author has it.
pub async fn exists(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<bool> {
    let found: Option<i64> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT id FROM saved_blocks WHERE id = $2 AND author_id = $1")
        .bind(author_id).bind(id).fetch_optional(conn).await)?;
    Ok(found.is_some())
}

/// A page of them, newest first. It ends early, with at least two rows, where blocks pass `max_bytes`; the flag says so.
pub async fn list(
    tx: &mut Tx,
    author_id: AuthorId,
    page: &Page,
    max_bytes: usize,
) -> Result<(Vec<SavedBlock>, bool)> {
    on_engine!(tx, conn => {
        let rows = sqlx::query_as(concat!(
            "SELECT ", columns!(), " FROM saved_blocks WHERE author_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3"))
            .bind(author_id).bind(page.before_id()).bind(page.fetch()).fetch(conn);
        until_large(rows, max_bytes, |row: &SavedBlock| row.block.as_str().len()).await
    })
}

pub async fn count(tx: &mut Tx, author_id: AuthorId) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM saved_blocks WHERE author_id = $1")
        .bind(author_id).fetch_one(conn).await)
}

/// The same, and nobody saves another one before this transaction ends.
pub async fn count_locked(tx: &mut Tx, author_id: AuthorId) -> Result<i64> {
    if tx.engine() == Engine::Postgres {
        on_engine!(&mut *tx, conn => sqlx::query("SELECT id FROM authors WHERE id = $1 FOR NO KEY UPDATE")
            .bind(author_id).execute(conn).await.map(drop))?;
    }
    count(tx, author_id).await
}

pub async fn insert(
    tx: &mut Tx,
    author_id: AuthorId,
    name: &str,
    block: &JsonText,
    now: Timestamp,
) -> Result<SavedBlock> {
    on_engine!(tx, conn => sqlx::query_as(concat!(
        "INSERT INTO saved_blocks (author_id, name, block, created_at, updated_at) VALUES ($1, $2, $3, $4, $4) RETURNING ",
        columns!()))
        .bind(author_id).bind(name).bind(block).bind(now).fetch_one(conn).await)
}

/// Writes one that was read by [`find_locked`] in this transaction.
pub async fn update(tx: &mut Tx, author_id: AuthorId, saved: &SavedBlock) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "UPDATE saved_blocks SET name = $3, block = $4, updated_at = $5 WHERE id = $2 AND author_id = $1")
        .bind(author_id).bind(saved.id).bind(&saved.name).bind(&saved.block).bind(saved.updated_at)
        .execute(conn).await.map(drop))
}

/// Whether the author had it.
pub async fn delete(tx: &mut Tx, author_id: AuthorId, id: i64) -> Result<bool> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM saved_blocks WHERE id = $2 AND author_id = $1")
        .bind(author_id).bind(id).execute(conn).await.map(|done| done.rows_affected() > 0))
}
