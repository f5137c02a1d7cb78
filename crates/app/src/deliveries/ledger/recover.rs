//! What a dead node left: its chunks go back, its claims are queued again, its dots without an outcome are in doubt.

use std::collections::{HashMap, HashSet};

use database::{Tx, on_engine};
use sqlx::{Build as _, QueryBuilder};

use super::{ChunkRow, Deltas, Doubt, SqlLedger, close_chunk, locking, log_doubts, uncounted};
use crate::{
    NewsletterId, RunId, SubscriberId,
    clock::{Agreed, MINUTE, SECOND},
    deliveries::{
        marks::{self, Bits, Damaged},
        model::Policy,
        sql::{code, is_rare},
    },
    runs::State,
};

/// A node that was silent for this long is no longer given credit for its leases: its commit points are fenced.
const SILENT: i64 = 30 * SECOND;
/// Longer than any server may take to answer a dot: after this a silent node's dots will not be answered.
const GONE: i64 = 15 * MINUTE;

#[derive(sqlx::FromRow)]
struct Node {
    id: i64,
    instance: String,
    heartbeat_at: i64,
    stopped_at: Option<i64>,
}

/// Nodes that own or may own something.
#[derive(Default)]
struct Nodes {
    /// Their leases and claims are taken back.
    silent: Vec<i64>,
    /// Their dots without an outcome are in doubt. With the heartbeat that was the last.
    gone: Vec<(i64, i64)>,
    /// Of those, which did not say goodbye.
    lost: Vec<i64>,
}

/// What a recovery comes to.
#[derive(Default)]
struct Found {
    deltas: Deltas,
    doubts: Vec<Doubt>,
    damaged: Vec<Damaged>,
}

impl Found {
    /// Remembers what cannot be read, so that everything else is recovered.
    fn unless_damaged<T>(&mut self, read: database::Result<T>) -> database::Result<Option<T>> {
        Ok(Damaged::apart(read)?.map_err(|damage| self.damaged.push(damage)).ok())
    }
}

/// The open part of a run: where rows in flight can be.
#[derive(sqlx::FromRow)]
struct Span {
    newsletter_id: NewsletterId,
    run_id: i64,
    first_id: i64,
    last_id: i64,
}

pub async fn recover(ledger: &SqlLedger) -> database::Result<usize> {
    let agreed = ledger.core.clock.agreed(ledger.core.db.clock()).await?;
    ledger.put_right(agreed);
    let now = agreed.now.0;
    let mut tx = ledger.core.db.begin().await?;
    on_engine!(&mut tx, conn => sqlx::query(
        "UPDATE nodes SET heartbeat_at = $2, clock_ahead = $3, swept_at = NULL WHERE id = $1")
        .bind(ledger.node_id).bind(now).bind(agreed.ahead).execute(conn).await.map(drop))?;
    let (nodes, alive) = nodes(&mut tx, ledger, agreed).await?;
    let policies = policies(&mut tx).await?;
    let mut found = Found::default();
    close_own_chunks(&mut tx, ledger.node_id, &mut found).await?;
    for node in &nodes.silent {
        let chunks = on_engine!(&mut tx, conn => sqlx::query(
            "UPDATE delivery_chunks SET node_id = NULL WHERE is_open AND node_id = $1").bind(node)
            .execute(conn).await?.rows_affected());
        if chunks > 0 {
            let node_id = *node;
            tx.then(move || {
                tracing::info!(
                    node_id,
                    chunks,
                    "others go on with the subscribers of a node that ended or fell silent"
                );
            });
        }
    }
    // Marks before rows, as a group commit has them.
    for (node, _) in &nodes.gone {
        sweep_marks(&mut tx, *node, &policies, now, &mut found).await?;
    }
    recover_rows(&mut tx, &nodes, &policies, now, &mut found).await?;
    if !nodes.gone.is_empty() {
        sweep(&mut tx, &nodes, &policies, now, &mut found).await?;
    }
    found.deltas.write(&mut tx).await?;
    for (node, _) in &nodes.gone {
        uncounted::count_of_node(&mut tx, *node, agreed.now).await?;
    }
    tx.commit().await?;
    log_doubts(&found.doubts);
    ledger.stop_damaged(&found.damaged).await;
    Ok(alive)
}

/// Who is dead, by the time on which all nodes agree. Where this machine's clock and the database's do not, one of them
/// is wrong, and silence proves nothing.
async fn nodes(tx: &mut Tx, ledger: &SqlLedger, agreed: Agreed) -> database::Result<(Nodes, usize)> {
    let rows: Vec<Node> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, instance, heartbeat_at, stopped_at FROM nodes WHERE id <> $1 AND swept_at IS NULL ORDER BY id")
        .bind(ledger.node_id).fetch_all(conn).await?);
    let mut nodes = Nodes::default();
    let mut alive = 1;
    for node in rows {
        // This process holds the lock of the data folder, so an earlier one of it is dead.
        let dead = node.instance == ledger.instance || node.stopped_at.is_some();
        let silence = agreed.now.0 - node.heartbeat_at;
        if !dead && silence <= SILENT {
            alive += 1;
        }
        if dead || (silence > SILENT && !agreed.is_off()) {
            nodes.silent.push(node.id);
        }
        if dead || (silence > GONE && !agreed.is_off()) {
            if node.stopped_at.is_none() {
                nodes.lost.push(node.id);
            }
            nodes.gone.push((node.id, node.heartbeat_at));
        }
    }
    Ok((nodes, alive))
}

/// A chunk whose last outcome came after its readers were counted is closed here.
async fn close_own_chunks(tx: &mut Tx, me: i64, found: &mut Found) -> database::Result<()> {
    let chunks: Vec<ChunkRow> = on_engine!(&mut *tx, conn => sqlx::query_as(
        "SELECT newsletter_id, run_id, chunk_no, readers, ids, node_id \
         FROM delivery_chunks WHERE is_open AND node_id = $1 ORDER BY run_id, chunk_no")
        .bind(me).fetch_all(conn).await?);
    for chunk in &chunks {
        let Some((_, known)) = found.unless_damaged(chunk.known(tx).await)? else { continue };
        if chunk.is_done(&known) {
            close_chunk(tx, chunk).await?;
        }
    }
    Ok(())
}

/// Puts every first attempt that a gone node left between intent and outcome in doubt, once per node. Such rows stand
/// only in open chunks, whoever leases those now.
async fn sweep(
    tx: &mut Tx,
    nodes: &Nodes,
    policies: &HashMap<i64, Policy>,
    now: i64,
    found: &mut Found,
) -> database::Result<()> {
    let spans: Vec<Span> = on_engine!(&mut *tx, conn => sqlx::query_as(
        "SELECT newsletter_id, run_id, MIN(first_id) AS first_id, MAX(last_id) AS last_id FROM delivery_chunks \
         WHERE is_open GROUP BY newsletter_id, run_id ORDER BY run_id").fetch_all(conn).await?);
    for (node, heartbeat) in &nodes.gone {
        for span in &spans {
            let policy = policies.get(&span.run_id).copied().unwrap_or(Policy::Hold);
            let left = Left { run_id: span.run_id, node: *node, attempts: 1, span: Some(span) };
            doubt(tx, &left, policy, now, found).await?;
        }
        let swept = on_engine!(&mut *tx, conn => sqlx::query(
            "UPDATE nodes SET swept_at = $2 WHERE id = $1 AND heartbeat_at = $3 AND swept_at IS NULL")
            .bind(node).bind(now).bind(heartbeat).execute(conn).await?.rows_affected());
        if swept > 0 && nodes.lost.contains(node) {
            let node_id = *node;
            tx.then(move || {
                tracing::warn!(node_id, "a node is lost: it ended without a word, or fell silent");
            });
        }
    }
    Ok(())
}

/// The same for those on the plain path: they leave it.
async fn sweep_marks(
    tx: &mut Tx,
    node: i64,
    policies: &HashMap<i64, Policy>,
    now: i64,
    found: &mut Found,
) -> database::Result<()> {
    let lock = locking(tx, " FOR UPDATE OF m");
    let leases: Vec<(NewsletterId, i64, i64, i64)> = on_engine!(&mut *tx, conn => {
        QueryBuilder::new(
            "SELECT m.newsletter_id, m.run_id, m.chunk_no, m.lease_no FROM delivery_chunks c JOIN delivery_marks m \
             ON m.newsletter_id = c.newsletter_id AND m.run_id = c.run_id AND m.chunk_no = c.chunk_no \
             WHERE c.is_open AND m.version > 0 AND m.node_id = ")
            .push_bind(node).push(" ORDER BY m.newsletter_id, m.run_id, m.chunk_no, m.lease_no").push(lock)
            .build_as().fetch_all(conn).await?
    });
    for (newsletter_id, run_id, chunk_no, lease_no) in leases {
        let all = marks::of_chunks(tx, newsletter_id, RunId::new(run_id), &[chunk_no]).await;
        let Some(all) = found.unless_damaged(all)? else { continue };
        let Some(lease) = all.into_iter().find(|lease| lease.lease_no == lease_no) else { continue };
        let left: Vec<_> =
            lease.marks.readers(&lease.ids).filter(|mark| mark.state == State::Committing).collect();
        let policy = policies.get(&run_id).copied().unwrap_or(Policy::Hold);
        let (state, not_before) = policy.of_doubt(0, due(1, now));
        let mut written: HashSet<SubscriberId> = HashSet::new();
        for part in left.chunks(250) {
            let rows: Vec<SubscriberId> = on_engine!(&mut *tx, conn => {
                let mut query = QueryBuilder::new(
                    "INSERT INTO deliveries (newsletter_id, run_id, subscriber_id, state, attempts, doubts, attempt_id, node_id, \
                     not_before, dated_at, updated_at, reason) ");
                query.push_values(part, |mut row, mark| {
                    row.push_bind(newsletter_id).push_bind(run_id).push_bind(mark.subscriber_id).push_bind(state.code())
                        .push_bind(1i16).push_bind(1i16).push_bind(0i64).push_bind(node).push_bind(not_before)
                        .push_bind(mark.at).push_bind(now).push_bind(WHY);
                });
                query.push(" ON CONFLICT DO NOTHING RETURNING subscriber_id");
                query.build_scalar().fetch_all(conn).await?
            });
            written.extend(rows);
        }
        for mark in left {
            if !written.contains(&mark.subscriber_id) {
                found.deltas.add(run_id, State::Committing, -1);
                continue;
            }
            found.deltas.moved(run_id, State::Committing, state);
            found.doubts.push(Doubt { run_id, subscriber_id: mark.subscriber_id.get(), state });
        }
        on_engine!(&mut *tx, conn => sqlx::query(
            "UPDATE delivery_marks SET version = -1, in_flight = $5 \
             WHERE newsletter_id = $1 AND run_id = $2 AND chunk_no = $3 AND lease_no = $4")
            .bind(newsletter_id).bind(run_id).bind(chunk_no).bind(lease_no).bind(Bits::none(lease.ids.len()).bytes())
            .execute(conn).await.map(drop))?;
    }
    Ok(())
}

/// When the retry schedule has the attempt after so many, for readers whom nobody waits for.
fn due(attempts: i16, now: i64) -> Option<i64> {
    mailer::retry_delay(u32::try_from(attempts).unwrap_or(1), 0.5).map(|delay| now + delay.as_millis() as i64)
}

/// Rows of one run that a gone node left between intent and outcome.
struct Left<'a> {
    run_id: i64,
    node: i64,
    /// The attempt that is in doubt.
    attempts: i16,
    /// Where first attempts are; later ones are found by their index.
    span: Option<&'a Span>,
}

/// Puts rows in doubt, by the rule of an outcome: once more after a while, then held.
async fn doubt(
    tx: &mut Tx,
    left: &Left<'_>,
    policy: Policy,
    now: i64,
    found: &mut Found,
) -> database::Result<()> {
    let (to, not_before) = policy.of_doubt(0, due(left.attempts, now));
    let rows: Vec<(i64, i16)> = on_engine!(&mut *tx, conn => {
        let mut query = QueryBuilder::new(concat!("UPDATE deliveries SET state = CASE WHEN doubts > 0 THEN ", code!(Held), " ELSE "));
        query.push_bind(to.code()).push(" END, not_before = CASE WHEN doubts > 0 THEN 0 ELSE ").push_bind(not_before)
            .push(" END, doubts = CASE WHEN doubts < 32767 THEN doubts + 1 ELSE doubts END, updated_at = ").push_bind(now)
            .push(", reason = ").push_bind(WHY).push(" WHERE run_id = ").push_bind(left.run_id)
            .push(" AND node_id = ").push_bind(left.node);
        match left.span {
            Some(span) => query.push(concat!(" AND state = ", code!(Committing), " AND newsletter_id = ")).push_bind(span.newsletter_id)
                .push(" AND subscriber_id BETWEEN ").push_bind(span.first_id).push(" AND ").push_bind(span.last_id),
            None => query.push(concat!(" AND state = ", code!(CommittingAgain), " AND ", is_rare!(), " AND attempts = ")).push_bind(left.attempts),
        };
        query.push(" RETURNING subscriber_id, state").build_as().fetch_all(conn).await?
    });
    for (subscriber_id, code) in rows {
        let Some(state) = State::from_code(code) else { continue };
        found.deltas.moved(left.run_id, State::Committing, state);
        found.doubts.push(Doubt { run_id: left.run_id, subscriber_id, state });
    }
    Ok(())
}

/// Run → policy.
async fn policies(tx: &mut Tx) -> database::Result<HashMap<i64, Policy>> {
    let rows: Vec<(i64, String, String)> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT r.id, c.status, c.in_doubt_policy FROM campaign_runs r JOIN campaigns c ON c.id = r.campaign_id \
         WHERE r.state <> 'done'").fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(id, status, choice)| (id, Policy::of(&status, &choice))).collect())
}

const WHY: &str =
    "The sender stopped after it had handed the message over and before the answer was recorded.";

/// Later attempts of dead nodes: claimed ones are queued again, committing ones are in doubt.
async fn recover_rows(
    tx: &mut Tx,
    nodes: &Nodes,
    policies: &HashMap<i64, Policy>,
    now: i64,
    found: &mut Found,
) -> database::Result<()> {
    for (&run_id, policy) in policies {
        let owners: Vec<(i64, i16, i16)> = on_engine!(&mut *tx, conn => sqlx::query_as(
            concat!("SELECT DISTINCT node_id, state, attempts FROM deliveries \
             WHERE run_id = $1 AND state IN (", code!(Claimed), ", ", code!(CommittingAgain), ") AND ", is_rare!())).bind(run_id).fetch_all(conn).await?);
        for (node, code, attempts) in owners {
            if code == State::Claimed.code() && nodes.silent.contains(&node) {
                requeue(tx, run_id, node, now, &mut found.deltas).await?;
            } else if code == State::CommittingAgain.code()
                && nodes.gone.iter().any(|(gone, _)| *gone == node)
            {
                doubt(tx, &Left { run_id, node, attempts, span: None }, *policy, now, found).await?;
            }
        }
    }
    Ok(())
}

/// Gives back what a node has claimed of a run and not begun.
pub(super) async fn requeue(
    tx: &mut Tx,
    run_id: i64,
    node: i64,
    now: i64,
    deltas: &mut Deltas,
) -> database::Result<()> {
    let rows = on_engine!(tx, conn => sqlx::query(
        concat!("UPDATE deliveries SET state = ", code!(Queued), ", not_before = 0, updated_at = $3 \
         WHERE run_id = $1 AND state = ", code!(Claimed), " AND node_id = $2 AND ", is_rare!()))
        .bind(run_id).bind(node).bind(now).execute(conn).await?.rows_affected()) as i64;
    deltas.add(run_id, State::Claimed, -rows);
    Ok(())
}
