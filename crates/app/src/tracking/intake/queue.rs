//! From the answer into the journal and from there to whoever commits.

use std::{
    mem,
    pin::pin,
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use tokio::sync::Notify;

use super::{super::hits::Record, journal::Journal};

/// How long the journal rests between two writes, so that many share one.
const REST: Duration = Duration::from_millis(2);
/// Older than this nothing is answered and not in the journal: beyond it answers wait for the disk.
const LATE: Duration = Duration::from_millis(10);
/// How many may wait for a database that does not answer; then requests wait for a moment, and are not counted.
pub const MOST: usize = 200_000;

#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    /// Something is there for the journal.
    came: Condvar,
    /// Something is there for the database.
    pub kept: Notify,
    /// The journal has caught up, or the database has.
    moved: Notify,
    /// How many the database has of this journal.
    taken: AtomicU64,
}

#[derive(Default)]
struct State {
    /// Answered, and not yet in the journal.
    answered: Vec<Record>,
    answered_since: Option<Instant>,
    written_since: Option<Instant>,
    /// In the journal, for the database.
    kept: Vec<Record>,
    /// How many are anywhere on their way.
    depth: usize,
    is_open: bool,
}

/// What becomes of who asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Push {
    Done,
    Late,
    Full,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn depth(&self) -> usize {
        self.state().depth
    }

    /// Answers whether it will be counted. Waits only for a disk or a database that does not follow, and at most so long.
    pub async fn push(&self, record: Record, longest: Duration) -> bool {
        let mut pushed = self.try_push(record);
        if pushed == Push::Done {
            return true;
        }
        let follows = async {
            loop {
                let mut moved = pin!(self.moved.notified());
                moved.as_mut().enable();
                if pushed == Push::Full {
                    pushed = self.try_push(record);
                }
                if pushed == Push::Done || pushed == Push::Late && !self.is_late() {
                    return;
                }
                moved.await;
            }
        };
        let _ = tokio::time::timeout(longest, follows).await;
        pushed != Push::Full
    }

    fn try_push(&self, record: Record) -> Push {
        let mut state = self.state();
        if state.depth >= MOST {
            return Push::Full;
        }
        state.depth += 1;
        state.answered.push(record);
        if state.answered.len() == 1 {
            state.answered_since = Some(Instant::now());
            if state.is_open {
                self.came.notify_one();
            } else {
                self.kept.notify_one();
            }
        }
        if state.is_late() { Push::Late } else { Push::Done }
    }

    fn is_late(&self) -> bool {
        self.state().is_late()
    }

    /// Writes the journal until [`Queue::close`]. Its disk may fail: then the database alone keeps what came in.
    pub fn write(&self, mut journal: Journal) -> Journal {
        let mut records = Vec::new();
        let mut is_failing = false;
        while self.next(&mut records) {
            let written = journal.append(&records);
            if let Err(error) = &written
                && !is_failing
            {
                tracing::warn!(%error, "opens and clicks can't be kept on disk until the database has them");
            }
            is_failing = written.is_err();
            let mut state = self.state();
            state.written_since = None;
            state.kept.append(&mut records);
            drop(state);
            self.kept.notify_one();
            self.moved.notify_waiters();
            journal.forget(self.taken.load(Ordering::Relaxed));
            thread::sleep(REST);
        }
        journal
    }

    /// Waits for something to write; false when nothing will come.
    fn next(&self, into: &mut Vec<Record>) -> bool {
        let mut state = self.state();
        while state.answered.is_empty() && state.is_open {
            state = self.came.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        mem::swap(into, &mut state.answered);
        state.written_since = state.answered_since.take();
        !into.is_empty()
    }

    pub fn open(&self) {
        self.state().is_open = true;
    }

    /// What is there is written, and nothing more.
    pub fn close(&self) {
        self.state().is_open = false;
        self.came.notify_one();
    }

    /// What the journal has. Where none is written, all that came in.
    pub fn take(&self) -> Vec<Record> {
        let mut state = self.state();
        let mut records = mem::take(&mut state.kept);
        if !state.is_open {
            records.append(&mut state.answered);
            state.answered_since = None;
        }
        records
    }

    /// The database has so many more, which came from so many, `number` in all of this journal.
    pub fn done(&self, count: usize, number: u64) {
        self.state().depth -= count;
        self.taken.store(number, Ordering::Relaxed);
        self.moved.notify_waiters();
    }
}

impl State {
    fn is_late(&self) -> bool {
        let since = self.written_since.or(self.answered_since);
        self.is_open && since.is_some_and(|since| since.elapsed() > LATE)
    }
}

#[cfg(test)]
mod tests {
    use std::{pin::pin, sync::Arc};

    use super::*;
    use crate::tracking::hits::tests::record;

    const FOREVER: Duration = Duration::from_secs(3_600);

    fn started(folder: &std::path::Path) -> (Arc<Queue>, thread::JoinHandle<Journal>) {
        let queue = Arc::new(Queue::default());
        queue.open();
        let journal = Journal::new(folder.to_owned(), 7);
        let writing = thread::spawn({
            let queue = queue.clone();
            move || queue.write(journal)
        });
        (queue, writing)
    }

    #[tokio::test]
    async fn everything_reaches_the_database_once_in_the_order_of_the_journal() {
        let folder = tempfile::tempdir().unwrap();
        let (queue, writing) = started(folder.path());
        let mut taken = Vec::new();
        for n in 0..5_000 {
            assert!(queue.push(record(n), FOREVER).await);
            if n % 700 == 0 {
                queue.kept.notified().await;
                taken.extend(queue.take());
            }
        }
        queue.close();
        let journal = tokio::task::spawn_blocking(|| writing.join().unwrap()).await.unwrap();
        taken.extend(queue.take());
        assert_eq!(taken, (0..5_000).map(record).collect::<Vec<_>>());
        assert_eq!(queue.depth(), 5_000);
        queue.done(5_000, 5_000);
        assert_eq!(queue.depth(), 0);
        let left = super::super::journal::left(folder.path(), 1).unwrap();
        assert_eq!(left[0].records.len(), 5_000);
        assert!(left[0].records.iter().all(|(number, found)| *found == record(*number as i64)));
        journal.finish();
    }

    #[tokio::test]
    async fn an_answer_waits_for_a_journal_that_does_not_follow() {
        let folder = tempfile::tempdir().unwrap();
        let queue = Arc::new(Queue::default());
        queue.open();
        assert!(queue.push(record(1), FOREVER).await, "nothing is late yet");
        while !queue.is_late() {
            tokio::task::yield_now().await;
        }
        let mut second = pin!(queue.push(record(2), FOREVER));
        for _ in 0..100 {
            assert!(futures::poll!(&mut second).is_pending());
        }
        let writing = thread::spawn({
            let (queue, journal) = (queue.clone(), Journal::new(folder.path().to_owned(), 7));
            move || queue.write(journal)
        });
        assert!(second.await);
        queue.close();
        tokio::task::spawn_blocking(|| writing.join().unwrap()).await.unwrap();
        assert_eq!(queue.take(), [record(1), record(2)]);
        // A disk that stands still holds nobody up for long.
        queue.open();
        assert!(queue.push(record(3), FOREVER).await);
        while !queue.is_late() {
            tokio::task::yield_now().await;
        }
        assert!(queue.push(record(4), Duration::from_millis(1)).await, "and it is counted");
    }

    #[tokio::test]
    async fn what_no_database_takes_is_refused_at_last() {
        let queue = Arc::new(Queue::default());
        for n in 0..MOST {
            assert!(queue.push(record(n as i64), FOREVER).await);
        }
        assert!(!queue.push(record(0), Duration::from_millis(1)).await);
        let mut waiting = pin!(queue.push(record(1), FOREVER));
        assert!(futures::poll!(&mut waiting).is_pending());
        let all = queue.take();
        assert_eq!(all.len(), MOST);
        assert!(futures::poll!(&mut waiting).is_pending(), "taken is not yet committed");
        queue.done(all.len(), 0);
        assert!(waiting.await);
        assert_eq!((queue.depth(), queue.take()), (1, vec![record(1)]));
    }

    #[tokio::test]
    async fn without_a_disk_the_database_still_gets_them() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("tracking");
        std::fs::write(&place, "in the way").unwrap();
        let (queue, writing) = started(&place);
        assert!(queue.push(record(1), FOREVER).await);
        queue.kept.notified().await;
        assert_eq!(queue.take(), [record(1)]);
        queue.close();
        tokio::task::spawn_blocking(|| writing.join().unwrap()).await.unwrap();
    }
}
