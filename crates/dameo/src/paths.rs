//! The second way of counting: every sequence of landing squares by itself.
//!
//! Not here: how routes are found and merged (`chain`). The convention is that of published counts of
//! Turkish draughts, among them those of the program kish.

use crate::position::Orthogonal;
use crate::rules::Rules;
use core::ops::ControlFlow;
use plywood_core::{Mode, Position};

/// Counts captures by landing path: a move that can be made by three routes counts three times.
///
/// Published counts of Turkish draughts are counts of paths; from the start the two ways part at depth 7.
/// A number that does not fit in 64 bits stops at `u64::MAX`, which means "too many": `count`, `count2` and
/// the weights of `visit` never wrap, and perft reports such a count as an overflow.
///
/// # Example
/// ```
/// use plywood_core::{Game, Mode, Position};
/// use plywood_dameo::{Dameo, Paths};
/// let circle = Dameo::parse("W:Wd4:Bd5,e4,e6,f5")?;
/// assert_eq!((circle.count(), Paths.count(&circle)), (1, 2));
/// # Ok::<(), plywood_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Paths;

impl<R: Rules> Mode<Orthogonal<R>> for Paths {
    const NAME: &'static str = "paths";

    #[inline(always)]
    fn visit<F>(self, position: &Orthogonal<R>, mut visitor: F) -> ControlFlow<()>
    where
        F: FnMut(<Orthogonal<R> as Position>::Move, u64) -> ControlFlow<()>,
    {
        position.visit_weighted(&mut visitor)
    }

    #[inline(always)]
    fn count(self, position: &Orthogonal<R>) -> u64 {
        position.count_by(|chains| chains.iter().fold(0, |sum, chain| chain.paths.saturating_add(sum)))
    }
}
