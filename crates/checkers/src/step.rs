//! Directions, and sets of squares moved along them: one shift a step, no edge masks (see `layout`).
//!
//! Not here: pieces.

use crate::layout::{Layout, Word};

/// One of the eight directions; the last four are along ranks and files, over playing squares only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Direction {
    #[default]
    UpRight,
    UpLeft,
    DownRight,
    DownLeft,
    Up,
    Right,
    Down,
    Left,
}

use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};

impl Direction {
    /// The same line the other way.
    #[inline(always)]
    pub(crate) const fn back(self) -> Self {
        match self {
            UpRight => DownLeft,
            UpLeft => DownRight,
            DownRight => UpLeft,
            DownLeft => UpRight,
            Up => Down,
            Right => Left,
            Down => Up,
            Left => Right,
        }
    }

    /// Bits from a square to its neighbour; negative downwards.
    #[inline(always)]
    pub(crate) const fn offset<L: Layout>(self) -> i32 {
        match self {
            UpRight => L::UP_RIGHT as i32,
            UpLeft => L::UP_LEFT as i32,
            DownRight => -(L::UP_LEFT as i32),
            DownLeft => -(L::UP_RIGHT as i32),
            Up => L::PERIOD as i32,
            Right => 1,
            Down => -(L::PERIOD as i32),
            Left => -1,
        }
    }
}

/// The neighbours of `set` in direction `to`, ghosts included.
#[inline(always)]
pub(crate) fn step<L: Layout>(set: L::Word, to: Direction) -> L::Word {
    let offset = to.offset::<L>();
    if offset > 0 { set << offset as u32 } else { set >> offset.unsigned_abs() }
}

/// `set` and all squares that it reaches in direction `to` through `empty` squares.
///
/// Doubling the distance each time takes three rounds for up to seven steps; a fourth of the same length makes eleven.
#[inline(always)]
pub(crate) fn fill<L: Layout>(set: L::Word, empty: L::Word, to: Direction) -> L::Word {
    let offset = to.offset::<L>();
    let by = |set: L::Word, n: u32| {
        let bits = offset.unsigned_abs() * n;
        if offset > 0 { set << bits } else { set >> bits }
    };
    let (mut reached, mut open) = (set, empty);
    reached |= open & by(reached, 1);
    open &= by(open, 1);
    reached |= open & by(reached, 2);
    open &= by(open, 2);
    reached |= open & by(reached, 4);
    if L::SIZE > 8 {
        reached |= open & by(reached, 4);
    }
    reached
}

/// The number of the one square of `set`.
#[inline(always)]
pub(crate) fn square<W: Word>(set: W) -> u8 {
    set.lowest() as u8
}
