//! The pages of figures over a hundred million opens and clicks.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use serde_json::json;

use crate::{
    Plan, pages, send,
    server::{Engine, Site},
    table::{Table, quantile, say, whole},
};

const NEWSLETTERS: usize = 20;
/// Campaigns of two years; together they count [`EVENTS`].
const CAMPAIGNS: usize = 2_000;
/// Opens and clicks in the counters.
const EVENTS: usize = 100_000_000;
/// The smaller number of rows.
const FEW: usize = 200_000;
const YEARS: Duration = Duration::from_secs(2 * 365 * 86_400);

pub async fn measure(plan: &Plan, table: &mut Table, engine: &Engine) -> anyhow::Result<()> {
    let site = Site::new(plan, engine, None).await?;
    site.import(send::readers(100)).await?;
    send::send(plan, engine, &site).await?;
    for n in 1..NEWSLETTERS {
        let name =
            json!({ "name": format!("Letters {n}"), "from_name": "Ada", "from_prefix": format!("ada{n}") });
        site.post("/api/newsletters", name).await?;
    }
    site.sql(engine, &counters(&site)?)?;
    let reports: Vec<String> = site
        .sql(engine, "SELECT newsletter_id, id FROM campaigns ORDER BY id DESC LIMIT 300")?
        .lines()
        .filter_map(|line| line.split_once('|'))
        .map(|(newsletter, id)| format!("/api/newsletters/{newsletter}/campaigns/{id}/report"))
        .collect();
    let (few, many) = (FEW / CAMPAIGNS, (plan.events / CAMPAIGNS).max(1));
    let mut measured = Vec::new();
    for (from, to) in [(0, few.min(many)), (few.min(many), many)] {
        site.sql(engine, &rows(from, to))?;
        if matches!(engine, Engine::Postgres(_)) {
            // As its autovacuum would a minute later.
            site.sql(engine, "ANALYZE")?;
        }
        say(&format!("{} rows of readers' opens and clicks on {}", to * CAMPAIGNS, engine.name()));
        // The caches forget when another process has written.
        let (first_year, first_report) = (year(&site).await?, report(&site, &reports).await?);
        say(&format!("  at first: year {}, report {}", times(&first_year), times(&first_report)));
        measured.push([year(&site).await?, report(&site, &reports).await?]);
    }
    for (at, what) in ["figures of a year", "a campaign's report"].into_iter().enumerate() {
        let (small, large) = (&measured[0][at], &measured[1][at]);
        table.row(
            format!(
                "{what}, {} events as {} rows, {}",
                whole(EVENTS as f64),
                whole((many * CAMPAIGNS) as f64),
                engine.name()
            ),
            times(large),
            format!("as {} rows {}", whole((few.min(many) * CAMPAIGNS) as f64), times(small)),
            format!("{:.2} ×", quantile(large, 0.5) / quantile(small, 0.5)),
            "1 ×",
        );
    }
    Ok(())
}

async fn year(site: &Site) -> anyhow::Result<Vec<f64>> {
    pages::requests(site, |_| "/api/analytics?range=1y".to_owned()).await
}

async fn report(site: &Site, reports: &[String]) -> anyhow::Result<Vec<f64>> {
    pages::requests(site, |n| reports[n % reports.len()].clone()).await
}

fn times(times: &[f64]) -> String {
    format!("p50 {:.1} ms, p99 {:.1} ms", quantile(times, 0.5), quantile(times, 0.99))
}

/// Campaigns that were sent evenly over two years, with the content of the one that was really sent, and everything
/// that counting writes beside the rows of each reader.
fn counters(site: &Site) -> anyhow::Result<String> {
    let first = site.newsletter.rsplit('/').next().context("a newsletter")?;
    #[expect(clippy::disallowed_methods, reason = "the server looks back from now")]
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis();
    let step = YEARS.as_millis() / CAMPAIGNS as u128;
    let (today, each) = (now / 86_400_000, EVENTS / CAMPAIGNS);
    let (opens, clicks, proxies, robots) = (each * 70 / 100, each * 20 / 100, each * 6 / 100, each * 4 / 100);
    Ok(format!(
        "BEGIN;
        INSERT INTO campaigns (author_id, newsletter_id, subject, html_content, status, in_doubt_policy, started_at, sent_at,
            created_at, updated_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {CAMPAIGNS})
        SELECT c.author_id, {first} + i % {NEWSLETTERS}, 'News', c.html_content, 'sent', c.in_doubt_policy,
            {now} - i * CAST({step} AS BIGINT), {now} - i * CAST({step} AS BIGINT), {now} - i * CAST({step} AS BIGINT), {now} - i * CAST({step} AS BIGINT)
        FROM n CROSS JOIN (SELECT * FROM campaigns ORDER BY id LIMIT 1) AS c ORDER BY i DESC;
        INSERT INTO campaign_runs (campaign_id, newsletter_id, occurrence_at, state, content, freeze_upper, intended, sent,
            started_at, finished_at, tracking, opens, clicks, all_opens, all_clicks, privacy_opens, robot_clicks)
        SELECT c.id, c.newsletter_id, c.sent_at, 'done', r.content, r.freeze_upper, {each}, {each}, c.sent_at, c.sent_at + 60000,
            'full', {opens} / 2, {clicks} / 2, {opens}, {clicks}, {proxies}, {robots}
        FROM campaigns c CROSS JOIN (SELECT content, freeze_upper FROM campaign_runs ORDER BY id LIMIT 1) AS r
        WHERE c.subject = 'News' ORDER BY c.id;
        INSERT INTO run_links (newsletter_id, run_id, link_no, url, label, clicks, all_clicks, robot_clicks)
        SELECT r.newsletter_id, r.id, l.link_no, l.url, l.label, {clicks} / 100, {clicks} / 50, {robots} / 50
        FROM campaign_runs r JOIN campaigns c ON c.id = r.campaign_id
        CROSS JOIN (SELECT * FROM run_links WHERE run_id = (SELECT MIN(id) FROM campaign_runs)) AS l WHERE c.subject = 'News';
        INSERT INTO run_hours (newsletter_id, run_id, hour, opens, clicks)
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 335)
        SELECT r.newsletter_id, r.id, i, {opens} / 672, {clicks} / 672
        FROM campaign_runs r JOIN campaigns c ON c.id = r.campaign_id CROSS JOIN n WHERE c.subject = 'News';
        INSERT INTO daily_stats (newsletter_id, day, new_subscribers, campaigns_sent, emails_sent, opens, clicks)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 730)
        SELECT w.id, {today} - i, 10, 1, {each}, {opens}, {clicks} FROM newsletters w CROSS JOIN n;
        COMMIT;"
    ))
}

/// Rows of what readers did with each campaign: those of the readers from one number to before another.
fn rows(from: usize, to: usize) -> String {
    format!(
        "INSERT INTO engagements (newsletter_id, run_id, subscriber_id, opened_at, opens, clicks)
        WITH RECURSIVE n(i) AS (SELECT {from} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {to})
        SELECT r.newsletter_id, r.id, i + 1, r.started_at + i * 1000, 1, i % 2
        FROM campaign_runs r JOIN campaigns c ON c.id = r.campaign_id CROSS JOIN n
        WHERE c.subject = 'News' AND {from} < {to} ORDER BY 1, 2, 3"
    )
}
