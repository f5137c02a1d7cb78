//! What the steps of one transaction may rely on, read once: campaigns, leases, readers, what is left of the day.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use database::{Line, Tx, column};
use engine::ports::{Key, Origin, Settled, Step, Verdict};
use platform::quick::{HashMap, HashSet};
use sqlx::{Build as _, QueryBuilder};

use super::{
    readings::Readings,
    windows::{self, Window},
};
use crate::{
    NewsletterId, SubscriberId, Timestamp,
    deliveries::{
        marks::{Chunk, Place},
        model::Policy,
    },
    domains,
    runs::{RunRef, State, Waiting},
    subscribers::{self, Departed, Standing, Status, departed_sql, horizon_sql},
};

/// A run as its steps see it.
#[derive(Clone, Copy)]
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
#[derive(Default)]
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
    /// Whoever left and was not seen here has this horizon or a higher one.
    pub horizon: i64,
    /// Run → what the figures of its domain do not have of this node's mails.
    pub waiting: HashMap<i64, Waiting>,
}

impl StepContext {
    pub async fn read(
        tx: &mut Tx,
        readings: &Mutex<Readings>,
        node_id: i64,
        now: i64,
        steps: &[Step],
    ) -> database::Result<Self> {
        let (unsendable, left) = (HashMap::default(), HashMap::default());
        let (runs, chunks) = (HashMap::default(), HashMap::default());
        let waiting = HashMap::default();
        let mut context = Self { node_id, now, runs, chunks, unsendable, left, horizon: 0, waiting };
        for row in look(tx, readings, node_id, steps).await? {
            let (newsletter_id, run_id) = (row.run.newsletter_id.get(), row.run.id.get());
            context.chunks.extend(row.lease_no.map(|lease_no| ((run_id, row.chunk_no), lease_no)));
            context.horizon = row.horizon;
            if let Some(since) = row.since {
                let departed = Departed::parse(row.departed.as_deref());
                locked(readings).heed((newsletter_id, run_id, row.chunk_no), since, row.horizon, &departed);
            }
            context.waiting.insert(run_id, Waiting::parse(row.waiting.as_deref()));
            context.runs.insert(run_id, RunContext::from(row));
        }
        context.left = domains::limits::left(tx, &limited(&context.runs, steps), Timestamp(now)).await?;
        for (run_id, waiting) in &context.waiting {
            let domain = context.runs.get(run_id).and_then(|run| run.run.domain_id);
            if let Some(left) = domain.and_then(|domain| context.left.get_mut(&domain)) {
                *left -= waiting.dots;
            }
        }
        let asked = {
            let readings = locked(readings);
            let is_sendable = |key: &Key, origin: Origin| {
                let place = context.place(key, origin);
                place.is_some_and(|place| readings.is_sendable(place, key.subscriber_id))
            };
            let asked = steps.iter().filter_map(|step| match step {
                Step::Intent { key, origin, .. } if !is_sendable(key, *origin) => Some(*key),
                _ => None,
            });
            asked.collect()
        };
        context.unsendable = unsendable_readers(tx, asked).await?;
        Ok(context)
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
            "SELECT r.id, r.campaign_id, r.newsletter_id, (SELECT d.id FROM domains d WHERE d.id = r.domain_id) AS domain_id, c.status, c.epoch, c.in_doubt_policy, ",
            windows::columns!(),
            ", wanted.chunk AS chunk_no, wanted.since FROM wanted JOIN campaign_runs r ON r.id = wanted.run AND r.newsletter_id = wanted.newsletter \
             JOIN campaigns c ON c.id = r.campaign_id LEFT JOIN run_windows w ON w.run_id = r.id"
        )
    };
}

/// And who left the newsletter since the chunk's readers were read.
macro_rules! with_chunks {
    ($horizon:expr, $node:literal) => {
        concat!(
            "SELECT r.*, (SELECT n.waiting FROM run_counts n WHERE n.run_id = r.id AND n.node_id = ",
            $node,
            ") AS waiting, ",
            $horizon,
            " AS horizon, ",
            departed_sql!("r.newsletter_id", "r.since"),
            " AS departed, (SELECT d.lease_no FROM delivery_chunks d WHERE d.newsletter_id = r.newsletter_id AND d.run_id = r.id \
         AND d.chunk_no = r.chunk_no AND d.is_open AND d.node_id = ",
            $node
        )
    };
}

pub(super) fn locked(readings: &Mutex<Readings>) -> MutexGuard<'_, Readings> {
    readings.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stands for no chunk.
const NO_CHUNK: i64 = -1;

/// The runs of the steps, and which of their chunks this node has leased.
async fn look(
    tx: &mut Tx,
    readings: &Mutex<Readings>,
    node_id: i64,
    steps: &[Step],
) -> database::Result<Vec<ContextRow>> {
    let wanted: BTreeSet<Chunk> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Intent { key, origin: Origin::Chunk(no), .. }
            | Step::Settle { key, origin: Origin::Chunk(no), .. } => {
                Some((key.newsletter_id, key.run_id, *no))
            }
            Step::Intent { key, .. } | Step::Outcome { key, .. } | Step::Settle { key, .. } => {
                Some((key.newsletter_id, key.run_id, NO_CHUNK))
            }
            _ => None,
        })
        .collect();
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let since = |chunk| locked(readings).horizon(chunk);
    let wanted: Vec<(Chunk, Option<i64>)> = wanted.into_iter().map(|chunk| (chunk, since(chunk))).collect();
    match tx {
        Tx::Sqlite(conn) => {
            let mut query = QueryBuilder::new("WITH own (node_id) AS (SELECT ");
            query.push_bind(node_id).push("), wanted (newsletter, run, chunk, since) AS (");
            query.push_values(wanted, |mut row, ((newsletter, run, chunk), since)| {
                row.push_bind(newsletter).push_bind(run).push_bind(chunk).push_bind(since);
            });
            query.push(concat!(
                "), r AS MATERIALIZED (",
                runs!(),
                ") ",
                with_chunks!(horizon_sql!(Sqlite), "(SELECT node_id FROM own)"),
                ") AS lease_no FROM r"
            ));
            query.build_as().fetch_all(&mut **conn).await
        }
        Tx::Postgres(conn) => {
            // A campaign is locked before its chunks: each row of the inner query before what is looked up for it.
            sqlx::query_as(concat!(
                "WITH wanted (newsletter, run, chunk, since) AS \
                 (SELECT * FROM UNNEST($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])), r AS MATERIALIZED (",
                runs!(),
                " FOR SHARE OF c) ",
                with_chunks!(horizon_sql!(Postgres), "$5"),
                " FOR SHARE) AS lease_no FROM r"
            ))
            .bind(column(&wanted, |w| w.0.0))
            .bind(column(&wanted, |w| w.0.1))
            .bind(column(&wanted, |w| w.0.2))
            .bind(column(&wanted, |w| w.1))
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
    horizon: i64,
    /// What was known of the chunk's readers, and who left since.
    since: Option<i64>,
    departed: Option<String>,
    waiting: Option<String>,
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

/// (newsletter, reader) of those who may not be sent to.
async fn unsendable_readers(
    tx: &mut Tx,
    asked: Vec<Key>,
) -> database::Result<HashMap<(i64, i64), (State, &'static str)>> {
    let mut wanted: BTreeMap<i64, Vec<SubscriberId>> = BTreeMap::new();
    for key in asked {
        wanted.entry(key.newsletter_id).or_default().push(SubscriberId::new(key.subscriber_id));
    }
    let mut found = HashMap::default();
    for (newsletter_id, ids) in wanted {
        let readers = subscribers::unsendable(tx, NewsletterId::new(newsletter_id), &ids).await?;
        found.extend(
            readers
                .into_iter()
                .filter_map(|(id, standing)| Some(((newsletter_id, id.get()), unsendable(standing)?))),
        );
    }
    Ok(found)
}

/// Takes the dots back from those who left while they were written: whoever left and was answered before this is sent nothing. To be
/// called once they are durable, where others may have written since.
pub async fn take_back(
    line: &Line,
    horizon: i64,
    steps: &[Step],
    verdicts: &mut [Verdict],
) -> database::Result<()> {
    let mut granted: BTreeMap<i64, Vec<(Key, &mut Verdict)>> = BTreeMap::new();
    for (step, verdict) in steps.iter().zip(verdicts) {
        if let Step::Intent { key, .. } = step
            && *verdict == Verdict::Granted
        {
            granted.entry(key.newsletter_id).or_default().push((*key, verdict));
        }
    }
    if granted.is_empty() {
        return Ok(());
    }
    let mut tx = line.look().await?;
    if !subscribers::anybody_departed(&mut tx, horizon).await? {
        return tx.commit().await;
    }
    for (newsletter_id, mut verdicts) in granted {
        let departed = subscribers::departed(&mut tx, NewsletterId::new(newsletter_id), horizon).await?;
        verdicts.retain(|(key, _)| departed.may_include(SubscriberId::new(key.subscriber_id)));
        let unsendable = unsendable_readers(&mut tx, verdicts.iter().map(|(key, _)| *key).collect()).await?;
        for (key, verdict) in verdicts {
            if let Some((state, reason)) = unsendable.get(&(newsletter_id, key.subscriber_id)) {
                *verdict = Verdict::Left(*state, reason);
            }
        }
    }
    tx.commit().await
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
