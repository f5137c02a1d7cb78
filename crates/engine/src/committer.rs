//! Group commit: whatever steps have gathered while the last transaction ran go into the next one.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{mpsc, oneshot},
    time::sleep,
};

use super::ports::{Ledger, Step, Verdict};

/// The most steps of one transaction: beyond this a commit takes longer without costing less per step.
const MAX_STEPS: usize = 128;
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
    while let Some(first) = requests.recv().await {
        let mut group = vec![first];
        let mut size = group[0].steps.len();
        // Connections whose answer has come too ask first: a commit costs the same for one and for all of them.
        tokio::task::yield_now().await;
        while size < MAX_STEPS {
            let Ok(request) = requests.try_recv() else { break };
            size += request.steps.len();
            group.push(request);
        }
        let steps: Vec<Step> = group.iter().flat_map(|r| r.steps.iter().cloned()).collect();
        let mut verdicts = commit(&*ledger, &steps, &healthy).await.into_iter();
        for request in group {
            let own: Vec<Verdict> = verdicts.by_ref().take(request.steps.len()).collect();
            // A worker that went away does not need its answer: what it asked is durable.
            let _ = request.answer.send(own);
        }
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
