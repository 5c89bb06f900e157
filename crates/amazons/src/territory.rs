//! Territory: which squares are whose, whether the game is decided, and how many moves each side has left.
//!
//! Not here: how a region is filled (`filling`), and guesses about squares that both sides can still reach (`evaluation`).
//! The rule of counting: once no amazon can reach a square that an enemy amazon can also reach, each side fills its own regions,
//! and who runs out of moves first loses. A side reaches what a flood through **empty** squares reaches: amazons that
//! stand beside an enemy make nothing contested.

use crate::board::Board;
use crate::filling::most_moves;
use crate::fills::king_reach;
use crate::set::Set;
use core::fmt;
use plywood_core::{Position, Side};

/// Positions that [`Territory::of`] looks at for each region before it makes do with bounds: a second or so.
const BUDGET: u32 = 2_000_000;

/// A number of moves, exact or between bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveRange {
    /// At least so many moves: a line with so many was found.
    pub least: u32,
    /// At most so many: it was proved that there are no more.
    pub most: u32,
}

impl MoveRange {
    /// Exactly `moves`.
    pub const fn exactly(moves: u32) -> Self {
        Self { least: moves, most: moves }
    }

    /// The number, where it is known.
    pub const fn exact(self) -> Option<u32> {
        if self.least == self.most { Some(self.least) } else { None }
    }
}

impl fmt::Display for MoveRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact() {
            Some(moves) => write!(f, "{moves}"),
            None => write!(f, "{} to {}", self.least, self.most),
        }
    }
}

/// What one side holds alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Holding {
    /// Regions with an empty square that this side can reach and the other cannot: empty squares and own amazons that hang
    /// together, no square of which the enemy reaches.
    pub regions: u32,
    /// The empty squares in them.
    pub squares: u32,
    /// The moves left in them, if nobody else moves.
    pub moves: MoveRange,
    /// Regions that are known to give fewer moves than they have squares.
    pub defective: u32,
}

/// How a position is divided.
///
/// # Example
/// ```
/// use plywood_amazons::{Amazons, Territory};
/// use plywood_core::{Game, Side};
/// let finished = Amazons::parse("*2q*2*2/1***1*2*1/**Q*******/2***Q2*Q/2*1******/1***q*1*2/1**2**3/**1*****2/**1*Q**3/2*q**q2* b")?;
/// let territory = Territory::of(&finished);
/// assert_eq!(territory.holding(Side::White).moves.exact(), Some(8));
/// assert_eq!(territory.holding(Side::Black).moves.exact(), Some(31));
/// assert_eq!(territory.winner(), Some(Side::Black));
/// # Ok::<(), plywood_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Territory {
    /// The side to move.
    pub side: Side,
    /// What White and Black hold.
    pub holdings: [Holding; 2],
    /// Empty squares that both sides can reach. The game is decided when there are none.
    pub contested: u32,
    /// Empty squares that nobody can reach.
    pub dead: u32,
    /// Whether an amazon that can still move stands beside an enemy: the square that it leaves may let the enemy in, so that the
    /// count, which is still the rule, says less about the best play.
    pub touching: bool,
}

impl Territory {
    /// The division of a position, with the moves left exact wherever a second or so is enough.
    pub fn of<S: Set, const W: usize, const H: usize>(board: &Board<S, W, H>) -> Self {
        Self::within(board, BUDGET)
    }

    /// The same, looking at no more than about `budget` positions for each region. A region of n squares usually takes n.
    pub fn within<S: Set, const W: usize, const H: usize>(board: &Board<S, W, H>, budget: u32) -> Self {
        let empty = board.empty();
        let reach = Side::BOTH.map(|side| king_reach::<S, W, H>(board.amazons(side), empty));
        let both = reach[0] & reach[1];
        let mut holdings = [Holding::default(); 2];
        let mut mobile = [S::EMPTY; 2];
        for side in Side::BOTH {
            let i = side.index();
            for region in regions::<S, W, H>(board.amazons(side), reach[i]) {
                mobile[i] |= region & board.amazons(side);
                if (region & both).is_empty() {
                    holdings[i].add::<S, W, H>(region & board.amazons(side), region & empty, budget);
                }
            }
        }
        let [white, black] = Side::BOTH.map(|side| board.amazons(side));
        let beside = Board::<S, W, H>::spread(mobile[0]) & black | Board::<S, W, H>::spread(mobile[1]) & white;
        Self {
            side: board.side_to_move(),
            holdings,
            contested: both.size(),
            dead: (empty & !reach[0] & !reach[1]).size(),
            touching: beside.any(),
        }
    }

    /// What `side` holds.
    pub const fn holding(&self, side: Side) -> &Holding {
        &self.holdings[side.index()]
    }

    /// Whether no empty square can be reached by both sides.
    pub const fn decided(&self) -> bool {
        self.contested == 0
    }

    /// Who wins by the count: the side to move when it has more moves left than the other, else the other. `None` while
    /// squares are contested, and where the bounds leave it open.
    pub const fn winner(&self) -> Option<Side> {
        if !self.decided() {
            return None;
        }
        let (own, theirs) = (self.holding(self.side).moves, self.holding(self.side.other()).moves);
        if own.least > theirs.most {
            Some(self.side)
        } else if own.most <= theirs.least {
            Some(self.side.other())
        } else {
            None
        }
    }

    /// The difference of the moves left in hundredths, from the side to move, less half a move for having to move: positive
    /// exactly when the side to move wins. Where a number of moves is not known, the moves that were found count. `None`
    /// while squares are contested.
    pub const fn score(&self) -> Option<i32> {
        if !self.decided() {
            return None;
        }
        let (own, theirs) = (self.holding(self.side).moves.least, self.holding(self.side.other()).moves.least);
        Some(100 * (own as i32 - theirs as i32) - 50)
    }
}

impl Holding {
    /// Adds a region.
    fn add<S: Set, const W: usize, const H: usize>(&mut self, amazons: S, empty: S, budget: u32) {
        let (squares, moves) = (empty.size(), most_moves::<S, W, H>(amazons, empty, budget));
        self.regions += 1;
        self.squares += squares;
        self.moves.least += moves.least;
        self.moves.most += moves.most;
        self.defective += u32::from(moves.most < squares);
    }
}

/// The regions of a side in which it can move: amazons and what they reach, as far as it hangs together.
fn regions<S: Set, const W: usize, const H: usize>(amazons: S, reach: S) -> impl Iterator<Item = S> {
    let room = amazons | reach;
    let mut left = reach;
    core::iter::from_fn(move || {
        let seed = S::bit((!left.is_empty()).then(|| left.lowest())?);
        let region = seed | king_reach::<S, W, H>(seed, room);
        left &= !region;
        Some(region)
    })
}

/// A few lines for people.
impl fmt::Display for Territory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in Side::BOTH {
            let Holding { regions, squares, moves, defective } = self.holding(side);
            writeln!(
                f,
                "{side:?}: {moves} moves left on {squares} squares in {regions} regions, {defective} defective"
            )?;
        }
        writeln!(f, "contested: {}, dead: {}", self.contested, self.dead)?;
        match self.winner() {
            _ if !self.decided() => write!(f, "not decided"),
            Some(winner) => write!(f, "{winner:?} wins, {:?} to move", self.side),
            None => write!(f, "decided, but not counted to the end; {:?} to move", self.side),
        }
    }
}
