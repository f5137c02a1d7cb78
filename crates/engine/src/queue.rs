//! The jobs at hand: one lane per run, popped in turn, so that a large campaign does not starve a small one.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use platform::quick::HashSet;
use tokio::sync::Notify;

use super::ports::{Job, Key, Origin, Run, Step};

/// Below this many jobs a lane asks for more.
pub const LOW_WATER: usize = 256;

#[derive(Default)]
struct Lane {
    epoch: i64,
    newsletter_id: i64,
    jobs: VecDeque<Job>,
    /// Readers of each leased chunk whose row is not settled yet, by their ids: a chunk may be leased again while a job of
    /// its earlier lease is in a worker's hands.
    open_chunks: BTreeMap<i64, HashSet<i64>>,
}

#[derive(Default)]
struct Lanes {
    lanes: BTreeMap<i64, Lane>,
    /// Run ids in the order of their turns.
    turns: VecDeque<i64>,
    closed: bool,
}

#[derive(Default)]
pub struct Queue {
    lanes: Mutex<Lanes>,
    /// Wakes a worker: there is a job, or the queue is closed.
    jobs: Notify,
    /// Wakes the feeder: a lane runs low or is empty.
    pub hungry: Notify,
    /// A run may have ended, or must not be sent any more.
    changed: AtomicBool,
    /// Workers that wait for a job.
    waiting: AtomicUsize,
    /// A worker begins to wait.
    begins_to_wait: Notify,
}

/// Counts a worker while it waits.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Queue {
    fn with<T>(&self, f: impl FnOnce(&mut Lanes) -> T) -> T {
        // Nothing inside panics half-way, so a poisoned lock holds whole lanes.
        f(&mut self.lanes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds jobs of a run, all of one origin; `chunk` is the leased chunk they stand for. Jobs of an earlier lease of the
    /// chunk or an earlier claim of the row are forgotten: only the last one can be granted.
    pub fn push(&self, run: &Run, chunk: Option<i64>, jobs: Vec<Job>) {
        let readers: HashSet<i64> = jobs.iter().map(|job| job.reader.id).collect();
        self.with(|all| {
            let lane = all.lanes.entry(run.id).or_insert_with(|| Lane {
                epoch: run.epoch,
                newsletter_id: run.newsletter_id,
                ..Lane::default()
            });
            lane.epoch = run.epoch;
            if let Some(chunk_no) = chunk {
                lane.jobs.retain(|job| job.origin != Origin::Chunk(chunk_no));
                lane.open_chunks.insert(chunk_no, readers);
            } else {
                lane.jobs.retain(|job| job.origin != Origin::Row || !readers.contains(&job.reader.id));
            }
            lane.jobs.extend(jobs);
            if !all.turns.contains(&run.id) {
                all.turns.push_back(run.id);
            }
        });
        self.jobs.notify_waiters();
    }

    /// Puts a job back at the head of its lane: nothing of it was delivered. Answers it when its run is not at hand
    /// any more.
    pub fn put_back(&self, job: Job) -> Option<Job> {
        let refused = self.with(|all| {
            let id = job.run.id;
            let Some(lane) = all.lanes.get_mut(&id).filter(|l| l.epoch == job.run.epoch && !all.closed)
            else {
                return Some(job);
            };
            lane.jobs.push_front(job);
            if !all.turns.contains(&id) {
                all.turns.push_back(id);
            }
            None
        });
        self.jobs.notify_waiters();
        refused
    }

    pub fn try_pop(&self) -> Option<Job> {
        let (job, low) = self.with(|all| {
            for _ in 0..all.turns.len() {
                let id = all.turns.pop_front()?;
                let Some(lane) = all.lanes.get_mut(&id) else { continue };
                let Some(job) = lane.jobs.pop_front() else { continue };
                let left = lane.jobs.len();
                if left > 0 {
                    all.turns.push_back(id);
                }
                return Some((job, left == LOW_WATER || left == 0));
            }
            None
        })?;
        if low {
            self.hungry.notify_one();
        }
        Some(job)
    }

    /// Waits for a job; `None` once the queue is closed.
    pub async fn pop(&self) -> Option<Job> {
        loop {
            let notified = self.jobs.notified();
            tokio::pin!(notified);
            notified.as_mut().enable();
            if self.with(|all| all.closed) {
                return None;
            }
            if let Some(job) = self.try_pop() {
                return Some(job);
            }
            self.waiting.fetch_add(1, Ordering::SeqCst);
            let waiting = Waiting(&self.waiting);
            self.begins_to_wait.notify_waiters();
            notified.await;
            drop(waiting);
        }
    }

    /// Waits until a worker is without a job.
    pub async fn is_spare(&self) {
        loop {
            let notified = self.begins_to_wait.notified();
            tokio::pin!(notified);
            notified.as_mut().enable();
            if self.waiting.load(Ordering::SeqCst) > 0 {
                return;
            }
            notified.await;
        }
    }

    /// Has the feeder look at once at what there is to send.
    pub fn look(&self) {
        self.changed.store(true, Ordering::SeqCst);
        self.hungry.notify_one();
    }

    /// Whether a run may have ended, or must not be sent any more, since this was asked last.
    pub fn take_changed(&self) -> bool {
        self.changed.swap(false, Ordering::SeqCst)
    }

    /// No further job is handed out.
    pub fn close(&self) {
        self.with(|all| {
            all.closed = true;
            all.turns.clear();
        });
        self.jobs.notify_waiters();
    }

    pub fn is_closed(&self) -> bool {
        self.with(|all| all.closed)
    }

    /// Jobs at hand for the run.
    pub fn waiting(&self, run_id: i64) -> usize {
        self.with(|all| all.lanes.get(&run_id).map_or(0, |l| l.jobs.len()))
    }

    /// Whether nothing of the run is at hand, neither jobs nor a chunk with readers left.
    pub fn is_idle(&self, run_id: i64) -> bool {
        self.with(|all| all.lanes.get(&run_id).is_none_or(|l| l.jobs.is_empty() && l.open_chunks.is_empty()))
    }

    /// One more row of a chunk is settled; answers the step that closes the chunk when it was the last.
    pub fn settled(&self, key: Key, epoch: i64, origin: Origin) -> Option<Step> {
        let Origin::Chunk(chunk_no) = origin else { return None };
        self.with(|all| {
            let lane = all.lanes.get_mut(&key.run_id).filter(|l| l.epoch == epoch)?;
            let open = lane.open_chunks.get_mut(&chunk_no)?;
            open.remove(&key.subscriber_id);
            if !open.is_empty() {
                return None;
            }
            lane.open_chunks.remove(&chunk_no);
            Some(Step::CloseChunk { newsletter_id: key.newsletter_id, run_id: key.run_id, chunk_no })
        })
    }

    /// Forgets what is at hand of the run and answers the steps that give it back.
    pub fn drop_run(&self, run_id: i64) -> Vec<Step> {
        // Nothing more of it is to be had before it was looked at.
        self.changed.store(true, Ordering::SeqCst);
        self.with(|all| {
            all.turns.retain(|id| *id != run_id);
            all.lanes.remove(&run_id).map(|lane| give_back(run_id, lane)).unwrap_or_default()
        })
    }

    /// [`Queue::drop_run`] for every run that is not among the living with its present epoch.
    pub fn retain(&self, living: &BTreeMap<i64, i64>) -> Vec<Step> {
        let gone: Vec<i64> = self.with(|all| {
            all.lanes
                .iter()
                .filter(|(id, lane)| living.get(id) != Some(&lane.epoch))
                .map(|(id, _)| *id)
                .collect()
        });
        gone.into_iter().flat_map(|id| self.drop_run(id)).collect()
    }

    pub fn drop_all(&self) -> Vec<Step> {
        self.retain(&BTreeMap::new())
    }
}

fn give_back(run_id: i64, lane: Lane) -> Vec<Step> {
    let newsletter_id = lane.newsletter_id;
    let chunks =
        lane.open_chunks.keys().map(|&chunk_no| Step::ReleaseChunk { newsletter_id, run_id, chunk_no });
    let rows = lane
        .jobs
        .iter()
        .filter(|job| job.origin == Origin::Row)
        .map(|job| Step::Unclaim { key: job.key(), attempt_id: job.attempt_id });
    chunks.chain(rows).collect()
}

impl Job {
    /// The row of its reader.
    pub fn key(&self) -> Key {
        Key { newsletter_id: self.run.newsletter_id, run_id: self.run.id, subscriber_id: self.reader.id }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use futures::poll;

    use super::*;
    use crate::ports::{Content, Reader};

    struct Letter;

    impl Content for Letter {
        fn render(&self, _: &Job, _: &mut Vec<u8>) -> Result<(), String> {
            Ok(())
        }

        fn takes_long(&self) -> bool {
            false
        }

        fn sender(&self, _: &Job) -> String {
            String::new()
        }
    }

    fn run() -> Arc<Run> {
        let content = Arc::new(Letter);
        Arc::new(Run { id: 1, campaign_id: 1, newsletter_id: 1, author_id: 1, epoch: 1, content })
    }

    fn jobs(run: &Arc<Run>, origin: Origin, attempt_id: i64, readers: &[i64]) -> Vec<Job> {
        let job = |id: &i64| Job {
            run: run.clone(),
            reader: Reader { id: *id, ..Reader::default() },
            origin,
            attempt_id,
            attempt: 1,
            dated_at: 1,
            broken: 0,
        };
        readers.iter().map(job).collect()
    }

    /// (reader, attempt) in the order in which they are handed out.
    fn at_hand(queue: &Queue) -> Vec<(i64, i64)> {
        std::iter::from_fn(|| queue.try_pop()).map(|job| (job.reader.id, job.attempt_id)).collect()
    }

    #[test]
    fn a_chunk_that_is_leased_again_has_no_job_twice() {
        let (queue, run) = (Queue::default(), run());
        queue.push(&run, Some(0), jobs(&run, Origin::Chunk(0), 10, &[1, 2, 3]));
        queue.push(&run, Some(1), jobs(&run, Origin::Chunk(1), 11, &[7]));
        queue.push(&run, None, jobs(&run, Origin::Row, 12, &[8, 9]));
        queue.push(&run, Some(0), jobs(&run, Origin::Chunk(0), 13, &[2, 3]));
        queue.push(&run, None, jobs(&run, Origin::Row, 14, &[9]));
        assert_eq!(at_hand(&queue), [(7, 11), (8, 12), (2, 13), (3, 13), (9, 14)]);
    }

    #[tokio::test]
    async fn a_worker_is_spare_while_it_waits_for_a_job() {
        let (queue, run) = (Queue::default(), run());
        let mut spare = Box::pin(queue.is_spare());
        assert!(poll!(&mut spare).is_pending());
        let mut worker = Box::pin(queue.pop());
        assert!(poll!(&mut worker).is_pending() && poll!(&mut spare).is_ready());
        queue.push(&run, None, jobs(&run, Origin::Row, 1, &[7]));
        assert!(poll!(&mut worker).is_ready() && poll!(Box::pin(queue.is_spare())).is_pending());
    }

    // One reader may be settled by the job of an earlier lease and by that of the present one.
    #[test]
    fn a_chunk_is_closed_by_its_last_reader_and_not_by_one_twice() {
        let (queue, run) = (Queue::default(), run());
        queue.push(&run, Some(0), jobs(&run, Origin::Chunk(0), 10, &[1, 2]));
        let key = |subscriber_id| Key { newsletter_id: 1, run_id: 1, subscriber_id };
        let settled = |reader| queue.settled(key(reader), 1, Origin::Chunk(0));
        assert!(settled(1).is_none() && settled(1).is_none() && settled(5).is_none());
        assert!(matches!(settled(2), Some(Step::CloseChunk { chunk_no: 0, .. })));
        assert!(settled(2).is_none());
    }

    #[test]
    fn a_run_is_idle_without_jobs_and_without_readers_who_are_not_settled() {
        let (queue, run) = (Queue::default(), run());
        let settled = |subscriber_id, chunk_no| {
            queue.settled(Key { newsletter_id: 1, run_id: 1, subscriber_id }, 1, Origin::Chunk(chunk_no))
        };
        assert!(queue.is_idle(1));
        queue.push(&run, Some(0), jobs(&run, Origin::Chunk(0), 10, &[1, 2]));
        // A job that is at hand still, though its reader is settled: of an earlier lease.
        settled(1, 0);
        settled(2, 0);
        assert!(!queue.is_idle(1));
        queue.try_pop();
        queue.try_pop();
        assert!(queue.is_idle(1));
        queue.push(&run, Some(1), jobs(&run, Origin::Chunk(1), 10, &[3]));
        queue.try_pop();
        assert!(!queue.is_idle(1), "it is in a worker's hands");
        settled(3, 1);
        assert!(queue.is_idle(1));
    }
}
