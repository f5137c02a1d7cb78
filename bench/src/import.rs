//! A CSV file over the API, beside the database's own loader into the very same table and indexes.

use std::{fmt::Write as _, fs, path::Path, time::Instant};

use anyhow::Context as _;

use crate::{
    Plan, machine, peers, send,
    server::{Engine, Site},
    table::{Table, median, percent, ratio, say, whole},
};

/// The columns of `subscribers` that the loader is given.
const COLUMNS: &str = "id,newsletter_id,email,email_key,first_name,last_name,status,attributes,tags,search_text,\
                       subscribed_at,unsubscribed_at,created_at,updated_at,soft_bounces,engaged_at";

pub async fn measure(plan: &Plan, table: &mut Table) -> anyhow::Result<()> {
    let csv = send::readers(plan.rows);
    for engine in plan.engines() {
        let (tool, loader, goal) = match engine {
            Engine::Sqlite => ("sqlite3", "sqlite3 .import", "≥ 70 %"),
            Engine::Postgres(_) => ("psql", "COPY", "≥ 50 %"),
        };
        if !machine::exists(tool) {
            table.skip(&format!("import, {}", engine.name()), &format!("{tool} is missing"));
            continue;
        }
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for round in 1..=plan.rounds {
            theirs.push(plan.rows as f64 / load(plan, &engine, &csv).await?);
            let site = Site::new(plan, &engine, None).await?;
            let began = Instant::now();
            site.import(csv.clone()).await?;
            ours.push(plan.rows as f64 / began.elapsed().as_secs_f64());
            say(&format!(
                "round {round}: import {:.0}/s, {loader} {:.0}/s",
                ours[round - 1],
                theirs[round - 1]
            ));
        }
        table.row(
            format!("CSV import of {} rows, {}", whole(plan.rows as f64), engine.name()),
            format!("{} rows/s", whole(median(&ours))),
            format!("{loader} {} rows/s", whole(median(&theirs))),
            percent(ratio(&ours, &theirs)),
            goal,
        );
    }
    Ok(())
}

/// Seconds that the loader takes for rows as the product would write them, every index in place but that of the search, which the product
/// enters afterwards.
async fn load(plan: &Plan, engine: &Engine, csv: &str) -> anyhow::Result<f64> {
    let mut site = Site::new(plan, engine, None).await?;
    site.stop()?;
    let newsletter = site.newsletter.rsplit('/').next().context("a newsletter")?.to_owned();
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("rows.csv");
    fs::write(&file, complete(csv, &newsletter))?;
    let began = Instant::now();
    match engine {
        Engine::Sqlite => sqlite(&site.database, &file)?,
        Engine::Postgres(_) => {
            let copy = format!("\\copy subscribers ({COLUMNS}) FROM '{}' CSV", file.display());
            peers::query(&site.database, &copy)?;
        }
    }
    Ok(began.elapsed().as_secs_f64())
}

fn sqlite(database: &str, file: &Path) -> anyhow::Result<()> {
    let import = format!(".import --csv {} subscribers", file.display());
    let lines = ["PRAGMA synchronous=FULL", "PRAGMA cache_size=-16000", &import];
    peers::sqlite3(database, &lines).map(drop)
}

/// Every column of each row.
fn complete(csv: &str, newsletter: &str) -> String {
    let mut out = String::with_capacity(csv.len() * 4);
    for (at, line) in csv.lines().skip(1).enumerate() {
        let mut fields = line.split(',');
        let (email, first, last) =
            (fields.next().unwrap_or(""), fields.next().unwrap_or(""), fields.next().unwrap_or(""));
        let _ = writeln!(
            out,
            "{},{newsletter},{email},{email},{first},{last},active,{{}},[],\"{email}\n{} {}\",1795229173000,,\
             1795229173000,1795229173000,0,",
            at + 1,
            first.to_lowercase(),
            last.to_lowercase()
        );
    }
    out
}
