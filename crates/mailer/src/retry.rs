//! When a deferred recipient is tried again.

use std::time::Duration;

/// Nominal waits in minutes; the last one repeats.
const WAITS: [u64; 8] = [1, 5, 15, 30, 60, 120, 240, 480];
/// No attempt starts later than this after the first one, jitter aside.
const GIVE_UP_MINUTES: u64 = 72 * 60;

/// The wait after the `attempt`-th failed attempt (from 1): 1, 5, 15, 30 min, 1, 2, 4, 8 h, then every 8 h,
/// each ± 20 %. `None` once the next attempt would lie more than 72 h after the first.
///
/// `jitter_unit` is a random number from 0 to 1 (0.5 = no jitter); what lies outside is clamped.
pub fn retry_delay(attempt: u32, jitter_unit: f64) -> Option<Duration> {
    let nth = attempt.max(1) as usize;
    let last = WAITS[WAITS.len() - 1];
    let repeats = nth.saturating_sub(WAITS.len()) as u64;
    let first_waits: u64 = WAITS.iter().take(nth).sum();
    if first_waits.saturating_add(repeats.saturating_mul(last)) > GIVE_UP_MINUTES {
        return None;
    }
    let nominal = WAITS.get(nth - 1).copied().unwrap_or(last);
    let unit = if jitter_unit.is_finite() { jitter_unit.clamp(0.0, 1.0) } else { 0.5 };
    Some(Duration::from_secs(nominal * 60).mul_f64(0.8 + 0.4 * unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_follow_the_schedule_and_end_at_72_hours() {
        let minutes: Vec<u64> =
            (1..).map_while(|n| retry_delay(n, 0.5)).map(|wait| wait.as_secs() / 60).collect();
        assert_eq!(minutes[..8], WAITS);
        assert!(minutes[8..].iter().all(|&wait| wait == 480));
        let total: u64 = minutes.iter().sum();
        assert!(total <= GIVE_UP_MINUTES && total + 480 > GIVE_UP_MINUTES, "{total}");
    }

    #[test]
    fn jitter_moves_the_wait_by_a_fifth_each_way() {
        assert_eq!(retry_delay(1, 0.0), Some(Duration::from_secs(48)));
        assert_eq!(retry_delay(1, 1.0), Some(Duration::from_secs(72)));
        assert_eq!(retry_delay(0, 7.0), Some(Duration::from_secs(72)));
        assert_eq!(retry_delay(1, f64::NAN), Some(Duration::from_mins(1)));
        assert_eq!(retry_delay(u32::MAX, 0.5), None);
    }
}
