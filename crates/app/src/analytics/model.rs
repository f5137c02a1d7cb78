//! Totals and the rates made of them.

/// What happened to mails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub sends: i64,
    pub opens: i64,
    pub clicks: i64,
    pub bounces: i64,
}

/// Percentage of the sends; 0 when there are none.
pub fn rate(part: i64, sends: i64) -> f64 {
    if sends > 0 { part as f64 * 100.0 / sends as f64 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::rate;

    #[test]
    fn a_rate_is_a_percentage_of_the_sends() {
        assert!((rate(1, 8) - 12.5).abs() < 1e-9);
        assert!((rate(3, 3) - 100.0).abs() < 1e-9);
    }

    #[test]
    fn without_sends_a_rate_is_zero() {
        assert!(rate(0, 0).abs() < 1e-9 && rate(5, 0).abs() < 1e-9);
    }
}
