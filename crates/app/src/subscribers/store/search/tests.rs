use database::{both_engines, on_engine};

use super::*;
use crate::{
    subscribers::{Status, model::search_text, store::tests::newsletter},
    testing::TestApp,
};

/// Words as skewed as names are, and letters that a pattern, an expression or an index could take for something else.
const WORDS: [&str; 16] = [
    "anna",
    "maria",
    "ann",
    "smith",
    "schmidt",
    "müller",
    "ma%ria",
    "an_na",
    "o'neil",
    "back\\slash",
    "quo\"te",
    "zoë",
    "日本語",
    "straße",
    "x",
    "y--z",
];
const ROWS: usize = 4_000;
/// Ids lie apart, so that there are as many blocks of them as a large list has.
const APART: i64 = 331;

struct Row {
    id: i64,
    newsletter_id: NewsletterId,
    status: Status,
    text: String,
}

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    /// One of the first far more often than one of the last.
    fn skewed<'a>(&mut self, words: &[&'a str]) -> &'a str {
        let end = 1 + self.below(words.len());
        words[self.below(end)]
    }
}

async fn fill(t: &TestApp, newsletters: &[NewsletterId], dice: &mut Dice) -> Vec<Row> {
    let mut rows = Vec::with_capacity(ROWS);
    let mut tx = t.app.db.begin().await.unwrap();
    for at in 0..ROWS {
        let id = (at as i64 + 1) * APART;
        let newsletter_id = newsletters[[0, 0, 0, 0, 0, 0, 1, 1, 1, 2][dice.below(10)]];
        let status = if dice.below(9) > 0 { Status::Active } else { Status::ALL[dice.below(5)] };
        let first = dice.skewed(&WORDS).to_uppercase();
        // Whose words only the oldest have.
        let last = if at % 40 == 0 && at < ROWS / 4 { "zacharias" } else { dice.skewed(&WORDS) };
        let domain = ["mail.example", "mail.example", "post.example", "ann.example"][dice.below(4)];
        let email = format!("{}{at}@{domain}", dice.skewed(&WORDS[..5]));
        let text = search_text(&email, Some(&first), Some(last));
        on_engine!(&mut tx, conn => sqlx::query(
            "INSERT INTO subscribers (id, newsletter_id, email, email_key, first_name, last_name, status, search_text, \
             subscribed_at, created_at, updated_at) VALUES ($1, $2, $3, $3, $4, $5, $6, $7, 0, 0, 0)")
            .bind(id).bind(newsletter_id).bind(&email).bind(&first).bind(last).bind(status.as_str()).bind(&text)
            .execute(conn).await.map(drop)).unwrap();
        rows.push(Row { id, newsletter_id, status, text });
    }
    enter(&mut tx, 0).await.unwrap();
    tx.commit().await.unwrap();
    rows.reverse();
    rows
}

/// What somebody could type: a part of what a reader has, sometimes with a letter changed, or signs.
fn words(rows: &[Row], dice: &mut Dice) -> String {
    const SIGNS: [&str; 10] =
        ["%", "_", "\\", "\"", "'", "@", "--", "%%%", "@mail.example\n", "nobody at all"];
    if dice.below(12) == 0 {
        return SIGNS[dice.below(SIGNS.len())].to_owned();
    }
    let text: Vec<char> = rows[dice.below(rows.len())].text.chars().collect();
    let from = dice.below(text.len());
    let mut part = text[from..text.len().min(from + 1 + dice.below(9))].to_vec();
    if dice.below(4) == 0 {
        let at = dice.below(part.len());
        part[at] = ['n', '%', 'q', 'É'][dice.below(4)];
    }
    part.into_iter().collect()
}

/// Whether the next statement of the transaction may be planned as if there had been no search.
async fn is_free_to_plan(tx: &mut Tx) -> bool {
    let Tx::Postgres(conn) = tx else { return true };
    let sql =
        "SELECT current_setting('enable_indexscan') = 'on' AND current_setting('plan_cache_mode') = 'auto'";
    sqlx::query_scalar(sql).fetch_one(&mut **conn).await.unwrap()
}

both_engines!(a_search_finds_what_looking_at_every_row_finds, engine => {
    let t = TestApp::new(engine).await;
    let mut newsletters = Vec::new();
    for name in ["one", "two", "three"] {
        newsletters.push(newsletter(&t, name).await.1);
    }
    let mut dice = Dice(42);
    let rows = fill(&t, &newsletters, &mut dice).await;
    let hasty = Effort { walk: 12, candidates: 5, grams: 1 };
    let mut tx = t.app.db.read().await.unwrap();
    let mut hits = 0;
    for _ in 0..400 {
        let q = words(&rows, &mut dice);
        let Some(needle) = Needle::new(&q) else { continue };
        let among = [&newsletters[..1], &newsletters[1..], &newsletters[2..], &newsletters[..]][dice.below(4)];
        let status = (dice.below(3) == 0).then(|| Status::ALL[dice.below(5)]);
        let before = if dice.below(2) == 0 { i64::MAX } else { dice.below(ROWS) as i64 * APART };
        let (limit, cap) = ([1, 7, 101, 5_000][dice.below(4)], [1, 40, 1_001][dice.below(3)]);
        let is_found = |row: &&Row| {
            let has_words = if needle.is_short() { row.text.starts_with(needle.text()) } else { row.text.contains(needle.text()) };
            has_words && among.contains(&row.newsletter_id) && status.is_none_or(|status| status == row.status)
        };
        let all: Vec<i64> = rows.iter().filter(is_found).map(|row| row.id).collect();
        let page: Vec<i64> = all.iter().copied().filter(|id| *id < before).take(limit).collect();
        hits += page.len();
        let filter = Filter { needle: Some(needle.clone()), status, ..Filter::default() };
        for effort in [hasty, Effort { walk: 400, ..hasty }, Effort::default()] {
            let search = Search { newsletters: among, filter: &filter, needle: &needle, effort };
            let (ids, count) = search.page(&mut tx, before, limit as i64, cap).await.unwrap();
            let ids: Vec<i64> = ids.iter().map(|id| id.get()).collect();
            let what = format!("{q:?} of {among:?}, {status:?}, below {before}, {effort:?}");
            assert_eq!(ids, page, "{what}");
            assert_eq!(count, cap.min(all.len() as i64), "{what}");
            assert!(is_free_to_plan(&mut tx).await, "{what}");
        }
    }
    assert!(hits > 5_000, "{hits} found: the words are too rare to tell anything");
});

#[test]
fn a_walk_names_the_status_so_that_it_is_planned_for_that_one() {
    let of = |status| of_status(&Filter { status, ..Filter::default() });
    assert_eq!(of(None), "");
    assert_eq!(of(Some(Status::Bounced)), " AND status = 'bounced'");
}

#[tokio::test]
async fn sqlite_tells_long_lists_from_short_ones() {
    let t = TestApp::new(Engine::Sqlite).await;
    let n = newsletter(&t, "one").await.1;
    fill(&t, &[n, n, n], &mut Dice(7)).await;
    let mut tx = t.app.db.read().await.unwrap();
    let Tx::Sqlite(conn) = &mut tx else { panic!("not SQLite") };
    let grams = grams::of(&Needle::new("zachexa").unwrap(), |_| true);
    let sizes = sqlite::sizes(conn, grams).await.unwrap();
    let size = |text: &str| sizes.iter().find(|(gram, _)| gram.text == text).unwrap().1;
    assert!(sizes.iter().all(|(_, size)| *size >= 0), "{sizes:?}");
    assert!(size("exa") > size("zac"), "{sizes:?}");
}
