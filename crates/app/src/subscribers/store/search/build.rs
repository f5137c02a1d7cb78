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
    highest,
    lists::{Damaged, Entry},
    made::{self, BANDS, Entries, Lists, Slice, joined_all},
    segments::{self, LARGE, MIDDLE, Parts, SMALL, Segment},
};
use crate::{Core, NewsletterId};

const EVERY: Duration = Duration::from_secs(1);
/// Others write in between.
const PAUSE: Duration = Duration::from_millis(20);
/// Changes of one transaction.
const CHANGES: i64 = 20_000;
/// How long changes are entered before new readers are.
const CHANGED: Duration = Duration::from_secs(1);
/// Readers of one statement.
const READERS: usize = 500;
/// A part without lists.
const NOBODY: [u8; 1] = [0];
/// How often it is asked whether those who may be adding readers are done, and how long.
const ASK: Duration = Duration::from_millis(10);
const ASKS: usize = 200;

/// Keeps the index up until it is told to stop.
pub async fn background(core: Core, stop: CancellationToken) {
    let mut growth = Growth::default();
    while !stop.is_cancelled() {
        let is_behind = match round(&core.db, &mut growth).await {
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

/// How fast readers are added.
#[derive(Debug, Default)]
struct Growth {
    looked: Option<(Instant, i64)>,
    is_fast: bool,
}

impl Growth {
    /// Whether there are, in a second, more than a small segment takes.
    fn is_fast(&mut self, highest: i64) -> bool {
        let looked = self.looked.get_or_insert_with(|| (Instant::now(), highest));
        if looked.0.elapsed() >= EVERY {
            let most = f64::from(1 << SMALL) * looked.0.elapsed().as_secs_f64();
            self.is_fast = (highest - looked.1) as f64 > most;
            *looked = (Instant::now(), highest);
        }
        self.is_fast
    }
}

/// One round: enters the changes of some segments, joins some, and enters one segment of new readers. Whether there may be more to do at once.
async fn round(db: &Database, growth: &mut Growth) -> Result<bool> {
    let mut did = false;
    let began = Instant::now();
    let todo = loop {
        let todo = Todo::read(&mut db.read().await?, growth).await?;
        let Some(segment) = todo.changed.filter(|_| began.elapsed() < CHANGED) else { break todo };
        if !enter(db, todo.built_to, segment, true).await? {
            break todo;
        }
        did = true;
    };
    if let Some(segment) = todo.joined {
        did |= join(db, todo.built_to, segment).await?;
    }
    if todo.next(todo.last).is_none() || !nobody_adds_below(db).await? {
        return Ok(did);
    }
    // Those who were waited for may be below the ones who were seen.
    let now = Todo::read(&mut db.read().await?, growth).await?;
    if let Some(segment) = now.next(todo.last) {
        did |= enter(db, now.built_to, segment, false).await?;
    }
    Ok(did)
}

/// The same, however fast readers are added.
#[cfg(test)]
pub async fn advance(db: &Database) -> Result<bool> {
    round(db, &mut Growth::default()).await
}

/// What a round finds to do.
#[derive(Debug)]
struct Todo {
    built_to: i64,
    /// The lowest and the highest id of those who are not entered.
    first: Option<i64>,
    last: i64,
    is_fast: bool,
    changed: Option<Segment>,
    /// A large segment whose readers are all entered, in smaller ones.
    joined: Option<Segment>,
}

impl Todo {
    async fn read(tx: &mut Tx, growth: &mut Growth) -> Result<Self> {
        let last = highest(tx).await?;
        let (built_to, first, changed, smaller): (i64, Option<i64>, Option<i64>, Option<i64>) = on_engine!(&mut *tx, conn => sqlx::query_as(
            "SELECT built_to, (SELECT id FROM subscribers WHERE id >= search_state.built_to ORDER BY id LIMIT 1), \
             (SELECT subscriber_id FROM search_changes ORDER BY id LIMIT 1), \
             (SELECT first_id FROM search_segments WHERE bits < $1 ORDER BY first_id LIMIT 1) FROM search_state WHERE id = 1")
            .bind(LARGE as i32).fetch_one(conn).await?);
        let changed = match changed {
            None => None,
            Some(id) => Some(segment_of(tx, id).await?),
        };
        let joined = smaller.map(|id| Segment::of(id, LARGE)).filter(|segment| segment.end() <= built_to);
        Ok(Self { built_to, first, last, is_fast: growth.is_fast(last), changed, joined })
    }

    fn next(&self, last: i64) -> Option<Segment> {
        let sizes: &[u32] = if self.is_fast { &[MIDDLE] } else { &[MIDDLE, SMALL] };
        self.first.and_then(|first| whole(self.built_to, first, last, sizes))
    }
}

/// The segment of new readers that is next, of one of the sizes, when all of its ids are given, as they are once a higher one is seen. Small ones may
/// be in one of middle size already.
fn whole(built_to: i64, first: i64, last: i64, sizes: &[u32]) -> Option<Segment> {
    let from = built_to.max(Segment::of(first, SMALL).first_id);
    sizes.iter().map(|bits| Segment::of(from, *bits)).find(|segment| segment.end() <= last + 1)
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

/// What of a segment is written.
struct Work {
    segment: Segment,
    /// Whether it has what the small segments had in its place.
    is_whole: bool,
    parts: Parts,
    changes: Changes,
}

/// Changes that are in what is written.
enum Changes {
    These(Vec<i64>),
    /// Those of the segment up to one.
    To(i64),
}

/// Enters a segment's readers, or its changes; false when somebody else did.
async fn enter(db: &Database, built_to: i64, segment: Segment, is_changed: bool) -> Result<bool> {
    let Some(mut tx) = reading(db, built_to).await? else { return Ok(false) };
    // Another node may have joined it to a larger one since.
    if is_changed && segment_of(&mut tx, segment.first_id).await? != segment {
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
        Work {
            segment,
            is_whole: false,
            parts: Vec::new(),
            changes: Changes::To(last_change(&mut tx, segment).await?),
        }
    } else {
        whole_segment(&mut tx, segment).await?
    };
    let Some(mut tx) = writing(db, tx, built_to).await? else { return Ok(false) };
    write(&mut tx, work).await?;
    tx.commit().await?;
    Ok(true)
}

/// A transaction to read what is to be entered; `None` when it is not our turn.
async fn reading(db: &Database, built_to: i64) -> Result<Option<Tx>> {
    let mut tx = match db.engine() {
        // Reading does not keep others from writing; nobody but this writes the index.
        Engine::Sqlite => db.read_through().await?,
        Engine::Postgres => db.begin().await?,
    };
    if let Tx::Postgres(t) = &mut tx {
        sqlx::raw_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ").execute(&mut **t).await?;
    }
    Ok(is_our_turn(&mut tx, built_to).await?.then_some(tx))
}

/// One to write it: the same, but on SQLite.
async fn writing(db: &Database, tx: Tx, built_to: i64) -> Result<Option<Tx>> {
    if let Tx::Postgres(_) = &tx {
        return Ok(Some(tx));
    }
    drop(tx);
    let mut tx = db.begin().await?;
    Ok(is_our_turn(&mut tx, built_to).await?.then_some(tx))
}

/// One to read on: the same, but on SQLite, where what is written is committed.
async fn reading_on(db: &Database, tx: Tx) -> Result<Tx> {
    match tx {
        Tx::Postgres(_) => Ok(tx),
        Tx::Sqlite(_) => {
            tx.commit().await?;
            db.read_through().await
        }
    }
}

/// One node at a time, and only when nobody is entered who was not when the plan was made.
async fn is_our_turn(tx: &mut Tx, built_to: i64) -> Result<bool> {
    let lock = if tx.engine() == Engine::Postgres { " FOR UPDATE SKIP LOCKED" } else { "" };
    let sql = format!("SELECT built_to FROM search_state WHERE id = 1{lock}");
    let at: Option<i64> =
        on_engine!(tx, conn => sqlx::query_scalar(AssertSqlSafe(sql)).fetch_optional(conn).await?);
    Ok(at == Some(built_to))
}

/// All readers of a segment. Their entries would take ten times as much as their lists, so these are made for a small segment's at a time.
async fn whole_segment(tx: &mut Tx, segment: Segment) -> Result<Work> {
    let mut of: Vec<Lists> = Vec::new();
    let mut slice = Slice::new();
    let made = async |mut slice: Slice| compute(move || (slice.lists(), slice)).await;
    on_engine!(&mut *tx, conn => {
        let mut rows = sqlx::query_as::<_, (i64, NewsletterId, String)>(
            "SELECT id, newsletter_id, search_text FROM subscribers WHERE id >= $1 AND id < $2 ORDER BY id")
            .bind(segment.first_id).bind(segment.end()).fetch(conn);
        while let Some((id, newsletter, text)) = rows.try_next().await? {
            if !slice.takes(id) {
                let (lists, room) = made(slice).await?;
                of.push(lists);
                slice = room;
            }
            slice.add(id, newsletter, &text);
        }
    });
    of.push(made(slice).await?.0);
    let changes = Changes::To(last_change(tx, segment).await?);
    let parts = if segment.bits() == SMALL {
        of.pop().map_or_else(Vec::new, |(_, parts)| parts)
    } else {
        compute(move || joined_all(segment, BANDS, 0..1 << BANDS, &of)).await??
    };
    Ok(Work { segment, is_whole: true, parts, changes })
}

/// Puts a segment in the place of smaller ones, which have all of its readers; false when somebody else did. A few parts at a time: on SQLite others write
/// in between, and what is written counts when the segment is put down. Nobody else writes parts meanwhile: on PostgreSQL the turn is locked, on
/// SQLite there is one process.
async fn join(db: &Database, built_to: i64, segment: Segment) -> Result<bool> {
    let Some(mut tx) = reading(db, built_to).await? else { return Ok(false) };
    let smaller = segments::within(&mut tx, segment).await?;
    if smaller.contains(&segment) {
        // Another node has joined them since. What else there is should not be.
        return if smaller.len() == 1 { Ok(false) } else { enter_anew(db, tx, built_to, &[segment]).await };
    }
    let Some(band_bits) = smaller.iter().map(|smaller| smaller.part_bits()).min() else { return Ok(false) };
    let bands = 1 << (band_bits - BANDS);
    for at in 0..1 << BANDS {
        let mut of: Vec<Lists> = Vec::with_capacity(smaller.len());
        for smaller in &smaller {
            let (from, end) = (smaller.band(at, BANDS), smaller.band(at + 1, BANDS));
            of.push((*smaller, segments::range(&mut tx, from, end).await?));
        }
        let parts =
            compute(move || joined_all(segment, band_bits, at * bands..(at + 1) * bands, &of)).await?;
        let Ok(parts) = parts else {
            let first_id = segment.first_id;
            tracing::warn!(first_id, "segments of the search index are entered anew: a part is damaged");
            return enter_anew(db, tx, built_to, &smaller).await;
        };
        let Some(mut to) = writing(db, tx, built_to).await? else { return Ok(false) };
        if at == 0 {
            // Of a time that was not ended.
            segments::remove(&mut to, segment).await?;
        }
        segments::put(&mut to, &parts).await?;
        tx = reading_on(db, to).await?;
    }
    let Some(mut tx) = writing(db, tx, built_to).await? else { return Ok(false) };
    for smaller in &smaller {
        segments::remove(&mut tx, *smaller).await?;
    }
    segments::put_down(&mut tx, segment).await?;
    is_built(&mut tx, 0).await?;
    tx.commit().await?;
    Ok(true)
}

type Change = (i64, i64, NewsletterId, String);

/// The last change of a segment's readers.
async fn last_change(tx: &mut Tx, segment: Segment) -> Result<i64> {
    let last: Option<i64> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT MAX(id) FROM search_changes WHERE subscriber_id >= $1 AND subscriber_id < $2")
        .bind(segment.first_id).bind(segment.end()).fetch_one(conn).await?);
    Ok(last.unwrap_or(0))
}

/// A segment's changes: takes out who had a text, and enters who has one. When there are many, all of it is entered anew.
async fn changed(tx: &mut Tx, segment: Segment) -> Result<Work> {
    let changes: Vec<Change> = on_engine!(&mut *tx, conn => sqlx::query_as(
        "SELECT id, subscriber_id, newsletter_id, old_text FROM search_changes WHERE subscriber_id >= $1 AND subscriber_id < $2 \
         ORDER BY id LIMIT $3").bind(segment.first_id).bind(segment.end()).bind(CHANGES).fetch_all(conn).await?);
    if changes.len() as i64 == CHANGES {
        return whole_segment(tx, segment).await;
    }
    let done = Changes::These(changes.iter().map(|(id, ..)| *id).collect());
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
    let mut of_parts: BTreeMap<i64, (Vec<Entry>, Vec<Entry>)> = BTreeMap::new();
    had.sort();
    has.sort();
    for (part, (mut out, into)) in (segment.parts().0..).zip(had.parts.into_iter().zip(has.parts)) {
        out.retain(|entry| into.binary_search(entry).is_err());
        // All of it: of several texts that a reader had, only the first was entered.
        if !out.is_empty() || !into.is_empty() {
            of_parts.insert(part, (out, into));
        }
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
            let data = made::changed(known.map_or(&NOBODY, Vec::as_slice), segment.bits(), &out, &into)?;
            // Most of what a reader has stays.
            if known != Some(&data) {
                parts.push((part, data));
            }
        }
        Ok::<_, Damaged>(parts)
    })
    .await??;
    Ok(Work { segment, is_whole: false, parts, changes: done })
}

/// Does what takes long beside what must not wait.
async fn compute<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| database::Error::Io(error.into()))
}

/// Enters the readers of segments that are there once more; false when somebody else did.
async fn enter_anew(db: &Database, mut tx: Tx, built_to: i64, segments: &[Segment]) -> Result<bool> {
    for segment in segments {
        let work = whole_segment(&mut tx, *segment).await?;
        let Some(mut to) = writing(db, tx, built_to).await? else { return Ok(false) };
        write(&mut to, work).await?;
        tx = reading_on(db, to).await?;
    }
    tx.commit().await?;
    Ok(true)
}

async fn write(tx: &mut Tx, work: Work) -> Result<()> {
    let Work { segment, is_whole, parts, changes } = work;
    if is_whole {
        for of in segments::within(tx, segment).await? {
            segments::remove(tx, of).await?;
        }
    }
    is_built(tx, if is_whole { segment.end() } else { 0 }).await?;
    if !parts.is_empty() {
        segments::put_down(tx, segment).await?;
        segments::put(tx, &parts).await?;
    }
    match changes {
        Changes::These(ids) => {
            for ids in ids.chunks(READERS) {
                on_engine!(&mut *tx, conn => {
                    let mut query = QueryBuilder::new("DELETE FROM search_changes WHERE id IN ");
                    push_list(&mut query, ids.iter().copied());
                    query.build().execute(conn).await?;
                });
            }
            Ok(())
        }
        Changes::To(last) => on_engine!(&mut *tx, conn => sqlx::query(
            "DELETE FROM search_changes WHERE subscriber_id >= $1 AND subscriber_id < $2 AND id <= $3")
            .bind(segment.first_id).bind(segment.end()).bind(last).execute(conn).await.map(drop)),
    }
}

/// Whoever is below an id is entered. Writes the row even where it says so: a node whose snapshot is older is told to start again.
async fn is_built(tx: &mut Tx, to: i64) -> Result<()> {
    on_engine!(tx, conn => sqlx::query("UPDATE search_state SET built_to = CASE WHEN built_to < $1 THEN $1 ELSE built_to END WHERE id = 1")
        .bind(to).execute(conn).await.map(drop))
}

#[cfg(test)]
mod tests {
    use database::both_engines;

    use super::{
        super::tests::{Dice, fill, is_what_the_texts_say},
        *,
    };
    use crate::{subscribers::store::tests::newsletter, testing::TestApp};

    #[test]
    fn a_segment_is_built_when_all_of_its_ids_are_given() {
        let built = |built_to, first, last| {
            whole(built_to, first, last, &[MIDDLE, SMALL]).map(|s| (s.first_id, s.bits))
        };
        assert_eq!(built(0, 1, 2_046), None);
        assert_eq!(built(0, 1, 2_047), Some((0, 11)));
        assert_eq!(built(2_048, 2_048, 32_766), Some((2_048, 11)));
        assert_eq!(built(2_048, 2_048, 32_767), Some((0, 15)), "in place of the small one");
        assert_eq!(built(65_536, 1_000_000, 1_000_500), None, "nobody is in between");
        assert_eq!(built(65_536, 1_000_000, 2_000_000), Some((983_040, 15)));
    }

    both_engines!(a_plan_of_before_segments_were_joined_is_none, engine => {
        let t = TestApp::new(engine).await;
        let n = newsletter(&t, "one").await.1;
        let mut rows = fill(&t, &[n, n, n], &mut Dice(6)).await;
        let todo = async || Todo::read(&mut t.app.db.read().await.unwrap(), &mut Growth::default()).await.unwrap();
        while todo().await.joined.is_none() {
            assert!(advance(&t.app.db).await.unwrap());
        }
        let changed = rows.last_mut().unwrap();
        changed.text = "anders@mail.example\n".to_owned();
        let mut tx = t.app.db.begin().await.unwrap();
        on_engine!(&mut tx, conn => sqlx::query("UPDATE subscribers SET search_text = $2 WHERE id = $1")
            .bind(changed.id).bind(&changed.text).execute(conn).await.map(drop)).unwrap();
        tx.commit().await.unwrap();
        let before = todo().await;
        let (segment, large) = (before.changed.unwrap(), before.joined.unwrap());
        assert!(segment.bits() < LARGE && large.has(segment.first_id));
        assert!(join(&t.app.db, before.built_to, large).await.unwrap());
        assert!(!join(&t.app.db, before.built_to, large).await.unwrap());
        assert!(!enter(&t.app.db, before.built_to, segment, true).await.unwrap());
        // Though there were one within another.
        let mut tx = t.app.db.begin().await.unwrap();
        segments::put_down(&mut tx, Segment::new(1 << SMALL, SMALL)).await.unwrap();
        tx.commit().await.unwrap();
        // Whoever gave up on PostgreSQL may hold the turn for a moment.
        let is_done = async || {
            let todo = todo().await;
            todo.changed.is_none() && todo.joined.is_none()
        };
        while advance(&t.app.db).await.unwrap() || !is_done().await {}
        is_what_the_texts_say(&t, &rows).await;
    });

    #[test]
    fn while_many_come_they_are_not_entered_by_few() {
        let ago = Instant::now().checked_sub(EVERY).unwrap();
        let growth = |by: i64| Growth { looked: Some((ago, 100)), is_fast: false }.is_fast(100 + by);
        assert_eq!((growth(2_048), growth(2_000_000)), (false, true));
        let mut growth = Growth { looked: Some((ago, 100)), is_fast: false };
        assert!(growth.is_fast(2_000_000) && growth.is_fast(2_000_000), "for as long as it takes to tell");
        assert!(!Growth::default().is_fast(1_000_000));
        let todo =
            |is_fast| Todo { built_to: 0, first: Some(1), last: 5_000, is_fast, changed: None, joined: None };
        assert_eq!(todo(true).next(5_000), None);
        assert_eq!(todo(false).next(5_000), Some(Segment::new(0, SMALL)));
        assert_eq!(todo(true).next(40_000), Some(Segment::new(0, MIDDLE)));
    }
}
