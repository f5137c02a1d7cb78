//! Events as rows.

use database::{Result, Tx, on_engine, push_list};

use super::{Event, Kind};
use crate::{Timestamp, deliveries::RunRef};

/// Characters of a server's words that are kept.
const MAX_DETAIL: usize = 500;

/// Something that happened to a mail, as it is kept.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct EventRow {
    pub subscriber_id: i64,
    pub kind: String,
    pub source: String,
    pub enhanced_code: Option<String>,
    pub detail: Option<String>,
    pub at: Timestamp,
}

/// False when this kind of thing is known of the mail already.
pub async fn insert(
    tx: &mut Tx,
    run: RunRef,
    subscriber_id: i64,
    event: Event<'_>,
    now: Timestamp,
) -> Result<bool> {
    let detail: Option<String> =
        event.detail.map(|text| text.chars().filter(|c| *c != '\0').take(MAX_DETAIL).collect());
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO delivery_events (newsletter_id, run_id, subscriber_id, kind, source, enhanced_code, detail, at) \
         SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE EXISTS (SELECT 1 FROM deliveries \
         WHERE newsletter_id = $1 AND run_id = $2 AND subscriber_id = $3) ON CONFLICT DO NOTHING")
        .bind(run.newsletter_id).bind(run.id).bind(subscriber_id).bind(event.kind.as_str()).bind(event.source)
        .bind(event.enhanced_code).bind(detail).bind(now)
        .execute(conn).await.map(|done| done.rows_affected() > 0))
}

/// What happened to the mails of these readers in a run, oldest first.
pub async fn events_of(
    tx: &mut Tx,
    newsletter_id: i64,
    run_id: i64,
    readers: &[i64],
) -> Result<Vec<EventRow>> {
    if readers.is_empty() {
        return Ok(Vec::new());
    }
    on_engine!(tx, conn => {
        let mut query = sqlx::QueryBuilder::new(
            "SELECT subscriber_id, kind, source, enhanced_code, detail, at FROM delivery_events WHERE newsletter_id = ");
        query.push_bind(newsletter_id).push(" AND run_id = ").push_bind(run_id).push(" AND subscriber_id IN ");
        push_list(&mut query, readers.iter().copied());
        query.push(" ORDER BY at, kind");
        query.build_query_as().fetch_all(conn).await
    })
}

/// Readers of a run to whose mail this happened, ascending.
pub async fn readers_with(tx: &mut Tx, run_id: i64, kind: Kind, after: i64, limit: i64) -> Result<Vec<i64>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT subscriber_id FROM delivery_events WHERE run_id = $1 AND kind = $2 AND subscriber_id > $3 \
         ORDER BY subscriber_id LIMIT $4")
        .bind(run_id).bind(kind.as_str()).bind(after).bind(limit).fetch_all(conn).await)
}

/// Forgets the hard bounces of a run that its mail server answered since then; whose they were, and when.
pub async fn forget_bounces(tx: &mut Tx, run: RunRef, since: Timestamp) -> Result<Vec<(i64, Timestamp)>> {
    on_engine!(tx, conn => sqlx::query_as(
        "DELETE FROM delivery_events WHERE newsletter_id = $1 AND run_id = $2 AND kind = 'bounced' AND source = 'smtp' \
         AND at >= $3 RETURNING subscriber_id, at")
        .bind(run.newsletter_id).bind(run.id).bind(since).fetch_all(conn).await)
}
