//! Whole campaigns through SMTP into `smtp-sink`.

use std::{fmt::Write as _, time::Duration};

use anyhow::bail;
use reqwest::Method;
use serde_json::json;

use crate::{
    Plan, machine,
    peers::{self, Sink},
    server::{Engine, Site},
    table::{Table, median, percent, ratio, say, whole},
};

/// Rates in messages per second, CPU in microseconds per message.
#[derive(Default)]
struct Figures {
    rate: Vec<f64>,
    cpu: Vec<f64>,
}

pub async fn measure(plan: &Plan, table: &mut Table) -> anyhow::Result<()> {
    let Some(sink) = Sink::start()? else {
        table.skip("sending", "smtp-sink and smtp-source are missing; Debian has them in postfix");
        return Ok(());
    };
    let mut sites = Vec::new();
    for engine in plan.engines() {
        let site = Site::new(plan, &engine, Some(sink.port)).await?;
        site.import(readers(plan.messages)).await?;
        sites.push((engine, site, Figures::default()));
    }
    let (mut source, mut client) = (Vec::new(), Figures::default());
    for round in 1..=plan.rounds {
        source.push(sink.source(plan)?);
        let (rate, cpu) = sink.blast(plan)?;
        client.rate.push(rate);
        client.cpu.push(cpu);
        for (engine, site, figures) in &mut sites {
            let (rate, cpu) = send(plan, engine, site).await?;
            figures.rate.push(rate);
            figures.cpu.push(cpu);
            say(&format!(
                "round {round}: {} {rate:.0}/s, {cpu:.1} µs; {:.0}/s",
                engine.name(),
                source[round - 1]
            ));
        }
    }
    let per_second = |rates: &[f64]| format!("{}/s", whole(median(rates)));
    let beside = format!("smtp-source {}", per_second(&source));
    for (engine, _, figures) in &sites {
        table.row(
            format!("campaign through SMTP, {}", engine.name()),
            per_second(&figures.rate),
            &beside,
            percent(ratio(&figures.rate, &source)),
            "≥ 100 %",
        );
    }
    table.row(
        "SMTP client alone",
        per_second(&client.rate),
        beside,
        percent(ratio(&client.rate, &source)),
        "≥ 130 %",
    );
    shares(plan, table, &sites, median(&client.cpu))
}

/// CPU per message, and where it goes.
fn shares(
    plan: &Plan,
    table: &mut Table,
    sites: &[(Engine, Site, Figures)],
    smtp: f64,
) -> anyhow::Result<()> {
    let render = peers::render_microseconds(plan)?;
    for (engine, _, figures) in sites {
        let all = median(&figures.cpu);
        table.row(
            format!("CPU per 10,000 messages, {}", engine.name()),
            format!("{:.2} s", all / 100.0),
            format!(
                "rendering {} · SMTP {} · ledger and the rest {}",
                percent(render / all),
                percent(smtp / all),
                percent((all - render - smtp) / all)
            ),
            format!("{all:.0} µs a mail"),
            if engine == &Engine::Sqlite { "≤ 35 µs" } else { "≤ 50 µs" },
        );
    }
    table.row("rendering alone", format!("{render:.1} µs"), "", "", "≤ 6 µs");
    Ok(())
}

/// Peak memory of a server that was started for nothing but a large campaign.
pub async fn memory(plan: &Plan, table: &mut Table) -> anyhow::Result<()> {
    let Some(sink) = Sink::start()? else {
        table.skip("memory while sending", "smtp-sink is missing");
        return Ok(());
    };
    for engine in plan.engines() {
        let mut site = Site::new(plan, &engine, Some(sink.port)).await?;
        site.import(readers(plan.many)).await?;
        site.rest().await;
        site.stop()?;
        site.start()?;
        send(plan, &engine, &site).await?;
        table.row(
            format!("peak memory, {} messages, {}", whole(plan.many as f64), engine.name()),
            format!("{:.0} MiB", machine::peak_memory(site.pid())?),
            format!("at its end {:.0} MiB that are no files", machine::anonymous_memory(site.pid())?),
            "",
            "≤ 48 MiB at 1 million",
        );
    }
    Ok(())
}

/// Sends to every reader; answers messages per second, by the report, and CPU microseconds per message.
pub async fn send(plan: &Plan, engine: &Engine, site: &Site) -> anyhow::Result<(f64, f64)> {
    let before = site.cpu(engine);
    let (sent, rate) = deliver(site, "News for {{ subscriber.first_name }}", &html(plan.size)).await?;
    Ok((rate, (site.cpu(engine) - before) * 1e6 / sent))
}

/// Sends this to every reader; answers how many they are, and messages per second by the report.
pub async fn deliver(site: &Site, subject: &str, html: &str) -> anyhow::Result<(f64, f64)> {
    let path = begin(site, subject, html).await?;
    loop {
        let report = site.get(&format!("{path}/report")).await?;
        match report["status"].as_str() {
            Some("sending") => tokio::time::sleep(Duration::from_millis(200)).await,
            Some("sent") if report["ledger"]["sent"] == report["ledger"]["intended"] => {
                let sent = report["ledger"]["sent"].as_f64().unwrap_or(f64::NAN);
                let seconds = report["duration_seconds"].as_f64().unwrap_or(f64::NAN);
                return Ok((sent, sent / seconds));
            }
            _ => bail!("the campaign went wrong: {report}"),
        }
    }
}

/// Begins to send this to every reader; answers the campaign's path.
pub async fn begin(site: &Site, subject: &str, html: &str) -> anyhow::Result<String> {
    let draft = json!({ "subject": subject, "html_content": html });
    let campaign = site.post(&format!("{}/campaigns", site.newsletter), draft).await?;
    let path = format!("{}/campaigns/{}", site.newsletter, campaign["id"]);
    site.call(Method::POST, &format!("{path}/send"), None).await?;
    Ok(path)
}

/// Domains of the readers: few enough that a DNS server which answers only some dozens of questions at once answers all of them, as no
/// campaign of a new server waits then for those that it has dropped.
const DOMAINS: usize = 7;

pub fn readers(count: usize) -> String {
    let mut csv = String::from("email,first_name,last_name\n");
    for n in 0..count {
        // Not in order: an index that only grows at its end would flatter everybody.
        let mixed = n.wrapping_mul(2_654_435_761) % 4_294_967_291;
        let _ = writeln!(csv, "reader{mixed}@mail{}.example.net,First{},Last{mixed}", n % DOMAINS, n % 1000);
    }
    csv
}

/// A table layout whose message, with its text part, is about `size` bytes long.
pub fn html(size: usize) -> String {
    let row = |n: usize| {
        format!(
            "<tr><td align=\"left\" style=\"padding:16px 24px;font-family:Arial,sans-serif;font-size:16px\">Dear \
             {{{{ subscriber.first_name | default(\"reader\") }}}}, these are words that an author could have \
             written. <a href=\"https://example.com/articles/{n}\">Read on</a></td></tr>\n"
        )
    };
    // So many octets a row has in both parts of a message.
    let rows: String = (0..size / 424).map(row).collect();
    format!("<!doctype html><html><body><table role=\"presentation\">\n{rows}</table></body></html>\n")
}
