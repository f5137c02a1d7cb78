//! One import from its first byte to its last.

use std::{
    io::{self, Read, Seek},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use database::{Database, Engine};
use tokio_util::sync::CancellationToken;

use super::{
    dates::Slashes,
    decode,
    model::{Mapping, Mode, RowError},
    records::Records,
    rows::{Chunk, MAX_ROWS, Reading, Refusal, Rows},
    signs::{self, StatusMap},
    store,
    survey::survey,
};
use crate::{
    Clock, NewsletterId, newsletters,
    subscribers::{Incoming, Status, upsert},
};

/// Addresses of which is remembered that they came: 8 bytes each. Further down a repetition counts as a known reader.
const MAX_REMEMBERED: usize = 2_000_000;

/// What is imported where; the row of the import is `running`.
#[derive(Clone, Debug)]
pub struct Job {
    pub import_id: i64,
    pub newsletter_id: NewsletterId,
    pub mode: Mode,
    pub mapping: Mapping,
    pub answers: StatusMap,
    /// Says something about who is in it, too.
    pub file_name: String,
    /// What an interrupted run of it has done.
    pub progress: Progress,
    pub place: Place,
}

/// How far it has come; `rows_read` is the sum of everything below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Progress {
    pub bytes_read: i64,
    pub rows_read: i64,
    pub created: i64,
    pub updated: i64,
    pub unchanged: i64,
    pub protected: i64,
    pub departed: i64,
    pub failed: i64,
    pub duplicates: i64,
}

/// Where it stands in its file: committed with what was written so far, so that it goes on from there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Place {
    /// Rows of chunks that were written whole.
    pub rows_whole: i64,
    /// Rows of the chunk after them, while it is written.
    pub part_rows: i64,
    /// Readers of that chunk that are in; those of its first batch come with what was wrong in the chunk.
    pub part_written: i64,
}

impl Place {
    /// The place once `written` more readers of a chunk of `rows` rows are in.
    fn after(self, written: usize, rows: i64, is_last: bool) -> Self {
        if is_last {
            Self { rows_whole: self.rows_whole + rows, ..Self::default() }
        } else {
            Self { part_rows: rows, part_written: self.part_written + written as i64, ..self }
        }
    }
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Done(Progress),
    /// Nothing, or nothing more, of the file can be imported; the reason is a sentence.
    Failed(String),
    /// Cancelled by its author, or its newsletter is gone.
    Cancelled,
    /// The process is told to stop; the import goes on later.
    Stopped,
}

/// Readers of one transaction. SQLite has one writer, and nobody should wait for it longer than 100 ms.
pub fn batch(engine: Engine) -> usize {
    match engine {
        Engine::Sqlite => 10_000,
        // More is hardly faster, and known readers are held in memory while they are compared.
        Engine::Postgres => 20_000,
    }
}

/// Reads a CSV file into a newsletter. Memory is bounded, whatever the file: 200,000 rows or 24 MiB of texts at a time,
/// and 8 bytes for each address. Progress is committed with every batch, and an interrupted import goes on behind the last.
pub async fn import_reader(
    db: &Database,
    clock: &Clock,
    job: &Job,
    input: impl Read + Seek + Send + 'static,
    stop: &CancellationToken,
) -> database::Result<Outcome> {
    import_in_chunks(db, clock, job, input, stop, MAX_ROWS).await
}

/// The same with `max_rows` in memory at a time.
pub async fn import_in_chunks(
    db: &Database,
    clock: &Clock,
    job: &Job,
    input: impl Read + Seek + Send + 'static,
    stop: &CancellationToken,
    max_rows: usize,
) -> database::Result<Outcome> {
    let mut tx = db.read().await?;
    let Some(home) = newsletters::find_any(&mut tx, job.newsletter_id).await? else {
        return Ok(Outcome::Cancelled);
    };
    drop(tx);
    let status = if home.double_opt_in { Status::Pending } else { Status::Active };
    let bytes = Arc::new(AtomicU64::new(0));
    let (mapping, counted) = (job.mapping.clone(), bytes.clone());
    let reading = Reading {
        answers: job.answers.clone(),
        everybody: signs::of_file(&job.file_name),
        slashes: Slashes::default(),
        now: clock.now(),
    };
    let mut reader = match blocking(move || open(input, counted, &mapping, reading)).await {
        Ok(reader) => reader,
        Err(reason) => return Ok(Outcome::Failed(reason)),
    };
    let (progress, place) = (job.progress, job.place);
    let mut run = Run { db, clock, job, status, progress, place, seen: Vec::new(), remembered: 0 };
    // Rows of the chunks so far.
    let mut passed = 0;
    loop {
        let rows = run.rows_of_next(passed, max_rows);
        reader = match blocking(move || fill(reader, rows)).await {
            Ok(reader) => reader,
            Err(reason) => return Ok(Outcome::Failed(reason)),
        };
        let chunk = &mut reader.1;
        if passed < run.place.rows_whole {
            // Written before the interruption; read again for the addresses.
            run.split(chunk);
        } else if run.place.part_written > 0 && chunk.read != run.place.part_rows {
            return Ok(Outcome::Failed(CHANGED.into()));
        } else {
            run.progress.bytes_read = bytes.load(Ordering::Relaxed) as i64;
            if let Some(end) = run.write(chunk, stop).await? {
                return Ok(end);
            }
        }
        passed += chunk.read;
        if reader.1.is_last {
            return Ok(Outcome::Done(run.progress));
        }
    }
}

const CHANGED: &str = "This import was interrupted, and its file is not what it was. Please import it again: subscribers it added stay as they are.";

type Reader = (Rows, Chunk);

/// Reads the file once to know how, and opens it again.
fn open(
    input: impl Read + Seek + Send + 'static,
    bytes: Arc<AtomicU64>,
    mapping: &Mapping,
    reading: Reading,
) -> Result<Reader, Refusal> {
    let (found, input) = survey(input, mapping, &reading.answers)?;
    let records = Records::new(decode::decoded(Counted { input, bytes }, found.encoding)?)?;
    let reading = Reading { slashes: found.slashes, ..reading };
    Ok((Rows::new(records, mapping, reading)?, Chunk::default()))
}

fn fill((mut rows, mut chunk): Reader, max_rows: usize) -> Result<Reader, Refusal> {
    rows.fill(&mut chunk, max_rows)?;
    Ok((rows, chunk))
}

/// Parsing and sorting take a fifth of a second: not on a thread that answers requests.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, String> {
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(Refusal::File(reason))) => Err(reason),
        Ok(Err(Refusal::Io(error))) => {
            tracing::error!(%error, "an uploaded file cannot be read");
            Err("The uploaded file could not be read to its end. Please import it again.".into())
        }
        Err(error) => {
            tracing::error!(%error, "an import failed");
            Err("The server failed to read this file.".into())
        }
    }
}

struct Run<'a> {
    db: &'a Database,
    clock: &'a Clock,
    job: &'a Job,
    status: Status,
    progress: Progress,
    place: Place,
    /// Hashes of the addresses of earlier chunks, each list ascending.
    seen: Vec<Vec<u64>>,
    remembered: usize,
}

impl Run<'_> {
    /// How many rows the next chunk takes, so that it ends where one ended before the interruption.
    fn rows_of_next(&self, passed: i64, max_rows: usize) -> usize {
        let left = self.place.rows_whole - passed;
        if left > 0 {
            max_rows.min(left as usize)
        } else if self.place.part_written > 0 {
            self.place.part_rows as usize
        } else {
            max_rows
        }
    }

    /// Writes a chunk, batch by batch; answers an end that came before its end.
    async fn write(
        &mut self,
        chunk: &mut Chunk,
        stop: &CancellationToken,
    ) -> database::Result<Option<Outcome>> {
        let errors = std::mem::take(&mut chunk.errors);
        let (fresh, again) = self.split(chunk);
        let written = self.place.part_written as usize;
        let fresh = &fresh[written.min(fresh.len())..];
        let again = &again[written.saturating_sub(chunk.len() - again.len()).min(again.len())..];
        if written == 0 {
            // Rows that were refused or came twice are told with the first batch, those of each batch with it.
            self.progress.rows_read += chunk.failed + chunk.duplicates;
            self.progress.failed += chunk.failed;
            self.progress.duplicates += chunk.duplicates;
        }
        let mut batches: Vec<(&[u32], bool)> = Vec::new();
        batches.extend(fresh.chunks(batch(self.db.engine())).map(|b| (b, false)));
        batches.extend(again.chunks(batch(self.db.engine())).map(|b| (b, true)));
        if batches.is_empty() {
            batches.push((&[], false));
        }
        let last = batches.len() - 1;
        for (at, (rows, is_again)) in batches.into_iter().enumerate() {
            if stop.is_cancelled() {
                return Ok(Some(Outcome::Stopped));
            }
            let place = self.place.after(rows.len(), chunk.read, at == last);
            let rows: Vec<Incoming<'_>> = rows.iter().map(|at| chunk.row(*at as usize)).collect();
            let errors = if at == 0 && written == 0 { errors.as_slice() } else { &[] };
            if !self.commit(&rows, is_again, place, errors).await? {
                return Ok(Some(Outcome::Cancelled));
            }
        }
        Ok(None)
    }

    /// One transaction. False when the import was cancelled.
    async fn commit(
        &mut self,
        rows: &[Incoming<'_>],
        is_again: bool,
        place: Place,
        errors: &[RowError],
    ) -> database::Result<bool> {
        // Another writer may add one of the readers in the same moment; then the batch is read and decided again.
        for attempt in 0.. {
            match self.try_commit(rows, is_again, place, errors).await {
                Err(error) if database::is_unique_violation(&error) && attempt < 5 => {}
                Err(error) if database::is_foreign_key_violation(&error) => return Ok(false),
                other => return other,
            }
        }
        Ok(false)
    }

    async fn try_commit(
        &mut self,
        rows: &[Incoming<'_>],
        is_again: bool,
        place: Place,
        errors: &[RowError],
    ) -> database::Result<bool> {
        let now = self.clock.now();
        let mut tx = self.db.begin().await?;
        let done =
            upsert(&mut tx, self.job.newsletter_id, rows, self.job.mode.known(), self.status, now).await?;
        let mut progress = self.progress;
        progress.rows_read += rows.len() as i64;
        if is_again {
            progress.duplicates += rows.len() as i64;
        } else {
            progress.created += done.created;
            progress.updated += done.updated;
            progress.unchanged += done.unchanged;
            progress.protected += done.protected;
            progress.departed += done.departed;
        }
        if !store::progress(&mut tx, self.job.import_id, &progress, place, errors, now).await? {
            return Ok(false);
        }
        tx.commit().await?;
        (self.progress, self.place) = (progress, place);
        Ok(true)
    }

    /// Places of the rows that come for the first time, and of those whose address was in an earlier chunk.
    fn split(&mut self, chunk: &Chunk) -> (Vec<u32>, Vec<u32>) {
        let all = 0..chunk.len() as u32;
        let is_small = chunk.is_last && self.seen.is_empty();
        if is_small {
            return (all.collect(), Vec::new());
        }
        let hashes: Vec<u64> = all.clone().map(|at| hash(chunk.row(at as usize).email_key)).collect();
        let (again, fresh) = all
            .partition(|at| self.seen.iter().any(|list| list.binary_search(&hashes[*at as usize]).is_ok()));
        if self.remembered + hashes.len() <= MAX_REMEMBERED {
            self.remembered += hashes.len();
            let mut hashes = hashes;
            hashes.sort_unstable();
            self.seen.push(hashes);
        }
        (fresh, again)
    }
}

fn hash(key: &str) -> u64 {
    use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
    BuildHasherDefault::<DefaultHasher>::default().hash_one(key)
}

/// Counts what was read.
struct Counted<R> {
    input: R,
    bytes: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.bytes.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_goes_on_within_a_chunk_and_ends_with_it() {
        let first = Place { rows_whole: 70, ..Place::default() }.after(30, 50, false);
        assert_eq!(first, Place { rows_whole: 70, part_rows: 50, part_written: 30 });
        let second = first.after(10, 50, false);
        assert_eq!(second, Place { rows_whole: 70, part_rows: 50, part_written: 40 });
        assert_eq!(second.after(5, 50, true), Place { rows_whole: 120, ..Place::default() });
    }
}
