//! Which readers a list shows: ids, newest first, by keyset, in one newsletter or all of an author's.
//!
//! A search goes down from the newest reader in steps, each by what is shorter: the newsletter's own rows, one after the
//! other, or the index, which has a list of readers for any three letters in a row. A row counts when its `search_text` has the
//! words, or when the index says so of a reader who is as entered: what is entered wrongly is found wrongly. [Why](../../../../../../docs/decisions/search.md).

mod breaks;
mod build;
mod index;
mod lists;
mod made;
mod segments;
mod tagged;
mod terms;
#[cfg(test)]
mod tests;
mod told;

use std::fmt::Write as _;

use database::{Engine, Result, Tx, on_engine};
use sqlx::{AssertSqlSafe, types::Json};

pub use build::background;
use index::Index;

use super::audience::json_list;
use crate::{
    AuthorId, NewsletterId, SubscriberId,
    subscribers::{
        Hit, Status,
        model::{Filter, Needle, full_name},
    },
};

/// Newsletters of one statement; SQLite joins at most 500 selects.
const CHUNK: usize = 100;
/// What a row that the index names costs, in rows of a walk: they lie apart.
const APART: f64 = 3.0;

/// How much a search does before it looks around. What it finds does not depend on it.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// Rows of one step of a walk.
    walk: i64,
    /// Readers of one step through the index, at most.
    readers: usize,
    /// Ids of the first step through what is not in the index yet; each further one has twice as many.
    unbuilt: i64,
    /// Changes that wait to be entered, at most, beside which the lists are still believed.
    touched: i64,
    /// Bytes of a part of the index that are read before it is known which of them are asked for.
    head: i32,
}

impl Default for Effort {
    fn default() -> Self {
        Self { walk: 250, readers: 4_096, unbuilt: 4_096, touched: 10_000, head: 8_192 }
    }
}

/// How far a search has come.
#[derive(Debug)]
struct Place {
    /// In the order of the list.
    found: Vec<SubscriberId>,
    /// All from here on are looked at; `None`: all there are.
    before: Option<i64>,
}

impl Place {
    fn below(id: i64) -> Self {
        Self { found: Vec::new(), before: Some(id) }
    }
}

/// What one step found out.
#[derive(Debug, Default)]
struct Step {
    /// The readers found, highest first.
    ids: Vec<SubscriberId>,
    /// All readers from here on are looked at; `None`: all there are.
    reached: Option<i64>,
    /// Where it began: the highest id that it looked at.
    top: i64,
    /// Rows that were read.
    visited: i64,
}

impl Step {
    /// Ids that a row's reading got over.
    fn pace(&self, cost: f64) -> f64 {
        let span = self.top - self.reached.unwrap_or(self.top) + 1;
        span as f64 / (self.visited.max(1) as f64 * cost)
    }
}

/// The author's newsletters (all, or the one asked for when it is the author's): id and name.
pub async fn own_newsletters(
    tx: &mut Tx,
    author_id: AuthorId,
    only: Option<NewsletterId>,
) -> Result<Vec<(NewsletterId, String)>> {
    on_engine!(tx, conn => match only {
        None => sqlx::query_as("SELECT id, name FROM newsletters WHERE author_id = $1 ORDER BY id")
            .bind(author_id).fetch_all(conn).await,
        Some(id) => sqlx::query_as("SELECT id, name FROM newsletters WHERE author_id = $1 AND id = $2")
            .bind(author_id).bind(id).fetch_all(conn).await,
    })
}

/// Ids of the readers that the filter keeps, below `before`, highest first, at most `limit`.
pub async fn newest(
    tx: &mut Tx,
    newsletters: &[NewsletterId],
    filter: &Filter,
    before: i64,
    limit: i64,
) -> Result<Vec<SubscriberId>> {
    if let Some(key) = &filter.email_key {
        return with_address(tx, newsletters, key, filter, before, limit).await;
    }
    match &filter.needle {
        None if filter.tag.is_some() => tagged::newest(tx, newsletters, filter, before, limit).await,
        Some(needle) if filter.tag.is_some() => {
            tagged::with_words(tx, newsletters, filter, needle, before, limit).await
        }
        None => walk(tx, newsletters, filter, before, i64::MIN, limit).await,
        Some(needle) => {
            let search = Search { newsletters, filter, needle, effort: Effort::default() };
            search.newest(tx, before, limit).await
        }
    }
}

/// The readers with one address: each newsletter has one at most.
async fn with_address(
    tx: &mut Tx,
    newsletters: &[NewsletterId],
    key: &str,
    filter: &Filter,
    before: i64,
    limit: i64,
) -> Result<Vec<SubscriberId>> {
    let status = filter.status.map(Status::as_str);
    let sql = "SELECT id FROM subscribers WHERE email_key = $1 AND id < $2 AND ($3 IS NULL OR status = $3)";
    match tx {
        Tx::Sqlite(t) => {
            let sql = format!(
                "{sql} AND newsletter_id IN (SELECT value FROM json_each($5)) ORDER BY id DESC LIMIT $4"
            );
            let newsletters = serde_json::to_string(newsletters).unwrap_or_default();
            let query =
                sqlx::query_scalar(AssertSqlSafe(sql)).bind(key).bind(before).bind(status).bind(limit);
            query.bind(newsletters).fetch_all(&mut **t).await
        }
        Tx::Postgres(t) => {
            let sql = format!("{sql} AND newsletter_id = ANY($5) ORDER BY id DESC LIMIT $4");
            let query =
                sqlx::query_scalar(AssertSqlSafe(sql)).bind(key).bind(before).bind(status).bind(limit);
            query.bind(newsletters).fetch_all(&mut **t).await
        }
    }
}

/// The same for words, and how many readers have them in all; counting stops at `cap`.
pub async fn found(
    tx: &mut Tx,
    newsletters: &[NewsletterId],
    filter: &Filter,
    needle: &Needle,
    before: i64,
    limit: i64,
    cap: i64,
) -> Result<(Vec<SubscriberId>, i64)> {
    let search = Search { newsletters, filter, needle, effort: Effort::default() };
    search.page(tx, before, limit, cap).await
}

/// A search for words.
struct Search<'a> {
    newsletters: &'a [NewsletterId],
    filter: &'a Filter,
    needle: &'a Needle,
    effort: Effort,
}

impl Search<'_> {
    async fn page(&self, tx: &mut Tx, before: i64, limit: i64, cap: i64) -> Result<(Vec<SubscriberId>, i64)> {
        let (mut place, mut index) = (Place::below(before), None);
        // What is found beyond the first page is counted, and the count goes on from there.
        let is_first = before == i64::MAX;
        let enough = if is_first { limit.max(cap) } else { limit };
        self.run(tx, &mut place, &mut index, enough).await?;
        let ids = place.found.iter().copied().take(limit.max(0) as usize).collect();
        if !is_first {
            (place, index) = (Place::below(i64::MAX), None);
        }
        self.run(tx, &mut place, &mut index, cap).await?;
        Ok((ids, cap.min(place.found.len() as i64)))
    }

    async fn newest(&self, tx: &mut Tx, before: i64, limit: i64) -> Result<Vec<SubscriberId>> {
        let mut place = Place::below(before);
        self.run(tx, &mut place, &mut None, limit).await?;
        place.found.truncate(limit.max(0) as usize);
        Ok(place.found)
    }

    /// Goes on until at least so many are found, or all there are. The index knows what it has learned about the words.
    async fn run(
        &self,
        tx: &mut Tx,
        place: &mut Place,
        index: &mut Option<Index>,
        enough: i64,
    ) -> Result<()> {
        if self.newsletters.is_empty() {
            return Ok(());
        }
        let mut rows = self.effort.walk;
        let mut walking: Option<(f64, i64)> = None;
        let mut indexed: Option<(f64, bool)> = None;
        while let Some(before) = place.before.filter(|_| (place.found.len() as i64) < enough) {
            let left = enough - place.found.len() as i64;
            let is_entered = index.as_ref().is_some_and(|index| index.has_all(before));
            // What looking at everybody cost tells nothing of the index.
            let is_walk = match (walking, indexed.filter(|(_, was_entered)| *was_entered == is_entered)) {
                (None, _) => true,
                // As many rows as will hold what is left, going by the last step.
                (Some((_, hits)), None) => hits > 0 && left * rows <= hits * rows.max(self.effort.walk * 16),
                (Some((walked, _)), Some((other, _))) => walked > other,
            };
            let step = if is_walk {
                rows = match walking {
                    None => rows,
                    Some((_, hits)) if hits > 0 => (left * rows / hits * 9 / 8 + 16).clamp(rows, rows * 16),
                    Some(_) => rows * 2,
                };
                let step = self.walk_step(tx, before, rows, left).await?;
                walking = Some((step.pace(1.0), step.ids.len() as i64));
                step
            } else {
                let index = match &mut *index {
                    Some(index) => index,
                    none => none.insert(Index::new(tx, self, before).await?),
                };
                let is_entered = index.has_all(before);
                let step = index.step(tx, self, before, left).await?;
                indexed = Some((step.pace(if is_entered { APART } else { 1.0 }), is_entered));
                step
            };
            place.before = match step.ids.last() {
                // The step may have left out what is below: it was enough.
                Some(last) if step.ids.len() as i64 >= left => Some(last.get()),
                _ => step.reached,
            };
            place.found.extend(step.ids);
        }
        Ok(())
    }

    /// The newest of the newsletters' rows, about as many as asked for.
    async fn walk_step(&self, tx: &mut Tx, before: i64, rows: i64, limit: i64) -> Result<Step> {
        let each = (rows / self.newsletters.len() as i64).max(10);
        let (top, floor) = bounds(tx, self.newsletters, self.filter, before, each).await?;
        let Some(top) = top else { return Ok(Step::default()) };
        let from = floor.unwrap_or(i64::MIN);
        let ids = walk(tx, self.newsletters, self.filter, before, from, limit).await?;
        Ok(Step { ids, reached: floor, top, visited: rows })
    }
}

/// The highest id below `before` among the newsletters, and the lowest down to which each of them has at most `each` rows;
/// `None` when all of them end before that.
async fn bounds(
    tx: &mut Tx,
    newsletters: &[NewsletterId],
    filter: &Filter,
    before: i64,
    each: i64,
) -> Result<(Option<i64>, Option<i64>)> {
    let (mut top, mut floor) = (None, None);
    for chunk in newsletters.chunks(CHUNK) {
        let status = of_status(filter);
        let index = walked_by(tx, filter);
        let mut selects = Vec::with_capacity(chunk.len() * 2);
        for at in 0..chunk.len() {
            let place = 3 + at;
            for (kind, offset) in [(0, "0"), (1, "$2 - 1")] {
                selects.push(format!(
                    "SELECT * FROM (SELECT {kind} AS kind, id FROM subscribers{index} WHERE newsletter_id = ${place} \
                     AND id < $1{status} ORDER BY id DESC LIMIT 1 OFFSET {offset}) AS n{at}_{kind}"
                ));
            }
        }
        let sql = selects.join(" UNION ALL ");
        let rows: Vec<(i32, i64)> = on_engine!(&mut *tx, conn => {
            let mut query = sqlx::query_as(AssertSqlSafe(sql)).bind(before).bind(each);
            for id in chunk {
                query = query.bind(*id);
            }
            query.fetch_all(conn).await?
        });
        for (kind, id) in rows {
            let bound = if kind == 0 { &mut top } else { &mut floor };
            *bound = Some(bound.map_or(id, |known: i64| known.max(id)));
        }
    }
    Ok((top, floor))
}

/// The status that is asked for, by its name: a plan of PostgreSQL's that is made for any status goes through all ids instead of those
/// of a rare one.
fn of_status(filter: &Filter) -> String {
    filter.status.map_or_else(String::new, |status| format!(" AND status = '{}'", status.as_str()))
}

/// Holds SQLite to the index whose order the walk is; PostgreSQL has a name for none.
fn walked_by(tx: &Tx, filter: &Filter) -> &'static str {
    match (tx, filter.status) {
        (Tx::Postgres(_), _) => "",
        (Tx::Sqlite(_), None) => " INDEXED BY subscribers_newsletter",
        (Tx::Sqlite(_), Some(_)) => " INDEXED BY subscribers_status",
    }
}

/// Whether a row has the words of `$place`, said so that no engine takes an index for it; [`sought`] is what is bound.
fn has_words(engine: Engine, needle: &Needle, place: usize) -> String {
    match (engine, needle.is_short()) {
        (Engine::Sqlite, true) => format!("search_text LIKE ${place} ESCAPE '\\'"),
        (Engine::Sqlite, false) => format!("instr(search_text, ${place}) > 0"),
        (Engine::Postgres, true) => format!("starts_with(search_text, ${place})"),
        (Engine::Postgres, false) => format!("strpos(search_text, ${place}) > 0"),
    }
}

fn sought(engine: Engine, needle: &Needle) -> String {
    match (engine, needle.is_short()) {
        (Engine::Sqlite, true) => needle.pattern(),
        _ => needle.text().to_owned(),
    }
}

/// Keeps PostgreSQL's index as it is until the transaction ends: one that writes has no snapshot in which a search could see one state
/// of it. On SQLite nobody else writes meanwhile.
pub async fn hold(tx: &mut Tx) -> Result<()> {
    let Tx::Postgres(t) = tx else { return Ok(()) };
    sqlx::query("SELECT id FROM search_state WHERE id = 1 FOR SHARE").execute(&mut **t).await.map(drop)
}

/// The highest id of all readers.
async fn highest(tx: &mut Tx) -> Result<i64> {
    let highest: Option<i64> = on_engine!(tx, conn => sqlx::query_scalar(
        "SELECT id FROM subscribers ORDER BY id DESC LIMIT 1").fetch_optional(conn).await?);
    Ok(highest.unwrap_or(0))
}

/// One walk per newsletter through its own index, merged: an author has few newsletters, so this reads few rows and
/// never sorts a table. Ids are below `before` and not below `from`.
async fn walk(
    tx: &mut Tx,
    newsletters: &[NewsletterId],
    filter: &Filter,
    before: i64,
    from: i64,
    limit: i64,
) -> Result<Vec<SubscriberId>> {
    let mut ids: Vec<SubscriberId> = Vec::new();
    let engine = tx.engine();
    for chunk in newsletters.chunks(CHUNK) {
        let mut next = 3;
        let mut conditions = of_status(filter);
        if let Some(needle) = &filter.needle {
            next += 1;
            let _ = write!(conditions, " AND {}", has_words(engine, needle, next));
        }
        let index = walked_by(tx, filter);
        let selects: Vec<String> = (0..chunk.len())
            .map(|at| {
                let place = next + 1 + at;
                format!(
                    "SELECT id FROM (SELECT id FROM subscribers{index} WHERE newsletter_id = ${place} AND id < $1 \
                     AND id >= $2{conditions} ORDER BY id DESC LIMIT $3) AS n{at}"
                )
            })
            .collect();
        let sql = selects.join(" UNION ALL ");
        // In one row: a thousand would each be handed from thread to thread.
        let found = match &mut *tx {
            Tx::Sqlite(t) => {
                let sql = format!("SELECT json_group_array(id) FROM ({sql})");
                let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(before).bind(from).bind(limit);
                let query = match &filter.needle {
                    Some(needle) => query.bind(sought(engine, needle)),
                    None => query,
                };
                let query = chunk.iter().fold(query, |query, id| query.bind(*id));
                let Json(found): Json<Vec<SubscriberId>> = query.fetch_one(&mut **t).await?;
                found
            }
            Tx::Postgres(t) => {
                let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(before).bind(from).bind(limit);
                let query = match &filter.needle {
                    Some(needle) => query.bind(sought(engine, needle)),
                    None => query,
                };
                chunk.iter().fold(query, |query, id| query.bind(*id)).fetch_all(&mut **t).await?
            }
        };
        ids.extend(found);
    }
    ids.sort_unstable_by(|a, b| b.cmp(a));
    ids.truncate(limit.max(0) as usize);
    Ok(ids)
}

/// Readers of the author that a search finds, newest first.
pub async fn search_hits(tx: &mut Tx, author_id: AuthorId, q: &str, limit: i64) -> Result<Vec<Hit>> {
    let Some(needle) = Needle::new(q) else { return Ok(Vec::new()) };
    let newsletters = own_newsletters(tx, author_id, None).await?;
    let ids: Vec<NewsletterId> = newsletters.iter().map(|(id, _)| *id).collect();
    let filter = Filter { needle: Some(needle), ..Filter::default() };
    let found = newest(tx, &ids, &filter, i64::MAX, limit).await?;
    hits(tx, author_id, &found).await
}

type HitRow = (SubscriberId, NewsletterId, String, Option<String>, Option<String>, String);

async fn hits(tx: &mut Tx, author_id: AuthorId, ids: &[SubscriberId]) -> Result<Vec<Hit>> {
    const SELECT: &str = "SELECT s.id, s.newsletter_id, s.email, s.first_name, s.last_name, n.name \
                          FROM subscribers s JOIN newsletters n ON n.id = s.newsletter_id WHERE n.author_id = $1";
    let rows: Vec<HitRow> = match tx {
        Tx::Sqlite(t) => {
            let sql = format!("{SELECT} AND s.id IN (SELECT value FROM json_each($2)) ORDER BY s.id DESC");
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(author_id)
                .bind(json_list(ids))
                .fetch_all(&mut **t)
                .await?
        }
        Tx::Postgres(t) => {
            let sql = format!("{SELECT} AND s.id = ANY($2) ORDER BY s.id DESC");
            sqlx::query_as(AssertSqlSafe(sql)).bind(author_id).bind(ids).fetch_all(&mut **t).await?
        }
    };
    let hit = |(id, newsletter_id, email, first, last, newsletter_name): HitRow| {
        let name = full_name(first.as_deref(), last.as_deref());
        Hit { id, newsletter_id, email, name, newsletter_name }
    };
    Ok(rows.into_iter().map(hit).collect())
}
