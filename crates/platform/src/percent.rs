//! Parts of a whole.

/// `part` in percent of `whole`; 0 when there is no whole.
pub fn percent(part: i64, whole: i64) -> f64 {
    if whole > 0 { part as f64 * 100.0 / whole as f64 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::percent;

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
