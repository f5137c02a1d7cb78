//! Enters readers into the index, in the background, a segment at a time; a process that stops in between goes on where it was.
//!
//! Whoever adds, changes or removes a reader writes nothing into the index: new readers are above `search_state.built_to`, of the others
//! triggers keep in `search_changes` what text they had, until it is taken out of the lists.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use database::{Database, Engine, Result, Tx, on_engine, push_list};
use futures::TryStreamExt as _;
use sqlx::{AssertSqlSafe, Build as _, QueryBuilder};
use tokio_util::sync::CancellationToken;

use super::{
    breaks::Breaks,
    highest,
    lists::{self, Entry, KEY_AT},
    segments::{self, LARGE, SMALL, Segment},
    terms,
};
use crate::{Core, NewsletterId};

const EVERY: Duration = Duration::from_secs(1);
/// Others write in between.
const PAUSE: Duration = Duration::from_millis(20);
/// Changes of one transaction.
const CHANGES: i64 = 20_000;
/// How long changes are entered before new readers are.
const CHANGED: Duration = Duration::from_secs(1);
/// Parts of one statement.
const PARTS: usize = 64;
/// Readers of one statement.
const READERS: usize = 500;
/// Readers whose entries are made at once.
const SLICE: usize = 2_048;
/// How often it is asked whether those who may be adding readers are done, and how long.
const ASK: Duration = Duration::from_millis(10);
const ASKS: usize = 200;

/// Keeps the index up until it is told to stop.
pub async fn background(core: Core, stop: CancellationToken) {
    while !stop.is_cancelled() {
        let is_behind = match advance(&core.db).await {
            Ok(is_behind) => is_behind,
            // Another node was first.
            Err(error) if is_conflict(&error) => false,
            Err(error) => {
                tracing::warn!(%error, "the search index was not brought up to date");
                false
            }
        };
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(if is_behind { PAUSE } else { EVERY }) => {}
        }
    }
}

/// Whether PostgreSQL refused what another transaction changed since this one's snapshot.
fn is_conflict(error: &database::Error) -> bool {
    matches!(error, database::Error::Database(error) if error.code().as_deref() == Some("40001"))
}

/// One round: enters the changes of some segments, and one segment of new readers. Whether there may be more to do at once.
pub async fn advance(db: &Database) -> Result<bool> {
    let mut did = false;
    let began = Instant::now();
    let todo = loop {
        let todo = Todo::read(&mut db.read().await?).await?;
        let Some(segment) = todo.changed.filter(|_| began.elapsed() < CHANGED) else { break todo };
        if !enter(db, todo.built_to, segment, true).await? {
            break todo;
        }
        did = true;
    };
    if todo.next(todo.last).is_none() || !nobody_adds_below(db).await? {
        return Ok(did);
    }
    // Those who were waited for may be below the ones who were seen.
    let now = Todo::read(&mut db.read().await?).await?;
    if let Some(segment) = now.next(todo.last) {
        did |= enter(db, now.built_to, segment, false).await?;
    }
    Ok(did)
}

/// What a round finds to do.
#[derive(Debug)]
struct Todo {
    built_to: i64,
    /// The lowest and the highest id of those who are not entered.
    first: Option<i64>,
    last: i64,
    changed: Option<Segment>,
}

impl Todo {
    async fn read(tx: &mut Tx) -> Result<Self> {
        let last = highest(tx).await?;
        let (built_to, first, changed): (i64, Option<i64>, Option<i64>) = on_engine!(&mut *tx, conn => sqlx::query_as(
            "SELECT built_to, (SELECT id FROM subscribers WHERE id >= search_state.built_to ORDER BY id LIMIT 1), \
             (SELECT subscriber_id FROM search_changes ORDER BY id LIMIT 1) FROM search_state WHERE id = 1")
            .fetch_one(conn).await?);
        let changed = match changed {
            None => None,
            Some(id) => Some(segment_of(tx, id).await?),
        };
        Ok(Self { built_to, first, last, changed })
    }

    fn next(&self, last: i64) -> Option<Segment> {
        self.first.and_then(|first| whole(self.built_to, first, last))
    }
}

/// The segment of new readers that is next, when all of its ids are given, as they are once a higher one is seen: a large one, in
/// which small ones may be already, or a small one.
fn whole(built_to: i64, first: i64, last: i64) -> Option<Segment> {
    let from = built_to.max(Segment::of(first, SMALL).first_id);
    [LARGE, SMALL].into_iter().map(|bits| Segment::of(from, bits)).find(|segment| segment.end() <= last + 1)
}

/// The segment that has a reader, or will have.
async fn segment_of(tx: &mut Tx, id: i64) -> Result<Segment> {
    let below: Option<Segment> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT first_id, bits FROM search_segments WHERE first_id <= $1 ORDER BY first_id DESC LIMIT 1")
        .bind(id).fetch_optional(conn).await?);
    Ok(below.filter(|segment| segment.has(id)).unwrap_or_else(|| Segment::of(id, SMALL)))
}

/// Waits for those who may have been given an id and not committed yet: on PostgreSQL a later id may be seen before an earlier one.
/// Whoever adds readers has locked the table before. False when it takes too long.
async fn nobody_adds_below(db: &Database) -> Result<bool> {
    let mut tx = db.read().await?;
    let Tx::Postgres(t) = &mut tx else { return Ok(true) };
    let sql = "SELECT virtualtransaction FROM pg_locks WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND granted \
               AND database = (SELECT oid FROM pg_database WHERE datname = CURRENT_DATABASE()) \
               AND relation = CAST('subscribers' AS REGCLASS)";
    let mut adding: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut **t).await?;
    for _ in 0..ASKS {
        if adding.is_empty() {
            return Ok(true);
        }
        tokio::time::sleep(ASK).await;
        let now: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut **t).await?;
        adding.retain(|known| now.contains(known));
    }
    Ok(false)
}

/// Parts with their ids.
type Parts = Vec<(i64, Vec<u8>)>;

/// What of a segment is written.
struct Work {
    segment: Segment,
    /// Whether it has what the small segments had in its place.
    is_whole: bool,
    parts: Parts,
    /// Changes that are in it.
    changes: Vec<i64>,
}

/// Enters a segment's readers, or its changes; false when somebody else did.
async fn enter(db: &Database, built_to: i64, segment: Segment, is_changed: bool) -> Result<bool> {
    let mut tx = match db.engine() {
        // Reading does not keep others from writing; nobody but this writes the index.
        Engine::Sqlite => db.read_through().await?,
        Engine::Postgres => db.begin().await?,
    };
    if let Tx::Postgres(t) = &mut tx {
        sqlx::raw_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ").execute(&mut **t).await?;
    }
    if !is_our_turn(&mut tx, built_to).await? {
        return Ok(false);
    }
    let work = if is_changed && segment.first_id < built_to {
        match changed(&mut tx, segment).await {
            Err(error @ database::Error::Decode(_)) => {
                let first_id = segment.first_id;
                tracing::warn!(%error, first_id, "a segment of the search index is entered anew");
                whole_segment(&mut tx, segment).await?
            }
            work => work?,
        }
    } else if is_changed {
        // It will be entered as it is then.
        Work { segment, is_whole: false, parts: Vec::new(), changes: changes(&mut tx, segment).await?.0 }
    } else {
        whole_segment(&mut tx, segment).await?
    };
    if let Tx::Sqlite(_) = &tx {
        drop(tx);
        tx = db.begin().await?;
        if !is_our_turn(&mut tx, built_to).await? {
            return Ok(false);
        }
    }
    write(&mut tx, work).await?;
    tx.commit().await?;
    Ok(true)
}

/// One node at a time, and only from where the plan was made.
async fn is_our_turn(tx: &mut Tx, built_to: i64) -> Result<bool> {
    let lock = if tx.engine() == Engine::Postgres { " FOR UPDATE SKIP LOCKED" } else { "" };
    let sql = format!("SELECT built_to FROM search_state WHERE id = 1{lock}");
    let at: Option<i64> =
        on_engine!(tx, conn => sqlx::query_scalar(AssertSqlSafe(sql)).fetch_optional(conn).await?);
    Ok(at == Some(built_to))
}

/// Who is entered where. The key of an entry is a whole one here.
struct Entries {
    first_id: i64,
    entries: Vec<Entry>,
    breaks: Breaks,
}

impl Entries {
    fn new(segment: Segment) -> Self {
        Self { first_id: segment.first_id, entries: Vec::new(), breaks: Breaks::default() }
    }

    fn add(&mut self, id: i64, newsletter: NewsletterId, text: &str) {
        if text.is_empty() {
            return;
        }
        let offset = (id - self.first_id) as u16;
        terms::each_key(newsletter, text, &mut self.breaks, |key, mark| {
            self.entries.push(lists::entry(key, mark, offset));
        });
    }

    fn sorted(mut self) -> Vec<Entry> {
        sort(&mut self.entries);
        self.entries
    }
}

fn sort(entries: &mut Vec<Entry>) {
    entries.sort_unstable();
    entries.dedup();
}

/// The part that an entry is in, and the entry within it.
fn place(segment: Segment, entry: Entry) -> (i64, Entry) {
    let (part, key) = segment.place(entry >> KEY_AT);
    (part, key << KEY_AT | entry & ((1 << KEY_AT) - 1))
}

/// The parts that entries make, which ascend; offsets have so many bits.
fn write_parts(segment: Segment, bits: u32, entries: &[Entry]) -> Parts {
    let part = |entries: &[Entry]| {
        let within: Vec<Entry> = entries.iter().map(|entry| place(segment, *entry).1).collect();
        (place(segment, entries[0]).0, lists::write(&within, bits))
    };
    entries.chunk_by(|a, b| place(segment, *a).0 == place(segment, *b).0).map(part).collect()
}

/// What of a segment is ready. The entries of a large one take some 40 MB, ten times as much as what is written: so those of a few readers at
/// a time are written as lists, of which all are read again, a few keys at a time.
struct Slices {
    segment: Segment,
    entries: Entries,
    count: usize,
    /// Of each slice, the lists by the highest bits of their keys.
    ready: Vec<Parts>,
}

impl Slices {
    fn new(segment: Segment) -> Self {
        Self { segment, entries: Entries::new(segment), count: 0, ready: Vec::new() }
    }

    /// By what the parts of a slice are told apart: as those of a small segment are.
    fn keys(&self) -> Segment {
        Segment::new(self.segment.first_id, SMALL)
    }

    fn add(&mut self, id: i64, newsletter: NewsletterId, text: &str) {
        self.entries.add(id, newsletter, text);
        self.count += 1;
    }

    fn is_full(&self) -> bool {
        self.count == SLICE
    }

    /// Puts away who was added.
    fn end(mut self) -> Self {
        let keys = self.keys();
        sort(&mut self.entries.entries);
        self.ready.push(write_parts(keys, LARGE, &self.entries.entries));
        self.entries.entries.clear();
        self.count = 0;
        self
    }

    /// All parts of the segment.
    fn parts(mut self) -> std::result::Result<Parts, lists::Damaged> {
        self = self.end();
        let (keys, mut entries, mut parts) =
            (self.keys(), std::mem::take(&mut self.entries.entries), Vec::new());
        for part in keys.parts().0..keys.parts().1 {
            entries.clear();
            for slice in &mut self.ready {
                let Ok(at) = slice.binary_search_by_key(&part, |(part, _)| *part) else { continue };
                let key = (part - keys.parts().0) as u64;
                let of = |entry| key << (keys.list_bits() + KEY_AT) | entry;
                entries.extend(lists::entries(&std::mem::take(&mut slice[at].1), LARGE)?.into_iter().map(of));
            }
            entries.sort_unstable();
            parts.extend(write_parts(self.segment, self.segment.bits(), &entries));
        }
        Ok(parts)
    }
}

/// All readers of a segment.
async fn whole_segment(tx: &mut Tx, segment: Segment) -> Result<Work> {
    let mut slices = Slices::new(segment);
    on_engine!(&mut *tx, conn => {
        let mut rows = sqlx::query_as::<_, (i64, NewsletterId, String)>(
            "SELECT id, newsletter_id, search_text FROM subscribers WHERE id >= $1 AND id < $2")
            .bind(segment.first_id).bind(segment.end()).fetch(conn);
        while let Some((id, newsletter, text)) = rows.try_next().await? {
            slices.add(id, newsletter, &text);
            if slices.is_full() {
                slices = compute(|| slices.end()).await?;
            }
        }
    });
    let (changes, _) = changes(tx, segment).await?;
    let parts = compute(|| slices.parts()).await??;
    Ok(Work { segment, is_whole: true, parts, changes })
}

type Change = (i64, i64, NewsletterId, String);

/// Ids of a segment's changes, and what they changed.
async fn changes(tx: &mut Tx, segment: Segment) -> Result<(Vec<i64>, Vec<Change>)> {
    let changes: Vec<Change> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT id, subscriber_id, newsletter_id, old_text FROM search_changes WHERE subscriber_id >= $1 AND subscriber_id < $2 \
         ORDER BY id LIMIT $3").bind(segment.first_id).bind(segment.end()).bind(CHANGES).fetch_all(conn).await?);
    Ok((changes.iter().map(|(id, ..)| *id).collect(), changes))
}

/// A segment's changes: takes out who had a text, and enters who has one.
async fn changed(tx: &mut Tx, segment: Segment) -> Result<Work> {
    let (done, changes) = changes(tx, segment).await?;
    let (mut had, mut has) = (Entries::new(segment), Entries::new(segment));
    let mut ids: Vec<i64> = Vec::with_capacity(changes.len());
    for (_, id, newsletter, text) in changes {
        had.add(id, newsletter, &text);
        ids.push(id);
    }
    ids.sort_unstable();
    ids.dedup();
    for ids in ids.chunks(READERS) {
        let rows: Vec<(i64, NewsletterId, String)> = on_engine!(&mut *tx, conn => {
            let mut query = QueryBuilder::new("SELECT id, newsletter_id, search_text FROM subscribers WHERE id IN ");
            push_list(&mut query, ids.iter().copied());
            query.build_as().fetch_all(conn).await?
        });
        for (id, newsletter, text) in rows {
            has.add(id, newsletter, &text);
        }
    }
    let (had, has) = (had.sorted(), has.sorted());
    let mut of_parts: BTreeMap<i64, (Vec<Entry>, Vec<Entry>)> = BTreeMap::new();
    for entry in had.iter().filter(|entry| has.binary_search(entry).is_err()) {
        let (part, entry) = place(segment, *entry);
        of_parts.entry(part).or_default().0.push(entry);
    }
    // All of it: of several texts that a reader had, only the first was entered.
    for entry in &has {
        let (part, entry) = place(segment, *entry);
        of_parts.entry(part).or_default().1.push(entry);
    }
    let asked: Vec<i64> = of_parts.keys().copied().collect();
    let mut known = BTreeMap::new();
    for ids in asked.chunks(READERS) {
        known.extend(segments::parts(tx, ids).await?);
    }
    let parts = compute(move || {
        let mut parts = Vec::with_capacity(of_parts.len());
        for (part, (out, into)) in of_parts {
            let known = known.get(&part);
            let mut entries = known.map_or(Ok(Vec::new()), |part| lists::entries(part, segment.bits()))?;
            entries.retain(|entry| out.binary_search(entry).is_err());
            entries.extend(into);
            entries.sort_unstable();
            entries.dedup();
            let data = lists::write(&entries, segment.bits());
            // Most of what a reader has stays.
            if known != Some(&data) {
                parts.push((part, data));
            }
        }
        Ok::<_, lists::Damaged>(parts)
    })
    .await??;
    Ok(Work { segment, is_whole: false, parts, changes: done })
}

/// Does what takes long beside what must not wait.
async fn compute<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| database::Error::Io(error.into()))
}

async fn write(tx: &mut Tx, work: Work) -> Result<()> {
    let Work { segment, is_whole, parts, changes } = work;
    let (first, end) = segment.parts();
    on_engine!(&mut *tx, conn => {
        if is_whole {
            sqlx::query("DELETE FROM search_parts WHERE id >= $1 AND id < $2").bind(first).bind(end).execute(&mut *conn).await?;
            sqlx::query("DELETE FROM search_segments WHERE first_id >= $1 AND first_id < $2")
                .bind(segment.first_id).bind(segment.end()).execute(&mut *conn).await?;
            sqlx::query("UPDATE search_state SET built_to = $1 WHERE id = 1 AND built_to < $1")
                .bind(segment.end()).execute(&mut *conn).await?;
        }
        if !parts.is_empty() {
            sqlx::query("INSERT INTO search_segments (first_id, bits) VALUES ($1, $2) ON CONFLICT (first_id) DO NOTHING")
                .bind(segment.first_id).bind(segment.bits).execute(&mut *conn).await?;
        }
        for parts in parts.chunks(PARTS) {
            let mut query = QueryBuilder::new("INSERT INTO search_parts (id, data) ");
            query.push_values(parts, |mut row, (id, data)| {
                row.push_bind(*id).push_bind(data.as_slice());
            });
            query.push(" ON CONFLICT (id) DO UPDATE SET data = excluded.data").build().execute(&mut *conn).await?;
        }
        for ids in changes.chunks(READERS) {
            let mut query = QueryBuilder::new("DELETE FROM search_changes WHERE id IN ");
            push_list(&mut query, ids.iter().copied());
            query.build().execute(&mut *conn).await?;
        }
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_is_built_when_all_of_its_ids_are_given() {
        let built = |built_to, first, last| whole(built_to, first, last).map(|s| (s.first_id, s.bits));
        assert_eq!(built(0, 1, 2_046), None);
        assert_eq!(built(0, 1, 2_047), Some((0, 11)));
        assert_eq!(built(2_048, 2_048, 65_534), Some((2_048, 11)));
        assert_eq!(built(2_048, 2_048, 65_535), Some((0, 16)), "in place of the small one");
        assert_eq!(built(65_536, 1_000_000, 1_000_500), None, "nobody is in between");
        assert_eq!(built(65_536, 1_000_000, 2_000_000), Some((983_040, 16)));
    }
}
