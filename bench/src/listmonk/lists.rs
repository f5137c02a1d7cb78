//! A file of readers, the first page of the list, and a search in it.

use std::{path::Path, time::Instant};

use super::{SETTINGS, site::Listmonk};
use crate::{
    Plan, peers, send,
    server::Site,
    table::{Table, median, quantile, ratio, say, whole},
};

const REQUESTS: usize = 100;

pub async fn measure(plan: &Plan, table: &mut Table, sources: &Path, server: &str) -> anyhow::Result<()> {
    let csv = send::readers(plan.rows);
    // Nobody listens there; the port only keeps the servers on the first core.
    let port = peers::free_port()?;
    let engines = plan.engines();
    let (mut ours, mut theirs) = (vec![Vec::new(); engines.len()], Vec::new());
    for round in 1..=plan.rounds {
        let mut sites = Vec::new();
        for (engine, rates) in engines.iter().zip(&mut ours) {
            let site = Site::new(plan, engine, Some(port)).await?;
            let began = Instant::now();
            site.import(csv.clone()).await?;
            rates.push(plan.rows as f64 / began.elapsed().as_secs_f64());
            say(&format!("round {round}: import {:.0}/s, {}", rates[round - 1], engine.name()));
            sites.push(site);
        }
        let listmonk = Listmonk::install(sources.to_owned(), server, port, SETTINGS[0]).await?;
        let began = Instant::now();
        listmonk.import(&csv).await?;
        theirs.push(plan.rows as f64 / began.elapsed().as_secs_f64());
        say(&format!("round {round}: import {:.0}/s, listmonk", theirs[round - 1]));
        if round == plan.rounds {
            pages(plan, table, &sites, &listmonk).await?;
        }
    }
    for (engine, rates) in engines.iter().zip(&ours) {
        table.row(
            format!("CSV import of {} rows, {}", whole(plan.rows as f64), engine.name()),
            format!("{} rows/s", whole(median(rates))),
            format!("listmonk {} rows/s", whole(median(&theirs))),
            format!("{:.1} ×", ratio(rates, &theirs)),
            "",
        );
    }
    Ok(())
}

/// Milliseconds of each request, all servers in turn.
async fn pages(plan: &Plan, table: &mut Table, sites: &[Site], listmonk: &Listmonk) -> anyhow::Result<()> {
    for (what, searches) in [("first page", false), ("search", true)] {
        let (mut ours, mut theirs) = (vec![Vec::new(); sites.len()], Vec::new());
        for n in 0..REQUESTS {
            let word = searches.then(|| format!("last{}", (n * 7919 + 101) % 100_000));
            for (site, times) in sites.iter().zip(&mut ours) {
                let query = word.as_ref().map(|word| format!("?q={word}")).unwrap_or_default();
                let began = Instant::now();
                site.get(&format!("{}/subscribers{query}", site.newsletter)).await?;
                times.push(began.elapsed().as_secs_f64() * 1e3);
            }
            let began = Instant::now();
            listmonk.get(&listmonk.page(word.as_deref())).await?;
            theirs.push(began.elapsed().as_secs_f64() * 1e3);
        }
        let shown = |times: &[f64]| {
            format!("p50 {:.1} ms, p99 {:.1} ms", quantile(times, 0.5), quantile(times, 0.99))
        };
        for (engine, times) in plan.engines().iter().zip(&ours) {
            table.row(
                format!("{what} of {} readers, {}", whole(plan.rows as f64), engine.name()),
                shown(times),
                format!("listmonk {}", shown(&theirs)),
                format!("{:.1} ×", quantile(&theirs, 0.5) / quantile(times, 0.5)),
                "",
            );
        }
    }
    Ok(())
}
