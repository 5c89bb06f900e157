//! How much each board of a belief counts.

use super::Belief;
use alloc::borrow::Cow;
use alloc::vec::Vec;

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

impl<'a> Weighting<'a> {
    /// A number for each board, none below 0; `None` where all count alike.
    pub(super) fn weights(self, belief: &Belief) -> Option<Cow<'a, [f64]>> {
        match self {
            Self::Boards => None,
            Self::Histories => belief.weights().map(|weights| weights.map(|weight| weight as f64).collect()),
            Self::Given(given) => {
                let fits = |weight: &f64| weight.is_finite() && *weight >= 0.0;
                if given.len() == belief.len() && given.iter().all(fits) {
                    return Some(Cow::Borrowed(given));
                }
                let mut weights: Vec<f64> =
                    given.iter().map(|&weight| if fits(&weight) { weight } else { 0.0 }).collect();
                weights.resize(belief.len(), 0.0);
                Some(Cow::Owned(weights))
            }
        }
    }
}

/// A part of a whole, 0 of nothing.
pub(super) fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
