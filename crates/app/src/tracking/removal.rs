//! How its rows go, with their author's account or with time.

use database::{Tx, on_engine};

use crate::{
    NewsletterId, RunId,
    newsletters::below,
    removal::{ROWS, Removal},
};

/// See [`Removal`].
pub const REMOVAL: Removal =
    Removal { of_newsletter: &[below!("engagements", "run_id, subscriber_id", ROWS)], ..Removal::NONE };

/// Forgets what so many readers did with the mails of a run; how many there were.
pub async fn forget(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    run_id: RunId,
    most: i64,
) -> database::Result<u64> {
    on_engine!(tx, conn => sqlx::query(
        "DELETE FROM engagements WHERE newsletter_id = $1 AND run_id = $2 AND subscriber_id IN (SELECT subscriber_id \
         FROM engagements WHERE newsletter_id = $1 AND run_id = $2 ORDER BY subscriber_id LIMIT $3)")
        .bind(newsletter_id).bind(run_id).bind(most).execute(conn).await.map(|done| done.rows_affected()))
}
