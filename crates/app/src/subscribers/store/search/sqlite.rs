//! SQLite's index is an FTS5 table: lists of rowids by trigram, read from the highest down, as the list shows them.

use std::fmt::Write as _;

use database::{Engine, Result};
use sqlx::{AssertSqlSafe, Sqlite, types::Json};

use super::{Search, Step, grams, has_words, of_status, sought};
use crate::{NewsletterId, SubscriberId, subscribers::model::Needle};

/// A page of a list has 4 kB.
const PAGE: grams::Page = grams::Page { readers: 3_000.0, rows: 15.0 };
/// Rows of other newsletters after which the newsletters' own lists, which are long, are asked for.
const MUCH_FOREIGN: i64 = 2_000;
/// Rows of one statement, so that a wrong choice of trigrams is noticed.
const MAX_ROWS: i64 = 4_096;
/// Rows more than are likely to be enough: another statement goes over the lists from their ends again.
const SPARE: i64 = 16;

type Conn = database::Connection<Sqlite>;
/// Rows read, the lowest and the highest id, how many are of other newsletters, how many have the words; their ids.
type Row = (i64, Option<i64>, Option<i64>, i64, i64, Json<Vec<SubscriberId>>);

#[derive(Debug)]
pub struct Index {
    /// What stands in MATCH, rarest first, and how many pages its list has.
    terms: Vec<(String, i64)>,
    /// How many of them are asked for.
    used: usize,
    /// Rows that were read for nothing: without the words, and of other newsletters.
    wasted: i64,
    foreign: i64,
    /// Whether the newsletters' own marks are asked for as well.
    is_marked: bool,
    rows: i64,
    /// Rows that were read, and how many of them were found.
    visited: i64,
    found: i64,
}

impl Index {
    /// `top`: about how many readers there are.
    pub async fn new(t: &mut Conn, search: &Search<'_>, is_small: bool, top: i64) -> Result<Self> {
        let (terms, worth) = if let Some(mark) = mark(search.needle) {
            (vec![(mark, 0)], 1)
        } else {
            grams::sparing(sizes(t, grams::of(search.needle, |_| true)).await?, PAGE, top)
        };
        let used = search.effort.grams.min(worth).max(1);
        let rows = search.effort.candidates;
        Ok(Self { terms, used, wasted: 0, foreign: 0, is_marked: is_small, rows, visited: 0, found: 0 })
    }

    pub async fn step(&mut self, t: &mut Conn, search: &Search<'_>, before: i64, limit: i64) -> Result<Step> {
        let status = of_status(search.filter);
        let sql = format!(
            "SELECT COUNT(*), MIN(id), MAX(id), COUNT(*) FILTER (WHERE NOT is_own), COUNT(*) FILTER (WHERE is_own AND has_words), \
             json_group_array(id) FILTER (WHERE is_own AND has_words{status}) \
             FROM (SELECT s.id, s.status, {} AS has_words, \
             s.newsletter_id IN (SELECT value FROM json_each($5)) AS is_own \
             FROM subscribers_search CROSS JOIN subscribers s ON s.id = subscribers_search.rowid \
             WHERE subscribers_search MATCH $1 AND subscribers_search.rowid < $2 \
             ORDER BY subscribers_search.rowid DESC LIMIT $4)",
            has_words(Engine::Sqlite, search.needle, 3)
        );
        let rows = self.promising(limit);
        let query = sqlx::query_as(AssertSqlSafe(sql))
            .bind(self.matching(search.newsletters))
            .bind(before)
            .bind(sought(Engine::Sqlite, search.needle))
            .bind(rows)
            .bind(serde_json::to_string(search.newsletters).unwrap_or_default());
        let (visited, last, top, foreign, worded, Json(mut ids)): Row = query.fetch_one(&mut **t).await?;
        ids.sort_unstable_by(|a, b| b.cmp(a));
        let reached = last.filter(|_| visited == rows);
        self.learn(visited, foreign, worded, ids.len() as i64);
        Ok(Step { ids, reached, top: top.unwrap_or(0), visited })
    }

    /// How many rows the next step reads: as many as hold what is left, going by those that were read, and twice as many each time that
    /// these were too few; before any was found a quarter more than are wished for, as the terms may name others.
    fn promising(&self, limit: i64) -> i64 {
        let limit = limit.min(MAX_ROWS);
        let rows = if self.found == 0 {
            limit + limit / 4
        } else {
            let promising = limit * self.visited / self.found;
            promising + promising / 8 + SPARE
        };
        MAX_ROWS.min(rows.max(self.rows))
    }

    /// Asks for more when as much was read for nothing as reading another list would have cost.
    fn learn(&mut self, visited: i64, foreign: i64, worded: i64, found: i64) {
        self.rows = if self.found == 0 && found > 0 { SPARE } else { MAX_ROWS.min(self.rows * 2) };
        self.visited += visited;
        self.found += found;
        self.foreign += foreign;
        self.wasted += visited - worded - foreign;
        self.is_marked |= self.foreign >= MUCH_FOREIGN;
        while self
            .terms
            .get(self.used)
            .is_some_and(|(_, pages)| self.wasted as f64 >= (*pages + 1) as f64 * PAGE.rows)
        {
            self.wasted = 0;
            self.used += 1;
        }
    }

    /// The FTS5 expression.
    fn matching(&self, newsletters: &[NewsletterId]) -> String {
        let mut out = String::new();
        for (at, (term, _)) in self.terms[..self.used].iter().enumerate() {
            let and = if at > 0 { " AND " } else { "" };
            let _ = write!(out, "{and}\"{}\"", term.replace('"', "\"\""));
        }
        if self.is_marked {
            let of = |id: &NewsletterId| {
                let letters = [24, 12, 0].map(|bits| private(id.get() >> bits & 0xFFF));
                format!("\"{}\"", letters.iter().collect::<String>())
            };
            let _ = write!(out, " AND ({})", newsletters.iter().map(of).collect::<Vec<_>>().join(" OR "));
        }
        out
    }
}

/// How long the list of each trigram is, in pages: FTS5 keeps the first term of every leaf page of a segment in
/// `…_idx`, so the pages between two entries are one term's (<https://sqlite.org/fts5.html#the_fts5_data_structures>).
/// Lists are not read for it.
pub(super) async fn sizes(t: &mut Conn, grams: Vec<grams::Gram>) -> Result<Vec<(grams::Gram, i64)>> {
    let texts: Vec<&str> = grams.iter().map(|gram| gram.text.as_str()).collect();
    let sizes: Vec<i64> = sqlx::query_scalar(
        "WITH RECURSIVE segments (id) AS (SELECT MIN(segid) FROM subscribers_search_idx UNION ALL \
         SELECT (SELECT MIN(segid) FROM subscribers_search_idx WHERE segid > segments.id) FROM segments \
         WHERE segments.id IS NOT NULL), \
         wanted (place, term) AS (SELECT key, CAST('0' || value AS BLOB) FROM json_each($1)) \
         SELECT CAST(COALESCE((SELECT SUM( \
         COALESCE((SELECT pgno >> 1 FROM subscribers_search_idx WHERE segid = s.id AND term > w.term ORDER BY term LIMIT 1), \
         (SELECT pgno >> 1 FROM subscribers_search_idx WHERE segid = s.id ORDER BY term DESC LIMIT 1)) - \
         COALESCE((SELECT pgno >> 1 FROM subscribers_search_idx WHERE segid = s.id AND term <= w.term ORDER BY term DESC LIMIT 1), 0)) \
         FROM segments s WHERE s.id IS NOT NULL), 0) AS INTEGER) FROM wanted w ORDER BY w.place",
    )
    .bind(serde_json::to_string(&texts).unwrap_or_default())
    .fetch_all(&mut **t)
    .await?;
    Ok(grams.into_iter().zip(sizes).collect())
}

/// The mark of the one or two letters that an address begins with, as the view `subscribers_search_rows` writes it.
fn mark(needle: &Needle) -> Option<String> {
    let chars: Vec<char> = needle.text().chars().collect();
    match chars.as_slice() {
        [a] => Some([private(0), private(0), *a].iter().collect()),
        [a, b] => Some([private(0), *a, *b].iter().collect()),
        _ => None,
    }
}

/// A letter of the plane kept for private use; no address or name has one.
fn private(number: i64) -> char {
    u32::try_from(number).ok().and_then(|n| char::from_u32(0xF_0000 + n)).unwrap_or('\u{F0000}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(terms: &[(&str, i64)], used: usize, rows: i64) -> Index {
        let terms = terms.iter().map(|(term, pages)| ((*term).to_owned(), *pages)).collect();
        Index { terms, used, wasted: 0, foreign: 0, is_marked: false, rows, visited: 0, found: 0 }
    }

    #[test]
    fn a_step_reads_as_many_rows_as_will_do() {
        let mut index = asking(&[("ann", 100)], 1, 500);
        assert_eq!((index.promising(26), index.promising(1_001)), (500, 1_251));
        index.learn(1_251, 0, 0, 0);
        assert_eq!((index.promising(26), index.promising(1_001)), (1_000, 1_251), "nobody was found yet");
        index.learn(749, 0, 500, 500);
        assert_eq!((index.promising(26), index.promising(501)), (133, 2_270), "a quarter of the rows");
        assert_eq!(index.promising(i64::MAX), MAX_ROWS);
        for most in [32, 64, 128, 256] {
            index.learn(20, 0, 20, 0);
            assert!(
                (most..=most + 16).contains(&index.promising(1)),
                "too few were read: {}",
                index.promising(1)
            );
        }
    }

    #[test]
    fn an_expression_has_the_terms_in_use_and_the_marks() {
        let mut index = asking(&[("an\"", 1), ("n\"n", 1), ("\"na", 3)], 2, 1);
        let newsletters = [1, 4096].map(NewsletterId::new);
        assert_eq!(index.matching(&newsletters), "\"an\"\"\" AND \"n\"\"n\"");
        index.learn(100, 0, 45, 45);
        assert_eq!(index.matching(&newsletters), "\"an\"\"\" AND \"n\"\"n\"");
        index.learn(2_010, 2_000, 5, 5);
        assert_eq!(
            index.matching(&newsletters),
            "\"an\"\"\" AND \"n\"\"n\" AND \"\"\"na\" AND (\"\u{F0000}\u{F0000}\u{F0001}\" OR \"\u{F0000}\u{F0001}\u{F0000}\")"
        );
    }
}
