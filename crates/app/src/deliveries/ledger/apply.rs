//! One durable transaction over the steps of many connections.

use std::{collections::BTreeMap, sync::Mutex};

use database::{Statement, Tx, on_engine, together};
use engine::ports::{Origin, Settled, Step, Verdict};
use platform::quick::{HashMap, HashSet};

use super::{
    Deltas, Doubt, close_chunk,
    context::{RunContext, StepContext},
    find_chunk,
    foreseen::Foreseen,
    leases::{Drafts, Intents, Leases, Outcomes},
    readings::Readings,
    recover::requeue,
    statements::{self, Attempt, Change, Written, is_doubt},
    windows::{self, Stop, Tally},
};
use crate::{
    CampaignId, NewsletterId, SubscriberId, Timestamp, campaigns, clock,
    deliveries::{events, marks::Damaged, sql::code},
    domains::{self, SendStats, windows::Receivers},
    runs::State,
};

#[derive(Default)]
pub(super) struct Sorted {
    pub outcomes: Vec<Change>,
    /// First attempts: the row is inserted.
    pub inserts: Vec<Change>,
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
pub(super) struct Totals {
    pub deltas: Deltas,
    /// Rows whose server spoke of the mailbox.
    bounces: Vec<Change>,
    /// Run → dots allowed, less those that were refused after all.
    pub dots: HashMap<i64, i64>,
    /// Run → how its mails ended.
    pub tallies: BTreeMap<i64, Tally>,
    /// Readers who came in doubt.
    doubts: Vec<Doubt>,
}

/// What a transaction came to, now that it is durable.
pub struct Applied {
    pub verdicts: Vec<Verdict>,
    pub doubts: Vec<Doubt>,
    /// Campaigns that are to be stopped.
    pub stops: Vec<Stop>,
    /// What could not be read, so that its campaigns are to be stopped too.
    pub damaged: Vec<Damaged>,
    /// As [`StepContext`] has it.
    pub horizon: i64,
}

/// Applies the steps and commits. `None`: this node was taken for dead, so that what it knew of its leases was not so any more;
/// nothing is written, and the next try reads them again.
pub async fn apply(
    mut tx: Tx,
    (leases, foreseen): (&mut Leases, &mut Foreseen),
    readings: &Mutex<Readings>,
    node_id: i64,
    now: i64,
    steps: &[Step],
) -> database::Result<Option<Applied>> {
    let mut context = StepContext::read(&mut tx, readings, node_id, now, steps).await?;
    let mut drafts = Drafts::open(&mut tx, leases, &context, steps).await?;
    let mut verdicts = vec![Verdict::Done; steps.len()];
    let sorted = classify(&context, steps, &mut verdicts);
    let mut totals = Totals::default();
    drafts.confirm(steps);
    if foreseen.is_unsure {
        drafts.fence();
    }
    let ended = drafts.outcomes(sorted.outcomes, now);
    let begun = drafts.intents(sorted.inserts);
    let mut marks = drafts.changes();
    let rows = [&ended.left, &ended.rows, &begun.rows, &sorted.updates];
    if rows.iter().any(|rows| !rows.is_empty()) || steps.iter().any(is_maintenance) {
        // Before any row: whoever takes over from a node that fell silent locks them in this order.
        let written = together(&mut tx, std::mem::take(&mut marks)).await?;
        if written.iter().any(|rows| *rows != 1) {
            return Ok(None);
        }
    }
    plainly(&context, &ended, &begun, &mut totals, &mut verdicts);
    left(&mut tx, &context, &ended.left, &mut totals).await?;
    outcomes(&mut tx, &context, &ended.rows, &mut totals).await?;
    inserts(&mut tx, &context, &begun.rows, &mut totals, &mut verdicts).await?;
    updates(&mut tx, &context, &sorted.updates, &mut totals, &mut verdicts).await?;
    recognise(&mut tx, &context, &drafts, steps, &mut verdicts).await?;
    for index in sorted.limited {
        // One that was granted before, and only its answer was lost, stays granted.
        if verdicts[index] == Verdict::Gone {
            verdicts[index] = Verdict::Limited;
        }
    }
    for step in steps {
        apply_maintenance(&mut tx, &context, step, &mut drafts, &mut totals.deltas).await?;
    }
    let caught_up = foreseen.catch_up(&mut context, &mut totals);
    let doubts = std::mem::take(&mut totals.doubts);
    let Some((to_stop, receivers)) = write_totals(&mut tx, &context, totals, (marks, caught_up)).await?
    else {
        return Ok(None);
    };
    tx.commit().await?;
    let horizon = context.horizon;
    foreseen.remember(context, receivers);
    Ok(Some(Applied { verdicts, doubts, stops: to_stop, damaged: drafts.keep(), horizon }))
}

/// Marks that are not written yet, then the counters. `None`: somebody else has written such marks.
async fn write_totals(
    tx: &mut Tx,
    context: &StepContext,
    totals: Totals,
    (marks, caught_up): (Vec<Statement>, Vec<Statement>),
) -> database::Result<Option<(Vec<Stop>, BTreeMap<i64, Receivers>)>> {
    let now = Timestamp(context.now);
    let (mut windows, counted) = windows::count(context, &totals.tallies);
    let of_domains = totals.of_domains(context);
    let (own, mut statements) = (marks.len(), marks);
    statements.extend(totals.deltas.changes());
    let before_windows = statements.len();
    statements.extend(counted);
    let behind_windows = statements.len();
    statements.extend(of_domains.changes(now));
    let before_caught_up = statements.len();
    statements.extend(caught_up);
    let written = together(tx, statements).await?;
    // What waited may have been counted at the end of the run meanwhile.
    if written[..own].iter().chain(&written[before_caught_up..]).any(|rows| *rows != 1) {
        return Ok(None);
    }
    windows::again(tx, context, &mut windows, &written[before_windows..behind_windows]).await?;
    let receivers = domains::windows::sent(tx, &of_domains.receivers, now).await?;
    for change in totals.bounces {
        let Some(run) = context.runs.get(&change.key.run_id) else { continue };
        let event = events::Event {
            kind: if change.settled.hard_bounce {
                events::DeliveryEventKind::Bounced
            } else {
                events::DeliveryEventKind::SoftBounced
            },
            source: "smtp",
            enhanced_code: change.settled.enhanced_code.as_deref(),
            detail: change.settled.reason.as_deref(),
        };
        events::record_in(tx, run.run, SubscriberId::new(change.key.subscriber_id), event, now).await?;
    }
    Ok(Some((windows::stops(windows), receivers)))
}

/// What counts as a domain's, by domain.
pub(super) struct OfDomains<'a> {
    pub dots: BTreeMap<i64, i64>,
    pub stats: BTreeMap<i64, SendStats>,
    pub receivers: BTreeMap<i64, BTreeMap<&'a str, i64>>,
}

impl OfDomains<'_> {
    /// What counts all of it but the receivers.
    pub fn changes(&self, now: Timestamp) -> impl Iterator<Item = Statement> {
        let dots = self.dots.iter().filter_map(move |(domain, n)| domains::limits::count(*domain, *n, now));
        dots.chain(domains::send_stats(&self.stats))
    }
}

impl Totals {
    pub fn of_domains(&self, context: &StepContext) -> OfDomains<'_> {
        let domain = |run: &i64| context.runs.get(run).and_then(|context| context.run.domain_id);
        let mut of_domains =
            OfDomains { dots: BTreeMap::new(), stats: BTreeMap::new(), receivers: BTreeMap::new() };
        for (run, n) in &self.dots {
            if let Some(domain) = domain(run) {
                *of_domains.dots.entry(domain).or_default() += n;
            }
        }
        for (run, tally) in &self.tallies {
            let Some(domain) = domain(run) else { continue };
            of_domains.stats.entry(domain).or_default().sent += tally.mails();
            for (receiver, n) in &tally.receivers {
                *of_domains.receivers.entry(domain).or_default().entry(receiver).or_default() += n;
            }
        }
        of_domains
    }
}

pub(super) fn classify(context: &StepContext, steps: &[Step], verdicts: &mut [Verdict]) -> Sorted {
    let mut sorted = Sorted::default();
    let mut left = context.left.clone();
    for (index, step) in steps.iter().enumerate() {
        match step {
            Step::Outcome { key, attempt_id, settled } => sorted.end(Change {
                index,
                key: *key,
                place: None,
                attempt_id: *attempt_id,
                attempt: 0,
                dated_at: 0,
                settled: context.resolved(key.run_id, settled),
            }),
            Step::Settle { key, origin, attempt_id, attempt, dated_at, settled } => {
                let Some(settled) = windows::heeded(context, key.run_id, *origin, settled) else { continue };
                let change = Change {
                    index,
                    key: *key,
                    place: context.place(key, *origin),
                    attempt_id: *attempt_id,
                    attempt: *attempt,
                    dated_at: *dated_at,
                    settled,
                };
                sorted.begin(*origin, change);
            }
            Step::Intent { key, epoch, origin, attempt_id, attempt, dated_at } => {
                verdicts[index] = Verdict::Gone;
                let run = context.runs.get(&key.run_id).filter(|_| context.is_current(key.run_id, *epoch));
                let Some(run) = run else { continue };
                let settled = match context.unsendable.get(&(key.newsletter_id, key.subscriber_id)) {
                    Some((state, reason)) => Settled::because(*state, *reason),
                    None if is_used_up(run, &mut left) => {
                        sorted.limited.push(index);
                        continue;
                    }
                    None => Settled { reason: None, ..Settled::because(committing(*origin), "") },
                };
                let change = Change {
                    index,
                    key: *key,
                    place: context.place(key, *origin),
                    attempt_id: *attempt_id,
                    attempt: *attempt,
                    dated_at: *dated_at,
                    settled,
                };
                verdicts[index] = sorted.begin(*origin, change);
            }
            _ => {}
        }
    }
    sorted
}

/// Takes one mail from what the run's domain has left of today.
fn is_used_up(run: &RunContext, left: &mut HashMap<i64, i64>) -> bool {
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
    fn begin(&mut self, origin: Origin, change: Change) -> Verdict {
        let changes = match origin {
            Origin::Row => &mut self.updates,
            Origin::Chunk(_) if change.place.is_some() => &mut self.inserts,
            Origin::Chunk(_) => return Verdict::Gone,
        };
        if !self.begun.insert(change.attempt()) {
            return Verdict::Refused;
        }
        changes.push(change);
        Verdict::Gone
    }
}

/// Counts what marks say, and answers the intents among it.
pub(super) fn plainly(
    context: &StepContext,
    ended: &Outcomes,
    begun: &Intents,
    totals: &mut Totals,
    verdicts: &mut [Verdict],
) {
    note(context, &ended.sent, &plain(&ended.sent), State::Committing, totals);
    let written = plain(&begun.begun);
    note(context, &begun.begun, &written, State::Queued, totals);
    answer(&begun.begun, &written, verdicts);
}

/// What marks say was written of these changes.
fn plain(changes: &[Change]) -> Vec<Written> {
    let written = changes.iter().map(|change| Written {
        run_id: change.key.run_id,
        subscriber_id: change.key.subscriber_id,
        attempt_id: change.attempt_id,
        state: change.settled.state.code(),
    });
    written.collect()
}

/// Outcomes of readers who leave the plain path: their rows begin here.
async fn left(
    tx: &mut Tx,
    context: &StepContext,
    changes: &[Change],
    totals: &mut Totals,
) -> database::Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let written = statements::inserts(tx, changes, true, context.node_id, context.now).await?;
    note(context, changes, &written, State::Committing, totals);
    // Somebody with a row already is in flight no more either.
    let rows: HashSet<Attempt> = written.iter().map(Written::attempt).collect();
    for change in changes.iter().filter(|change| !rows.contains(&change.attempt())) {
        totals.deltas.add(change.key.run_id, State::Committing, -1);
    }
    Ok(())
}

async fn outcomes(
    tx: &mut Tx,
    context: &StepContext,
    changes: &[Change],
    totals: &mut Totals,
) -> database::Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let written = statements::outcomes(tx, changes, context.now).await?;
    note(context, changes, &written, State::Committing, totals);
    Ok(())
}

/// After midnight a refusal may be about a dot of the day before, which is not given back to the new day: the longest
/// wait for an answer, and a minute.
const LATE: i64 = 11 * clock::MINUTE;

/// Counts what was written and remembers bounces and doubts.
fn note(context: &StepContext, changes: &[Change], written: &[Written], from: State, totals: &mut Totals) {
    let rows: HashSet<Attempt> = written.iter().map(Written::attempt).collect();
    let late = context.now.rem_euclid(clock::DAY) < LATE;
    for row in written {
        let Some(to) = State::from_code(row.state) else { continue };
        totals.deltas.moved(row.run_id, from, to);
        match (from, to) {
            (_, State::Committing | State::CommittingAgain) => {
                *totals.dots.entry(row.run_id).or_default() += 1;
            }
            (State::Committing, State::Deferred | State::Failed | State::Skipped | State::Suppressed)
                if !late =>
            {
                *totals.dots.entry(row.run_id).or_default() -= 1;
            }
            (State::Committing, state) if is_doubt(state) => {
                totals.doubts.push(Doubt { run_id: row.run_id, subscriber_id: row.subscriber_id, state });
            }
            _ => {}
        }
    }
    for change in changes.iter().filter(|c| rows.contains(&c.attempt())) {
        totals.tallies.entry(change.key.run_id).or_default().add(from, &change.settled);
        if change.settled.hard_bounce || change.settled.soft_bounce {
            totals.bounces.push(change.clone());
        }
    }
}

async fn inserts(
    tx: &mut Tx,
    context: &StepContext,
    changes: &[Change],
    totals: &mut Totals,
    verdicts: &mut [Verdict],
) -> database::Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let written = statements::inserts(tx, changes, false, context.node_id, context.now).await?;
    note(context, changes, &written, State::Queued, totals);
    answer(changes, &written, verdicts);
    Ok(())
}

async fn updates(
    tx: &mut Tx,
    context: &StepContext,
    changes: &[Change],
    totals: &mut Totals,
    verdicts: &mut [Verdict],
) -> database::Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let written = statements::updates(tx, changes, context.now).await?;
    note(context, changes, &written, State::Claimed, totals);
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
            verdicts[change.index] = StepContext::verdict(*state);
        }
    }
}

/// An intent that wrote nothing may have been written by the same step before, when the answer to its commit was lost:
/// its row or its message in flight is recognised by its attempt, whatever became of the campaign or the chunk since. Where
/// the reader is another attempt's although the chunk is ours, the chunk was leased twice, and nothing is left to be done.
async fn recognise(
    tx: &mut Tx,
    context: &StepContext,
    drafts: &Drafts<'_>,
    steps: &[Step],
    verdicts: &mut [Verdict],
) -> database::Result<()> {
    for (step, verdict) in steps.iter().zip(verdicts) {
        let Step::Intent { key, epoch, origin, attempt_id, .. } = step else { continue };
        if *verdict != Verdict::Gone {
            continue;
        }
        let granted = || {
            let left = context.unsendable.get(&(key.newsletter_id, key.subscriber_id));
            left.map_or(Verdict::Granted, |(state, reason)| Verdict::Left(*state, reason))
        };
        if drafts.is_in_flight(key, *attempt_id) {
            *verdict = granted();
            continue;
        }
        let row: Option<(i64, i16)> = on_engine!(&mut *tx, conn => sqlx::query_as(
            "SELECT attempt_id, state FROM deliveries WHERE newsletter_id = $1 AND run_id = $2 AND subscriber_id = $3")
            .bind(key.newsletter_id).bind(key.run_id).bind(key.subscriber_id).fetch_optional(conn).await?);
        let Some((attempt, code)) = row else {
            let taken = |place| drafts.is_taken(place, key.subscriber_id);
            if context.is_current(key.run_id, *epoch) && context.place(key, *origin).is_some_and(taken) {
                *verdict = Verdict::Refused;
            }
            continue;
        };
        if attempt != *attempt_id {
            if context.is_ours(key.run_id, *epoch, *origin) {
                *verdict = Verdict::Refused;
            }
        } else if let Some(state) = State::from_code(code).filter(|state| *state != State::Claimed) {
            *verdict = match StepContext::verdict(state) {
                Verdict::Granted => granted(),
                other => other,
            };
        }
    }
    Ok(())
}

/// Whether the step is about chunks, runs or campaigns, and not about the mail of one reader.
fn is_maintenance(step: &Step) -> bool {
    !matches!(step, Step::Intent { .. } | Step::Outcome { .. } | Step::Settle { .. })
}

async fn apply_maintenance(
    tx: &mut Tx,
    context: &StepContext,
    step: &Step,
    drafts: &mut Drafts<'_>,
    deltas: &mut Deltas,
) -> database::Result<()> {
    match step {
        Step::CloseChunk { newsletter_id, run_id, chunk_no } => {
            if let Some(chunk) = find_chunk(tx, NewsletterId::new(*newsletter_id), *run_id, *chunk_no).await?
                && chunk.node_id == Some(context.node_id)
                && let Err(damage) = Damaged::apart(close_chunk(tx, &chunk).await)?
            {
                drafts.damaged(damage);
            }
        }
        Step::ReleaseChunk { newsletter_id, run_id, chunk_no } => {
            on_engine!(tx, conn => sqlx::query(
                "UPDATE delivery_chunks SET node_id = NULL \
                 WHERE newsletter_id = $1 AND run_id = $2 AND chunk_no = $3 AND node_id = $4")
                .bind(newsletter_id).bind(run_id).bind(chunk_no).bind(context.node_id).execute(conn).await.map(drop))?;
        }
        Step::ReleaseRun { newsletter_id, run_id } => {
            on_engine!(&mut *tx, conn => sqlx::query(
                "UPDATE delivery_chunks SET node_id = NULL WHERE newsletter_id = $1 AND run_id = $2 AND is_open AND node_id = $3")
                .bind(newsletter_id).bind(run_id).bind(context.node_id).execute(conn).await.map(drop))?;
            requeue(tx, *run_id, context.node_id, context.now, deltas).await?;
        }
        Step::Unclaim { key, attempt_id } => {
            let changed = on_engine!(tx, conn => sqlx::query(
                concat!("UPDATE deliveries SET state = ", code!(Queued), ", not_before = 0, updated_at = $5 \
                 WHERE newsletter_id = $1 AND run_id = $2 AND subscriber_id = $3 AND attempt_id = $4 AND state = ", code!(Claimed)))
                .bind(key.newsletter_id).bind(key.run_id).bind(key.subscriber_id).bind(attempt_id).bind(context.now)
                .execute(conn).await?.rows_affected());
            if changed > 0 {
                deltas.moved(key.run_id, State::Claimed, State::Queued);
            }
        }
        Step::Block { campaign_id, epoch, reason } => {
            campaigns::pause_by_itself(
                tx,
                CampaignId::new(*campaign_id),
                Some(*epoch),
                reason,
                Timestamp(context.now),
            )
            .await?;
        }
        Step::Intent { .. } | Step::Outcome { .. } | Step::Settle { .. } => {}
    }
    Ok(())
}
