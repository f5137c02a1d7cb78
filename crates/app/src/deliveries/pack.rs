//! Earlier versions kept a row of every reader. Rows of those to whom it was plainly sent become marks, in the background, a chunk
//! at a time; a process that stops in between goes on where it was.

use std::{collections::BTreeMap, time::Duration};

use database::{Tx, on_engine, push_list, together};
use sqlx::{Build as _, QueryBuilder};
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use super::{
    ledger::locking,
    marks::{self, Answer, Marks, Place},
    model::decode_ids,
    sql::code,
};
use crate::{Core, NewsletterId, RunId, Timestamp};

const LOOK: Duration = Duration::from_mins(1);
/// Others write in between.
const PAUSE: Duration = Duration::from_millis(20);

/// The lease under which nobody ever sends: the rows of an earlier version.
const LEASE: i64 = 0;

#[derive(sqlx::FromRow)]
struct Chunk {
    newsletter_id: NewsletterId,
    run_id: RunId,
    chunk_no: i64,
    first_id: i64,
    last_id: i64,
    ids: Vec<u8>,
}

#[derive(sqlx::FromRow)]
struct Row {
    subscriber_id: i64,
    updated_at: Timestamp,
    code: Option<i16>,
    enhanced_code: Option<String>,
}

/// Packs until nothing is left or it is stopped.
pub async fn background(core: Core, stop: CancellationToken) {
    let mut ticks = interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        match pack_all(&core, &stop).await {
            Ok(0) => {}
            Ok(readers) => tracing::info!(readers, "deliveries of an earlier version are packed"),
            Err(error) => {
                tracing::warn!(%error, "deliveries of an earlier version were not packed: tried again in a minute");
            }
        }
    }
}

/// One look at each chunk that is not packed; answers how many readers were. One that cannot be packed holds up no other.
async fn pack_all(core: &Core, stop: &CancellationToken) -> database::Result<u64> {
    let (mut chunks, mut readers) = (0u64, 0u64);
    let mut at = (0, 0);
    while !stop.is_cancelled() {
        let Some(next) = next(core, at).await? else { break };
        at = next;
        match pack_one(core, at).await {
            Ok(packed) => {
                (chunks, readers) = (chunks + 1, readers + packed);
                if chunks % 1_000 == 0 {
                    tracing::info!(readers, "deliveries of an earlier version are being packed");
                }
            }
            // Its own fault; whatever else fails would fail for the next one too.
            Err(error @ (database::Error::RowNotFound | database::Error::Decode(_))) => {
                let (run_id, chunk_no) = at;
                tracing::warn!(%error, run_id, chunk_no, "deliveries of an earlier version stay as they are for now");
            }
            Err(error) => return Err(error),
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(readers)
}

/// Run and number of the first chunk behind this one that is not packed.
async fn next(core: &Core, (run_id, chunk_no): (i64, i64)) -> database::Result<Option<(i64, i64)>> {
    let mut tx = core.db.read().await?;
    on_engine!(&mut tx, conn => sqlx::query_as(
        "SELECT run_id, chunk_no FROM delivery_chunks WHERE NOT is_open AND NOT is_packed AND (run_id, chunk_no) > ($1, $2) \
         ORDER BY run_id, chunk_no LIMIT 1").bind(run_id).bind(chunk_no).fetch_optional(conn).await)
}

/// Packs one chunk in one transaction; answers how many readers of it.
async fn pack_one(core: &Core, (run_id, chunk_no): (i64, i64)) -> database::Result<u64> {
    let mut tx = core.db.begin().await?;
    let lock = locking(&tx, " FOR UPDATE SKIP LOCKED");
    let chunk: Option<Chunk> = on_engine!(&mut tx, conn => {
        QueryBuilder::new("SELECT newsletter_id, run_id, chunk_no, first_id, last_id, ids FROM delivery_chunks \
            WHERE NOT is_open AND NOT is_packed AND run_id = ")
            .push_bind(run_id).push(" AND chunk_no = ").push_bind(chunk_no).push(lock)
            .build_as().fetch_optional(conn).await?
    });
    // Another node is at it.
    let Some(chunk) = chunk else { return Ok(0) };
    let packed = pack(&mut tx, &chunk).await?;
    on_engine!(&mut tx, conn => sqlx::query(
        "UPDATE delivery_chunks SET is_packed = TRUE WHERE newsletter_id = $1 AND run_id = $2 AND chunk_no = $3")
        .bind(chunk.newsletter_id).bind(chunk.run_id).bind(chunk.chunk_no).execute(conn).await.map(drop))?;
    tx.commit().await?;
    Ok(packed)
}

async fn pack(tx: &mut Tx, chunk: &Chunk) -> database::Result<u64> {
    let rows: Vec<Row> = on_engine!(&mut *tx, conn => sqlx::query_as(
        concat!("SELECT subscriber_id, updated_at, code, enhanced_code FROM deliveries WHERE newsletter_id = $1 AND run_id = $2 \
         AND subscriber_id BETWEEN $3 AND $4 AND state = ", code!(Sent), " AND attempts = 1 AND doubts = 0 AND reason IS NULL \
         ORDER BY subscriber_id"))
        .bind(chunk.newsletter_id).bind(chunk.run_id).bind(chunk.first_id).bind(chunk.last_id).fetch_all(conn).await?);
    let ids = decode_ids(&chunk.ids);
    let mut by_answer: BTreeMap<Answer, Vec<(usize, Timestamp)>> = BTreeMap::new();
    for row in rows {
        // Chunks overlap.
        if let Ok(position) = ids.binary_search(&row.subscriber_id) {
            by_answer.entry((row.code, row.enhanced_code)).or_default().push((position, row.updated_at));
        }
    }
    let Some((answer, readers)) = by_answer.into_iter().max_by_key(|(_, readers)| readers.len()) else {
        return Ok(0);
    };
    let marks = Marks::of_the_past(ids.len(), &readers, answer);
    let sent: Vec<i64> = marks.sent().positions().map(|position| ids[position]).collect();
    let (newsletter_id, run_id) = (chunk.newsletter_id.get(), chunk.run_id.get());
    let place = Place { newsletter_id, run_id, chunk_no: chunk.chunk_no, lease_no: LEASE };
    let is_written = together(tx, vec![marks::insert(place, &marks)]).await? == [1];
    let deleted = on_engine!(tx, conn => {
        let mut query = QueryBuilder::new("DELETE FROM deliveries WHERE newsletter_id = ");
        query.push_bind(chunk.newsletter_id).push(" AND run_id = ").push_bind(chunk.run_id)
            .push(concat!(" AND state = ", code!(Sent), " AND subscriber_id IN "));
        push_list(&mut query, sent.iter().copied());
        query.build().execute(conn).await?.rows_affected()
    });
    // A row that is not there any more would be counted twice: nothing is done then.
    if !is_written || deleted != sent.len() as u64 {
        return Err(database::Error::RowNotFound);
    }
    Ok(deleted)
}

#[cfg(test)]
mod tests {
    use database::both_engines;
    use serde_json::Value;

    use super::*;
    use crate::deliveries::tests::{Scene, give_rows};

    /// A campaign that an earlier version has sent to 2,100 readers, a row for each, changed by these statements.
    async fn earlier(engine: database::Engine, changes: &[&'static str]) -> (Scene, RunId) {
        let s = Scene::new(engine, 2_100).await;
        let sender = s.start();
        s.post("/send").await.expect(202);
        s.until("sent").await;
        sender.stop().await;
        let mut tx = s.t.app.db.read().await.unwrap();
        let run = crate::runs::latest(&mut tx, s.campaign_id).await.unwrap().unwrap();
        drop(tx);
        let everybody = crate::deliveries::tests::sent(&s.t.app, run.id).await;
        give_rows(&s.t.app, run.id, &everybody).await;
        let mut tx = s.t.app.db.begin().await.unwrap();
        for sql in changes {
            on_engine!(&mut tx, conn => sqlx::query(*sql).execute(conn).await.map(drop)).unwrap();
        }
        tx.commit().await.unwrap();
        (s, run.id)
    }

    both_engines!(rows_of_an_earlier_version_become_marks_and_say_the_same, engine => {
        let (s, _) = earlier(engine, &[
            "DELETE FROM delivery_marks",
            "UPDATE delivery_chunks SET is_packed = FALSE, lease_no = 0",
            // Some are not as the others, and stay as they are.
            "UPDATE deliveries SET code = 250, enhanced_code = '2.0.0' WHERE subscriber_id % 7 <> 0",
            "UPDATE deliveries SET attempts = 2 WHERE subscriber_id % 10 = 1",
            "UPDATE deliveries SET doubts = 1 WHERE subscriber_id % 10 = 2",
            "UPDATE deliveries SET reason = 'What came back shows that the email was accepted.' WHERE subscriber_id % 10 = 3",
            "UPDATE deliveries SET updated_at = updated_at + 70000000 WHERE subscriber_id % 10 = 4",
            "UPDATE deliveries SET state = 7 WHERE subscriber_id % 10 = 5",
        ]).await;

        let story = async || {
            let mut rows: Vec<_> = s.everybody().await;
            for row in &mut rows {
                row.updated_at = Timestamp(row.updated_at.0.div_euclid(1_000) * 1_000);
            }
            format!("{rows:?}")
        };
        let count = async |sql: &'static str| -> i64 {
            let mut tx = s.t.app.db.read().await.unwrap();
            on_engine!(&mut tx, conn => sqlx::query_scalar(sql).fetch_one(conn).await).unwrap()
        };
        let before = story().await;
        let (mut packed, mut at) = (Vec::new(), (0, 0));
        while let Some(chunk) = next(&s.t.app, at).await.unwrap() {
            at = chunk;
            packed.push(pack_one(&s.t.app, at).await.unwrap());
            assert_eq!(story().await, before, "after {packed:?}");
        }
        assert_eq!(packed.len(), 3);
        let rows = count("SELECT COUNT(*) FROM deliveries").await;
        assert_eq!(rows + packed.iter().sum::<u64>() as i64, 2_100);
        let plain = count("SELECT COUNT(*) FROM subscribers WHERE id % 7 <> 0 AND id % 10 NOT IN (1, 2, 3, 4, 5)").await;
        assert_eq!(packed.iter().sum::<u64>() as i64, plain);
        let report: Value = s.get("/report").await;
        assert_eq!(report["ledger"]["sent"], 2_100, "counters are as they were");
    });

    both_engines!(a_chunk_that_cannot_be_packed_holds_up_no_other, engine => {
        let (s, run_id) = earlier(engine, &[
            "DELETE FROM delivery_marks WHERE chunk_no > 0",
            // Somebody has written there.
            "UPDATE delivery_marks SET lease_no = 0",
            "UPDATE delivery_chunks SET is_packed = FALSE",
        ]).await;
        for packed in [1_100, 0] {
            assert_eq!(pack_all(&s.t.app, &CancellationToken::new()).await.unwrap(), packed);
        }
        assert_eq!(next(&s.t.app, (0, 0)).await.unwrap(), Some((run_id.get(), 0)));
    });
}
