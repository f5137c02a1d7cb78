//! The loop: empties the outbox, starts rounds, forgets what is old.

use std::{collections::HashMap, time::Duration};

use database::Engine;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep, timeout},
};
use tokio_util::sync::CancellationToken;

use super::{
    deliver::{host, round},
    fan_out::fan_out,
    model::KEPT_FOR,
    store::{
        deliveries,
        queue::{self, Due},
    },
};
use crate::{AuthorId, Core};

const EVERY: Duration = Duration::from_millis(500);
const TIDY_EVERY: Duration = Duration::from_mins(10);
/// Rounds under way together.
const ROUNDS: usize = 32;
/// Of them, those to one host.
const PER_HOST: usize = 2;
/// Of them, those of one author.
const PER_AUTHOR: usize = 4;
/// How long attempts under way may take to end when the process stops; what is cut off is attempted again.
const DRAIN: Duration = Duration::from_secs(10);

/// Sends events until it is told to stop.
pub async fn background(core: Core, stop: CancellationToken) {
    if let Err(error) = start(&core).await {
        tracing::warn!(%error, "webhooks that were left under way are waited for");
    }
    let mut rounds = Rounds {
        core,
        stop: stop.clone(),
        tasks: JoinSet::new(),
        hosts: HashMap::new(),
        authors: HashMap::new(),
    };
    let mut tidy_at = Instant::now();
    while !stop.is_cancelled() {
        let more = rounds.step().await.unwrap_or_else(|error| {
            tracing::warn!(%error, "webhooks were not looked at");
            false
        });
        if Instant::now() >= tidy_at {
            tidy_at = Instant::now() + TIDY_EVERY;
            if let Err(error) = tidy(&rounds.core).await {
                tracing::warn!(%error, "old deliveries of webhooks were not removed");
            }
        }
        if more {
            continue;
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = sleep(EVERY) => {}
            Some(ended) = rounds.tasks.join_next(), if !rounds.tasks.is_empty() => rounds.ended(ended.ok()),
        }
    }
    let _ = timeout(DRAIN, async { while rounds.tasks.join_next().await.is_some() {} }).await;
}

async fn start(core: &Core) -> database::Result<()> {
    if core.db.engine() == Engine::Sqlite {
        let mut tx = core.db.begin().await?;
        queue::release_all(&mut tx).await?;
        tx.commit().await?;
    }
    Ok(())
}

struct Rounds {
    core: Core,
    stop: CancellationToken,
    /// Each answers what it was about.
    tasks: JoinSet<Due>,
    /// Host → webhooks at it now.
    hosts: HashMap<String, Vec<i64>>,
    /// Author → rounds for them now.
    authors: HashMap<AuthorId, usize>,
}

impl Rounds {
    /// Whether the outbox may hold more.
    async fn step(&mut self) -> database::Result<bool> {
        while let Some(ended) = self.tasks.try_join_next() {
            self.ended(ended.ok());
        }
        let taken = fan_out(&self.core).await?;
        if !self.core.may_send().await? {
            return Ok(taken > 0);
        }
        let room = ROUNDS.saturating_sub(self.tasks.len());
        if room > 0 {
            let mut tx = self.core.db.read().await?;
            let due = queue::due(&mut tx, self.core.now(), 10 * ROUNDS as i64).await?;
            drop(tx);
            for due in due {
                self.start(due);
            }
        }
        Ok(taken > 0)
    }

    fn start(&mut self, due: Due) {
        let host = host(&due.url);
        let there = self.hosts.get(&host).map_or(&[][..], Vec::as_slice);
        let theirs = self.authors.get(&due.author_id).copied().unwrap_or_default();
        let is_full = self.tasks.len() >= ROUNDS || there.len() >= PER_HOST || theirs >= PER_AUTHOR;
        if is_full || there.contains(&due.id) {
            return;
        }
        self.hosts.entry(host).or_default().push(due.id);
        self.authors.insert(due.author_id, theirs + 1);
        let (core, stop) = (self.core.clone(), self.stop.clone());
        self.tasks.spawn(async move {
            if let Err(error) = round(&core, &due, &stop).await {
                tracing::warn!(%error, webhook = due.id, "a round of a webhook stopped");
            }
            due
        });
    }

    fn ended(&mut self, round: Option<Due>) {
        let Some(due) = round else {
            // Whose it was is not known any more; the leases still keep rounds apart.
            self.hosts.clear();
            return self.authors.clear();
        };
        let host = host(&due.url);
        if let Some(there) = self.hosts.get_mut(&host) {
            there.retain(|webhook| *webhook != due.id);
            if there.is_empty() {
                self.hosts.remove(&host);
            }
        }
        match self.authors.get_mut(&due.author_id) {
            Some(rounds) if *rounds > 1 => *rounds -= 1,
            _ => drop(self.authors.remove(&due.author_id)),
        }
    }
}

/// Forgets finished deliveries that are old or too many.
pub async fn tidy(core: &Core) -> database::Result<()> {
    let until = core.now().plus(-KEPT_FOR);
    loop {
        let mut tx = core.db.begin().await?;
        let removed = deliveries::remove_old(&mut tx, until).await?;
        tx.commit().await?;
        if removed == 0 {
            break;
        }
    }
    let mut after = 0;
    loop {
        let mut tx = core.db.read().await?;
        let webhooks = deliveries::webhooks_after(&mut tx, after, 500).await?;
        drop(tx);
        let Some(last) = webhooks.last() else { return Ok(()) };
        after = *last;
        for id in webhooks {
            trim(core, id).await?;
        }
    }
}

async fn trim(core: &Core, webhook_id: i64) -> database::Result<()> {
    let mut tx = core.db.read().await?;
    let Some(last) = deliveries::too_many(&mut tx, webhook_id).await? else { return Ok(()) };
    drop(tx);
    loop {
        let mut tx = core.db.begin().await?;
        let removed = deliveries::remove_up_to(&mut tx, webhook_id, last).await?;
        tx.commit().await?;
        if removed == 0 {
            return Ok(());
        }
    }
}
