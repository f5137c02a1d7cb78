use std::collections::BTreeSet;

use database::{Engine, both_engines, on_engine};

use super::{
    build::advance,
    segments::{LARGE, MIDDLE, SMALL, Segment, State},
    *,
};
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

pub struct Row {
    pub id: i64,
    newsletter_id: NewsletterId,
    status: Status,
    pub text: String,
}

/// Numbers that are the same in every run.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    /// One of the first far more often than one of the last.
    fn skewed<'a>(&mut self, words: &[&'a str]) -> &'a str {
        let end = 1 + self.below(words.len());
        words[self.below(end)]
    }
}

async fn three(t: &TestApp) -> [NewsletterId; 3] {
    let mut newsletters = Vec::new();
    for name in ["one", "two", "three"] {
        newsletters.push(newsletter(t, name).await.1);
    }
    newsletters.try_into().unwrap()
}

pub async fn fill(t: &TestApp, newsletters: &[NewsletterId], dice: &mut Dice) -> Vec<Row> {
    let mut rows = Vec::with_capacity(ROWS);
    let mut tx = t.app.db.begin().await.unwrap();
    // More than breaks are looked for in.
    let long = WORDS[..9].join(" ").repeat(6);
    for at in 0..ROWS {
        let id = (at as i64 + 1) * APART;
        let newsletter_id = newsletters[[0, 0, 0, 0, 0, 0, 1, 1, 1, 2][dice.below(10)]];
        let status = if dice.below(9) > 0 { Status::Active } else { Status::ALL[dice.below(5)] };
        let first = dice.skewed(&WORDS).to_uppercase();
        // Whose words only the oldest have.
        let last = match at % 40 {
            0 if at < ROWS / 4 => "zacharias",
            7 => &long,
            _ => dice.skewed(&WORDS),
        };
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
    let text = &rows[dice.below(rows.len())].text;
    if dice.below(5) == 0
        && let Some((before, _)) = text.rsplit_once(' ')
    {
        // A name's end goes on as an address begins: whose last name begins so has the pieces.
        let begins: String = text.chars().take(4 + dice.below(6)).collect();
        let ends: String = before.chars().skip(before.chars().count() - 2).collect();
        return format!("{ends} {begins}");
    }
    let text: Vec<char> = text.chars().collect();
    let from = dice.below(text.len());
    let mut part = text[from..text.len().min(from + 1 + dice.below(9))].to_vec();
    if dice.below(4) == 0 {
        let at = dice.below(part.len());
        part[at] = ['n', '%', 'q', 'É'][dice.below(4)];
    }
    part.into_iter().collect()
}

both_engines!(a_search_finds_what_looking_at_every_row_finds, engine => {
    let t = TestApp::new(engine).await;
    let newsletters = three(&t).await;
    let mut dice = Dice(42);
    let rows = fill(&t, &newsletters, &mut dice).await;
    let (mut hits, mut in_doubt) = (0, 0);
    for is_built in [false, true] {
        while is_built && advance(&t.app.db).await.unwrap() {}
        let told = compare(&t, &newsletters, &rows, &mut dice, 250).await;
        (hits, in_doubt) = (hits + told.0, in_doubt + told.1);
    }
    assert!(hits > 5_000, "{hits} found: the words are too rare to tell anything");
    assert!(in_doubt > 100, "{in_doubt} in doubt: too few to tell whether they are looked at");
    let mut tx = t.app.db.read().await.unwrap();
    assert!(State::read(&mut tx, i64::MAX).await.unwrap().built_to > 1_000_000);
});

/// Whether the lists do not tell that a text without the words has not got them.
fn is_in_doubt(text: &str, needle: &Needle) -> bool {
    let letters: Vec<char> = needle.text().chars().collect();
    let has = |part: &[char]| text.contains(&part.iter().collect::<String>());
    if letters.len() < 4 || !letters.windows(3).all(has) || has(&letters) {
        return false;
    }
    let terms = terms::of(needle).terms;
    let mut said = BTreeSet::new();
    terms::each_key(NewsletterId::new(1), text, &mut breaks::Breaks::default(), |key, mark| {
        let of_key = terms.iter().filter(|term| mark != breaks::HAS && term.keys.contains(&key));
        said.extend(of_key.map(|term| term.follows.says(mark) as u8));
    });
    !said.contains(&(breaks::Says::No as u8)) && said.contains(&(breaks::Says::Doubt as u8))
}

/// Searches for this and that, and looks at every row; answers how many were found, and how many of the others the lists leave in doubt.
async fn compare(
    t: &TestApp,
    newsletters: &[NewsletterId],
    rows: &[Row],
    dice: &mut Dice,
    count: usize,
) -> (usize, usize) {
    let hasty = Effort { walk: 12, readers: 5, unbuilt: 2_000, touched: 2, head: 40 };
    let mut tx = t.app.db.read().await.unwrap();
    let (mut hits, mut in_doubt) = (0, 0);
    for _ in 0..count {
        let q = words(rows, dice);
        let Some(needle) = Needle::new(&q) else { continue };
        let among = [&newsletters[..1], &newsletters[1..], &newsletters[2..], newsletters][dice.below(4)];
        let status = (dice.below(3) == 0).then(|| Status::ALL[dice.below(5)]);
        let before = if dice.below(2) == 0 { i64::MAX } else { dice.below(ROWS) as i64 * APART };
        let (limit, cap) = ([1, 7, 101, 5_000][dice.below(4)], [1, 40, 1_001][dice.below(3)]);
        let is_found = |row: &&Row| {
            let has_words = if needle.is_short() {
                row.text.starts_with(needle.text())
            } else {
                row.text.contains(needle.text())
            };
            has_words
                && among.contains(&row.newsletter_id)
                && status.is_none_or(|status| status == row.status)
        };
        let all: Vec<i64> = rows.iter().filter(is_found).map(|row| row.id).collect();
        let page: Vec<i64> = all.iter().copied().filter(|id| *id < before).take(limit).collect();
        hits += page.len();
        in_doubt += rows.iter().filter(|row| is_in_doubt(&row.text, &needle)).count();
        let filter = Filter { needle: Some(needle.clone()), status, ..Filter::default() };
        for effort in [hasty, Effort { walk: 400, ..hasty }, Effort::default()] {
            let search = Search { newsletters: among, filter: &filter, needle: &needle, effort };
            let (ids, count) = search.page(&mut tx, before, limit as i64, cap).await.unwrap();
            let ids: Vec<i64> = ids.iter().map(|id| id.get()).collect();
            let what = format!("{q:?} of {among:?}, {status:?}, below {before}, {effort:?}");
            assert_eq!(ids, page, "{what}");
            assert_eq!(count, cap.min(all.len() as i64), "{what}");
        }
    }
    (hits, in_doubt)
}

#[test]
fn a_walk_names_the_status_so_that_it_is_planned_for_that_one() {
    let of = |status| of_status(&Filter { status, ..Filter::default() });
    assert_eq!(of(None), "");
    assert_eq!(of(Some(Status::Bounced)), " AND status = 'bounced'");
}

/// Segments of whose large one everybody is entered.
async fn to_be_joined(t: &TestApp) -> Vec<Segment> {
    let State { built_to, segments, .. } =
        State::read(&mut t.app.db.read().await.unwrap(), i64::MAX).await.unwrap();
    let of = |segment: &Segment| Segment::of(segment.first_id, LARGE);
    segments.into_iter().filter(|segment| *segment != of(segment) && of(segment).end() <= built_to).collect()
}

/// What the lists must be for what the readers have: of each segment, its entries.
pub async fn is_what_the_texts_say(t: &TestApp, rows: &[Row]) {
    let mut tx = t.app.db.read().await.unwrap();
    let State { built_to, segments, .. } = State::read(&mut tx, i64::MAX).await.unwrap();
    let mut found = BTreeSet::new();
    for segment in &segments {
        let ids: Vec<i64> = (segment.parts().0..segment.parts().1).collect();
        for (id, data) in segments::parts(&mut tx, &ids).await.unwrap() {
            for ((key, mark), list) in lists::all(&data, segment.bits()).unwrap() {
                let key = ((id - segment.parts().0) as u64) << segment.list_bits() | key;
                list.each(|offset| {
                    let is_new = found.insert((segment.first_id + i64::from(offset), key, mark));
                    assert!(is_new, "{segment:?}: twice");
                })
                .unwrap();
            }
        }
    }
    assert_eq!(to_be_joined(t).await, []);
    let mut expected = BTreeSet::new();
    let mut breaks = breaks::Breaks::default();
    for row in rows.iter().filter(|row| row.id < built_to) {
        terms::each_key(row.newsletter_id, &row.text, &mut breaks, |key, mark| {
            expected.insert((row.id, key, mark));
        });
    }
    assert_eq!(found.len(), expected.len());
    assert!(found == expected, "{:?}", found.symmetric_difference(&expected).take(10).collect::<Vec<_>>());
    let left: i64 = on_engine!(&mut tx, conn => sqlx::query_scalar(
        "SELECT COUNT(*) FROM search_changes").fetch_one(conn).await)
    .unwrap();
    assert_eq!(left, 0, "a text that nobody has any more is kept");
}

both_engines!(the_index_follows_what_becomes_of_readers, engine => {
    let t = TestApp::new(engine).await;
    let newsletters = three(&t).await;
    let mut dice = Dice(11);
    let mut rows = fill(&t, &newsletters, &mut dice).await;
    for round in 0..12 {
        // More than a round of the index takes, and few.
        let changes = [40, 3, 0][round % 3];
        let mut tx = t.app.db.begin().await.unwrap();
        for _ in 0..changes {
            // Some again and again.
            let at = dice.below(if round % 2 == 0 { 12 } else { rows.len() });
            let id = rows[at].id;
            if dice.below(5) == 0 {
                rows.remove(at);
                on_engine!(&mut tx, conn => sqlx::query("DELETE FROM subscribers WHERE id = $1")
                    .bind(id).execute(conn).await.map(drop)).unwrap();
            } else {
                let names = (dice.skewed(&WORDS), dice.skewed(&WORDS));
                let text = search_text(&format!("moved{}@mail.example", dice.below(50)), Some(names.0), Some(names.1));
                on_engine!(&mut tx, conn => sqlx::query("UPDATE subscribers SET search_text = $2 WHERE id = $1")
                    .bind(id).bind(&text).execute(conn).await.map(drop)).unwrap();
                rows[at].text = text;
            }
        }
        tx.commit().await.unwrap();
        for _ in 0..dice.below(7) {
            advance(&t.app.db).await.unwrap();
        }
        compare(&t, &newsletters, &rows, &mut dice, 40).await;
        if round % 4 == 3 {
            while advance(&t.app.db).await.unwrap() {}
            is_what_the_texts_say(&t, &rows).await;
        }
    }
    while advance(&t.app.db).await.unwrap() {}
    is_what_the_texts_say(&t, &rows).await;
    compare(&t, &newsletters, &rows, &mut dice, 100).await;
    // A newsletter that goes takes its readers along.
    let mut tx = t.app.db.begin().await.unwrap();
    on_engine!(&mut tx, conn => sqlx::query("DELETE FROM newsletters WHERE id = $1")
        .bind(newsletters[1]).execute(conn).await.map(drop)).unwrap();
    tx.commit().await.unwrap();
    rows.retain(|row| row.newsletter_id != newsletters[1]);
    compare(&t, &newsletters, &rows, &mut dice, 40).await;
    while advance(&t.app.db).await.unwrap() {}
    is_what_the_texts_say(&t, &rows).await;
});

both_engines!(a_damaged_part_is_entered_anew_with_its_segment, engine => {
    let t = TestApp::new(engine).await;
    let n = newsletter(&t, "one").await.1;
    let mut rows = fill(&t, &[n, n, n], &mut Dice(3)).await;
    while advance(&t.app.db).await.unwrap() {}
    let row = &mut rows[3_000];
    let mut tx = t.app.db.begin().await.unwrap();
    row.text = "anders@mail.example\n".to_owned();
    on_engine!(&mut tx, conn => {
        sqlx::query("UPDATE search_parts SET data = $1").bind(vec![0xFF_u8; 3]).execute(&mut *conn).await.unwrap();
        sqlx::query("UPDATE subscribers SET search_text = $2 WHERE id = $1")
            .bind(row.id).bind(&row.text).execute(conn).await.unwrap();
    });
    tx.commit().await.unwrap();
    while advance(&t.app.db).await.unwrap() {}
    let mut tx = t.app.db.read().await.unwrap();
    let State { segments, .. } = State::read(&mut tx, i64::MAX).await.unwrap();
    let segment = segments.into_iter().find(|segment| segment.has(rows[3_000].id)).unwrap();
    let ids: Vec<i64> = (segment.parts().0..segment.parts().1).collect();
    let parts = segments::parts(&mut tx, &ids).await.unwrap();
    assert!(!parts.is_empty() && parts.iter().all(|(_, data)| lists::all(data, segment.bits()).is_ok()));
});

both_engines!(segments_are_joined_whatever_a_time_before_left, engine => {
    let t = TestApp::new(engine).await;
    let newsletters = three(&t).await;
    let mut dice = Dice(9);
    let rows = fill(&t, &newsletters, &mut dice).await;
    let sizes = async |of: u32| {
        let mut tx = t.app.db.read().await.unwrap();
        let State { segments, .. } = State::read(&mut tx, i64::MAX).await.unwrap();
        segments.iter().filter(|segment| segment.bits() == of).count()
    };
    while sizes(MIDDLE).await < 3 {
        assert!(advance(&t.app.db).await.unwrap());
    }
    // A part that is damaged, and one of a joining that was not ended.
    let left = Segment::new(0, LARGE).parts().0 + 5;
    let mut tx = t.app.db.begin().await.unwrap();
    on_engine!(&mut tx, conn => {
        // One of the last, so that others are joined before.
        sqlx::query("UPDATE search_parts SET data = $1 WHERE id % 512 = 500")
            .bind(vec![0xFF_u8; 3]).execute(&mut *conn).await.unwrap();
        sqlx::query("INSERT INTO search_parts (id, data) VALUES ($1, $2)")
            .bind(left).bind(lists::write(&[lists::entry(LARGE, 7, 0, 99)], LARGE)).execute(conn).await.unwrap();
    });
    tx.commit().await.unwrap();
    while advance(&t.app.db).await.unwrap() {}
    is_what_the_texts_say(&t, &rows).await;
    assert!(sizes(LARGE).await == 5 && sizes(MIDDLE).await == 0 && sizes(SMALL).await > 0);
    compare(&t, &newsletters, &rows, &mut dice, 40).await;
});

both_engines!(two_who_keep_the_index_up_do_it_once, engine => {
    let t = TestApp::new(engine).await;
    let n = newsletter(&t, "one").await.1;
    let rows = fill(&t, &[n, n, n], &mut Dice(5)).await;
    if engine == Engine::Sqlite {
        while advance(&t.app.db).await.unwrap() {}
    } else {
        let all = async || while State::read(&mut t.app.db.read().await.unwrap(), 0).await.unwrap().built_to < 1_300_000 {
            // One that comes between another's look and its lock is told to start again.
            let _ = advance(&t.app.db).await;
        };
        tokio::join!(all(), all(), all());
        // Whoever came between is undone a moment later, and has the turn until then.
        while advance(&t.app.db).await.unwrap() || !to_be_joined(&t).await.is_empty() {}
    }
    is_what_the_texts_say(&t, &rows).await;
});

#[tokio::test]
async fn a_reader_whose_id_is_given_and_not_seen_yet_is_waited_for() {
    let t = TestApp::new(Engine::Postgres).await;
    let n = newsletter(&t, "one").await.1;
    let add = async |tx: &mut Tx, from: i64, to: i64| -> Vec<i64> {
        let Tx::Postgres(conn) = tx else { panic!("not PostgreSQL") };
        sqlx::query_scalar(
            "INSERT INTO subscribers (newsletter_id, email, email_key, status, search_text, subscribed_at, created_at, updated_at) \
             SELECT $1, v || '@x.example', v || '@x.example', 'active', v || '@x.example', 0, 0, 0 \
             FROM GENERATE_SERIES($2, $3) AS v RETURNING id",
        )
        .bind(n)
        .bind(from)
        .bind(to)
        .fetch_all(&mut **conn)
        .await
        .unwrap()
    };
    let mut late = t.app.db.begin().await.unwrap();
    // More than a segment, so that those who are seen are in another.
    let first = add(&mut late, 1, 2_100).await;
    let mut tx = t.app.db.begin().await.unwrap();
    assert!(add(&mut tx, 2_101, 5_100).await[0] > first[0]);
    tx.commit().await.unwrap();
    let entering = tokio::spawn({
        let db = t.app.db.clone();
        async move { advance(&db).await.unwrap() }
    });
    let is_waiting = async || {
        let mut tx = t.app.db.read().await.unwrap();
        let Tx::Postgres(conn) = &mut tx else { panic!("not PostgreSQL") };
        let sql = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = CURRENT_DATABASE() AND pid <> pg_backend_pid() \
                   AND query LIKE '%pg_locks%'";
        sqlx::query_scalar::<_, i64>(sql).fetch_one(&mut **conn).await.unwrap() > 0
    };
    while !entering.is_finished() && !is_waiting().await {
        tokio::task::yield_now().await;
    }
    late.commit().await.unwrap();
    entering.await.unwrap();
    while advance(&t.app.db).await.unwrap() {}
    let mut tx = t.app.db.read().await.unwrap();
    assert_eq!(State::read(&mut tx, i64::MAX).await.unwrap().built_to, 4_096);
    let filter = Filter { needle: Needle::new("1@x.example"), ..Filter::default() };
    let needle = filter.needle.as_ref().unwrap();
    let effort = Effort { walk: 10, ..Effort::default() };
    let search = Search { newsletters: &[n], filter: &filter, needle, effort };
    assert_eq!(search.page(&mut tx, i64::MAX, 10, 1_001).await.unwrap().1, 510);
}
