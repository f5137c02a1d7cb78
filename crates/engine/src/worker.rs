//! One connection: render, body without the dot, durable intent, dot, durable outcome, next.
//!
//! At most one message of a connection stands between intent and outcome: the intent of the next one is asked for in
//! the same submission as, or after, the outcome of the last, never before it. What travels with a dot is the next one's
//! envelope and, where the connection carries it, its body, which is nothing without a dot of its own.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::{
    Shared,
    ports::{
        Committed, Connection, Envelope, Job, Key, Ledger, Mail, Next, Obstacle, Origin, Reply, ReplyKind,
        Settled, Staged, Step, Transport, Verdict,
    },
    receivers::receiver_of,
    settling::nobody,
    throttle::{Era, Permit},
};
use crate::State;

/// An outcome is not held back longer than this by the staging of the next message.
const OUTCOME_WAITS: Duration = Duration::from_millis(20);
/// A server may be silent this long after a dot; then the next reader is for a connection that has nothing to do.
const SILENCE: Duration = Duration::from_secs(5);
/// An open connection is kept this long without work.
const IDLE: Duration = Duration::from_secs(20);
/// Connections that may break under one job before it is deferred.
pub(super) const MAX_BROKEN: u8 = 4;
/// After waiting this long for its intent a body has grown stale: the server may have given up on it.
const STALE_INTENT: Duration = Duration::from_secs(30);
/// Mails held back together come again within this time, not all at once.
const SPREAD: Duration = Duration::from_secs(20);
/// Settled readers wait for no more than this many others to be written down with: what stops a campaign counts them,
/// and a server that refuses everybody before the body never lets a worker come to a commit point.
const MAX_PENDING: usize = 4;
/// A stop waits this long for the answer to a dot that is written.
const DRAIN: Duration = Duration::from_secs(10);

/// Sends jobs until the queue is closed.
pub async fn run<L: Ledger, T: Transport>(shared: &Shared<L, T>) {
    let mut worker = Worker {
        shared,
        connection: None,
        pending: Pending::default(),
        next: None,
        announced: None,
        left: Era::default(),
        message: Vec::new(),
        made: None,
    };
    while let Some(job) = worker.next_job().await {
        worker.send(job).await;
    }
    worker.flush().await;
    if let Some(connection) = worker.connection.take() {
        connection.close(true).await;
    }
}

/// What waits for the next submission: steps, and the jobs that they settle, in the same order. Apart, because glibc keeps what is freed
/// at hand up to 1 KiB only, and room for four of both is more.
#[derive(Default)]
struct Pending {
    steps: Vec<Step>,
    jobs: Vec<Job>,
}

impl Pending {
    fn push(&mut self, step: Step, job: Job) {
        self.steps.push(step);
        self.jobs.push(job);
    }

    fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

pub(super) struct Worker<'a, L: Ledger, T: Transport> {
    pub(super) shared: &'a Shared<L, T>,
    connection: Option<T::Connection>,
    /// Outcomes that are not durable yet; empty while no dot of ours is unrecorded.
    pending: Pending,
    /// The job that this connection takes next: what can travel of it goes with the dot of the one at hand.
    next: Option<Job>,
    /// The envelope of the next job, which is with the server already.
    announced: Option<Envelope>,
    /// When the job at hand was let go, by its provider's pauses.
    left: Era,
    /// The message of the job at hand until that is staged, then of the next one, if it was made ahead and is not with the server.
    message: Vec<u8>,
    made: Option<Made>,
}

/// A message that was made ahead.
#[derive(Clone, Copy)]
struct Made {
    attempt: (Key, i64),
    /// All of it went with the last dot.
    is_out: bool,
}

impl<L: Ledger, T: Transport> Worker<'_, L, T> {
    async fn next_job(&mut self) -> Option<Job> {
        if let Some(job) = self.next.take() {
            return Some(job);
        }
        if let Some(job) = self.shared.queue.try_pop() {
            return Some(job);
        }
        self.put_away();
        self.flush().await;
        if self.connection.is_some() {
            match timeout(IDLE, self.shared.queue.pop()).await {
                Ok(job) => return job,
                Err(_) => self.disconnect(true).await,
            }
        }
        self.shared.queue.pop().await
    }

    async fn send(&mut self, mut job: Job) {
        let made = self.made.take().filter(|made| made.attempt == (job.key(), job.attempt_id));
        // What went over another connection, or to a server that was told of another envelope, is to be made anew.
        let is_out =
            made.is_some_and(|made| made.is_out) && self.connection.is_some() && self.announced.is_some();
        let is_made = is_out || made.is_some_and(|made| !made.is_out);
        self.date(&mut job);
        let not_tried = match self.undeliverable(&job).await {
            None => self.held_back(&job).await,
            undeliverable => undeliverable,
        };
        if let Some(settled) = not_tried {
            if self.announced.take().is_some() {
                self.disconnect(false).await;
            }
            self.settle_untried(job, settled);
            return;
        }
        if !is_made && let Err(unmade) = self.make(&job) {
            if self.announced.take().is_some() {
                self.disconnect(false).await;
            }
            self.settle(job, unmade);
            return;
        }
        let announced = self.announced.take();
        if !self.ready(&job).await {
            self.abandon(job).await;
            return;
        }
        // Nobody gets a mail by another's envelope, whatever became of the job that it was announced for.
        let announced = announced.filter(|envelope| envelope.to == job.reader.email);
        let envelope = announced.unwrap_or_else(|| envelope(&job));
        let mut staged = self.stage(&job, &envelope, is_out).await;
        if is_out && matches!(staged, Staged::Again) {
            if let Err(unmade) = self.make(&job) {
                self.settle(job, unmade);
                return;
            }
            staged = self.stage(&job, &envelope, false).await;
        }
        self.put_away();
        match staged {
            Staged::Ready => {
                self.make_next(true);
                self.commit(job).await;
            }
            Staged::Refused(reply) => self.refused(job, reply).await,
            Staged::Broken(reason) => self.broken(job, reason).await,
            Staged::Again => self.broken(job, "The server asks for what it was given.".into()).await,
        }
    }

    /// One date for all attempts.
    fn date(&self, job: &mut Job) {
        if job.dated_at == 0 {
            job.dated_at = self.shared.clock.now().0;
        }
    }

    /// Renders the job's message; otherwise what becomes of it.
    fn make(&mut self, job: &Job) -> Result<(), Settled> {
        if self.message.capacity() == 0 {
            self.message = self.shared.spare.take();
        }
        self.message.clear();
        job.run.content.render(job, &mut self.message).map_err(|reason| {
            Settled::because(State::Failed, format!("The message could not be made: {reason}"))
        })
    }

    /// Where the message is with its server, or is to be made anew.
    fn put_away(&mut self) {
        self.shared.spare.give(std::mem::take(&mut self.message));
    }

    /// Makes the next message where it can travel with the dot: right before that, so that the core's caches have it when it goes, or, where it
    /// takes long, before the commit: a death between commit and dot leaves a reader in doubt.
    fn make_next(&mut self, takes_long: bool) {
        if self.goes_alone() || !self.connection.as_ref().is_some_and(Connection::carries_message) {
            return;
        }
        let Some(mut job) = self.next.take().or_else(|| self.pop_next()) else { return };
        if self.made.is_none() && job.run.content.takes_long() == takes_long {
            self.date(&mut job);
            if let Err(unmade) = self.make(&job) {
                self.settle(job, unmade);
                return;
            }
            self.made = Some(Made { attempt: (job.key(), job.attempt_id), is_out: false });
        }
        self.next = Some(job);
    }

    /// Whether nothing may travel with a dot: a pace or a provider may hold the next one back.
    fn goes_alone(&self) -> bool {
        self.shared.pace.is_limited() || !self.shared.throttle.is_idle()
    }

    /// That nobody takes mail at this reader's domain, if that is so.
    async fn undeliverable(&mut self, job: &Job) -> Option<Settled> {
        let is_nobody = if let Some(known) = self.shared.receivers.is_known_nobody(&job.reader.email) {
            known
        } else {
            self.flush().await;
            self.shared.receivers.is_nobody(&job.reader.email).await
        };
        is_nobody.then(|| nobody(&job.reader.email))
    }

    /// Why a mail to this reader's provider has to wait, if it has.
    async fn held_back(&mut self, job: &Job) -> Option<Settled> {
        self.left = Era::default();
        if self.shared.throttle.is_idle() {
            return None;
        }
        self.flush().await;
        let now = self.shared.clock.now().0;
        match self.shared.throttle.permit(&job.reader.email, now, self.shared.pace.nodes()).await {
            Permit::Go(era) => {
                self.left = era;
                None
            }
            Permit::Later(not_before, reason) => {
                // Not all at the same moment.
                let spread = (self.shared.random.unit() * SPREAD.as_millis() as f64) as i64;
                Some(Settled { not_before: not_before + spread, ..Settled::because(State::Deferred, reason) })
            }
        }
    }

    /// What an answer says about the reader's provider.
    async fn note_reply(&mut self, reader: &str, reply: &Reply) {
        match reply.kind {
            ReplyKind::Later { throttled: true } => {
                // Names may have to be looked up, and an outcome does not wait for that.
                self.flush().await;
                let (code, now) = (reply.enhanced_code.as_deref(), self.shared.clock.now().0);
                self.shared.throttle.asked(reader, self.left, code, &reply.text, now).await;
            }
            ReplyKind::Accepted if !self.shared.throttle.is_idle() => {
                self.shared.throttle.accepted(reader, self.left);
            }
            _ => {}
        }
    }

    /// Waits for the pace and a connection; false when the engine is stopping.
    async fn ready(&mut self, job: &Job) -> bool {
        if self.shared.pace.is_limited() {
            self.flush().await;
            self.shared.pace.wait().await;
        }
        while self.connection.is_none() {
            self.flush().await;
            tokio::select! {
            biased;
                () = self.shared.trouble.wait() => {}
                () = self.shared.stop.cancelled() => {}
            }
            if self.shared.stop.is_cancelled() {
                return false;
            }
            match self.shared.transport.connect().await {
                Ok(connection) => self.connection = Some(connection),
                Err(failure) if failure.blocked => {
                    self.block(job, &failure.reason).await;
                    return false;
                }
                Err(failure) => self.shared.trouble.raise(failure.obstacle, &failure.reason),
            }
        }
        true
    }

    async fn stage(&mut self, job: &Job, envelope: &Envelope, is_out: bool) -> Staged {
        let Some(connection) = self.connection.as_mut() else {
            return Staged::Broken("no connection".into());
        };
        let message = (!is_out).then_some(&*self.message);
        let staging = connection.stage(Mail { envelope, message, job });
        tokio::pin!(staging);
        if !self.pending.is_empty() {
            if self.pending.steps.len() < MAX_PENDING
                && let Ok(staged) = timeout(OUTCOME_WAITS, &mut staging).await
            {
                return staged;
            }
            let pending = std::mem::take(&mut self.pending);
            flush(self.shared, pending).await;
        }
        // Nothing is delivered before the dot, so a stop need not wait for a slow server here.
        tokio::select! {
            biased;
            staged = &mut staging => staged,
            () = self.shared.stop.cancelled() => Staged::Broken("the sender is stopping".into()),
        }
    }

    /// The commit point, the dot and its outcome.
    async fn commit(&mut self, job: Job) {
        let Pending { mut steps, jobs: settled } = std::mem::take(&mut self.pending);
        steps.push(Step::Intent {
            key: job.key(),
            epoch: job.run.epoch,
            origin: job.origin,
            attempt_id: job.attempt_id,
            attempt: job.attempt,
            dated_at: job.dated_at,
        });
        let asked = Instant::now();
        let verdicts = self.shared.committer.submit(steps).await;
        close_chunks(self.shared, &settled).await;
        match verdicts.last() {
            Some(Verdict::Granted) if asked.elapsed() < STALE_INTENT => self.dot(job).await,
            Some(Verdict::Granted) => {
                self.disconnect(false).await;
                let settled = self.later(&job, "The ledger took too long; nothing was sent.");
                self.outcome(job, settled);
            }
            Some(Verdict::Left(state, reason)) => {
                self.disconnect(false).await;
                self.outcome(job, Settled::because(*state, *reason));
            }
            Some(Verdict::Refused) => {
                self.disconnect(false).await;
                close_chunks(self.shared, [&job]).await;
            }
            // The rest of the run waits too: the feeder takes it up again when a day has begun.
            _ => {
                self.disconnect(false).await;
                // What was made ahead may be of the same run.
                if let Some(next) = self.next.take()
                    && let Some(next) = self.shared.queue.put_back(next)
                {
                    self.abandon(next).await;
                }
                self.abandon(job).await;
            }
        }
    }

    async fn dot(&mut self, job: Job) {
        let alone = self.goes_alone();
        if !alone {
            self.make_next(false);
            self.next = self.next.take().or_else(|| self.pop_next());
        }
        let envelope = self.next.as_ref().filter(|_| !alone).map(envelope);
        let committed = self.answer(envelope.as_ref()).await;
        // Its job was given to another connection meanwhile, or up.
        let is_orphaned = envelope.is_some() && self.next.is_none();
        self.announced = envelope.filter(|_| !is_orphaned);
        if is_orphaned && matches!(committed, Committed::Answered(_)) {
            // Its server waits for a message that went to another connection.
            self.disconnect(false).await;
        }
        match committed {
            Committed::Answered(reply) => {
                if reply.kind == ReplyKind::Blocked {
                    self.block(&job, &reply.text).await;
                }
                let says_more = reply.kind != ReplyKind::Accepted || !self.shared.throttle.is_idle();
                let said = says_more.then(|| (job.reader.email.clone(), reply.clone()));
                let settled = self.settled_by(&job, reply);
                self.outcome(job, settled);
                if let Some((reader, reply)) = said {
                    self.note_reply(&reader, &reply).await;
                    if reply.kind == ReplyKind::Trouble {
                        self.shared.trouble.raise(Obstacle::Refusing, &reply.text);
                        // Whoever has no connection waits until the trouble may be over.
                        return self.disconnect(false).await;
                    }
                }
                self.shared.trouble.clear();
            }
            Committed::Unsent(reason) => {
                self.connection = None;
                let settled = self.unsent(&job, reason);
                self.outcome(job, settled);
            }
            Committed::Lost(reason) => {
                self.connection = None;
                let settled = self.in_doubt(&job, &reason);
                self.outcome(job, settled);
                self.flush().await;
            }
        }
    }

    /// The next job that can be announced.
    fn pop_next(&mut self) -> Option<Job> {
        loop {
            let job = self.shared.queue.try_pop()?;
            if self.shared.receivers.is_known_nobody(&job.reader.email) != Some(true) {
                return Some(job);
            }
            let settled = nobody(&job.reader.email);
            self.settle_untried(job, settled);
        }
    }

    /// The dot and the wait for its answer, which may take long: meanwhile the next job, of which the server has no dot, is
    /// given to a connection that has nothing to do.
    async fn answer(&mut self, announced: Option<&Envelope>) -> Committed {
        let shared = self.shared;
        let Some(connection) = self.connection.as_mut() else {
            return Committed::Unsent("no connection".into());
        };
        let (message, made) = (&mut self.message, &mut self.made);
        let committing = async {
            let of_next = made.is_some().then_some(&**message);
            let is_out = connection.dot(announced.map(|envelope| Next { envelope, message: of_next })).await;
            if let Some(made) = made.as_mut().filter(|_| is_out) {
                made.is_out = true;
                shared.spare.give(std::mem::take(message));
            }
            connection.answer().await
        };
        let stopped = stopped_for(&shared.stop, DRAIN);
        let silent = async {
            sleep(SILENCE).await;
            shared.queue.is_spare().await;
        };
        tokio::pin!(committing, stopped, silent);
        loop {
            tokio::select! {
                biased;
                committed = &mut committing => return committed,
                () = &mut stopped => return Committed::Lost("the sender had to stop".into()),
                () = &mut silent, if self.next.is_some() => {
                    if let Some(job) = self.next.take()
                        && let Some(job) = shared.queue.put_back(job)
                    {
                        abandon(shared, job).await;
                    }
                }
            }
        }
    }

    async fn refused(&mut self, job: Job, reply: Reply) {
        match reply.kind {
            ReplyKind::Blocked => {
                self.block(&job, &reply.text).await;
                self.abandon(job).await;
            }
            ReplyKind::Trouble => {
                self.disconnect(true).await;
                self.shared.trouble.raise(Obstacle::Refusing, &reply.text);
                self.again(job, &reply.text).await;
            }
            _ => {
                let settled = self.settled_by(&job, reply.clone());
                let reader = job.reader.email.clone();
                self.settle(job, settled);
                self.note_reply(&reader, &reply).await;
                self.shared.trouble.clear();
            }
        }
    }

    async fn broken(&mut self, job: Job, reason: String) {
        self.disconnect(false).await;
        self.again(job, &reason).await;
    }

    /// Certain not delivered: at once on a new connection, after some of those later.
    async fn again(&mut self, mut job: Job, reason: &str) {
        job.broken += 1;
        if job.broken <= MAX_BROKEN {
            if let Some(job) = self.shared.queue.put_back(job) {
                self.abandon(job).await;
            }
        } else {
            // One connection that ends is no sign of anything: so many under one mail are.
            self.shared.trouble.raise(Obstacle::Refusing, reason);
            let settled = self.later(&job, reason);
            self.settle(job, settled);
        }
    }

    async fn abandon(&mut self, job: Job) {
        abandon(self.shared, job).await;
    }

    async fn block(&mut self, job: &Job, reason: &str) {
        let step = Step::Block {
            campaign_id: job.run.campaign_id,
            epoch: job.run.epoch,
            reason: format!("The mail server refuses our mail: {reason}"),
        };
        self.shared.committer.submit(vec![step]).await;
    }

    fn outcome(&mut self, job: Job, settled: Settled) {
        let settled = Settled { receiver: receiver_of(&job.reader.email).into_owned(), ..settled };
        let step = Step::Outcome { key: job.key(), attempt_id: job.attempt_id, settled };
        self.pending.push(step, job);
    }

    fn settle(&mut self, job: Job, settled: Settled) {
        let settled = Settled { receiver: receiver_of(&job.reader.email).into_owned(), ..settled };
        let step = Step::Settle {
            key: job.key(),
            origin: job.origin,
            attempt_id: job.attempt_id,
            attempt: job.attempt,
            dated_at: job.dated_at,
            settled,
        };
        self.pending.push(step, job);
    }

    /// Nothing was tried, so no attempt is counted.
    fn settle_untried(&mut self, mut job: Job, settled: Settled) {
        job.attempt = job.attempt.saturating_sub(1);
        self.settle(job, settled);
    }

    async fn flush(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        flush(self.shared, pending).await;
    }

    async fn disconnect(&mut self, politely: bool) {
        if let Some(connection) = self.connection.take() {
            connection.close(politely).await;
        }
    }
}

async fn flush<L: Ledger, T: Transport>(shared: &Shared<L, T>, pending: Pending) {
    if pending.is_empty() {
        return;
    }
    shared.committer.submit(pending.steps).await;
    close_chunks(shared, &pending.jobs).await;
}

fn envelope(job: &Job) -> Envelope {
    Envelope { from: job.run.content.sender(job), to: job.reader.email.clone() }
}

/// Gives up a job without a word about its reader: the run is paused or the engine stops.
async fn abandon<L: Ledger, T: Transport>(shared: &Shared<L, T>, job: Job) {
    let mut steps = shared.queue.drop_run(job.run.id);
    if job.origin == Origin::Row {
        steps.push(Step::Unclaim { key: job.key(), attempt_id: job.attempt_id });
    }
    shared.committer.submit(steps).await;
    shared.queue.look();
}

/// Closes the chunks whose last reader these were.
async fn close_chunks<'a, L: Ledger, T: Transport>(
    shared: &Shared<L, T>,
    settled: impl IntoIterator<Item = &'a Job>,
) {
    let close = |job: &Job| Some((job.run.id, shared.queue.settled(job.key(), job.run.epoch, job.origin)?));
    let (ended, steps): (Vec<i64>, Vec<Step>) = settled.into_iter().filter_map(close).unzip();
    shared.committer.submit(steps).await;
    // Once it is durable, so that of two chunks that end at once one sees that nothing is left.
    if ended.into_iter().any(|run_id| shared.queue.is_idle(run_id)) {
        shared.queue.look();
    }
}

/// Ends a while after the engine was told to stop.
async fn stopped_for(stop: &CancellationToken, while_: Duration) {
    stop.cancelled().await;
    sleep(while_).await;
}
