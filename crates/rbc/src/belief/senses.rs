//! What each of the 64 senses would tell: into which classes it would part the boards.

use super::packed::seen_planes;
use super::{Belief, Weighting};
use crate::square::Square;
use ahash::RandomState;
use alloc::vec::Vec;
use std::collections::HashMap;

/// What a sense around one square would tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Centre {
    /// The centre of the window.
    pub square: Square,
    /// Into how many classes it parts the boards: the different things that may be seen.
    pub classes: usize,
    /// The entropy of what is seen, in bits, with the boards weighted.
    pub entropy: f64,
    /// How many boards would be left on average, with the boards weighted.
    pub expected: f64,
    /// How many boards would be left at worst.
    pub worst: usize,
    /// For a square on the rim, the square beside it whose window holds this whole window and more: it never tells less.
    pub dominated_by: Option<Square>,
}

impl Belief {
    /// What each sense would tell, all boards counting alike; by the number of the square.
    ///
    /// # Example
    /// ```
    /// use plywood_core::Side;
    /// use plywood_rbc::belief::{Belief, best_sense};
    /// let mut belief = Belief::start(Side::Black);
    /// belief.opponent(None)?;
    /// let centres = belief.senses();
    /// let best = centres[usize::from(best_sense(&centres).number())];
    /// assert!(best.dominated_by.is_none() && centres.iter().all(|centre| centre.entropy <= best.entropy));
    /// # Ok::<(), plywood_rbc::belief::BeliefError>(())
    /// ```
    pub fn senses(&self) -> [Centre; 64] {
        self.senses_weighted(Weighting::Boards)
    }

    /// The same with the boards weighted.
    pub fn senses_weighted(&self, weighting: Weighting<'_>) -> [Centre; 64] {
        core::array::from_fn(|n| self.centre(Square::of_bit(n as u32), weighting))
    }

    fn centre(&self, square: Square, weighting: Weighting<'_>) -> Centre {
        let window = square.window() & !self.shared.own;
        let mut classes: HashMap<[u64; 3], (usize, f64), RandomState> =
            HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        for (n, packed) in self.boards.iter().enumerate() {
            let class = classes.entry(seen_planes(packed).map(|plane| plane & window)).or_default();
            class.0 += 1;
            class.1 += weighting.of(self, n);
        }
        let mut classes: Vec<(usize, f64)> = classes.into_values().collect();
        // In an order that does not depend on what the classes look like: equal sizes give equal sums, to the last bit.
        classes.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let total: f64 = classes.iter().map(|class| class.1).sum();
        let share = |weight: f64| if total > 0.0 { weight / total } else { 0.0 };
        let bits = |share: f64| if share > 0.0 { -share * share.log2() } else { 0.0 };
        Centre {
            square,
            classes: classes.len(),
            entropy: classes.iter().map(|class| bits(share(class.1))).sum(),
            expected: classes.iter().map(|class| share(class.1) * class.0 as f64).sum(),
            worst: classes.last().map_or(0, |class| class.0),
            dominated_by: dominating(square),
        }
    }
}

/// For a square on the rim the nearest that is not.
fn dominating(square: Square) -> Option<Square> {
    let inner = Square::of_bit(u32::from(square.rank().clamp(1, 6) * 8 + square.file().clamp(1, 6)));
    (inner != square).then_some(inner)
}

/// Where a sense tells most: the greatest entropy, then fewest boards left on average, then at worst, then the lowest square.
/// Squares on the rim are left out.
pub fn best_sense(centres: &[Centre; 64]) -> Square {
    let order = |a: &&Centre, b: &&Centre| {
        let by_entropy = a.entropy.total_cmp(&b.entropy);
        by_entropy.then(b.expected.total_cmp(&a.expected)).then(b.worst.cmp(&a.worst)).then(b.square.cmp(&a.square))
    };
    let inner = centres.iter().filter(|centre| centre.dominated_by.is_none());
    inner.max_by(order).map_or(Square::of_bit(9), |centre| centre.square)
}
