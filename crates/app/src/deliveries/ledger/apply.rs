//! One durable transaction over the steps of many connections.

use std::collections::{BTreeMap, HashMap, HashSet};

use database::{Tx, on_engine};
use engine::ports::{Key, Origin, Settled, Step, Verdict};
use sqlx::QueryBuilder;

use super::{
    Deltas, Doubt, close_chunk, find_chunk,
    scene::{RunScene, Scene, unsendable},
    windows::{self, Stop, Tally},
};
use crate::{
    Timestamp, campaigns, clock,
    deliveries::events,
    domains::{self, Fared},
    runs::State,
};

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

/// One attempt at one reader: what a step is granted to, and nobody else.
type Attempt = (i64, i64, i64);

impl Change {
    fn attempt(&self) -> Attempt {
        (self.key.run_id, self.key.subscriber_id, self.attempt_id)
    }
}

#[derive(Default)]
struct Sorted {
    outcomes: Vec<Change>,
    /// First attempts: the row is inserted.
    inserts: Vec<Change>,
    /// Later attempts: the claimed row is updated.
    updates: Vec<Change>,
    /// Intents that found nothing left of the day.
    limited: Vec<usize>,
    /// Attempts with an outcome, and those with an intent or a settlement: of two steps the first counts.
    ended: HashSet<Attempt>,
    begun: HashSet<Attempt>,
}

/// What the transaction adds up to, beside the rows.
#[derive(Default)]
struct Sums {
    deltas: Deltas,
    /// Rows whose server spoke of the mailbox.
    bounces: Vec<Change>,
    /// Run → dots allowed, less those that were refused after all.
    dots: HashMap<i64, i64>,
    /// Run → how its mails ended.
    tallies: BTreeMap<i64, Tally>,
    /// Readers who came in doubt.
    doubts: Vec<Doubt>,
}

/// What a transaction came to.
pub struct Applied {
    pub verdicts: Vec<Verdict>,
    pub doubts: Vec<Doubt>,
    /// Campaigns that are to be stopped once this is durable.
    pub stops: Vec<Stop>,
}

pub async fn apply(tx: &mut Tx, node_id: i64, now: i64, steps: &[Step]) -> database::Result<Applied> {
    let scene = Scene::read(tx, node_id, now, steps).await?;
    let mut verdicts = vec![Verdict::Done; steps.len()];
    let sorted = sort(&scene, steps, &mut verdicts);
    let mut sums = Sums::default();
    outcomes(tx, &scene, &sorted.outcomes, &mut sums).await?;
    inserts(tx, &scene, &sorted.inserts, &mut sums, &mut verdicts).await?;
    updates(tx, &scene, &sorted.updates, &mut sums, &mut verdicts).await?;
    recognise(tx, &scene, steps, &mut verdicts).await?;
    for index in sorted.limited {
        // One that was granted before, and only its answer was lost, stays granted.
        if verdicts[index] == Verdict::Gone {
            verdicts[index] = Verdict::Limited;
        }
    }
    for step in steps {
        rest(tx, &scene, step, &mut sums.deltas).await?;
    }
    let doubts = std::mem::take(&mut sums.doubts);
    Ok(Applied { verdicts, doubts, stops: write_sums(tx, &scene, sums).await? })
}

async fn write_sums(tx: &mut Tx, scene: &Scene, sums: Sums) -> database::Result<Vec<Stop>> {
    let now = Timestamp(scene.now);
    sums.deltas.write(tx).await?;
    let domain = |run: &i64| scene.runs.get(run).and_then(|scene| scene.run.domain_id);
    let mut dots: BTreeMap<i64, i64> = BTreeMap::new();
    for (run, n) in &sums.dots {
        if let Some(domain) = domain(run) {
            *dots.entry(domain).or_default() += n;
        }
    }
    for (domain, n) in dots {
        domains::limits::count(tx, domain, n, now).await?;
    }
    let mut fared: BTreeMap<i64, Fared> = BTreeMap::new();
    let mut receivers: BTreeMap<(i64, &str), i64> = BTreeMap::new();
    for (run, tally) in &sums.tallies {
        let Some(domain) = domain(run) else { continue };
        fared.entry(domain).or_default().sent += tally.mails();
        for (receiver, n) in &tally.receivers {
            *receivers.entry((domain, receiver)).or_default() += n;
        }
    }
    domains::fared(tx, &fared).await?;
    domains::windows::sent(tx, &receivers, now).await?;
    let stops = windows::count(tx, scene, &sums.tallies).await?;
    for change in sums.bounces {
        let Some(run) = scene.runs.get(&change.key.run_id) else { continue };
        let event = events::Event {
            kind: if change.settled.hard_bounce { events::Kind::Bounced } else { events::Kind::SoftBounced },
            source: "smtp",
            enhanced_code: change.settled.enhanced_code.as_deref(),
            detail: change.settled.reason.as_deref(),
        };
        events::record_in(tx, run.run, change.key.subscriber_id, event, now).await?;
    }
    Ok(stops)
}

fn sort(scene: &Scene, steps: &[Step], verdicts: &mut [Verdict]) -> Sorted {
    let mut sorted = Sorted::default();
    let mut left = scene.left.clone();
    for (index, step) in steps.iter().enumerate() {
        match step {
            Step::Outcome { key, attempt_id, settled } => sorted.end(Change {
                index,
                key: *key,
                attempt_id: *attempt_id,
                attempt: 0,
                dated_at: 0,
                settled: scene.resolved(key.run_id, settled),
            }),
            Step::Settle { key, origin, attempt_id, attempt, dated_at, settled } => {
                let Some(settled) = windows::heeded(scene, key.run_id, *origin, settled) else { continue };
                let change = Change {
                    index,
                    key: *key,
                    attempt_id: *attempt_id,
                    attempt: *attempt,
                    dated_at: *dated_at,
                    settled,
                };
                sorted.begin(scene, *origin, change);
            }
            Step::Intent { key, epoch, origin, attempt_id, attempt, dated_at } => {
                verdicts[index] = Verdict::Gone;
                let run = scene.runs.get(&key.run_id).filter(|_| scene.is_current(key.run_id, *epoch));
                let Some(run) = run else { continue };
                let standing = scene.readers.get(&(key.newsletter_id, key.subscriber_id)).copied();
                let settled = match unsendable(standing) {
                    Some((state, reason)) => Settled::because(state, reason),
                    None if is_used_up(run, &mut left) => {
                        sorted.limited.push(index);
                        continue;
                    }
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
                verdicts[index] = sorted.begin(scene, *origin, change);
            }
            _ => {}
        }
    }
    sorted
}

/// Takes one mail from what the run's domain has left of today.
fn is_used_up(run: &RunScene, left: &mut HashMap<i64, i64>) -> bool {
    let Some(left) = run.run.domain_id.and_then(|domain| left.get_mut(&domain)) else { return false };
    *left -= 1;
    *left < 0
}

fn committing(origin: Origin) -> State {
    match origin {
        Origin::Chunk(_) => State::Committing,
        Origin::Row => State::CommittingAgain,
    }
}

impl Sorted {
    fn end(&mut self, change: Change) {
        if self.ended.insert(change.attempt()) {
            self.outcomes.push(change);
        }
    }

    /// Answers the verdict as far as it is known: [`Verdict::Gone`] until something is written.
    fn begin(&mut self, scene: &Scene, origin: Origin, change: Change) -> Verdict {
        let changes = match origin {
            Origin::Row => &mut self.updates,
            Origin::Chunk(no) if scene.chunks.contains(&(change.key.run_id, no)) => &mut self.inserts,
            Origin::Chunk(_) => return Verdict::Gone,
        };
        if !self.begun.insert(change.attempt()) {
            return Verdict::Refused;
        }
        changes.push(change);
        Verdict::Gone
    }
}

#[derive(sqlx::FromRow)]
struct Written {
    run_id: i64,
    subscriber_id: i64,
    attempt_id: i64,
    state: i16,
}

impl Written {
    fn attempt(&self) -> Attempt {
        (self.run_id, self.subscriber_id, self.attempt_id)
    }
}

async fn outcomes(tx: &mut Tx, scene: &Scene, changes: &[Change], sums: &mut Sums) -> database::Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let now = scene.now;
    let written: Vec<Written> = on_engine!(tx, conn => {
        let mut query = QueryBuilder::new(
            "WITH v (v_newsletter, v_run, v_reader, v_attempt, v_state, v_before, v_code, v_enhanced, v_reason, v_doubt) AS (");
        query.push_values(changes, |mut row, c| {
            let doubt = i16::from(is_doubt(c.settled.state));
            row.push_bind(c.key.newsletter_id).push_bind(c.key.run_id).push_bind(c.key.subscriber_id)
                .push_bind(c.attempt_id).push_bind(c.settled.state.code()).push_bind(c.settled.not_before)
                .push_bind(c.settled.code).push_bind(c.settled.enhanced_code.clone())
                .push_bind(c.settled.reason.clone()).push_bind(doubt);
        });
        // Who was in doubt before is not sent to again, and no count is too high to be written.
        query.push(") UPDATE deliveries SET state = CASE WHEN v_doubt > 0 AND doubts > 0 THEN 12 ELSE v_state END, \
            not_before = CASE WHEN v_doubt > 0 AND doubts > 0 THEN 0 ELSE v_before END, code = v_code, \
            enhanced_code = v_enhanced, reason = v_reason, \
            doubts = CASE WHEN doubts < 32767 THEN doubts + v_doubt ELSE doubts END, updated_at = ")
            .push_bind(now)
            .push(" FROM v WHERE newsletter_id = v_newsletter AND run_id = v_run AND subscriber_id = v_reader \
                AND attempt_id = v_attempt AND state IN (3, 4) RETURNING run_id, subscriber_id, attempt_id, state");
        query.build_query_as().fetch_all(conn).await?
    });
    note(scene, changes, &written, State::Committing, sums);
    sums.doubts.extend(written.iter().filter_map(|row| {
        let state = State::from_code(row.state).filter(|state| is_doubt(*state))?;
        Some(Doubt { run_id: row.run_id, subscriber_id: row.subscriber_id, state })
    }));
    Ok(())
}

/// Of the states that an outcome may lead to, those that it leads to because nobody knows whether the mail arrived.
fn is_doubt(state: State) -> bool {
    matches!(state, State::Queued | State::Held)
}

/// After midnight a refusal may be about a dot of the day before, which is not given back to the new day: the longest
/// wait for an answer, and a minute.
const LATE: i64 = 11 * clock::MINUTE;

/// Counts what was written and remembers bounces.
fn note(scene: &Scene, changes: &[Change], written: &[Written], from: State, sums: &mut Sums) {
    let rows: HashSet<Attempt> = written.iter().map(Written::attempt).collect();
    let late = scene.now.rem_euclid(clock::DAY) < LATE;
    for row in written {
        let Some(to) = State::from_code(row.state) else { continue };
        sums.deltas.moved(row.run_id, from, to);
        match (from, to) {
            (_, State::Committing | State::CommittingAgain) => *sums.dots.entry(row.run_id).or_default() += 1,
            (State::Committing, State::Deferred | State::Failed) if !late => {
                *sums.dots.entry(row.run_id).or_default() -= 1;
            }
            _ => {}
        }
    }
    for change in changes.iter().filter(|c| rows.contains(&c.attempt())) {
        sums.tallies.entry(change.key.run_id).or_default().add(from, &change.settled);
        if change.settled.hard_bounce || change.settled.soft_bounce {
            sums.bounces.push(change.clone());
        }
    }
}

async fn inserts(
    tx: &mut Tx,
    scene: &Scene,
    changes: &[Change],
    sums: &mut Sums,
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
        query.push(" ON CONFLICT DO NOTHING RETURNING run_id, subscriber_id, attempt_id, state");
        query.build_query_as().fetch_all(conn).await?
    });
    note(scene, changes, &written, State::Queued, sums);
    answer(changes, &written, verdicts);
    Ok(())
}

async fn updates(
    tx: &mut Tx,
    scene: &Scene,
    changes: &[Change],
    sums: &mut Sums,
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
                AND attempt_id = v_attempt AND state = 2 RETURNING run_id, subscriber_id, attempt_id, state");
        query.build_query_as().fetch_all(conn).await?
    });
    note(scene, changes, &written, State::Claimed, sums);
    answer(changes, &written, verdicts);
    Ok(())
}

/// Sets the verdicts of intents by what was written for the attempt: another attempt at the same reader, in the same
/// transaction or before it, has written nothing.
fn answer(changes: &[Change], written: &[Written], verdicts: &mut [Verdict]) {
    let states: HashMap<Attempt, State> =
        written.iter().filter_map(|w| State::from_code(w.state).map(|state| (w.attempt(), state))).collect();
    for change in changes {
        if verdicts[change.index] == Verdict::Gone
            && let Some(state) = states.get(&change.attempt())
        {
            verdicts[change.index] = Scene::verdict(*state);
        }
    }
}

/// An intent that wrote nothing may have been written by the same step before, when the answer to its commit was lost:
/// its row is recognised by its attempt, whatever became of the campaign or the chunk since. Where the row is another
/// attempt's although the chunk is ours, the chunk was leased twice, and nothing is left to be done for this reader.
async fn recognise(
    tx: &mut Tx,
    scene: &Scene,
    steps: &[Step],
    verdicts: &mut [Verdict],
) -> database::Result<()> {
    for (step, verdict) in steps.iter().zip(verdicts) {
        let Step::Intent { key, epoch, origin, attempt_id, .. } = step else { continue };
        if *verdict != Verdict::Gone {
            continue;
        }
        let row: Option<(i64, i16)> = on_engine!(&mut *tx, conn => sqlx::query_as(
            "SELECT attempt_id, state FROM deliveries WHERE newsletter_id = $1 AND run_id = $2 AND subscriber_id = $3")
            .bind(key.newsletter_id).bind(key.run_id).bind(key.subscriber_id).fetch_optional(conn).await?);
        let Some((attempt, code)) = row else { continue };
        if attempt != *attempt_id {
            if scene.is_ours(key.run_id, *epoch, *origin) {
                *verdict = Verdict::Refused;
            }
        } else if let Some(state) = State::from_code(code).filter(|state| *state != State::Claimed) {
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
            campaigns::pause_by_itself(tx, *campaign_id, Some(*epoch), reason, Timestamp(scene.now)).await?;
        }
        Step::Intent { .. } | Step::Outcome { .. } | Step::Settle { .. } => {}
    }
    Ok(())
}
