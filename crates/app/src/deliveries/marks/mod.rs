//! The plain path of the ledger, from intent to sent, by the chunk: what a lease did with each of its readers, in two bits and two
//! bytes. Whoever leaves the plain path has a row instead, never both. Why: docs/decisions/ledger-by-chunks.md.

mod read;
mod write;

#[cfg(test)]
pub use read::give_row;
pub use read::{Known, Range, Walk, between, known, of_chunks, of_readers, page};
pub use write::{Chunk, Place, insert, update};

use crate::{
    SubscriberId, Timestamp,
    clock::{HOUR, SECOND},
    runs::State,
};

/// One bit for each position among a chunk's ids, the lowest of a byte first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits(Vec<u8>);

impl Bits {
    /// None of so many.
    pub fn none(readers: usize) -> Self {
        Self(vec![0; readers.div_ceil(8)])
    }

    fn parse(bytes: Vec<u8>, readers: usize) -> Option<Self> {
        let spare = readers % 8;
        let fits = bytes.len() == readers.div_ceil(8)
            && (spare == 0 || bytes.last().is_some_and(|last| *last >> spare == 0));
        fits.then_some(Self(bytes))
    }

    pub fn has(&self, position: usize) -> bool {
        self.0[position / 8] & (1 << (position % 8)) != 0
    }

    pub fn insert(&mut self, position: usize) {
        self.0[position / 8] |= 1 << (position % 8);
    }

    pub fn remove(&mut self, position: usize) {
        self.0[position / 8] &= !(1 << (position % 8));
    }

    pub fn count(&self) -> i64 {
        self.0.iter().map(|byte| i64::from(byte.count_ones())).sum()
    }

    /// Ascending.
    pub fn positions(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len() * 8).filter(|position| self.has(*position))
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|byte| *byte == 0)
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn is_disjoint(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & b == 0)
    }
}

/// What a server answers: code and enhanced code.
pub type Answer = (Option<i16>, Option<String>);

/// A reader on the plain path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub subscriber_id: SubscriberId,
    /// Committing or sent.
    pub state: State,
    /// To the second: the Date header's time, or when it was sent.
    pub at: Timestamp,
    pub code: Option<i16>,
    pub enhanced_code: Option<String>,
}

/// What the readers of one lease came to, but for those who have rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    pub node_id: i64,
    /// Zero before it was first written, negative once nothing may be written any more.
    pub version: i64,
    dated_from: i64,
    in_flight: Bits,
    sent: Bits,
    seconds: Vec<u16>,
    code: Option<i16>,
    enhanced_code: Option<String>,
}

/// The row as it is kept.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct MarksRow {
    pub lease_no: i64,
    node_id: i64,
    version: i64,
    dated_from: i64,
    in_flight: Vec<u8>,
    sent: Vec<u8>,
    seconds: Vec<u8>,
    code: Option<i16>,
    enhanced_code: Option<String>,
}

/// A row that says what cannot be: lengths that do not fit its chunk, or a reader who is both in flight and sent. Nothing is
/// guessed from it: its campaign stops.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the marks of chunk {chunk_no} of run {run_id} are damaged")]
pub struct Damaged {
    pub run_id: i64,
    pub chunk_no: i64,
}

impl Damaged {
    /// Tells what cannot be read apart from a database that does not answer.
    pub fn apart<T>(read: database::Result<T>) -> database::Result<Result<T, Self>> {
        match read {
            Ok(read) => Ok(Ok(read)),
            Err(database::Error::Decode(cause)) => match cause.downcast_ref() {
                Some(damaged) => Ok(Err(*damaged)),
                None => Err(database::Error::Decode(cause)),
            },
            Err(error) => Err(error),
        }
    }
}

impl Marks {
    /// Of a lease of which nothing was written, for a first message of that date.
    pub fn new(node_id: i64, readers: usize) -> Self {
        Self {
            node_id,
            version: 0,
            dated_from: 0,
            in_flight: Bits::none(readers),
            sent: Bits::none(readers),
            seconds: vec![0; readers],
            code: None,
            enhanced_code: None,
        }
    }

    /// `None` where the row says what cannot be of so many readers.
    pub fn parse(row: MarksRow, readers: usize) -> Option<Self> {
        let in_flight = Bits::parse(row.in_flight, readers)?;
        let sent = Bits::parse(row.sent, readers)?;
        if !in_flight.is_disjoint(&sent) || row.seconds.len() != 2 * readers {
            return None;
        }
        Some(Self {
            node_id: row.node_id,
            version: row.version,
            dated_from: row.dated_from,
            in_flight,
            sent,
            seconds: row.seconds.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect(),
            code: row.code,
            enhanced_code: row.enhanced_code,
        })
    }

    /// Of readers to whom it was sent long ago, each with its position and when, and the server's answer to all of them. Who was
    /// sent to at another time than most is left out.
    pub fn of_the_past(readers: usize, sent: &[(usize, Timestamp)], (code, enhanced_code): Answer) -> Self {
        let mut times: Vec<i64> = sent.iter().map(|(_, at)| at.0).collect();
        times.sort_unstable();
        let usual = times.get(times.len() / 2).copied().unwrap_or_default();
        // As many of them as the room for times has, from half of it before the usual time.
        let earliest = usual - i64::from(u16::MAX / 2) * SECOND;
        let first = times.into_iter().find(|at| *at >= earliest).unwrap_or_default();
        let mut marks = Self {
            version: -1,
            dated_from: first.div_euclid(SECOND) * SECOND,
            code,
            enhanced_code,
            ..Self::new(0, readers)
        };
        for (position, at) in sent {
            if let Some(second) = marks.second(at.0) {
                marks.seconds[*position] = second;
                marks.sent.insert(*position);
            }
        }
        marks
    }

    pub fn is_in_flight(&self, position: usize) -> bool {
        self.in_flight.has(position)
    }

    pub fn in_flight(&self) -> &Bits {
        &self.in_flight
    }

    pub fn sent(&self) -> &Bits {
        &self.sent
    }

    pub fn seconds(&self) -> Vec<u8> {
        self.seconds.iter().flat_map(|second| second.to_le_bytes()).collect()
    }

    pub fn dated_from(&self) -> i64 {
        self.dated_from
    }

    pub fn answer(&self) -> (Option<i16>, Option<&str>) {
        (self.code, self.enhanced_code.as_deref())
    }

    pub fn at(&self, position: usize) -> Timestamp {
        Timestamp(self.dated_from + i64::from(self.seconds[position]) * SECOND)
    }

    fn second(&self, at: i64) -> Option<u16> {
        u16::try_from((at - self.dated_from).div_euclid(SECOND)).ok()
    }

    /// Notes the intent of a message of that date; false where its time is too far from the others'.
    pub fn begin(&mut self, position: usize, dated_at: i64) -> bool {
        if self.in_flight.is_empty() && self.sent.is_empty() {
            // Those that were made ready before it, and leave after it, are not much older.
            self.dated_from = (dated_at - HOUR).div_euclid(SECOND) * SECOND;
        }
        let Some(second) = self.second(dated_at) else { return false };
        self.seconds[position] = second;
        self.in_flight.insert(position);
        true
    }

    /// Notes that it was sent, with the server's answer; false where that does not fit what is here.
    pub fn end(&mut self, position: usize, now: i64, code: Option<i16>, enhanced_code: Option<&str>) -> bool {
        let is_first = self.sent.is_empty();
        let Some(second) = self.second(now).filter(|_| is_first || self.answer() == (code, enhanced_code))
        else {
            return false;
        };
        if is_first {
            (self.code, self.enhanced_code) = (code, enhanced_code.map(ToOwned::to_owned));
        }
        self.seconds[position] = second;
        self.in_flight.remove(position);
        self.sent.insert(position);
        true
    }

    /// Takes off whoever gets a row.
    pub fn leave(&mut self, position: usize) {
        self.in_flight.remove(position);
    }

    /// The readers on the plain path, by the chunk's ids.
    pub fn readers(&self, ids: &[i64]) -> impl Iterator<Item = Mark> {
        ids.iter().enumerate().filter_map(|(position, id)| {
            let state = if self.sent.has(position) {
                State::Sent
            } else if self.in_flight.has(position) {
                State::Committing
            } else {
                return None;
            };
            let is_sent = state == State::Sent;
            Some(Mark {
                subscriber_id: SubscriberId::new(*id),
                state,
                at: self.at(position),
                code: self.code.filter(|_| is_sent),
                enhanced_code: self.enhanced_code.clone().filter(|_| is_sent),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_700_000_000_000;

    fn row(marks: &Marks) -> MarksRow {
        MarksRow {
            lease_no: 1,
            node_id: marks.node_id,
            version: marks.version,
            dated_from: marks.dated_from,
            in_flight: marks.in_flight.bytes().to_vec(),
            sent: marks.sent.bytes().to_vec(),
            seconds: marks.seconds(),
            code: marks.code,
            enhanced_code: marks.enhanced_code.clone(),
        }
    }

    #[test]
    fn a_reader_goes_from_intent_to_sent() {
        let mut marks = Marks::new(3, 10);
        assert!(marks.begin(9, NOW) && marks.begin(0, NOW - 5_400));
        assert_eq!(marks.at(0).0, NOW - 6_000, "to the second, downwards");
        assert!(marks.end(9, NOW + 61_900, Some(250), Some("2.0.0")));
        let mark = |id, state, at, code: Option<i16>, enhanced_code: Option<&str>| Mark {
            subscriber_id: SubscriberId::new(id),
            state,
            at: Timestamp(at),
            code,
            enhanced_code: enhanced_code.map(ToOwned::to_owned),
        };
        let ids: Vec<i64> = (1..=10).map(|n| n * 11).collect();
        assert_eq!(
            marks.readers(&ids).collect::<Vec<_>>(),
            [
                mark(11, State::Committing, NOW - 6_000, None, None),
                mark(110, State::Sent, NOW + 61_000, Some(250), Some("2.0.0"))
            ]
        );
        assert_eq!(Marks::parse(row(&marks), 10), Some(marks.clone()));
        marks.leave(0);
        assert_eq!(marks.in_flight().positions().count(), 0);
        assert_eq!(marks.sent().positions().collect::<Vec<_>>(), [9]);
    }

    #[test]
    fn who_does_not_fit_gets_a_row() {
        let mut marks = Marks::new(3, 4);
        let last = NOW - HOUR + 65_535 * SECOND;
        assert!(marks.begin(0, NOW) && marks.begin(1, last + 999) && marks.begin(2, NOW - HOUR));
        assert!(!marks.begin(3, last + SECOND) && !marks.begin(3, NOW - HOUR - 1));
        assert!(!marks.is_in_flight(3));
        assert!(!marks.end(0, last + SECOND, Some(250), None) && marks.end(0, last, Some(250), None));
        assert!(!marks.end(1, NOW, Some(251), None) && !marks.end(1, NOW, Some(250), Some("2.0.0")));
        assert!(marks.is_in_flight(1) && marks.end(1, NOW, Some(250), None));
        // With nobody left, times begin anew.
        let mut marks = Marks::new(3, 1);
        assert!(marks.begin(0, NOW));
        marks.leave(0);
        assert!(marks.begin(0, NOW + 1_000 * HOUR));
    }

    #[test]
    fn what_cannot_be_is_damaged() {
        let mut marks = Marks::new(3, 12);
        assert!(marks.begin(11, NOW) && marks.begin(4, NOW) && marks.end(4, NOW, None, None));
        let good = row(&marks);
        assert!(Marks::parse(good.clone(), 12).is_some());
        let damages: [fn(&mut MarksRow); 6] = [
            |row| row.in_flight.push(0),
            |row| row.sent.truncate(1),
            |row| row.seconds.truncate(22),
            |row| row.in_flight[1] |= 1 << 4,
            |row| row.sent[1] |= 1 << 7,
            |row| row.in_flight[0] |= 1 << 4,
        ];
        for (n, damage) in damages.iter().enumerate() {
            let mut row = good.clone();
            damage(&mut row);
            assert!(Marks::parse(row, 12).is_none(), "damage {n}");
        }
        assert!(Marks::parse(good.clone(), 8).is_none() && Marks::parse(good, 20).is_none());
    }
}
