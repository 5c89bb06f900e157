//! Counting moves without building them.
//!
//! Half of all positions are captures, in no order that a processor could learn, so nothing here asks
//! whether there is one: quiet moves, captures and the way they go on are all read off the same few sets, and the
//! only question is whether a capture is too long for that.
//!
//! Sets can follow two jumps exactly. A second jump neither lands on the square that its piece left nor meets
//! its first victim again, for two lines cross once; and captures of one or two pieces never make the
//! same move twice (see `capture`). What is longer is walked (`walk`) or searched (`search`).
//!
//! Sums of the sizes of sets need no check: they stay below a few thousand. Numbers of sequences stop at `u64::MAX`.

use crate::board::Bits;
use crate::capture::{Captures, long_captures};
use crate::rules::{Choice, Crowning, King, Rules};
use crate::search::search;
use crate::step::{Direction, fill, step};
use crate::view::{Behind, View, not_backwards, sizes, union};
use plywood_core::Bitboard;

impl<R: Rules, const WHITE: bool> View<R, WHITE> {
    /// The number of legal moves; with `SEQUENCES` a capture counts once for each sequence that makes it.
    #[inline(always)]
    pub(crate) fn tally<const SEQUENCES: bool>(&self) -> u64 {
        let men = self.man_jumps();
        if self.kings.any() {
            return self.tally_with_kings::<SEQUENCES>(&men);
        }
        let by_quality = quality_matters::<R>() && self.foe_kings.any() && union::<R>(&men).any();
        if by_quality || self.men_go_on(&men).any() {
            return self.tally_chains::<SEQUENCES>(&men);
        }
        let (captures, quiet) = (sizes::<R>(&men), self.quiet_of_men());
        if captures > 0 { captures } else { quiet }
    }

    /// The number of legal moves when there are kings.
    #[inline(never)]
    fn tally_with_kings<const SEQUENCES: bool>(&self, men: &Behind<R>) -> u64 {
        let kings = self.jumps_of_kings();
        if (union::<R>(men) | union::<R>(&kings)).is_empty() {
            return self.quiet_of_men() + self.quiet_of_kings();
        }
        let by_quality = quality_matters::<R>() && self.foe_kings.any();
        let ways = self.ways(&kings);
        if by_quality || R::REMOVED_AT_ONCE || (self.men_go_on(men) | self.kings_go_on(&ways)).any() {
            return self.tally_long::<SEQUENCES>(men, &kings);
        }
        let by_kings = sizes::<R>(&self.landings(&kings, &ways));
        if kings_first::<R>() && by_kings > 0 { by_kings } else { by_kings + sizes::<R>(men) }
    }

    /// The number of captures of men alone when some take two pieces: one more round of sets, if that is enough.
    #[inline(never)]
    fn tally_chains<const SEQUENCES: bool>(&self, first: &Behind<R>) -> u64 {
        let (mut of_one, mut of_two) = (0, 0);
        let short = self.men_captures(first, |set, _, second| {
            let count = if second.is_some() { &mut of_two } else { &mut of_one };
            *count += u64::from(set.size());
        });
        if !short || quality_matters::<R>() && self.foe_kings.any() {
            return self.tally_long::<SEQUENCES>(first, &[Bits::<R>::EMPTY; 8]);
        }
        if only_longest::<R>() { of_two } else { of_one + of_two }
    }

    /// The number of captures, however long.
    #[inline(always)]
    fn tally_long<const SEQUENCES: bool>(&self, men: &Behind<R>, kings: &Behind<R>) -> u64 {
        let (mut count, mut found) = (0, Captures::<R>::new());
        if quality_matters::<R>() && self.foe_kings.any() {
            search(self, men, kings, &mut found);
        } else if self.walk::<SEQUENCES, _>(men, kings, &mut count) {
            return count;
        } else {
            long_captures(self, men, kings, &mut found);
        }
        if !SEQUENCES {
            return found.len() as u64;
        }
        found.as_slice().iter().map(|capture| capture.sequences).fold(0, u64::saturating_add)
    }

    /// Calls `each` with the squares on which captures by men end, for each direction of the first jump, and of
    /// the second where there is one. Whether that is all: false when some captures take more
    /// than two pieces, or go on as kings.
    #[inline(always)]
    pub(crate) fn men_captures(
        &self,
        first: &Behind<R>,
        mut each: impl FnMut(Bits<R>, Direction, Option<Direction>),
    ) -> bool {
        let mut second = [Bits::<R>::EMPTY; 8];
        for_man_captures!(R, WHITE, way => {
            let mut ends = first[way as usize];
            // Eight directions squared are worth a look whether there is anything to do.
            if !R::ORTHOGONAL || ends.any() {
                let from = ends & self.man_still();
                if self.crowned_go_on(ends, way).any() {
                    return false;
                }
                for_man_captures!(R, WHITE, to => {
                    if to != way.back() {
                        let behind = Self::behind(from, self.foes_of_men(), self.empty, to);
                        ends &= !step::<R::Layout>(step::<R::Layout>(behind, to.back()), to.back());
                        if R::ORTHOGONAL && self.may_come_full_circle(behind, way, to) {
                            return false;
                        }
                        second[to as usize] |= behind;
                        each(behind, way, Some(to));
                    }
                });
                each(ends, way, None);
            }
        });
        self.men_go_on_again(&second).is_empty()
    }

    /// Whether men that land on `first` may go on: where they can jump again, or where they are kings. Jumping back
    /// needs no thought: there stands, as far as these sets know, the man itself.
    #[inline(always)]
    pub(crate) fn men_go_on(&self, first: &Behind<R>) -> Bits<R> {
        let all = union::<R>(first);
        let mut next = if R::CROWNING == Crowning::AtOnce { all & Self::crown_row() } else { Bits::<R>::EMPTY };
        for_man_captures!(R, WHITE, to => {
            next |= Self::behind(all & self.man_still(), self.foes_of_men(), self.empty, to);
        });
        next
    }

    /// The same after a second jump; a third one that lands on its start is not seen.
    #[inline(always)]
    fn men_go_on_again(&self, second: &Behind<R>) -> Bits<R> {
        let all = union::<R>(second);
        let mut next = if R::CROWNING == Crowning::AtOnce { all & Self::crown_row() } else { Bits::<R>::EMPTY };
        for_man_captures!(R, WHITE, to => {
            let from = not_backwards::<R>(second, to) & self.man_still();
            next |= Self::behind(from, self.foes_of_men(), self.empty, to);
        });
        next
    }

    /// Whether a third jump may lead from `behind` to its start, after jumps in directions `way` and `to`. That takes a
    /// triangle, which needs jumps along ranks and files.
    #[inline(always)]
    fn may_come_full_circle(&self, behind: Bits<R>, way: Direction, to: Direction) -> bool {
        let home = -(way.offset::<R::Layout>() + to.offset::<R::Layout>());
        let mut victims = Bits::<R>::EMPTY;
        for_king_captures!(R, last => {
            if last.offset::<R::Layout>() == home {
                victims |= step::<R::Layout>(behind, last) & self.foes;
            }
        });
        victims.any()
    }

    /// The squares on which a man that has captured is still a man who may go on.
    #[inline(always)]
    fn man_still(&self) -> Bits<R> {
        if R::CROWNING == Crowning::IfItStays { !Bits::<R>::EMPTY } else { !Self::crown_row() }
    }

    /// Where men that were crowned on landing, in direction `way`, go on as kings.
    #[inline(always)]
    fn crowned_go_on(&self, behind: Bits<R>, way: Direction) -> Bits<R> {
        let crowned = behind & Self::crown_row();
        if R::CROWNING != Crowning::AtOnce || crowned.is_empty() {
            return Bits::<R>::EMPTY;
        }
        let mut next = Bits::<R>::EMPTY;
        for_king_captures!(R, to => {
            if to != way.back() {
                next |= Self::behind_kings(crowned, self.foes, self.empty, to);
            }
        });
        next
    }

    /// The squares on which kings that land on `behind` may turn.
    #[inline(always)]
    pub(crate) fn ways(&self, behind: &Behind<R>) -> Behind<R> {
        let mut ways = *behind;
        if matches!(R::KING, King::Flying | King::FlyingStopsBehindKing) {
            for_king_captures!(R, to => {
                ways[to as usize] = fill::<R::Layout>(behind[to as usize], self.empty, to);
            });
        }
        ways
    }

    /// Where kings on those ways can jump again.
    #[inline(always)]
    pub(crate) fn kings_go_on(&self, ways: &Behind<R>) -> Bits<R> {
        let mut next = Bits::<R>::EMPTY;
        for_king_captures!(R, to => {
            next |= Self::behind_kings(not_backwards::<R>(ways, to), self.foes, self.empty, to);
        });
        next
    }

    /// Where captures of one piece by kings may end.
    #[inline(always)]
    fn landings(&self, behind: &Behind<R>, ways: &Behind<R>) -> Behind<R> {
        let mut landings = *ways;
        if R::KING == King::FlyingStopsBehindKing && self.foe_kings.any() {
            for_king_captures!(R, to => {
                let free = behind[to as usize] & !step::<R::Layout>(self.foe_kings, to);
                landings[to as usize] = behind[to as usize] | fill::<R::Layout>(free, self.empty, to);
            });
        }
        landings
    }
}

/// Whether captures of fewer pieces than possible are illegal, all victims being men.
pub(crate) const fn only_longest<R: Rules>() -> bool {
    !matches!(R::CHOICE, Choice::Free | Choice::KingFirst)
}

/// Whether the kind of a victim can decide between captures of one piece each.
pub(crate) const fn quality_matters<R: Rules>() -> bool {
    matches!(R::CHOICE, Choice::MostThenKings | Choice::MostThenItalian | Choice::Value)
}

/// Whether, of two captures of one man each, that of a king goes first.
pub(crate) const fn kings_first<R: Rules>() -> bool {
    matches!(R::CHOICE, Choice::KingFirst | Choice::MostThenItalian | Choice::Value)
}
