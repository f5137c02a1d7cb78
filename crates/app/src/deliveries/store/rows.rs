//! The rows of readers, and readers who have none yet.

use database::{Tx, on_engine, push_list};
use engine::ports::Key;
use sqlx::{Build as _, QueryBuilder};

#[cfg(test)]
use crate::runs::Counters;
use crate::{
    NewsletterId, RunId, SubscriberId, Timestamp,
    deliveries::{
        ledger::Deltas,
        marks::{self, Damaged, Mark},
        model::decode_ids,
        sql::{code, is_rare},
    },
    runs::{RunRef, RunRow, State},
};

/// Chunks whose readers are looked through at once for those who wait.
const OPEN_CHUNKS: usize = 8;

/// Moves a reader's row between states by hand, with its counters; false when it is not in the first any more.
pub async fn move_row(
    tx: &mut Tx,
    key: Key,
    (from, to): (State, State),
    reason: &str,
    now: Timestamp,
) -> database::Result<bool> {
    let changed = on_engine!(&mut *tx, conn => sqlx::query(
        "UPDATE deliveries SET state = $4, not_before = 0, updated_at = $5, reason = $6 \
         WHERE newsletter_id = $1 AND run_id = $2 AND subscriber_id = $3 AND state = $7")
        .bind(key.newsletter_id).bind(key.run_id).bind(key.subscriber_id).bind(to.code()).bind(now).bind(reason)
        .bind(from.code()).execute(conn).await?.rows_affected());
    if changed == 0 {
        return Ok(false);
    }
    let mut deltas = Deltas::default();
    deltas.moved(key.run_id, from, to);
    deltas.write(tx).await?;
    Ok(true)
}

/// Whether a message to the reader is between its commit point and its outcome.
pub async fn is_in_flight(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    subscriber_id: SubscriberId,
) -> database::Result<bool> {
    let row: Option<i64> = on_engine!(&mut *tx, conn => sqlx::query_scalar(
        concat!("SELECT d.subscriber_id FROM campaign_runs r JOIN deliveries d \
         ON d.newsletter_id = r.newsletter_id AND d.run_id = r.id AND d.subscriber_id = $2 \
         WHERE r.newsletter_id = $1 AND r.state <> 'done' AND d.state IN (", code!(Committing), ", ", code!(CommittingAgain), ") LIMIT 1"))
        .bind(newsletter_id).bind(subscriber_id).fetch_optional(conn).await?);
    if row.is_some() {
        return Ok(true);
    }
    let open: Vec<RunId> = on_engine!(&mut *tx, conn => sqlx::query_scalar(
        "SELECT id FROM campaign_runs WHERE newsletter_id = $1 AND state <> 'done'")
        .bind(newsletter_id).fetch_all(conn).await?);
    for run_id in open {
        let marks = marks::of_readers(tx, newsletter_id, run_id, &[subscriber_id]).await;
        // Nobody waits for what cannot be read.
        let Ok(marks) = Damaged::apart(marks)? else { continue };
        if marks.iter().any(|mark| mark.state == State::Committing) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether anything was written down of the reader in this run.
pub async fn is_known(tx: &mut Tx, run: RunRef, subscriber_id: SubscriberId) -> database::Result<bool> {
    Ok(left_at(tx, run, subscriber_id).await?.is_some())
}

/// When the reader's mail left, or was refused.
pub async fn left_at(
    tx: &mut Tx,
    run: RunRef,
    subscriber_id: SubscriberId,
) -> database::Result<Option<Timestamp>> {
    if let Some(at) = row_left_at(tx, run, subscriber_id).await? {
        return Ok(Some(at));
    }
    let marks = marks::of_readers(tx, run.newsletter_id, run.id, &[subscriber_id]).await?;
    match marks.first() {
        Some(mark) => Ok(Some(mark.at)),
        // Once more: who went from a mark to a row in between is in none of the two.
        None => row_left_at(tx, run, subscriber_id).await,
    }
}

async fn row_left_at(
    tx: &mut Tx,
    run: RunRef,
    subscriber_id: SubscriberId,
) -> database::Result<Option<Timestamp>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT updated_at FROM deliveries WHERE newsletter_id = $1 AND run_id = $2 AND subscriber_id = $3")
        .bind(run.newsletter_id).bind(run.id).bind(subscriber_id).fetch_optional(conn).await)
}

/// What came back shows that the mail was accepted: a reader in doubt is settled, and not sent to again.
pub async fn prove_sent(
    tx: &mut Tx,
    run: RunRef,
    subscriber_id: SubscriberId,
    now: Timestamp,
) -> database::Result<()> {
    let row: Option<(i16, i16)> = on_engine!(&mut *tx, conn => sqlx::query_as(
        "SELECT state, doubts FROM deliveries WHERE newsletter_id = $1 AND run_id = $2 AND subscriber_id = $3")
        .bind(run.newsletter_id).bind(run.id).bind(subscriber_id).fetch_optional(conn).await?);
    let Some(from) = row.filter(|(_, doubts)| *doubts > 0).and_then(|(code, _)| State::from_code(code))
    else {
        return Ok(());
    };
    if matches!(from, State::Queued | State::InDoubt | State::Held) {
        let key = Key {
            newsletter_id: run.newsletter_id.get(),
            run_id: run.id.get(),
            subscriber_id: subscriber_id.get(),
        };
        let reason = "What came back shows that the email was accepted.";
        move_row(tx, key, (from, State::Sent), reason, now).await?;
    }
    Ok(())
}

/// Where a reader stands: a row, or what a mark says.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct DeliveryRow {
    pub subscriber_id: SubscriberId,
    pub state: i16,
    pub attempts: i16,
    pub doubts: i16,
    pub not_before: i64,
    pub updated_at: Timestamp,
    pub code: Option<i16>,
    pub enhanced_code: Option<String>,
    pub reason: Option<String>,
}

const ROW_COLUMNS: &str =
    "subscriber_id, state, attempts, doubts, not_before, updated_at, code, enhanced_code, reason";

impl From<Mark> for DeliveryRow {
    fn from(mark: Mark) -> Self {
        let Mark { subscriber_id, state, at, code, enhanced_code } = mark;
        Self {
            subscriber_id,
            state: state.code(),
            attempts: 1,
            doubts: 0,
            not_before: 0,
            updated_at: at,
            code,
            enhanced_code,
            reason: None,
        }
    }
}

/// Readers in the given states, ascending.
pub async fn rows(
    tx: &mut Tx,
    run: &RunRow,
    states: &[State],
    after: i64,
    limit: i64,
) -> database::Result<Vec<DeliveryRow>> {
    let mut rows = in_rows(tx, run, states, after, limit).await?;
    if states.iter().any(|state| PLAIN.contains(state)) {
        let marks = marks::page(tx, run.newsletter_id, run.id, states, after, limit as usize).await?;
        rows.extend(marks.into_iter().map(DeliveryRow::from));
        rows.sort_unstable_by_key(|row| row.subscriber_id);
        rows.truncate(limit as usize);
    }
    Ok(rows)
}

/// Readers to whom it was sent, ascending.
pub async fn sent(tx: &mut Tx, run: &RunRow, after: i64, limit: i64) -> database::Result<Vec<SubscriberId>> {
    let rows = rows(tx, run, &[State::Sent], after, limit).await?;
    Ok(rows.into_iter().map(|row| row.subscriber_id).collect())
}

/// The states of the plain path.
const PLAIN: [State; 2] = [State::Committing, State::Sent];

/// Rows in the given states, ascending by reader. With only rare states the partial index finds them.
async fn in_rows(
    tx: &mut Tx,
    run: &RunRow,
    states: &[State],
    after: i64,
    limit: i64,
) -> database::Result<Vec<DeliveryRow>> {
    let rare = !states.iter().any(|state| PLAIN.contains(state));
    on_engine!(tx, conn => {
        let mut query = QueryBuilder::new("SELECT ");
        query.push(ROW_COLUMNS).push(" FROM deliveries WHERE run_id = ").push_bind(run.id)
            .push(" AND newsletter_id = ").push_bind(run.newsletter_id)
            .push(" AND subscriber_id > ").push_bind(after).push(" AND state IN ");
        push_list(&mut query, states.iter().map(|state| state.code()));
        if rare {
            query.push(concat!(" AND ", is_rare!()));
        }
        query.push(" ORDER BY subscriber_id LIMIT ").push_bind(limit);
        query.build_as().fetch_all(conn).await
    })
}

/// Where these readers stand, ascending, but for those of whom nothing is written down yet.
pub async fn rows_of(
    tx: &mut Tx,
    run: &RunRow,
    readers: &[SubscriberId],
) -> database::Result<Vec<DeliveryRow>> {
    if readers.is_empty() {
        return Ok(Vec::new());
    }
    let mut rows: Vec<DeliveryRow> = on_engine!(&mut *tx, conn => {
        let mut query = QueryBuilder::new("SELECT ");
        query.push(ROW_COLUMNS).push(" FROM deliveries WHERE run_id = ").push_bind(run.id)
            .push(" AND newsletter_id = ").push_bind(run.newsletter_id).push(" AND subscriber_id IN ");
        push_list(&mut query, readers.iter().copied());
        query.build_as().fetch_all(conn).await?
    });
    let marks = marks::of_readers(tx, run.newsletter_id, run.id, readers).await?;
    rows.extend(marks.into_iter().map(DeliveryRow::from));
    rows.sort_unstable_by_key(|row| row.subscriber_id);
    Ok(rows)
}

/// Rows whose attempt ended at least once with nobody knowing whether it arrived.
pub async fn doubtful(
    tx: &mut Tx,
    run: &RunRow,
    after: i64,
    limit: i64,
) -> database::Result<Vec<DeliveryRow>> {
    on_engine!(tx, conn => {
        let mut query = QueryBuilder::new("SELECT ");
        query.push(ROW_COLUMNS).push(" FROM deliveries WHERE run_id = ").push_bind(run.id)
            .push(" AND subscriber_id > ").push_bind(after)
            .push(" AND doubts > 0 ORDER BY subscriber_id LIMIT ").push_bind(limit);
        query.build_as().fetch_all(conn).await
    })
}

/// Readers of the frozen audience of whom nothing is written down yet: those of open chunks, ascending.
pub async fn untouched(
    tx: &mut Tx,
    run: &RunRow,
    after: i64,
    limit: usize,
) -> database::Result<Vec<SubscriberId>> {
    let mut walk = marks::Walk::behind(run.newsletter_id, run.id, after);
    let mut found: Vec<i64> = Vec::new();
    loop {
        let part = walk.next(tx, OPEN_CHUNKS).await?;
        // Chunks may overlap, so the next ones are read as long as they may hold a lower id than those found.
        if part.is_empty() || found.len() >= limit {
            found.sort_unstable();
            found.truncate(limit);
            if part.first().is_none_or(|(_, first)| found.last().is_none_or(|last| last < first)) {
                return Ok(found.into_iter().map(SubscriberId::new).collect());
            }
        }
        let open: Vec<(i64, Vec<u8>)> = on_engine!(&mut *tx, conn => {
            let mut query = QueryBuilder::new("SELECT chunk_no, ids FROM delivery_chunks WHERE newsletter_id = ");
            query.push_bind(run.newsletter_id).push(" AND run_id = ").push_bind(run.id).push(" AND is_open AND chunk_no IN ");
            push_list(&mut query, part.iter().map(|(no, _)| *no));
            query.push(" ORDER BY chunk_no").build_as().fetch_all(conn).await?
        });
        for (no, ids) in open {
            let ids = decode_ids(&ids);
            let known = marks::known(tx, run.newsletter_id, run.id, no, &ids).await?;
            found.extend(known.left(&ids).filter(|id| *id > after));
        }
    }
}

/// How many rows have each reason, commonest first, at most `limit`; reads only rows that are not plainly sent.
pub async fn reasons(
    tx: &mut Tx,
    run_id: RunId,
    limit: i64,
) -> database::Result<Vec<(i16, Option<String>, i64)>> {
    on_engine!(tx, conn => sqlx::query_as(
        concat!("SELECT state, reason, COUNT(*) FROM deliveries WHERE run_id = $1 AND ", is_rare!(), " \
         GROUP BY state, reason ORDER BY COUNT(*) DESC, state LIMIT $2"))
        .bind(run_id).bind(limit).fetch_all(conn).await)
}

/// The counters, counted afresh from rows, marks and chunks: what they must be equal to at every instant.
#[cfg(test)]
pub async fn recount(tx: &mut Tx, run: &RunRow) -> database::Result<Counters> {
    let states: Vec<(i16, i64)> = on_engine!(&mut *tx, conn => sqlx::query_as(
        "SELECT state, COUNT(*) FROM deliveries WHERE newsletter_id = $1 AND run_id = $2 GROUP BY state")
        .bind(run.newsletter_id).bind(run.id).fetch_all(conn).await?);
    let intended: Option<i64> = on_engine!(&mut *tx, conn => sqlx::query_scalar(
        "SELECT CAST(SUM(readers) AS BIGINT) FROM delivery_chunks WHERE run_id = $1").bind(run.id).fetch_one(conn).await?);
    let mut counters = Counters { intended: intended.unwrap_or_default(), ..Counters::default() };
    for (code, n) in states {
        if let Some(state) = State::from_code(code) {
            counters.add(state, n);
        }
    }
    for mark in marks::page(tx, run.newsletter_id, run.id, &PLAIN, 0, usize::MAX).await? {
        counters.add(mark.state, 1);
    }
    Ok(counters)
}
