//! Who may have an archive written just now: in memory, of this node.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

/// Archives that one node writes at once.
const TURNS: usize = 8;

/// Authors whose archives are being written. A turn lasts as long as its reader takes, so nobody has two.
#[derive(Default)]
pub struct Turns(Arc<Mutex<HashSet<i64>>>);

/// Why there is no turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Busy {
    /// The author has one.
    Author,
    /// All are taken.
    Node,
}

impl Turns {
    /// A turn until it is dropped.
    pub fn take(&self, author_id: i64) -> Result<Turn, Busy> {
        let mut authors = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if authors.contains(&author_id) {
            return Err(Busy::Author);
        }
        if authors.len() >= TURNS {
            return Err(Busy::Node);
        }
        authors.insert(author_id);
        Ok(Turn { author_id, authors: self.0.clone() })
    }
}

/// An author's turn.
#[derive(Debug)]
pub struct Turn {
    author_id: i64,
    authors: Arc<Mutex<HashSet<i64>>>,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.authors.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.author_id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_author_has_one_turn_and_all_have_eight() {
        let turns = Turns::default();
        let mut taken: Vec<Turn> = (1..=8).map(|id| turns.take(id).unwrap()).collect();
        assert_eq!(turns.take(1).unwrap_err(), Busy::Author);
        assert_eq!(turns.take(9).unwrap_err(), Busy::Node);
        taken.remove(0);
        turns.take(9).unwrap();
        turns.take(1).unwrap();
        assert_eq!(turns.take(2).unwrap_err(), Busy::Author);
    }
}
