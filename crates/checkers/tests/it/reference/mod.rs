//! The rules a second time, slow and plain: an array of squares, one recursion over all captures.
//!
//! Written from the rules and never from the fast generator; it shares no line with it. Every capture
//! sequence is followed to its end and written down, then the variant's choice is made on the finished
//! list. The sequences of a position can be very many: [`Board::moves`] gives up beyond a limit.

pub(crate) mod rules;

use bitvec::BitArr;
use plywood_core::Side;
use rules::{Choice, Crown, Rules};
use std::collections::{BTreeMap, BTreeSet};

/// File and rank from 0; a1 is (0, 0).
pub(crate) type Square = (i32, i32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) side: Side,
    pub(crate) king: bool,
}

/// What makes two sequences the same move. Squares are algebraic; the order of `captured` is the order
/// of the set, so that equal sets are equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Identity {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) captured: BTreeSet<String>,
    pub(crate) promotes: bool,
}

/// One way to move: every square on which the piece stands, and every victim in the order of taking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sequence {
    pub(crate) squares: Vec<Square>,
    pub(crate) victims: Vec<Square>,
    /// Whether the piece was a king before it moved.
    pub(crate) by_king: bool,
    /// Whether it is one afterwards.
    pub(crate) ends_as_king: bool,
}

impl Sequence {
    pub(crate) fn from(&self) -> Square {
        self.squares[0]
    }

    pub(crate) fn to(&self) -> Square {
        self.squares[self.squares.len() - 1]
    }

    /// The route as the tables count it: where a king stops between two victims on one line makes no
    /// difference, so that it is taken to stop directly behind the first.
    pub(crate) fn counted(&self) -> Vec<Square> {
        let mut squares = self.squares.clone();
        for (i, victim) in self.victims.iter().enumerate().take(self.victims.len().saturating_sub(1)) {
            let [before, here, after] = [self.squares[i], self.squares[i + 1], self.squares[i + 2]];
            if direction(before, here) == direction(here, after) {
                squares[i + 1] = step(*victim, direction(before, here), 1);
            }
        }
        squares
    }

    pub(crate) fn identity(&self) -> Identity {
        Identity {
            from: name(self.from()),
            to: name(self.to()),
            captured: self.victims.iter().map(|&victim| name(victim)).collect(),
            promotes: self.ends_as_king && !self.by_king,
        }
    }
}

/// A position of any variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) rules: &'static Rules,
    pub(crate) side: Side,
    pub(crate) pieces: BTreeMap<Square, Piece>,
}

/// A set of squares of the largest board.
type Squares = BitArr!(for 12 * 12);

/// The place of a square in [`Squares`].
fn index((file, rank): Square) -> usize {
    usize::try_from(12 * rank + file).unwrap()
}

/// The state of a capture that is under way.
#[derive(Clone)]
struct Chain {
    sequence: Sequence,
    /// The victims so far, as a set.
    captured: Squares,
    king: bool,
    /// A man that was crowned must stop, under rules that say so.
    stopped: bool,
}

const DIAGONALS: [Square; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
/// Along ranks and files every second square is played on.
const STRAIGHTS: [Square; 4] = [(2, 0), (-2, 0), (0, 2), (0, -2)];

impl Board {
    /// The start position of `rules`.
    pub(crate) fn start(rules: &'static Rules) -> Self {
        let mut pieces = BTreeMap::new();
        for square in rules.squares() {
            if square.1 < rules.rows_of_men {
                pieces.insert(square, Piece { side: Side::White, king: false });
            }
            if square.1 >= rules.size - rules.rows_of_men {
                pieces.insert(square, Piece { side: Side::Black, king: false });
            }
        }
        Self { rules, side: rules.first, pieces }
    }

    /// Reads a position whose text is known to be sound.
    pub(crate) fn read(rules: &'static Rules, fen: &str) -> Self {
        let fen = fen.trim_end_matches('.');
        let mut fields = fen.split(':');
        let side = side_of(fields.next().unwrap());
        let mut pieces = BTreeMap::new();
        for field in fields {
            let (colour, list) = field.split_at(1);
            for item in list.split(',').filter(|item| !item.is_empty()) {
                let king = item.starts_with('K');
                let name = item.trim_start_matches('K');
                let squares = match name.split_once('-') {
                    None => vec![rules.square(name)],
                    Some((low, high)) => {
                        let (low, high): (usize, usize) = (low.parse().unwrap(), high.parse().unwrap());
                        (low..=high).map(|n| rules.square(&n.to_string())).collect()
                    }
                };
                for square in squares {
                    let taken = pieces.insert(square, Piece { side: side_of(colour), king });
                    assert!(taken.is_none(), "{fen}: a square twice");
                }
            }
        }
        Self { rules, side, pieces }
    }

    /// The position as text with algebraic squares.
    pub(crate) fn text(&self) -> String {
        let list = |side: Side| {
            let items: Vec<String> = self
                .pieces
                .iter()
                .filter(|(_, piece)| piece.side == side)
                .map(|(&square, piece)| format!("{}{}", if piece.king { "K" } else { "" }, name(square)))
                .collect();
            items.join(",")
        };
        format!("{}:W{}:B{}", letter(self.side), list(Side::White), list(Side::Black))
    }

    /// Every legal move with the number of its sequences; `None` when more than `limit` captures (the
    /// unfinished ones included) would have to be followed.
    pub(crate) fn moves(&self, limit: usize) -> Option<BTreeMap<Identity, u64>> {
        Some(count(&self.sequences(limit)?))
    }

    /// Every legal sequence: captures if there are any, else quiet moves.
    pub(crate) fn sequences(&self, limit: usize) -> Option<Vec<Sequence>> {
        let captures = self.captures(limit)?;
        if captures.is_empty() { Some(self.quiet_moves()) } else { Some(self.chosen(captures)) }
    }

    /// The position after `sequence`.
    pub(crate) fn play(&self, sequence: &Sequence) -> Self {
        let mut next = self.clone();
        next.pieces.remove(&sequence.from());
        for victim in &sequence.victims {
            next.pieces.remove(victim);
        }
        next.pieces.insert(sequence.to(), Piece { side: self.side, king: sequence.ends_as_king });
        next.side = self.side.other();
        next
    }

    /// The game is over before anybody moves: the first king wins at breakthrough.
    pub(crate) fn ended(&self) -> bool {
        self.rules.first_king_wins && self.pieces.values().any(|piece| piece.king)
    }

    /// Leaves of the tree, counted as moves and as sequences.
    pub(crate) fn perft(&self, depth: usize) -> (u64, u64) {
        if depth == 0 {
            return (1, 1);
        }
        if self.ended() {
            return (0, 0);
        }
        let sequences = self.sequences(usize::MAX).unwrap();
        let mut leaves = (0, 0);
        for (identity, times) in count(&sequences) {
            let sequence = sequences.iter().find(|sequence| sequence.identity() == identity).unwrap();
            let below = if depth == 1 { (1, 1) } else { self.play(sequence).perft(depth - 1) };
            leaves.0 += below.0;
            leaves.1 += below.1 * times;
        }
        leaves
    }

    fn own_pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.pieces.iter().filter(|(_, piece)| piece.side == self.side).map(|(&square, &piece)| (square, piece))
    }

    fn is_empty(&self, square: Square) -> bool {
        self.rules.is_playable(square) && !self.pieces.contains_key(&square)
    }

    fn is_promotion(&self, square: Square) -> bool {
        square.1 == self.rules.promotion_rank(self.side)
    }

    fn quiet_moves(&self) -> Vec<Sequence> {
        let mut moves = Vec::new();
        for (from, piece) in self.own_pieces() {
            for direction in DIAGONALS {
                if !piece.king && !is_forward(self.side, direction) {
                    continue;
                }
                let reach = if piece.king && self.rules.flying { self.rules.size } else { 1 };
                for distance in 1..=reach {
                    let to = step(from, direction, distance);
                    if !self.is_empty(to) {
                        break;
                    }
                    moves.push(Sequence {
                        squares: vec![from, to],
                        victims: Vec::new(),
                        by_king: piece.king,
                        ends_as_king: piece.king || self.is_promotion(to),
                    });
                }
            }
        }
        moves
    }

    /// Every complete capture, before the variant has chosen among them.
    pub(crate) fn captures(&self, limit: usize) -> Option<Vec<Sequence>> {
        let mut finished = Vec::new();
        let mut left = limit;
        for (from, piece) in self.own_pieces() {
            let mut board = self.clone();
            board.pieces.remove(&from);
            let sequence =
                Sequence { squares: vec![from], victims: Vec::new(), by_king: piece.king, ends_as_king: piece.king };
            let chain = Chain { sequence, captured: Squares::ZERO, king: piece.king, stopped: false };
            board.extend(&chain, &mut finished, &mut left)?;
        }
        Some(finished)
    }

    /// Follows `chain` in every way to its end; says whether it could go on at all.
    fn extend(&self, chain: &Chain, finished: &mut Vec<Sequence>, left: &mut usize) -> Option<bool> {
        *left = left.checked_sub(1)?;
        let mut went_on = false;
        for (victim, landings) in self.jumps(chain) {
            went_on = true;
            let board = if self.rules.victims_vanish_at_once { self.without(victim) } else { self.clone() };
            let next: Vec<Chain> = landings.iter().map(|&landing| self.after(chain, victim, landing)).collect();
            let mut ends = Vec::new();
            for chain in &next {
                if !board.extend(chain, finished, left)? {
                    ends.push(chain);
                }
            }
            // A landing that goes on must be preferred to one that does not; where the number of
            // victims counts, the longer capture wins anyway.
            if ends.len() == next.len() {
                finished.extend(ends.iter().filter(|end| self.may_end(end, victim)).map(|end| self.end(end)));
            }
        }
        Some(went_on)
    }

    fn without(&self, victim: Square) -> Self {
        let mut board = self.clone();
        board.pieces.remove(&victim);
        board
    }

    fn after(&self, chain: &Chain, victim: Square, landing: Square) -> Chain {
        let mut next = chain.clone();
        next.sequence.squares.push(landing);
        next.sequence.victims.push(victim);
        next.captured.set(index(victim), true);
        if !next.king && self.is_promotion(landing) {
            match self.rules.crown {
                Crown::AtOnce => next.king = true,
                Crown::AndStops => (next.king, next.stopped) = (true, true),
                Crown::OnlyAtTheEnd => {}
            }
        }
        next
    }

    fn end(&self, chain: &Chain) -> Sequence {
        let mut sequence = chain.sequence.clone();
        sequence.ends_as_king = chain.king || self.is_promotion(sequence.to());
        sequence
    }

    /// Killer draughts: behind a king that is taken last, the capturing king stops on the next square.
    fn may_end(&self, chain: &Chain, last_victim: Square) -> bool {
        if !(self.rules.stops_behind_a_last_king && chain.king && self.pieces[&last_victim].king) {
            return true;
        }
        let to = chain.sequence.to();
        (to.0 - last_victim.0).abs().max((to.1 - last_victim.1).abs()) == 1
    }

    /// The single jumps that are open to the piece at the end of `chain`: a victim, and the squares
    /// behind it.
    fn jumps(&self, chain: &Chain) -> Vec<(Square, Vec<Square>)> {
        if chain.stopped {
            return Vec::new();
        }
        let straights: &[Square] = if self.rules.captures_straight { &STRAIGHTS } else { &[] };
        DIAGONALS.iter().chain(straights).filter_map(|&direction| self.jump(chain, direction)).collect()
    }

    fn jump(&self, chain: &Chain, direction: Square) -> Option<(Square, Vec<Square>)> {
        if !chain.king && !self.rules.men_capture_back && !is_forward(self.side, direction) {
            return None;
        }
        let here = chain.sequence.to();
        let flies = chain.king && self.rules.flying;
        let mut distance = 1;
        while flies && self.is_empty(step(here, direction, distance)) {
            distance += 1;
        }
        let victim = step(here, direction, distance);
        let piece = self.pieces.get(&victim)?;
        if piece.side == self.side || chain.captured[index(victim)] {
            return None;
        }
        if piece.king && !chain.king && !self.rules.men_take_kings {
            return None;
        }
        let free = flies && !self.rules.lands_directly_behind;
        let reach = if free { self.rules.size } else { 1 };
        let landings: Vec<Square> = (1..=reach)
            .map(|behind| step(here, direction, distance + behind))
            .take_while(|&square| self.is_empty(square))
            .collect();
        if landings.is_empty() { None } else { Some((victim, landings)) }
    }

    /// The captures that the variant allows, out of all complete ones: those of the highest rank.
    fn chosen(&self, captures: Vec<Sequence>) -> Vec<Sequence> {
        let best = captures.iter().map(|capture| self.rank(capture)).max();
        captures.into_iter().filter(|capture| Some(self.rank(capture)) == best).collect()
    }

    /// What is compared first stands first.
    fn rank(&self, capture: &Sequence) -> Vec<usize> {
        let kings: Vec<usize> = capture.victims.iter().map(|v| usize::from(self.pieces[v].king)).collect();
        let (pieces, taken_kings, by_king) = (kings.len(), kings.iter().sum::<usize>(), usize::from(capture.by_king));
        match self.rules.choice {
            Choice::Free => vec![],
            Choice::Most => vec![pieces],
            Choice::MostThenKings => vec![pieces, taken_kings],
            Choice::Italian => [vec![pieces, by_king, taken_kings], kings].concat(),
            Choice::KingFirst => vec![by_king],
            Choice::Frisian => vec![100 * (pieces - taken_kings) + 199 * taken_kings, by_king],
        }
    }
}

/// The moves that `sequences` make, each with the number of its sequences.
pub(crate) fn count(sequences: &[Sequence]) -> BTreeMap<Identity, u64> {
    let mut routes: BTreeMap<Identity, BTreeSet<Vec<Square>>> = BTreeMap::new();
    for sequence in sequences {
        routes.entry(sequence.identity()).or_default().insert(sequence.counted());
    }
    routes.into_iter().map(|(identity, routes)| (identity, routes.len() as u64)).collect()
}

/// The step of [`DIAGONALS`] or [`STRAIGHTS`] that leads from one square towards the other.
fn direction(from: Square, to: Square) -> Square {
    match ((to.0 - from.0).signum(), (to.1 - from.1).signum()) {
        (0, up) => (0, 2 * up),
        (right, 0) => (2 * right, 0),
        diagonal => diagonal,
    }
}

fn step(square: Square, direction: Square, distance: i32) -> Square {
    (square.0 + direction.0 * distance, square.1 + direction.1 * distance)
}

fn is_forward(side: Side, direction: Square) -> bool {
    match side {
        Side::White => direction.1 > 0,
        Side::Black => direction.1 < 0,
    }
}

fn side_of(letter: &str) -> Side {
    match letter {
        "W" => Side::White,
        "B" => Side::Black,
        other => panic!("no side '{other}'"),
    }
}

fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'B',
    }
}

/// The algebraic name of a square.
pub(crate) fn name(square: Square) -> String {
    format!("{}{}", char::from(b'a' + square.0 as u8), square.1 + 1)
}
