//! From the request into the journal, and from there to whoever commits.

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
const REST: Duration = Duration::from_millis(1);
/// The same while its disk fails.
const PAUSE: Duration = Duration::from_millis(100);
/// While something has waited longer for the journal, answers wait for it: a kill loses what was answered in that time, and
/// no more.
const LATE: Duration = Duration::from_millis(5);
/// A write that takes longer keeps nobody waiting any more: the database gets what it would have written.
const STALLED: Duration = Duration::from_secs(1);
/// How many may wait for a database that does not answer; then requests wait for a moment, and are not counted.
pub const MOST: usize = 200_000;

#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    /// Something is there for the journal.
    came: Condvar,
    /// Something is there for the database.
    pub kept: Notify,
    /// The journal or the database has more, or the database has taken some.
    moved: Notify,
    /// Up to which number nothing depends on this process any more, or nothing can be done about it.
    safe: AtomicU64,
    /// How many the database has.
    taken: AtomicU64,
}

/// Records in the order of their numbers: those in the journal, those that are being written, those that came since.
#[derive(Default)]
struct State {
    kept: Vec<Record>,
    writing: Vec<Record>,
    writing_since: Option<Instant>,
    came: Vec<Record>,
    came_since: Option<Instant>,
    /// The number of the next to come.
    next: u64,
    /// How many the database does not have.
    depth: usize,
    is_open: bool,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn depth(&self) -> usize {
        self.state().depth
    }

    /// Takes a record in; false when it is not taken. When the journal is late it waits until the record is in it. A disk or
    /// a database that does not follow is waited for no longer than `longest`.
    pub async fn push(&self, record: Record, longest: Duration) -> bool {
        let mut number = self.try_push(record);
        if number.is_some() && !self.state().is_late() {
            return true;
        }
        let kept = async {
            loop {
                let mut moved = pin!(self.moved.notified());
                moved.as_mut().enable();
                if number.is_none() {
                    number = self.try_push(record);
                }
                if number.is_some_and(|number| self.safe.load(Ordering::Acquire) > number || !self.follows())
                {
                    return;
                }
                moved.await;
            }
        };
        let _ = tokio::time::timeout(longest, kept).await;
        number.is_some()
    }

    /// Its number; none when too many wait.
    fn try_push(&self, record: Record) -> Option<u64> {
        let mut state = self.state();
        if state.depth >= MOST {
            return None;
        }
        state.depth += 1;
        state.came.push(record);
        if state.came.len() == 1 {
            state.came_since = Some(Instant::now());
            if state.is_open {
                self.came.notify_one();
            } else {
                self.kept.notify_one();
            }
        }
        state.next += 1;
        Some(state.next - 1)
    }

    /// Whether there is a journal to wait for.
    fn follows(&self) -> bool {
        let state = self.state();
        state.is_open && !state.is_stalled()
    }

    /// Writes the journal until [`Queue::close`]. Its disk may fail: then the database alone keeps what comes in.
    pub fn write(&self, mut journal: Journal) -> Journal {
        let mut is_failing = false;
        while let Some((first, records)) = self.next() {
            let written = journal.append(first, &records);
            if let Err(error) = &written
                && !is_failing
            {
                tracing::warn!(%error, "opens and clicks can't be kept on disk until the database has them");
            }
            is_failing = written.is_err();
            let mut state = self.state();
            state.writing_since = None;
            // Nothing, when it took so long that the database got them.
            let mut written = mem::take(&mut state.writing);
            state.kept.append(&mut written);
            drop(state);
            self.safe.fetch_max(first + records.len() as u64, Ordering::Release);
            self.kept.notify_one();
            self.moved.notify_waiters();
            journal.forget(self.taken.load(Ordering::Relaxed));
            thread::sleep(if is_failing { PAUSE } else { REST });
        }
        journal
    }

    /// Waits for something to write; none when nothing will come.
    fn next(&self) -> Option<(u64, Vec<Record>)> {
        let mut state = self.state();
        while state.came.is_empty() && state.is_open {
            state = self.came.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.came.is_empty() {
            return None;
        }
        state.writing = mem::take(&mut state.came);
        state.writing_since = state.came_since.take();
        Some((state.next - state.writing.len() as u64, state.writing.clone()))
    }

    pub fn open(&self) {
        self.state().is_open = true;
    }

    /// What is there is written, and nothing more.
    pub fn close(&self) {
        self.state().is_open = false;
        self.came.notify_one();
        self.kept.notify_one();
        self.moved.notify_waiters();
    }

    /// What the journal has, and the number behind it. All that came in, where no journal follows.
    pub fn take(&self) -> (Vec<Record>, u64) {
        let mut state = self.state();
        let mut records = mem::take(&mut state.kept);
        if !state.is_open || state.is_stalled() {
            records.append(&mut mem::take(&mut state.writing));
            records.append(&mut mem::take(&mut state.came));
            state.came_since = None;
        }
        (records, state.next - (state.writing.len() + state.came.len()) as u64)
    }

    /// The database has `count` more, all up to `number`.
    pub fn done(&self, count: usize, number: u64) {
        self.state().depth -= count;
        self.taken.fetch_max(number, Ordering::Relaxed);
        self.safe.fetch_max(number, Ordering::Release);
        self.moved.notify_waiters();
    }
}

impl State {
    fn is_late(&self) -> bool {
        let since = self.writing_since.or(self.came_since);
        self.is_open && since.is_some_and(|since| since.elapsed() > LATE)
    }

    fn is_stalled(&self) -> bool {
        self.writing_since.is_some_and(|since| since.elapsed() > STALLED)
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
                let (records, number) = queue.take();
                taken.extend(records);
                assert_eq!(number, taken.len() as u64);
            }
        }
        queue.close();
        let journal = tokio::task::spawn_blocking(|| writing.join().unwrap()).await.unwrap();
        taken.extend(queue.take().0);
        assert_eq!(taken, (0..5_000).map(record).collect::<Vec<_>>());
        assert_eq!(queue.depth(), 5_000);
        queue.done(5_000, 5_000);
        assert_eq!(queue.depth(), 0);
        let left = super::super::journal::left(folder.path(), 1).unwrap();
        assert_eq!(left[0].records.len(), 5_000);
        assert!(left[0].records.iter().all(|(number, found)| *found == record(*number as i64)));
        journal.finish().unwrap();
    }

    #[tokio::test]
    async fn an_answer_waits_for_a_journal_that_is_late() {
        let folder = tempfile::tempdir().unwrap();
        let queue = Arc::new(Queue::default());
        queue.open();
        assert!(queue.push(record(0), FOREVER).await, "nothing is late yet");
        while !queue.state().is_late() {
            tokio::task::yield_now().await;
        }
        let mut first = pin!(queue.push(record(1), FOREVER));
        for _ in 0..100 {
            assert!(futures::poll!(&mut first).is_pending());
        }
        // A disk that stands still holds nobody up for long.
        assert!(queue.push(record(2), Duration::from_millis(1)).await, "and it is counted");
        assert_eq!(queue.take(), (vec![], 0), "it may still come into the journal");
        let writing = thread::spawn({
            let (queue, journal) = (queue.clone(), Journal::new(folder.path().to_owned(), 7));
            move || queue.write(journal)
        });
        assert!(first.await);
        assert_eq!(super::super::journal::left(folder.path(), 1).unwrap()[0].records.len(), 3);
        queue.close();
        tokio::task::spawn_blocking(|| writing.join().unwrap()).await.unwrap();
        assert_eq!(queue.take(), (vec![record(0), record(1), record(2)], 3));
    }

    #[tokio::test]
    async fn what_a_write_that_does_not_end_holds_goes_to_the_database() {
        let queue = Arc::new(Queue::default());
        queue.open();
        assert!(queue.push(record(1), Duration::from_millis(1)).await);
        // A write has begun, long ago.
        let (first, writing) = queue.next().unwrap();
        assert_eq!((first, writing), (0, vec![record(1)]));
        assert!(queue.push(record(2), Duration::from_millis(1)).await);
        assert_eq!(queue.take(), (vec![], 0));
        let long_ago = Instant::now().checked_sub(STALLED * 2).unwrap();
        queue.state().writing_since = Some(long_ago);
        assert!(queue.push(record(3), FOREVER).await, "nobody waits for it");
        assert_eq!(queue.take(), (vec![record(1), record(2), record(3)], 3));
        queue.done(3, 3);
        // It ends at last; what comes then is written as before, under numbers of its own.
        let folder = tempfile::tempdir().unwrap();
        queue.state().writing_since = None;
        let writing = thread::spawn({
            let (queue, journal) = (queue.clone(), Journal::new(folder.path().to_owned(), 7));
            move || queue.write(journal)
        });
        assert!(queue.push(record(4), FOREVER).await);
        queue.close();
        tokio::task::spawn_blocking(|| writing.join().unwrap()).await.unwrap();
        assert_eq!(queue.take(), (vec![record(4)], 4));
        assert_eq!(super::super::journal::left(folder.path(), 1).unwrap()[0].records, [(3, record(4))]);
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
        let (all, number) = queue.take();
        assert_eq!((all.len(), number), (MOST, MOST as u64));
        assert!(futures::poll!(&mut waiting).is_pending(), "taken is not yet committed");
        queue.done(all.len(), number);
        assert!(waiting.await);
        assert_eq!((queue.depth(), queue.take()), (1, (vec![record(1)], number + 1)));
    }

    #[tokio::test]
    async fn without_a_disk_the_database_still_gets_them() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("tracking");
        std::fs::write(&place, "in the way").unwrap();
        let (queue, writing) = started(&place);
        assert!(queue.push(record(1), FOREVER).await);
        queue.kept.notified().await;
        assert_eq!(queue.take(), (vec![record(1)], 1));
        queue.close();
        tokio::task::spawn_blocking(|| writing.join().unwrap()).await.unwrap();
    }
}
