//! From the outbox into the queues of the webhooks, numbered.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{
    model::Event,
    store::{
        deliveries::{self, New},
        hooks::HookRow,
        outbox, queue,
    },
};
use crate::{AuthorId, Core, Timestamp};

/// Events of one transaction.
const BATCH: i64 = 500;

impl HookRow {
    /// When there is something to do once something new waits.
    pub fn due_with_new(&self, now: Timestamp) -> i64 {
        let first = now.0.max(self.paused_until);
        self.due_at.map_or(first, |due| due.min(first))
    }
}

/// One batch; answers how many events were taken out of the outbox. One node does it at a time, so that each webhook
/// counts 1, 2, 3 without gaps in the order of the events.
pub async fn fan_out(core: &Core) -> database::Result<usize> {
    let mut tx = core.db.read().await?;
    let is_empty = outbox::is_empty(&mut tx).await?;
    drop(tx);
    if is_empty {
        return Ok(0);
    }
    let now = core.now();
    let mut tx = core.db.begin().await?;
    if !outbox::turn(&mut tx, false).await? {
        return Ok(0);
    }
    let events = outbox::oldest(&mut tx, BATCH).await?;
    let authors: BTreeSet<AuthorId> = events.iter().map(|event| event.author_id).collect();
    let authors: Vec<AuthorId> = authors.into_iter().collect();
    if authors.is_empty() {
        return Ok(0);
    }
    let mut hooks: HashMap<AuthorId, Vec<HookRow>> = HashMap::new();
    for hook in queue::listening(&mut tx, &authors).await? {
        hooks.entry(hook.author_id).or_default().push(hook);
    }
    let mut sequences: BTreeMap<i64, i64> = BTreeMap::new();
    let mut new = Vec::new();
    for event in &events {
        let bit = Event::parse(&event.kind).map_or(0, Event::bit);
        let theirs = hooks.get(&event.author_id).map(Vec::as_slice).unwrap_or_default();
        for hook in theirs.iter().filter(|hook| hook.events & bit != 0) {
            let sequence = sequences.entry(hook.id).or_insert(hook.sequence);
            *sequence += 1;
            new.push(New {
                webhook_id: hook.id,
                author_id: hook.author_id,
                event_id: &event.event_id,
                kind: &event.kind,
                sequence: *sequence,
                subscriber_id: event.subscriber_id,
                data: &event.data,
                at: event.at,
            });
        }
    }
    deliveries::insert(&mut tx, &new, now).await?;
    for hook in hooks.values().flatten() {
        if let Some(sequence) = sequences.get(&hook.id) {
            queue::numbered(&mut tx, hook, *sequence, hook.due_with_new(now)).await?;
        }
    }
    let ids: Vec<i64> = events.iter().map(|event| event.id).collect();
    outbox::take_out(&mut tx, &ids).await?;
    tx.commit().await?;
    Ok(events.len())
}
