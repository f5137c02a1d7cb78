//! Measures the release binary beside the usual tools and prints one table. `make bench` builds what it needs.
//!
//! A figure beside another one comes from the same run: the two take turns, round by round, and each cell is the
//! median of the rounds. On a shared machine only the ratio and the CPU time mean anything.

mod growth;
mod import;
mod listmonk;
mod load;
mod machine;
mod nodes;
mod pages;
mod peers;
mod reads;
mod running;
mod send;
mod server;
mod sign;
mod table;
mod track;
mod web;

use std::path::PathBuf;

use clap::Parser;

use server::Engine;
use table::Table;

/// What is measured, and how much of it.
#[derive(Clone, Debug, Parser)]
pub struct Plan {
    /// The folder of `letterpress`, `letterpress-sink` and of the examples `blast`, `render` and `sign`
    #[arg(long, value_name = "FOLDER", default_value = "target/release")]
    binaries: PathBuf,
    /// A PostgreSQL server, postgres://…/DATABASE; without it that engine is left out
    #[arg(long, value_name = "URL")]
    postgres: Option<String>,
    /// Leaves SQLite out
    #[arg(long, requires = "postgres")]
    without_sqlite: bool,
    /// Parts to measure
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "send,dkim,memory,import,pages,reads,track,nodes,growth,mail,editor,web,listmonk"
    )]
    parts: Vec<String>,
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Messages of one round
    #[arg(long, default_value_t = 20_000)]
    messages: usize,
    /// Messages of the memory measurement
    #[arg(long, default_value_t = 100_000)]
    many: usize,
    /// Rows of the imported file and of the list
    #[arg(long, default_value_t = 1_000_000)]
    rows: usize,
    /// Rows of a third installation of the part `growth`; without it there are two, of a tenth and of all of the rows
    #[arg(long)]
    most_rows: Option<usize>,
    /// Connections to the mail server
    #[arg(long, default_value_t = 32)]
    connections: usize,
    /// Bytes of a message
    #[arg(long, default_value_t = 20_000)]
    size: usize,
    /// Our own mail server takes messages in chunks (CHUNKING), as Postfix and Exim do; smtp-sink cannot
    #[arg(long)]
    chunking: bool,
    /// Rows of counted opens and clicks beside which the pages of figures are measured
    #[arg(long, default_value_t = 2_000_000)]
    events: usize,
    /// Seconds for which opens and clicks come in, in each round; counting begins after 2.5
    #[arg(long, default_value_t = 2)]
    seconds: u64,
    /// Readers whose opens and clicks come in
    #[arg(long, default_value_t = 10_000)]
    readers: usize,
    /// How often the server is killed while they come in, at each rate
    #[arg(long, default_value_t = 10)]
    kills: usize,
}

impl Plan {
    fn has(&self, part: &str) -> bool {
        self.parts.iter().any(|given| given == part)
    }

    fn engines(&self) -> Vec<Engine> {
        let postgres = self.postgres.as_ref().map(|url| Engine::Postgres(url.clone()));
        let sqlite = (!self.without_sqlite).then_some(Engine::Sqlite);
        sqlite.into_iter().chain(postgres).collect()
    }

    fn program(&self, name: &str) -> PathBuf {
        self.binaries.join(name)
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let mut plan = Plan::parse();
    plan.binaries = std::path::absolute(&plan.binaries)?;
    let mut table = Table::default();
    if plan.postgres.is_some() && !machine::exists("psql") {
        plan.postgres = None;
        table.skip("PostgreSQL", "psql is missing");
    } else if plan.postgres.is_none() {
        table.skip("PostgreSQL", "no --postgres");
    }
    if plan.has("send") {
        send::measure(&plan, &mut table).await?;
    }
    if plan.has("dkim") {
        sign::measure(&plan, &mut table).await?;
    }
    if plan.has("memory") {
        send::memory(&plan, &mut table).await?;
    }
    if plan.has("import") {
        import::measure(&plan, &mut table).await?;
    }
    if plan.has("pages") {
        pages::measure(&plan, &mut table).await?;
    }
    if plan.has("reads") {
        reads::measure(&plan, &mut table).await?;
    }
    if plan.has("track") {
        track::measure(&plan, &mut table).await?;
    }
    if plan.has("nodes") {
        nodes::measure(&plan, &mut table).await?;
    }
    if plan.has("growth") {
        growth::measure(&plan, &mut table).await?;
    }
    if plan.has("mail") {
        web::mail(&plan, &mut table)?;
    }
    if plan.has("editor") {
        web::editor(&plan, &mut table)?;
    }
    if plan.has("web") {
        web::dashboard(&plan, &mut table)?;
    }
    if plan.has("listmonk") {
        listmonk::measure(&plan, &mut table).await?;
    }
    table.print(&machine::describe(&plan)?)
}
