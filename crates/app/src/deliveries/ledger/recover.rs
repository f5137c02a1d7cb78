//! What a dead node left: its chunks go back, its claims are queued again, its dots without an outcome are in doubt.

use std::collections::HashMap;

use database::{Tx, on_engine};

use super::{ChunkRow, Deltas, SqlLedger, close_chunk};
use crate::{
    clock::{MINUTE, SECOND},
    deliveries::model::{Policy, State},
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
    /// Their dots without an outcome are in doubt.
    gone: Vec<i64>,
}

/// The open part of a run: where rows in flight can be.
#[derive(sqlx::FromRow)]
struct Span {
    newsletter_id: i64,
    run_id: i64,
    first_id: i64,
    last_id: i64,
}

pub async fn recover(ledger: &SqlLedger) -> database::Result<usize> {
    let now = ledger.app.now().0;
    let mut tx = ledger.app.db.begin().await?;
    on_engine!(&mut tx, conn => sqlx::query("UPDATE nodes SET heartbeat_at = $2, swept_at = NULL WHERE id = $1")
        .bind(ledger.node_id).bind(now).execute(conn).await.map(drop))?;
    let (nodes, alive) = nodes(&mut tx, ledger, now).await?;
    let policies = policies(&mut tx).await?;
    let mut deltas = Deltas::default();
    close_own_chunks(&mut tx, ledger.node_id).await?;
    for node in &nodes.silent {
        on_engine!(&mut tx, conn => sqlx::query(
            "UPDATE delivery_chunks SET node_id = NULL WHERE is_open AND node_id = $1").bind(node)
            .execute(conn).await.map(drop))?;
    }
    recover_rows(&mut tx, &nodes, &policies, now, &mut deltas).await?;
    if !nodes.gone.is_empty() {
        sweep(&mut tx, &nodes.gone, &policies, now, &mut deltas).await?;
    }
    deltas.write(&mut tx).await?;
    tx.commit().await?;
    Ok(alive)
}

async fn nodes(tx: &mut Tx, ledger: &SqlLedger, now: i64) -> database::Result<(Nodes, usize)> {
    let rows: Vec<Node> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, instance, heartbeat_at, stopped_at FROM nodes WHERE id <> $1 AND swept_at IS NULL ORDER BY id")
        .bind(ledger.node_id).fetch_all(conn).await?);
    let mut nodes = Nodes::default();
    let mut alive = 1;
    for node in rows {
        // This process holds the lock of the data folder, so an earlier one of it is dead.
        let dead = node.instance == ledger.instance || node.stopped_at.is_some();
        let silence = now - node.heartbeat_at;
        if dead || silence > SILENT {
            nodes.silent.push(node.id);
        } else {
            alive += 1;
        }
        if dead || silence > GONE {
            nodes.gone.push(node.id);
        }
    }
    Ok((nodes, alive))
}

/// A chunk whose last outcome came after its readers were counted is closed here.
async fn close_own_chunks(tx: &mut Tx, me: i64) -> database::Result<()> {
    let chunks: Vec<ChunkRow> = on_engine!(&mut *tx, conn => sqlx::query_as(
        "SELECT newsletter_id, run_id, chunk_no, first_id, last_id, readers, ids, node_id \
         FROM delivery_chunks WHERE is_open AND node_id = $1 ORDER BY run_id, chunk_no")
        .bind(me).fetch_all(conn).await?);
    for chunk in &chunks {
        let (rows, committing) = super::chunk_rows(tx, chunk).await?;
        if rows >= chunk.readers && committing == 0 {
            close_chunk(tx, chunk).await?;
        }
    }
    Ok(())
}

/// Puts every first attempt that a gone node left between intent and outcome in doubt, once per node. Such rows stand
/// only in open chunks, whoever leases those now.
async fn sweep(
    tx: &mut Tx,
    gone: &[i64],
    policies: &HashMap<i64, Policy>,
    now: i64,
    deltas: &mut Deltas,
) -> database::Result<()> {
    let spans: Vec<Span> = on_engine!(&mut *tx, conn => sqlx::query_as(
        "SELECT newsletter_id, run_id, MIN(first_id) AS first_id, MAX(last_id) AS last_id FROM delivery_chunks \
         WHERE is_open GROUP BY newsletter_id, run_id ORDER BY run_id").fetch_all(conn).await?);
    for node in gone {
        for span in &spans {
            let to = policies.get(&span.run_id).copied().unwrap_or(Policy::Hold).state();
            let rows = on_engine!(&mut *tx, conn => sqlx::query(
                "UPDATE deliveries SET state = $6, doubts = doubts + 1, not_before = 0, updated_at = $7, reason = $8 \
                 WHERE newsletter_id = $1 AND run_id = $2 AND subscriber_id BETWEEN $3 AND $4 AND state = 3 AND node_id = $5")
                .bind(span.newsletter_id).bind(span.run_id).bind(span.first_id).bind(span.last_id).bind(node)
                .bind(to.code()).bind(now).bind(WHY).execute(conn).await?.rows_affected())
                as i64;
            deltas.add(span.run_id, State::Committing, -rows);
            deltas.add(span.run_id, to, rows);
        }
        on_engine!(&mut *tx, conn => sqlx::query("UPDATE nodes SET swept_at = $2 WHERE id = $1").bind(node).bind(now)
            .execute(conn).await.map(drop))?;
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
    deltas: &mut Deltas,
) -> database::Result<()> {
    for (&run_id, policy) in policies {
        let owners: Vec<(i64, i16)> = on_engine!(&mut *tx, conn => sqlx::query_as(
            "SELECT DISTINCT node_id, state FROM deliveries \
             WHERE run_id = $1 AND state IN (2, 4) AND state NOT IN (3, 5)").bind(run_id).fetch_all(conn).await?);
        for (node, code) in owners {
            let (known, from, to) = if code == State::Claimed.code() {
                (&nodes.silent, State::Claimed, State::Queued)
            } else {
                (&nodes.gone, State::CommittingAgain, policy.state())
            };
            if !known.contains(&node) {
                continue;
            }
            let doubt = i16::from(from == State::CommittingAgain);
            let rows = on_engine!(&mut *tx, conn => sqlx::query(
                "UPDATE deliveries SET state = $3, doubts = doubts + $4, not_before = 0, updated_at = $5, \
                 reason = CASE WHEN $4 > 0 THEN $6 ELSE reason END \
                 WHERE run_id = $1 AND state = $7 AND node_id = $2 AND state NOT IN (3, 5)")
                .bind(run_id).bind(node).bind(to.code()).bind(doubt).bind(now).bind(WHY).bind(code)
                .execute(conn).await?.rows_affected()) as i64;
            deltas.add(run_id, from, -rows);
            deltas.add(run_id, to, rows);
        }
    }
    Ok(())
}
