//! Positions: from text and back, their pieces and moves, and how moves are played.

use crate::border::{Call, Fault, Status, call, optional_text, put_items, put_text, read, text, writable};
use crate::games::{game, square_in};
use crate::handle::{Handle, Kind};
use plywood::core::{MoveParts, Outcome, Side};
use plywood::{AnyGame, AnyMoves, AnyPosition};
use std::ffi::c_char;
use std::sync::OnceLock;

/// A position. Playing a move changes it; copy it to keep what was before.
pub type PlywoodPosition = Handle<Held>;

/// What a position handle holds.
pub struct Held {
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) position: Box<dyn AnyPosition>,
    /// The moves, once somebody has asked for them.
    moves: OnceLock<Box<dyn AnyMoves>>,
}

impl Kind for Held {
    const WORD: u64 = 0x6e6f_6974_6973_6f70;
    const NAME: &'static str = "position";
}

impl Held {
    pub(crate) fn new(game: &'static dyn AnyGame, position: Box<dyn AnyPosition>) -> Self {
        Self { game, position, moves: OnceLock::new() }
    }

    pub(crate) fn moves(&self) -> &dyn AnyMoves {
        &**self.moves.get_or_init(|| self.position.list())
    }

    fn play(&mut self, index: usize) -> Call {
        let moves = self.moves();
        let next = moves.play(index);
        let none = || Fault::new(Status::OutOfRange, format!("there is no move {index}: there are {}", moves.len()));
        *self = Self::new(self.game, next.ok_or_else(none)?);
        Ok(())
    }
}

/// The number of no square, and of both squares of a pass.
pub const PLYWOOD_NO_SQUARE: u8 = 255;

// The number is written out, because cbindgen takes over no other.
const _: () = assert!(PLYWOOD_NO_SQUARE == MoveParts::NO_SQUARE);

/// A move. Squares are numbered as `plywood_game_facts` says.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlywoodMove {
    /// The squares of the pieces that are taken, 0 to 63: bit n is square n.
    pub captured_lo: u64,
    /// The squares of the pieces that are taken, from 64 on.
    pub captured_hi: u64,
    /// The square that the piece leaves; `PLYWOOD_NO_SQUARE` for the pass of RBC.
    pub from: u8,
    /// The square on which it ends; may be `from`.
    pub to: u8,
    /// The target of the arrow of the Amazons, else `PLYWOOD_NO_SQUARE`.
    pub arrow: u8,
    /// What a man or pawn becomes: 'k', or one of 'q' 'r' 'b' 'n' in RBC; 0 for nothing.
    pub promotion: u8,
}

impl PlywoodMove {
    pub(crate) fn of(parts: &MoveParts) -> Self {
        let [captured_lo, captured_hi] = halves(parts.captured);
        let promotion = parts.promotion.map_or(0, |letter| letter as u8);
        Self { captured_lo, captured_hi, from: parts.from, to: parts.to, arrow: parts.arrow, promotion }
    }
}

/// The pieces of one kind.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlywoodPieces {
    /// Squares 0 to 63 with such a piece: bit n is square n.
    pub lo: u64,
    /// The squares from 64 on.
    pub hi: u64,
    /// The letter of the kind, as in positions: `w` `W` `b` `B` for men and kings, `Q` `q` `*` for amazons and arrows, the letters
    /// of FEN in RBC.
    pub letter: c_char,
}

fn halves(set: u128) -> [u64; 2] {
    [set as u64, (set >> 64) as u64]
}

/// How a game stands.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlywoodOutcome {
    /// It goes on.
    Open = 0,
    /// White has won.
    White = 1,
    /// Black has won.
    Black = 2,
    /// Nobody has won.
    Draw = 3,
}

impl PlywoodOutcome {
    pub(crate) fn of(outcome: Option<Outcome>) -> Self {
        match outcome {
            None => Self::Open,
            Some(Outcome::Win(Side::White)) => Self::White,
            Some(Outcome::Win(Side::Black)) => Self::Black,
            Some(Outcome::Draw) => Self::Draw,
        }
    }
}

/// A position of a game: from its text, or the start where `fen` is null. Free it with `plywood_position_free`.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_position_new(
    name: *const c_char,
    fen: *const c_char,
    position: *mut *mut PlywoodPosition,
) -> Status {
    call(|| {
        let (out, game, fen) = (Handle::place(position)?, game(name)?, optional_text(fen, "the position")?);
        let position = game.position(fen).map_err(|fault| Fault::new(Status::BadPosition, fault))?;
        Handle::hand_out(Held::new(game, position), &out);
        Ok(())
    })
}

/// Another position like this one, to be freed by itself.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_position_copy(position: *const PlywoodPosition, copy: *mut *mut PlywoodPosition) -> Status {
    call(|| {
        let out = Handle::place(copy)?;
        let held = Handle::look(position)?;
        Handle::hand_out(Held::new(held.game, held.position.duplicate()), &out);
        Ok(())
    })
}

/// Frees a position; null is fine. No other call may be using it.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_position_free(position: *mut PlywoodPosition) -> Status {
    call(|| Handle::free(position))
}

/// Whether two positions are the same position of the same game: `same` gets 1 or 0.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_position_same(
    position: *const PlywoodPosition,
    other: *const PlywoodPosition,
    same: *mut u32,
) -> Status {
    call(|| {
        let out = writable(same, "same")?;
        let (position, other) = (Handle::look(position)?, Handle::look(other)?);
        out.set(position.position.same(&*other.position).into());
        Ok(())
    })
}

/// The position as text, which `plywood_position_new` reads.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_position_text(
    position: *const PlywoodPosition,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| put_text(&Handle::look(position)?.position.text(), buffer, capacity, required))
}

/// Who is to move: 0 = White, 1 = Black.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_position_side(position: *const PlywoodPosition, side: *mut u32) -> Status {
    call(|| {
        let out = writable(side, "side")?;
        out.set(Handle::look(position)?.position.side_to_move().index() as u32);
        Ok(())
    })
}

/// A number that equal positions share and different ones hardly ever do; the same in every run of this version.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_position_key(position: *const PlywoodPosition, key: *mut u64) -> Status {
    call(|| {
        let out = writable(key, "key")?;
        out.set(Handle::look(position)?.position.key());
        Ok(())
    })
}

/// Where the pieces stand, a bitboard for each kind; always the same kinds in the same order.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_position_pieces(
    position: *const PlywoodPosition,
    pieces: *mut PlywoodPieces,
    capacity: usize,
    count: *mut usize,
) -> Status {
    call(|| {
        let kinds = Handle::look(position)?.position.pieces();
        let bitboard = |&(letter, set): &(char, u128)| {
            let [lo, hi] = halves(set);
            PlywoodPieces { lo, hi, letter: letter as u8 as c_char }
        };
        put_items(&kinds.iter().map(bitboard).collect::<Vec<_>>(), pieces, capacity, count)
    })
}

/// The piece on a square: its letter as in `plywood_pieces`, or 0 where none stands.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_position_piece(position: *const PlywoodPosition, square: u32, piece: *mut c_char) -> Status {
    call(|| {
        let (out, held) = (writable(piece, "piece")?, Handle::look(position)?);
        let square = square_in(held.game.facts().grid, square)?;
        let kinds = held.position.pieces();
        let there = kinds.iter().find(|(_, squares)| squares >> square & 1 == 1);
        out.set(there.map_or(0, |&(letter, _)| letter as u8 as c_char));
        Ok(())
    })
}

/// The board as a picture of several lines, the top rank first, with Unicode's pieces, a dot for an empty square, the ranks at the left
/// and the files below. There is no newline at its end.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_position_picture(
    position: *const PlywoodPosition,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| put_text(&picture(&*Handle::look(position)?.position), buffer, capacity, required))
}

fn picture(position: &dyn AnyPosition) -> String {
    let rows = position.picture();
    let apart = |signs: &[char]| signs.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
    let files: Vec<char> = ('a'..).take(rows.first().map_or(0, Vec::len)).collect();
    let ranks = (1..=rows.len()).rev();
    let lines = rows.iter().zip(ranks).map(|(row, rank)| format!("{rank:>2} {}", apart(row)).trim_end().to_owned());
    lines.chain([format!("   {}", apart(&files))]).collect::<Vec<_>>().join("\n")
}

/// How the game stands by the board alone; rules of play, such as repetition, are the business of a record.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_position_outcome(position: *const PlywoodPosition, outcome: *mut PlywoodOutcome) -> Status {
    call(|| {
        let out = writable(outcome, "outcome")?;
        out.set(PlywoodOutcome::of(Handle::look(position)?.position.outcome()));
        Ok(())
    })
}

/// The legal moves (RBC: the requests), in an order that depends on the position alone; none when the game is over.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_position_moves(
    position: *const PlywoodPosition,
    moves: *mut PlywoodMove,
    capacity: usize,
    count: *mut usize,
) -> Status {
    call(|| {
        let held = Handle::look(position)?;
        let list = held.moves();
        let parts = (0..list.len()).filter_map(|index| list.parts(index));
        put_items(&parts.map(|parts| PlywoodMove::of(&parts)).collect::<Vec<_>>(), moves, capacity, count)
    })
}

/// The text of move `index` of `plywood_position_moves`.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_position_move_text(
    position: *const PlywoodPosition,
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
) -> Status {
    call(|| {
        let held = Handle::look(position)?;
        let moves = held.moves();
        let none = || Fault::new(Status::OutOfRange, format!("there is no move {index}: there are {}", moves.len()));
        put_text(&moves.text(index).ok_or_else(none)?, buffer, capacity, required)
    })
}

/// The squares on which the piece of move `index` of `plywood_position_moves` lands, in order, the one where it ends last: one for each piece of a
/// capture in draughts and its relatives, of the least way in board order where several make the same move. Empty for the pass of RBC.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_position_landings(
    position: *const PlywoodPosition,
    index: usize,
    squares: *mut u8,
    capacity: usize,
    count: *mut usize,
) -> Status {
    call(|| {
        let held = Handle::look(position)?;
        let moves = held.moves();
        let none = || Fault::new(Status::OutOfRange, format!("there is no move {index}: there are {}", moves.len()));
        put_items(&moves.landings(index).ok_or_else(none)?, squares, capacity, count)
    })
}

/// Reads a move that is legal here; `index` gets its place in `plywood_position_moves`.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_position_find_move(
    position: *const PlywoodPosition,
    move_text: *const c_char,
    index: *mut usize,
) -> Status {
    call(|| {
        let (out, move_text) = (writable(index, "index")?, text(move_text, "the move")?);
        out.set(find(&*Handle::look(position)?, move_text)?);
        Ok(())
    })
}

fn find(held: &Held, text: &str) -> Call<usize> {
    held.moves().find(text).map_err(|fault| Fault::new(Status::BadMove, fault))
}

/// Plays move `index` of `plywood_position_moves`.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_position_play_index(position: *mut PlywoodPosition, index: usize) -> Status {
    call(|| Handle::change(position)?.play(index))
}

/// Plays the move that the text says.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_position_play_text(position: *mut PlywoodPosition, move_text: *const c_char) -> Status {
    call(|| {
        let move_text = text(move_text, "the move")?;
        let mut held = Handle::change(position)?;
        let index = find(&held, move_text)?;
        held.play(index)
    })
}

/// Plays the move that is equal to `played`; a move of another position that is not legal here is refused.
#[unsafe(no_mangle)]
pub extern "C" fn plywood_position_play_move(position: *mut PlywoodPosition, played: *const PlywoodMove) -> Status {
    call(|| {
        let played = read(played, "the move")?;
        let mut held = Handle::change(position)?;
        let moves = held.moves();
        let equal = |index: &usize| moves.parts(*index).is_some_and(|parts| PlywoodMove::of(&parts) == *played);
        let index = (0..moves.len()).find(equal);
        held.play(index.ok_or_else(|| Fault::new(Status::BadMove, "the move is not legal in this position"))?)
    })
}
