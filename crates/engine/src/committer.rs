//! Group commit: whatever steps have gathered while the last transaction ran go into the next one.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use platform::{Backoff, quick::HashSet};
use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, sleep, timeout_at},
};

use super::ports::{Key, Ledger, Step, Verdict};

/// The most steps of one transaction: beyond this a commit takes longer without costing less per step.
const MAX_STEPS: usize = 128;
/// Nobody's step is put off for longer than this, however long a commit takes and whoever still comes.
const MOST_PATIENCE: Duration = Duration::from_millis(5);
const RETRY_FIRST: Duration = Duration::from_millis(50);
const RETRY_LAST: Duration = Duration::from_secs(2);

struct Request {
    steps: Vec<Step>,
    answer: oneshot::Sender<Vec<Verdict>>,
}

/// Hands steps to the committing task; cheap to clone.
#[derive(Clone)]
pub struct Committer {
    requests: mpsc::Sender<Request>,
    healthy: Arc<AtomicBool>,
}

impl Committer {
    /// Starts the task. It ends when every clone is dropped and all steps are durable.
    pub fn start<L: Ledger>(ledger: Arc<L>) -> (Self, impl Future<Output = ()> + Send) {
        let (sender, receiver) = mpsc::channel(1024);
        let healthy = Arc::new(AtomicBool::new(true));
        (Self { requests: sender, healthy: healthy.clone() }, run(ledger, receiver, healthy))
    }

    /// Answers when the steps are durable, one verdict each; waits as long as the ledger is down.
    pub async fn submit(&self, steps: Vec<Step>) -> Vec<Verdict> {
        if steps.is_empty() {
            return Vec::new();
        }
        let count = steps.len();
        let (answer, verdicts) = oneshot::channel();
        if self.requests.send(Request { steps, answer }).await.is_err() {
            return vec![Verdict::Gone; count];
        }
        verdicts.await.unwrap_or_else(|_| vec![Verdict::Gone; count])
    }

    pub fn health(&self) -> Health {
        Health(self.healthy.clone())
    }
}

/// Whether the ledger can be written.
#[derive(Clone, Debug)]
pub struct Health(Arc<AtomicBool>);

impl Default for Health {
    fn default() -> Self {
        Self(Arc::new(AtomicBool::new(true)))
    }
}

impl Health {
    /// False while the ledger cannot be written.
    pub fn is_good(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

async fn run<L: Ledger>(ledger: Arc<L>, mut requests: mpsc::Receiver<Request>, healthy: Arc<AtomicBool>) {
    let mut returning = Returning::default();
    while let Some(first) = requests.recv().await {
        let group = returning.gather(first, &mut requests).await;
        let (mut steps, mut answers) = (Vec::new(), Vec::with_capacity(group.len()));
        for request in group {
            answers.push((request.steps.len(), request.answer));
            steps.extend(request.steps);
        }
        let asked = Instant::now();
        let verdicts = commit(&*ledger, &steps, &healthy).await;
        returning.granted(&steps, &verdicts, asked.elapsed());
        let mut verdicts = verdicts.into_iter();
        for (own, answer) in answers {
            // A worker that went away does not need its answer: what it asked is durable.
            let _ = answer.send(verdicts.by_ref().take(own).collect());
        }
    }
}

/// Whoever was granted a dot by the last commit comes back with what became of it. Without waiting for them, one half of the
/// connections is always at its dots while the other half is committed, and every commit is paid for by half as many mails.
#[derive(Default)]
struct Returning {
    /// Attempts whose outcome has not come, by reader: those of one claim share an attempt. Those of earlier commits are not
    /// waited for: a server may be silent for minutes.
    attempts: HashSet<(Key, i64)>,
    /// For each in turn, as long as a commit takes: where nobody comes, a commit takes at most twice its time. A server that shares the
    /// core with us answers one after the other.
    patience: Duration,
    /// Commits that are not put off because most of those waited for did not come. Connections to a distant server
    /// are busy for longer than a commit takes, and waiting would only slow them down.
    not_put_off: Backoff,
}

impl Returning {
    /// What goes into one commit, with the first request.
    async fn gather(&mut self, first: Request, requests: &mut mpsc::Receiver<Request>) -> Vec<Request> {
        let latest = Instant::now() + MOST_PATIENCE;
        let waits = self.not_put_off.is_over() && !self.attempts.is_empty();
        let awaited = self.attempts.len();
        let (mut size, mut group) = (self.take(&first), vec![first]);
        // Whoever can go on meanwhile asks first, and while somebody did, somebody else may: a commit costs the same for one and for all of
        // them, and nobody waits for what the core does anyway.
        let mut asks_on = true;
        while size < MAX_STEPS {
            let request = match requests.try_recv() {
                Ok(request) => request,
                Err(_) if asks_on && Instant::now() < latest => {
                    asks_on = false;
                    tokio::task::yield_now().await;
                    continue;
                }
                Err(_) if !waits || self.attempts.is_empty() => break,
                Err(_) => {
                    let until = latest.min(Instant::now() + self.patience);
                    let Ok(Some(request)) = timeout_at(until, requests.recv()).await else { break };
                    request
                }
            };
            asks_on = true;
            size += self.take(&request);
            group.push(request);
        }
        // A full one was not waited for in vain, whoever filled it.
        if waits && size < MAX_STEPS {
            self.not_put_off.learn(2 * self.attempts.len() > awaited);
        }
        group
    }

    /// The steps of a request, of which some may be what was waited for.
    fn take(&mut self, request: &Request) -> usize {
        for step in &request.steps {
            if let Step::Outcome { key, attempt_id, .. } = step {
                self.attempts.remove(&(*key, *attempt_id));
            }
        }
        request.steps.len()
    }

    fn granted(&mut self, steps: &[Step], verdicts: &[Verdict], took: Duration) {
        let granted = steps.iter().zip(verdicts).filter_map(|(step, verdict)| match step {
            Step::Intent { key, attempt_id, .. } if *verdict == Verdict::Granted => Some((*key, *attempt_id)),
            _ => None,
        });
        self.attempts = granted.collect();
        self.patience = took.min(MOST_PATIENCE);
    }
}

/// Repeats until it is durable. A step repeated after a lost answer has the effect of one: it is recognised by its
/// attempt.
async fn commit<L: Ledger>(ledger: &L, steps: &[Step], healthy: &AtomicBool) -> Vec<Verdict> {
    let mut wait = RETRY_FIRST;
    loop {
        match ledger.apply(steps).await {
            Ok(verdicts) => {
                healthy.store(true, Ordering::Relaxed);
                return verdicts;
            }
            Err(down) => {
                if healthy.swap(false, Ordering::Relaxed) {
                    tracing::error!(error = %down.0, "the send ledger cannot be written: sending stops until it can");
                }
                sleep(wait).await;
                wait = (wait * 2).min(RETRY_LAST);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::{
        State,
        ports::{Claim, Lease, LedgerResult, Origin, Run, Settled},
    };

    const COMMIT: Duration = Duration::from_millis(3);
    const DOT: Duration = Duration::from_millis(1);
    /// Of one claim.
    const ATTEMPT: i64 = 7;

    /// Grants everything, and takes its time for it.
    #[derive(Default)]
    struct Slow {
        /// Steps of each commit.
        commits: Mutex<Vec<usize>>,
    }

    impl Ledger for Slow {
        async fn recover(&self) -> LedgerResult<usize> {
            Ok(1)
        }
        async fn freeze(&self) -> LedgerResult<bool> {
            Ok(false)
        }
        async fn runs(&self) -> LedgerResult<Vec<Arc<Run>>> {
            Ok(Vec::new())
        }
        async fn lease(&self, _: &Run) -> LedgerResult<Option<Lease>> {
            Ok(None)
        }
        async fn claim(&self, _: &Run, _: i64, _: usize) -> LedgerResult<Vec<Claim>> {
            Ok(Vec::new())
        }
        async fn apply(&self, steps: &[Step]) -> LedgerResult<Vec<Verdict>> {
            sleep(COMMIT).await;
            self.commits.lock().unwrap().push(steps.len());
            Ok(steps
                .iter()
                .map(
                    |step| if matches!(step, Step::Intent { .. }) { Verdict::Granted } else { Verdict::Done },
                )
                .collect())
        }
        async fn finish(&self) -> LedgerResult<bool> {
            Ok(false)
        }
    }

    fn key(reader: i64) -> Key {
        Key { newsletter_id: 1, run_id: 1, subscriber_id: reader }
    }

    fn intent(reader: i64) -> Step {
        let (key, origin) = (key(reader), Origin::Chunk(0));
        Step::Intent { key, epoch: 1, origin, attempt_id: ATTEMPT, attempt: 1, dated_at: 0 }
    }

    fn outcome(reader: i64) -> Step {
        Step::Outcome { key: key(reader), attempt_id: ATTEMPT, settled: Settled::because(State::Sent, "") }
    }

    /// Sends to readers one after the other, whose numbers are a hundred apart.
    async fn worker(committer: Committer, first: i64, readers: i64, dot: Duration) {
        committer.submit(vec![intent(first)]).await;
        for reader in (0..readers).map(|n| first + 100 * n) {
            sleep(dot).await;
            committer.submit(vec![outcome(reader), intent(reader + 100)]).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn connections_that_began_apart_are_committed_together() {
        let ledger = Arc::new(Slow::default());
        let (committer, task) = Committer::start(ledger.clone());
        let committing = tokio::spawn(task);
        let mut workers = tokio::task::JoinSet::new();
        for first in 0..8 {
            workers.spawn(worker(committer.clone(), first, 20, DOT));
            if first == 3 {
                // The first half is being committed.
                sleep(COMMIT / 2).await;
            }
        }
        workers.join_all().await;
        drop(committer);
        committing.await.unwrap();
        let commits = ledger.commits.lock().unwrap().clone();
        assert_eq!(commits.iter().sum::<usize>(), 8 * 41);
        assert_eq!(commits[..2], [4, 12], "the first half has come back, the other one begins");
        assert_eq!(commits[2..], [vec![16; 19], vec![8]].concat());
    }

    #[tokio::test(start_paused = true)]
    async fn one_whose_server_is_silent_is_waited_for_once() {
        let (committer, task) = Committer::start(Arc::new(Slow::default()));
        let committing = tokio::spawn(task);
        committer.submit(vec![intent(99)]).await;
        let began = Instant::now();
        worker(committer.clone(), 0, 20, DOT).await;
        // The first commit is put off for the silent one; each of the others is a dot and a commit.
        assert_eq!(began.elapsed(), COMMIT + COMMIT + 20 * (DOT + COMMIT));
        drop(committer);
        committing.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn connections_to_a_distant_server_are_hardly_ever_put_off() {
        const FAR: Duration = Duration::from_millis(30);
        let (committer, task) = Committer::start(Arc::new(Slow::default()));
        let committing = tokio::spawn(task);
        let other = tokio::spawn(worker(committer.clone(), 1, 200, FAR));
        sleep(FAR / 2).await;
        let began = Instant::now();
        worker(committer.clone(), 0, 200, FAR).await;
        let waited = began.elapsed().saturating_sub(COMMIT + 200 * (FAR + COMMIT));
        // Waiting for both each time would be 200 commits.
        assert!(waited > Duration::ZERO && waited <= 10 * COMMIT, "{waited:?}");
        other.await.unwrap();
        drop(committer);
        committing.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_is_waited_for_who_was_not_granted_a_dot() {
        let (committer, task) = Committer::start(Arc::new(Slow::default()));
        let committing = tokio::spawn(task);
        for reader in 0..5 {
            let began = Instant::now();
            committer.submit(vec![outcome(reader)]).await;
            assert_eq!(began.elapsed(), COMMIT);
        }
        drop(committer);
        committing.await.unwrap();
    }

    /// What a commit takes in with the outcome of a reader, where others wait already.
    async fn gathered(
        returning: &mut Returning,
        first: i64,
        others: impl IntoIterator<Item = i64>,
    ) -> (usize, Duration) {
        let (sender, mut requests) = mpsc::channel(1000);
        let request = |reader| Request {
            steps: vec![outcome(reader), intent(reader + 1)],
            answer: oneshot::channel().0,
        };
        for reader in others {
            sender.try_send(request(reader)).ok().unwrap();
        }
        let began = Instant::now();
        let group = returning.gather(request(first), &mut requests).await;
        (group.iter().map(|request| request.steps.len()).sum(), began.elapsed())
    }

    fn waiting_for(readers: impl IntoIterator<Item = i64>, not_put_off: u32) -> Returning {
        Returning {
            attempts: readers.into_iter().map(|reader| (key(reader), ATTEMPT)).collect(),
            patience: COMMIT,
            not_put_off: Backoff { in_vain: 0, left: not_put_off },
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_commit_has_an_end() {
        let mut returning = waiting_for(0..1000, 0);
        assert_eq!(gathered(&mut returning, 0, 1..1000).await, (MAX_STEPS, Duration::ZERO));
        assert_eq!(returning.attempts.len(), 1000 - MAX_STEPS / 2);
        assert_eq!(returning.not_put_off.left, 0, "it is full, whoever did not come");
    }

    /// How many of a hundred who come one after the other, each a while after the one before and without ever leaving the core idle, go
    /// into one commit that waits for nobody.
    async fn taken_in_by_the_way(while_: Duration) -> (usize, Duration) {
        let (sender, mut requests) = mpsc::channel(1000);
        let request = |reader| Request { steps: vec![outcome(reader)], answer: oneshot::channel().0 };
        let coming = async {
            for reader in 1..100 {
                sender.try_send(request(reader)).ok().unwrap();
                tokio::time::advance(while_).await;
            }
        };
        let mut returning = Returning::default();
        let gathering = async {
            let began = Instant::now();
            (returning.gather(request(0), &mut requests).await.len(), began.elapsed())
        };
        futures::join!(gathering, coming).0
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_can_go_on_meanwhile_is_taken_in() {
        assert_eq!(taken_in_by_the_way(Duration::ZERO).await, (100, Duration::ZERO));
        assert_eq!(taken_in_by_the_way(MOST_PATIENCE / 5).await, (6, MOST_PATIENCE), "with an end");
    }

    /// How many of a hundred who come one after the other go into one commit, and how long it is put off.
    async fn taken_in(apart: Duration, patience: Duration) -> (usize, Duration) {
        let (sender, mut requests) = mpsc::channel(1000);
        let request = |reader| Request { steps: vec![outcome(reader)], answer: oneshot::channel().0 };
        let mut returning = Returning { patience, ..waiting_for(0..100, 0) };
        let coming = async {
            for reader in 1..100 {
                sleep(apart).await;
                let _ = sender.send(request(reader)).await;
            }
        };
        let began = Instant::now();
        let gathering = async {
            let group = returning.gather(request(0), &mut requests).await;
            (group.len(), began.elapsed())
        };
        tokio::join!(gathering, coming).0
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_still_comes_is_taken_in() {
        let ms = Duration::from_millis;
        assert_eq!(
            taken_in(ms(2), ms(3)).await,
            (3, MOST_PATIENCE),
            "longer than a commit takes, with an end"
        );
        assert_eq!(taken_in(ms(4), ms(2)).await, (1, ms(2)), "nobody came within the time of a commit");
        assert_eq!(taken_in(ms(4), ms(5)).await, (2, MOST_PATIENCE), "the second one was too late");
        assert_eq!(taken_in(ms(3), ms(9)).await, (2, MOST_PATIENCE));
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_paid_where_half_of_them_came() {
        for (awaited, came, puts_off) in
            [(2, 1, true), (3, 1, false), (3, 2, true), (5, 2, false), (5, 3, true)]
        {
            let mut returning = waiting_for(0..awaited, 0);
            assert_eq!(gathered(&mut returning, 0, 1..came).await, (2 * came as usize, COMMIT));
            assert_eq!(returning.not_put_off.left == 0, puts_off, "{came} of {awaited}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn after_a_wait_in_vain_some_commits_are_not_put_off() {
        let mut returning = waiting_for([7], 2);
        for (left, waited) in [(1, Duration::ZERO), (0, Duration::ZERO), (1, COMMIT)] {
            assert_eq!(gathered(&mut returning, 0, []).await, (2, waited));
            assert_eq!(returning.not_put_off.left, left);
        }
        let mut returning = Returning::default();
        let mut learned = |most_came: bool| {
            returning.not_put_off.learn(!most_came);
            returning.not_put_off.left
        };
        assert_eq!([false; 8].map(&mut learned), [1, 3, 7, 15, 31, 63, 63, 63]);
        assert_eq!([true, false].map(learned), [0, 1]);
    }

    #[test]
    fn only_who_may_write_a_dot_is_waited_for_and_not_for_long() {
        let mut returning = Returning::default();
        let steps = [intent(1), outcome(2), intent(3), intent(4), intent(5)];
        let verdicts = [Verdict::Granted, Verdict::Done, Verdict::Refused, Verdict::Gone, Verdict::Limited];
        returning.granted(&steps, &verdicts, COMMIT);
        assert_eq!(
            (&returning.attempts, returning.patience),
            (&HashSet::from_iter([(key(1), ATTEMPT)]), COMMIT)
        );
        returning.granted(&steps[1..], &verdicts[1..], Duration::from_secs(9));
        assert_eq!((returning.attempts.len(), returning.patience), (0, MOST_PATIENCE));
    }
}
