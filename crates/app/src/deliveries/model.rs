//! What becomes of readers in doubt, and how a chunk keeps who is in it.

use crate::runs::State;

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
    }
}
