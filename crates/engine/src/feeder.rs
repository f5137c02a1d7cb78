//! Keeps the lanes filled: freezes audiences, leases chunks, claims due rows, drops what was paused, finishes runs.

use std::{collections::BTreeMap, sync::Arc};

use tokio::time::Instant;

use super::{
    Shared, TICK,
    ports::{Claim, Job, Key, Lease, Ledger, LedgerResult, Origin, Run, Settled, Step, Transport},
    queue::LOW_WATER,
};

/// Rows claimed at once for another attempt.
const CLAIM: usize = 200;

/// What there is to send, as it was looked at last.
#[derive(Default)]
pub struct Survey {
    runs: Vec<Arc<Run>>,
    /// `None`: something may have begun or ended since.
    looked_at: Option<Instant>,
}

impl Survey {
    /// Something may have begun or ended.
    pub fn outdate(&mut self) {
        self.looked_at = None;
    }

    /// When it is to be looked again, whatever happens.
    pub fn next(&self) -> Instant {
        self.looked_at.unwrap_or_else(Instant::now) + TICK
    }

    /// Whether all there is to do is to feed the lanes that run low, which is what nearly every round is for.
    fn is_good(&self) -> bool {
        self.looked_at.is_some_and(|at| at.elapsed() < TICK)
    }
}

/// One round. True when another round should follow at once.
pub async fn round<L: Ledger, T: Transport>(
    shared: &Shared<L, T>,
    survey: &mut Survey,
) -> LedgerResult<bool> {
    if shared.queue.take_changed() {
        survey.outdate();
    }
    if survey.is_good() {
        let fed = feed_all(shared, &survey.runs).await;
        if fed.is_err() {
            survey.outdate();
        }
        return fed;
    }
    survey.outdate();
    let goes_on = shared.ledger.freeze().await?;
    survey.runs = shared.ledger.runs().await?;
    let living: BTreeMap<i64, i64> = survey.runs.iter().map(|run| (run.id, run.epoch)).collect();
    let given_back = shared.queue.retain(&living);
    if !given_back.is_empty() {
        shared.committer.submit(given_back).await;
    }
    let is_fed = feed_all(shared, &survey.runs).await?;
    if shared.queue.is_closed() {
        return Ok(false);
    }
    let goes_on = shared.ledger.finish().await? || goes_on;
    survey.looked_at = (!goes_on).then(Instant::now);
    Ok(is_fed || goes_on)
}

async fn feed_all<L: Ledger, T: Transport>(shared: &Shared<L, T>, runs: &[Arc<Run>]) -> LedgerResult<bool> {
    let mut busy = false;
    for run in runs {
        if shared.queue.is_closed() {
            return Ok(false);
        }
        match feed(shared, run).await {
            Ok(more) => busy |= more,
            Err(down) => {
                let mut steps = shared.queue.drop_run(run.id);
                steps.push(Step::ReleaseRun { newsletter_id: run.newsletter_id, run_id: run.id });
                shared.committer.submit(steps).await;
                return Err(down);
            }
        }
    }
    Ok(busy)
}

async fn feed<L: Ledger, T: Transport>(shared: &Shared<L, T>, run: &Arc<Run>) -> LedgerResult<bool> {
    if shared.queue.waiting(run.id) > LOW_WATER {
        return Ok(false);
    }
    // Due rows first: they have waited, and there are few of them.
    let attempt_id = shared.random.attempt_id();
    let claims = shared.ledger.claim(run, attempt_id, CLAIM).await?;
    let claimed = !claims.is_empty();
    take_claims(shared, run, claims).await;
    let lease = shared.ledger.lease(run).await?;
    let leased = lease.is_some();
    if let Some(lease) = lease {
        take_lease(shared, run, lease).await;
    }
    // Of whom there was to be sent to, all may have left: then this may have been the run's end.
    if (claimed || leased) && shared.queue.is_idle(run.id) {
        shared.queue.look();
    }
    // Otherwise the lane asks when it has run low.
    Ok(if leased { shared.queue.waiting(run.id) <= LOW_WATER } else { claimed })
}

async fn take_claims<L: Ledger, T: Transport>(shared: &Shared<L, T>, run: &Arc<Run>, claims: Vec<Claim>) {
    let mut jobs = Vec::new();
    let mut steps = Vec::new();
    for claim in claims {
        let attempt = claim.attempts.saturating_add(1);
        match claim.reader {
            Ok(reader) => jobs.push(Job {
                run: run.clone(),
                reader,
                origin: Origin::Row,
                attempt_id: claim.attempt_id,
                attempt,
                dated_at: claim.dated_at,
                broken: 0,
            }),
            Err((state, reason)) => steps.push(Step::Settle {
                key: Key {
                    newsletter_id: run.newsletter_id,
                    run_id: run.id,
                    subscriber_id: claim.subscriber_id,
                },
                origin: Origin::Row,
                attempt_id: claim.attempt_id,
                attempt: claim.attempts,
                dated_at: claim.dated_at,
                settled: Settled::because(state, reason),
            }),
        }
    }
    shared.committer.submit(steps).await;
    if !jobs.is_empty() {
        shared.receivers.foresee(jobs.iter().map(|job| job.reader.email.as_str()));
        shared.queue.push(run, None, jobs);
    }
}

async fn take_lease<L: Ledger, T: Transport>(shared: &Shared<L, T>, run: &Arc<Run>, lease: Lease) {
    let (newsletter_id, run_id, chunk_no) = (run.newsletter_id, run.id, lease.chunk_no);
    shared.receivers.foresee(lease.readers.iter().map(|reader| reader.email.as_str()));
    let dated_at = shared.clock.now().0;
    let steps = lease
        .unsendable
        .into_iter()
        .map(|(subscriber_id, state, reason)| Step::Settle {
            key: Key { newsletter_id, run_id, subscriber_id },
            origin: Origin::Chunk(chunk_no),
            attempt_id: shared.random.attempt_id(),
            attempt: 0,
            dated_at,
            settled: Settled::because(state, reason),
        })
        .collect();
    shared.committer.submit(steps).await;
    if lease.readers.is_empty() {
        shared.committer.submit(vec![Step::CloseChunk { newsletter_id, run_id, chunk_no }]).await;
        return;
    }
    let jobs: Vec<Job> = lease
        .readers
        .into_iter()
        .map(|reader| Job {
            run: run.clone(),
            reader,
            origin: Origin::Chunk(chunk_no),
            attempt_id: shared.random.attempt_id(),
            attempt: 1,
            dated_at: 0,
            broken: 0,
        })
        .collect();
    shared.queue.push(run, Some(chunk_no), jobs);
}
