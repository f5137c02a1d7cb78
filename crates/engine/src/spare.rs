//! Memory for messages.

use std::sync::{Mutex, PoisonError};

/// Octets. Of a message with attachments the memory goes back to the system.
const LARGEST: usize = 256 * 1024;

/// Memory of messages that are with their servers. The next one is made in what was given back last, which the core's caches still
/// have: a hundred connections, each with memory of its own, go through more than they hold.
pub struct Spare {
    kept: Mutex<Vec<Vec<u8>>>,
    most: usize,
}

impl Spare {
    /// Keeps so many. What is given beyond that goes back to the allocator.
    pub fn of(most: usize) -> Self {
        Self { kept: Mutex::default(), most }
    }

    /// Nothing is in it.
    pub fn take(&self) -> Vec<u8> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    pub fn give(&self, mut memory: Vec<u8>) {
        memory.clear();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if (1..=LARGEST).contains(&memory.capacity()) && kept.len() < self.most {
            kept.push(memory);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_last_goes_first_and_is_empty() {
        let spare = Spare::of(3);
        assert_eq!(spare.take().capacity(), 0);
        for size in [10, 20, 0] {
            spare.give(Vec::with_capacity(size));
        }
        spare.give(vec![7; 30]);
        let taken = [(); 4].map(|()| spare.take());
        assert!(taken.iter().all(Vec::is_empty));
        assert_eq!(taken.map(|memory| memory.capacity()), [30, 20, 10, 0]);
    }

    #[test]
    fn neither_many_nor_large_ones_are_kept() {
        let spare = Spare::of(3);
        for size in 1..=5 {
            spare.give(Vec::with_capacity(size));
        }
        assert_eq!([(); 4].map(|()| spare.take().capacity()), [3, 2, 1, 0]);
        for (size, kept) in [(200_000, 200_000), (LARGEST, LARGEST), (LARGEST + 1, 0)] {
            spare.give(Vec::with_capacity(size));
            assert_eq!(spare.take().capacity(), kept);
        }
    }
}
