//! The newsletter that readers belong to.

use database::{Result, Tx, on_engine};

/// What adding a reader depends on.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Home {
    pub id: i64,
    pub name: String,
    pub is_active: bool,
    pub double_opt_in: bool,
}

/// The author's newsletter; `None` when it is not there or another's.
pub async fn find(tx: &mut Tx, author_id: i64, newsletter_id: i64) -> Result<Option<Home>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, name, is_active, double_opt_in FROM newsletters WHERE author_id = $1 AND id = $2")
        .bind(author_id).bind(newsletter_id).fetch_optional(conn).await)
}
