//! PostgreSQL's index is a GIN index of trigrams, newsletters and blocks of 65,536 ids. It has no order, so the newest are
//! found a few blocks at a time.

use std::fmt::Write as _;

use database::{Engine, Result, escape_like};
use sqlx::{AssertSqlSafe, Postgres};

use super::{Search, Step, Wanted, grams, has_words, sought};
use crate::{NewsletterId, SubscriberId, subscribers::model::Needle};

/// Blocks of the first step; each further one has four times as many, and the fourth all that are left.
const STEPS: [i64; 3] = [1, 4, 16];
/// Bits of an id that tell its place in a block, as the index `subscribers_search` has it.
const BLOCK: i64 = 16;
/// A list so many times as long as the shortest tells less than it costs to read. It is not read whole: where a shorter one has
/// nobody, it is passed over, while a row that it spares costs as much as a hundred entries.
const LONGER: i64 = 64;
/// Rows of a sample that a list may name without a second thought, of about 400.
const SLACK: i64 = 8;

/// Rows of one step that are read without a second thought.
const FEW: i64 = 1_500;
/// Rows read for nothing after which even long lists are asked for.
const MANY: i64 = 5_000;

type Conn = database::Connection<Postgres>;

#[derive(Debug)]
pub struct Index {
    /// Patterns that the index is asked for, rarest first.
    patterns: Vec<String>,
    used: usize,
    /// How many of them have lists that are not too long.
    good: usize,
    is_marked: bool,
    steps: usize,
    /// Whether the planner has no other way now.
    is_forced: bool,
}

impl Index {
    pub async fn new(t: &mut Conn, search: &Search<'_>, is_small: bool) -> Result<Self> {
        let grams = grams::of(search.needle, is_listed);
        let (mut patterns, mut good) = (vec![search.needle.pattern()], 1);
        if grams.len() > 1 {
            let (ranked, few) = grams::ranked(sampled(t, grams).await?, LONGER, SLACK);
            patterns = ranked.iter().map(|(gram, _)| format!("%{}%", escape_like(gram))).collect();
            good = few;
            // With the whole pattern come words of one letter, and letters that are no ASCII.
            patterns.push(search.needle.pattern());
        }
        let used = search.effort.grams.min(good).max(1);
        // For several the planner could choose to read the rows first.
        let is_marked = is_small && search.newsletters.len() == 1;
        Ok(Self { patterns, used, good, is_marked, steps: 0, is_forced: false })
    }

    pub async fn step(
        &mut self,
        t: &mut Conn,
        search: &Search<'_>,
        before: i64,
        limit: i64,
        wanted: Wanted,
    ) -> Result<Step> {
        if !is_indexable(search.needle) {
            return Ok(Step { reached: Some(before), top: before, visited: i64::MAX / 4, ..Step::default() });
        }
        let last = before.saturating_sub(1) >> BLOCK;
        let first = STEPS.get(self.steps).map(|blocks| last - blocks + 1).filter(|first| *first > 0);
        self.steps += 1;
        let blocks: Option<Vec<i64>> = first.map(|first| (first..=last).collect());
        self.force(t, true).await?;
        let (visited, foreign, worded, ids) =
            self.ask(t, search, before, blocks.as_deref(), limit, wanted).await?;
        if worded * 2 < visited && visited > 200 {
            self.is_marked |= foreign * 2 > visited && search.newsletters.len() == 1;
            let most = if visited > MANY { self.patterns.len() } else { self.good };
            self.used = most.min(self.used + 2).max(self.used);
        }
        let reached = first.map(|first| first << BLOCK);
        // So few that reading all of them at once is shorter than asking for blocks.
        if reached.is_some_and(|at| visited.saturating_mul(at) / (before - at) < FEW) {
            self.steps = STEPS.len();
        }
        Ok(Step { ids, reached, top: before, visited })
    }

    /// Leaves the planner no way but the index, whatever it guesses of patterns, until it is taken back; and compiles nothing,
    /// which takes longer than what it would save.
    pub async fn force(&mut self, t: &mut Conn, is_on: bool) -> Result<()> {
        if self.is_forced == is_on {
            return Ok(());
        }
        let sql = if is_on {
            "SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off; SET LOCAL jit = off; \
             SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL plan_cache_mode = force_generic_plan"
        } else {
            "SET LOCAL enable_seqscan = DEFAULT; SET LOCAL enable_indexscan = DEFAULT; SET LOCAL jit = DEFAULT; \
             SET LOCAL max_parallel_workers_per_gather = DEFAULT; SET LOCAL plan_cache_mode = DEFAULT"
        };
        self.is_forced = is_on;
        sqlx::raw_sql(sql).execute(&mut **t).await.map(drop)
    }

    async fn ask(
        &self,
        t: &mut Conn,
        search: &Search<'_>,
        before: i64,
        blocks: Option<&[i64]>,
        limit: i64,
        wanted: Wanted,
    ) -> Result<(i64, i64, i64, Vec<SubscriberId>)> {
        let has_words = has_words(Engine::Postgres, search.needle, 1);
        let mut place = 5;
        let mut conditions = String::new();
        for _ in &self.patterns[..self.used] {
            place += 1;
            let _ = write!(conditions, " AND search_text LIKE ${place}");
        }
        if self.is_marked {
            conditions.push_str(" AND newsletter_id = ($3)[1]");
        }
        // Arithmetic keeps other indexes out, `OFFSET 0` each block a search of its own.
        let of = |columns: &str, others: &str| {
            let rows = format!("{columns} FROM subscribers WHERE id + 0 < $2{conditions}{others}");
            if blocks.is_none() {
                return format!("SELECT {rows}");
            }
            let place = place + 1;
            format!(
                "SELECT named.* FROM UNNEST(CAST(${place} AS BIGINT[])) AS block \
                 CROSS JOIN LATERAL (SELECT {rows} AND id >> {BLOCK} = block OFFSET 0) AS named"
            )
        };
        let sql = match wanted {
            Wanted::Newest => {
                let columns =
                    format!("id, status, newsletter_id + 0 = ANY($3) AS is_own, {has_words} AS has_words");
                format!(
                    "SELECT COUNT(*), COUNT(*) FILTER (WHERE NOT is_own), COUNT(*) FILTER (WHERE is_own AND has_words), \
                     (ARRAY_AGG(id ORDER BY id DESC) FILTER (WHERE is_own AND has_words AND ($4 = '' OR status = $4)))[:CAST($5 AS INTEGER)] \
                     FROM ({}) AS named",
                    of(&columns, "")
                )
            }
            Wanted::Count => {
                let right = format!(
                    " AND {has_words} AND newsletter_id + 0 = ANY($3) AND ($4 = '' OR status || '' = $4)"
                );
                format!(
                    "SELECT COUNT(*), CAST(0 AS BIGINT), COUNT(*), ARRAY_AGG(id) FROM ({} LIMIT $5) AS named",
                    of("id", &right)
                )
            }
        };
        let newsletters: Vec<i64> = search.newsletters.iter().map(|id: &NewsletterId| id.get()).collect();
        let mut query = sqlx::query_as(AssertSqlSafe(sql))
            .bind(sought(Engine::Postgres, search.needle))
            .bind(before)
            .bind(newsletters)
            .bind(search.filter.status.map_or("", |status| status.as_str()))
            .bind(limit);
        for pattern in &self.patterns[..self.used] {
            query = query.bind(pattern);
        }
        if let Some(blocks) = blocks {
            query = query.bind(blocks);
        }
        let (visited, foreign, worded, ids): (i64, i64, i64, Option<Vec<i64>>) =
            query.fetch_one(&mut **t).await?;
        Ok((visited, foreign, worded, ids.unwrap_or_default().into_iter().map(SubscriberId::new).collect()))
    }
}

/// How many rows of a sample of the whole table have each trigram, as lists are the whole table's, too. The texts are looked
/// through here, which takes a third of the time that the database takes for it.
async fn sampled(t: &mut Conn, grams: Vec<grams::Gram>) -> Result<Vec<(grams::Gram, i64)>> {
    let texts: Option<String> = sqlx::query_scalar(
        "WITH ends AS (SELECT (SELECT MIN(id) FROM subscribers) AS low, (SELECT MAX(id) FROM subscribers) AS high) \
         SELECT STRING_AGG(s.search_text, CHR(1)) FROM ends, GENERATE_SERIES(0, 24) AS at, LATERAL \
         (SELECT search_text FROM subscribers WHERE id >= low + (high - low) / 25 * at ORDER BY id LIMIT 16) AS s",
    )
    .fetch_one(&mut **t)
    .await?;
    let texts = texts.unwrap_or_default();
    let texts: Vec<&str> = texts.split('\u{1}').collect();
    let sized = |gram: grams::Gram| {
        let rows = texts.iter().filter(|text| text.contains(&gram.text)).count();
        (gram, rows as i64)
    };
    Ok(grams.into_iter().map(sized).collect())
}

/// Whether the index has a list for these three: letters and digits alone, or two of them where a word begins or ends, which stand there
/// with blanks. What is no ASCII may be either, depending on the server's locale.
fn is_listed(window: &[char]) -> bool {
    let [first, middle, last] = window else { return false };
    let word = char::is_ascii_alphanumeric;
    window.iter().all(char::is_ascii) && word(middle) && (word(first) || word(last))
}

/// Whether the index has anything of the words: three letters or digits in a row, or the beginning or the end of a word.
fn is_indexable(needle: &Needle) -> bool {
    let pattern: Vec<bool> = needle.text().chars().map(|c| c.is_ascii_alphanumeric()).collect();
    let is_word = |at: usize| pattern.get(at).copied().unwrap_or(false);
    (0..pattern.len()).any(|at| {
        let begins = is_word(at) && if at == 0 { needle.is_short() } else { !is_word(at - 1) };
        let ends = is_word(at) && is_word(at + 1) && at + 2 < pattern.len() && !is_word(at + 2);
        begins || ends || (is_word(at) && is_word(at + 1) && is_word(at + 2))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_has_lists_of_words_and_of_where_they_begin_and_end() {
        let listed: Vec<String> = grams::of(&Needle::new("ab10 la@x_y.öde").unwrap(), is_listed)
            .into_iter()
            .map(|gram| gram.text)
            .collect();
        assert_eq!(listed, ["ab1", "b10", "10 ", " la", "la@"]);
    }

    #[test]
    fn the_index_has_no_signs() {
        for (words, expected) in [
            ("abc", true),
            ("a", true),
            ("a.", true),
            (".", false),
            ("--.", false),
            ("n@g", true),
            ("ab@", true),
            ("a@.", false),
            ("ab", true),
            ("öab", true),
            ("öö", false),
            ("a-.-", false),
        ] {
            assert_eq!(is_indexable(&Needle::new(words).unwrap()), expected, "{words}");
        }
    }
}
