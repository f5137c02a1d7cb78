//! What was answered and is not there after `kill -9`.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Context as _;

use super::{
    CONNECTIONS,
    mails::{Link, Mails},
    settled,
};
use crate::{
    Plan,
    load::{Answer, Asked, Load},
    server::{Engine, Site},
    table::{Table, say, whole},
};

/// How long before the kill readers begin to leave.
const LEAVING: Duration = Duration::from_millis(150);
/// How fast clicks come in: a name, and how long each connection rests after an answer.
const RATES: [(&str, Duration); 2] =
    [("about 2,000/s", Duration::from_millis(30)), ("as fast as they are answered", Duration::ZERO)];
const LEAVING_CONNECTIONS: usize = 4;

/// Reader → how often a link was clicked.
type Stored = HashMap<u64, usize>;

#[derive(Default)]
struct Worst {
    answered: usize,
    lost: usize,
    /// Of any one kill.
    most_lost: usize,
    /// Milliseconds before the kill.
    oldest: f64,
    twice: usize,
    left: usize,
    left_lost: usize,
}

pub async fn measure(
    plan: &Plan,
    table: &mut Table,
    engine: &Engine,
    site: &mut Site,
    mails: &Mails,
) -> anyhow::Result<()> {
    // Every reader leaves once.
    let mut leaves = mails.leaves.chunks((mails.leaves.len() / (2 * plan.kills).max(1)).max(1));
    let mut left = (0, 0);
    for (rate, pause) in RATES {
        let mut worst = Worst::default();
        for (kill, leaves) in (0..plan.kills).zip(&mut leaves) {
            // Before anything is counted, and while much is.
            let after = Duration::from_millis(400 + (kill as u64 * 1_307) % 4_500);
            once(engine, site, mails, leaves, (after, pause), &mut worst).await.context("after kill -9")?;
        }
        table.row(
            format!("clicks lost by kill -9, {rate}, {}", engine.name()),
            format!(
                "oldest answered {:.0} ms before; {} at most",
                worst.oldest,
                whole(worst.most_lost as f64)
            ),
            format!(
                "{} kills, {} of {} answered",
                plan.kills,
                whole(worst.lost as f64),
                whole(worst.answered as f64)
            ),
            format!("{} counted twice", worst.twice),
            "≤ 20 ms",
        );
        left = (left.0 + worst.left, left.1 + worst.left_lost);
    }
    table.row(
        format!("unsubscribes lost by kill -9, {}", engine.name()),
        left.1.to_string(),
        format!("{} kills, {} answered", 2 * plan.kills, left.0),
        "",
        "0",
    );
    Ok(())
}

async fn once(
    engine: &Engine,
    site: &mut Site,
    mails: &Mails,
    leaves: &[Link],
    (after, pause): (Duration, Duration),
    worst: &mut Worst,
) -> anyhow::Result<()> {
    let before = stored(engine, site)?;
    let paths = |links: &[Link]| links.iter().map(|link| link.path.clone()).collect::<Vec<_>>();
    let clicks = Arc::new(Asked::new(&site.address(), "GET", &paths(&mails.clicks), 302, None));
    let leaving = Arc::new(Asked::new(&site.address(), "POST", &paths(leaves), 200, None));
    let load = Load::start(&site.address(), &clicks, CONNECTIONS, pause, None).await?;
    tokio::time::sleep(after).await;
    let leaving = Load::start(&site.address(), &leaving, LEAVING_CONNECTIONS, Duration::ZERO, None).await?;
    tokio::time::sleep(LEAVING).await;
    let killed = Instant::now();
    site.kill()?;
    let (clicks, left) = (load.broken().await?, leaving.broken().await?);
    site.start()?;
    settled(engine, site).await?;
    let lost = compare(&mails.clicks, &clicks, &before, &stored(engine, site)?, worst);
    let age = |at: fn(&Answer) -> Instant| {
        let ages = lost.iter().map(|answer| killed.saturating_duration_since(at(answer)).as_secs_f64() * 1e3);
        ages.fold(0.0, f64::max)
    };
    let (oldest, oldest_asked) = (age(|answer| answer.at), age(|answer| answer.asked));
    let gone = site.sql(engine, "SELECT id FROM subscribers WHERE status = 'unsubscribed'")?;
    let gone: HashSet<u64> = gone.lines().filter_map(|id| id.parse().ok()).collect();
    let left: HashSet<u64> = left.iter().map(|answer| leaves[answer.which].reader).collect();
    say(&format!(
        "killed after {:.1} s: {} clicks answered, {} lost, the oldest {oldest:.1} ms old (asked for {oldest_asked:.1} ms \
         before); {} unsubscribes answered, {} lost; {}",
        after.as_secs_f64(),
        clicks.len(),
        lost.len(),
        left.len(),
        left.difference(&gone).count(),
        engine.name()
    ));
    worst.answered += clicks.len();
    worst.lost += lost.len();
    worst.most_lost = worst.most_lost.max(lost.len());
    worst.oldest = worst.oldest.max(oldest);
    worst.left += left.len();
    worst.left_lost += left.difference(&gone).count();
    Ok(())
}

/// The answers that left no trace: of each reader the latest, because clicks are written in the order in which they came.
fn compare(
    links: &[Link],
    answers: &[Answer],
    before: &Stored,
    after: &Stored,
    worst: &mut Worst,
) -> Vec<Answer> {
    let mut by_reader: HashMap<u64, Vec<Answer>> = HashMap::new();
    for answer in answers {
        by_reader.entry(links[answer.which].reader).or_default().push(*answer);
    }
    let mut lost = Vec::new();
    let mut surplus = 0;
    for (key, count) in after {
        let known = before.get(key).copied().unwrap_or(0);
        let answered = by_reader.get(key).map_or(0, Vec::len);
        surplus += (count - known.min(*count)).saturating_sub(answered);
    }
    for (key, mut answers) in by_reader {
        let known = before.get(&key).copied().unwrap_or(0);
        let stored = after.get(&key).copied().unwrap_or(0).saturating_sub(known);
        answers.sort_by_key(|answer| answer.at);
        lost.extend(answers.into_iter().skip(stored));
    }
    // What each connection had asked for last may be there without an answer.
    worst.twice += surplus.saturating_sub(CONNECTIONS);
    lost
}

fn stored(engine: &Engine, site: &Site) -> anyhow::Result<Stored> {
    let sql = "SELECT subscriber_id, SUM(clicks + robot_clicks) FROM engagements GROUP BY subscriber_id";
    let rows = site.sql(engine, sql)?;
    rows.lines()
        .map(|line| {
            let (reader, count) = line.split_once('|').context("a row is short")?;
            Ok((reader.parse()?, count.parse()?))
        })
        .collect()
}
