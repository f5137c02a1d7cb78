//! Which variant of an A/B test a reader gets, and which variant is better.

use serde::{Deserialize, Serialize};

use super::ab::AbTest;
use crate::CampaignId;

/// How readers are shared out. Worked out from the reader's id and what was drawn while the audience was frozen, so that
/// every attempt and every figure agrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub campaign_id: CampaignId,
    pub sample_percent: u32,
    pub variants: u8,
}

impl Plan {
    pub fn of(campaign_id: CampaignId, test: &AbTest) -> Self {
        Self { campaign_id, sample_percent: test.sample_percent, variants: test.variants.len() as u8 }
    }

    /// The variant of a reader of the sample; `None` for the rest, and for readers of whom nothing was drawn yet.
    pub fn variant(&self, drawn: Option<&Drawn>, subscriber_id: i64) -> Option<u8> {
        match drawn {
            Some(drawn) => drawn.variant(self.lot(subscriber_id), subscriber_id),
            None => self.by_chance(subscriber_id),
        }
    }

    /// How many of so many readers are the sample.
    pub fn share(&self, readers: i64) -> i64 {
        (readers * i64::from(self.sample_percent) + 50) / 100
    }

    /// A number that chance gives the reader in this campaign; no two readers have the same.
    fn lot(&self, subscriber_id: i64) -> u64 {
        mix(mix(self.campaign_id.get() as u64) ^ subscriber_id as u64)
    }

    /// As earlier versions shared readers out, and as runs that those began still do: about as many as asked for.
    fn by_chance(&self, subscriber_id: i64) -> Option<u8> {
        let n = self.lot(subscriber_id);
        // Two independent parts of one number.
        let in_sample = (n >> 32) % 10_000 < u64::from(self.sample_percent) * 100;
        in_sample.then(|| ((n & 0xffff_ffff) % u64::from(self.variants.max(1))) as u8)
    }
}

/// Who is in the sample of a run, drawn part by part while its audience is frozen. Of each part as many are drawn as make the
/// sample of all parts so far the share asked for, and they are dealt to the variants in turn: both numbers are exact at the
/// end, however large the audience, and nothing is kept of a reader. Within a part it is the order of the lots that decides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    /// Readers of all parts.
    counted: i64,
    /// Ascending.
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Part {
    /// The last id of the part.
    last: i64,
    /// For each variant the lot below which its readers are; the one before it has what is further below.
    below: Vec<u64>,
}

impl Drawn {
    /// Draws from the next readers, all above those before; `last` is the id up to which there are no others.
    pub fn draw(&mut self, plan: Plan, ids: &[i64], last: i64) {
        let mut lots: Vec<u64> = ids.iter().map(|id| plan.lot(*id)).collect();
        lots.sort_unstable();
        let before = plan.share(self.counted);
        self.counted += ids.len() as i64;
        let drawn = plan.share(self.counted) - before;
        let variants = i64::from(plan.variants.max(1));
        // The turn goes on where it ended in the part before.
        let dealt = |readers: i64, variant: i64| (readers - variant + variants - 1).div_euclid(variants);
        let mut upto = 0;
        let below = (0..variants).map(|variant| {
            upto += dealt(before + drawn, variant) - dealt(before, variant);
            lots.get(upto as usize).copied().unwrap_or(u64::MAX)
        });
        let below = below.collect();
        self.parts.push(Part { last, below });
    }

    /// The id up to which was drawn.
    pub fn last(&self) -> i64 {
        self.parts.last().map_or(0, |part| part.last)
    }

    fn variant(&self, lot: u64, subscriber_id: i64) -> Option<u8> {
        let part = self.parts.get(self.parts.partition_point(|part| part.last < subscriber_id))?;
        let variant = part.below.partition_point(|below| *below <= lot);
        u8::try_from(variant).ok().filter(|variant| usize::from(*variant) < part.below.len())
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

    /// How many readers each variant has, and the rest.
    fn counts(plan: Plan, drawn: &Drawn, ids: &[i64]) -> Vec<usize> {
        let mut counts = vec![0; usize::from(plan.variants) + 1];
        for id in ids {
            counts[plan.variant(Some(drawn), *id).map_or(usize::from(plan.variants), usize::from)] += 1;
        }
        counts
    }

    #[test]
    fn the_guides_table_names_winners_as_they_are_named() {
        let guide = include_str!("../../../../docs/guide/before-sending.md");
        let table = guide.split("| subscribers in each of two variants |").nth(1).unwrap();
        let rows: Vec<&str> = table.lines().skip(2).take_while(|line| line.starts_with('|')).collect();
        assert_eq!(rows.len(), 3);
        for row in rows {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            let number = |text: &str| text.replace(',', "").parse::<i64>().unwrap();
            let trials = number(cells[0]);
            let is_named = |cell: &str| {
                let (one, other) = cell.split_once(" against ").unwrap();
                compare(&[(number(one), trials), (number(other), trials)]).unwrap().is_significant()
            };
            assert!(is_named(cells[1]) && !is_named(cells[2]), "{row}");
        }
    }

    #[test]
    fn a_sample_is_exactly_its_share_and_even() {
        for (percent, variants, readers, expected) in [
            (50, 2, 40, vec![10, 10, 20]),
            (50, 2, 20, vec![5, 5, 10]),
            (50, 2, 5, vec![2, 1, 2]),
            (100, 4, 10, vec![3, 3, 2, 2, 0]),
            (1, 2, 1_000, vec![5, 5, 990]),
            (20, 3, 100_000, vec![6_667, 6_667, 6_666, 80_000]),
        ] {
            for campaign_id in 1..20 {
                let plan =
                    Plan { campaign_id: CampaignId::new(campaign_id), sample_percent: percent, variants };
                let ids: Vec<i64> = (0..readers).map(|n| n * 3 + campaign_id).collect();
                let mut drawn = Drawn::default();
                drawn.draw(plan, &ids, ids[ids.len() - 1]);
                assert_eq!(counts(plan, &drawn, &ids), expected, "{percent} % of {readers}");
            }
        }
        let plan = Plan { campaign_id: CampaignId::new(7), sample_percent: 50, variants: 2 };
        let sample = |plan: Plan| {
            let ids: Vec<i64> = (1..=100).collect();
            let mut drawn = Drawn::default();
            drawn.draw(plan, &ids, 100);
            ids.iter().map(|id| plan.variant(Some(&drawn), *id)).collect::<Vec<_>>()
        };
        assert_eq!(sample(plan), sample(plan));
        assert_ne!(
            sample(plan),
            sample(Plan { campaign_id: CampaignId::new(8), ..plan }),
            "another campaign, another sample"
        );
        assert_eq!(plan.variant(Some(&Drawn::default()), 1), None, "nothing was drawn yet");
    }

    #[test]
    fn runs_of_earlier_versions_keep_their_sample() {
        let plan = Plan { campaign_id: CampaignId::new(7), sample_percent: 20, variants: 3 };
        let mut counts = [0; 3];
        let mut rest = 0;
        for id in 1..=100_000 {
            match plan.variant(None, id) {
                Some(v) => counts[usize::from(v)] += 1,
                None => rest += 1,
            }
        }
        assert!((79_300..80_700).contains(&rest), "{rest}");
        assert!(counts.iter().all(|n| (6_350..6_980).contains(n)), "{counts:?}");
        let everyone = Plan { sample_percent: 100, ..plan };
        assert!((1..1_000).all(|id| everyone.variant(None, id).is_some()));
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
        /// However the audience falls into parts, some of them empty.
        #[test]
        fn a_sample_drawn_in_parts_is_as_exact(
            sizes in prop::collection::vec(0i64..40, 1..12), percent in 1u32..=100, variants in 2u8..=4, campaign_id in 1i64..50,
        ) {
            let plan = Plan { campaign_id: CampaignId::new(campaign_id), sample_percent: percent, variants };
            let (mut drawn, mut all, mut last) = (Drawn::default(), Vec::new(), 0);
            for size in sizes {
                let ids: Vec<i64> = (1..=size).map(|n| last + 2 * n).collect();
                last += 2 * size + 1;
                drawn.draw(plan, &ids, last);
                all.extend(ids);
                // What was drawn before stays as it was, through a restart too.
                drawn = serde_json::from_str(&serde_json::to_string(&drawn).unwrap()).unwrap();
            }
            let counts = counts(plan, &drawn, &all);
            let (shares, rest) = counts.split_at(usize::from(variants));
            let sample: usize = shares.iter().sum();
            prop_assert_eq!(sample as i64, plan.share(all.len() as i64));
            prop_assert_eq!(sample + rest[0], all.len());
            prop_assert!(shares.iter().max().unwrap() - shares.iter().min().unwrap() <= 1, "{:?}", shares);
        }

        #[test]
        fn chances_are_chances(a in 0i64..3_000, n in 1i64..3_000, b in 0i64..3_000, m in 1i64..3_000) {
            let p = fisher((a.min(n), n), (b.min(m), m));
            prop_assert!((0.0..=1.0).contains(&p), "{}", p);
            let turned = fisher((b.min(m), m), (a.min(n), n));
            prop_assert!((p - turned).abs() < 1e-6);
        }
    }
}
