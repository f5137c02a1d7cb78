//! What is tried less and less often while it is tried in vain.

/// After so many in vain in a row, one of `2^MOST` is tried.
const MOST: u32 = 6;

/// How often something is passed over before it is tried again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backoff {
    /// Tries in vain, in a row.
    pub in_vain: u32,
    /// How many are passed over from now on.
    pub left: u32,
}

impl Backoff {
    /// Whether to try. If not, one has been passed over.
    pub fn is_over(&mut self) -> bool {
        let is_over = self.left == 0;
        self.left = self.left.saturating_sub(1);
        is_over
    }

    /// What came of a try: in vain, the next 1, 3, 7, … 63 are passed over.
    pub fn learn(&mut self, was_in_vain: bool) {
        self.in_vain = if was_in_vain { (self.in_vain + 1).min(MOST) } else { 0 };
        self.left = (1 << self.in_vain) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_in_vain_the_more_are_passed_over() {
        let mut backoff = Backoff::default();
        let mut learned = |was_in_vain| {
            backoff.learn(was_in_vain);
            let mut passed_over = 0;
            while !backoff.is_over() {
                passed_over += 1;
            }
            passed_over
        };
        assert_eq!([true; 8].map(&mut learned), [1, 3, 7, 15, 31, 63, 63, 63]);
        assert_eq!([false, true].map(learned), [0, 1]);
    }
}
