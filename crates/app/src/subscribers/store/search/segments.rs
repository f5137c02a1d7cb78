//! Where the index's lists are kept, in tables that both engines have alike.
//!
//! A segment has the lists of a range of ids, in parts by key: whoever asks for a list reads one part of each segment. New readers come
//! into small segments. When a whole middle one is there it takes their place, and a large one that of those of middle size. What is above all
//! segments is in none yet (`search_state.built_to`), and whose text changed since it was entered stands in `search_changes`.

use database::{Result, Tx, on_engine};
use sqlx::QueryBuilder;

use super::{
    lists::Damaged,
    terms::{KEY_BITS, Key},
};

/// Ids of a small segment, of one of middle size and of a large one, as powers of two.
pub const SMALL: u32 = 11;
pub const MIDDLE: u32 = 15;
pub const LARGE: u32 = 18;
/// A segment of `1 << bits` ids has `1 << (bits - IDS_OF_PART)` parts, of some 2 kB.
pub const IDS_OF_PART: u32 = 6;
/// Parts of one statement that writes them.
const PARTS: usize = 64;
/// Where in a part's id it stands how large the segment is.
const BITS_AT: u32 = 57;

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
        self.first_id + self.ids()
    }

    pub fn has(self, id: i64) -> bool {
        (self.first_id..self.end()).contains(&id)
    }

    /// Bits of a key that tell a list from others of its part.
    pub fn list_bits(self) -> u32 {
        KEY_BITS - self.part_bits()
    }

    /// How many parts there are, as a power of two.
    pub fn part_bits(self) -> u32 {
        self.bits() - IDS_OF_PART
    }

    /// The part that has a key's list, and the key within it.
    pub fn place(self, key: Key) -> (i64, u64) {
        (self.parts().0 + (key >> self.list_bits()) as i64, key & ((1 << self.list_bits()) - 1))
    }

    /// The ids of its parts: from, and up to but not with. No other segment has them, though it be of the same readers.
    pub fn parts(self) -> (i64, i64) {
        let from = i64::from(self.bits()) << BITS_AT | self.first_id >> IDS_OF_PART;
        (from, from + (1 << self.part_bits()))
    }

    /// The first part of a band of keys, one of `1 << band_bits`.
    pub fn band(self, band: i64, band_bits: u32) -> i64 {
        self.parts().0 + (band << (self.part_bits() - band_bits))
    }

    /// How many ids it has.
    pub fn ids(self) -> i64 {
        1 << self.bits()
    }
}

/// Parts with their ids.
pub type Parts = Vec<(i64, Vec<u8>)>;

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
pub async fn parts(tx: &mut Tx, ids: &[i64]) -> Result<Parts> {
    let heads = heads(tx, ids, i32::MAX).await?;
    Ok(heads.into_iter().map(|(id, _, data)| (id, data)).collect())
}

/// The same with how many bytes each has; of them so many, from the first.
pub async fn heads(tx: &mut Tx, ids: &[i64], bytes: i32) -> Result<Vec<(i64, i32, Vec<u8>)>> {
    match tx {
        Tx::Sqlite(t) => {
            sqlx::query_as(
                "SELECT p.id, length(p.data), substr(p.data, 1, $2) FROM json_each($1) k \
                 CROSS JOIN search_parts p ON p.id = k.value",
            )
            .bind(serde_json::to_string(ids).unwrap_or_default())
            .bind(bytes)
            .fetch_all(&mut **t)
            .await
        }
        // `OFFSET 0` makes each a look by its key, whatever the planner thinks that the table is like.
        Tx::Postgres(t) => {
            sqlx::query_as(
                "SELECT k.id, p.length, p.head FROM UNNEST($1) AS k (id) \
                 CROSS JOIN LATERAL (SELECT octet_length(data) AS length, substr(data, 1, $2) AS head \
                 FROM search_parts WHERE id = k.id OFFSET 0) AS p",
            )
            .bind(ids)
            .bind(bytes)
            .fetch_all(&mut **t)
            .await
        }
    }
}

/// Those whose ids are in a range, ascending.
pub async fn range(tx: &mut Tx, from: i64, end: i64) -> Result<Parts> {
    on_engine!(tx, conn => sqlx::query_as("SELECT id, data FROM search_parts WHERE id >= $1 AND id < $2 ORDER BY id")
        .bind(from).bind(end).fetch_all(conn).await)
}

/// A piece of a part: its id, from which byte on, and how many.
pub type Piece = (i64, i32, i32);

/// Those pieces, with the part and where in it they begin; in no order.
pub async fn pieces(tx: &mut Tx, pieces: &[Piece]) -> Result<Vec<(i64, i32, Vec<u8>)>> {
    match tx {
        Tx::Sqlite(t) => {
            sqlx::query_as(
                "SELECT p.id, k.value ->> 1, substr(p.data, (k.value ->> 1) + 1, k.value ->> 2) FROM json_each($1) k \
                 CROSS JOIN search_parts p ON p.id = k.value ->> 0",
            )
            .bind(serde_json::to_string(pieces).unwrap_or_default())
            .fetch_all(&mut **t)
            .await
        }
        Tx::Postgres(t) => {
            let column = |of: fn(&Piece) -> i32| -> Vec<i32> { pieces.iter().map(of).collect() };
            let ids: Vec<i64> = pieces.iter().map(|(id, ..)| *id).collect();
            sqlx::query_as(
                "SELECT k.id, k.first, p.data FROM UNNEST($1, $2, $3) AS k (id, first, bytes) \
                 CROSS JOIN LATERAL (SELECT substr(data, k.first + 1, k.bytes) AS data \
                 FROM search_parts WHERE id = k.id OFFSET 0) AS p",
            )
            .bind(ids)
            .bind(column(|(_, from, _)| *from))
            .bind(column(|(.., bytes)| *bytes))
            .fetch_all(&mut **t)
            .await
        }
    }
}

/// The segments that are in the range of one.
pub async fn within(tx: &mut Tx, segment: Segment) -> Result<Vec<Segment>> {
    on_engine!(tx, conn => sqlx::query_as(
        "SELECT first_id, bits FROM search_segments WHERE first_id >= $1 AND first_id < $2 ORDER BY first_id")
        .bind(segment.first_id).bind(segment.end()).fetch_all(conn).await)
}

/// From now on a segment's parts count.
pub async fn put_down(tx: &mut Tx, segment: Segment) -> Result<()> {
    on_engine!(tx, conn => sqlx::query(
        "INSERT INTO search_segments (first_id, bits) VALUES ($1, $2) ON CONFLICT (first_id) DO NOTHING")
        .bind(segment.first_id).bind(segment.bits).execute(conn).await.map(drop))
}

/// Writes parts, in place of those that are there.
pub async fn put(tx: &mut Tx, parts: &Parts) -> Result<()> {
    for parts in parts.chunks(PARTS) {
        on_engine!(&mut *tx, conn => {
            let mut query = QueryBuilder::new("INSERT INTO search_parts (id, data) ");
            query.push_values(parts, |mut row, (id, data)| {
                row.push_bind(*id).push_bind(data.as_slice());
            });
            query.push(" ON CONFLICT (id) DO UPDATE SET data = excluded.data").build().execute(conn).await?;
        });
    }
    Ok(())
}

/// Takes a segment out, with its parts.
pub async fn remove(tx: &mut Tx, segment: Segment) -> Result<()> {
    let (first, end) = segment.parts();
    on_engine!(tx, conn => {
        sqlx::query("DELETE FROM search_parts WHERE id >= $1 AND id < $2")
            .bind(first).bind(end).execute(&mut *conn).await?;
        sqlx::query("DELETE FROM search_segments WHERE first_id = $1 AND bits = $2")
            .bind(segment.first_id).bind(segment.bits).execute(conn).await?;
    });
    Ok(())
}

impl From<Damaged> for sqlx::Error {
    fn from(Damaged: Damaged) -> Self {
        Self::Decode("a part of the search index is damaged".into())
    }
}
