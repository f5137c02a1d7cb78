//! Opens and clicks: what taking them in costs, what a killed server forgets, and the pages that show their figures.

mod loss;
mod mails;
mod volume;

use std::{sync::Arc, time::Duration};

use anyhow::ensure;

use crate::{
    Plan,
    load::{Asked, Load},
    machine, send,
    server::{Engine, Site},
    table::{Table, median, percent, quantile, ratio, say, whole},
};
use mails::Mails;

const CONNECTIONS: usize = 64;

pub async fn measure(plan: &Plan, table: &mut Table) -> anyhow::Result<()> {
    for engine in plan.engines() {
        let mut site = Site::new(plan, &engine, None).await?;
        site.import(send::readers(plan.readers)).await?;
        send::send(plan, &engine, &site).await?;
        let mails = Mails::read(&site).await?;
        say(&format!("{} links and {} pictures on {}", mails.clicks.len(), mails.opens.len(), engine.name()));
        intake(plan, table, &engine, &site, &mails).await?;
        loss::measure(plan, table, &engine, &mut site, &mails).await?;
        drop(site);
        volume::measure(plan, table, &engine).await?;
    }
    Ok(())
}

/// Of each round: requests per second, milliseconds that 99 % of them did not exceed, CPU microseconds for one.
#[derive(Default)]
struct Figures {
    rate: Vec<f64>,
    p99: Vec<f64>,
    /// The server's, while they came in.
    server: Vec<f64>,
    /// The server's and the database's, until all were counted.
    counted: Vec<f64>,
}

/// Opens and clicks, and the bare handler in turn with them.
async fn intake(
    plan: &Plan,
    table: &mut Table,
    engine: &Engine,
    site: &Site,
    mails: &Mails,
) -> anyhow::Result<()> {
    let paths = |links: &[mails::Link]| links.iter().map(|link| link.path.clone()).collect::<Vec<_>>();
    let kinds = [
        ("bare", vec!["/healthz".to_owned()], 200),
        ("click", paths(&mails.clicks), 302),
        ("open", paths(&mails.opens), 200),
    ]
    .map(|(name, paths, status)| (name, Arc::new(Asked::new(&site.address(), "GET", &paths, status, None))));
    let mut figures: [Figures; 3] = Default::default();
    for round in 1..=plan.rounds {
        for ((name, asked), figures) in kinds.iter().zip(&mut figures) {
            one(plan, engine, site, asked, figures).await?;
            say(&format!(
                "round {round}: {name} {:.0}/s, {:.1} µs, {:.1} µs until counted, {}",
                figures.rate[round - 1],
                figures.server[round - 1],
                figures.counted[round - 1],
                engine.name()
            ));
        }
    }
    let [bare, clicks, opens] = figures;
    let speed = |f: &Figures| format!("{}/s, p99 {:.1} ms", whole(median(&f.rate)), median(&f.p99));
    for (name, f) in [("click", &clicks), ("open", &opens)] {
        table.row(
            format!("{name}s taken in, {}", engine.name()),
            speed(f),
            format!("/healthz {}", speed(&bare)),
            percent(ratio(&f.rate, &bare.rate)),
            "",
        );
        let beside = format!("/healthz {:.1} µs", median(&bare.server));
        table.row(
            format!("server's CPU per {name}, {}", engine.name()),
            format!("{:.1} µs", median(&f.server)),
            &beside,
            format!("{:.2} ×", ratio(&f.server, &bare.server)),
            "≤ 2 ×",
        );
        table.row(
            format!("CPU per {name} until it is counted, {}", engine.name()),
            format!("{:.1} µs", median(&f.counted)),
            beside,
            format!("{:.2} ×", ratio(&f.counted, &bare.server)),
            "≤ 2 ×",
        );
    }
    Ok(())
}

async fn one(
    plan: &Plan,
    engine: &Engine,
    site: &Site,
    asked: &Arc<Asked>,
    figures: &mut Figures,
) -> anyhow::Result<()> {
    let known = hits(engine, site)?;
    let (all, server) = (site.cpu(engine), machine::cpu(site.pid()).as_secs_f64());
    let seconds = Duration::from_secs(plan.seconds);
    let load = Load::start(&site.address(), asked, CONNECTIONS, Duration::ZERO, Some(seconds)).await?;
    let (answers, took) = load.done().await?;
    let server = machine::cpu(site.pid()).as_secs_f64() - server;
    settled(engine, site).await?;
    let all = site.cpu(engine) - all;
    let count = answers.len() as f64;
    let times: Vec<f64> =
        answers.iter().map(|answer| (answer.at - answer.asked).as_secs_f64() * 1e3).collect();
    // A figure for events that were not written would mean nothing.
    let written = hits(engine, site)? - known;
    ensure!(asked.is_bare() || written == answers.len(), "{written} written of {count}");
    figures.rate.push(count / took.as_secs_f64());
    figures.p99.push(quantile(&times, 0.99));
    figures.server.push(server * 1e6 / count);
    figures.counted.push(all * 1e6 / count);
    Ok(())
}

/// Opens and clicks that are in the figures.
fn hits(engine: &Engine, site: &Site) -> anyhow::Result<usize> {
    let sql = "SELECT COALESCE(SUM(all_opens + all_clicks + privacy_opens + robot_opens + robot_clicks), 0) FROM campaign_runs";
    Ok(site.sql(engine, sql)?.parse()?)
}

/// Waits until everything that came in is counted.
async fn settled(engine: &Engine, site: &Site) -> anyhow::Result<()> {
    // What was answered last is not yet in the database.
    tokio::time::sleep(Duration::from_millis(500)).await;
    while site.sql(engine, "SELECT COUNT(*) FROM (SELECT 1 FROM tracking_batches LIMIT 1) AS waiting")? != "0"
    {
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    Ok(())
}
