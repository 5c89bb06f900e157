//! How much each board of a belief counts.

use super::Belief;

/// How much each board counts when a belief is asked about chances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weighting<'a> {
    /// All alike.
    Boards,
    /// By the histories that lead to it; as [`Boards`](Self::Boards) where they are not counted.
    Histories,
    /// By a number for each board, in the order of [`Belief::boards`]; numbers that are missing, negative or not finite count as 0.
    Given(&'a [f64]),
}

impl Weighting<'_> {
    /// The weight of board `n`.
    #[inline(always)]
    pub(super) fn of(&self, belief: &Belief, n: usize) -> f64 {
        match self {
            Self::Boards => 1.0,
            Self::Histories => belief.weights.get(n).map_or(1.0, |&weight| weight as f64),
            Self::Given(weights) => weights.get(n).copied().filter(|weight| weight.is_finite()).unwrap_or(0.0).max(0.0),
        }
    }
}
