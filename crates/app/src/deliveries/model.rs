//! States of a delivery and how the report groups them.

use serde::Serialize;

/// Where one reader stands. A reader without a row is queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(i16)]
pub enum State {
    /// Waits to be taken up again, with nothing known to be delivered or with the policy to resend.
    Queued = 1,
    /// A later attempt was taken up by a node; no dot was written.
    Claimed = 2,
    /// Durable intent of a first attempt: the dot may be written, its outcome is not recorded.
    Committing = 3,
    /// The same for a later attempt.
    CommittingAgain = 4,
    Sent = 5,
    Deferred = 6,
    Failed = 7,
    Skipped = 8,
    Suppressed = 9,
    Cancelled = 10,
    /// Nobody knows whether it arrived, and the policy has not been applied.
    InDoubt = 11,
    /// In doubt, and the policy leaves it to a person.
    Held = 12,
}

impl State {
    pub fn from_code(code: i16) -> Option<Self> {
        use State::{
            Cancelled, Claimed, Committing, CommittingAgain, Deferred, Failed, Held, InDoubt, Queued, Sent,
            Skipped, Suppressed,
        };
        [
            Queued,
            Claimed,
            Committing,
            CommittingAgain,
            Sent,
            Deferred,
            Failed,
            Skipped,
            Suppressed,
            Cancelled,
            InDoubt,
            Held,
        ]
        .into_iter()
        .find(|s| s.code() == code)
    }

    pub fn code(self) -> i16 {
        self as i16
    }

    /// The ledger's group, as the API names it.
    pub fn group(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Claimed | Self::Committing | Self::CommittingAgain => "sending",
            Self::Sent => "sent",
            Self::Deferred => "deferred",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
            Self::Suppressed => "suppressed",
            Self::Cancelled => "cancelled",
            Self::InDoubt | Self::Held => "in_doubt",
        }
    }

    /// The states behind a group; empty for a name that is none.
    pub fn of_group(group: &str) -> Vec<Self> {
        (1..=12).filter_map(Self::from_code).filter(|s| s.group() == group).collect()
    }
}

/// Where the readers of a campaign stand; the groups always add up to `intended`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Ledger {
    pub intended: i64,
    pub queued: i64,
    pub sending: i64,
    pub sent: i64,
    pub deferred: i64,
    pub failed: i64,
    pub suppressed: i64,
    pub skipped: i64,
    pub cancelled: i64,
    pub in_doubt: i64,
}

impl Ledger {
    /// Readers whose story is over.
    pub fn settled(&self) -> i64 {
        self.sent + self.failed + self.suppressed + self.skipped + self.cancelled + self.in_doubt
    }
}

/// Counters of a run: every state that has rows. Queued is what is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Counters {
    pub intended: i64,
    pub claimed: i64,
    pub committing: i64,
    pub sent: i64,
    pub deferred: i64,
    pub failed: i64,
    pub suppressed: i64,
    pub skipped: i64,
    pub cancelled: i64,
    pub in_doubt: i64,
    pub held: i64,
}

impl Counters {
    /// Moves `n` readers into a state (out of it when negative).
    pub fn add(&mut self, state: State, n: i64) {
        match state {
            State::Queued => {}
            State::Claimed => self.claimed += n,
            State::Committing | State::CommittingAgain => self.committing += n,
            State::Sent => self.sent += n,
            State::Deferred => self.deferred += n,
            State::Failed => self.failed += n,
            State::Skipped => self.skipped += n,
            State::Suppressed => self.suppressed += n,
            State::Cancelled => self.cancelled += n,
            State::InDoubt => self.in_doubt += n,
            State::Held => self.held += n,
        }
    }

    pub fn ledger(&self) -> Ledger {
        let mut ledger = Ledger {
            intended: self.intended,
            queued: 0,
            sending: self.claimed + self.committing,
            sent: self.sent,
            deferred: self.deferred,
            failed: self.failed,
            suppressed: self.suppressed,
            skipped: self.skipped,
            cancelled: self.cancelled,
            in_doubt: self.in_doubt + self.held,
        };
        ledger.queued = self.intended - ledger.sending - ledger.deferred - ledger.settled();
        ledger
    }
}

/// What becomes of readers in doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Policy {
    /// Sent again, once: a second copy is possible, a third is not.
    #[default]
    Resend,
    /// Left to a person: nobody gets a second copy.
    Hold,
}

impl Policy {
    /// Of a campaign in this state with this choice of its author: nothing is sent again for one that was cancelled.
    pub fn of(status: &str, choice: &str) -> Self {
        if status == "cancelled" || choice == "hold" { Self::Hold } else { Self::Resend }
    }

    /// Where a reader goes who came in doubt after so many doubts before, and the earliest time of the next attempt. `due`
    /// is that time by the retry schedule, `None` at its end.
    pub fn of_doubt(self, before: i16, due: Option<i64>) -> (State, i64) {
        match (self, due) {
            (Self::Resend, Some(due)) if before == 0 => (State::Queued, due),
            _ => (State::Held, 0),
        }
    }
}

/// Reader ids, ascending, as LEB128 varints of their differences: about one byte a reader.
pub fn encode_ids(ids: &[i64]) -> Vec<u8> {
    let mut out = Vec::with_capacity(ids.len() * 2);
    let mut last = 0i64;
    for &id in ids {
        let mut delta = (id - last) as u64;
        last = id;
        while delta >= 0x80 {
            out.push((delta as u8 & 0x7f) | 0x80);
            delta >>= 7;
        }
        out.push(delta as u8);
    }
    out
}

/// The reverse of [`encode_ids`]; a truncated tail is dropped.
pub fn decode_ids(bytes: &[u8]) -> Vec<i64> {
    let mut ids = Vec::with_capacity(bytes.len());
    let (mut last, mut delta, mut shift) = (0i64, 0u64, 0u32);
    for &byte in bytes {
        delta |= u64::from(byte & 0x7f) << shift.min(63);
        if byte & 0x80 != 0 {
            shift += 7;
        } else {
            last += delta as i64;
            ids.push(last);
            (delta, shift) = (0, 0);
        }
    }
    ids
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ids_survive_their_encoding(mut ids in proptest::collection::vec(1i64..i64::MAX / 2, 0..2000)) {
            ids.sort_unstable();
            ids.dedup();
            prop_assert_eq!(decode_ids(&encode_ids(&ids)), ids);
        }

        #[test]
        fn the_groups_add_up_to_intended(numbers in proptest::collection::vec(0i64..1000, 10), queued in 0i64..1000) {
            let mut counters = Counters { intended: numbers.iter().sum::<i64>() + queued, ..Counters::default() };
            for (n, code) in numbers.iter().zip([2i16, 3, 5, 6, 7, 8, 9, 10, 11, 12]) {
                counters.add(State::from_code(code).unwrap(), *n);
            }
            let l = counters.ledger();
            prop_assert_eq!(l.queued, queued);
            let sum = l.queued + l.sending + l.sent + l.deferred + l.failed + l.suppressed + l.skipped + l.cancelled + l.in_doubt;
            prop_assert_eq!(sum, l.intended);
        }
    }

    #[test]
    fn every_state_belongs_to_one_group() {
        for code in 1..=12 {
            let state = State::from_code(code).unwrap();
            assert!(State::of_group(state.group()).contains(&state));
        }
        assert!(State::of_group("nonsense").is_empty());
    }
}
