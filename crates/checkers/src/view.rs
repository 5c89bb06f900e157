//! The board as the side to move sees it, and what sets tell of its moves: the quiet
//! ones, and the jumps with which captures begin.
//!
//! Not here: counting captures (`tally`), chains of captures (`capture`).

use crate::board::Bits;
use crate::layout::Layout;
use crate::rules::{King, Rules};
use crate::step::{Direction, fill, fill_all, square, step};
use plywood_core::Bitboard;

/// The pieces by what they are to the side to move; `WHITE` says which side that is.
#[derive(Clone, Copy)]
pub(crate) struct View<R: Rules, const WHITE: bool> {
    pub(crate) men: Bits<R>,
    pub(crate) kings: Bits<R>,
    pub(crate) foes: Bits<R>,
    pub(crate) foe_kings: Bits<R>,
    pub(crate) empty: Bits<R>,
}

/// The squares directly behind the victims of jumps, by direction: each stands for one jump.
pub(crate) type Behind<R> = [Bits<R>; 8];

/// All squares of `sets`.
#[inline(always)]
pub(crate) fn union<R: Rules>(sets: &Behind<R>) -> Bits<R> {
    sets.iter().fold(Bits::<R>::EMPTY, |all, &set| all | set)
}

/// The number of squares in `sets`.
#[inline(always)]
pub(crate) fn sizes<R: Rules>(sets: &Behind<R>) -> u64 {
    sets.iter().map(|set| u64::from(set.size())).sum()
}

/// The squares of `sets` from which a jump in direction `to` is thinkable: not those that were reached the opposite
/// way, where the piece just taken stands.
#[inline(always)]
pub(crate) fn not_backwards<R: Rules>(sets: &Behind<R>, to: Direction) -> Bits<R> {
    let mut others = *sets;
    others[to.back() as usize] = Bits::<R>::EMPTY;
    union::<R>(&others)
}

/// Whether kings go any distance.
pub(crate) const fn flying<R: Rules>() -> bool {
    !matches!(R::KING, King::Short)
}

/// The directions in which a man steps.
#[inline(always)]
pub(crate) const fn man_steps<const WHITE: bool>() -> &'static [Direction; 2] {
    if WHITE { &[Direction::UpRight, Direction::UpLeft] } else { &[Direction::DownRight, Direction::DownLeft] }
}

impl<R: Rules, const WHITE: bool> View<R, WHITE> {
    /// The row on which the men of this side are crowned.
    #[inline(always)]
    pub(crate) fn crown_row() -> Bits<R> {
        R::Layout::crown_row(WHITE)
    }

    /// What a man may take.
    #[inline(always)]
    pub(crate) fn foes_of_men(&self) -> Bits<R> {
        if R::MEN_TAKE_KINGS { self.foes } else { self.foes & !self.foe_kings }
    }

    /// Where a king on one of `kings` ends up by quiet moves in direction `to`.
    #[inline(always)]
    pub(crate) fn king_steps(kings: Bits<R>, empty: Bits<R>, to: Direction) -> Bits<R> {
        if flying::<R>() {
            fill_all::<R::Layout>(kings, empty, to) & empty
        } else {
            step::<R::Layout>(kings, to) & empty
        }
    }

    /// The squares directly behind `foes` that the `jumpers`, neighbours of their victims, jump in direction `to`.
    #[inline(always)]
    pub(crate) fn behind(jumpers: Bits<R>, foes: Bits<R>, empty: Bits<R>, to: Direction) -> Bits<R> {
        step::<R::Layout>(step::<R::Layout>(jumpers, to) & foes, to) & empty
    }

    /// The same for kings at any distance.
    #[inline(always)]
    pub(crate) fn behind_kings(kings: Bits<R>, foes: Bits<R>, empty: Bits<R>, to: Direction) -> Bits<R> {
        let before = if flying::<R>() { fill::<R::Layout>(kings, empty, to) } else { kings };
        Self::behind(before, foes, empty, to)
    }

    /// The square of the king that takes `victim` in direction `to`.
    #[inline(always)]
    pub(crate) fn king_before(&self, victim: Bits<R>, to: Direction) -> u8 {
        let before = if flying::<R>() { fill::<R::Layout>(victim, self.empty, to.back()) } else { victim };
        square(step::<R::Layout>(before, to.back()) & self.kings)
    }

    /// The first jumps of men.
    #[inline(always)]
    pub(crate) fn man_jumps(&self) -> Behind<R> {
        let mut behind = [Bits::<R>::EMPTY; 8];
        for_man_captures!(R, WHITE, to => {
            behind[to as usize] = Self::behind(self.men, self.foes_of_men(), self.empty, to);
        });
        behind
    }

    /// The first jumps of kings.
    #[inline(always)]
    pub(crate) fn king_jumps(&self) -> Behind<R> {
        if self.kings.any() { self.jumps_of_kings() } else { [Bits::<R>::EMPTY; 8] }
    }

    /// The same where there are kings. Without the question the compiler fills their ways once, for jumps and for quiet
    /// moves.
    #[inline(always)]
    pub(crate) fn jumps_of_kings(&self) -> Behind<R> {
        let mut behind = [Bits::<R>::EMPTY; 8];
        for_king_captures!(R, to => {
            behind[to as usize] = Self::behind_kings(self.kings, self.foes, self.empty, to);
        });
        behind
    }

    /// The number of quiet moves of men.
    #[inline(always)]
    pub(crate) fn quiet_of_men(&self) -> u64 {
        man_steps::<WHITE>().iter().map(|&to| u64::from((step::<R::Layout>(self.men, to) & self.empty).size())).sum()
    }

    /// The number of quiet moves of kings. No two kings reach the same square in the same direction, so sets count
    /// them.
    #[inline(always)]
    pub(crate) fn quiet_of_kings(&self) -> u64 {
        let mut count = 0;
        for_diagonals!(to => {
            count += u64::from(Self::king_steps(self.kings, self.empty, to).size());
        });
        count
    }

    /// Whether there is a quiet move.
    #[inline(always)]
    pub(crate) fn any_quiet(&self) -> bool {
        let mut targets = Bits::<R>::EMPTY;
        for_diagonals!(to => {
            targets |= step::<R::Layout>(self.kings, to);
        });
        for &to in man_steps::<WHITE>() {
            targets |= step::<R::Layout>(self.men, to);
        }
        (targets & self.empty).any()
    }
}
