//! What this node knows of its leases while it works on them: who of a chunk is nobody's yet, and under which attempts its messages
//! are in flight. All of it but the attempts stands in the database as well, and is read from there whenever it is not here.

use std::collections::BTreeSet;

use database::{Statement, Tx, on_engine};
use engine::ports::{Key, Step};
use platform::quick::{HashMap, HashSet};

use super::{context::StepContext, statements::Change};
use crate::{
    NewsletterId, RunId,
    deliveries::{
        marks::{self, Bits, Damaged, Marks, Place},
        model::decode_ids,
    },
    runs::State,
};

/// Leases without a message in flight that are kept beyond the last step: as many chunks as are sent at once.
const IDLE: usize = 16;

/// A lease with its readers.
struct Lease {
    ids: Vec<i64>,
    /// Readers who are no longer for a first attempt: they have a row, or a mark of any lease.
    taken: Bits,
    marks: Marks,
    is_changed: bool,
}

/// The leases of a node, and its messages in flight on the plain path.
#[derive(Default)]
pub struct Leases {
    known: HashMap<Place, Lease>,
    /// (run, reader) → the attempt that was granted, and where.
    attempts: HashMap<(i64, i64), (i64, Place)>,
}

/// The leases that a transaction works on. What it does to them is forgotten unless the transaction is known to be durable.
pub struct Drafts<'a> {
    leases: &'a mut Leases,
    open: HashMap<Place, Lease>,
    /// (run, reader) whose messages have had their outcomes.
    settled: Vec<(i64, i64)>,
    /// And those whose first attempts are granted.
    granted: Vec<(i64, i64)>,
    /// Leases that cannot be worked on.
    damaged: Vec<Damaged>,
}

/// What outcomes come to.
#[derive(Default)]
pub struct Outcomes {
    /// Plainly sent: a mark says so.
    pub sent: Vec<Change>,
    /// Left the plain path: a row is to be inserted.
    pub left: Vec<Change>,
    /// Not of the plain path: a row is to be updated.
    pub rows: Vec<Change>,
}

/// What first attempts come to.
#[derive(Default)]
pub struct Intents {
    /// In flight: a mark says so.
    pub begun: Vec<Change>,
    /// A row is to be inserted.
    pub rows: Vec<Change>,
}

impl Leases {
    /// Where the attempt was granted, if it is in flight on the plain path.
    pub fn place_of(&self, key: &Key, attempt_id: i64) -> Option<Place> {
        let (attempt, place) = self.attempts.get(&(key.run_id, key.subscriber_id))?;
        (*attempt == attempt_id).then_some(*place)
    }

    /// Whether the lease's marks are at hand, and there is a row of them.
    pub fn are_written(&self, place: Place) -> bool {
        self.known.get(&place).is_some_and(|lease| lease.marks.version > 0)
    }

    /// The leases that these steps are about, in their order.
    fn places(&self, context: &StepContext, steps: &[Step]) -> BTreeSet<Place> {
        let places = steps.iter().flat_map(|step| match step {
            Step::Intent { key, origin, attempt_id, .. } => {
                [context.place(key, *origin), self.place_of(key, *attempt_id)]
            }
            Step::Settle { key, origin, .. } => [context.place(key, *origin), None],
            Step::Outcome { key, attempt_id, .. } => [self.place_of(key, *attempt_id), None],
            _ => [None, None],
        });
        places.flatten().collect()
    }

    /// Answers how many messages are in flight.
    #[cfg(test)]
    pub fn forget(&mut self) -> usize {
        self.known.clear();
        self.attempts.len()
    }

    /// Forgets what can be read again.
    fn tidy(&mut self, used: &HashSet<Place>) {
        if self.known.len() > IDLE {
            let busy: HashSet<Place> = self.attempts.values().map(|(_, place)| *place).collect();
            self.known.retain(|place, _| used.contains(place) || busy.contains(place));
        }
    }
}

impl<'a> Drafts<'a> {
    /// The leases that these steps are about.
    pub async fn open(
        tx: &mut Tx,
        leases: &'a mut Leases,
        context: &StepContext,
        steps: &[Step],
    ) -> database::Result<Self> {
        let mut drafts = Self::at_hand(leases, context, steps);
        for place in drafts.leases.places(context, steps) {
            if drafts.open.contains_key(&place) {
                continue;
            }
            match Damaged::apart(load(tx, place, context.node_id).await)? {
                Ok(lease) => drafts.open.extend(lease.map(|lease| (place, lease))),
                Err(damage) => drafts.damaged.push(damage),
            }
        }
        Ok(drafts)
    }

    /// Those of them that are at hand.
    pub fn at_hand(leases: &'a mut Leases, context: &StepContext, steps: &[Step]) -> Self {
        let places = leases.places(context, steps);
        let open = places.into_iter().filter_map(|place| leases.known.remove_entry(&place)).collect();
        Self { leases, open, settled: Vec::new(), granted: Vec::new(), damaged: Vec::new() }
    }

    /// What is known of the attempt, if its message is in flight on the plain path.
    fn in_flight(&self, key: &Key, attempt_id: i64) -> Option<(Place, usize)> {
        let place = self.leases.place_of(key, attempt_id)?;
        let lease = self.open.get(&place)?;
        let position = lease.ids.binary_search(&key.subscriber_id).ok()?;
        lease.marks.is_in_flight(position).then_some((place, position))
    }

    pub fn is_in_flight(&self, key: &Key, attempt_id: i64) -> bool {
        self.in_flight(key, attempt_id).is_some()
    }

    /// Whether the reader is no longer for a first attempt.
    pub fn is_taken(&self, place: Place, reader: i64) -> bool {
        self.open.get(&place).is_some_and(|lease| {
            lease.ids.binary_search(&reader).is_ok_and(|position| lease.taken.has(position))
        })
    }

    /// Whether messages of the run are in flight when this is durable.
    pub fn is_busy(&self, run_id: i64) -> bool {
        let mut readers = self.leases.attempts.keys();
        readers.any(|reader| reader.0 == run_id && !self.settled.contains(reader))
    }

    pub fn outcomes(&mut self, changes: Vec<Change>, now: i64) -> Outcomes {
        let mut outcomes = Outcomes::default();
        for mut change in changes {
            if self.leases.place_of(&change.key, change.attempt_id).is_some() {
                self.settled.push((change.key.run_id, change.key.subscriber_id));
            }
            let found = self.in_flight(&change.key, change.attempt_id);
            let Some((lease, position)) =
                found.and_then(|(place, position)| Some((self.open.get_mut(&place)?, position)))
            else {
                outcomes.rows.push(change);
                continue;
            };
            lease.is_changed = true;
            let settled = &change.settled;
            let is_plain = settled.state == State::Sent && settled.reason.is_none();
            if is_plain && lease.marks.end(position, now, settled.code, settled.enhanced_code.as_deref()) {
                outcomes.sent.push(change);
            } else {
                change.attempt = 1;
                change.dated_at = lease.marks.at(position).0;
                lease.marks.leave(position);
                outcomes.left.push(change);
            }
        }
        outcomes
    }

    pub fn intents(&mut self, changes: Vec<Change>) -> Intents {
        let mut intents = Intents::default();
        for change in changes {
            let Some((place, lease)) =
                change.place.and_then(|place| Some((place, self.open.get_mut(&place)?)))
            else {
                continue;
            };
            let Ok(position) = lease.ids.binary_search(&change.key.subscriber_id) else { continue };
            if lease.taken.has(position) || lease.marks.version < 0 {
                continue;
            }
            lease.taken.insert(position);
            let is_plain = change.settled.state == State::Committing && change.attempt == 1;
            if is_plain && lease.marks.begin(position, change.dated_at) {
                lease.is_changed = true;
                let reader = (change.key.run_id, change.key.subscriber_id);
                self.granted.push(reader);
                if self.leases.attempts.insert(reader, (change.attempt_id, place)).is_some() {
                    // One that was never granted left its attempt here; the outcome written for it is not this one's.
                    self.settled.retain(|settled| *settled != reader);
                }
                intents.begun.push(change);
            } else {
                intents.rows.push(change);
            }
        }
        intents
    }

    /// Has the marks written anew by which these intents would be recognised as granted before: whether they are still this node's is
    /// known only then. A node that slept may have been taken for dead since, and its readers be in doubt.
    pub fn confirm(&mut self, steps: &[Step]) {
        for step in steps {
            if let Step::Intent { key, attempt_id, .. } = step
                && let Some((place, _)) = self.in_flight(key, *attempt_id)
                && let Some(lease) = self.open.get_mut(&place)
            {
                lease.is_changed = true;
            }
        }
    }

    /// Has all marks written anew that are there: a commit of these steps may be under way that nobody waits for any more. Whichever comes first
    /// keeps the other from being written.
    pub fn fence(&mut self) {
        for lease in self.open.values_mut() {
            lease.is_changed |= lease.marks.version > 0;
        }
    }

    /// To be called when it is certain that nothing was written.
    pub fn undo(self) {
        for reader in self.granted {
            self.leases.attempts.remove(&reader);
        }
    }

    /// Remembers what could not be read beside the leases.
    pub fn damaged(&mut self, damage: Damaged) {
        self.damaged.push(damage);
    }

    /// What writes the marks that changed, as they are together. Each writes one row; where it does not, somebody else has written
    /// them: this node was taken for dead, and nothing of this is to be kept.
    pub fn changes(&mut self) -> Vec<Statement> {
        let mut changed: Vec<_> = self.open.iter_mut().filter(|(_, lease)| lease.is_changed).collect();
        changed.sort_unstable_by_key(|(place, _)| **place);
        let statements = changed.into_iter().map(|(place, lease)| {
            lease.marks.version += 1;
            lease.is_changed = false;
            let write = if lease.marks.version == 1 { marks::insert } else { marks::update };
            write(*place, &lease.marks)
        });
        statements.collect()
    }

    /// To be called once the transaction is durable. Answers what could not be worked on.
    pub fn keep(self) -> Vec<Damaged> {
        for reader in self.settled {
            self.leases.attempts.remove(&reader);
        }
        let used = self.open.keys().copied().collect();
        self.leases.known.extend(self.open);
        self.leases.tidy(&used);
        self.damaged
    }
}

/// `None`: its campaign was deleted.
async fn load(tx: &mut Tx, place: Place, node_id: i64) -> database::Result<Option<Lease>> {
    let chunk: Option<Vec<u8>> = on_engine!(&mut *tx, conn => sqlx::query_scalar(
        "SELECT ids FROM delivery_chunks WHERE newsletter_id = $1 AND run_id = $2 AND chunk_no = $3")
        .bind(place.newsletter_id).bind(place.run_id).bind(place.chunk_no).fetch_optional(conn).await?);
    let Some(ids) = chunk.as_deref().map(decode_ids) else { return Ok(None) };
    let (newsletter_id, run_id) = (NewsletterId::new(place.newsletter_id), RunId::new(place.run_id));
    let known = marks::known(tx, newsletter_id, run_id, place.chunk_no, &ids).await?;
    let own = known.leases.into_iter().find(|lease| lease.lease_no == place.lease_no);
    let marks = own.map_or_else(|| Marks::new(node_id, ids.len()), |lease| lease.marks);
    Ok(Some(Lease { ids, taken: known.readers, marks, is_changed: false }))
}
