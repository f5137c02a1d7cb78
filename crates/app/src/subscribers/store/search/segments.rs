//! Where the index's lists are kept, in tables that both engines have alike.
//!
//! A segment has the lists of a range of ids, in parts by key: whoever asks for a list reads one part of each segment. New readers come
//! into small segments, and when a whole large one is there it takes their place. What is above all segments is in none yet
//! (`search_state.built_to`), and whose text changed since it was entered stands in `search_changes`.

use database::{Result, Tx, on_engine};

use super::{
    lists::Damaged,
    terms::{KEY_BITS, Key},
};

/// Ids of a small segment, and of a large one, as powers of two.
pub const SMALL: u32 = 11;
pub const LARGE: u32 = 16;
/// A segment of `1 << bits` ids has `1 << (bits - IDS_OF_PART)` parts, of some 2 kB.
const IDS_OF_PART: u32 = 6;

/// A range of ids, `first` and up, `1 << bits` of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Segment {
    pub first_id: i64,
    pub bits: i32,
}

impl Segment {
    pub fn new(first_id: i64, bits: u32) -> Self {
        Self { first_id, bits: bits as i32 }
    }

    /// Of the range that has an id.
    pub fn of(id: i64, bits: u32) -> Self {
        Self::new(id >> bits << bits, bits)
    }

    pub fn bits(self) -> u32 {
        self.bits.clamp(SMALL as i32, LARGE as i32) as u32
    }

    /// The first id that is above it.
    pub fn end(self) -> i64 {
        self.first_id + (1 << self.bits())
    }

    pub fn has(self, id: i64) -> bool {
        (self.first_id..self.end()).contains(&id)
    }

    /// Bits of a key that tell a list from others of its part.
    pub fn list_bits(self) -> u32 {
        KEY_BITS - (self.bits() - IDS_OF_PART)
    }

    /// The part that has a key's list, and the key within it.
    pub fn place(self, key: Key) -> (i64, u64) {
        (self.parts().0 + (key >> self.list_bits()) as i64, key & ((1 << self.list_bits()) - 1))
    }

    /// The ids of its parts: from, and up to but not with.
    pub fn parts(self) -> (i64, i64) {
        let of = |id: i64| (id >> SMALL) << (LARGE - IDS_OF_PART);
        (of(self.first_id), of(self.end()))
    }
}

/// What is in the index.
#[derive(Debug)]
pub struct State {
    /// Who is below is in it.
    pub built_to: i64,
    /// Newest first.
    pub segments: Vec<Segment>,
    /// Whether somebody's text changed since it was entered.
    pub is_changed: bool,
    /// The same, or somebody is gone.
    pub is_touched: bool,
}

impl State {
    pub async fn read(tx: &mut Tx, below: i64) -> Result<Self> {
        let ((built_to, is_changed, is_touched), segments) = on_engine!(tx, conn => (
            sqlx::query_as("SELECT built_to, (SELECT subscriber_id FROM search_changes WHERE NOT is_gone ORDER BY subscriber_id DESC LIMIT 1) \
                 IS NOT NULL, (SELECT subscriber_id FROM search_changes ORDER BY subscriber_id DESC LIMIT 1) IS NOT NULL \
                 FROM search_state WHERE id = 1")
                .fetch_one(&mut *conn).await?,
            sqlx::query_as("SELECT first_id, bits FROM search_segments WHERE first_id < $1 ORDER BY first_id DESC")
                .bind(below).fetch_all(conn).await?,
        ));
        Ok(Self { built_to, segments, is_changed, is_touched })
    }
}

/// The parts that are there, of those asked for, with their ids; in no order.
pub async fn parts(tx: &mut Tx, ids: &[i64]) -> Result<Vec<(i64, Vec<u8>)>> {
    match tx {
        Tx::Sqlite(t) => {
            sqlx::query_as(
                "SELECT p.id, p.data FROM json_each($1) k CROSS JOIN search_parts p ON p.id = k.value",
            )
            .bind(serde_json::to_string(ids).unwrap_or_default())
            .fetch_all(&mut **t)
            .await
        }
        // `OFFSET 0` makes each a look by its key, whatever the planner thinks that the table is like.
        Tx::Postgres(t) => {
            sqlx::query_as(
                "SELECT k.id, p.data FROM UNNEST($1) AS k (id) \
                 CROSS JOIN LATERAL (SELECT data FROM search_parts WHERE id = k.id OFFSET 0) AS p",
            )
            .bind(ids)
            .fetch_all(&mut **t)
            .await
        }
    }
}

impl From<Damaged> for sqlx::Error {
    fn from(Damaged: Damaged) -> Self {
        Self::Decode("a part of the search index is damaged".into())
    }
}
