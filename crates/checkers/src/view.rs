//! The board as the side to move sees it, and everything about its moves that can be read off sets: how many
//! quiet moves there are, which captures begin where, and how many captures there are when none goes on.
//!
//! Not here: chains of captures (`capture`).

use crate::board::Bits;
use crate::layout::Layout;
use crate::rules::{Choice, Crowning, King, Rules};
use crate::step::{ALL, DIAGONAL, Direction, fill, step};
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

/// The squares directly behind the victims of all first jumps, by direction: each stands for one jump.
#[derive(Clone, Copy)]
pub(crate) struct Jumps<R: Rules> {
    pub(crate) men: [Bits<R>; 8],
    pub(crate) kings: [Bits<R>; 8],
}

impl<R: Rules> Jumps<R> {
    #[inline(always)]
    pub(crate) fn any(&self) -> bool {
        union::<R>(&self.men).any() || union::<R>(&self.kings).any()
    }
}

#[inline(always)]
fn union<R: Rules>(sets: &[Bits<R>; 8]) -> Bits<R> {
    sets.iter().fold(Bits::<R>::EMPTY, |all, &set| all | set)
}

/// Whether kings go any distance.
pub(crate) const fn flying<R: Rules>() -> bool {
    !matches!(R::KING, King::Short)
}

/// The directions in which a king captures.
#[inline(always)]
pub(crate) const fn king_captures<R: Rules>() -> &'static [Direction] {
    if R::ORTHOGONAL { &ALL } else { &DIAGONAL }
}

/// The directions in which a man steps.
#[inline(always)]
pub(crate) const fn man_steps<const WHITE: bool>() -> &'static [Direction; 2] {
    if WHITE { &[Direction::UpRight, Direction::UpLeft] } else { &[Direction::DownRight, Direction::DownLeft] }
}

/// The directions in which a man captures.
#[inline(always)]
pub(crate) const fn man_captures<R: Rules, const WHITE: bool>() -> &'static [Direction] {
    match (R::ORTHOGONAL, R::MEN_CAPTURE_BACK) {
        (true, _) => &ALL,
        (false, true) => &DIAGONAL,
        (false, false) => man_steps::<WHITE>(),
    }
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
        if flying::<R>() { fill::<R::Layout>(kings, empty, to) & empty } else { step::<R::Layout>(kings, to) & empty }
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

    /// All first jumps.
    #[inline(always)]
    pub(crate) fn jumps(&self) -> Jumps<R> {
        let mut jumps = Jumps { men: [Bits::<R>::EMPTY; 8], kings: [Bits::<R>::EMPTY; 8] };
        for &to in man_captures::<R, WHITE>() {
            jumps.men[to as usize] = Self::behind(self.men, self.foes_of_men(), self.empty, to);
        }
        if self.kings.any() {
            for &to in king_captures::<R>() {
                jumps.kings[to as usize] = Self::behind_kings(self.kings, self.foes, self.empty, to);
            }
        }
        jumps
    }

    /// The number of quiet moves. No two kings reach the same square in the same direction, so sets count them.
    #[inline(always)]
    pub(crate) fn quiet_count(&self) -> u64 {
        let mut count = 0;
        for &to in man_steps::<WHITE>() {
            count += (step::<R::Layout>(self.men, to) & self.empty).size();
        }
        if self.kings.any() {
            for to in DIAGONAL {
                count += Self::king_steps(self.kings, self.empty, to).size();
            }
        }
        count.into()
    }

    /// Whether there is a quiet move.
    #[inline(always)]
    pub(crate) fn any_quiet(&self) -> bool {
        man_steps::<WHITE>().iter().any(|&to| (step::<R::Layout>(self.men, to) & self.empty).any())
            || DIAGONAL.iter().any(|&to| (step::<R::Layout>(self.kings, to) & self.empty).any())
    }

    /// The number of captures when they are all by men, of men, and none of them can go on; `None` when that is not
    /// so. A second jump can neither land on the square that the first one left nor meet its victim
    /// again (two lines cross once), so the sets of the position itself decide.
    #[inline(always)]
    pub(crate) fn single_captures(&self, jumps: &Jumps<R>) -> Option<u64> {
        if self.kings.any() || quality_matters::<R>() && self.foe_kings.any() {
            return None;
        }
        let all = union::<R>(&jumps.men);
        let crowned = all & Self::crown_row();
        if R::CROWNING == Crowning::AtOnce && crowned.any() {
            return None;
        }
        let stays = if R::CROWNING == Crowning::EndsTheMove { !crowned } else { !Bits::<R>::EMPTY };
        let mut going_on = Bits::<R>::EMPTY;
        for &to in man_captures::<R, WHITE>() {
            let mut from = Bits::<R>::EMPTY;
            for &first in man_captures::<R, WHITE>() {
                if first != to.back() {
                    from |= jumps.men[first as usize];
                }
            }
            going_on |= Self::behind(from & stays, self.foes_of_men(), self.empty, to);
        }
        if going_on.any() {
            return None;
        }
        Some(jumps.men.iter().map(|set| u64::from(set.size())).sum())
    }
}

/// Whether the kind of a victim can decide between captures of one piece each.
const fn quality_matters<R: Rules>() -> bool {
    matches!(R::CHOICE, Choice::MostThenKings | Choice::MostThenItalian | Choice::Value)
}
