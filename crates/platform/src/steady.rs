//! Time that never runs backwards, for meters kept in memory.

use crate::{Timestamp, clock::SECOND};

/// Milliseconds that go on when the clock is set back: a meter that followed it would shut everybody out until the clock
/// is where it was, and one that began anew would forget who it had shut out.
#[derive(Debug, Default)]
pub struct Steady {
    /// The latest time told since the clock was last set back.
    latest: i64,
    /// By how much it was set back so far.
    ahead: i64,
}

impl Steady {
    /// The milliseconds of a moment of the clock.
    pub fn at(&mut self, now: Timestamp) -> i64 {
        let back = self.latest.saturating_sub(now.0);
        // Callers that asked the clock at once come in any order.
        if back > SECOND {
            self.ahead = self.ahead.saturating_add(back);
            self.latest = now.0;
        }
        self.latest = self.latest.max(now.0);
        self.latest.saturating_add(self.ahead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::HOUR;

    #[test]
    fn it_goes_on_from_where_the_clock_was_set_back() {
        let mut time = Steady::default();
        assert_eq!(time.at(Timestamp(10 * HOUR)), 10 * HOUR);
        assert_eq!(time.at(Timestamp(9 * HOUR)), 10 * HOUR);
        assert_eq!(time.at(Timestamp(9 * HOUR + SECOND)), 10 * HOUR + SECOND);
        assert_eq!(time.at(Timestamp(8 * HOUR)), 10 * HOUR + SECOND);
        assert_eq!(time.at(Timestamp(10 * HOUR)), 12 * HOUR + SECOND);
    }

    #[test]
    fn callers_out_of_order_gain_nothing() {
        let mut time = Steady::default();
        for n in 0..1_000 {
            time.at(Timestamp(HOUR + n * 2 + 5));
            time.at(Timestamp(HOUR + n * 2));
        }
        assert_eq!(time.at(Timestamp(2 * HOUR)), 2 * HOUR);
        assert_eq!(time.at(Timestamp(2 * HOUR - SECOND)), 2 * HOUR);
        assert_eq!(time.at(Timestamp(2 * HOUR)), 2 * HOUR);
    }
}
