//! Reading marks: of a range of ids, of certain readers, page by page.

use database::{Tx, on_engine, push_list};
use sqlx::{Build as _, QueryBuilder};

use super::{Bits, Damaged, Mark, Marks, MarksRow};
use crate::{NewsletterId, RunId, SubscriberId, deliveries::model::decode_ids, runs::State};

/// Chunks that are read in one statement: 50,000 readers, 200 kB.
const CHUNKS: usize = 50;

/// Where marks are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    pub newsletter_id: NewsletterId,
    pub run_id: RunId,
    pub first: i64,
    pub last: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    run_id: i64,
    chunk_no: i64,
    ids: Vec<u8>,
    #[sqlx(flatten)]
    marks: MarksRow,
}

/// The marks of one lease, with the ids of its chunk.
pub struct ChunkMarks {
    pub lease_no: i64,
    pub ids: Vec<i64>,
    pub marks: Marks,
}

impl TryFrom<Row> for ChunkMarks {
    type Error = database::Error;

    fn try_from(row: Row) -> Result<Self, Self::Error> {
        let Row { run_id, chunk_no, ids, marks } = row;
        let ids = decode_ids(&ids);
        let lease_no = marks.lease_no;
        let marks = Marks::parse(marks, ids.len())
            .ok_or_else(|| database::Error::Decode(Damaged { run_id, chunk_no }.into()))?;
        Ok(Self { lease_no, ids, marks })
    }
}

macro_rules! select {
    () => {
        "SELECT c.run_id, c.chunk_no, c.ids, m.lease_no, m.node_id, m.version, m.dated_from, m.in_flight, m.sent, m.seconds, \
         m.code, m.enhanced_code FROM delivery_chunks c JOIN delivery_marks m ON m.newsletter_id = c.newsletter_id \
         AND m.run_id = c.run_id AND m.chunk_no = c.chunk_no WHERE c.newsletter_id = "
    };
}

/// The marks of all leases of these chunks, by chunk and lease.
pub async fn of_chunks(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    run_id: RunId,
    chunks: &[i64],
) -> database::Result<Vec<ChunkMarks>> {
    if chunks.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<Row> = on_engine!(tx, conn => {
        let mut query = QueryBuilder::new(select!());
        query.push_bind(newsletter_id).push(" AND c.run_id = ").push_bind(run_id).push(" AND c.chunk_no IN ");
        push_list(&mut query, chunks.iter().copied());
        query.push(" ORDER BY c.chunk_no, m.lease_no");
        query.build_as().fetch_all(conn).await?
    });
    rows.into_iter().map(ChunkMarks::try_from).collect()
}

/// What is written down of a chunk's readers.
pub struct Known {
    /// Who has a mark or a row, by position.
    pub readers: Bits,
    /// How many of them are between intent and outcome.
    pub committing: i64,
    pub leases: Vec<ChunkMarks>,
}

impl Known {
    /// Those of the ids of whom nothing is.
    pub fn left<'a>(&'a self, ids: &'a [i64]) -> impl Iterator<Item = i64> + 'a {
        ids.iter().enumerate().filter(|(position, _)| !self.readers.has(*position)).map(|(_, id)| *id)
    }
}

/// What is written down of the readers of an open chunk, with these ids. Other chunks may have readers in between.
pub async fn known(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    run_id: RunId,
    chunk_no: i64,
    ids: &[i64],
) -> database::Result<Known> {
    let mut readers = Bits::none(ids.len());
    let mut committing = 0;
    let leases = of_chunks(tx, newsletter_id, run_id, &[chunk_no]).await?;
    for marks in leases.iter().map(|lease| &lease.marks) {
        committing += marks.in_flight.count();
        marks
            .in_flight
            .positions()
            .chain(marks.sent.positions())
            .for_each(|position| readers.insert(position));
    }
    // After the marks: another node's reader may go from a mark to a row in between, never the other way while the chunk is
    // open.
    let rows: Vec<(i64, i16)> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT subscriber_id, state FROM deliveries \
         WHERE newsletter_id = $1 AND run_id = $2 AND subscriber_id BETWEEN $3 AND $4")
        .bind(newsletter_id).bind(run_id).bind(ids.first()).bind(ids.last()).fetch_all(conn).await?);
    for (id, state) in rows {
        if let Ok(position) = ids.binary_search(&id) {
            readers.insert(position);
            committing += i64::from(state == State::Committing.code());
        }
    }
    Ok(Known { readers, committing, leases })
}

/// Chunks that may have readers of the range: (number, first id, last id), by their first ids. Of the spans around it alone, so
/// that a reader is found as quickly among ten million as among ten thousand.
async fn chunks(tx: &mut Tx, range: Range) -> database::Result<Vec<(i64, i64, i64)>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT chunk_no, first_id, last_id FROM delivery_chunks \
         WHERE newsletter_id = $1 AND run_id = $2 AND span_last_id >= $3 AND span_last_id <= COALESCE((SELECT MIN(span_last_id) \
         FROM delivery_chunks WHERE newsletter_id = $1 AND run_id = $2 AND span_last_id >= $4), $4) \
         AND last_id >= $3 AND first_id <= $4 ORDER BY first_id, chunk_no")
        .bind(range.newsletter_id).bind(range.run_id).bind(range.first).bind(range.last).fetch_all(conn).await)
}

/// A walk over the chunks of a run with readers behind an id, in the order of their first ids.
pub struct Walk {
    newsletter_id: NewsletterId,
    run_id: RunId,
    after: i64,
    /// Span, first id and number of the last chunk that was read.
    at: (i64, i64, i64),
}

impl Walk {
    pub fn behind(newsletter_id: NewsletterId, run_id: RunId, after: i64) -> Self {
        Self { newsletter_id, run_id, after, at: (after, i64::MAX, i64::MAX) }
    }

    /// The next chunks, at most so many: (number, first id). None behind the last one.
    pub async fn next(&mut self, tx: &mut Tx, limit: usize) -> database::Result<Vec<(i64, i64)>> {
        let (span, first, no) = self.at;
        let chunks: Vec<(i64, i64, i64)> = on_engine!(tx, conn => sqlx::query_as(
            "SELECT span_last_id, first_id, chunk_no FROM delivery_chunks WHERE newsletter_id = $1 AND run_id = $2 \
             AND (span_last_id, first_id, chunk_no) > ($3, $4, $5) AND last_id > $6 \
             ORDER BY span_last_id, first_id, chunk_no LIMIT $7")
            .bind(self.newsletter_id).bind(self.run_id).bind(span).bind(first).bind(no).bind(self.after)
            .bind(limit as i64).fetch_all(conn).await?);
        self.at = chunks.last().copied().unwrap_or(self.at);
        Ok(chunks.into_iter().map(|(_, first, no)| (no, first)).collect())
    }
}

/// The marks of a range, ascending by reader.
pub async fn between(tx: &mut Tx, range: Range) -> database::Result<Vec<Mark>> {
    let numbers: Vec<i64> = chunks(tx, range).await?.into_iter().map(|(no, ..)| no).collect();
    let mut found = Vec::new();
    for part in numbers.chunks(CHUNKS) {
        for chunk in of_chunks(tx, range.newsletter_id, range.run_id, part).await? {
            found.extend(
                chunk
                    .marks
                    .readers(&chunk.ids)
                    .filter(|mark| (range.first..=range.last).contains(&mark.subscriber_id.get())),
            );
        }
    }
    found.sort_unstable_by_key(|mark| mark.subscriber_id);
    Ok(found)
}

/// The marks of these readers, ascending.
pub async fn of_readers(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    run_id: RunId,
    readers: &[SubscriberId],
) -> database::Result<Vec<Mark>> {
    let mut readers: Vec<SubscriberId> = readers.to_vec();
    readers.sort_unstable();
    let ([first, .., last] | [first @ last]) = readers.as_slice() else { return Ok(Vec::new()) };
    let range = Range { newsletter_id, run_id, first: first.get(), last: last.get() };
    let may_hold = |first: i64, last: i64| {
        let at = readers.partition_point(|reader| reader.get() < first);
        readers.get(at).is_some_and(|reader| reader.get() <= last)
    };
    let chunks = chunks(tx, range).await?;
    let numbers: Vec<i64> =
        chunks.into_iter().filter(|(_, first, last)| may_hold(*first, *last)).map(|(no, ..)| no).collect();
    let mut found = Vec::new();
    for part in numbers.chunks(CHUNKS) {
        for chunk in of_chunks(tx, newsletter_id, run_id, part).await? {
            let marks = chunk.marks.readers(&chunk.ids);
            found.extend(marks.filter(|mark| readers.binary_search(&mark.subscriber_id).is_ok()));
        }
    }
    found.sort_unstable_by_key(|mark| mark.subscriber_id);
    Ok(found)
}

/// Gives a reader to whom it was plainly sent a row that says so, for tests that go on from there.
#[cfg(test)]
pub async fn give_row(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    run_id: RunId,
    reader: SubscriberId,
) -> database::Result<()> {
    let range = Range { newsletter_id, run_id, first: reader.get(), last: reader.get() };
    for (chunk_no, ..) in chunks(tx, range).await? {
        for mut lease in of_chunks(tx, newsletter_id, run_id, &[chunk_no]).await? {
            let Ok(position) = lease.ids.binary_search(&reader.get()) else { continue };
            if !lease.marks.sent.has(position) {
                continue;
            }
            lease.marks.sent.remove(position);
            on_engine!(&mut *tx, conn => sqlx::query(
                "UPDATE delivery_marks SET sent = $5, version = version + 1 \
                 WHERE newsletter_id = $1 AND run_id = $2 AND chunk_no = $3 AND lease_no = $4")
                .bind(newsletter_id).bind(run_id).bind(chunk_no).bind(lease.lease_no).bind(lease.marks.sent.bytes())
                .execute(conn).await.map(drop))?;
            on_engine!(&mut *tx, conn => sqlx::query(
                "INSERT INTO deliveries (newsletter_id, run_id, subscriber_id, state, attempts, attempt_id, node_id, dated_at, \
                 updated_at) VALUES ($1, $2, $3, $4, 1, 1, $5, $6, $6)")
                .bind(newsletter_id).bind(run_id).bind(reader).bind(State::Sent.code()).bind(lease.marks.node_id)
                .bind(lease.marks.at(position)).execute(conn).await.map(drop))?;
        }
    }
    Ok(())
}

/// At most `limit` marks in the states behind the id `after`, ascending by reader.
pub async fn page(
    tx: &mut Tx,
    newsletter_id: NewsletterId,
    run_id: RunId,
    states: &[State],
    after: i64,
    limit: usize,
) -> database::Result<Vec<Mark>> {
    let mut walk = Walk::behind(newsletter_id, run_id, after);
    let mut found: Vec<Mark> = Vec::new();
    loop {
        let part = walk.next(tx, (1 + limit / 1_000).min(CHUNKS)).await?;
        // Chunks may overlap, so the next ones are read as long as they may hold a lower id than those found.
        if part.is_empty() || found.len() >= limit {
            found.sort_unstable_by_key(|mark| mark.subscriber_id);
            found.truncate(limit);
            let is_whole = |first: i64| found.last().is_none_or(|last| last.subscriber_id.get() < first);
            if part.first().is_none_or(|(_, first)| is_whole(*first)) {
                return Ok(found);
            }
        }
        let numbers: Vec<i64> = part.into_iter().map(|(no, _)| no).collect();
        for chunk in of_chunks(tx, newsletter_id, run_id, &numbers).await? {
            let marks = chunk.marks.readers(&chunk.ids);
            found.extend(
                marks.filter(|mark| mark.subscriber_id.get() > after && states.contains(&mark.state)),
            );
        }
    }
}
