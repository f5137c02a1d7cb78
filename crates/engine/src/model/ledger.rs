//! The model of the ledger as the engine meets it: late, sometimes away, sometimes durable without saying so.

use std::{sync::Arc, time::Duration};

use platform::{
    Clock,
    clock::{MINUTE, SECOND},
};
use tokio::time::sleep;

use super::world::{Campaign, Chunk, NEWSLETTER, Node, RUN, Row, Shared, World};
use crate::{
    State,
    ports::{Claim, Lease, Ledger, LedgerDown, LedgerResult, Reader, Run, Step, Verdict},
};

/// The ledger of one node.
pub struct ModelLedger {
    shared: Arc<Shared>,
    /// The database's, which is the one that counts.
    clock: Clock,
    /// The node's own is wrong.
    is_off: bool,
    /// Its number.
    pub node: i64,
}

impl ModelLedger {
    /// Registers a node, as a start does.
    pub fn register(shared: &Arc<Shared>, clock: &Clock, is_off: bool) -> Self {
        let mut world = shared.world();
        let node = world.nodes.len() as i64 + 1;
        let (heartbeat, successor) = (clock.now().0, None);
        world.nodes.insert(node, Node { dead: false, successor, heartbeat, swept: false });
        drop(world);
        Self { shared: shared.clone(), clock: clock.clone(), is_off, node }
    }

    /// The node that starts with this one's data folder, after its end.
    #[must_use]
    pub fn successor(&self) -> Self {
        let new = Self::register(&self.shared, &self.clock, self.is_off);
        let mut world = self.shared.world();
        for (_, node) in
            world.nodes.iter_mut().filter(|(id, it)| **id == self.node || it.successor == Some(self.node))
        {
            node.successor = Some(new.node);
        }
        drop(world);
        new
    }

    /// Waits, fails before or after the change, and checks the invariants after it.
    async fn call<T>(&self, change: impl FnOnce(&mut World) -> T + Send) -> LedgerResult<T> {
        self.pause(5).await;
        if self.shared.fault(0.02) {
            return Err(LedgerDown("away".into()));
        }
        let answer = {
            let mut world = self.shared.world();
            let answer = change(&mut world);
            world.check();
            answer
        };
        if self.shared.fault(0.02) {
            return Err(LedgerDown("the answer was lost".into()));
        }
        self.pause(3).await;
        Ok(answer)
    }

    async fn pause(&self, below: u64) {
        if self.shared.is_slow {
            sleep(Duration::from_millis(self.shared.below(below))).await;
        }
    }

    fn reader(world: &World, id: i64) -> Result<Reader, (State, &'static str)> {
        world
            .unsendable(id)
            .map_or_else(|| Ok(Reader { id, email: format!("{id}@example.net"), ..Reader::default() }), Err)
    }
}

impl Ledger for ModelLedger {
    async fn recover(&self) -> LedgerResult<usize> {
        let (me, is_off, now) = (self.node, self.is_off, self.clock.now().0);
        self.call(|world| recover(world, me, is_off, now)).await
    }

    async fn freeze(&self) -> LedgerResult<bool> {
        self.call(|world| {
            if !world.preparing {
                return false;
            }
            let ids: Vec<i64> =
                world.readers.iter().skip(world.frozen).take(2 * world.chunk).map(|(id, _)| *id).collect();
            world.frozen += ids.len();
            world.preparing = ids.len() == 2 * world.chunk;
            let active: Vec<i64> = ids.into_iter().filter(|id| world.readers[id]).collect();
            world.counts.intended += active.len() as i64;
            for part in active.chunks(world.chunk) {
                world.chunks.push(Chunk { ids: part.to_vec(), open: true, node: None });
            }
            true
        })
        .await
    }

    async fn runs(&self) -> LedgerResult<Vec<Arc<Run>>> {
        self.call(|world| {
            world.looks += 1;
            let run = Run {
                id: RUN,
                campaign_id: 1,
                newsletter_id: NEWSLETTER,
                author_id: 1,
                epoch: world.epoch,
                content: world.content.clone(),
            };
            if world.campaign == Campaign::Sending { vec![Arc::new(run)] } else { Vec::new() }
        })
        .await
    }

    async fn lease(&self, run: &Run) -> LedgerResult<Option<Lease>> {
        let (me, epoch) = (self.node, run.epoch);
        self.call(|world| {
            if world.campaign != Campaign::Sending || world.epoch != epoch {
                return None;
            }
            let no = world.chunks.iter().position(|c| c.open && c.node.is_none())?;
            world.chunks[no].node = Some(me);
            let ids: Vec<i64> =
                world.chunks[no].ids.iter().copied().filter(|id| !world.rows.contains_key(id)).collect();
            let mut lease = Lease { chunk_no: no as i64, readers: Vec::new(), unsendable: Vec::new() };
            for id in ids {
                match Self::reader(world, id) {
                    Ok(reader) => lease.readers.push(reader),
                    Err((state, reason)) => lease.unsendable.push((id, state, reason)),
                }
            }
            Some(lease)
        })
        .await
    }

    async fn claim(&self, run: &Run, attempt_id: i64, limit: usize) -> LedgerResult<Vec<Claim>> {
        let (me, now, epoch) = (self.node, self.clock.now().0, run.epoch);
        self.call(|world| {
            if world.campaign != Campaign::Sending || world.epoch != epoch {
                return Vec::new();
            }
            let due: Vec<i64> = world
                .rows
                .iter()
                .filter(|(_, row)| {
                    matches!(row.state, State::Queued | State::Deferred) && row.not_before <= now
                })
                .map(|(id, _)| *id)
                .take(limit)
                .collect();
            due.into_iter()
                .map(|id| {
                    let reader = Self::reader(world, id);
                    let Some(row) = world.rows.get_mut(&id) else { unreachable!() };
                    let from = row.state;
                    row.state = State::Claimed;
                    row.attempt_id = attempt_id;
                    row.node = me;
                    let claim = Claim {
                        reader,
                        subscriber_id: id,
                        attempt_id,
                        attempts: row.attempts,
                        dated_at: row.dated_at,
                    };
                    world.moved(from, State::Claimed);
                    claim
                })
                .collect()
        })
        .await
    }

    async fn apply(&self, steps: &[Step]) -> LedgerResult<Vec<Verdict>> {
        for step in steps {
            if let Step::Settle { settled, .. } | Step::Outcome { settled, .. } = step
                && (settled.state == State::Sent || settled.hard_bounce)
            {
                assert!(!settled.receiver.is_empty(), "nobody knows where it went: {step:?}");
            }
        }
        let me = self.node;
        let mut verdicts = self.call(|world| world.apply(me, steps)).await?;
        let somebody_leaves = self.shared.fault(0.01);
        let mut world = self.shared.world();
        for (step, verdict) in steps.iter().zip(&mut verdicts) {
            let Step::Intent { key, attempt_id, .. } = step else { continue };
            if somebody_leaves {
                world.note(format!("reader {} leaves before the answer", key.subscriber_id));
                world.readers.insert(key.subscriber_id, false);
            }
            if *verdict == Verdict::Granted
                && let Some((state, reason)) = world.unsendable(key.subscriber_id)
            {
                *verdict = Verdict::Left(state, reason);
            }
            if matches!(verdict, Verdict::Left(..)) {
                world.taken_back.insert((key.subscriber_id, *attempt_id));
            }
        }
        drop(world);
        Ok(verdicts)
    }

    async fn finish(&self) -> LedgerResult<bool> {
        let now = self.clock.now().0;
        self.call(|world| finish(world, now)).await
    }
}

fn recover(world: &mut World, me: i64, is_off: bool, now: i64) -> usize {
    if let Some(node) = world.nodes.get_mut(&me) {
        node.heartbeat = now;
        node.swept = false;
    }
    let of = |world: &World, limit: i64| -> Vec<i64> {
        world
            .nodes
            .iter()
            .filter(|(id, n)| **id != me && !n.swept)
            .filter(|(_, n)| n.dead || n.successor == Some(me) || (now - n.heartbeat > limit && !is_off))
            .map(|(id, _)| *id)
            .collect()
    };
    let (silent, gone) = (of(world, 30 * SECOND), of(world, 15 * MINUTE));
    for no in 0..world.chunks.len() {
        let (rows, committing) = world.chunk_rows(no);
        let chunk = &mut world.chunks[no];
        if chunk.open && chunk.node == Some(me) && rows >= chunk.ids.len() && committing == 0 {
            world.close(no);
        }
    }
    for node in silent {
        world.free(node);
    }
    for node in gone {
        world.sweep(node, State::Committing, now);
        world.sweep(node, State::CommittingAgain, now);
        if let Some(node) = world.nodes.get_mut(&node) {
            node.swept = true;
        }
    }
    let alive =
        |n: &&Node| !n.dead && !n.swept && n.successor != Some(me) && now - n.heartbeat <= 30 * SECOND;
    world.nodes.values().filter(alive).count()
}

fn finish(world: &mut World, now: i64) -> bool {
    match world.campaign {
        Campaign::Sending if !world.has_open_readers() => {
            world.campaign = Campaign::Sent;
            world.sent_at = Some(now);
            true
        }
        Campaign::Cancelled if !world.preparing => cancel(world),
        _ => false,
    }
}

fn cancel(world: &mut World) -> bool {
    let mut changed = false;
    for no in 0..world.chunks.len() {
        if !world.chunks[no].open || world.chunks[no].node.is_some() {
            continue;
        }
        for id in world.chunks[no].ids.clone() {
            if let std::collections::btree_map::Entry::Vacant(vacant) = world.rows.entry(id) {
                let row = Row {
                    state: State::Cancelled,
                    attempt_id: 0,
                    attempts: 0,
                    doubts: 0,
                    node: 0,
                    not_before: 0,
                    dated_at: 0,
                };
                vacant.insert(row);
                world.counts.add(State::Cancelled, 1);
                changed = true;
            }
        }
        world.close(no);
    }
    let ids: Vec<i64> = world.rows.keys().copied().collect();
    for id in ids {
        let Some(row) = world.rows.get_mut(&id) else { continue };
        if matches!(row.state, State::Queued | State::Deferred) {
            let from = row.state;
            row.state = if row.doubts > 0 { State::Held } else { State::Cancelled };
            row.not_before = 0;
            let to = row.state;
            world.moved(from, to);
            changed = true;
        }
    }
    changed
}
