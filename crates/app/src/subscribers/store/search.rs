//! Which readers a list shows: ids, newest first, by keyset, in one newsletter or all of an author's.
//!
//! SQLite searches through the trigram index `subscribers_search`, PostgreSQL through the one of the same name; both
//! check `search_text` again. A common word is found by walking newest first, a rare one through the index.

use std::fmt::Write as _;

use database::{Result, Tx, on_engine};
use sqlx::AssertSqlSafe;

use super::audience::json_list;
use crate::{
    AuthorId, NewsletterId, SubscriberId,
    subscribers::{
        Hit,
        model::{Filter, Needle, full_name},
    },
};

/// Newsletters of one statement; SQLite joins at most 500 selects.
const CHUNK: usize = 100;
/// Trigrams of one MATCH: the check against the text does the rest.
const MAX_TRIGRAMS: usize = 16;

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
    if newsletters.is_empty() {
        return Ok(Vec::new());
    }
    match (tx, &filter.needle) {
        (Tx::Sqlite(t), Some(needle)) => {
            let status = if filter.status.is_some() { " AND s.status = $5" } else { "" };
            let sql = format!(
                "SELECT s.id FROM subscribers_search CROSS JOIN subscribers s ON s.id = subscribers_search.rowid \
                 WHERE subscribers_search MATCH $1 AND subscribers_search.rowid < $2 \
                 AND s.search_text LIKE $3 ESCAPE '\\'{status} ORDER BY subscribers_search.rowid DESC LIMIT $4"
            );
            let mut query = sqlx::query_scalar(AssertSqlSafe(sql))
                .bind(matching(newsletters, needle))
                .bind(before)
                .bind(needle.pattern())
                .bind(limit);
            if let Some(status) = filter.status {
                query = query.bind(status.as_str());
            }
            query.fetch_all(&mut **t).await
        }
        (tx, _) => walk(tx, newsletters, filter, before, limit).await,
    }
}

/// Enters the readers above an id into SQLite's search index; PostgreSQL's keeps itself.
pub async fn enter(tx: &mut Tx, after_id: i64) -> Result<()> {
    let Tx::Sqlite(t) = tx else { return Ok(()) };
    sqlx::query(
        "INSERT INTO subscribers_search (rowid, newsletter, first_letter, first_letters, text) \
         SELECT id, newsletter, first_letter, first_letters, text FROM subscribers_search_rows WHERE id > $1",
    )
    .bind(after_id)
    .execute(&mut **t)
    .await
    .map(drop)
}

/// One walk per newsletter through its own index, merged: an author has few newsletters, so this reads few rows and
/// never sorts a table.
async fn walk(
    tx: &mut Tx,
    newsletters: &[NewsletterId],
    filter: &Filter,
    before: i64,
    limit: i64,
) -> Result<Vec<SubscriberId>> {
    let mut ids: Vec<SubscriberId> = Vec::new();
    for chunk in newsletters.chunks(CHUNK) {
        let mut next = 2;
        let mut conditions = String::new();
        if filter.status.is_some() {
            next += 1;
            let _ = write!(conditions, " AND status = ${next}");
        }
        if filter.needle.is_some() {
            next += 1;
            let _ = write!(conditions, " AND search_text LIKE ${next} ESCAPE '\\'");
        }
        let selects: Vec<String> = (0..chunk.len())
            .map(|at| {
                let place = next + 1 + at;
                format!(
                    "SELECT id FROM (SELECT id FROM subscribers WHERE newsletter_id = ${place} AND id < $1{conditions} \
                     ORDER BY id DESC LIMIT $2) AS n{at}"
                )
            })
            .collect();
        let sql = selects.join(" UNION ALL ");
        let found: Vec<SubscriberId> = on_engine!(&mut *tx, conn => {
            let mut query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(before).bind(limit);
            if let Some(status) = filter.status {
                query = query.bind(status.as_str());
            }
            if let Some(needle) = &filter.needle {
                // Planned with the words themselves: which way is short depends on how rare they are.
                query = query.bind(needle.pattern()).persistent(false);
            }
            for id in chunk {
                query = query.bind(*id);
            }
            query.fetch_all(conn).await?
        });
        ids.extend(found);
    }
    ids.sort_unstable_by(|a, b| b.cmp(a));
    ids.truncate(limit.max(0) as usize);
    Ok(ids)
}

/// The FTS5 expression: one of the newsletters, and every trigram of the words (or the mark of their one or two
/// first letters, as the triggers of `subscribers` write them).
fn matching(newsletters: &[NewsletterId], needle: &Needle) -> String {
    let mut out = String::from("(");
    for (at, id) in newsletters.iter().enumerate() {
        if at > 0 {
            out.push_str(" OR ");
        }
        let letters = [24, 12, 0].map(|bits| private(id.get() >> bits & 0xFFF));
        let _ = write!(out, "\"{}\"", letters.iter().collect::<String>());
    }
    out.push(')');
    for trigram in trigrams(needle) {
        let _ = write!(out, " AND \"{}\"", trigram.replace('"', "\"\""));
    }
    out
}

fn trigrams(needle: &Needle) -> Vec<String> {
    let chars: Vec<char> = needle.text().chars().collect();
    match chars.as_slice() {
        [a] => vec![[private(0), private(0), *a].iter().collect()],
        [a, b] => vec![[private(0), *a, *b].iter().collect()],
        _ => {
            let mut all: Vec<String> = chars.windows(3).map(|w| w.iter().collect()).collect();
            all.sort_unstable();
            all.dedup();
            all.truncate(MAX_TRIGRAMS);
            all
        }
    }
}

/// A letter of the plane kept for private use; no address or name has one.
fn private(number: i64) -> char {
    u32::try_from(number).ok().and_then(|n| char::from_u32(0xF_0000 + n)).unwrap_or('\u{F0000}')
}

/// Readers of the author that a search finds, newest first.
pub async fn search_hits(tx: &mut Tx, author_id: AuthorId, q: &str, limit: i64) -> Result<Vec<Hit>> {
    let Some(needle) = Needle::new(q) else { return Ok(Vec::new()) };
    let newsletters = own_newsletters(tx, author_id, None).await?;
    let ids: Vec<NewsletterId> = newsletters.iter().map(|(id, _)| *id).collect();
    let filter = Filter { needle: Some(needle), status: None };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trigram_must_match_in_one_of_the_newsletters() {
        let needle = Needle::new("an\"na").unwrap();
        let expression = matching(&[1, 4096].map(NewsletterId::new), &needle);
        assert_eq!(
            expression,
            "(\"\u{F0000}\u{F0000}\u{F0001}\" OR \"\u{F0000}\u{F0001}\u{F0000}\") AND \"\"\"na\" AND \"an\"\"\" AND \"n\"\"n\""
        );
    }
}
