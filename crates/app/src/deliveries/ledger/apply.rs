//! One durable transaction over the steps of many connections.

use std::collections::{HashMap, HashSet};

use database::{Tx, on_engine};
use sqlx::QueryBuilder;

use super::{Deltas, close_chunk, find_chunk, locking};
use crate::{
    deliveries::{
        engine::ports::{Key, Origin, Settled, Step, Verdict},
        model::{Policy, State},
    },
    subscribers::{self, Status},
};

/// What a step may rely on, read once per transaction.
struct Scene {
    node_id: i64,
    now: i64,
    /// Run → (campaign is being sent, epoch, policy for readers in doubt).
    runs: HashMap<i64, (bool, i64, Policy)>,
    /// (run, chunk) leased by this node.
    chunks: HashSet<(i64, i64)>,
}

/// An intent or a settlement whose row is to be written.
#[derive(Clone, Debug)]
struct Change {
    /// Where the verdict goes.
    index: usize,
    key: Key,
    attempt_id: i64,
    attempt: i16,
    dated_at: i64,
    settled: Settled,
}

#[derive(Default)]
struct Sorted {
    outcomes: Vec<Change>,
    /// First attempts: the row is inserted.
    inserts: Vec<Change>,
    /// Later attempts: the claimed row is updated.
    updates: Vec<Change>,
}

pub async fn apply(tx: &mut Tx, node_id: i64, now: i64, steps: &[Step]) -> database::Result<Vec<Verdict>> {
    let scene =
        Scene { node_id, now, runs: runs(tx, steps).await?, chunks: own_chunks(tx, node_id, steps).await? };
    let statuses = statuses(tx, steps).await?;
    let mut verdicts = vec![Verdict::Done; steps.len()];
    let sorted = sort(&scene, steps, &statuses, &mut verdicts);
    let mut deltas = Deltas::default();
    let mut bounced = Vec::new();
    outcomes(tx, &scene, &sorted.outcomes, &mut deltas, &mut bounced).await?;
    inserts(tx, &scene, &sorted.inserts, &mut deltas, &mut bounced, &mut verdicts).await?;
    updates(tx, &scene, &sorted.updates, &mut deltas, &mut bounced, &mut verdicts).await?;
    recognise(tx, steps, &mut verdicts).await?;
    for step in steps {
        rest(tx, &scene, step, &mut deltas).await?;
    }
    deltas.write(tx).await?;
    if !bounced.is_empty() {
        subscribers::mark_bounced(tx, &bounced, crate::Timestamp(now)).await?;
    }
    Ok(verdicts)
}

async fn runs(tx: &mut Tx, steps: &[Step]) -> database::Result<HashMap<i64, (bool, i64, Policy)>> {
    let ids: HashSet<i64> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Intent { key, .. } | Step::Outcome { key, .. } | Step::Settle { key, .. } => {
                Some(key.run_id)
            }
            _ => None,
        })
        .collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let lock = locking(tx, " FOR SHARE OF c");
    let rows: Vec<(i64, String, i64, String)> = on_engine!(tx, conn => {
        let mut query = QueryBuilder::new(
            "SELECT r.id, c.status, c.epoch, c.in_doubt_policy FROM campaign_runs r \
             JOIN campaigns c ON c.id = r.campaign_id WHERE r.id IN (");
        let mut list = query.separated(", ");
        for id in ids {
            list.push_bind(id);
        }
        query.push(")").push(lock);
        query.build_query_as().fetch_all(conn).await?
    });
    Ok(rows
        .into_iter()
        .map(|(id, status, epoch, policy)| {
            // Nothing is sent again for a campaign that was cancelled.
            let policy = if status == "cancelled" { Policy::Hold } else { Policy::parse(&policy) };
            (id, (status == "sending", epoch, policy))
        })
        .collect())
}

async fn own_chunks(tx: &mut Tx, node_id: i64, steps: &[Step]) -> database::Result<HashSet<(i64, i64)>> {
    let wanted: HashSet<(i64, i64, i64)> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Intent { key, origin: Origin::Chunk(no), .. }
            | Step::Settle { key, origin: Origin::Chunk(no), .. } => {
                Some((key.newsletter_id, key.run_id, *no))
            }
            _ => None,
        })
        .collect();
    if wanted.is_empty() {
        return Ok(HashSet::new());
    }
    let lock = locking(tx, " FOR SHARE OF d");
    // A join in this order: for a list of three columns SQLite would scan every open chunk.
    let rows: Vec<(i64, i64)> = on_engine!(tx, conn => {
        let mut query = QueryBuilder::new("WITH w (newsletter, run, chunk) AS (");
        query.push_values(wanted, |mut row, (newsletter, run, no)| {
            row.push_bind(newsletter).push_bind(run).push_bind(no);
        });
        query.push(") SELECT d.run_id, d.chunk_no FROM w CROSS JOIN delivery_chunks d WHERE d.newsletter_id = newsletter \
            AND d.run_id = run AND d.chunk_no = chunk AND d.is_open AND d.node_id = ").push_bind(node_id).push(lock);
        query.build_query_as().fetch_all(conn).await?
    });
    Ok(rows.into_iter().collect())
}

/// The readers' present states: an unsubscribe that was answered is seen by every later commit point.
async fn statuses(tx: &mut Tx, steps: &[Step]) -> database::Result<HashMap<(i64, i64), Status>> {
    let mut wanted: HashMap<i64, Vec<i64>> = HashMap::new();
    for step in steps {
        if let Step::Intent { key, .. } = step {
            wanted.entry(key.newsletter_id).or_default().push(key.subscriber_id);
        }
    }
    let mut found = HashMap::new();
    for (newsletter_id, ids) in wanted {
        for (id, status) in subscribers::statuses_for_commit(tx, newsletter_id, &ids).await? {
            found.insert((newsletter_id, id), status);
        }
    }
    Ok(found)
}

/// Why a reader can no longer be sent to, if so.
pub fn unsendable(status: Option<Status>) -> Option<(State, &'static str)> {
    match status {
        Some(Status::Active) => None,
        None => Some((State::Skipped, "The reader was removed.")),
        Some(Status::Unsubscribed) => Some((State::Skipped, "The reader unsubscribed.")),
        Some(Status::Pending) => Some((State::Skipped, "The reader has not confirmed the subscription.")),
        Some(Status::Bounced) => Some((State::Suppressed, "An earlier mail to this address bounced.")),
        Some(Status::Complained) => Some((State::Suppressed, "The reader complained about an earlier mail.")),
    }
}

fn sort(
    scene: &Scene,
    steps: &[Step],
    statuses: &HashMap<(i64, i64), Status>,
    verdicts: &mut [Verdict],
) -> Sorted {
    let mut sorted = Sorted::default();
    for (index, step) in steps.iter().enumerate() {
        match step {
            Step::Outcome { key, attempt_id, settled } => sorted.outcomes.push(Change {
                index,
                key: *key,
                attempt_id: *attempt_id,
                attempt: 0,
                dated_at: 0,
                settled: scene.resolved(key.run_id, settled),
            }),
            Step::Settle { key, origin, attempt_id, attempt, dated_at, settled } => {
                let change = Change {
                    index,
                    key: *key,
                    attempt_id: *attempt_id,
                    attempt: *attempt,
                    dated_at: *dated_at,
                    settled: settled.clone(),
                };
                sorted.place(scene, *origin, change);
            }
            Step::Intent { key, epoch, origin, attempt_id, attempt, dated_at } => {
                verdicts[index] = Verdict::Gone;
                if !scene.runs.get(&key.run_id).is_some_and(|(sending, now, _)| *sending && now == epoch) {
                    continue;
                }
                let status = statuses.get(&(key.newsletter_id, key.subscriber_id)).copied();
                let settled = match unsendable(status) {
                    Some((state, reason)) => Settled::because(state, reason),
                    None => Settled { reason: None, ..Settled::because(committing(*origin), "") },
                };
                let change = Change {
                    index,
                    key: *key,
                    attempt_id: *attempt_id,
                    attempt: *attempt,
                    dated_at: *dated_at,
                    settled,
                };
                sorted.place(scene, *origin, change);
            }
            _ => {}
        }
    }
    sorted
}

fn committing(origin: Origin) -> State {
    match origin {
        Origin::Chunk(_) => State::Committing,
        Origin::Row => State::CommittingAgain,
    }
}

impl Sorted {
    fn place(&mut self, scene: &Scene, origin: Origin, change: Change) {
        match origin {
            Origin::Row => self.updates.push(change),
            Origin::Chunk(no) if scene.chunks.contains(&(change.key.run_id, no)) => self.inserts.push(change),
            Origin::Chunk(_) => {}
        }
    }
}

impl Scene {
    /// A lost connection after the dot is settled by the campaign's policy at once.
    fn resolved(&self, run_id: i64, settled: &Settled) -> Settled {
        let mut settled = settled.clone();
        if settled.state == State::InDoubt {
            let policy = self.runs.get(&run_id).map_or(Policy::Hold, |(_, _, policy)| *policy);
            settled.state = policy.state();
            settled.not_before = 0;
        }
        settled
    }

    fn verdict(state: State) -> Verdict {
        if matches!(state, State::Committing | State::CommittingAgain) {
            Verdict::Granted
        } else {
            Verdict::Refused
        }
    }
}

#[derive(sqlx::FromRow)]
struct Written {
    run_id: i64,
    subscriber_id: i64,
    state: i16,
}

async fn outcomes(
    tx: &mut Tx,
    scene: &Scene,
    changes: &[Change],
    deltas: &mut Deltas,
    bounced: &mut Vec<(i64, i64)>,
) -> database::Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let now = scene.now;
    let written: Vec<Written> = on_engine!(tx, conn => {
        let mut query = QueryBuilder::new(
            "WITH v (v_newsletter, v_run, v_reader, v_attempt, v_state, v_before, v_code, v_enhanced, v_reason, v_doubt) AS (");
        query.push_values(changes, |mut row, c| {
            let doubt = i16::from(matches!(c.settled.state, State::Queued | State::Held));
            row.push_bind(c.key.newsletter_id).push_bind(c.key.run_id).push_bind(c.key.subscriber_id)
                .push_bind(c.attempt_id).push_bind(c.settled.state.code()).push_bind(c.settled.not_before)
                .push_bind(c.settled.code).push_bind(c.settled.enhanced_code.clone())
                .push_bind(c.settled.reason.clone()).push_bind(doubt);
        });
        query.push(") UPDATE deliveries SET state = v_state, not_before = v_before, code = v_code, \
            enhanced_code = v_enhanced, reason = v_reason, doubts = doubts + v_doubt, updated_at = ")
            .push_bind(now)
            .push(" FROM v WHERE newsletter_id = v_newsletter AND run_id = v_run AND subscriber_id = v_reader \
                AND attempt_id = v_attempt AND state IN (3, 4) RETURNING run_id, subscriber_id, state");
        query.build_query_as().fetch_all(conn).await?
    });
    note(changes, &written, State::Committing, deltas, bounced);
    Ok(())
}

/// Counts what was written and remembers hard bounces.
fn note(
    changes: &[Change],
    written: &[Written],
    from: State,
    deltas: &mut Deltas,
    bounced: &mut Vec<(i64, i64)>,
) {
    let rows: HashSet<(i64, i64)> = written.iter().map(|w| (w.run_id, w.subscriber_id)).collect();
    for row in written {
        if let Some(to) = State::from_code(row.state) {
            deltas.moved(row.run_id, from, to);
        }
    }
    bounced.extend(
        changes
            .iter()
            .filter(|c| c.settled.hard_bounce && rows.contains(&(c.key.run_id, c.key.subscriber_id)))
            .map(|c| (c.key.newsletter_id, c.key.subscriber_id)),
    );
}

async fn inserts(
    tx: &mut Tx,
    scene: &Scene,
    changes: &[Change],
    deltas: &mut Deltas,
    bounced: &mut Vec<(i64, i64)>,
    verdicts: &mut [Verdict],
) -> database::Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let (now, node_id) = (scene.now, scene.node_id);
    let written: Vec<Written> = on_engine!(&mut *tx, conn => {
        let mut query = QueryBuilder::new(
            "INSERT INTO deliveries (newsletter_id, run_id, subscriber_id, state, attempts, attempt_id, node_id, \
             not_before, dated_at, updated_at, code, enhanced_code, reason) ");
        query.push_values(changes, |mut row, c| {
            row.push_bind(c.key.newsletter_id).push_bind(c.key.run_id).push_bind(c.key.subscriber_id)
                .push_bind(c.settled.state.code()).push_bind(c.attempt).push_bind(c.attempt_id).push_bind(node_id)
                .push_bind(c.settled.not_before).push_bind(c.dated_at).push_bind(now).push_bind(c.settled.code)
                .push_bind(c.settled.enhanced_code.clone()).push_bind(c.settled.reason.clone());
        });
        query.push(" ON CONFLICT DO NOTHING RETURNING run_id, subscriber_id, state");
        query.build_query_as().fetch_all(conn).await?
    });
    note(changes, &written, State::Queued, deltas, bounced);
    answer(changes, &written, verdicts);
    Ok(())
}

async fn updates(
    tx: &mut Tx,
    scene: &Scene,
    changes: &[Change],
    deltas: &mut Deltas,
    bounced: &mut Vec<(i64, i64)>,
    verdicts: &mut [Verdict],
) -> database::Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let now = scene.now;
    let written: Vec<Written> = on_engine!(&mut *tx, conn => {
        let mut query = QueryBuilder::new(
            "WITH v (v_newsletter, v_run, v_reader, v_attempt, v_number, v_state, v_before, v_code, v_enhanced, v_reason) AS (");
        query.push_values(changes, |mut row, c| {
            row.push_bind(c.key.newsletter_id).push_bind(c.key.run_id).push_bind(c.key.subscriber_id)
                .push_bind(c.attempt_id).push_bind(c.attempt).push_bind(c.settled.state.code())
                .push_bind(c.settled.not_before).push_bind(c.settled.code).push_bind(c.settled.enhanced_code.clone())
                .push_bind(c.settled.reason.clone());
        });
        query.push(") UPDATE deliveries SET state = v_state, attempts = v_number, not_before = v_before, code = v_code, \
            enhanced_code = v_enhanced, reason = v_reason, updated_at = ")
            .push_bind(now)
            .push(" FROM v WHERE newsletter_id = v_newsletter AND run_id = v_run AND subscriber_id = v_reader \
                AND attempt_id = v_attempt AND state = 2 RETURNING run_id, subscriber_id, state");
        query.build_query_as().fetch_all(conn).await?
    });
    note(changes, &written, State::Claimed, deltas, bounced);
    answer(changes, &written, verdicts);
    Ok(())
}

/// Sets the verdicts of intents by what was written.
fn answer(changes: &[Change], written: &[Written], verdicts: &mut [Verdict]) {
    let states: HashMap<(i64, i64), State> = written
        .iter()
        .filter_map(|w| State::from_code(w.state).map(|state| ((w.run_id, w.subscriber_id), state)))
        .collect();
    for change in changes {
        if verdicts[change.index] == Verdict::Gone
            && let Some(state) = states.get(&(change.key.run_id, change.key.subscriber_id))
        {
            verdicts[change.index] = Scene::verdict(*state);
        }
    }
}

/// An intent that wrote nothing may have been written by the same step before, when the answer to its commit was lost:
/// its row is recognised by its attempt, whatever became of the campaign or the chunk since.
async fn recognise(tx: &mut Tx, steps: &[Step], verdicts: &mut [Verdict]) -> database::Result<()> {
    for (step, verdict) in steps.iter().zip(verdicts) {
        let Step::Intent { key, attempt_id, .. } = step else { continue };
        if *verdict != Verdict::Gone {
            continue;
        }
        let row: Option<(i64, i16)> = on_engine!(&mut *tx, conn => sqlx::query_as(
            "SELECT attempt_id, state FROM deliveries WHERE newsletter_id = $1 AND run_id = $2 AND subscriber_id = $3")
            .bind(key.newsletter_id).bind(key.run_id).bind(key.subscriber_id).fetch_optional(conn).await?);
        if let Some((_, code)) = row.filter(|(attempt, _)| attempt == attempt_id)
            && let Some(state) = State::from_code(code).filter(|state| *state != State::Claimed)
        {
            *verdict = Scene::verdict(state);
        }
    }
    Ok(())
}

async fn rest(tx: &mut Tx, scene: &Scene, step: &Step, deltas: &mut Deltas) -> database::Result<()> {
    match step {
        Step::CloseChunk { newsletter_id, run_id, chunk_no } => {
            if let Some(chunk) = find_chunk(tx, *newsletter_id, *run_id, *chunk_no).await?
                && chunk.node_id == Some(scene.node_id)
            {
                close_chunk(tx, &chunk).await?;
            }
        }
        Step::ReleaseChunk { newsletter_id, run_id, chunk_no } => {
            on_engine!(tx, conn => sqlx::query(
                "UPDATE delivery_chunks SET node_id = NULL \
                 WHERE newsletter_id = $1 AND run_id = $2 AND chunk_no = $3 AND node_id = $4")
                .bind(newsletter_id).bind(run_id).bind(chunk_no).bind(scene.node_id).execute(conn).await.map(drop))?;
        }
        Step::ReleaseRun { newsletter_id, run_id } => {
            on_engine!(&mut *tx, conn => sqlx::query(
                "UPDATE delivery_chunks SET node_id = NULL WHERE newsletter_id = $1 AND run_id = $2 AND is_open AND node_id = $3")
                .bind(newsletter_id).bind(run_id).bind(scene.node_id).execute(conn).await.map(drop))?;
            let rows = on_engine!(&mut *tx, conn => sqlx::query(
                "UPDATE deliveries SET state = 1, not_before = 0, updated_at = $3 \
                 WHERE run_id = $1 AND state = 2 AND node_id = $2 AND state NOT IN (3, 5)")
                .bind(run_id).bind(scene.node_id).bind(scene.now).execute(conn).await?.rows_affected())
                as i64;
            deltas.add(*run_id, State::Claimed, -rows);
        }
        Step::Unclaim { key, attempt_id } => {
            let changed = on_engine!(tx, conn => sqlx::query(
                "UPDATE deliveries SET state = 1, not_before = 0, updated_at = $5 \
                 WHERE newsletter_id = $1 AND run_id = $2 AND subscriber_id = $3 AND attempt_id = $4 AND state = 2")
                .bind(key.newsletter_id).bind(key.run_id).bind(key.subscriber_id).bind(attempt_id).bind(scene.now)
                .execute(conn).await?.rows_affected());
            if changed > 0 {
                deltas.moved(key.run_id, State::Claimed, State::Queued);
            }
        }
        Step::Block { campaign_id, epoch, reason } => {
            on_engine!(tx, conn => sqlx::query(
                "UPDATE campaigns SET status = 'paused', pause_reason = $3, epoch = epoch + 1, updated_at = $4 \
                 WHERE id = $1 AND epoch = $2 AND status = 'sending'")
                .bind(campaign_id).bind(epoch).bind(reason).bind(scene.now).execute(conn).await.map(drop))?;
        }
        Step::Intent { .. } | Step::Outcome { .. } | Step::Settle { .. } => {}
    }
    Ok(())
}
