//! The end of an account, as far as it is about the account's own rows.

use database::{Engine, Result, Tx, on_engine};

use crate::{AuthorId, Timestamp};

/// Takes the account's address and name away; false when that was done already.
pub async fn hide(tx: &mut Tx, id: AuthorId, now: Timestamp) -> Result<bool> {
    let hidden = on_engine!(&mut *tx, conn => sqlx::query(
        "UPDATE authors SET email = '', email_key = $2, name = '', company = NULL, role = 'author', \
         issuer = NULL, subject = NULL, deleted_at = $3, updated_at = $3 WHERE id = $1 AND deleted_at IS NULL")
        .bind(id).bind(format!("deleted:{id}")).bind(now).execute(conn).await?.rows_affected());
    Ok(hidden > 0)
}

/// Deleted accounts that have rows left.
pub async fn deleted(tx: &mut Tx) -> Result<Vec<AuthorId>> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT id FROM authors WHERE deleted_at IS NOT NULL ORDER BY id LIMIT 100")
        .fetch_all(conn).await)
}

/// Holds the account until this transaction ends; false when another node does, or it is gone.
pub async fn hold_deleted(tx: &mut Tx, id: AuthorId) -> Result<bool> {
    let sql = if tx.engine() == Engine::Postgres {
        "SELECT id FROM authors WHERE id = $1 AND deleted_at IS NOT NULL FOR UPDATE SKIP LOCKED"
    } else {
        "SELECT id FROM authors WHERE id = $1 AND deleted_at IS NOT NULL"
    };
    let held: Option<i64> =
        on_engine!(tx, conn => sqlx::query_scalar(sql).bind(id).fetch_optional(conn).await?);
    Ok(held.is_some())
}

/// The last row, with the few that hang on it.
pub async fn forget(tx: &mut Tx, id: AuthorId) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("DELETE FROM authors WHERE id = $1 AND deleted_at IS NOT NULL")
        .bind(id).execute(conn).await.map(drop))
}
