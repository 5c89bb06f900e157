//! Chains of captures, layer by layer: the chains of `n` pieces make those of `n + 1`.
//!
//! After each layer, chains that can't differ any more (same piece, same square, same victims) are
//! merged and their numbers of sequences added. So work and memory follow the number of different states,
//! not the number of routes, which can be exponentially larger. Where the most pieces must be taken,
//! the last layer is the answer, and no other chain is ever finished. The numbers of sequences stop at `u64::MAX`,
//! which stands for too many.
//!
//! Not here: the first jumps (`view`), and captures so short that no search is needed (`capture`).

use crate::board::{Bits, Move};
use crate::capture::{Capture, Captures};
use crate::list::List;
use crate::rules::{Choice, Crowning, King, Rules};
use crate::step::{Direction, fill, square, step};
use crate::view::{Behind, View, flying};
use plywood_core::Bitboard;

/// Two routes to the same victims differ in the order of at least three jumps: of two, the last one is
/// given by where it ends, or else the pieces would have to be jumped on crossing lines.
const FEWEST_TO_MERGE: u32 = 3;

/// A capture under way.
#[derive(Clone, Copy, Default)]
struct Chain<W> {
    captured: W,
    /// The number of sequences that lead here.
    sequences: u64,
    /// Italian draughts: the victims in order, the latest in the lowest bit, 1 for a king.
    order: u32,
    from: u8,
    /// The square directly behind the last victim.
    at: u8,
    /// The direction of the last jump, where it matters how the chain came here (flying kings).
    heading: Direction,
    /// Whether the piece is a king by now.
    king: bool,
}

type Layer<R> = List<Chain<Bits<R>>, 8>;

/// The legal captures, whatever they are.
#[inline(never)]
pub(crate) fn search<R: Rules, const WHITE: bool>(
    view: &View<R, WHITE>,
    men: &Behind<R>,
    kings: &Behind<R>,
    found: &mut Captures<R>,
) {
    let mut search = Search { view, found, worth: 0 };
    let (mut layer, mut next) = (Layer::<R>::new(), Layer::<R>::new());
    search.first_layer(men, kings, &mut layer);
    let mut victims = 1;
    // Two lists take turns: moving one costs more than most searches.
    loop {
        search.next_layer(&layer, &mut next, victims);
        if next.is_empty() {
            search.finish_last(&layer, victims);
            break;
        }
        search.next_layer(&next, &mut layer, victims + 1);
        if layer.is_empty() {
            search.finish_last(&next, victims + 1);
            break;
        }
        victims += 2;
    }
    search.merge_moves();
}

/// Whether the rules ask for the most pieces before anything else.
const fn only_last_layer<R: Rules>() -> bool {
    matches!(R::CHOICE, Choice::Most | Choice::MostThenKings | Choice::MostThenItalian)
}

struct Search<'a, R: Rules, const WHITE: bool> {
    view: &'a View<R, WHITE>,
    found: &'a mut Captures<R>,
    /// What the captures in `found` are worth.
    worth: u32,
}

impl<R: Rules, const WHITE: bool> Search<'_, R, WHITE> {
    fn first_layer(&self, men: &Behind<R>, kings: &Behind<R>, layer: &mut Layer<R>) {
        for_king_captures!(R, to => {
            for at in kings[to as usize].squares() {
                let victim = step::<R::Layout>(Bits::<R>::bit(at), to.back());
                layer.push(self.first(self.view.king_before(victim, to), victim, at as u8, to, true));
            }
        });
        if R::CHOICE == Choice::KingFirst && !layer.is_empty() {
            return;
        }
        for_man_captures!(R, WHITE, to => {
            for at in men[to as usize].squares() {
                let victim = step::<R::Layout>(Bits::<R>::bit(at), to.back());
                let from = step::<R::Layout>(victim, to.back());
                layer.push(self.first(square(from), victim, at as u8, to, false));
            }
        });
    }

    fn first(&self, from: u8, victim: Bits<R>, at: u8, to: Direction, king: bool) -> Chain<Bits<R>> {
        let start = Chain { sequences: 1, from, king, ..Chain::default() };
        self.after_jump(&start, victim, at, to)
    }

    /// `chain` with one more victim.
    fn after_jump(&self, chain: &Chain<Bits<R>>, victim: Bits<R>, at: u8, to: Direction) -> Chain<Bits<R>> {
        let crowned = R::CROWNING == Crowning::AtOnce && View::<R, WHITE>::crown_row().has(at.into());
        let king = chain.king || crowned;
        let mut order = 0;
        if R::CHOICE == Choice::MostThenItalian {
            order = chain.order << 1 | u32::from((victim & self.view.foe_kings).any());
        }
        let way_matters = king && flying::<R>() && R::KING != King::FlyingStopsBehindAll;
        let heading = if way_matters { to } else { Direction::default() };
        Chain { captured: chain.captured | victim, order, at, heading, king, ..*chain }
    }

    fn next_layer(&mut self, layer: &Layer<R>, next: &mut Layer<R>, victims: u32) {
        next.clear();
        for chain in layer.as_slice() {
            let goes_on = if chain.king { self.king_jumps(chain, next) } else { self.man_jumps(chain, next) };
            if !goes_on && !only_last_layer::<R>() {
                self.finish(chain, victims);
            }
        }
        if victims + 1 >= FEWEST_TO_MERGE {
            next.sort_and_merge(
                |c| (c.from, c.at, c.heading, c.king, c.captured),
                |kept, other| {
                    // The order of the victims decides only between captures that are otherwise alike.
                    if other.order > kept.order {
                        *kept = *other;
                    } else if other.order == kept.order {
                        kept.sequences = kept.sequences.saturating_add(other.sequences);
                    }
                },
            );
        }
    }

    /// Where the most pieces must be taken, the chains that nobody could continue are the captures.
    fn finish_last(&mut self, layer: &Layer<R>, victims: u32) {
        if only_last_layer::<R>() {
            for chain in layer.as_slice() {
                self.finish(chain, victims);
            }
        }
    }

    fn open(&self, chain: &Chain<Bits<R>>) -> Bits<R> {
        self.view.open(Bits::<R>::bit(chain.from.into()), chain.captured)
    }

    /// Adds what follows when a man goes on; whether anything does.
    fn man_jumps(&self, chain: &Chain<Bits<R>>, next: &mut Layer<R>) -> bool {
        let at = Bits::<R>::bit(chain.at.into());
        if R::CROWNING == Crowning::EndsTheMove && (at & View::<R, WHITE>::crown_row()).any() {
            return false;
        }
        let (foes, open) = (self.view.foes_of_men() & !chain.captured, self.open(chain));
        let before = next.len();
        for_man_captures!(R, WHITE, to => {
            self.add_jumps(chain, View::<R, WHITE>::behind(at, foes, open, to), to, next);
        });
        next.len() > before
    }

    /// Adds what follows when a king goes on; whether anything does. It may turn on any square of its way.
    fn king_jumps(&self, chain: &Chain<Bits<R>>, next: &mut Layer<R>) -> bool {
        let (foes, open) = (self.view.foes & !chain.captured, self.open(chain));
        let (way, before) = (self.way(chain), next.len());
        for_king_captures!(R, to => {
            self.add_jumps(chain, View::<R, WHITE>::behind_kings(way, foes, open, to), to, next);
        });
        next.len() > before
    }

    #[inline(always)]
    fn add_jumps(&self, chain: &Chain<Bits<R>>, behind: Bits<R>, to: Direction, next: &mut Layer<R>) {
        for at in behind.squares() {
            let victim = step::<R::Layout>(Bits::<R>::bit(at), to.back());
            next.push(self.after_jump(chain, victim, at as u8, to));
        }
    }

    /// The squares on which the next jump of a king may begin its turn.
    fn way(&self, chain: &Chain<Bits<R>>) -> Bits<R> {
        let at = Bits::<R>::bit(chain.at.into());
        match R::KING {
            King::Short | King::FlyingStopsBehindAll => at,
            King::Flying | King::FlyingStopsBehindKing => fill::<R::Layout>(at, self.open(chain), chain.heading),
        }
    }

    /// Adds the moves that end here, unless better ones are known.
    fn finish(&mut self, chain: &Chain<Bits<R>>, victims: u32) {
        let worth = self.worth_of(chain, victims);
        if worth < self.worth {
            return;
        }
        if worth > self.worth {
            self.worth = worth;
            self.found.clear();
        }
        let was_king = self.view.kings.has(chain.from.into());
        for to in self.landings(chain).squares() {
            let promotes = !was_king && (chain.king || View::<R, WHITE>::crown_row().has(to));
            let mv = Move { captured: chain.captured, from: chain.from, to: to as u8, promotes };
            self.found.push(Capture { mv, sequences: chain.sequences });
        }
    }

    /// Where a chain that can't go on may end.
    fn landings(&self, chain: &Chain<Bits<R>>) -> Bits<R> {
        let at = Bits::<R>::bit(chain.at.into());
        let last = step::<R::Layout>(at, chain.heading.back());
        let stops = R::KING == King::FlyingStopsBehindKing && (last & self.view.foe_kings).any();
        if chain.king && !stops { self.way(chain) } else { at }
    }

    /// What a capture is worth beside others of as many pieces (Frisian: of any number).
    fn worth_of(&self, chain: &Chain<Bits<R>>, victims: u32) -> u32 {
        let kings = (chain.captured & self.view.foe_kings).size();
        match R::CHOICE {
            Choice::Free | Choice::KingFirst | Choice::Most => 0,
            Choice::MostThenKings => kings,
            Choice::MostThenItalian => u32::from(chain.king) << 30 | kings << 20 | chain.order,
            // n kings are worth more than 2n - 2 men and less than 2n, for every n that a board can hold.
            Choice::Value => 2 * (100 * (victims - kings) + 199 * kings) + u32::from(chain.king),
        }
    }

    /// Merges routes that make the same move.
    fn merge_moves(&mut self) {
        let several = self.found.as_slice().iter().any(|c| c.mv.captured.size() >= FEWEST_TO_MERGE);
        if several {
            self.found.sort_and_merge(
                |c| (c.mv.from, c.mv.to, c.mv.promotes, c.mv.captured),
                |kept, other| kept.sequences = kept.sequences.saturating_add(other.sequences),
            );
        }
    }
}
