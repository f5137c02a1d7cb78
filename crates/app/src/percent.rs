//! Parts of a whole, and what an open rate and a click rate are on every screen.

use crate::newsletters::Tracking;

/// `part` in percent of `whole`; 0 when there is no whole.
pub fn percent(part: i64, whole: i64) -> f64 {
    if whole > 0 { part as f64 * 100.0 / whole as f64 } else { 0.0 }
}

/// An open rate or a click rate: readers who did it, each counted once, in percent of the mails that were sent. Campaigns that
/// do not count per reader have none: 0, and none of their mails in an average.
pub fn of_readers(tracking: Tracking, readers: i64, sent: i64) -> f64 {
    if tracking == Tracking::Full { percent(readers, sent) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::{of_readers, percent};
    use crate::newsletters::Tracking;

    #[test]
    fn without_readers_there_is_no_rate_of_readers() {
        assert!((of_readers(Tracking::Full, 1, 8) - 12.5).abs() < 1e-9);
        assert!(of_readers(Tracking::Anonymous, 9, 8).abs() < 1e-9);
        assert!(of_readers(Tracking::None, 0, 8).abs() < 1e-9);
    }

    #[test]
    fn a_rate_is_a_percentage_of_the_sends() {
        assert!((percent(1, 8) - 12.5).abs() < 1e-9);
        assert!((percent(3, 3) - 100.0).abs() < 1e-9);
    }

    #[test]
    fn without_sends_a_rate_is_zero() {
        assert!(percent(0, 0).abs() < 1e-9 && percent(5, 0).abs() < 1e-9);
    }
}
