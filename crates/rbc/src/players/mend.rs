//! Boards changed as little as makes them agree with what is certain: what a player goes on with when everything that he
//! held possible has been refuted.
//!
//! A belief that had to be cut to a sample may lose the truth. Then some of its boards are mended: own pieces stand where they stand,
//! squares that were seen hold what was seen, and a piece of the opponent that is in the way is not forgotten but put where nobody has
//! looked. The method is Plywood's own; nothing about it is exact.
//!
//! Not here: when a player mends. [`Belief::mended`] is for players of other crates.

use super::own::Own;
use crate::belief::{Belief, BeliefError, Beyond, Options};
use crate::board::{Board, CORNERS, Kind, Piece};
use crate::moves::Request;
use crate::requests::{LAST_ROWS, Outcome};
use crate::sense::Sensed;
use crate::square::Square;
use crate::told::Told;
use plywood_core::rng::SplitMix64;
use std::vec::Vec;

/// Boards that are mended when a belief is refuted.
const MENDED: usize = 400;

/// What an event says for certain.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// Squares whose contents are known.
    known: Vec<Sensed>,
    /// A square on which some piece of the opponent stands.
    enemy: Option<Square>,
}

impl Facts {
    /// The opponent has moved, and taken something of ours: a piece of his stands there now. (Not after en passant: the next look will tell.)
    pub(super) fn of_opponent(capture: Option<Square>) -> Self {
        Self { known: Vec::new(), enemy: capture }
    }

    pub(super) fn of_sense(seen: &[Sensed]) -> Self {
        Self { known: seen.to_vec(), enemy: None }
    }

    /// What the board must have been like before `request` became `outcome`.
    pub(super) fn of_move(own: &Own, request: Request, outcome: Outcome) -> Self {
        let Some(asked) = request else { return Self::default() };
        let pawn = own.board.piece_at(asked.from).is_some_and(|piece| piece.kind == Kind::Pawn);
        let Some(taken) = outcome.taken else {
            // A diagonal of a pawn fails on an empty square, its push on an occupied one.
            let straight = asked.from.file() == asked.to.file();
            let ahead = Square::new((asked.from.number() + asked.to.number()) / 2).filter(|_| is_double(asked));
            return match (pawn, straight) {
                (true, true) => Self { known: Vec::new(), enemy: ahead.or(Some(asked.to)) },
                (true, false) => Self { known: [(asked.to, None)].into(), enemy: None },
                (false, _) => Self::default(),
            };
        };
        let passed = between(taken.from, taken.to).into_iter().map(|square| (square, None));
        let end = outcome.capture.is_none().then_some((taken.to, None));
        // A double push that became a single one was stopped by a piece.
        let stopped = (pawn && taken.to != asked.to).then_some(asked.to);
        Self { known: passed.chain(end).collect(), enemy: outcome.capture.or(stopped) }
    }

    fn knows(&self, square: Square) -> bool {
        self.enemy == Some(square) || self.known.iter().any(|&(other, _)| other == square)
    }
}

fn is_double(mv: crate::moves::Move) -> bool {
    mv.from.number().abs_diff(mv.to.number()) == 16
}

/// The squares between two on a line; none for a knight's leap.
fn between(from: Square, to: Square) -> Vec<Square> {
    let (files, ranks) = (i16::from(to.file()) - i16::from(from.file()), i16::from(to.rank()) - i16::from(from.rank()));
    if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
        return Vec::new();
    }
    let step = files.signum() + 8 * ranks.signum();
    let steps = 1..files.abs().max(ranks.abs());
    steps.filter_map(|n| Square::new((i16::from(from.number()) + n * step) as u8)).collect()
}

impl Belief {
    /// What a player goes on with after an event that refuted all boards of a sample ([`BeliefError::Contradiction`]): up to 400 of
    /// them, changed as little as makes them agree with the own pieces and with the event. It is said to be a sample, and may be wrong: for
    /// players, not for proofs. `seed` decides what is left to chance; equal seeds mend alike.
    ///
    /// # Errors
    /// [`BeliefError::Boards`] where no board is held, [`BeliefError::Limit`] where fewer than these are allowed and no sample is drawn.
    ///
    /// # Example
    /// ```
    /// use plywood_core::{Game, Side};
    /// use plywood_rbc::belief::{Belief, BeliefError, State};
    /// use plywood_rbc::told::Told;
    /// use plywood_rbc::{Board, Piece, Square};
    /// let mut belief = Belief::start(Side::White).as_sample();
    /// let centre = Square::parse("e4").unwrap();
    /// let seen = Board::parse("rnb1kbnr/pppppppp/8/8/4q3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")?.sense(centre);
    /// assert!(matches!(belief.sensed(Some(centre), &seen), Err(BeliefError::Contradiction { sampled: true, .. })));
    /// let belief = belief.mended(&Told::Sensed(Some(centre), seen), 1)?;
    /// assert!(belief.boards().all(|board| board.piece_at(centre) == Piece::of_letter('q')));
    /// assert_eq!(belief.state(), State::Sampled);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mended(&self, told: &Told, seed: u64) -> Result<Self, BeliefError> {
        let mut rng = SplitMix64::new(seed);
        let mut own = Own { side: self.side(), board: self.view() };
        let (facts, taken) = match told {
            Told::Opponent(capture) => {
                own.opponent_moved(*capture);
                (Facts::of_opponent(*capture), None)
            }
            Told::Sensed(_, seen) => (Facts::of_sense(seen), None),
            Told::Moved(request, outcome) => (Facts::of_move(&own, *request, *outcome), Some(outcome.taken)),
        };
        let after = |board: &Board| taken.map_or(*board, |taken| board.after(taken.as_ref()));
        let boards = mended(self, &own, &facts, after, &mut rng);
        let options = self.options();
        let beyond = match options.beyond {
            Beyond::Sample { to, .. } => Beyond::Sample { to, seed: rng.next_u64() },
            Beyond::Error => Beyond::Error,
        };
        Ok(Self::from_boards(self.side(), boards, Options { beyond, ..options })?.as_sample())
    }
}

/// Some boards of a belief, mended, and what `after` makes of each.
pub(super) fn mended(
    belief: &Belief,
    own: &Own,
    facts: &Facts,
    after: impl Fn(&Board) -> Board,
    rng: &mut SplitMix64,
) -> Vec<Board> {
    let drawn = belief.sample(MENDED, rng.next_u64());
    drawn.iter().map(|board| after(&mend(board, own, facts, rng))).collect()
}

/// `board` changed so that it agrees with the player's own pieces and with the facts. Kings are never lost: where the opponent's is
/// nowhere it is put on a square that nobody has looked at.
fn mend(board: &Board, own: &Own, facts: &Facts, rng: &mut SplitMix64) -> Board {
    let enemy = own.side.other();
    let (mut pieces, mut homeless) = (Vec::new(), Vec::new());
    for (square, piece) in squares(board).filter(|(_, piece)| piece.side == enemy) {
        let clash = own.board.piece_at(square).is_some()
            || facts.known.iter().any(|&(other, there)| other == square && there != Some(piece));
        if clash { homeless.push(piece) } else { pieces.push((square, piece)) }
    }
    for &(square, seen) in &facts.known {
        let Some(piece) = seen.filter(|piece| piece.side == enemy) else { continue };
        if pieces.contains(&(square, piece)) {
            continue;
        }
        take_from(&mut pieces, &mut homeless, facts, |other| other == piece, rng);
        pieces.push((square, piece));
    }
    if let Some(square) = facts.enemy.filter(|square| pieces.iter().all(|(other, _)| other != square)) {
        let not_king =
            |piece: Piece| piece.kind != Kind::King && (piece.kind != Kind::Pawn || square.set() & LAST_ROWS == 0);
        let found = take_from(&mut pieces, &mut homeless, facts, not_king, rng);
        pieces.push((square, found.unwrap_or(Piece { side: enemy, kind: Kind::Queen })));
    }
    let king = Piece { side: enemy, kind: Kind::King };
    if pieces.iter().all(|(_, piece)| *piece != king) && !homeless.contains(&king) {
        homeless.push(king);
    }
    house(&mut pieces, homeless, own, facts, rng);
    assemble(board, own, &pieces)
}

fn squares(board: &Board) -> impl Iterator<Item = (Square, Piece)> {
    (0..64).filter_map(Square::new).filter_map(|square| Some((square, board.piece_at(square)?)))
}

/// Takes a piece that fits out of those without a square, else off a square of which nothing is known.
fn take_from(
    pieces: &mut Vec<(Square, Piece)>,
    homeless: &mut Vec<Piece>,
    facts: &Facts,
    fits: impl Fn(Piece) -> bool,
    rng: &mut SplitMix64,
) -> Option<Piece> {
    if let Some(place) = homeless.iter().position(|piece| fits(*piece)) {
        return Some(homeless.swap_remove(place));
    }
    let movable = |&(square, piece): &(Square, Piece)| fits(piece) && !facts.knows(square);
    let places: Vec<usize> = (0..pieces.len()).filter(|&place| movable(&pieces[place])).collect();
    let place = *places.get(rng.below(places.len()))?;
    Some(pieces.swap_remove(place).1)
}

/// Puts pieces on squares that nobody has looked at, as far as there are any.
fn house(pieces: &mut Vec<(Square, Piece)>, homeless: Vec<Piece>, own: &Own, facts: &Facts, rng: &mut SplitMix64) {
    for piece in homeless {
        let free = |square: &Square| {
            own.board.piece_at(*square).is_none()
                && !facts.knows(*square)
                && pieces.iter().all(|(other, _)| other != square)
                && (piece.kind != Kind::Pawn || square.set() & LAST_ROWS == 0)
        };
        let places: Vec<Square> = (0..64).filter_map(Square::new).filter(free).collect();
        if let Some(&square) = places.get(rng.below(places.len())) {
            pieces.push((square, piece));
        }
    }
}

/// The own pieces and these; castling rights go with rooks and kings, and nobody can capture in passing.
fn assemble(board: &Board, own: &Own, pieces: &[(Square, Piece)]) -> Board {
    let mut mended = own.with(pieces.iter().copied());
    mended.set_clocks(board.half_moves(), own.board.full_moves());
    mended.grant_castling(board.castling() & CORNERS & !own.home());
    mended
}
