//! The position: where the pieces stand, whose turn it is, and what castling and en passant still allow.
//!
//! Pieces are four words: three bit planes that spell the kind of the piece on each square, and White's squares.
//! A piece is moved by four masks without asking what it is, every set that generation wants is one or two
//! logical operations away, and two boards compare as four words.
//!
//! Not here: what a player may ask for ([`requests`](crate::requests)), move generation, text.

use crate::moves::Move;
use crate::rays::{FILE_A, FILE_H, RANK_1, RANK_8};
use crate::square::Square;
use plywood_core::Side;

/// What a piece is. The numbers are the kind's code in the bit planes: bit 2 = slider, bit 0 of a slider = moves
/// diagonally, bit 1 = orthogonally.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// A pawn.
    Pawn = 1,
    /// A knight.
    Knight = 2,
    /// A king.
    King = 3,
    /// A bishop.
    Bishop = 5,
    /// A rook.
    Rook = 6,
    /// A queen.
    Queen = 7,
}

/// The code left free by [`Kind`]: in an [`Identity`], a rook that may still castle.
const CASTLING_ROOK: u64 = 4;
const _: () = assert!(CASTLING_ROOK == Kind::Rook as u64 & !2);

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::King, Self::Bishop, Self::Rook, Self::Queen];

    /// What a pawn may become, in the order of the reference's lists.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// Its letter in lower case.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::King => 'k',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
        }
    }

    const fn of_code(code: u64) -> Option<Self> {
        match code {
            1 => Some(Self::Pawn),
            2 => Some(Self::Knight),
            3 => Some(Self::King),
            5 => Some(Self::Bishop),
            6 => Some(Self::Rook),
            7 => Some(Self::Queen),
            _ => None,
        }
    }
}

/// A piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its owner.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// Its letter as in FEN: capitals are White's.
    pub const fn letter(self) -> char {
        match self.side {
            Side::White => self.kind.letter().to_ascii_uppercase(),
            Side::Black => self.kind.letter(),
        }
    }

    /// The piece that a letter of FEN stands for.
    pub fn of_letter(letter: char) -> Option<Self> {
        let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_lowercase())?;
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        Some(Self { side, kind })
    }
}

/// The home squares of both kings, and of the rooks that may castle with them.
pub(crate) const KING_HOMES: u64 = 1 << 4 | 1 << 60;
pub(crate) const CORNERS: u64 = (FILE_A | FILE_H) & (RANK_1 | RANK_8);

/// A position of RBC: the true board, which neither player sees whole.
///
/// Two boards are equal when their FENs are, the clocks included. What decides the legal moves is less: see
/// [`Board::identity`].
///
/// # Example
/// ```
/// use plywood_core::{Game, Position};
/// use plywood_rbc::Board;
/// let board = Board::start();
/// assert_eq!(board.count(), 21); // 20 moves, and all that comes to nothing
/// let after = board.play(&board.parse_move("e2e4")?);
/// assert_eq!(after.text(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
/// # Ok::<(), plywood_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Bit `i` of the code of the piece on each square; 0 = empty.
    code: [u64; 3],
    /// The squares of White's pieces.
    white: u64,
    /// The corners whose rook may still castle.
    castling: u64,
    /// The square that the last move, a double push, passed over: raw, whether or not a pawn can use it.
    en_passant: u64,
    half_moves: u32,
    full_moves: u32,
    side: Side,
}

const _: () = assert!(size_of::<Board>() <= 64);

/// What decides the legal moves of a board, but for the side to move: pieces, castling rights, and the
/// en-passant square. Made by [`Board::identity`] or [`Board::raw_identity`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity([u64; 4]);

impl Identity {
    /// The board with this identity, with new clocks.
    pub fn board(self, side: Side) -> Board {
        self.board_at(side, 1)
    }

    /// The board with this identity in a turn of this number.
    #[inline(always)]
    pub(crate) const fn board_at(self, side: Side, full_moves: u32) -> Board {
        let [a, b, c, white] = self.0;
        let castling = c & !(a | b);
        let occupied = a | b | c;
        Board {
            code: [a, b | castling, c],
            white: white & occupied,
            castling,
            en_passant: white & !occupied,
            half_moves: 0,
            full_moves,
            side,
        }
    }
}

#[cfg(feature = "std")]
impl Identity {
    /// The three planes of the pieces' codes, then White's squares with the en-passant square.
    #[inline(always)]
    pub(crate) const fn words(self) -> [u64; 4] {
        self.0
    }

    /// The identity with these words.
    #[inline(always)]
    pub(crate) const fn of_words(words: [u64; 4]) -> Self {
        Self(words)
    }
}

/// The pieces of one side and its castling rights: all that the list of requests may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Army {
    pub(crate) side: Side,
    pub(crate) all: u64,
    pub(crate) pawns: u64,
    pub(crate) knights: u64,
    pub(crate) kings: u64,
    pub(crate) diagonal: u64,
    pub(crate) orthogonal: u64,
    pub(crate) castling: u64,
}

impl Army {
    /// The army after the piece on `square` was taken.
    #[inline(always)]
    pub(crate) fn without(&self, square: Square) -> Self {
        let keep = !square.set();
        Self {
            side: self.side,
            all: self.all & keep,
            pawns: self.pawns & keep,
            knights: self.knights & keep,
            kings: self.kings & keep,
            diagonal: self.diagonal & keep,
            orthogonal: self.orthogonal & keep,
            castling: self.castling & keep,
        }
    }
}

/// One rank towards the opponent.
#[inline(always)]
pub(crate) const fn forward(side: Side, set: u64) -> u64 {
    match side {
        Side::White => set << 8,
        Side::Black => set >> 8,
    }
}

/// The rank that pawns of `side` pass over in a double push.
pub(crate) const fn third_rank(side: Side) -> u64 {
    match side {
        Side::White => RANK_1 << 16,
        Side::Black => RANK_1 << 40,
    }
}

/// A step towards the a-file.
pub(crate) const fn west(set: u64) -> u64 {
    (set & !FILE_A) >> 1
}

/// A step towards the h-file.
pub(crate) const fn east(set: u64) -> u64 {
    (set & !FILE_H) << 1
}

impl Board {
    /// The empty board with `side` to move; clocks as at the start of a game.
    pub(crate) const fn empty(side: Side) -> Self {
        Self { code: [0; 3], white: 0, castling: 0, en_passant: 0, half_moves: 0, full_moves: 1, side }
    }

    /// Puts a piece on an empty square.
    pub(crate) const fn put(&mut self, square: Square, piece: Piece) {
        let mut bit = 0;
        while bit < 3 {
            self.code[bit] |= (piece.kind as u64 >> bit & 1) << square.number();
            bit += 1;
        }
        if let Side::White = piece.side {
            self.white |= square.set();
        }
    }

    /// The same board with exactly these castling rights, which its pieces must allow.
    pub(crate) const fn with_castling(self, corners: u64) -> Self {
        Self { castling: corners, ..self }
    }

    /// Grants the castling rights of those `corners` that have rook and king at home.
    pub(crate) fn grant_castling(&mut self, corners: u64) {
        for side in Side::BOTH {
            let army = self.army(side);
            let rooks = army.orthogonal & !army.diagonal;
            let home = if side == Side::White { RANK_1 } else { RANK_8 };
            if army.kings & KING_HOMES & home != 0 {
                self.castling |= corners & CORNERS & home & rooks;
            }
        }
    }

    /// Sets the en-passant square if a double push can have passed over it.
    pub(crate) fn allow_en_passant(&mut self, square: Square) {
        let (mover, set) = (self.side.other(), square.set());
        let pushed = self.army(mover).pawns & forward(mover, set) != 0;
        let free = self.occupied() & (set | forward(self.side, set)) == 0;
        if set & third_rank(mover) != 0 && pushed && free {
            self.en_passant = set;
        }
    }

    pub(crate) const fn set_clocks(&mut self, half_moves: u32, full_moves: u32) {
        self.half_moves = half_moves;
        self.full_moves = full_moves;
    }

    /// Who is to move.
    #[inline(always)]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Plies since the last capture or pawn move. Not part of any identity.
    pub const fn half_moves(&self) -> u32 {
        self.half_moves
    }

    /// The number of the full turn, from 1. Not part of any identity.
    pub const fn full_moves(&self) -> u32 {
        self.full_moves
    }

    /// The square that the last move passed over if it was a double push, usable or not.
    pub const fn en_passant(&self) -> Option<Square> {
        Square::lowest(self.en_passant)
    }

    #[inline(always)]
    pub(crate) const fn en_passant_set(&self) -> u64 {
        self.en_passant
    }

    #[inline(always)]
    pub(crate) const fn castling(&self) -> u64 {
        self.castling
    }

    #[inline(always)]
    pub(crate) const fn occupied(&self) -> u64 {
        self.code[0] | self.code[1] | self.code[2]
    }

    /// The pieces of `side` with its castling rights.
    #[inline(always)]
    pub const fn army(&self, side: Side) -> Army {
        let [a, b, c] = self.code;
        let all = match side {
            Side::White => self.white,
            Side::Black => self.occupied() & !self.white,
        };
        let home = match side {
            Side::White => RANK_1,
            Side::Black => RANK_8,
        };
        Army {
            side,
            all,
            pawns: a & !b & !c & all,
            knights: b & !a & !c & all,
            kings: a & b & !c & all,
            diagonal: a & c & all,
            orthogonal: b & c & all,
            castling: self.castling & home,
        }
    }

    /// The piece on `square`.
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        let side = if self.white & square.set() != 0 { Side::White } else { Side::Black };
        match Kind::of_code(self.code_at(square)) {
            Some(kind) => Some(Piece { side, kind }),
            None => None,
        }
    }

    #[inline(always)]
    const fn code_at(&self, square: Square) -> u64 {
        let [a, b, c] = self.code;
        let s = square.number();
        a >> s & 1 | (b >> s & 1) << 1 | (c >> s & 1) << 2
    }

    /// Whether `side` still has its king.
    #[inline(always)]
    pub const fn has_king(&self, side: Side) -> bool {
        self.army(side).kings != 0
    }

    /// The square of the piece that `mv`, a move taken here, captures: for en passant the square of the pawn.
    #[inline(always)]
    pub const fn capture_square(&self, mv: &Move) -> Option<Square> {
        if self.occupied() & mv.to.set() != 0 {
            return Some(mv.to);
        }
        if mv.to.set() & self.en_passant != 0
            && self.code_at(mv.from) == Kind::Pawn as u64
            && mv.from.file() != mv.to.file()
        {
            return Square::lowest(forward(self.side.other(), self.en_passant));
        }
        None
    }

    /// The position after `taken`, the move that was really made; `None` for a pass or a request that failed.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, taken: Option<&Move>) -> Self {
        let mut board = Self {
            en_passant: 0,
            half_moves: self.half_moves.saturating_add(1),
            full_moves: self.full_moves.saturating_add(self.side.index() as u32),
            side: self.side.other(),
            ..*self
        };
        if let Some(mv) = taken {
            board.shift(self, mv);
        }
        board
    }

    /// Moves the pieces of `mv`, which the side to move of `before` makes.
    #[inline(always)]
    fn shift(&mut self, before: &Self, mv: &Move) {
        let (from, to, code) = (mv.from.set(), mv.to.set(), before.code_at(mv.from));
        let pawn = code == Kind::Pawn as u64;
        let victim = before.capture_square(mv).map_or(0, Square::set);
        let code = mv.promotion.map_or(code, |kind| kind as u64);
        self.lift(from | to | victim);
        self.drop(mv.to, code, before.side);
        if pawn || victim != 0 {
            self.half_moves = 0;
        }
        if pawn && mv.from.number().abs_diff(mv.to.number()) == 16 {
            self.en_passant = forward(before.side, from);
        }
        if self.castling == 0 {
            return;
        }
        if code == Kind::King as u64 && from & KING_HOMES != 0 && mv.from.number().abs_diff(mv.to.number()) == 2 {
            let (rook, beside) = if mv.to > mv.from { (to << 1, to >> 1) } else { (to >> 2, to << 1) };
            self.lift(rook);
            self.drop(Square::of_bit(beside.trailing_zeros()), Kind::Rook as u64, before.side);
        }
        let kings = (from | to) & KING_HOMES;
        self.castling &= !(from | to | kings << 3 | kings >> 4);
    }

    /// What `side` knows of the board without sensing: its own pieces and castling rights, whose turn it is and the number of the move.
    /// The half-move clock is 0: it would tell of a pawn that the opponent moved.
    ///
    /// # Example
    /// ```
    /// use plywood_core::{Game, Side};
    /// let view = plywood_rbc::Board::start().view(Side::White);
    /// assert_eq!(view.text(), "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1");
    /// ```
    #[must_use]
    pub fn view(&self, side: Side) -> Self {
        let mut view = *self;
        view.lift(self.army(side.other()).all);
        view.castling = self.army(side).castling;
        view.en_passant = 0;
        view.half_moves = 0;
        view
    }

    /// The board without what stands on `square`, and without the castling rights that depend on it: what a player has left of his
    /// own when something was taken there.
    ///
    /// # Example
    /// ```
    /// use plywood_core::{Game, Side};
    /// use plywood_rbc::{Board, Square};
    /// let left = Board::start().view(Side::White).without(Square::parse("h1"));
    /// assert_eq!(left.text(), "8/8/8/8/8/8/PPPPPPPP/RNBQKBN1 w Q - 0 1");
    /// ```
    #[must_use]
    pub fn without(&self, square: Option<Square>) -> Self {
        let mut board = *self;
        if let Some(square) = square {
            let kings = square.set() & KING_HOMES;
            board.lift(square.set());
            board.castling &= !(square.set() | kings << 3 | kings >> 4);
        }
        board
    }

    #[inline(always)]
    fn lift(&mut self, set: u64) {
        self.code = self.code.map(|plane| plane & !set);
        self.white &= !set;
    }

    #[inline(always)]
    fn drop(&mut self, square: Square, code: u64, side: Side) {
        for (bit, plane) in self.code.iter_mut().enumerate() {
            *plane |= (code >> bit & 1) << square.number();
        }
        // No code, no piece: a move from an empty square, which no rule makes, must not leave a colour behind.
        self.white |= u64::from(side == Side::White && code != 0) << square.number();
    }

    /// What decides the legal moves: two boards with the same side to move and equal identities cannot be told
    /// apart by any play. The en-passant square counts only if a pawn stands ready to capture there; pins do not
    /// matter, because kings may be exposed.
    pub const fn identity(&self) -> Identity {
        let pushed = forward(self.side.other(), self.en_passant);
        let ready = (west(pushed) | east(pushed)) & self.army(self.side).pawns;
        self.pack(if ready != 0 { self.en_passant } else { 0 })
    }

    /// As [`identity`](Self::identity), but with the en-passant square that FEN shows, usable or not.
    pub const fn raw_identity(&self) -> Identity {
        self.pack(self.en_passant)
    }

    /// A rook that may castle gets the free code, an en-passant square the colour of a piece that is not there.
    const fn pack(&self, en_passant: u64) -> Identity {
        let [a, b, c] = self.code;
        Identity([a, b & !self.castling, c, self.white | en_passant])
    }

    /// The identity and the side to move as planes, for keys.
    #[inline(always)]
    pub(crate) const fn key_planes(&self) -> [u64; 5] {
        let Identity([a, b, c, white]) = self.identity();
        [a, b, c, white, self.side.index() as u64]
    }
}

/// What beliefs change of a board.
#[cfg(feature = "std")]
impl Board {
    /// The same board after a double push that passed over `square`, or none.
    #[must_use]
    pub(crate) fn passing(self, square: Option<Square>) -> Self {
        Self { en_passant: square.map_or(0, Square::set), ..self }
    }

    /// The same board with this half-move clock.
    #[must_use]
    pub(crate) const fn with_half_moves(self, half_moves: u32) -> Self {
        Self { half_moves, ..self }
    }
}
