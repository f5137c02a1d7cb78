//! Taking opens and clicks in: the answer does not wait for the database, and many share one commit.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use database::{Tx, on_engine};
use tokio::{
    sync::mpsc,
    time::{Instant, timeout_at},
};
use tokio_util::sync::CancellationToken;

use super::{agents::Agent, verdict::EngagementKind};
use crate::{CampaignId, Core, SubscriberId, Timestamp, clock::MINUTE, core::With};

/// How long a hit waits for others to share its commit: with the commit itself, what a kill may lose.
const INTERVAL: Duration = Duration::from_millis(10);
/// Hits that may wait for a commit; then requests wait, so that no more than these and one commit are ever lost.
const WAITING: usize = 1_000;
const LONGEST_WAIT: Duration = Duration::from_millis(500);
/// Hits of one commit.
const BATCH: usize = 1_000;
const ROWS: usize = 500;
/// How long link targets are kept at hand: another node may have deleted the account behind them.
const KEPT: i64 = MINUTE;
/// Campaigns whose link targets are kept at hand.
const CAMPAIGNS: usize = 256;

/// One open or click.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hit {
    pub campaign_id: CampaignId,
    pub subscriber_id: SubscriberId,
    pub kind: EngagementKind,
    pub link_no: u16,
    pub agent: Agent,
}

/// Where the links of a campaign lead, by their numbers from 1.
pub type Targets = Arc<Vec<String>>;

/// What the links in mails take.
pub type Tracking = With<Intake>;

pub struct Intake {
    sender: mpsc::Sender<(Hit, Timestamp)>,
    receiver: tokio::sync::Mutex<mpsc::Receiver<(Hit, Timestamp)>>,
    /// With the time when they were read.
    targets: Mutex<HashMap<CampaignId, (Targets, Timestamp)>>,
}

impl Default for Intake {
    fn default() -> Self {
        let (sender, receiver) = mpsc::channel(WAITING);
        Self { sender, receiver: tokio::sync::Mutex::new(receiver), targets: Mutex::default() }
    }
}

impl Intake {
    /// Waits only when many are waiting already, and not for long: a reader's way to a link does not depend on the database.
    pub async fn take(&self, hit: Hit, at: Timestamp) {
        if self.sender.send_timeout((hit, at), LONGEST_WAIT).await.is_err() {
            tracing::warn!("an open or a click was not counted: the database takes too long");
        }
    }

    /// How many wait for a commit.
    pub fn depth(&self) -> usize {
        WAITING - self.sender.capacity()
    }

    /// The targets of a campaign that was sent; empty when there are none.
    pub async fn targets(&self, core: &Core, campaign_id: CampaignId) -> database::Result<Targets> {
        let (known, now) = (self.known(campaign_id), core.now());
        if let Some((targets, _)) = known.filter(|(_, read_at)| now.0 - read_at.0 < KEPT) {
            return Ok(targets);
        }
        let mut tx = core.db.read().await?;
        let urls: Vec<String> = on_engine!(&mut tx, conn => sqlx::query_scalar(
            "SELECT l.url FROM run_links l JOIN campaign_runs r ON r.newsletter_id = l.newsletter_id AND r.id = l.run_id \
             JOIN newsletters n ON n.id = r.newsletter_id JOIN authors a ON a.id = n.author_id \
             WHERE r.campaign_id = $1 AND a.deleted_at IS NULL ORDER BY l.run_id, l.link_no")
            .bind(campaign_id).fetch_all(conn).await?);
        let targets = Arc::new(urls);
        if !targets.is_empty() {
            let mut kept = self.targets.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() >= CAMPAIGNS {
                kept.clear();
            }
            kept.insert(campaign_id, (targets.clone(), now));
        }
        Ok(targets)
    }

    fn known(&self, campaign_id: CampaignId) -> Option<(Targets, Timestamp)> {
        self.targets.lock().unwrap_or_else(PoisonError::into_inner).get(&campaign_id).cloned()
    }

    /// Reads all targets anew: an account was deleted.
    pub fn forget_targets(&self) {
        self.targets.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// Commits what came in until it is told to stop, and then what is left.
pub async fn run(tracking: Tracking, stop: CancellationToken) {
    let mut receiver = tracking.own.receiver.lock().await;
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        tokio::select! {
            biased;
            _ = receiver.recv_many(&mut batch, BATCH) => {}
            () = stop.cancelled() => break,
        }
        // Those that waited for the last commit have waited long enough.
        let is_alone = batch.len() < BATCH / 4;
        let until = Instant::now() + INTERVAL;
        while is_alone && batch.len() < BATCH {
            let room = BATCH - batch.len();
            if timeout_at(until, receiver.recv_many(&mut batch, room)).await.is_err() {
                break;
            }
        }
        while let Err(error) = commit(&tracking, &batch).await {
            tracing::warn!(%error, waiting = batch.len(), "opens and clicks were not written and are tried again");
            if stop.run_until_cancelled(tokio::time::sleep(Duration::from_secs(1))).await.is_none() {
                break;
            }
        }
        batch.clear();
    }
    while let Ok(hit) = receiver.try_recv() {
        batch.push(hit);
    }
    if let Err(error) = commit(&tracking, &batch).await {
        tracing::error!(%error, lost = batch.len(), "opens and clicks were not written");
    }
}

/// Commits what waits, without a background: for tests.
pub async fn commit_now(tracking: &Tracking) -> database::Result<()> {
    let mut receiver = tracking.own.receiver.lock().await;
    let mut batch = Vec::new();
    while let Ok(hit) = receiver.try_recv() {
        batch.push(hit);
    }
    commit(tracking, &batch).await
}

/// The same hit many times within one commit is one row.
async fn commit(core: &Core, batch: &[(Hit, Timestamp)]) -> database::Result<()> {
    if batch.is_empty() {
        return Ok(());
    }
    let mut at: HashMap<Hit, usize> = HashMap::with_capacity(batch.len());
    let mut rows: Vec<(Hit, Timestamp, i64)> = Vec::with_capacity(batch.len());
    for (hit, time) in batch {
        let index = *at.entry(*hit).or_insert(rows.len());
        match rows.get_mut(index) {
            Some(row) => row.2 += 1,
            None => rows.push((*hit, *time, 1)),
        }
    }
    let mut tx = core.db.begin().await?;
    for part in rows.chunks(ROWS) {
        insert(&mut tx, part).await?;
    }
    tx.commit().await
}

async fn insert(tx: &mut Tx, rows: &[(Hit, Timestamp, i64)]) -> database::Result<()> {
    on_engine!(tx, conn => {
        let mut query = sqlx::QueryBuilder::new(
            "INSERT INTO tracking_inbox (campaign_id, subscriber_id, kind, link_no, agent, times, at) ");
        query.push_values(rows, |mut row, (hit, at, times)| {
            row.push_bind(hit.campaign_id).push_bind(hit.subscriber_id).push_bind(hit.kind as i16)
                .push_bind(i64::from(hit.link_no)).push_bind(hit.agent as i16).push_bind(*times).push_bind(*at);
        });
        query.build().execute(conn).await.map(drop)
    })
}
