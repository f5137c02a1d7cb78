//! Beside listmonk, in turn with it in one run: sending, import, the list and its search, and what a killed server loses.
//!
//! Server and PostgreSQL share the first core, the sink has the second. `LISTMONK` names a folder of listmonk's sources
//! with the program built in it: `go build -o listmonk ./cmd`. It does not start without a `frontend/dist/index.html`, which
//! may be empty.

mod letter;
mod lists;
mod loss;
mod site;

use std::path::{Path, PathBuf};

use crate::{
    Plan, machine,
    peers::Sink,
    send,
    server::{Engine, Site},
    table::{Table, median, ratio, say, whole},
};
use letter::Letter;
use site::{Listmonk, Setting};

/// What listmonk is tried with; what sends fastest is what ours is held against.
const SETTINGS: [Setting; 4] = [
    Setting { concurrency: 10, message_rate: 1_000, batch_size: 1_000 },
    Setting { concurrency: 32, message_rate: 1_000, batch_size: 1_000 },
    Setting { concurrency: 64, message_rate: 1_000, batch_size: 5_000 },
    Setting { concurrency: 128, message_rate: 1_000, batch_size: 5_000 },
];
/// Connections that ours is tried with.
const CONNECTIONS: [usize; 4] = [32, 64, 96, 128];
/// As it is installed: a hundred mails a second, so that few of them wait in its queue.
const INSTALLED: Setting = Setting { concurrency: 10, message_rate: 10, batch_size: 1_000 };
/// Rows of the usual letter, in each of which two things differ by reader.
const LARGE: usize = 25;
/// The letters by their size, and their rows.
const LETTERS: [(&str, usize); 3] = [("20 kB", LARGE), ("35 kB", 48), ("1 kB", 1)];

pub async fn measure(plan: &Plan, table: &mut Table) -> anyhow::Result<()> {
    let (sources, server) = match (sources(), &plan.postgres) {
        (Err(why), _) => {
            table.skip("beside listmonk", &why);
            return Ok(());
        }
        (_, None) => {
            table.skip("beside listmonk", "it needs PostgreSQL");
            return Ok(());
        }
        (Ok(sources), Some(server)) => (sources, server),
    };
    let database = machine::Postgres::pinned(server)?;
    lists::measure(plan, table, &sources, server).await?;
    let setting = sending(plan, table, &sources, &database).await?;
    loss::measure(plan, table, &sources, server, setting).await
}

/// The folder that `LISTMONK` names, or why it cannot be used.
fn sources() -> Result<PathBuf, String> {
    let folder = std::env::var_os("LISTMONK").map(PathBuf::from);
    let folder = folder.ok_or("LISTMONK names no folder of its sources")?;
    let folder = std::path::absolute(folder).map_err(|error| error.to_string())?;
    let needed = ["listmonk", "frontend/dist/index.html"];
    match needed.iter().find(|file| !folder.join(file).is_file()) {
        None => Ok(folder),
        Some(missing) => Err(format!("the folder that LISTMONK names has no {missing}")),
    }
}

/// Of each round: messages per second, CPU microseconds for one, MiB of the server at most.
#[derive(Clone, Default)]
struct Figures {
    rate: Vec<f64>,
    cpu: Vec<f64>,
    memory: Vec<f64>,
}

impl Figures {
    fn add(&mut self, who: &str, round: usize, (rate, cpu, memory): (f64, f64, f64)) {
        say(&format!("round {round}: {who} {rate:.0}/s, {cpu:.1} µs a mail, {memory:.0} MiB"));
        self.rate.push(rate);
        self.cpu.push(cpu);
        self.memory.push(memory);
    }

    fn shown(&self) -> [String; 3] {
        [
            format!("{}/s", whole(median(&self.rate))),
            format!("{} µs", whole(median(&self.cpu))),
            format!("{:.0} MiB", median(&self.memory)),
        ]
    }
}

/// The letters in turn; answers the setting that suited listmonk best.
async fn sending(
    plan: &Plan,
    table: &mut Table,
    sources: &Path,
    database: &machine::Postgres,
) -> anyhow::Result<Setting> {
    let theirs = !plan.chunking && machine::exists("smtp-sink");
    let sink = if theirs { Sink::beside()? } else { Sink::ours(plan, None)? };
    let csv = send::readers(plan.messages);
    let mut sites = Vec::new();
    for engine in plan.engines() {
        let mut site = Site::new(plan, &engine, Some(sink.port)).await?;
        site.import(csv.clone()).await?;
        site.stop()?;
        sites.push((engine, site));
    }
    let mut listmonk = Listmonk::install(sources.to_owned(), &database.url, sink.port, SETTINGS[0]).await?;
    listmonk.import(&csv).await?;
    listmonk.process.stop()?;
    let (our_letter, their_letter) = letter::both(LARGE);
    for (engine, site) in &mut sites {
        our_best(engine, site, database, &our_letter).await?;
    }
    let setting = best(plan, database, &mut listmonk, &their_letter).await?;
    for (size, rows_of_it) in LETTERS {
        let (our_letter, their_letter) = letter::both(rows_of_it);
        let (mut ours, mut theirs) = (vec![Figures::default(); sites.len()], Figures::default());
        for round in 1..=plan.rounds {
            for ((engine, site), figures) in sites.iter_mut().zip(&mut ours) {
                figures.add(engine.name(), round, our_turn(engine, site, database, &our_letter).await?);
            }
            let turn = their_turn(plan, database, &mut listmonk, &their_letter).await?;
            theirs.add("listmonk", round, turn);
        }
        for ((engine, _), figures) in sites.iter().zip(&ours) {
            rows(plan, table, engine, size, figures, &theirs);
        }
    }
    Ok(setting)
}

fn rows(plan: &Plan, table: &mut Table, engine: &Engine, size: &str, ours: &Figures, theirs: &Figures) {
    let (rate, cpu) = match (size, engine) {
        ("20 kB", Engine::Sqlite) => ("≥ 12 ×", "≤ 35 µs, ≥ 12 ×"),
        ("20 kB", Engine::Postgres(_)) => ("≥ 8 ×", "≤ 50 µs, ≥ 8 ×"),
        ("35 kB", Engine::Sqlite) => ("", "≤ 50 µs"),
        ("35 kB", Engine::Postgres(_)) => ("", "≤ 65 µs"),
        _ => ("", ""),
    };
    let messages = whole(plan.messages as f64);
    let factors = [
        (format!("{messages} mails of {size}"), ratio(&ours.rate, &theirs.rate), rate),
        (format!("CPU a mail of {size}, server and database"), ratio(&theirs.cpu, &ours.cpu), cpu),
        (format!("peak memory of the server, mails of {size}"), ratio(&theirs.memory, &ours.memory), ""),
    ];
    for ((what, factor, goal), (our, their)) in
        factors.into_iter().zip(ours.shown().into_iter().zip(theirs.shown()))
    {
        let what = format!("{what}, {}", engine.name());
        table.row(what, our, format!("listmonk {their}"), format!("{factor:.1} ×"), goal);
    }
}

/// The same of ours.
async fn our_best(
    engine: &Engine,
    site: &mut Site,
    database: &machine::Postgres,
    letter: &Letter,
) -> anyhow::Result<()> {
    // The first campaign of an installation costs more than all that follow.
    our_turn(engine, site, database, letter).await?;
    let mut best = (0.0, CONNECTIONS[0]);
    for connections in CONNECTIONS {
        site.connect(connections);
        let (rate, cpu, memory) = our_turn(engine, site, database, letter).await?;
        let name = engine.name();
        say(&format!("{name}, {connections} connections: {rate:.0}/s, {cpu:.0} µs a mail, {memory:.0} MiB"));
        if rate > best.0 {
            best = (rate, connections);
        }
    }
    site.connect(best.1);
    Ok(())
}

async fn our_turn(
    engine: &Engine,
    site: &mut Site,
    database: &machine::Postgres,
    letter: &Letter,
) -> anyhow::Result<(f64, f64, f64)> {
    database.rest().await;
    site.start()?;
    let before = cpu(site.pid(), engine != &Engine::Sqlite, database);
    let (sent, rate) = send::deliver(site, &letter.subject, &letter.html).await?;
    let used = cpu(site.pid(), engine != &Engine::Sqlite, database) - before;
    let memory = machine::peak_memory(site.pid())?;
    site.stop()?;
    Ok((rate, used * 1e6 / sent, memory))
}

async fn their_turn(
    plan: &Plan,
    database: &machine::Postgres,
    listmonk: &mut Listmonk,
    letter: &Letter,
) -> anyhow::Result<(f64, f64, f64)> {
    database.rest().await;
    listmonk.start().await?;
    let before = cpu(listmonk.process.pid(), true, database);
    let rate = listmonk.send(letter, plan.messages).await?;
    let used = cpu(listmonk.process.pid(), true, database) - before;
    let memory = machine::peak_memory(listmonk.process.pid())?;
    listmonk.process.stop()?;
    Ok((rate, used * 1e6 / plan.messages as f64, memory))
}

/// CPU seconds of the server, and of the database where it uses that.
fn cpu(server: u32, has_database: bool, database: &machine::Postgres) -> f64 {
    let database = if has_database { database.cpu() } else { 0.0 };
    machine::cpu(server).as_secs_f64() + database
}

/// The setting that sends fastest, tried once each; listmonk is left with it.
async fn best(
    plan: &Plan,
    database: &machine::Postgres,
    listmonk: &mut Listmonk,
    letter: &Letter,
) -> anyhow::Result<Setting> {
    let mut best = (0.0, SETTINGS[0]);
    for setting in SETTINGS {
        listmonk.tune(setting)?;
        let (rate, cpu, memory) = their_turn(plan, database, listmonk, letter).await?;
        say(&format!("{setting:?}: {rate:.0}/s, {cpu:.0} µs a mail, {memory:.0} MiB"));
        if rate > best.0 {
            best = (rate, setting);
        }
    }
    listmonk.tune(best.1)?;
    Ok(best.1)
}
