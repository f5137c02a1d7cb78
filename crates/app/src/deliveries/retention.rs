//! Who opened and clicked, and which mails a server said that it took, is forgotten so many days after a campaign's end.
//!
//! First a run is marked: from then on nobody is told and nothing is counted. An hour later, when whoever began before is done,
//! its rows go, in small pieces. Figures, the ledger, bounces and complaints stay.

use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use super::events;
use crate::{Core, Timestamp, clock, runs, subscribers, tracking};

const LOOK: Duration = Duration::from_mins(10);
/// From the mark until its rows go, in milliseconds.
const GRACE: i64 = clock::HOUR;
/// Rows that go at once.
const PIECE: i64 = 2_000;
/// Others write in between.
const PAUSE: Duration = Duration::from_millis(20);

/// Who left is kept for so long at least. Ledgers that ask for earlier ones look at every reader.
const DEPARTURES: Duration = Duration::from_hours(2);

/// Forgets what is due until it is stopped.
pub async fn background(core: Core, stop: CancellationToken) {
    let mut departures = Departures::default();
    let mut ticks = interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        if let Err(error) = forget(&core, PIECE, &stop).await {
            tracing::warn!(%error, "who opened old campaigns was not forgotten: tried again in ten minutes");
        }
        if let Err(error) = departures.forget(&core, DEPARTURES, PIECE, &stop).await {
            tracing::warn!(%error, "who left hours ago was not forgotten: tried again in ten minutes");
        }
    }
}

/// Who left, and how that is forgotten.
#[derive(Default)]
pub(super) struct Departures {
    /// A horizon, and when it was taken.
    seen: Option<(Instant, i64)>,
}

impl Departures {
    /// Forgets those below the last horizon, if that is old enough, and takes a new one.
    pub async fn forget(
        &mut self,
        core: &Core,
        kept: Duration,
        piece: i64,
        stop: &CancellationToken,
    ) -> database::Result<()> {
        if let Some((since, horizon)) = self.seen {
            if since.elapsed() < kept {
                return Ok(());
            }
            let mut tx = core.db.begin().await?;
            subscribers::announce_forgetting(&mut tx, horizon).await?;
            tx.commit().await?;
            while !stop.is_cancelled() {
                let mut tx = core.db.begin().await?;
                let gone = subscribers::forget_departures(&mut tx, horizon, piece).await?;
                tx.commit().await?;
                if gone == 0 {
                    break;
                }
                tokio::time::sleep(PAUSE).await;
            }
        }
        let mut tx = core.db.read().await?;
        let horizon = subscribers::departures_horizon(&mut tx).await?;
        self.seen = Some((Instant::now(), horizon));
        Ok(())
    }
}

/// All that is due, so many rows at once.
pub(super) async fn forget(core: &Core, piece: i64, stop: &CancellationToken) -> database::Result<()> {
    if let Some(days) = core.settings.engagement_days {
        mark(core, Timestamp(core.now().0 - i64::from(days) * clock::DAY), stop).await?;
    }
    while !stop.is_cancelled() {
        let before = Timestamp(core.now().0 - GRACE);
        let mut tx = core.db.begin().await?;
        let Some(run) = runs::forgetting(&mut tx, before).await? else { break };
        let readers = tracking::forget(&mut tx, run.newsletter_id, run.id, piece).await?;
        let mails = events::forget_delivered(&mut tx, run, piece).await?;
        if readers + mails == 0 {
            runs::forgotten(&mut tx, run.id).await?;
            let campaign_id = run.campaign_id.get();
            tx.then(move || tracing::info!(campaign_id, "who opened this campaign is forgotten"));
        }
        tx.commit().await?;
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}

async fn mark(core: &Core, before: Timestamp, stop: &CancellationToken) -> database::Result<()> {
    while !stop.is_cancelled() {
        let mut tx = core.db.begin().await?;
        let marked = runs::forget_next(&mut tx, before, core.now()).await?;
        tx.commit().await?;
        if marked.is_none() {
            break;
        }
    }
    Ok(())
}
