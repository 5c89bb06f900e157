//! The draw rules, and the two rules of play that are none: the seed game's lone king and the Frisian king's limit.
//!
//! A rule is a row of a table: its name for options, and a [`Kind`] that says what it looks at. What the moves so far
//! mean for the rules is the [`Clock`], which the search carries along.
//!
//! Sources: the FMJD annexes for 64 and 100 squares, the rules of the national federations as PDN 3.0 names the variants, and
//! the report in which the 6x6 game is defined. "Moves" are a side's own; plies are counted here, two to a move.
//!
//! Not here: repetition, which the core counts, and the rules of the moves (`rules`).

use crate::board::{Bits, Board, Move};
use crate::layout::{Layout, Word};
use crate::rules::{Draws, Rules};
use core::marker::PhantomData;
use plywood_core::rng::SplitMix64;
use plywood_core::search::{Referee, RuleFact, RuleSet};
use plywood_core::{Bitboard, Outcome, Side};

/// Rules in one table, at most; each has a counter in the clock, by its place.
const ENDINGS: usize = 7;

/// Quiet moves in a row that one king may make in Frisian draughts while its side has a man.
const KING_LIMIT: u8 = 3;

/// A row of a table of rules.
#[derive(Clone, Copy)]
struct Rule {
    name: &'static str,
    summary: &'static str,
    kind: Kind,
}

/// What a rule looks at.
#[derive(Clone, Copy)]
enum Kind {
    /// The third occurrence of a position.
    Repetition,
    /// So many plies without a capture or a man's move.
    Quiet(u8),
    /// So many plies since the pieces are such and such.
    Ending(u8, Pieces),
    /// The same, counted anew after a capture or a promotion.
    Slow(u8, Pieces),
    /// A lone king loses at once against a king and more pieces.
    LoneKingLoses,
    /// The Frisian limit.
    KingLimit,
}

/// The pieces of an ending, from the side that has more.
#[derive(Clone, Copy)]
enum Pieces {
    /// Three pieces with a king among them against a lone king.
    ThreeAgainstKing,
    /// One or two pieces with a king among them against a lone king.
    TwoAgainstKing,
    /// Three kings or more against a lone king.
    ManyKingsAgainstKing,
    /// Exactly three kings against a lone king.
    ThreeKingsAgainstKing,
    /// Three pieces with a king against a lone king that stands on the main road.
    KingOnMainRoad,
    /// So many pieces in all, both sides with a king.
    Total(u32, u32),
    /// Two kings against one.
    TwoKingsAgainstOne,
    /// King against king.
    KingAgainstKing,
}

const REPETITION: Rule = Rule {
    name: "repetition",
    summary: "the third occurrence of a position with the same side to move is a draw",
    kind: Kind::Repetition,
};

const fn quiet(moves: u8, summary: &'static str) -> Rule {
    Rule { name: "quiet-moves", summary, kind: Kind::Quiet(2 * moves) }
}

const fn ending(name: &'static str, moves: u8, pieces: Pieces, summary: &'static str) -> Rule {
    Rule { name, summary, kind: Kind::Ending(2 * moves, pieces) }
}

const TWO_AGAINST_KING: Rule = ending(
    "two-v-king",
    5,
    Pieces::TwoAgainstKing,
    "one or two pieces with a king against a lone king: 5 moves each, then a draw",
);

const NONE: [Rule; 0] = [];
const ONLY_REPETITION: [Rule; 1] = [REPETITION];
const INTERNATIONAL: [Rule; 4] = [
    REPETITION,
    quiet(25, "25 moves each by kings alone without a capture are a draw"),
    ending(
        "three-v-king",
        16,
        Pieces::ThreeAgainstKing,
        "three pieces with a king against a lone king: 16 moves each, then a draw",
    ),
    TWO_AGAINST_KING,
];
const RUSSIAN: [Rule; 7] = [
    REPETITION,
    quiet(15, "15 moves each by kings alone without a capture are a draw"),
    ending(
        "kings-v-king",
        15,
        Pieces::ManyKingsAgainstKing,
        "three or more kings against a lone king: 15 moves each, then a draw",
    ),
    Rule {
        name: "four-five-pieces",
        summary: "both sides with kings, 4 or 5 pieces in all: 30 moves each without capture or promotion are a draw",
        kind: Kind::Slow(60, Pieces::Total(4, 5)),
    },
    Rule {
        name: "six-seven-pieces",
        summary: "both sides with kings, 6 or 7 pieces in all: 60 moves each without capture or promotion are a draw",
        kind: Kind::Slow(120, Pieces::Total(6, 7)),
    },
    ending(
        "main-road",
        5,
        Pieces::KingOnMainRoad,
        "three pieces with a king against a lone king on the road a1-h8: 5 moves each, then a draw",
    ),
    TWO_AGAINST_KING,
];
const SEED: [Rule; 3] = [
    REPETITION,
    quiet(5, "5 moves each by kings alone without a capture are a draw"),
    Rule {
        name: "lone-king-loses",
        summary: "a lone king against a king and more pieces has lost",
        kind: Kind::LoneKingLoses,
    },
];
const FORTY: [Rule; 2] = [REPETITION, quiet(40, "40 moves each without a capture or a man's move are a draw")];
const THIRTY: [Rule; 2] = [REPETITION, quiet(30, "30 moves each without a capture or a man's move are a draw")];
const POOL: [Rule; 3] = [
    REPETITION,
    quiet(30, "30 moves each without a capture or a man's move are a draw"),
    ending(
        "three-kings-v-king",
        13,
        Pieces::ThreeKingsAgainstKing,
        "three kings against a lone king: 13 moves each, then a draw",
    ),
];
const FIFTEEN: [Rule; 2] = [REPETITION, quiet(15, "15 moves each without a capture or a man's move are a draw")];
const FRISIAN: [Rule; 3] = [
    ending("two-kings-v-king", 7, Pieces::TwoKingsAgainstOne, "two kings against one: 7 moves each, then a draw"),
    ending("king-v-king", 2, Pieces::KingAgainstKing, "king against king: 2 moves each, then a draw"),
    Rule {
        name: "king-limit",
        summary: "a king may make at most 3 quiet moves in a row while its side has a man",
        kind: Kind::KingLimit,
    },
];

const fn table(draws: Draws) -> &'static [Rule] {
    match draws {
        Draws::International => &INTERNATIONAL,
        Draws::Russian => &RUSSIAN,
        Draws::Seed => &SEED,
        Draws::Forty => &FORTY,
        Draws::Thirty => &THIRTY,
        Draws::Pool => &POOL,
        Draws::Fifteen => &FIFTEEN,
        Draws::Frisian => &FRISIAN,
        Draws::Repetition => &ONLY_REPETITION,
        Draws::None => &NONE,
    }
}

/// The names and summaries of a table; every rule is on.
const fn facts<const N: usize>(rules: &[Rule; N]) -> [RuleFact; N] {
    let mut facts = [RuleFact { name: "", summary: "", on: true }; N];
    let mut i = 0;
    while i < N {
        facts[i] = RuleFact { name: rules[i].name, summary: rules[i].summary, on: true };
        i += 1;
    }
    facts
}

/// What can be switched in a variant with these draw rules.
pub(crate) const fn rule_facts(draws: Draws) -> &'static [RuleFact] {
    match draws {
        Draws::International => const { &facts(&INTERNATIONAL) },
        Draws::Russian => const { &facts(&RUSSIAN) },
        Draws::Seed => const { &facts(&SEED) },
        Draws::Forty => const { &facts(&FORTY) },
        Draws::Thirty => const { &facts(&THIRTY) },
        Draws::Pool => const { &facts(&POOL) },
        Draws::Fifteen => const { &facts(&FIFTEEN) },
        Draws::Frisian => const { &facts(&FRISIAN) },
        Draws::Repetition => const { &facts(&ONLY_REPETITION) },
        Draws::None => const { &facts(&NONE) },
    }
}

/// What the rules remember of the moves so far; all counts are plies and stop at 255.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clock {
    /// Since the last capture or man's move.
    quiet: u8,
    /// Since the pieces of each ending stand on the board.
    endings: [u8; ENDINGS],
    /// The king of each side that moved last, if nothing else has moved since.
    runs: [Run; 2],
}

/// Quiet moves in a row by one king, and where it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Run {
    square: u8,
    moves: u8,
}

/// The rules of play of a variant; each may be switched off.
#[derive(Clone, Copy, Debug)]
pub struct Conduct<R> {
    set: RuleSet,
    rules: PhantomData<R>,
}

impl<R: Rules> Conduct<R> {
    /// With the rules of `set`.
    pub(crate) const fn new(set: RuleSet) -> Self {
        Self { set, rules: PhantomData }
    }

    /// The rules that are on, each with its place in the table.
    fn rules(&self) -> impl Iterator<Item = (usize, Kind)> + '_ {
        table(R::DRAWS).iter().enumerate().filter(|&(i, _)| self.set.has(i)).map(|(i, rule)| (i, rule.kind))
    }

    fn has(&self, wanted: fn(Kind) -> bool) -> bool {
        self.rules().any(|(_, kind)| wanted(kind))
    }
}

impl<R: Rules> Referee<Board<R>> for Conduct<R> {
    type Clock = Clock;

    const FORBIDS: bool = matches!(R::DRAWS, Draws::Frisian);

    #[inline]
    fn tick(&self, clock: Clock, parent: &Board<R>, mv: &Move<Bits<R>>, child: &Board<R>) -> Clock {
        let (captures, king) = (mv.captured.any(), parent.kings.has(mv.from.into()));
        let mut next = Clock { quiet: if king && !captures { clock.quiet.saturating_add(1) } else { 0 }, ..clock };
        if Self::FORBIDS {
            let run = &mut next.runs[parent.side.index()];
            let same = run.moves > 0 && run.square == mv.from;
            *run = match king && !captures {
                true => Run { square: mv.to, moves: if same { run.moves.saturating_add(1) } else { 1 } },
                false => Run::default(),
            };
        }
        // Most positions have no ending, nor had the one before.
        if !few::<R>(child) {
            next.endings = [0; ENDINGS];
            return next;
        }
        let fresh = captures || mv.promotes;
        for (rule, counter) in table(R::DRAWS).iter().zip(&mut next.endings) {
            let (pieces, restarts) = match rule.kind {
                Kind::Ending(_, pieces) => (pieces, false),
                Kind::Slow(_, pieces) => (pieces, fresh),
                _ => continue,
            };
            let goes_on = !restarts && matches::<R>(pieces, parent) && matches::<R>(pieces, child);
            *counter = if goes_on { counter.saturating_add(1) } else { 0 };
        }
        next
    }

    fn verdict(&self, clock: Clock, position: &Board<R>) -> Option<Outcome> {
        let (mut over, few) = (None, few::<R>(position));
        for (i, kind) in self.rules() {
            let ends = match kind {
                Kind::Quiet(plies) => clock.quiet >= plies,
                Kind::Ending(plies, pieces) | Kind::Slow(plies, pieces) => {
                    few && clock.endings[i] >= plies && matches::<R>(pieces, position)
                }
                // A decision goes before a draw.
                Kind::LoneKingLoses => match loner::<R>(position) {
                    Some(loser) => return Some(Outcome::Win(loser.other())),
                    None => false,
                },
                Kind::Repetition | Kind::KingLimit => false,
            };
            over = over.or(ends.then_some(Outcome::Draw));
        }
        over
    }

    fn repetition(&self) -> bool {
        self.has(|kind| matches!(kind, Kind::Repetition))
    }

    fn forbids(&self, clock: Clock, position: &Board<R>, mv: &Move<Bits<R>>) -> bool {
        let run = clock.runs[position.side.index()];
        let has_man = (position.pieces(position.side) & !position.kings).any();
        run.moves >= KING_LIMIT
            && run.square == mv.from
            && mv.captured.is_empty()
            && has_man
            && self.has(|kind| matches!(kind, Kind::KingLimit))
    }

    /// Only of rules that hold: what nobody looks at must not tell positions apart.
    fn salt(&self, clock: Clock, exact: bool) -> u64 {
        let mut salt = 0;
        let mut add = |part: u64| salt = if part == 0 { salt } else { mix(salt ^ part) };
        for (i, kind) in self.rules() {
            match kind {
                Kind::KingLimit => clock.runs.iter().zip(1u64..).for_each(|(run, side)| {
                    add(side << 16 | u64::from(run.square) << 8 | u64::from(run.moves.min(KING_LIMIT)));
                }),
                Kind::Quiet(_) if exact => add(1 << 24 | u64::from(clock.quiet)),
                Kind::Ending(..) | Kind::Slow(..) if exact => {
                    let count = clock.endings.get(i).copied().unwrap_or_default();
                    add(if count == 0 { 0 } else { (i as u64 + 2) << 24 | u64::from(count) });
                }
                _ => {}
            }
        }
        salt
    }
}

fn mix(word: u64) -> u64 {
    SplitMix64::new(word).next_u64()
}

/// Whether the board may hold an ending at all: the largest has seven pieces, or one side has a single king.
#[inline(always)]
fn few<R: Rules>(board: &Board<R>) -> bool {
    let lone = board.white.without_lowest().is_empty() || board.black.without_lowest().is_empty();
    board.kings.any() && (lone || (board.white | board.black).size() <= 7)
}

/// The side that has nothing but one king while the other has a king and more than one piece.
fn loner<R: Rules>(board: &Board<R>) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| {
        let (own, other) = (board.pieces(side), board.pieces(side.other()));
        own.size() == 1 && (own & board.kings).any() && (other & board.kings).any() && other.size() > 1
    })
}

fn matches<R: Rules>(pieces: Pieces, board: &Board<R>) -> bool {
    let count = |set: Bits<R>| set.size();
    let all = Side::BOTH.map(|side| count(board.pieces(side)));
    let kings = Side::BOTH.map(|side| count(board.pieces(side) & board.kings));
    if let Pieces::Total(least, most) = pieces {
        let total = all[0] + all[1];
        return kings[0] > 0 && kings[1] > 0 && least <= total && total <= most;
    }
    // Everything else is somebody against one king.
    [(0, 1), (1, 0)].into_iter().any(|(weak, strong)| {
        let lone = all[weak] == 1 && kings[weak] == 1;
        let (all, kings) = (all[strong], kings[strong]);
        lone && match pieces {
            Pieces::ThreeAgainstKing => all == 3 && kings > 0,
            Pieces::TwoAgainstKing => all <= 2 && kings > 0,
            Pieces::ManyKingsAgainstKing => all == kings && kings >= 3,
            Pieces::ThreeKingsAgainstKing => all == 3 && kings == 3,
            Pieces::KingOnMainRoad => {
                all == 3 && kings > 0 && (board.pieces(Side::BOTH[weak]) & main_road::<R>()).any()
            }
            Pieces::TwoKingsAgainstOne => all == 2 && kings == 2,
            Pieces::KingAgainstKing => all == 1 && kings == 1,
            Pieces::Total(..) => false,
        }
    })
}

/// The long diagonal from a1.
fn main_road<R: Rules>() -> Bits<R> {
    let road = (0..R::Layout::SIZE).filter_map(|i| R::Layout::bit(i, i)).fold(0u128, |set, bit| set | 1 << bit);
    Bits::<R>::narrow(road)
}
