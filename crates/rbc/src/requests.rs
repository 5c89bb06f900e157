//! What a player may ask for. It depends on his own pieces and castling rights alone: everything here takes an
//! [`Army`], so nothing about the opponent can leak through the list.
//!
//! And what becomes of a request on the true board: [`Board::outcome`].

use crate::board::{Army, Board, Kind, east, forward, third_rank, west};
use crate::moves::{Move, Request, request_text};
use crate::rays::{RANK_1, RANK_8, leaps, size, slides, union};
use crate::square::Square;
use alloc::vec::Vec;
use plywood_core::{Bitboard, Side};
use thiserror::Error;

/// A way of castling, with a1 as the origin; Black's is seven ranks up.
pub(crate) struct Castling {
    /// The corner whose rook takes part.
    corner: u64,
    /// What has to be free: every square between king and rook, b1 included.
    between: u64,
    /// Where the king goes.
    king_to: u8,
}

impl Castling {
    const BOTH: [Self; 2] =
        [Self { corner: 1 << 7, between: 0x60, king_to: 6 }, Self { corner: 1, between: 0x0e, king_to: 2 }];

    /// The king's moves that an army with these rights may castle by while `occupied` does not stand between.
    #[inline(always)]
    pub(crate) fn moves(side: Side, rights: u64, occupied: u64) -> impl Iterator<Item = Move> {
        let up = 56 * side.index() as u32;
        Self::BOTH.iter().filter_map(move |way| {
            let open = rights & way.corner << up != 0 && occupied & way.between << up == 0;
            let square = |s: u8| Square::of_bit(u32::from(s) + up);
            open.then(|| Move::new(square(4), square(way.king_to)))
        })
    }

    /// What has to be free for castling by these rights.
    #[inline(always)]
    pub(crate) fn between(side: Side, rights: u64) -> u64 {
        let up = 56 * side.index() as u32;
        let needs = |way: &Self| if rights & way.corner << up != 0 { way.between << up } else { 0 };
        Self::BOTH.iter().map(needs).fold(0, |set, between| set | between)
    }

    /// How many they are.
    #[inline(always)]
    pub(crate) fn count(side: Side, rights: u64, occupied: u64) -> u64 {
        let up = 56 * side.index() as u32;
        let open = |way: &Self| u64::from(rights & way.corner << up != 0 && occupied & way.between << up == 0);
        Self::BOTH.iter().map(open).sum()
    }
}

/// The rows on which pawns promote.
pub(crate) const LAST_ROWS: u64 = RANK_1 | RANK_8;

/// What a pawn may become, in order of the letters.
const BY_LETTER: [Kind; 4] = [Kind::Bishop, Kind::Knight, Kind::Queen, Kind::Rook];

impl Army {
    /// The number of requests, the pass included; with `bare` the bare diagonal moves of pawns to the last row are
    /// counted beside their four promotions.
    #[inline(always)]
    pub(crate) fn count_requests(&self, bare: bool) -> u64 {
        let free = !self.all;
        let single = forward(self.side, self.pawns) & free;
        let double = forward(self.side, single & third_rank(self.side)) & free;
        let ahead = forward(self.side, self.pawns);
        let (left, right) = (west(ahead) & free, east(ahead) & free);
        let diagonals = left.size() + right.size();
        let last = (left & LAST_ROWS).size() + (right & LAST_ROWS).size();
        let pawns =
            single.size() + 3 * (single & LAST_ROWS).size() + double.size() + diagonals + last * (3 + u32::from(bare));
        1 + u64::from(pawns)
            + size(&leaps(self.knights), free)
            + size(&slides(self.orthogonal, self.diagonal, self.kings, free), free)
            + Castling::count(self.side, self.castling, self.all)
    }

    /// All requests in order of their text, the pass last: the reference's `move_actions` and `None`.
    ///
    /// # Example
    /// ```
    /// use plywood_core::{Game, Side};
    /// use plywood_rbc::Board;
    /// let army = Board::start().army(Side::White);
    /// assert_eq!(army.requests().len(), 35);
    /// ```
    pub fn requests(&self) -> Vec<Request> {
        let mut list = Vec::with_capacity(64);
        for from in Square::by_name(self.all) {
            self.requests_from(from, |mv| list.push(Some(mv)));
        }
        list.push(None);
        list
    }

    /// The requests of the piece on `from`, in order of their text.
    fn requests_from(&self, from: Square, mut found: impl FnMut(Move)) {
        let (set, free) = (from.set(), !self.all);
        if self.pawns & set == 0 {
            let reach = (union(&leaps(set & self.knights)) | self.slides_of(set, free)) & free;
            let castling = Castling::moves(self.side, self.castling, self.all).filter(|way| way.from == from);
            let all = castling.fold(reach, |all, way| all | way.to.set());
            return Square::by_name(all).for_each(|to| found(Move::new(from, to)));
        }
        let ahead = forward(self.side, set);
        let double = forward(self.side, ahead & free & third_rank(self.side));
        let diagonals = west(ahead) | east(ahead);
        for to in Square::by_name((ahead | double | diagonals) & free) {
            let mv = Move::new(from, to);
            if to.set() & LAST_ROWS == 0 {
                found(mv);
                continue;
            }
            if diagonals & to.set() != 0 {
                found(mv);
            }
            BY_LETTER.into_iter().for_each(|kind| found(mv.promoting(kind)));
        }
    }

    /// What the king or slider on the one square of `set` reaches.
    fn slides_of(&self, set: u64, free: u64) -> u64 {
        union(&slides(set & self.orthogonal, set & self.diagonal, set & self.kings, free))
    }

    /// Whether `request` is a pawn's diagonal to the last row without a promotion: it means the queen.
    pub(crate) fn is_bare_diagonal(&self, request: Request) -> bool {
        request
            .is_some_and(|mv| self.pawns & mv.from.set() != 0 && mv.to.set() & LAST_ROWS != 0 && mv.promotion.is_none())
    }

    /// Whether the player may ask for `request`: it is in the list, or the bare push of a pawn to the last
    /// row, which means a queen.
    pub fn may_request(&self, request: Request) -> bool {
        let Some(mv) = request else { return true };
        let (from, to) = (mv.from.set(), mv.to.set());
        if self.all & from == 0 || self.all & to != 0 {
            return false;
        }
        // The bare push of a pawn to the last row, which the list leaves out.
        let queen = Move { promotion: mv.promotion.or(Some(Kind::Queen)), ..mv };
        let mut listed = false;
        self.requests_from(mv.from, |other| listed |= other == mv || other == queen);
        listed
    }
}

/// What became of a request: all that its player learns, and the half of it that the opponent learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The move that was really made; `None` for a pass and for every request that failed.
    pub taken: Option<Move>,
    /// The square on which a piece was captured: both players are told. For en passant that of the pawn taken.
    pub capture: Option<Square>,
}

/// The request is not in the player's list. Such a request does not lose the turn: it is not made at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("request {} is not in the list of the side to move", request_text(*.0))]
pub struct Refused(pub Request);

impl Board {
    /// What becomes of `request` on the true board.
    ///
    /// # Errors
    /// [`Refused`] if the side to move may not ask for it.
    ///
    /// # Example
    /// ```
    /// use plywood_core::Game;
    /// use plywood_rbc::{Board, Move, Square};
    /// let board = Board::parse("r3k3/8/8/8/N7/8/8/4K3 b - - 0 1")?;
    /// let outcome = board.outcome(Move::parse("a8a1"))?;
    /// assert_eq!(outcome.taken, Move::parse("a8a4"));
    /// assert_eq!(outcome.capture, Square::parse("a4"));
    /// assert!(board.outcome(Move::parse("a8b7")).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self, request: Request) -> Result<Outcome, Refused> {
        let army = self.army(self.side());
        if !army.may_request(request) {
            return Err(Refused(request));
        }
        let taken = request.and_then(|mv| self.becomes(&army, mv));
        Ok(Outcome { taken, capture: taken.and_then(|mv| self.capture_square(&mv)) })
    }

    /// What a listed request becomes.
    fn becomes(&self, army: &Army, mv: Move) -> Option<Move> {
        let (from, to) = (mv.from.set(), mv.to.set());
        if army.pawns & from != 0 {
            return self.pawn_becomes(army, mv);
        }
        if army.knights & from != 0 {
            return Some(mv);
        }
        let reach = slides(from & army.orthogonal, from & army.diagonal, from & army.kings, !self.occupied());
        if union(&reach) & to != 0 {
            return Some(mv);
        }
        if army.kings & from != 0 {
            return Castling::moves(army.side, army.castling, self.occupied()).find(|way| *way == mv);
        }
        // The ray that would lead to the square if nobody stood in the way ends on the piece that does.
        let lanes = slides(from & army.orthogonal, from & army.diagonal, 0, !army.all);
        let lane = lanes.iter().position(|lane| lane & to != 0)?;
        let stop = Square::lowest(reach[lane] & self.occupied())?;
        Some(Move::new(mv.from, stop))
    }

    fn pawn_becomes(&self, army: &Army, mv: Move) -> Option<Move> {
        let (to, free) = (mv.to.set(), !self.occupied());
        let promotion = mv.promotion.or((to & LAST_ROWS != 0).then_some(Kind::Queen));
        let mv = Move { promotion, ..mv };
        if mv.from.file() != mv.to.file() {
            return (to & (self.occupied() | self.en_passant_set()) != 0).then_some(mv);
        }
        let ahead = forward(army.side, mv.from.set());
        if ahead & free == 0 {
            return None;
        }
        if to & free != 0 {
            return Some(mv);
        }
        Square::lowest(ahead).map(|near| Move::new(mv.from, near))
    }
}
