//! Ends: a run without open readers is sent; what a cancelled campaign left is written down as cancelled.

use database::{Tx, on_engine};
use sqlx::{Build as _, QueryBuilder};

use super::{ChunkRow, Deltas, close_chunk, locking, uncounted};
use crate::{
    CampaignId, Core, NewsletterId, RunId, Timestamp, campaigns,
    deliveries::{
        marks::Damaged,
        sql::{code, is_rare},
    },
    newsletters,
    runs::{self, State},
};

/// Chunks of a cancelled campaign written down in one transaction.
const CANCEL: i64 = 10;

#[derive(sqlx::FromRow)]
struct Open {
    id: i64,
    campaign_id: CampaignId,
    newsletter_id: NewsletterId,
    status: String,
    epoch: i64,
}

/// One bounded step for every run that may be over; true if anything changed.
pub async fn finish(core: &Core) -> database::Result<bool> {
    let mut tx = core.db.read_by_key().await?;
    let open: Vec<Open> = on_engine!(&mut tx, conn => sqlx::query_as(
        "SELECT r.id, r.campaign_id, r.newsletter_id, c.status, c.epoch \
         FROM campaign_runs r JOIN campaigns c ON c.id = r.campaign_id \
         WHERE r.state = 'sending' AND r.state <> 'done' AND c.status IN ('sending', 'cancelled')")
        .fetch_all(conn).await?);
    let mut ready = Vec::new();
    for run in open {
        if run.status == "cancelled" || !has_open_readers(&mut tx, run.id).await? {
            ready.push(run);
        }
    }
    drop(tx);
    let mut changed = Ok(false);
    for run in ready {
        let done =
            if run.status == "cancelled" { cancel(core, &run).await } else { complete(core, &run).await };
        // One that cannot end does not keep others from it.
        changed = match (changed, done) {
            (Ok(before), Ok(now)) => Ok(before || now),
            (Err(error), _) | (_, Err(error)) => Err(error),
        };
    }
    changed
}

/// Whether any reader of the run is in a state that something still has to be done about. Held readers wait for a
/// person, not for the campaign.
async fn has_open_readers(tx: &mut Tx, run_id: i64) -> database::Result<bool> {
    let open: Option<i64> = on_engine!(tx, conn => sqlx::query_scalar(
        concat!("SELECT chunk_no FROM delivery_chunks WHERE run_id = $1 AND is_open \
         UNION ALL SELECT subscriber_id FROM deliveries \
         WHERE run_id = $1 AND state IN (", code!(Queued), ", ", code!(Claimed), ", ", code!(CommittingAgain), ", ", code!(Deferred), ", ", code!(InDoubt), ") AND ", is_rare!(), " LIMIT 1"))
        .bind(run_id).fetch_optional(conn).await?);
    Ok(open.is_some())
}

/// The one conditional update that makes a campaign `sent`.
async fn complete(core: &Core, run: &Open) -> database::Result<bool> {
    let now = core.now();
    let mut tx = core.db.begin().await?;
    let is_done = campaigns::complete(&mut tx, run.campaign_id, run.epoch, now).await?;
    if !is_done || has_open_readers(&mut tx, run.id).await? {
        return Ok(false);
    }
    close_run(&mut tx, run, now).await?;
    let ledger = runs::latest(&mut tx, run.campaign_id).await?.map(|run| run.counters.ledger());
    campaigns::record_sent(&mut tx, run.campaign_id, ledger, now).await?;
    tx.commit().await?;
    Ok(true)
}

async fn close_run(tx: &mut Tx, run: &Open, now: Timestamp) -> database::Result<()> {
    let Some((sent, waiting)) = runs::close(tx, RunId::new(run.id), now).await? else { return Ok(()) };
    if let Some(run) = runs::find(tx, RunId::new(run.id)).await? {
        uncounted::count(tx, run, &waiting, now).await?;
    }
    let deltas = newsletters::DailyDeltas { emails_sent: sent, campaigns_sent: 1, ..Default::default() };
    newsletters::daily_add(tx, run.newsletter_id, now.day(), deltas).await
}

async fn cancel(core: &Core, run: &Open) -> database::Result<bool> {
    let now = core.now();
    let mut tx = core.db.begin().await?;
    let lock = locking(&tx, " FOR UPDATE SKIP LOCKED");
    let chunks: Vec<ChunkRow> = on_engine!(&mut tx, conn => {
        let mut query = QueryBuilder::new(
            "SELECT newsletter_id, run_id, chunk_no, readers, ids, node_id \
             FROM delivery_chunks WHERE is_open AND node_id IS NULL AND run_id = ");
        query.push_bind(run.id).push(" ORDER BY chunk_no LIMIT ").push_bind(CANCEL).push(lock);
        query.build_as().fetch_all(conn).await?
    });
    let mut deltas = Deltas::default();
    let mut changed = false;
    for chunk in &chunks {
        let cancelled = cancel_chunk(&mut tx, chunk, now.0, &mut deltas).await;
        // Nobody can say who of a damaged chunk is left; the others are written down.
        changed |= Damaged::apart(cancelled)?.unwrap_or(false);
    }
    changed |= cancel_rows(&mut tx, run.id, now.0, &mut deltas).await?;
    deltas.write(&mut tx).await?;
    if !has_open_readers(&mut tx, run.id).await? {
        close_run(&mut tx, run, now).await?;
        changed = true;
    }
    tx.commit().await?;
    Ok(changed)
}

/// Writes a row for every reader of the chunk who has neither that nor a mark.
async fn cancel_chunk(
    tx: &mut Tx,
    chunk: &ChunkRow,
    now: i64,
    deltas: &mut Deltas,
) -> database::Result<bool> {
    let (ids, known) = chunk.known(tx).await?;
    let left: Vec<i64> = known.left(&ids).collect();
    let mut written = 0;
    for ids in left.chunks(250) {
        written += on_engine!(&mut *tx, conn => {
            let mut query = QueryBuilder::new(
                "INSERT INTO deliveries (newsletter_id, run_id, subscriber_id, state, attempts, attempt_id, node_id, \
                 dated_at, updated_at, reason) ");
            query.push_values(ids, |mut row, id| {
                row.push_bind(chunk.newsletter_id).push_bind(chunk.run_id).push_bind(*id)
                    .push_bind(State::Cancelled.code()).push_bind(0i16).push_bind(0i64).push_bind(0i64)
                    .push_bind(now).push_bind(now).push_bind("The campaign was cancelled first.");
            });
            query.push(" ON CONFLICT DO NOTHING");
            query.build().execute(conn).await?.rows_affected()
        });
    }
    deltas.add(chunk.run_id, State::Cancelled, written as i64);
    Ok(close_chunk(tx, chunk).await? || written > 0)
}

async fn cancel_rows(tx: &mut Tx, run_id: i64, now: i64, deltas: &mut Deltas) -> database::Result<bool> {
    let mut changed = false;
    for (from, to) in [
        (State::Queued, State::Cancelled),
        (State::Deferred, State::Cancelled),
        (State::InDoubt, State::Held),
    ] {
        // A row that was queued again because nobody knows whether it arrived stays in doubt.
        let doubtful = if to == State::Held { "" } else { " AND doubts = 0" };
        let rows = on_engine!(&mut *tx, conn => {
            let mut query = QueryBuilder::new("UPDATE deliveries SET not_before = 0, updated_at = ");
            query.push_bind(now).push(", state = ").push_bind(to.code()).push(" WHERE run_id = ").push_bind(run_id)
                .push(" AND state = ").push_bind(from.code()).push(concat!(" AND ", is_rare!())).push(doubtful);
            query.build().execute(conn).await?.rows_affected()
        }) as i64;
        deltas.add(run_id, from, -rows);
        deltas.add(run_id, to, rows);
        changed |= rows > 0;
        if to == State::Cancelled {
            let held = on_engine!(&mut *tx, conn => sqlx::query(
                concat!("UPDATE deliveries SET not_before = 0, updated_at = $2, state = ", code!(Held), " \
                 WHERE run_id = $1 AND state = $3 AND ", is_rare!(), " AND doubts > 0"))
                .bind(run_id).bind(now).bind(from.code()).execute(conn).await?.rows_affected())
                as i64;
            deltas.add(run_id, from, -held);
            deltas.add(run_id, State::Held, held);
            changed |= held > 0;
        }
    }
    Ok(changed)
}
