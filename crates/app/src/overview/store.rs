//! What the Overview reads beside the counters.

use database::{Result, Tx, on_engine};

use crate::AuthorId;

/// How many campaigns the author has, from the index: an author writes thousands, not millions.
pub async fn campaigns(tx: &mut Tx, author_id: AuthorId) -> Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar("SELECT COUNT(*) FROM campaigns WHERE author_id = $1")
        .bind(author_id).fetch_one(conn).await)
}
