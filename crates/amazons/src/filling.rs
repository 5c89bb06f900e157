//! How many moves a side can make alone in a closed region: the longest filling, found exactly where that is feasible.
//!
//! Not here: which regions are closed and whose they are (`territory`).
//! Each move leaves one empty square fewer, so the most moves are the squares less those that are cut off. A depth-first search
//! asks whether the region can be filled with no square lost, then with one, two, ...: most regions answer at once, because
//! arrows into the narrowest corner cut nothing off. Only a defect must be proved by looking at everything (the general
//! problem is NP-hard: Buro 2000), and for that there is a budget.

use crate::board::Board;
use crate::fills::king_reach;
use crate::geometry::Geometry;
use crate::set::Set;
use crate::territory::MoveRange;
use alloc::collections::BTreeMap;
use core::ops::ControlFlow;

/// The most moves that the amazons can make on the empty squares while nobody else moves. Looks at about `budget`
/// positions at most for each number of squares lost.
pub(crate) fn most_moves<S: Set, const W: usize, const H: usize>(amazons: S, empty: S, budget: u32) -> MoveRange {
    let squares = empty.size();
    let mut filling = Filling::<S, W, H> { failed: BTreeMap::new(), left: budget, fewest: squares };
    let mut most = None;
    for lost in 0..squares {
        filling.left = budget;
        match filling.fill(amazons, empty, lost) {
            Some(true) => {
                let least = squares - lost;
                return MoveRange { least, most: most.unwrap_or(least) };
            }
            Some(false) => {}
            // Not proved, but with more squares to lose a filling is easier to find.
            None => most = most.or(Some(squares - lost)),
        }
        // A line on the way may have lost as few as the next question allows.
        if most.is_some() && filling.fewest <= lost + 1 {
            break;
        }
    }
    let least = squares - filling.fewest;
    MoveRange { least, most: most.unwrap_or(least) }
}

/// A search under way.
struct Filling<S, const W: usize, const H: usize> {
    /// Positions (amazons, empty squares) with the most lost squares with which they are known not to be filled.
    failed: BTreeMap<(S, S), u32>,
    /// What is left of the budget.
    left: u32,
    /// The fewest empty squares of any position met: so many moves less than squares have been made.
    fewest: u32,
}

impl<S: Set, const W: usize, const H: usize> Filling<S, W, H> {
    /// Whether all but `lost` squares can be filled; `None` when the budget is spent.
    fn fill(&mut self, amazons: S, empty: S, lost: u32) -> Option<bool> {
        self.fewest = self.fewest.min(empty.size());
        let alive = king_reach::<S, W, H>(amazons, empty);
        let cut_off = (empty & !alive).size();
        if cut_off > lost {
            return Some(false);
        }
        let (empty, lost) = (alive, lost - cut_off);
        if empty.is_empty() {
            return Some(true);
        }
        if self.failed.get(&(amazons, empty)).is_some_and(|&failed| failed >= lost) {
            return Some(false);
        }
        self.left = self.left.checked_sub(1)?;
        let filled = self.fill_by_move(amazons, empty, lost)?;
        if !filled {
            self.failed.insert((amazons, empty), lost);
        }
        Some(filled)
    }

    /// Whether some move leads to a position that can be filled so.
    fn fill_by_move(&mut self, amazons: S, empty: S, lost: u32) -> Option<bool> {
        let end = visit_narrowest_first::<S, W, H>(amazons, empty, |from, to, arrow| {
            let (from, to) = (S::bit(from), S::bit(to));
            let rest = (empty | from) & !(to | S::bit(arrow));
            match self.fill(amazons & !from | to, rest, lost) {
                Some(false) => ControlFlow::Continue(()),
                answer => ControlFlow::Break(answer),
            }
        });
        end.break_value().unwrap_or(Some(false))
    }
}

/// Visits all moves: first short steps with arrows into the narrowest corners, which nearly always can go on to the
/// end; the long steps last.
fn visit_narrowest_first<S: Set, const W: usize, const H: usize>(
    amazons: S,
    empty: S,
    mut visitor: impl FnMut(u32, u32, u32) -> ControlFlow<Option<bool>>,
) -> ControlFlow<Option<bool>> {
    let levels = by_neighbours::<S, W, H>(empty | amazons, empty);
    for short in [true, false] {
        for level in levels {
            for from in amazons.squares() {
                let vacated = S::bit(from);
                let near = Board::<S, W, H>::spread(vacated);
                let steps = Board::<S, W, H>::reach(from, empty) & if short { near } else { !near };
                for to in steps.squares() {
                    let arrows = Board::<S, W, H>::reach(to, empty | vacated) & level;
                    for arrow in arrows.squares() {
                        visitor(from, to, arrow)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The squares of a set by how many neighbours they have in another: 0 to 8.
fn by_neighbours<S: Set, const W: usize, const H: usize>(squares: S, among: S) -> [S; 9] {
    let east = (among & S::narrow(Geometry::<W, H>::HAS_EAST)) << 1;
    let west = (among & S::narrow(Geometry::<W, H>::HAS_WEST)) >> 1;
    let rank = W as u32;
    let around = [east, west, among << rank, among >> rank, east << rank, east >> rank, west << rank, west >> rank];
    let mut levels = [S::EMPTY; 9];
    levels[0] = squares;
    for neighbour in around {
        for n in (0..8).rev() {
            let more = levels[n] & neighbour;
            levels[n + 1] |= more;
            levels[n] &= !more;
        }
    }
    levels
}
