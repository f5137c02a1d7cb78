//! What the steps of one transaction may rely on, read once: campaigns, leases, readers, what is left of the day.

use std::collections::{BTreeMap, BTreeSet};

use database::{Tx, column};
use engine::ports::{Key, Origin, Settled, Step, Verdict};
use platform::quick::{HashMap, HashSet};
use sqlx::{Build as _, QueryBuilder};

use super::windows::{self, Window};
use crate::{
    NewsletterId, SubscriberId, Timestamp,
    deliveries::{marks::Place, model::Policy},
    domains,
    runs::{RunRef, State},
    subscribers::{self, Standing, Status},
};

/// A run as its steps see it.
pub struct RunContext {
    pub run: RunRef,
    /// The campaign is being sent.
    pub is_sending: bool,
    pub epoch: i64,
    /// For readers in doubt.
    pub policy: Policy,
    /// How its last mails ended.
    pub window: Window,
}

/// What a step may rely on, read once per transaction.
pub struct StepContext {
    pub node_id: i64,
    pub now: i64,
    pub runs: HashMap<i64, RunContext>,
    /// (run, chunk) leased by this node, with the number of the lease.
    pub chunks: HashMap<(i64, i64), i64>,
    /// (newsletter, reader) whose mail wants to leave and must not, with the state that this leads to and the reason.
    pub unsendable: HashMap<(i64, i64), (State, &'static str)>,
    /// Mails that a domain with a limit has left of today.
    pub left: HashMap<i64, i64>,
}

impl StepContext {
    pub async fn read(tx: &mut Tx, node_id: i64, now: i64, steps: &[Step]) -> database::Result<Self> {
        let (mut runs, mut chunks) = (HashMap::default(), HashMap::default());
        for row in look(tx, node_id, steps).await? {
            let run_id = row.run.id.get();
            chunks.extend(row.lease_no.map(|lease_no| ((run_id, row.chunk_no), lease_no)));
            runs.insert(run_id, RunContext::from(row));
        }
        let left = domains::limits::left(tx, &limited(&runs, steps), Timestamp(now)).await?;
        let unsendable = unsendable_readers(tx, steps).await?;
        Ok(Self { node_id, now, runs, chunks, unsendable, left })
    }

    /// A lost connection after the dot is settled by the campaign's policy at once, as if it were the reader's first doubt.
    pub fn resolved(&self, run_id: i64, settled: &Settled) -> Settled {
        let mut settled = settled.clone();
        if settled.state == State::InDoubt {
            let policy = self.runs.get(&run_id).map_or(Policy::Hold, |context| context.policy);
            (settled.state, settled.not_before) = policy.of_doubt(0, Some(settled.not_before));
        }
        settled
    }

    /// Whether first attempts for readers of this chunk are this node's to make.
    pub fn is_ours(&self, run_id: i64, epoch: i64, origin: Origin) -> bool {
        self.is_current(run_id, epoch)
            && matches!(origin, Origin::Chunk(no) if self.chunks.contains_key(&(run_id, no)))
    }

    /// The lease of this node that a first attempt belongs to.
    pub fn place(&self, key: &Key, origin: Origin) -> Option<Place> {
        let Origin::Chunk(chunk_no) = origin else { return None };
        let lease_no = *self.chunks.get(&(key.run_id, chunk_no))?;
        Some(Place { newsletter_id: key.newsletter_id, run_id: key.run_id, chunk_no, lease_no })
    }

    pub fn is_current(&self, run_id: i64, epoch: i64) -> bool {
        self.runs.get(&run_id).is_some_and(|run| run.is_sending && run.epoch == epoch)
    }

    pub fn verdict(state: State) -> Verdict {
        if matches!(state, State::Committing | State::CommittingAgain) {
            Verdict::Granted
        } else {
            Verdict::Refused
        }
    }
}

/// Domains from which a mail wants to leave.
fn limited(runs: &HashMap<i64, RunContext>, steps: &[Step]) -> Vec<i64> {
    let wanted = steps.iter().filter_map(|step| match step {
        Step::Intent { key, .. } => runs.get(&key.run_id)?.run.domain_id,
        _ => None,
    });
    wanted.collect::<HashSet<i64>>().into_iter().collect()
}

macro_rules! runs {
    () => {
        concat!(
            "SELECT r.id, r.campaign_id, r.newsletter_id, r.domain_id, c.status, c.epoch, c.in_doubt_policy, ",
            windows::columns!(),
            ", wanted.chunk AS chunk_no FROM wanted JOIN campaign_runs r ON r.id = wanted.run AND r.newsletter_id = wanted.newsletter \
             JOIN campaigns c ON c.id = r.campaign_id LEFT JOIN run_windows w ON w.run_id = r.id"
        )
    };
}

macro_rules! with_chunks {
    () => {
        "SELECT r.*, (SELECT d.lease_no FROM delivery_chunks d WHERE d.newsletter_id = r.newsletter_id AND d.run_id = r.id \
         AND d.chunk_no = r.chunk_no AND d.is_open AND d.node_id = "
    };
}

/// Stands for no chunk.
const NO_CHUNK: i64 = -1;

/// The runs of the steps, and which of their chunks this node has leased.
async fn look(tx: &mut Tx, node_id: i64, steps: &[Step]) -> database::Result<Vec<ContextRow>> {
    let wanted: BTreeSet<(i64, i64, i64)> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Intent { key, origin: Origin::Chunk(no), .. }
            | Step::Settle { key, origin: Origin::Chunk(no), .. } => {
                Some((key.run_id, *no, key.newsletter_id))
            }
            Step::Intent { key, .. } | Step::Outcome { key, .. } | Step::Settle { key, .. } => {
                Some((key.run_id, NO_CHUNK, key.newsletter_id))
            }
            _ => None,
        })
        .collect();
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let wanted: Vec<(i64, i64, i64)> = wanted.into_iter().collect();
    match tx {
        Tx::Sqlite(conn) => {
            let mut query = QueryBuilder::new("WITH wanted (run, chunk, newsletter) AS (");
            query.push_values(wanted, |mut row, (run, chunk, newsletter)| {
                row.push_bind(run).push_bind(chunk).push_bind(newsletter);
            });
            query.push(concat!("), r AS MATERIALIZED (", runs!(), ") ", with_chunks!())).push_bind(node_id);
            query.push(") AS lease_no FROM r").build_as().fetch_all(&mut **conn).await
        }
        Tx::Postgres(conn) => {
            // A campaign is locked before its chunks: each row of the inner query before what is looked up for it.
            sqlx::query_as(concat!(
                "WITH wanted (run, chunk, newsletter) AS (SELECT * FROM UNNEST($1::bigint[], $2::bigint[], $3::bigint[])), \
                 r AS MATERIALIZED (",
                runs!(),
                " FOR SHARE OF c) ",
                with_chunks!(),
                "$4 FOR SHARE) AS lease_no FROM r"
            ))
            .bind(column(&wanted, |w| w.0))
            .bind(column(&wanted, |w| w.1))
            .bind(column(&wanted, |w| w.2))
            .bind(node_id)
            .fetch_all(&mut **conn)
            .await
        }
    }
}

#[derive(sqlx::FromRow)]
struct ContextRow {
    #[sqlx(flatten)]
    run: RunRef,
    status: String,
    epoch: i64,
    in_doubt_policy: String,
    #[sqlx(flatten)]
    window: Window,
    chunk_no: i64,
    /// Of the chunk, if this node has it.
    lease_no: Option<i64>,
}

impl From<ContextRow> for RunContext {
    fn from(row: ContextRow) -> Self {
        Self {
            run: row.run,
            is_sending: row.status == "sending",
            epoch: row.epoch,
            policy: Policy::of(&row.status, &row.in_doubt_policy),
            window: row.window,
        }
    }
}

/// Who may not be sent to: an unsubscribe that was answered, or a suppression, is seen by every later commit point.
async fn unsendable_readers(
    tx: &mut Tx,
    steps: &[Step],
) -> database::Result<HashMap<(i64, i64), (State, &'static str)>> {
    let mut wanted: BTreeMap<i64, Vec<SubscriberId>> = BTreeMap::new();
    for step in steps {
        if let Step::Intent { key, .. } = step {
            wanted.entry(key.newsletter_id).or_default().push(SubscriberId::new(key.subscriber_id));
        }
    }
    let mut found = HashMap::default();
    for (newsletter_id, ids) in wanted {
        let readers = subscribers::unsendable_for_commit(tx, NewsletterId::new(newsletter_id), &ids).await?;
        found.extend(
            readers
                .into_iter()
                .filter_map(|(id, standing)| Some(((newsletter_id, id.get()), unsendable(standing)?))),
        );
    }
    Ok(found)
}

/// Why a reader can no longer be sent to, if so.
pub fn unsendable(standing: Option<Standing>) -> Option<(State, &'static str)> {
    let Some(Standing { status, suppressed }) = standing else {
        return Some((State::Skipped, "The subscriber was removed."));
    };
    match status {
        Status::Active => suppressed.map(|reason| (State::Suppressed, reason.sentence())),
        Status::Unsubscribed => Some((State::Skipped, "Unsubscribed before sending.")),
        Status::Pending => Some((State::Skipped, "The subscription isn't confirmed yet.")),
        Status::Bounced => Some((State::Suppressed, "An earlier email to this address bounced.")),
        Status::Complained => Some((State::Suppressed, "The subscriber reported an earlier email as spam.")),
    }
}
