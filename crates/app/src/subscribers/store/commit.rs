//! What the send ledger asks and tells at its commit points.

use std::collections::HashMap;

use database::{Result, Tx, on_engine};
use sqlx::QueryBuilder;

use super::counters;
use crate::{
    Timestamp,
    subscribers::{Status, statuses},
};

/// Where the readers stand, held until this transaction ends: an unsubscribe waits for it, and so sees what it wrote.
/// (On SQLite a writing transaction is alone anyway.)
pub async fn statuses_for_commit(
    tx: &mut Tx,
    newsletter_id: i64,
    ids: &[i64],
) -> Result<HashMap<i64, Status>> {
    match tx {
        Tx::Sqlite(_) => statuses(tx, newsletter_id, ids).await,
        Tx::Postgres(t) => {
            let rows: Vec<(i64, String)> = sqlx::query_as(
                "SELECT id, status FROM subscribers WHERE newsletter_id = $1 AND id = ANY($2) ORDER BY id FOR SHARE",
            )
            .bind(newsletter_id)
            .bind(ids)
            .fetch_all(&mut **t)
            .await?;
            Ok(rows.into_iter().filter_map(|(id, status)| Some((id, Status::parse(&status)?))).collect())
        }
    }
}

/// Active readers (newsletter, id) whose mailbox does not exist become `bounced`.
pub async fn mark_bounced(tx: &mut Tx, readers: &[(i64, i64)], now: Timestamp) -> Result<()> {
    let changed: Vec<i64> = on_engine!(&mut *tx, conn => {
        let mut query = QueryBuilder::new("UPDATE subscribers SET status = 'bounced', updated_at = ");
        query.push_bind(now).push(" WHERE status = 'active' AND (newsletter_id, id) IN (");
        query.push_values(readers, |mut row, (newsletter, id)| {
            row.push_bind(*newsletter).push_bind(*id);
        });
        query.push(") RETURNING newsletter_id");
        query.build_query_scalar().fetch_all(conn).await?
    });
    for newsletter_id in changed {
        counters::moved(tx, newsletter_id, Some(Status::Active), Some(Status::Bounced)).await?;
    }
    Ok(())
}
