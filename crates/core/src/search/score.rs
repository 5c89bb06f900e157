//! Scores: hundredths of a man, pawn or square, with room above for wins and their distance.

use core::fmt;

/// A score from the side to move, in hundredths of a man (pawn, square). An evaluation stays within
/// [`MAX_EVALUATION`] either way; beyond lie wins and losses with their distance from the root.
pub type Score = i32;

/// A win on the spot.
pub const WIN: Score = 1_000_000_000;

/// The largest value that an evaluation may give; nothing clamps it.
pub const MAX_EVALUATION: Score = 900_000_000;

/// Above any score.
pub(crate) const INFINITE: Score = WIN + 1;

/// The score of a win `ply` plies from the root; negated, of a loss.
#[inline(always)]
pub const fn win_in(ply: u32) -> Score {
    WIN - ply as Score
}

/// The distance in plies to a win (positive) or a loss (negative) that a score tells; `None` for an
/// evaluation or a draw. A loss on the spot is `Some(0)` as well as a win on the spot.
///
/// # Example
/// ```
/// use plywood_core::search::{mate_distance, win_in};
/// assert_eq!(mate_distance(win_in(5)), Some(5));
/// assert_eq!(mate_distance(-win_in(4)), Some(-4));
/// assert_eq!(mate_distance(120), None);
/// ```
pub const fn mate_distance(score: Score) -> Option<i32> {
    if score > MAX_EVALUATION {
        Some(WIN - score)
    } else if score < -MAX_EVALUATION {
        Some(-WIN - score)
    } else {
        None
    }
}

/// Whether a search to `depth` plies has found a win or a loss within them: a deeper one has the same value.
pub(super) fn settled(score: Score, depth: u32) -> bool {
    mate_distance(score).is_some_and(|distance| distance.unsigned_abs() <= depth)
}

/// A score counted from a node at `ply`, as tables keep it: the same position may be met elsewhere.
#[inline(always)]
pub(crate) const fn to_table(score: Score, ply: u32) -> Score {
    if score > MAX_EVALUATION {
        score + ply as Score
    } else if score < -MAX_EVALUATION {
        score - ply as Score
    } else {
        score
    }
}

/// The reverse of [`to_table`].
#[inline(always)]
pub(crate) const fn from_table(score: Score, ply: u32) -> Score {
    if score > MAX_EVALUATION {
        score - ply as Score
    } else if score < -MAX_EVALUATION {
        score + ply as Score
    } else {
        score
    }
}

/// What a score says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Bound {
    /// The value is at most the score.
    Upper,
    /// The value is at least the score.
    Lower,
    /// The value is the score.
    Exact,
}

impl Bound {
    /// In one word, for data: `exact`, `lower` or `upper`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Upper => "upper",
            Self::Lower => "lower",
            Self::Exact => "exact",
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Upper => "at most",
            Self::Lower => "at least",
            Self::Exact => "exact",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_beyond_an_evaluation_is_a_distance() {
        for (score, distance) in [
            (MAX_EVALUATION, None),
            (-MAX_EVALUATION, None),
            (0, None),
            (MAX_EVALUATION + 1, Some(WIN - MAX_EVALUATION - 1)),
            (-MAX_EVALUATION - 1, Some(MAX_EVALUATION + 1 - WIN)),
            (win_in(5), Some(5)),
            (-win_in(4), Some(-4)),
        ] {
            assert_eq!(mate_distance(score), distance, "{score}");
        }
    }

    /// A win five plies from the root, met two plies from it, is three away; met by another way at ply 7 it is ten from the root.
    #[test]
    fn tables_keep_distances_from_the_node() {
        for sign in [1, -1] {
            assert_eq!(to_table(sign * win_in(5), 2), sign * win_in(3));
            assert_eq!(from_table(sign * win_in(3), 7), sign * win_in(10));
            for evaluation in [0, 70, MAX_EVALUATION] {
                assert_eq!(to_table(sign * evaluation, 9), sign * evaluation);
                assert_eq!(from_table(sign * evaluation, 9), sign * evaluation);
            }
        }
    }

    #[test]
    fn bounds_have_words_for_data_and_for_people() {
        assert_eq!([Bound::Upper, Bound::Lower, Bound::Exact].map(Bound::name), ["upper", "lower", "exact"]);
        let texts = [Bound::Upper, Bound::Lower, Bound::Exact].map(|bound| std::format!("{bound}"));
        assert_eq!(texts, ["at most", "at least", "exact"]);
    }
}
