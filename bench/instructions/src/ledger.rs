//! A ledger that grants everything and remembers a number. The engine's own model checks every invariant at every step,
//! which costs more than the engine.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use engine::{
    State,
    ports::{Claim, Lease, Ledger, LedgerResult, Run, Step, Verdict},
};
use tokio_util::sync::CancellationToken;

use crate::letter::{self, Letter};

/// Readers of a chunk, as in the product.
const CHUNK: i64 = 1_000;

pub struct Memory {
    run: Arc<Run>,
    readers: i64,
    /// The last reader who was leased.
    leased: AtomicI64,
    sent: AtomicI64,
    /// Told when everybody was sent to.
    stop: CancellationToken,
}

/// The one campaign that there is.
pub fn run(letter: Letter) -> Run {
    Run { id: 1, campaign_id: 1, newsletter_id: 1, author_id: 1, epoch: 1, content: Arc::new(letter) }
}

impl Memory {
    pub fn new(readers: i64, letter: Letter, stop: CancellationToken) -> Self {
        let run = Arc::new(run(letter));
        Self { run, readers, leased: AtomicI64::default(), sent: AtomicI64::default(), stop }
    }

    /// How many were sent to.
    pub fn sent(&self) -> i64 {
        self.sent.load(Ordering::Relaxed)
    }
}

impl Ledger for Memory {
    async fn recover(&self) -> LedgerResult<usize> {
        Ok(1)
    }

    async fn freeze(&self) -> LedgerResult<bool> {
        Ok(false)
    }

    async fn runs(&self) -> LedgerResult<Vec<Arc<Run>>> {
        Ok(vec![self.run.clone()])
    }

    async fn lease(&self, _: &Run) -> LedgerResult<Option<Lease>> {
        let before = self.leased.load(Ordering::Relaxed);
        let last = self.readers.min(before + CHUNK);
        self.leased.store(last, Ordering::Relaxed);
        let readers = (before + 1..=last).map(letter::reader).collect();
        Ok((last > before).then_some(Lease { chunk_no: before / CHUNK, readers, unsendable: Vec::new() }))
    }

    async fn claim(&self, _: &Run, _: i64, _: usize) -> LedgerResult<Vec<Claim>> {
        Ok(Vec::new())
    }

    async fn apply(&self, steps: &[Step]) -> LedgerResult<Vec<Verdict>> {
        let outcomes = steps
            .iter()
            .filter(|step| matches!(step, Step::Outcome { settled, .. } if settled.state == State::Sent));
        let new = outcomes.count() as i64;
        if self.sent.fetch_add(new, Ordering::Relaxed) + new == self.readers {
            self.stop.cancel();
        }
        let verdict = |step: &Step| match step {
            Step::Intent { .. } => Verdict::Granted,
            _ => Verdict::Done,
        };
        Ok(steps.iter().map(verdict).collect())
    }

    async fn finish(&self) -> LedgerResult<bool> {
        Ok(false)
    }
}
