//! One campaign by several workers on one PostgreSQL.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use serde_json::Value;
use tempfile::TempDir;

use crate::{
    Plan, machine,
    peers::{self, Sink},
    running::{self, Running},
    send,
    server::{Engine, Site},
    table::{Table, median, ratio, say, whole},
};

const WORKERS: [usize; 3] = [1, 2, 4];
/// A receiver far enough away that four workers do not fill the machine: what is seen then is what more of them cost, not what
/// waiting for a core costs.
const FAR: Duration = Duration::from_millis(20);
/// Whatever is waited for happens well within this.
const PATIENCE: Duration = Duration::from_secs(120);

/// Of each round: messages per second, CPU microseconds of all nodes and of the database for one, messages of a transaction: a
/// commit of them is followed by a look, which is one as well.
#[derive(Default)]
struct Figures {
    rate: Vec<f64>,
    nodes: Vec<f64>,
    database: Vec<f64>,
    sum: Vec<f64>,
    group: Vec<f64>,
}

impl Figures {
    fn cpu(&self) -> String {
        let [nodes, database, sum] = [&self.nodes, &self.database, &self.sum].map(|all| median(all));
        format!("{sum:.0} µs ({nodes:.0} + {database:.0} of the database)")
    }

    fn pace(&self) -> String {
        format!("{}/s, {:.0} mails a transaction", whole(median(&self.rate)), median(&self.group))
    }
}

/// What the nodes and PostgreSQL run on; the sink has the other core either way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cores {
    /// The first alone, so that any number of workers has the same machine.
    One,
    /// As the system likes. One worker leaves cores idle that several fill.
    All,
}

impl Cores {
    fn name(self) -> &'static str {
        match self {
            Self::One => "one core",
            Self::All => "all cores",
        }
    }
}

/// A node that only sends, with a data folder of its own.
struct Worker {
    process: Running,
    folder: TempDir,
}

impl Worker {
    fn start(site: &Site) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        Ok(Self { process: site.worker(folder.path())?, folder })
    }
}

pub async fn measure(plan: &Plan, table: &mut Table) -> anyhow::Result<()> {
    let Some(engine) = plan.engines().into_iter().find(|engine| *engine != Engine::Sqlite) else {
        table.skip("several nodes", "no --postgres");
        return Ok(());
    };
    for (delay, cores) in [(Duration::ZERO, Cores::One), (Duration::ZERO, Cores::All), (FAR, Cores::All)] {
        costs(plan, &engine, (delay, cores), table).await?;
    }
    let folder = tempfile::tempdir()?;
    let log = folder.path().join("sink");
    let sink = Sink::ours(plan, Some(&log))?;
    let site = Site::web(plan, &engine, sink.port).await?;
    site.import(send::readers(plan.messages)).await?;
    let mut waits = Vec::new();
    for _ in 0..plan.rounds {
        waits.push(added(plan, &site).await?);
    }
    table.row(
        "a worker added in mid-campaign, from its start to its first part",
        format!("{:.2} s", median(&waits)),
        "",
        "",
        "≤ 1 s",
    );
    killed(plan, &site, &log, table).await
}

/// What a mail costs when more and more workers share a campaign, to a server that answers after so long, beside as many that share
/// nothing but the machine: each with an installation and a campaign of its own.
async fn costs(
    plan: &Plan,
    engine: &Engine,
    (delay, cores): (Duration, Cores),
    table: &mut Table,
) -> anyhow::Result<()> {
    let sink = Sink::distant(plan, None, delay)?;
    let _pinned = match engine {
        Engine::Postgres(server) if cores == Cores::One => Some(machine::Postgres::pinned(server)?),
        _ => None,
    };
    let mut sites = Vec::new();
    for _ in 0..=WORKERS[WORKERS.len() - 1] {
        let mut site = Site::web(plan, engine, sink.port).await?;
        if cores == Cores::One {
            site.keep_on_one_core();
        }
        site.import(send::readers(plan.messages)).await?;
        site.rest().await;
        site.stop()?;
        sites.push(site);
        // The first campaign of an installation costs more than all that follow.
        let newest = sites.len() - 1;
        sending(plan, &mut sites[newest..], 1, &mut Figures::default()).await?;
    }
    let (one, each) = sites.split_at_mut(1);
    let mut all = WORKERS.map(|count| (count, Figures::default(), Figures::default()));
    for round in 1..=plan.rounds {
        say(&format!("answers after {} ms, {}, round {round}", delay.as_millis(), cores.name()));
        for (count, shared, apart) in &mut all {
            sending(plan, one, *count, shared).await?;
            if *count > 1 {
                sending(plan, &mut each[..*count], 1, apart).await?;
            }
        }
    }
    let first = &all[0].1;
    for (count, shared, apart) in &all {
        let (delay, cores) = (delay.as_millis(), cores.name());
        let what = format!("CPU a mail on {cores}, receiver answers after {delay} ms, workers: {count}");
        let times = format!("{:.2} × one", ratio(&shared.sum, &first.sum));
        table.row(&what, shared.cpu(), shared.pace(), times, "≤ 1.1 × one");
        if *count > 1 {
            let times = format!("{:.2} × apart", ratio(&shared.sum, &apart.sum));
            table.row(
                format!("{what}, each with a campaign of its own"),
                apart.cpu(),
                apart.pace(),
                times,
                "≤ 1.1 × apart",
            );
        }
    }
    Ok(())
}

/// A campaign of each site at the same time, with so many workers for each, and what they took. No other site runs.
async fn sending(plan: &Plan, sites: &mut [Site], count: usize, figures: &mut Figures) -> anyhow::Result<()> {
    let database = machine::Postgres::of(&sites[0].database)?;
    sites.iter_mut().try_for_each(Site::start)?;
    let (mut workers, mut commits) = (Vec::new(), 0);
    for site in &*sites {
        commits += number(site, COMMITS)?;
        for _ in 0..count {
            workers.push(Worker::start(site)?);
        }
    }
    for site in &*sites {
        ready(site, count).await?;
    }
    let nodes = || {
        let all = workers.iter().map(|worker| worker.process.pid()).chain(sites.iter().map(Site::pid));
        all.map(|pid| machine::cpu(pid).as_secs_f64()).sum::<f64>()
    };
    let before = (nodes(), database.cpu());
    let html = send::html(plan.size);
    let campaigns = sites.iter().map(|site| send::deliver(site, SUBJECT, &html));
    let (mut sent, mut seconds) = (0.0, 0.0_f64);
    for (of_it, rate) in futures::future::try_join_all(campaigns).await? {
        sent += of_it;
        seconds = seconds.max(of_it / rate);
    }
    let rate = sent / seconds;
    let of_nodes = (nodes() - before.0) * 1e6 / sent;
    let of_database = (database.cpu() - before.1) * 1e6 / sent;
    let all = workers.len();
    for mut worker in workers {
        worker.process.stop()?;
    }
    let mut now = 0;
    for site in &*sites {
        now += published(site).await?;
    }
    let group = sent / (now - commits) as f64;
    let of = sites.len();
    sites.iter_mut().try_for_each(Site::stop)?;
    say(&format!(
        "{all} workers of {of}: {rate:.0}/s, {of_nodes:.1} + {of_database:.1} µs, {group:.1} mails a transaction"
    ));
    figures.rate.push(rate);
    figures.nodes.push(of_nodes);
    figures.database.push(of_database);
    figures.sum.push(of_nodes + of_database);
    figures.group.push(group);
    Ok(())
}

/// All of the database's, those of other work included. A connection tells of its own at most once a second, and when it ends.
const COMMITS: &str = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()";
const SUBJECT: &str = "News for {{ subscriber.first_name }}";
/// Nodes that send and have not said goodbye.
const NODES: &str = "SELECT COUNT(*) FROM nodes WHERE stopped_at IS NULL";

fn number(site: &Site, sql: &str) -> anyhow::Result<usize> {
    Ok(peers::query(&site.database, sql)?.parse()?)
}

/// [`COMMITS`], with those of connections that have just ended.
async fn published(site: &Site) -> anyhow::Result<usize> {
    tokio::time::sleep(Duration::from_secs(1)).await;
    number(site, COMMITS)
}

/// Waits until so many workers send.
async fn ready(site: &Site, count: usize) -> anyhow::Result<()> {
    wait(async || Ok(number(site, NODES)? >= count), "workers do not start").await
}

async fn wait(is_so: impl AsyncFnMut() -> anyhow::Result<bool>, or: &str) -> anyhow::Result<()> {
    running::wait(PATIENCE, is_so, or).await
}

async fn sent(site: &Site, campaign: &str) -> anyhow::Result<(Value, usize)> {
    let report = site.get(&format!("{campaign}/report")).await?;
    let sent = report["ledger"]["sent"].as_u64().unwrap_or(0) as usize;
    Ok((report["status"].clone(), sent))
}

/// Seconds from the start of a second worker until it has a part of what is being sent.
async fn added(plan: &Plan, site: &Site) -> anyhow::Result<f64> {
    let mut first = Worker::start(site)?;
    ready(site, 1).await?;
    let campaign = send::begin(site, SUBJECT, &send::html(plan.size)).await?;
    wait(async || Ok(sent(site, &campaign).await?.1 > plan.messages / 10), "nothing is sent").await?;
    let newest = number(site, "SELECT MAX(id) FROM nodes")?;
    let began = Instant::now();
    let mut second = Worker::start(site)?;
    let has_part = format!("SELECT COUNT(*) FROM delivery_chunks WHERE node_id > {newest}");
    wait(async || Ok(number(site, &has_part)? > 0), "the second worker gets nothing").await?;
    let waited = began.elapsed().as_secs_f64();
    wait(async || Ok(sent(site, &campaign).await?.0 == "sent"), "it is never sent").await?;
    first.process.stop()?;
    second.process.stop()?;
    Ok(waited)
}

/// Two workers, one of which is killed: who got nothing, who got two.
async fn killed(plan: &Plan, site: &Site, log: &Path, table: &mut Table) -> anyhow::Result<()> {
    let mut workers = [Worker::start(site)?, Worker::start(site)?];
    ready(site, 2).await?;
    let before = fs::metadata(log)?.len();
    let campaign = send::begin(site, SUBJECT, &send::html(plan.size)).await?;
    wait(async || Ok(sent(site, &campaign).await?.1 > plan.messages / 3), "nothing is sent").await?;
    workers[0].process.kill()?;
    let began = Instant::now();
    // Dots that had no answer yet wait for a quarter of an hour, or for the worker to come back.
    let ledger =
        async || Ok::<_, anyhow::Error>(site.get(&format!("{campaign}/report")).await?["ledger"].clone());
    wait(async || Ok(ledger().await?["queued"] == 0), "nobody takes over").await?;
    let waited = began.elapsed().as_secs_f64();
    let unknown = ledger().await?["sending"].clone();
    workers[0].process = site.worker(workers[0].folder.path())?;
    wait(async || Ok(sent(site, &campaign).await?.0 == "sent"), "it does not come back").await?;
    let copies = peers::copies(log, before)?.0;
    let twice = copies.values().filter(|copies| **copies > 1).count();
    table.row(
        format!("one of two workers killed in mid-campaign, {} readers", whole(plan.messages as f64)),
        format!("all but {unknown} sent {waited:.0} s later"),
        format!(
            "when it is started again: {} got none, {twice} two, of {} connections",
            plan.messages.saturating_sub(copies.len()),
            plan.connections
        ),
        "",
        "0 got none, at most one a connection two",
    );
    workers.iter_mut().try_for_each(|worker| worker.process.stop())
}
