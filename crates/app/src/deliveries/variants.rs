//! Which variant of an A/B test a reader gets, and which variant is better.

use serde::{Deserialize, Serialize};

use crate::campaigns::ab_test::AbTest;

/// How readers are shared out. Worked out from the reader's id alone, so that every attempt and every figure agrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub campaign_id: i64,
    pub sample_percent: u32,
    pub variants: u8,
}

impl Plan {
    pub fn of(campaign_id: i64, test: &AbTest) -> Self {
        Self { campaign_id, sample_percent: test.sample_percent, variants: test.variants.len() as u8 }
    }

    /// The variant of a reader of the sample; `None` for the rest.
    pub fn variant(&self, subscriber_id: i64) -> Option<u8> {
        let n = mix(mix(self.campaign_id as u64) ^ subscriber_id as u64);
        // Two independent parts of one number.
        let in_sample = (n >> 32) % 10_000 < u64::from(self.sample_percent) * 100;
        in_sample.then(|| ((n & 0xffff_ffff) % u64::from(self.variants.max(1))) as u8)
    }
}

/// SplitMix64's finalizer: neighbouring numbers come out unrelated.
fn mix(n: u64) -> u64 {
    let n = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

/// A difference as large as this comes by chance once in twenty tests; smaller ones are not told apart.
pub const SIGNIFICANCE: f64 = 0.05;

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The variant with the highest rate.
    pub best: usize,
    /// How likely chance alone makes the best differ so much from the one nearest to it, corrected for the number of
    /// comparisons (Bonferroni).
    pub p_value: f64,
}

impl Outcome {
    pub fn is_significant(&self) -> bool {
        self.p_value < SIGNIFICANCE
    }
}

/// Compares variants by (successes, trials); `None` with fewer than two that were sent.
pub fn compare(results: &[(i64, i64)]) -> Option<Outcome> {
    let sent: Vec<usize> = (0..results.len()).filter(|i| results[*i].1 > 0).collect();
    let rate = |i: usize| results[i].0 as f64 / results[i].1 as f64;
    let best = sent.iter().copied().max_by(|a, b| rate(*a).total_cmp(&rate(*b)).then(b.cmp(a)))?;
    let others: Vec<usize> = sent.into_iter().filter(|i| *i != best).collect();
    let worst = others.iter().map(|other| fisher(results[best], results[*other])).reduce(f64::max)?;
    Some(Outcome { best, p_value: (worst * others.len() as f64).min(1.0) })
}

/// Fisher's exact test, two-sided: the sum of all tables with the same margins that are as unlikely as this one or more.
fn fisher((hits, trials): (i64, i64), (other_hits, other_trials): (i64, i64)) -> f64 {
    let hits = hits.clamp(0, trials);
    let successes = hits + other_hits.clamp(0, other_trials);
    let all = ln_choose(trials + other_trials, successes);
    let ln_p = |hits: i64| ln_choose(trials, hits) + ln_choose(other_trials, successes - hits) - all;
    let here = ln_p(hits);
    let (low, high) = ((successes - other_trials).max(0), successes.min(trials));
    // Rounding must not leave out a table that is exactly as likely.
    let unlikely = (low..=high).map(ln_p).filter(|chance| *chance <= here + 1e-7);
    unlikely.map(f64::exp).sum::<f64>().min(1.0)
}

fn ln_choose(n: i64, k: i64) -> f64 {
    ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)
}

/// Stirling's series; exact enough (1e-10) from 10 on, summed below.
fn ln_factorial(n: i64) -> f64 {
    if n < 10 {
        return (2..=n).map(|i| (i as f64).ln()).sum();
    }
    let x = n as f64 + 1.0;
    let inverse = 1.0 / x;
    let square = inverse * inverse;
    (x - 0.5) * x.ln() - x
        + 0.5 * std::f64::consts::TAU.ln()
        + inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1_260.0 - square / 1_680.0)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_sample_is_shared_evenly_and_the_same_every_time() {
        let plan = Plan { campaign_id: 7, sample_percent: 20, variants: 3 };
        let mut counts = [0; 3];
        let mut rest = 0;
        for id in 1..=100_000 {
            assert_eq!(plan.variant(id), plan.variant(id));
            match plan.variant(id) {
                Some(v) => counts[usize::from(v)] += 1,
                None => rest += 1,
            }
        }
        assert!((79_300..80_700).contains(&rest), "{rest}");
        assert!(counts.iter().all(|n| (6_350..6_980).contains(n)), "{counts:?}");
        let everyone = Plan { sample_percent: 100, ..plan };
        assert!((1..1_000).all(|id| everyone.variant(id).is_some()));
        let other = Plan { campaign_id: 8, ..plan };
        assert!(
            (1..1_000).any(|id| plan.variant(id) != other.variant(id)),
            "another campaign, another sample"
        );
    }

    // The tea tasting, and values of R's fisher.test.
    #[test]
    fn exact_values() {
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-4, "{a} {b}");
        close(fisher((3, 4), (1, 4)), 0.4857);
        close(fisher((8, 10), (2, 10)), 0.0230);
        close(fisher((1, 10), (11, 14)), 0.0028);
        close(fisher((0, 5), (0, 5)), 1.0);
    }

    #[test]
    fn a_winner_needs_more_than_luck() {
        let clear = compare(&[(100, 1_000), (160, 1_000)]).unwrap();
        assert!(clear.best == 1 && clear.is_significant(), "{clear:?}");
        let luck = compare(&[(100, 1_000), (108, 1_000)]).unwrap();
        assert!(luck.best == 1 && !luck.is_significant(), "{luck:?}");
        assert_eq!(compare(&[(5, 10), (0, 0)]), None, "nothing to compare with");
        assert_eq!(compare(&[]), None);
        let same = compare(&[(0, 50), (0, 50)]).unwrap();
        assert!(same.best == 0 && !same.is_significant());
        // Two against one another would do; among four the same difference may be luck.
        let pair = compare(&[(20, 100), (34, 100)]).unwrap();
        let four = compare(&[(20, 100), (34, 100), (20, 100), (20, 100)]).unwrap();
        assert!(pair.is_significant() && !four.is_significant(), "{pair:?} {four:?}");
    }

    proptest! {
        #[test]
        fn chances_are_chances(a in 0i64..3_000, n in 1i64..3_000, b in 0i64..3_000, m in 1i64..3_000) {
            let p = fisher((a.min(n), n), (b.min(m), m));
            prop_assert!((0.0..=1.0).contains(&p), "{}", p);
            let turned = fisher((b.min(m), m), (a.min(n), n));
            prop_assert!((p - turned).abs() < 1e-6);
        }
    }
}
