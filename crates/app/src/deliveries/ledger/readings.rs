//! How it stood with the readers of this node's chunks when they were last looked at, so that a commit asks only for those who left
//! since. Whatever is not known here is asked of the database.

use std::collections::VecDeque;

use crate::{
    deliveries::marks::{Chunk, Place},
    subscribers::Departed,
};

/// As many chunks as are sent at once.
const MOST: usize = 16;

struct Reading {
    chunk: Chunk,
    lease_no: i64,
    /// Whoever left and is not heeded yet has this horizon or a higher one.
    horizon: i64,
    /// Those who may be sent to, ascending.
    sendable: Vec<i64>,
}

/// Of the chunks that were leased last.
#[derive(Default)]
pub struct Readings(VecDeque<Reading>);

impl Readings {
    /// The readers of a lease who may be sent to, as seen with this horizon.
    pub fn remember(&mut self, place: Place, horizon: i64, mut sendable: Vec<i64>) {
        sendable.sort_unstable();
        self.0.retain(|reading| reading.chunk != place.chunk());
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back(Reading { chunk: place.chunk(), lease_no: place.lease_no, horizon, sendable });
    }

    /// From which horizon on to look for those who left, if that is of use.
    pub fn horizon(&self, chunk: Chunk) -> Option<i64> {
        self.0.iter().find(|reading| reading.chunk == chunk).map(|reading| reading.horizon)
    }

    /// The lease whose readers were read, and the horizon.
    pub fn lease(&self, chunk: Chunk) -> Option<(Place, i64)> {
        let reading = self.0.iter().find(|reading| reading.chunk == chunk)?;
        let (newsletter_id, run_id, chunk_no) = chunk;
        Some((Place { newsletter_id, run_id, chunk_no, lease_no: reading.lease_no }, reading.horizon))
    }

    /// These left from the horizon on, as seen with the horizon `now`. Where it may be anybody, or horizons went back as they do in a database
    /// that lost its end, nothing is known of the chunk any more.
    pub fn heed(&mut self, chunk: Chunk, since: i64, now: i64, departed: &Departed) {
        let asked = |reading: &Reading| reading.chunk == chunk && reading.horizon == since;
        match departed {
            Departed::These(ids) if since <= now => {
                for reading in self.0.iter_mut().filter(|reading| asked(reading)) {
                    for id in ids {
                        if let Ok(at) = reading.sendable.binary_search(&id.get()) {
                            reading.sendable.remove(at);
                        }
                    }
                    reading.horizon = now;
                }
            }
            _ => self.0.retain(|reading| !asked(reading)),
        }
    }

    /// Whether the reader of this lease may be sent to as far as was heeded, so that nobody need ask.
    pub fn is_sendable(&self, place: Place, reader: i64) -> bool {
        self.0.iter().any(|reading| {
            (reading.chunk, reading.lease_no) == (place.chunk(), place.lease_no)
                && reading.sendable.binary_search(&reader).is_ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SubscriberId;

    const PLACE: Place = Place { newsletter_id: 1, run_id: 2, chunk_no: 3, lease_no: 4 };

    fn these(ids: &[i64]) -> Departed {
        Departed::These(ids.iter().copied().map(SubscriberId::new).collect())
    }

    fn sendable(readings: &Readings, place: Place) -> Vec<i64> {
        (0..10).filter(|reader| readings.is_sendable(place, *reader)).collect()
    }

    #[test]
    fn what_was_read_is_good_for_its_lease_until_somebody_leaves() {
        let mut readings = Readings::default();
        assert_eq!((readings.horizon(PLACE.chunk()), sendable(&readings, PLACE)), (None, vec![]));
        readings.remember(PLACE, 70, vec![7, 5, 9]);
        assert_eq!((readings.horizon(PLACE.chunk()), readings.horizon((1, 2, 4))), (Some(70), None));
        assert_eq!(sendable(&readings, PLACE), [5, 7, 9]);
        assert_eq!(sendable(&readings, Place { lease_no: 5, ..PLACE }), [0; 0]);
        assert_eq!(sendable(&readings, Place { chunk_no: 4, ..PLACE }), [0; 0]);
        // An answer to what was asked before, and one about another chunk.
        readings.heed(PLACE.chunk(), 69, 72, &these(&[5]));
        readings.heed((1, 2, 4), 70, 72, &Departed::Many);
        assert_eq!((readings.horizon(PLACE.chunk()), sendable(&readings, PLACE)), (Some(70), vec![5, 7, 9]));
        readings.heed(PLACE.chunk(), 70, 70, &these(&[]));
        readings.heed(PLACE.chunk(), 70, 75, &these(&[8, 7]));
        assert_eq!((readings.horizon(PLACE.chunk()), sendable(&readings, PLACE)), (Some(75), vec![5, 9]));
        for (now, departed) in [(74, these(&[])), (75, Departed::Many)] {
            readings.remember(PLACE, 75, vec![5]);
            readings.heed(PLACE.chunk(), 75, now, &departed);
            assert_eq!((readings.horizon(PLACE.chunk()), sendable(&readings, PLACE)), (None, vec![]));
        }
    }

    #[test]
    fn of_many_chunks_the_last_are_remembered() {
        let mut readings = Readings::default();
        let place = |chunk_no: usize| Place { chunk_no: chunk_no as i64, ..PLACE };
        for chunk_no in 0..MOST + 2 {
            readings.remember(place(chunk_no), 1, Vec::new());
            readings.remember(place(chunk_no), 1, Vec::new());
        }
        let known: Vec<usize> =
            (0..MOST + 2).filter(|no| readings.horizon(place(*no).chunk()).is_some()).collect();
        assert_eq!(known, (2..MOST + 2).collect::<Vec<_>>());
    }
}
