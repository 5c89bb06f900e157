//! One small deterministic generator, for Zobrist tables and random walks.
//!
//! SplitMix64 (Steele, Lea, Flood 2014): it runs in constant evaluation, its state is its seed, and it
//! gives the same numbers on every machine. It is not for secrets.

/// By how much the state goes on: 2^64 divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64: equal seeds give equal sequences everywhere.
#[derive(Clone, Copy, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator that starts at `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Generator number `n` of a family: it starts at number `n` of the sequence of `seed`. (Generators whose seeds lie side by side,
    /// or a step of the state apart, would give the same numbers one after the other.)
    pub const fn member(seed: u64, n: u64) -> Self {
        Self(Self(seed.wrapping_add(n.wrapping_mul(STEP))).next_u64())
    }

    /// The next 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound` (0 when `bound` is 0), by multiply-high: the bias is below 2^-32 for any
    /// bound that a move list can have.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }

    /// A place, each with a chance in proportion to its weight, which is what `sums` grows by there: running sums from 0, never falling.
    /// `None` where no weight is above 0.
    ///
    /// # Example
    /// ```
    /// use plywood_core::rng::SplitMix64;
    /// let mut rng = SplitMix64::new(1);
    /// assert!((0..100).all(|_| rng.weighted(&[0.0, 2.0, 2.0]) == Some(1)));
    /// assert_eq!(rng.weighted(&[0.0]), None);
    /// ```
    pub fn weighted(&mut self, sums: &[f64]) -> Option<usize> {
        let all = *sums.last()?;
        let share = (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let place = sums.partition_point(|&sum| sum <= share * all);
        (place < sums.len()).then_some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::SplitMix64;

    /// The first outputs of the reference implementation for seed 1234567.
    #[test]
    fn matches_the_published_sequence() {
        let mut rng = SplitMix64::new(1_234_567);
        let expected: [u64; 5] = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(expected.map(|_| rng.next_u64()), expected);
        for (n, number) in (0..).zip(expected) {
            let [mut member, mut begun] = [SplitMix64::member(1_234_567, n), SplitMix64::new(number)];
            assert_eq!(member.next_u64(), begun.next_u64());
        }
    }
}
