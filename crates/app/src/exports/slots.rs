//! Who may have an archive written just now: in memory, of this node.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use crate::AuthorId;

/// Archives that one node writes at once.
const SLOTS: usize = 8;

/// Authors whose archives are being written. A slot is taken as long as its reader takes, so nobody has two.
#[derive(Default)]
pub struct ExportSlots(Arc<Mutex<HashSet<AuthorId>>>);

/// Why there is no slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Busy {
    /// The author has one.
    Author,
    /// All are taken.
    Node,
}

impl ExportSlots {
    /// A slot until it is dropped.
    pub fn take(&self, author_id: AuthorId) -> Result<Slot, Busy> {
        let mut authors = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if authors.contains(&author_id) {
            return Err(Busy::Author);
        }
        if authors.len() >= SLOTS {
            return Err(Busy::Node);
        }
        authors.insert(author_id);
        Ok(Slot { author_id, authors: self.0.clone() })
    }
}

/// An author's slot.
#[derive(Debug)]
pub struct Slot {
    author_id: AuthorId,
    authors: Arc<Mutex<HashSet<AuthorId>>>,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.authors.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.author_id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_author_has_one_slot_and_all_have_eight() {
        let slots = ExportSlots::default();
        let mut taken: Vec<Slot> = (1..=8).map(|id| slots.take(AuthorId::new(id)).unwrap()).collect();
        assert_eq!(slots.take(AuthorId::new(1)).unwrap_err(), Busy::Author);
        assert_eq!(slots.take(AuthorId::new(9)).unwrap_err(), Busy::Node);
        taken.remove(0);
        slots.take(AuthorId::new(9)).unwrap();
        slots.take(AuthorId::new(1)).unwrap();
        assert_eq!(slots.take(AuthorId::new(2)).unwrap_err(), Busy::Author);
    }
}
