//! Commits in one message. A commit that looks before it writes waits for four answers, and most of what it costs are the messages: on PostgreSQL
//! between processes, on SQLite between threads. What it would see is nearly always what the last one saw. So it is worked out from that, and written where all of it
//! still holds: guards make sure of it, and lock what a look would lock.
//!
//! Only first attempts that go plainly are foreseen. For whatever else there is, or has changed, there is a look.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Mutex,
};

use database::{Engine, Guard, Line, Statement, Write};
use engine::ports::{Origin, Settled, Step, Verdict};
use platform::Backoff;

use super::{
    apply::{Applied, OfDomains, Totals, classify, plainly},
    context::{RunContext, StepContext, locked},
    leases::{Drafts, Leases},
    readings::Readings,
    uncounted::{Counting, Uncounted},
    windows::{self, Counted, Tally},
};
use crate::{
    Timestamp,
    deliveries::marks::Place,
    domains::{self, windows::Receivers},
    runs::{self, State, Waiting},
    subscribers,
};

/// Campaigns, and domains, that are remembered.
const MOST: usize = 16;
/// Campaigns of one commit, and their leases. Each number of them is a text of its own, which has to be planned.
const RUNS: usize = 2;
const LEASES: usize = 4;

/// What the last commits saw.
#[derive(Default)]
pub struct Foreseen {
    runs: HashMap<i64, Known>,
    /// By domain.
    receivers: HashMap<i64, Receivers>,
    /// A commit was sent off, and nobody heard what became of it: it may be durable, or be so any moment. Until the same steps are durable, no
    /// others are given to the ledger.
    pub is_unsure: bool,
    #[cfg(test)]
    pub commits: usize,
}

/// What is known of a run.
#[derive(Default)]
struct Known {
    /// As it was seen last, unless something has changed since.
    context: Option<RunContext>,
    /// Commits that are to look because they were foreseen in vain.
    looks: Backoff,
    uncounted: Uncounted,
}

/// What a commit is worked out from, and what has to hold until it is durable.
struct Plan {
    context: StepContext,
    /// Leases in which mails want to leave.
    places: BTreeSet<Place>,
}

impl Foreseen {
    /// What a commit that is durable saw.
    pub fn remember(
        &mut self,
        StepContext { runs, now, .. }: StepContext,
        receivers: BTreeMap<i64, Receivers>,
    ) {
        if self.runs.len() > MOST {
            self.runs.clear();
        }
        if self.receivers.len() > MOST {
            self.receivers.clear();
        }
        for (run_id, context) in runs {
            let known = self.runs.entry(run_id).or_default();
            known.uncounted =
                if self.is_unsure { Uncounted::default() } else { Uncounted::none(context.epoch, now) };
            known.context = Some(context);
        }
        self.receivers.extend(receivers);
        self.is_unsure = false;
    }

    /// Counts in a look what commits before have put off. Answers what notes that.
    pub fn catch_up(&self, context: &mut StepContext, totals: &mut Totals) -> Vec<Statement> {
        let mut caught_up = Vec::new();
        for (run_id, run) in &context.runs {
            if let Some(known) = self.runs.get(run_id) {
                known.uncounted.catch_up(run, totals.tallies.entry(*run_id).or_default());
            }
            // What was sent off may still change the row.
            let waiting = context.waiting.remove(run_id).filter(|_| !self.is_unsure).unwrap_or_default();
            if waiting != Waiting::default() {
                totals.catch_up(*run_id, waiting);
                caught_up.push(runs::waits_no_more(run.run.id, context.node_id));
            }
        }
        caught_up
    }

    fn counting(&self, context: &StepContext, drafts: &Drafts<'_>, totals: &mut Totals) -> Counting {
        let mut counting = Counting::default();
        for (run_id, run) in &context.runs {
            let uncounted = self.runs.get(run_id).map(|known| known.uncounted.clone()).unwrap_or_default();
            let rows = run.run.domain_id.and_then(|domain| self.receivers.get(&domain));
            counting.add(run, rows, uncounted, totals, (context.now, drafts.is_busy(*run_id)));
        }
        counting
    }

    fn came_true(&mut self, plan: &Plan) {
        for run_id in plan.context.runs.keys() {
            self.runs.entry(*run_id).or_default().looks.learn(false);
        }
        #[cfg(test)]
        {
            self.commits += 1;
        }
    }

    /// Something had changed, or went otherwise.
    fn was_in_vain(&mut self, plan: &Plan) {
        for run_id in plan.context.runs.keys() {
            let known = self.runs.entry(*run_id).or_default();
            known.context = None;
            known.looks.learn(true);
        }
    }

    fn plan(
        &mut self,
        leases: &Leases,
        readings: &Readings,
        (node_id, now): (i64, i64),
        steps: &[Step],
    ) -> Option<Plan> {
        let (mut places, mut marks) = (BTreeSet::new(), BTreeSet::new());
        let mut context = StepContext { horizon: i64::MAX, node_id, now, ..StepContext::default() };
        for step in steps {
            let (Step::Intent { key, .. } | Step::Outcome { key, .. }) = step else { return None };
            let known = self.runs.get(&key.run_id).filter(|known| known.uncounted.is_known())?;
            let run = known.context.filter(|run| run.is_sending)?;
            context.runs.insert(key.run_id, run);
            marks.insert(match step {
                Step::Intent { epoch, origin: Origin::Chunk(no), attempt: 1, .. } if *epoch == run.epoch => {
                    let (place, horizon) = readings.lease((key.newsletter_id, key.run_id, *no))?;
                    if !readings.is_sendable(place, key.subscriber_id) {
                        return None;
                    }
                    context.chunks.insert((place.run_id, place.chunk_no), place.lease_no);
                    context.horizon = context.horizon.min(horizon);
                    places.insert(place);
                    place
                }
                Step::Outcome { attempt_id, settled, .. } if is_plain(settled) && run.has_a_window() => {
                    if let Some(domain) = run.run.domain_id {
                        self.receivers.get(&domain)?.row_of(&settled.receiver, Timestamp(now))?;
                    }
                    leases.place_of(key, *attempt_id)?
                }
                _ => return None,
            });
        }
        if context.runs.len() > RUNS
            || marks.len() > LEASES
            || !marks.iter().all(|at| leases.are_written(*at))
        {
            return None;
        }
        let mut is_due = true;
        for run_id in context.runs.keys() {
            is_due &= self.runs.get_mut(run_id)?.looks.is_over();
        }
        is_due.then_some(Plan { context, places })
    }
}

fn is_plain(settled: &Settled) -> bool {
    settled.state == State::Sent && settled.reason.is_none()
}

/// Applies the steps and commits. `None`: they are not foreseen, or what they are worked out from has changed, and there has to be a look. It
/// heeds [`Foreseen::is_unsure`]: what was sent off may be written without an answer.
pub async fn apply(
    line: &Line,
    (leases, foreseen): (&mut Leases, &mut Foreseen),
    readings: &Mutex<Readings>,
    node_id: i64,
    now: i64,
    steps: &[Step],
) -> Option<Applied> {
    if foreseen.is_unsure {
        return None;
    }
    let plan = foreseen.plan(leases, &locked(readings), (node_id, now), steps)?;
    let done = write(line, leases, foreseen, &plan, steps).await;
    if done.is_some() {
        foreseen.came_true(&plan);
    } else {
        foreseen.was_in_vain(&plan);
    }
    done
}

async fn write(
    line: &Line,
    leases: &mut Leases,
    foreseen: &mut Foreseen,
    Plan { context, places }: &Plan,
    steps: &[Step],
) -> Option<Applied> {
    let mut drafts = Drafts::at_hand(leases, context, steps);
    let mut verdicts = vec![Verdict::Done; steps.len()];
    let sorted = classify(context, steps, &mut verdicts);
    let ended = drafts.outcomes(sorted.outcomes, context.now);
    let begun = drafts.intents(sorted.inserts);
    let marks = drafts.changes();
    let mut totals = Totals::default();
    plainly(context, &ended, &begun, &mut totals, &mut verdicts);
    let leave = [&ended.left, &ended.rows, &begun.rows];
    let is_plain = leave.iter().all(|changes| changes.is_empty()) && !verdicts.contains(&Verdict::Gone);
    let counting = foreseen.counting(context, &drafts, &mut totals);
    let of_domains = totals.of_domains(context);
    let figures = Figures { totals: &totals, counting: &counting, of_domains: &of_domains };
    let engine = line.engine();
    let writes = writes(engine, context, &figures, marks, &foreseen.receivers).filter(|_| is_plain);
    let Some(writes) = writes else {
        drafts.undo();
        return None;
    };
    foreseen.is_unsure = true;
    let answers = match line.at_once(guards(engine, context, places, &counting), writes).await {
        Ok(Some(answers)) => answers,
        Ok(None) => {
            foreseen.is_unsure = false;
            drafts.undo();
            return None;
        }
        Err(error) => {
            tracing::debug!(%error, "a commit has to look");
            return None;
        }
    };
    foreseen.is_unsure = false;
    for (run_id, behind) in counting.behind {
        foreseen.runs.entry(run_id).or_default().uncounted = behind;
    }
    let counted = tallied(context, &totals, &counting.now).zip(&answers);
    let counted = counted.filter_map(|((run, tally), answer)| Counted::of(run, tally, answer)).collect();
    let (to_stop, doubts) = (windows::stops(counted), Vec::new());
    let horizon = context.horizon;
    Some(Applied { verdicts, doubts, stops: to_stop, damaged: drafts.keep(), horizon })
}

/// What a commit counts.
struct Figures<'a> {
    totals: &'a Totals,
    counting: &'a Counting,
    of_domains: &'a OfDomains<'a>,
}

/// What a look would see, in the order in which it locks.
fn guards(
    engine: Engine,
    context: &StepContext,
    places: &BTreeSet<Place>,
    counting: &Counting,
) -> Vec<Guard> {
    let mut guards = Vec::new();
    if !places.is_empty() {
        guards.push(Guard::new(subscribers::nobody_departed(engine, context.horizon)));
    }
    let now = Timestamp(context.now);
    let unlimited = counting.domains.iter().map(|domain| domains::limits::is_unlimited(*domain, now));
    guards.extend(unlimited.map(Guard::new));
    let runs: BTreeMap<_, _> =
        context.runs.values().map(|run| ((run.run.newsletter_id, run.run.id), run)).collect();
    for run in runs.values() {
        let guard =
            Statement::new("SELECT 1 FROM campaigns WHERE id = $1 AND status = 'sending' AND epoch = $2");
        guards.push(Guard::holding(guard.bind(run.run.campaign_id.get()).bind(run.epoch)));
    }
    for place in places {
        let guard = Statement::new(
            "SELECT 1 FROM delivery_chunks WHERE newsletter_id = $1 AND run_id = $2 AND chunk_no = $3 AND lease_no = $4 \
             AND node_id = $5 AND is_open",
        );
        let guard =
            guard.bind(place.newsletter_id).bind(place.run_id).bind(place.chunk_no).bind(place.lease_no);
        guards.push(Guard::holding(guard.bind(context.node_id)));
    }
    guards
}

/// What is written, as [`apply`](super::apply::apply) would write it sooner or later. The windows are answered, in the order of [`tallied`]. `None`: it is not
/// known in which rows to count.
fn writes(
    engine: Engine,
    context: &StepContext,
    Figures { totals, counting, of_domains }: &Figures<'_>,
    marks: Vec<Statement>,
    receivers: &HashMap<i64, Receivers>,
) -> Option<Vec<Write>> {
    let now = Timestamp(context.now);
    let mut writes: Vec<Write> = marks.into_iter().map(Write::one).collect();
    let waiting = counting.behind.iter().map(|(run, uncounted)| (*run, uncounted.waiting())).collect();
    writes.extend(totals.deltas.changes_of_node(context.node_id, &waiting));
    let tallies = tallied(context, totals, &counting.now);
    writes.extend(tallies.map(|(run, tally)| windows::count_taken(run, tally, context.now)));
    let dots = of_domains.dots.iter().filter(|(_, n)| **n != 0);
    writes.extend(dots.map(|(domain, n)| domains::limits::count_more(*domain, *n, now)));
    writes.extend(domains::send_stats(&of_domains.stats).map(Write::one));
    for (domain, mails) in &of_domains.receivers {
        writes.push(receivers.get(domain)?.count_more(engine, *domain, mails, now)?);
    }
    Some(writes)
}

fn tallied<'a>(
    context: &'a StepContext,
    totals: &'a Totals,
    runs: &'a BTreeSet<i64>,
) -> impl Iterator<Item = (&'a RunContext, &'a Tally)> {
    let tallies = totals.tallies.iter().filter(|(run_id, tally)| runs.contains(run_id) && tally.all() > 0);
    tallies.filter_map(|(run_id, tally)| Some((context.runs.get(run_id)?, tally)))
}
