//! What waits to be counted, read in the order of time.

use std::collections::HashSet;

use database::{Tx, on_engine, push_list};
use futures::TryStreamExt as _;
use sqlx::QueryBuilder;

use super::super::{
    hits::{Record, pack, unpack},
    verdict::WINDOW,
};
use crate::{CampaignId, SubscriberId};

/// Records of one round.
const RECORDS: usize = 50_000;
/// Records that are looked at for it: rows of several nodes overlap.
const LOOKED_AT: i64 = 8 * RECORDS as i64;
/// Readers of one round: so few that what else is to be written does not wait long for the count.
const READERS: usize = 5_000;
/// Rows of one round.
const ROWS: i64 = 256;

/// Beyond so many rows nobody adds up what waits.
const MANY: i64 = 100_000;

/// How many opens and clicks wait; of very many rows only what is in the first.
pub async fn uncounted(tx: &mut Tx) -> database::Result<i64> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT CAST(COALESCE(SUM(hits), 0) AS BIGINT) FROM (SELECT hits FROM tracking_batches LIMIT $1) AS waiting")
        .bind(MANY).fetch_one(conn).await)
}

/// The time of the oldest.
pub async fn first(tx: &mut Tx) -> database::Result<Option<i64>> {
    on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT first_at FROM tracking_batches ORDER BY first_at, id LIMIT 1").fetch_optional(conn).await)
}

type Batch = (i64, Vec<Record>);

/// The oldest that nothing later can say anything about.
pub struct Round {
    /// Up to this time they are counted; what is beyond it only says who did it.
    pub done: i64,
    pub count: usize,
    /// With what else their readers did with the same mails, by campaign, reader and time.
    pub records: Vec<Record>,
    batches: Vec<Batch>,
}

impl Round {
    pub async fn read(tx: &mut Tx, settled: i64) -> database::Result<Self> {
        let bound = bound(tx, settled).await?;
        let batches: Vec<Batch> = on_engine!(&mut *tx, conn => {
            let rows = sqlx::query_as("SELECT id, records FROM tracking_batches WHERE first_at <= $1 ORDER BY first_at, id")
                .bind(bound).fetch(conn);
            rows.map_ok(|(id, octets): (i64, Vec<u8>)| (id, unpack(&octets).collect())).try_collect().await?
        });
        let mut records: Vec<Record> = batches
            .iter()
            .flat_map(|(_, records)| records)
            .filter(|record| record.at <= bound)
            .copied()
            .collect();
        records.sort_by_key(|record| record.at);
        let (done, readers) = few(&records, bound);
        records.truncate(records.partition_point(|record| record.at <= done));
        let count = records.len();
        // One by one, the first links of a burst look like a person's.
        let says = |record: &Record| {
            record.at > done && record.at <= done + WINDOW && readers.contains(&reader(record))
        };
        records.extend(batches.iter().flat_map(|(_, records)| records).filter(|record| says(record)));
        if done + WINDOW > bound {
            let mut beyond: Vec<Record> = on_engine!(&mut *tx, conn => {
                let rows = sqlx::query_scalar("SELECT records FROM tracking_batches WHERE first_at > $1 AND first_at <= $2")
                    .bind(bound).bind(done + WINDOW).fetch(conn);
                rows.try_fold(Vec::new(), async |mut found, octets: Vec<u8>| {
                    found.extend(unpack(&octets).filter(says));
                    Ok(found)
                }).await?
            });
            records.append(&mut beyond);
        }
        records.sort_by_key(|record| (record.hit.campaign_id, record.hit.subscriber_id, record.at));
        Ok(Self { done, count, records, batches })
    }

    /// What was counted leaves.
    pub async fn take_out(self, tx: &mut Tx) -> database::Result<()> {
        let mut whole = Vec::new();
        for (id, mut records) in self.batches {
            let before = records.len();
            records.retain(|record| record.at > self.done);
            let Some(first_at) = records.iter().map(|record| record.at).min() else {
                whole.push(id);
                continue;
            };
            if records.len() < before {
                on_engine!(&mut *tx, conn => sqlx::query(
                    "UPDATE tracking_batches SET first_at = $2, hits = $3, records = $4 WHERE id = $1")
                    .bind(id).bind(first_at).bind(records.len() as i64).bind(pack(&records)).execute(conn).await.map(drop))?;
            }
        }
        if whole.is_empty() {
            return Ok(());
        }
        on_engine!(tx, conn => {
            let mut query = QueryBuilder::new("DELETE FROM tracking_batches WHERE id IN ");
            push_list(&mut query, whole);
            query.build().execute(conn).await.map(drop)
        })
    }
}

/// The latest time up to which there are not too many.
async fn bound(tx: &mut Tx, settled: i64) -> database::Result<i64> {
    let rows: Vec<(i64, i64)> = on_engine!(tx, conn => sqlx::query_as(
        "SELECT first_at, hits FROM tracking_batches WHERE first_at <= $1 ORDER BY first_at, id LIMIT $2")
        .bind(settled).bind(ROWS).fetch_all(conn).await?);
    let Some((first, _)) = rows.first().copied() else { return Ok(settled) };
    let mut records = 0;
    for (at, hits) in &rows {
        records += hits;
        if records > LOOKED_AT {
            return Ok((at - 1).max(first));
        }
    }
    Ok(if rows.len() < ROWS as usize { settled } else { rows.last().map_or(settled, |(at, _)| *at) })
}

type Reader = (CampaignId, SubscriberId);

fn reader(record: &Record) -> Reader {
    (record.hit.campaign_id, record.hit.subscriber_id)
}

/// The latest time up to which there are not too many records, which are ordered by time, nor too many readers to write; and
/// which readers' acts say something about one another.
fn few(records: &[Record], bound: i64) -> (i64, HashSet<Reader>) {
    let (mut readers, mut nobodies) = (HashSet::new(), HashSet::new());
    let mut done = bound;
    for (at, record) in records.iter().enumerate() {
        // All of one millisecond belong together.
        if record.at > done {
            break;
        }
        let (campaign_id, subscriber_id) = reader(record);
        if subscriber_id.get() == 0 {
            nobodies.insert(campaign_id);
        } else {
            readers.insert((campaign_id, subscriber_id));
        }
        if at + 1 >= RECORDS || readers.len() + nobodies.len() >= READERS {
            done = record.at;
        }
    }
    (done, readers)
}
