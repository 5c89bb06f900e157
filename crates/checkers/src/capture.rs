//! The legal captures of a position, as a list.
//!
//! Most are short and stand in the sets already: one piece each, or two by men. What is longer is walked or searched.
//!
//! Not here: the first jumps, which are read off sets (`view`), and long captures (`walk`, `search`).

use crate::board::{Bits, Move};
use crate::list::List;
use crate::rules::{King, Rules};
use crate::search::search;
use crate::step::{Direction, fill, step};
use crate::tally::{kings_first, only_longest, quality_matters};
use crate::view::{Behind, View, union};
use plywood_core::Bitboard;

/// A complete capture and the number of sequences that make it.
#[derive(Clone, Copy)]
pub(crate) struct Capture<W> {
    pub(crate) mv: Move<W>,
    pub(crate) sequences: u64,
}

impl<W: Bitboard> Default for Capture<W> {
    fn default() -> Self {
        Self { mv: Move { captured: W::EMPTY, from: 0, to: 0, promotes: false }, sequences: 0 }
    }
}

/// The legal captures of a position.
pub(crate) type Captures<R> = List<Capture<Bits<R>>, 16>;

/// Finds the legal captures, given the first jumps of men and of kings; short ones are read off sets. `found` is
/// empty before: to fill a list in place is cheaper than to move one.
#[inline(always)]
pub(crate) fn captures<R: Rules, const WHITE: bool>(
    view: &View<R, WHITE>,
    men: &Behind<R>,
    kings: &Behind<R>,
    found: &mut Captures<R>,
) {
    let with_kings = union::<R>(kings).any();
    if quality_matters::<R>() && view.foe_kings.any() || with_kings && R::REMOVED_AT_ONCE {
        return search(view, men, kings, found);
    }
    if with_kings {
        return king_captures(view, men, kings, found);
    }
    if view.men_go_on(men).is_empty() {
        return single_captures::<R, WHITE>(men, found);
    }
    // In eight directions most chains are longer than two, and looking whether they are is wasted.
    if R::ORTHOGONAL || !short_captures(view, men, found) {
        long_captures(view, men, kings, found);
    }
}

/// The legal captures, however long, all victims being equally good.
#[inline(never)]
pub(crate) fn long_captures<R: Rules, const WHITE: bool>(
    view: &View<R, WHITE>,
    men: &Behind<R>,
    kings: &Behind<R>,
    found: &mut Captures<R>,
) {
    found.clear();
    if !view.walk::<false, _>(men, kings, found) {
        found.clear();
        search(view, men, kings, found);
    }
}

/// The legal captures when men take one piece each.
#[inline(always)]
fn single_captures<R: Rules, const WHITE: bool>(men: &Behind<R>, found: &mut Captures<R>) {
    for_man_captures!(R, WHITE, way => {
        add_captures::<R, WHITE>(found, men[way as usize], way, None);
    });
}

/// The legal captures when men take one piece or two each; whether that is so.
#[inline(never)]
fn short_captures<R: Rules, const WHITE: bool>(
    view: &View<R, WHITE>,
    men: &Behind<R>,
    found: &mut Captures<R>,
) -> bool {
    let short = view.men_captures(men, |set, first, second| {
        if second.is_some() || !only_longest::<R>() {
            add_captures::<R, WHITE>(found, set, first, second);
        }
    });
    if found.is_empty() {
        single_captures::<R, WHITE>(men, found);
    }
    short
}

/// The legal captures when kings take part.
#[inline(never)]
fn king_captures<R: Rules, const WHITE: bool>(
    view: &View<R, WHITE>,
    men: &Behind<R>,
    kings: &Behind<R>,
    found: &mut Captures<R>,
) {
    let ways = view.ways(kings);
    if (view.men_go_on(men) | view.kings_go_on(&ways)).any() {
        return long_captures(view, men, kings, found);
    }
    for_king_captures!(R, to => {
        for at in kings[to as usize].squares() {
            let at = Bits::<R>::bit(at);
            let victim = step::<R::Layout>(at, to.back());
            let from = view.king_before(victim, to);
            let stops = R::KING == King::FlyingStopsBehindKing && (victim & view.foe_kings).any();
            let way = fill::<R::Layout>(at, view.empty, to) & ways[to as usize];
            for to in if stops { at } else { way }.squares() {
                let mv = Move { captured: victim, promotes: false, from, to: to as u8 };
                found.push(Capture { mv, sequences: 1 });
            }
        }
    });
    if !kings_first::<R>() {
        single_captures::<R, WHITE>(men, found);
    }
}

/// Adds the captures that end on `set` after one or two jumps in these directions.
#[inline(always)]
fn add_captures<R: Rules, const WHITE: bool>(
    found: &mut Captures<R>,
    set: Bits<R>,
    first: Direction,
    second: Option<Direction>,
) {
    let offset = |to: Direction| to.offset::<R::Layout>();
    for to in set.squares() {
        let last = second.unwrap_or(first);
        let mut from = to.wrapping_add_signed(-2 * offset(last));
        let mut captured = Bits::<R>::bit(to.wrapping_add_signed(-offset(last)));
        if second.is_some() {
            captured |= Bits::<R>::bit(from.wrapping_add_signed(-offset(first)));
            from = from.wrapping_add_signed(-2 * offset(first));
        }
        let promotes = View::<R, WHITE>::crown_row().has(to);
        let mv = Move { captured, promotes, from: from as u8, to: to as u8 };
        found.push(Capture { mv, sequences: 1 });
    }
}
