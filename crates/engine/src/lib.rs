//! The send engine of one node: a feeder, a committer and as many workers as there are connections. Everything outside
//! is a parameter, so that the same code runs over a database and SMTP and over the simulator's models.
//!
//! No database, no SMTP, no settings. [`ports`] says what the engine is given, [`run`] runs it, [`State`] is where a
//! reader stands; `model`, of the feature `testing`, is a ledger in memory.

mod committer;
mod feeder;
#[cfg(any(test, feature = "testing"))]
pub mod model;
mod pace;
pub mod ports;
mod queue;
mod receivers;
mod settling;
#[cfg(test)]
mod simulation;
mod spare;
mod state;
mod throttle;
mod worker;

use std::{sync::Arc, time::Duration};

use futures::FutureExt as _;
use platform::Clock;
use tokio::{sync::Notify, task::JoinSet, time::timeout_at};
use tokio_util::sync::CancellationToken;

use committer::Committer;
pub use committer::Health;
use feeder::Survey;
use pace::Pace;
pub use pace::{Ceiling, Stuck, Trouble};
use ports::{Groups, Ledger, Random, Transport};
use queue::Queue;
use receivers::Receivers;
pub use receivers::receiver_of;
use spare::Spare;
pub use state::State;
use throttle::Throttle;

/// How long what there is to send is taken to be what it was when it was looked at last, if nothing says otherwise.
const TICK: Duration = Duration::from_millis(500);
/// How often dead nodes are looked for and this node says that it lives.
const RECOVER_EVERY: Duration = Duration::from_secs(5);

/// Memory of messages that is kept for others. Few are made and not with their servers yet, unless these want to be asked first (DATA): as much for each
/// connection would count for as long as the node runs.
const SPARE: usize = 16;

/// `(attempt, unit)` → how long until the next attempt, `None` at the end of the schedule.
pub type RetryDelay = fn(i16, f64) -> Option<Duration>;

/// What the workers of one engine share.
struct Shared<L, T> {
    ledger: Arc<L>,
    transport: T,
    clock: Clock,
    random: Arc<dyn Random>,
    retry_delay: RetryDelay,
    queue: Queue,
    committer: Committer,
    pace: Pace,
    trouble: Trouble,
    receivers: Arc<Receivers>,
    throttle: Throttle,
    spare: Spare,
    stop: CancellationToken,
}

/// What an engine is made of.
pub struct Parts<L, T> {
    pub ledger: Arc<L>,
    pub transport: T,
    pub clock: Clock,
    pub random: Arc<dyn Random>,
    pub retry_delay: RetryDelay,
    /// Connections.
    pub concurrency: usize,
    /// Messages per second, whole installation.
    pub rate: Option<f64>,
    /// What the transport allows, as it changes.
    pub ceiling: Arc<Ceiling>,
    /// Receiving providers.
    pub groups: Arc<dyn Groups>,
    /// Messages per second to a receiving provider.
    pub throttles: Vec<(String, f64)>,
    /// Wakes the feeder when a campaign was started, resumed or cancelled.
    pub wake: Arc<Notify>,
}

/// What the rest of the node sees of a running engine.
pub struct Signs {
    /// The ledger's, which is the node's readiness.
    pub health: Health,
    /// The transport's.
    pub trouble: Trouble,
}

/// Runs the engine until it is stopped; then no further job is taken, dots in flight are waited for and recorded, and
/// what is at hand is given back.
pub async fn run<L: Ledger, T: Transport>(
    parts: Parts<L, T>,
    stop: CancellationToken,
    started: impl FnOnce(Signs) + Send,
) {
    let (committer, committer_task) = Committer::start(parts.ledger.clone());
    let trouble = Trouble::new(parts.clock.clone());
    started(Signs { health: committer.health(), trouble: trouble.clone() });
    let (receivers, looking_ahead) = Receivers::new(parts.groups.clone());
    let shared = Arc::new(Shared {
        ledger: parts.ledger,
        transport: parts.transport,
        clock: parts.clock,
        random: parts.random,
        retry_delay: parts.retry_delay,
        queue: Queue::default(),
        committer,
        pace: Pace::new(parts.rate, parts.ceiling),
        trouble,
        throttle: Throttle::new(parts.groups, receivers.clone(), parts.throttles),
        receivers,
        spare: Spare::of(SPARE),
        stop: stop.clone(),
    });
    // Dropped with the engine (a simulated crash) the tasks end with it.
    let mut tasks = JoinSet::new();
    for _ in 0..parts.concurrency.max(1) {
        let shared = shared.clone();
        tasks.spawn(async move { worker::run(&shared).await });
    }
    let mut committing = JoinSet::new();
    committing.spawn(committer_task);
    // Nothing depends on its end.
    let mut asking = JoinSet::new();
    asking.spawn(looking_ahead);
    tokio::select! {
        biased;
        () = broken(&mut tasks) => {}
        () = feed(&shared, &parts.wake, &stop) => {}
    }
    shared.queue.close();
    while let Some(ended) = tasks.join_next().await {
        pass_panic_on(ended);
    }
    let given_back = shared.queue.drop_all();
    shared.committer.submit(given_back).await;
    drop(shared);
    while let Some(ended) = committing.join_next().await {
        pass_panic_on(ended);
    }
}

/// Ends only by passing on a worker's panic: its message may be between intent and outcome, and that is put right by
/// a start, not by going on.
async fn broken(tasks: &mut JoinSet<()>) {
    while let Some(ended) = tasks.join_next().await {
        pass_panic_on(ended);
    }
    std::future::pending::<()>().await;
}

fn pass_panic_on(ended: Result<(), tokio::task::JoinError>) {
    if let Err(error) = ended
        && error.is_panic()
    {
        std::panic::resume_unwind(error.into_panic());
    }
}

async fn feed<L: Ledger, T: Transport>(shared: &Shared<L, T>, wake: &Notify, stop: &CancellationToken) {
    let mut recovered = None::<tokio::time::Instant>;
    let mut survey = Survey::default();
    while !stop.is_cancelled() {
        let mut busy = false;
        if recovered.is_none_or(|at| at.elapsed() >= RECOVER_EVERY) {
            match shared.ledger.recover().await {
                Ok(nodes) => {
                    shared.pace.share(nodes);
                    shared.throttle.refresh().await;
                    recovered = Some(tokio::time::Instant::now());
                }
                Err(down) => tracing::error!(error = %down.0, "the send ledger does not answer"),
            }
        }
        if wake.notified().now_or_never().is_some() {
            survey.outdate();
        }
        if recovered.is_some() {
            match feeder::round(shared, &mut survey).await {
                Ok(more) => busy = more,
                Err(down) => tracing::error!(error = %down.0, "the send ledger does not answer"),
            }
        }
        if !busy {
            tokio::select! {
            biased;
                () = stop.cancelled() => {}
                () = wake.notified() => survey.outdate(),
                _ = timeout_at(survey.next(), shared.queue.hungry.notified()) => {}
            }
        }
    }
}
