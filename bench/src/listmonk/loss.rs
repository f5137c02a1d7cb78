//! Who got no mail, and who got two, when the server is killed in the middle of a campaign and started again.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use super::{
    INSTALLED, LARGE, letter,
    site::{Listmonk, Setting},
};
use crate::{
    Plan,
    peers::{self, Sink},
    running, send,
    server::Site,
    table::{Table, say, whole},
};

/// A campaign that has sent nothing for so long and does not say that it is finished stands still: what is certainly not
/// delivered is tried again within minutes.
const STANDS_STILL: Duration = Duration::from_secs(150);

/// A campaign that somebody sends.
enum Sender {
    Ours(Box<Site>),
    Listmonk(Box<Listmonk>),
}

impl Sender {
    async fn import(&self, csv: &str) -> anyhow::Result<()> {
        match self {
            Self::Ours(site) => site.import(csv.to_owned()).await,
            Self::Listmonk(site) => site.import(csv).await,
        }
    }

    /// Answers the campaign's path.
    async fn begin(&self) -> anyhow::Result<String> {
        let (ours, theirs) = letter::both(LARGE);
        match self {
            Self::Ours(site) => send::begin(site, &ours.subject, &ours.html).await,
            Self::Listmonk(site) => site.begin(&theirs).await,
        }
    }

    fn kill(&mut self) -> anyhow::Result<()> {
        match self {
            Self::Ours(site) => site.kill(),
            Self::Listmonk(site) => site.process.kill(),
        }
    }

    async fn start(&mut self) -> anyhow::Result<()> {
        match self {
            Self::Ours(site) => site.start(),
            Self::Listmonk(site) => site.start().await,
        }
    }

    async fn status(&self, campaign: &str) -> anyhow::Result<String> {
        let answer = match self {
            Self::Ours(site) => site.get(&format!("{campaign}/report")).await?,
            Self::Listmonk(site) => site.get(&format!("{campaign}?no_body=true")).await?,
        };
        Ok(answer["status"].as_str().unwrap_or_default().to_owned())
    }
}

/// What became of the readers.
struct Outcome {
    missing: usize,
    twice: usize,
    status: String,
}

impl Outcome {
    fn shown(&self) -> String {
        let (missing, twice) = (whole(self.missing as f64), whole(self.twice as f64));
        format!("{missing} got none, {twice} two, it says {}", self.status)
    }
}

pub async fn measure(
    plan: &Plan,
    table: &mut Table,
    sources: &Path,
    server: &str,
    setting: Setting,
) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let log = |who: &str| folder.path().join(who);
    let mut theirs = Vec::new();
    for (who, setting) in [("listmonk", setting), ("as installed", INSTALLED)] {
        let sink = Sink::ours(plan, Some(&log(who)))?;
        let site = Listmonk::install(sources.to_owned(), server, sink.port, setting).await?;
        let outcome = once(plan, Sender::Listmonk(Box::new(site)), &log(who), who).await?;
        theirs.push(format!("{who} {}", outcome.shown()));
    }
    let theirs = theirs.join("; ");
    for engine in plan.engines() {
        let sink = Sink::ours(plan, Some(&log(engine.name())))?;
        let site = Site::new(plan, &engine, Some(sink.port)).await?;
        let ours = once(plan, Sender::Ours(Box::new(site)), &log(engine.name()), engine.name()).await?;
        table.row(
            format!("killed in mid-campaign, {} readers, {}", whole(plan.messages as f64), engine.name()),
            ours.shown(),
            &theirs,
            "",
            "0 got none",
        );
    }
    Ok(())
}

async fn once(plan: &Plan, mut sender: Sender, log: &Path, who: &str) -> anyhow::Result<Outcome> {
    sender.import(&send::readers(plan.messages)).await?;
    let campaign = sender.begin().await?;
    let sends = async || Ok(count(log) >= plan.messages / 3);
    running::wait(STANDS_STILL, sends, &format!("{who} sends nothing")).await?;
    sender.kill()?;
    let at_kill = count(log);
    sender.start().await?;
    let (mut last, mut since) = (0, Instant::now());
    let status = loop {
        let status = sender.status(&campaign).await?;
        let now = count(log);
        if now != last {
            (last, since) = (now, Instant::now());
        }
        let is_over = matches!(status.as_str(), "sent" | "finished" | "cancelled" | "paused");
        if is_over || since.elapsed() > STANDS_STILL {
            break status;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    };
    let (copies, size) = peers::copies(log, 0)?;
    let outcome = Outcome {
        missing: plan.messages.saturating_sub(copies.len()),
        twice: copies.values().filter(|copies| **copies > 1).count(),
        status,
    };
    say(&format!("{who}, killed after {at_kill} mails of {size:.0} bytes: {}", outcome.shown()));
    Ok(outcome)
}

/// Mails that were taken.
fn count(log: &Path) -> usize {
    fs::read_to_string(log).map_or(0, |log| log.lines().count())
}
