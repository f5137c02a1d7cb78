//! What plain mails of this node have still to add to rows that all nodes write: the window of their run, and the figures of the domain
//! that they left from. Where every commit of every node moved those rows, each would wait until the one before it is on the disk. So a node adds
//! up, and moves them some times a second, or with the next mail that does not go plainly.

use std::collections::{BTreeMap, BTreeSet};

use database::{Tx, together};

use super::{
    apply::{OfDomains, Totals},
    context::RunContext,
    windows::Tally,
};
use crate::{
    Timestamp,
    domains::{self, SendStats, windows::Receivers},
    runs::{self, RunRef, Waiting},
};

/// So many mails that were taken, or milliseconds, are counted at once.
const AT_ONCE: (i64, i64) = (100, 100);

/// Of one run. By default nothing is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uncounted {
    epoch: i64,
    /// Mails that were taken and are in no window: lost with the node, and perhaps counted twice where an answer was lost. They only
    /// make a stop somewhat likelier, or less so.
    taken: i64,
    /// For the domain, as the node's row of `run_counts` has it, from which looks count. `None`: there has to be a look first.
    waiting: Option<Waiting>,
    counted_at: i64,
}

impl Uncounted {
    /// Nothing, when all was counted that was known.
    pub fn none(epoch: i64, counted_at: i64) -> Self {
        Self { epoch, taken: 0, waiting: Some(Waiting::default()), counted_at }
    }

    pub fn is_known(&self) -> bool {
        self.waiting.is_some()
    }

    /// What the node's row is to have.
    pub fn waiting(&self) -> Option<String> {
        self.waiting.as_ref()?.text()
    }

    fn is_due(&self, run: &RunContext, tally: &Tally, now: i64) -> bool {
        self.epoch != run.epoch || self.taken + tally.all() >= AT_ONCE.0 || now - self.counted_at >= AT_ONCE.1
    }

    /// Keeps mails by the row that they count in: those are few.
    fn put_off(&mut self, rows: Option<&Receivers>, dots: &mut i64, tally: &mut Tally, now: i64) {
        self.taken += tally.all();
        let Some(rows) = rows else { return };
        let waiting = self.waiting.get_or_insert_default();
        waiting.dots += std::mem::take(dots);
        for (receiver, n) in std::mem::take(&mut tally.receivers) {
            let row = rows.row_of(&receiver, Timestamp(now)).map(str::to_owned);
            *waiting.receivers.entry(row.unwrap_or(receiver)).or_default() += n;
        }
    }

    /// Counts mails of this epoch that are in no window.
    pub fn catch_up(&self, run: &RunContext, tally: &mut Tally) {
        if self.epoch == run.epoch {
            tally.take(self.taken);
        }
    }
}

/// What a commit in which all mails go plainly counts, of what it comes to itself and of what was put off before.
#[derive(Default)]
pub struct Counting {
    /// Runs whose windows and domains are counted now.
    pub now: BTreeSet<i64>,
    /// By run, what is uncounted behind it.
    pub behind: BTreeMap<i64, Uncounted>,
    /// Domains from which mails leave, counted or not.
    pub domains: BTreeSet<i64>,
}

impl Counting {
    /// Takes from the totals what is put off, or adds what was. Without the rows that its domain's mails count in, nothing of them is put off.
    pub fn add(
        &mut self,
        run: &RunContext,
        rows: Option<&Receivers>,
        mut uncounted: Uncounted,
        totals: &mut Totals,
        (now, is_busy): (i64, bool),
    ) {
        let run_id = run.run.id.get();
        let dots = totals.dots.entry(run_id).or_default();
        let tally = totals.tallies.entry(run_id).or_default();
        self.domains.extend(run.run.domain_id.filter(|_| *dots > 0));
        // Who has nothing in flight may have no occasion for long.
        if !is_busy || uncounted.is_due(run, tally, now) {
            uncounted.catch_up(run, tally);
            totals.catch_up(run_id, uncounted.waiting.unwrap_or_default());
            self.now.insert(run_id);
            uncounted = Uncounted::none(run.epoch, now);
        } else {
            uncounted.put_off(rows, dots, tally, now);
        }
        self.behind.insert(run_id, uncounted);
    }
}

impl Totals {
    /// Adds what the figures of the run's domain do not have.
    pub fn catch_up(&mut self, run_id: i64, waiting: Waiting) {
        *self.dots.entry(run_id).or_default() += waiting.dots;
        let tally = self.tallies.entry(run_id).or_default();
        for (receiver, n) in waiting.receivers {
            *tally.receivers.entry(receiver).or_default() += n;
        }
    }
}

/// Counts in the figures of the run's domain what no node has counted, at the end of the run.
pub async fn count(tx: &mut Tx, run: RunRef, waiting: &Waiting, now: Timestamp) -> database::Result<()> {
    let Some(domain) = run.domain_id.filter(|_| *waiting != Waiting::default()) else { return Ok(()) };
    let receivers: BTreeMap<&str, i64> =
        waiting.receivers.iter().map(|(receiver, n)| (receiver.as_str(), *n)).collect();
    let stats = SendStats { sent: receivers.values().sum(), ..SendStats::default() };
    let of_domain = OfDomains {
        dots: [(domain, waiting.dots)].into(),
        stats: [(domain, stats)].into(),
        receivers: [(domain, receivers)].into(),
    };
    together(tx, of_domain.changes(now).collect()).await?;
    domains::windows::sent(tx, &of_domain.receivers, now).await.map(drop)
}

/// The same of a node that is gone, whose marks nobody writes any more.
pub async fn count_of_node(tx: &mut Tx, node_id: i64, now: Timestamp) -> database::Result<()> {
    for (run_id, waiting) in runs::waiting_of(tx, node_id).await? {
        if let Some(run) = runs::find(tx, run_id).await? {
            count(tx, run, &waiting, now).await?;
        }
    }
    Ok(())
}
