//! What a dashboard and a script ask for all day, at a thousand requests a second, in turn with the bare handler.

use std::{sync::Arc, time::Duration};

use serde_json::json;

use crate::{
    Plan,
    load::{Asked, Load},
    machine, send,
    server::Site,
    table::{Table, median, quantile, ratio, say},
};

/// Readers of the newsletter whose lists are asked for.
const READERS: usize = 100_000;
const CAMPAIGNS: usize = 50;
const RATE: u32 = 1_000;
const CONNECTIONS: usize = 32;
const TIME: Duration = Duration::from_secs(10);

/// Of each round: milliseconds that half and 99 % of the requests did not exceed, CPU microseconds for one.
#[derive(Default)]
struct Figures {
    p50: Vec<f64>,
    p99: Vec<f64>,
    server: Vec<f64>,
}

pub async fn measure(plan: &Plan, table: &mut Table) -> anyhow::Result<()> {
    for engine in plan.engines() {
        let site = Site::new(plan, &engine, None).await?;
        site.import(send::readers(READERS)).await?;
        for n in 0..CAMPAIGNS {
            let body = json!({ "subject": format!("Letter {n}") });
            site.post(&format!("{}/campaigns", site.newsletter), body).await?;
        }
        let subscribers = format!("{}/subscribers", site.newsletter);
        let reader = site.get(&format!("{subscribers}?limit=1")).await?[0]["id"].clone();
        let reads = [
            "/api/me".to_owned(),
            "/api/newsletters".to_owned(),
            site.newsletter.clone(),
            "/api/overview".to_owned(),
            format!("{subscribers}?limit=25"),
            format!("{subscribers}/{reader}"),
            format!("{}/campaigns", site.newsletter),
            "/api/templates".to_owned(),
            "/api/notices".to_owned(),
        ];
        let asked = |paths: &[String], key| Arc::new(Asked::new(&site.address(), "GET", paths, 200, key));
        let kinds = [asked(&["/healthz".to_owned()], None), asked(&reads, Some(site.key()))];
        let mut figures: [Figures; 2] = Default::default();
        for round in 1..=plan.rounds {
            for (kind, figures) in kinds.iter().zip(&mut figures) {
                let before = machine::cpu(site.pid());
                let load = Load::paced(&site.address(), kind, CONNECTIONS, RATE, TIME).await?;
                let (answers, _) = load.done().await?;
                let cpu = (machine::cpu(site.pid()).saturating_sub(before)).as_secs_f64();
                let times: Vec<f64> = answers.iter().map(|a| (a.at - a.asked).as_secs_f64() * 1e3).collect();
                figures.p50.push(quantile(&times, 0.5));
                figures.p99.push(quantile(&times, 0.99));
                figures.server.push(cpu * 1e6 / answers.len() as f64);
            }
            say(&format!("round {round}: p99 {:.2} ms, {}", figures[1].p99[round - 1], engine.name()));
        }
        let [bare, read] = figures;
        let shown = |f: &Figures| format!("p50 {:.2} ms, p99 {:.2} ms", median(&f.p50), median(&f.p99));
        table.row(
            format!("authenticated reads at {RATE}/s, {}", engine.name()),
            shown(&read),
            format!("/healthz {}", shown(&bare)),
            format!("p99 {:.1} ×", ratio(&read.p99, &bare.p99)),
            "",
        );
        table.row(
            format!("server's CPU per read, {}", engine.name()),
            format!("{:.0} µs", median(&read.server)),
            format!("/healthz {:.0} µs", median(&bare.server)),
            format!("{:.1} ×", ratio(&read.server, &bare.server)),
            "",
        );
    }
    Ok(())
}
