//! Taking opens and clicks in: the answer does not wait for the database, and many share a write and a commit.

mod journal;
mod queue;

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    thread,
    time::Duration,
};

use axum::http::HeaderValue;
use database::{Engine, Tx, on_engine};
use sqlx::AssertSqlSafe;
use tokio_util::sync::CancellationToken;

use self::{
    journal::{Journal, Left},
    queue::Queue,
};
use super::{
    hits::{Hit, Record, pack, united},
    tokens::Tokens,
};
use crate::{CampaignId, Core, Timestamp, clock::MINUTE, core::With, secrets::random_bytes};

/// How long a hit waits for others to share its commit.
const INTERVAL: Duration = Duration::from_millis(50);
const LONGEST_WAIT: Duration = Duration::from_millis(500);
/// How long a stop waits for a disk.
const LONGEST_STOP: Duration = Duration::from_secs(5);
/// Records of one row.
const BATCH: usize = 4_096;
/// How long link targets are kept at hand: another node may have deleted the account behind them.
const KEPT: i64 = MINUTE;
/// Campaigns whose link targets are kept at hand.
const CAMPAIGNS: usize = 256;

/// Where a link leads.
#[derive(Debug)]
pub struct Target {
    pub url: String,
    /// The same as a header has it; none where it leads to no page.
    pub location: Option<HeaderValue>,
}

impl Target {
    fn new(url: String) -> Self {
        let location = reqwest::Url::parse(&url)
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https"))
            .and_then(|url| HeaderValue::from_str(url.as_str()).ok());
        Self { url, location }
    }
}

/// Where the links of a campaign lead, by their numbers from 1.
pub type Targets = Arc<Vec<Target>>;

/// What the links in mails take.
pub type Tracking = With<Intake>;

#[derive(Default)]
pub struct Intake {
    queue: Arc<Queue>,
    tokens: OnceLock<Tokens>,
    /// With the time when they were read.
    targets: Mutex<HashMap<CampaignId, (Targets, Timestamp)>>,
}

impl Intake {
    /// Waits only for a disk or a database that cannot follow, and not for long: a reader's way to a link does not depend
    /// on them.
    pub async fn take(&self, hit: Hit, at: Timestamp) {
        if !self.queue.push(Record { hit, at: at.0, times: 1 }, LONGEST_WAIT).await {
            tracing::warn!("an open or a click was not counted: the database takes too long");
        }
    }

    /// How many wait for a commit.
    pub fn depth(&self) -> usize {
        self.queue.depth()
    }

    pub fn tokens(&self, core: &Core) -> &Tokens {
        self.tokens.get_or_init(|| Tokens::new(core))
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
        let targets: Targets = Arc::new(urls.into_iter().map(Target::new).collect());
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

/// Where the journal lies.
pub fn folder(core: &Core) -> PathBuf {
    core.settings.data_dir.join("tracking")
}

/// Commits what came in until it is told to stop, and then what is left. First what a killed process had not.
pub async fn run(tracking: Tracking, stop: CancellationToken) {
    let id = i64::from_le_bytes(random_bytes()) & i64::MAX;
    let queue = &tracking.own.queue;
    let journal = Journal::new(folder(&tracking), id);
    queue.open();
    let closing = Closing(queue);
    let writing = thread::Builder::new().name("tracking".into()).spawn({
        let queue = queue.clone();
        move || queue.write(journal)
    });
    if let Err(error) = &writing {
        tracing::warn!(%error, "opens and clicks can't be kept on disk until the database has them");
        queue.close();
    }
    while let Err(error) = recover(&tracking, id).await {
        tracing::warn!(%error, "what was left of opens and clicks was not written and is tried again");
        if !pause(&stop).await {
            break;
        }
    }
    let mut is_whole = true;
    while is_whole && stop.run_until_cancelled(queue.kept.notified()).await.is_some() {
        let _ = stop.run_until_cancelled(tokio::time::sleep(INTERVAL)).await;
        is_whole = commit_kept(&tracking, &stop, id).await;
    }
    drop(closing);
    let journal = match writing {
        Ok(thread) => {
            let ending = tokio::task::spawn_blocking(move || thread.join().ok());
            tokio::time::timeout(LONGEST_STOP, ending).await.ok().and_then(|ended| ended.ok().flatten())
        }
        Err(_) => None,
    };
    // What is not in the database lies in the journal for the next start.
    if is_whole
        && commit_kept(&tracking, &stop, id).await
        && let Some(journal) = journal
        && let Ok(Err(error)) = tokio::task::spawn_blocking(move || journal.finish()).await
    {
        tracing::warn!(%error, "the journal of opens and clicks, which is no longer needed, was not removed");
    }
}

/// Ends the journal with the loop, however that ends.
struct Closing<'a>(&'a Queue);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// For a second; false when told to stop meanwhile.
async fn pause(stop: &CancellationToken) -> bool {
    stop.run_until_cancelled(tokio::time::sleep(Duration::from_secs(1))).await.is_some()
}

/// False when it could not until told to stop.
async fn commit_kept(tracking: &Tracking, stop: &CancellationToken, id: i64) -> bool {
    let (records, number) = tracking.own.queue.take();
    while let Err(error) = commit(tracking, &records, Some((id, number))).await {
        tracing::warn!(%error, waiting = records.len(), "opens and clicks were not written and are tried again");
        if !pause(stop).await {
            return false;
        }
    }
    tracking.own.queue.done(records.len(), number);
    true
}

/// Commits what waits, without a background: for tests.
pub async fn commit_now(tracking: &Tracking) -> database::Result<()> {
    let (records, number) = tracking.own.queue.take();
    commit(tracking, &records, None).await?;
    tracking.own.queue.done(records.len(), number);
    Ok(())
}

/// Hands the records to the count. With a journal's id and how many of its records the database has then: nothing is in
/// both, whenever the process dies.
async fn commit(core: &Core, records: &[Record], journal: Option<(i64, u64)>) -> database::Result<()> {
    if records.is_empty() {
        return Ok(());
    }
    let mut tx = core.db.begin().await?;
    if let Some((id, taken)) = journal
        && !advance(&mut tx, id, taken as i64).await?
    {
        // Only the answer to the last attempt was lost.
        return Ok(());
    }
    insert(&mut tx, records).await?;
    tx.commit().await
}

/// False when the database has as many already.
async fn advance(tx: &mut Tx, id: i64, taken: i64) -> database::Result<bool> {
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO tracking_journals (id, taken) VALUES ($1, $2) \
         ON CONFLICT (id) DO UPDATE SET taken = excluded.taken WHERE tracking_journals.taken < excluded.taken")
        .bind(id).bind(taken).execute(conn).await.map(|done| done.rows_affected() > 0))
}

async fn insert(tx: &mut Tx, records: &[Record]) -> database::Result<()> {
    for part in united(records).chunks(BATCH) {
        let first_at = part.iter().map(|record| record.at).min();
        on_engine!(&mut *tx, conn => sqlx::query("INSERT INTO tracking_batches (first_at, hits, records) VALUES ($1, $2, $3)")
            .bind(first_at).bind(part.len() as i64).bind(pack(part)).execute(conn).await.map(drop))?;
    }
    Ok(())
}

/// Commits what processes with this data folder left that were killed, however often it is tried.
async fn recover(core: &Core, id: i64) -> database::Result<()> {
    let folder = folder(core);
    let left = match tokio::task::spawn_blocking(move || journal::left(&folder, id)).await {
        Ok(Ok(left)) => left,
        Ok(Err(error)) => {
            tracing::error!(%error, "opens and clicks that were left on disk can't be read");
            return Ok(());
        }
        Err(_) => return Ok(()),
    };
    for journal in left {
        take_left(core, &journal).await?;
        if let Ok(Err(error)) = tokio::task::spawn_blocking(move || journal.remove()).await {
            tracing::warn!(%error, "a journal of opens and clicks, which is no longer needed, was not removed");
        }
    }
    Ok(())
}

/// The process is gone, but the database may still be at its last commit: what it has is read once that is over.
async fn take_left(core: &Core, left: &Left) -> database::Result<()> {
    let Some(end) = left.records.last().map(|(number, _)| *number as i64 + 1) else { return Ok(()) };
    let mut tx = core.db.begin().await?;
    let lock = if core.db.engine() == Engine::Postgres { " FOR UPDATE" } else { "" };
    let taken: i64 = on_engine!(&mut tx, conn => {
        sqlx::query("INSERT INTO tracking_journals (id, taken) VALUES ($1, 0) ON CONFLICT (id) DO NOTHING")
            .bind(left.id).execute(&mut *conn).await?;
        sqlx::query_scalar(AssertSqlSafe(format!("SELECT taken FROM tracking_journals WHERE id = $1{lock}")))
            .bind(left.id).fetch_one(conn).await?
    });
    if !advance(&mut tx, left.id, end).await? {
        return Ok(());
    }
    let missing = left.records.iter().filter(|(number, _)| *number as i64 >= taken);
    let records: Vec<Record> = missing.map(|(_, record)| *record).collect();
    insert(&mut tx, &records).await?;
    tx.commit().await?;
    tracing::info!(records = records.len(), "opens and clicks from before the last stop were taken in");
    Ok(())
}

#[cfg(test)]
mod tests {
    use database::both_engines;

    use super::*;
    use crate::{testing::TestApp, tracking::hits::tests::record};

    async fn stored(core: &Core) -> i64 {
        crate::tracking::uncounted(&mut core.db.read().await.unwrap()).await.unwrap()
    }

    both_engines!(a_commit_that_is_tried_again_is_done_once, engine => {
        let t = TestApp::new(engine).await;
        let core = t.app.core();
        let records: Vec<Record> = (0..5_000).map(record).collect();
        for _ in 0..2 {
            commit(&core, &records, Some((7, 5_000))).await.unwrap();
            assert_eq!(stored(&core).await, 5_000);
        }
        commit(&core, &records[..1], Some((7, 5_001))).await.unwrap();
        commit(&core, &records[..1], Some((8, 1))).await.unwrap();
        assert_eq!(stored(&core).await, 5_002);
    });

    both_engines!(of_what_was_left_the_database_takes_what_it_has_not, engine => {
        let t = TestApp::new(engine).await;
        let core = t.app.core();
        let records: Vec<Record> = (0..10).map(record).collect();
        commit(&core, &records[..4], Some((7, 4))).await.unwrap();
        // The second time in a copy of the folder.
        for _ in 0..2 {
            Journal::new(folder(&core), 7).append(0, &records).unwrap();
            recover(&core, 9).await.unwrap();
            assert_eq!(stored(&core).await, 10);
            assert_eq!(std::fs::read_dir(folder(&core)).unwrap().count(), 0);
        }
    });
}
