//! Who has a tag: the table `subscriber_tags` is in the order of the list.

use database::{Result, Tx, on_engine};
use sqlx::AssertSqlSafe;

use super::{CHUNK, has_words, sought};
use crate::{
    NewsletterId, SubscriberId,
    subscribers::{
        Status,
        model::{Filter, Needle},
        store::audience::json_list,
    },
};

/// Readers with a tag that are looked at at a time.
const SLICE: i64 = 4_096;

/// The readers with the filter's tag. They are kept by status, so a page is what each status has at most of it.
pub async fn newest(
    tx: &mut Tx,
    newsletters: &[NewsletterId],
    filter: &Filter,
    before: i64,
    limit: i64,
) -> Result<Vec<SubscriberId>> {
    let statuses = filter.status.map_or_else(|| Status::ALL.to_vec(), |status| vec![status]);
    let mut ids: Vec<SubscriberId> = Vec::new();
    for chunk in newsletters.chunks(CHUNK / Status::ALL.len()) {
        let mut selects = Vec::with_capacity(chunk.len() * statuses.len());
        for place in 4..4 + chunk.len() {
            for status in statuses.iter().map(|status| status.as_str()) {
                selects.push(format!(
                    "SELECT id FROM (SELECT subscriber_id AS id FROM subscriber_tags WHERE newsletter_id = ${place} \
                     AND tag = $1 AND status = '{status}' AND subscriber_id < $2 ORDER BY subscriber_id DESC LIMIT $3) \
                     AS n{place}_{status}"
                ));
            }
        }
        let sql = selects.join(" UNION ALL ");
        let found: Vec<SubscriberId> = on_engine!(&mut *tx, conn => {
            let mut query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(&filter.tag).bind(before).bind(limit);
            for id in chunk {
                query = query.bind(*id);
            }
            query.fetch_all(conn).await?
        });
        ids.extend(found);
        ids.sort_unstable_by(|a, b| b.cmp(a));
        ids.truncate(limit.max(0) as usize);
    }
    Ok(ids)
}

/// The same, of those who have the words: what it reads grows with those who have the tag.
pub async fn with_words(
    tx: &mut Tx,
    newsletters: &[NewsletterId],
    filter: &Filter,
    needle: &Needle,
    before: i64,
    limit: i64,
) -> Result<Vec<SubscriberId>> {
    let mut found: Vec<SubscriberId> = Vec::new();
    let mut place = before;
    loop {
        let ids = newest(tx, newsletters, filter, place, SLICE).await?;
        let Some(last) = ids.last() else { break };
        place = last.get();
        let is_last = (ids.len() as i64) < SLICE;
        found.extend(keep(tx, &ids, needle).await?);
        if is_last || found.len() as i64 >= limit {
            break;
        }
    }
    found.truncate(limit.max(0) as usize);
    Ok(found)
}

/// Those of the readers who have the words, highest first.
async fn keep(tx: &mut Tx, ids: &[SubscriberId], needle: &Needle) -> Result<Vec<SubscriberId>> {
    let engine = tx.engine();
    let words = has_words(engine, needle, 2);
    match tx {
        Tx::Sqlite(t) => {
            let sql = format!(
                "SELECT id FROM subscribers WHERE id IN (SELECT value FROM json_each($1)) AND {words} ORDER BY id DESC"
            );
            let query =
                sqlx::query_scalar(AssertSqlSafe(sql)).bind(json_list(ids)).bind(sought(engine, needle));
            query.fetch_all(&mut **t).await
        }
        Tx::Postgres(t) => {
            let sql = format!("SELECT id FROM subscribers WHERE id = ANY($1) AND {words} ORDER BY id DESC");
            let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(ids).bind(sought(engine, needle));
            query.fetch_all(&mut **t).await
        }
    }
}
