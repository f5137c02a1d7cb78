//! Rounds: a node takes a webhook under a lease and attempts what is due, in the order of the sequence.

use std::time::Duration;

use futures::future::join_all;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::{
    model::{Health, Outcome, Verdict, retry_in},
    post::{Message, attempt},
    store::{
        deliveries::DeliveryRow,
        hooks::{self, HookRow},
        queue::{self, Due},
    },
};
use crate::{Core, Timestamp, clock::SECOND, notices, secrets::random_bytes};

/// How long nobody else attempts deliveries of a webhook, in milliseconds; renewed before each attempt. Longer than an
/// attempt takes (15 s), so that an attempt ends before somebody else can make it.
pub const LEASE: i64 = 40 * SECOND;
/// Deliveries of one round; then others have their turn.
const ROUND: i64 = 100;
/// After this no attempt of a round begins: a slow receiver would keep others waiting.
const ROUND_TIME: Duration = Duration::from_secs(20);
/// Attempts that are under way together when a whole round waits.
const TOGETHER: usize = 4;

/// Everything that is due now, webhook by webhook, for tests; answers how many attempts were made.
pub async fn deliver_due(core: &Core) -> database::Result<usize> {
    let mut attempts = 0;
    loop {
        let mut tx = core.db.read().await?;
        let due = queue::due(&mut tx, core.now(), 100).await?;
        drop(tx);
        let mut made = 0;
        for due in due {
            made += round(core, &due, &CancellationToken::new()).await?;
        }
        if made == 0 {
            return Ok(attempts);
        }
        attempts += made;
    }
}

/// One round of one webhook; answers how many attempts were made, 0 when somebody else is at it. Ends early when `stop`
/// says so, or when the receiver fails.
pub async fn round(core: &Core, due: &Due, stop: &CancellationToken) -> database::Result<usize> {
    let (now, token) = (core.now(), token());
    let mut tx = core.db.begin().await?;
    let Some(mut hook) = queue::take(&mut tx, due, token, now.0 + LEASE, now).await? else { return Ok(0) };
    let mut group = queue::deliveries_due(&mut tx, &hook, now, ROUND).await?;
    if group.is_empty() {
        queue::release(&mut tx, hook.author_id, hook.id, hook.paused_until).await?;
        tx.commit().await?;
        return Ok(0);
    }
    tx.commit().await?;
    // One after the other while few wait, so that they arrive in order; a crowd would wait for ever that way.
    let width = if group.len() == ROUND as usize { TOGETHER } else { 1 };
    group.truncate(width);
    let (began, mut made) = (Instant::now(), 0);
    loop {
        let outcomes = join_all(group.iter().map(|d| attempt(core, &hook, Message::of(d)))).await;
        made += group.len();
        let is_over = made >= ROUND as usize || began.elapsed() >= ROUND_TIME || stop.is_cancelled();
        let more = if is_over { 0 } else { width };
        match settle(core, &hook, token, &group, &outcomes, more as i64).await? {
            Some(next) => (hook, group) = next,
            None => return Ok(made),
        }
    }
}

/// Writes what became of attempts. When the round goes on, answers the webhook as it is now and up to `more` deliveries
/// that are next: as they are now, because a reader may have been forgotten meanwhile.
async fn settle(
    core: &Core,
    hook: &HookRow,
    token: i64,
    group: &[DeliveryRow],
    outcomes: &[Outcome],
    more: i64,
) -> database::Result<Option<(HookRow, Vec<DeliveryRow>)>> {
    let now = core.now();
    let mut tx = core.db.begin().await?;
    let Some(mut fresh) = hooks::find_locked(&mut tx, hook.author_id, hook.id).await? else {
        return Ok(None);
    };
    for (delivery, outcome) in group.iter().zip(outcomes) {
        let next = retry_in(delivery.attempts + 1, outcome.retry_after, jitter()).map(|wait| now.plus(wait));
        queue::record(&mut tx, &fresh, delivery, outcome, next, now).await?;
    }
    if fresh.lease_token != token || !fresh.is_active {
        // Somebody else's by now, or switched off: what was attempted is written, and that is all.
        tx.commit().await?;
        return Ok(None);
    }
    let (health, verdict) = fresh.health().after(outcomes, now);
    if health != fresh.health() {
        queue::set_health(&mut tx, &fresh, health).await?;
    }
    if let Verdict::Disable(reason) = &verdict {
        disable(&mut tx, &fresh, reason, now).await?;
    }
    let next = if verdict == Verdict::Well {
        queue::deliveries_due(&mut tx, &fresh, now, more).await?
    } else {
        Vec::new()
    };
    let goes_on = !next.is_empty();
    if goes_on {
        queue::renew(&mut tx, &fresh, now.0 + LEASE).await?;
    } else {
        queue::release(&mut tx, fresh.author_id, fresh.id, health.paused_until).await?;
    }
    tx.commit().await?;
    fresh.set(health);
    Ok(goes_on.then_some((fresh, next)))
}

/// Gives a webhook up, and tells its author.
async fn disable(
    tx: &mut database::Tx,
    hook: &HookRow,
    reason: &str,
    now: Timestamp,
) -> database::Result<()> {
    hooks::switch_off(tx, hook.author_id, hook.id, reason, Some(now)).await?;
    let title = format!("The webhook to {} was disabled", host(&hook.url));
    let detail = format!("{reason} No events are sent there until you turn it on again.");
    let kind = notices::NoticeKind::WebhookDisabled;
    notices::add(tx, hook.author_id, kind, &title, Some(&detail), Some("/settings"), now).await
}

/// The host of a checked URL, for sentences and for sharing it out.
pub fn host(url: &str) -> String {
    let url = reqwest::Url::parse(url).ok();
    url.as_ref().and_then(|url| url.host_str()).unwrap_or("its receiver").to_owned()
}

impl HookRow {
    fn health(&self) -> Health {
        Health { failing_since: self.failing_since, failures: self.failures, paused_until: self.paused_until }
    }

    fn set(&mut self, health: Health) {
        self.failing_since = health.failing_since;
        self.failures = health.failures;
        self.paused_until = health.paused_until;
    }
}

fn token() -> i64 {
    i64::from_be_bytes(random_bytes())
}

fn jitter() -> u8 {
    let [byte] = random_bytes();
    byte
}
