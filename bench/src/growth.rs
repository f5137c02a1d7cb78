//! What ten times as many readers, campaigns and events cost in bytes and in time.

use std::time::Instant;

use anyhow::Context as _;

use crate::{
    Plan, machine, pages,
    peers::{self, Sink},
    send,
    server::{Engine, Site},
    table::{Table, quantile, say, whole},
};

/// Campaigns of one newsletter, in turn.
const CAMPAIGNS: [usize; 4] = [10, 100, 1_000, 10_000];

// What has a goal.
const IMPORT_PEAK: &str = "peak memory of the import, MiB";
const PEAK: &str = "peak memory of the campaign, MiB";
const SENT_COPY: &str = "bytes a copy that was sent";

/// A figure at one size.
type Figure = (&'static str, f64);

pub async fn measure(plan: &Plan, table: &mut Table) -> anyhow::Result<()> {
    let sink = Sink::ours(plan, None)?;
    for engine in plan.engines() {
        let mut sizes = vec![plan.rows / 10, plan.rows];
        if let Some(most) = plan.most_rows {
            sizes.push(most);
        }
        let mut grown = Vec::new();
        for rows in sizes {
            let figures = readers(plan, &engine, &sink, rows).await?;
            grown.push((format!("{} readers", whole(rows as f64)), figures));
        }
        show(table, &engine, &grown);
        show(table, &engine, &campaigns(plan, &engine).await?);
    }
    Ok(())
}

/// One row for each figure: at the largest size, beside the smaller ones.
fn show(table: &mut Table, engine: &Engine, grown: &[(String, Vec<Figure>)]) {
    let [smaller @ .., (size, last)] = grown else { return };
    for (at, (what, value)) in last.iter().enumerate() {
        let beside = smaller.iter().map(|(size, figures)| format!("{size}: {:.1}", figures[at].1));
        let before = smaller.last().map_or(f64::NAN, |(_, figures)| figures[at].1);
        table.row(
            format!("{what}, {}", engine.name()),
            format!("{size}: {value:.1}"),
            beside.collect::<Vec<_>>().join(" · "),
            format!("{:.2} ×", value / before),
            goal(what, engine),
        );
    }
}

fn goal(what: &str, engine: &Engine) -> &'static str {
    match (what, engine) {
        (SENT_COPY, Engine::Sqlite) => "≤ 12",
        (SENT_COPY, Engine::Postgres(_)) => "≤ 16",
        (PEAK, _) => "≤ 48",
        (IMPORT_PEAK, _) => "≤ 200 at 5 million",
        _ => "",
    }
}

async fn readers(plan: &Plan, engine: &Engine, sink: &Sink, rows: usize) -> anyhow::Result<Vec<Figure>> {
    let mut site = Site::new(plan, engine, Some(sink.port)).await?;
    let empty = size(&mut site, engine)?;
    let began = Instant::now();
    site.import(send::readers(rows)).await?;
    let took = began.elapsed().as_secs_f64();
    let peak = machine::peak_memory(site.pid())?;
    site.rest().await;
    let imported = size(&mut site, engine)?;
    let (rate, cpu) = send::send(plan, engine, &site).await?;
    let sending = machine::peak_memory(site.pid())?;
    let sent = size(&mut site, engine)?;
    site.sql(engine, OPENED)?;
    let read = size(&mut site, engine)?;
    site.sql(engine, DELIVERED)?;
    let reported = size(&mut site, engine)?;
    let path = format!("{}/campaigns/1", site.newsletter);
    let times = |of: &[f64]| quantile(of, 0.5);
    let report = pages::requests(&site, |_| format!("{path}/report")).await?;
    let got = pages::requests(&site, |_| format!("{path}/deliveries?state=sent&limit=50")).await?;
    let openers = pages::requests(&site, |_| format!("{path}/deliveries?state=opened&limit=50")).await?;
    let others = pages::requests(&site, |_| format!("{path}/deliveries?state=not_opened&limit=50")).await?;
    let count = rows as f64;
    let figures = vec![
        ("import, s", took),
        (IMPORT_PEAK, peak),
        ("campaign, mails/s", rate),
        ("campaign, CPU µs a mail", cpu),
        (PEAK, sending),
        ("bytes a reader", (imported - empty) / count),
        (SENT_COPY, (sent - imported) / count),
        ("bytes a reader who opened", (read - sent) / (count * 0.4)),
        ("bytes a copy reported as delivered", (reported - read) / count),
        ("report, p50 ms", times(&report)),
        ("page of the sent, p50 ms", times(&got)),
        ("page of who opened, p50 ms", times(&openers)),
        ("page of who did not open, p50 ms", times(&others)),
    ];
    for (what, value) in &figures {
        say(&format!("{rows} readers on {}: {what} {value:.1}", engine.name()));
    }
    Ok(figures)
}

/// Bytes of the database as a backup would find it. The server is started anew.
fn size(site: &mut Site, engine: &Engine) -> anyhow::Result<f64> {
    site.stop()?;
    let bytes = match engine {
        Engine::Sqlite => {
            peers::sqlite3(&site.database, &["PRAGMA wal_checkpoint(TRUNCATE)"])?;
            std::fs::metadata(&site.database)?.len() as f64
        }
        Engine::Postgres(_) => {
            peers::query(&site.database, "VACUUM ANALYZE")?;
            peers::query(&site.database, "SELECT pg_database_size(current_database())")?
                .trim()
                .parse()
                .context("a size")?
        }
    };
    site.start()?;
    Ok(bytes)
}

/// Two of five readers opened, as counting writes it.
const OPENED: &str = "UPDATE campaign_runs SET opens = sent * 2 / 5, engaged_readers = sent * 2 / 5; INSERT INTO engagements (newsletter_id, run_id, subscriber_id, opened_at, opens, clicks) \
     SELECT r.newsletter_id, r.id, s.id, r.started_at + s.id, 1, 0 FROM campaign_runs r \
     JOIN subscribers s ON s.newsletter_id = r.newsletter_id WHERE s.id % 5 < 2 ORDER BY 1, 2, 3";

/// The provider says of each mail that a server took it.
const DELIVERED: &str = "INSERT INTO delivery_events (newsletter_id, run_id, subscriber_id, kind, source, at) \
     SELECT r.newsletter_id, r.id, s.id, 'delivered', 'ses', r.started_at + s.id FROM campaign_runs r \
     JOIN subscribers s ON s.newsletter_id = r.newsletter_id ORDER BY 1, 2, 3";

/// Pages of an author with ever more campaigns that were sent.
async fn campaigns(plan: &Plan, engine: &Engine) -> anyhow::Result<Vec<(String, Vec<Figure>)>> {
    let mut site = Site::new(plan, engine, None).await?;
    site.import(send::readers(100)).await?;
    send::send(plan, engine, &site).await?;
    let mut grown = Vec::new();
    let mut there = 1;
    let begin = size(&mut site, engine)?;
    for count in CAMPAIGNS {
        site.sql(engine, &copies(there, count))?;
        there = count;
        let bytes = (size(&mut site, engine)? - begin) / (count - 1) as f64;
        let mut figures = vec![("bytes a campaign of 20 kB", bytes)];
        let list = format!("{}/campaigns", site.newsletter);
        for (what, path) in [
            ("list of campaigns, p50 ms", list.as_str()),
            ("overview, p50 ms", "/api/overview"),
            ("figures of a year, p50 ms", "/api/analytics?range=1y"),
            ("search everywhere, p50 ms", "/api/search?q=News"),
        ] {
            figures.push((what, quantile(&pages::requests(&site, |_| path.to_owned()).await?, 0.5)));
        }
        for (what, value) in &figures {
            say(&format!("{count} campaigns on {}: {what} {value:.1}", engine.name()));
        }
        grown.push((format!("{} campaigns", whole(count as f64)), figures));
    }
    Ok(grown)
}

/// Copies of the first campaign with its run, a minute apart, until there are so many.
fn copies(from: usize, to: usize) -> String {
    format!(
        "BEGIN;
        INSERT INTO campaigns (author_id, newsletter_id, subject, html_content, status, in_doubt_policy, started_at, sent_at,
            created_at, updated_at)
        WITH RECURSIVE n(i) AS (SELECT {from} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {to})
        SELECT c.author_id, c.newsletter_id, 'News ' || i, c.html_content, 'sent', c.in_doubt_policy, c.started_at + i * 60000,
            c.sent_at + i * 60000, c.created_at, c.updated_at
        FROM n CROSS JOIN (SELECT * FROM campaigns ORDER BY id LIMIT 1) AS c ORDER BY i;
        INSERT INTO campaign_runs (campaign_id, newsletter_id, occurrence_at, state, content, freeze_upper, intended, sent,
            started_at, finished_at, tracking)
        SELECT c.id, c.newsletter_id, c.sent_at, 'done', r.content, r.freeze_upper, r.intended, r.sent, c.sent_at, c.sent_at + 60000,
            r.tracking
        FROM campaigns c CROSS JOIN (SELECT * FROM campaign_runs ORDER BY id LIMIT 1) AS r
        WHERE c.id NOT IN (SELECT campaign_id FROM campaign_runs) ORDER BY c.id;
        COMMIT;"
    )
}
