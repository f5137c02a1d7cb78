//! What DKIM costs: a signature alone, and whole campaigns with and without it, side by side.

use anyhow::Context as _;
use serde_json::json;

use crate::{
    Plan, machine,
    peers::{self, Sink},
    send,
    server::{Engine, Site},
    table::{Table, median, percent, ratio, say, whole},
};

/// Which keys sign: a name, the condition on `domain_keys`, and the goal.
const KEYS: [(&str, &str, &str); 4] = [
    ("no signature", "FALSE", "≤ 60 µs"),
    ("Ed25519", "algorithm = 'ed25519-sha256'", "≤ 90 µs"),
    ("RSA-2048", "algorithm = 'rsa-sha256'", "≤ 1.25 × bare + 60 µs"),
    ("both keys", "TRUE", ""),
];

pub async fn measure(plan: &Plan, table: &mut Table) -> anyhow::Result<()> {
    alone(plan, table)?;
    let Some(sink) = Sink::start()? else {
        table.skip("campaigns with DKIM", "smtp-sink is missing");
        return Ok(());
    };
    let site = Site::new(plan, &Engine::Sqlite, Some(sink.port)).await?;
    site.import(send::readers(plan.messages)).await?;
    // The fallback domain of the installation, so that its mails are signed as soon as it counts as verified.
    site.post("/api/domains", json!({ "domain": "news.example.com" })).await?;
    let mut measured = vec![(Vec::new(), Vec::new()); KEYS.len()];
    for round in 1..=plan.rounds {
        for ((name, keys, _), (rates, cpus)) in KEYS.iter().zip(&mut measured) {
            choose(&site, keys)?;
            let (rate, cpu) = send::send(plan, &Engine::Sqlite, &site).await?;
            say(&format!("round {round}: {name} {rate:.0}/s, {cpu:.1} µs"));
            rates.push(rate);
            cpus.push(cpu);
        }
    }
    let (unsigned, _) = measured[0].clone();
    for ((name, _, goal), (rates, cpus)) in KEYS.iter().zip(&measured) {
        table.row(
            format!("campaign with {name}, SQLite"),
            format!("{}/s", whole(median(rates))),
            format!("without {}/s", whole(median(&unsigned))),
            format!("{} · {:.0} µs a mail", percent(ratio(rates, &unsigned)), median(cpus)),
            goal,
        );
    }
    Ok(())
}

/// Lets the keys that meet the condition sign, without asking a name server about a name that nobody has.
fn choose(site: &Site, keys: &str) -> anyhow::Result<()> {
    let status = if keys == "FALSE" { "pending_dns" } else { "verified" };
    let sql = format!(
        "PRAGMA busy_timeout = 10000; UPDATE domains SET verification_status = '{status}', next_check_at = NULL; \
         UPDATE domain_keys SET state = CASE WHEN {keys} THEN 'active' ELSE 'retired' END;"
    );
    peers::sqlite3(&site.database, &[&sql]).map(drop)
}

fn alone(plan: &Plan, table: &mut Table) -> anyhow::Result<()> {
    let out = machine::pinned(&plan.program("examples/sign")).output()?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    for line in text.lines() {
        let mut words = line.split(' ');
        let mut next = || words.next().context("sign: a line is short");
        let (name, whole, bare) = (next()?, next()?.parse::<f64>()?, next()?.parse::<f64>()?);
        table.row(
            format!("DKIM signature, {name}"),
            format!("{whole:.1} µs"),
            format!("bare {bare:.1} µs"),
            format!("{:.2} ×", whole / bare),
            "",
        );
    }
    Ok(())
}
