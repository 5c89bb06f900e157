//! Boards as FEN (Forsyth-Edwards notation), with the en-passant square written after every double push.
//!
//! Refused, the fault named: fields that cannot be read, pawns on the first and last rank, several kings of one
//! side. Mended in silence, as the reference does: castling rights without king and rook at home, an en-passant
//! square that no double push can have passed over. Boards without kings are boards.

use crate::board::{Board, Kind, Piece};
use crate::square::Square;
use alloc::format;
use alloc::string::{String, ToString};
use plywood_core::{Side, TextError};

/// The letters of the castling rights and their corners.
const RIGHTS: [(char, u64); 4] = [('K', 1 << 7), ('Q', 1), ('k', 1 << 63), ('q', 1 << 56)];

const FIELDS: &str = "board, side to move, castling, en passant and, optionally, half-move clock and move number";

/// A field of the text and the byte at which it starts.
type Field<'a> = (usize, &'a str);

/// Reads a FEN of four or six fields.
pub(crate) fn parse(text: &str) -> Result<Board, TextError> {
    let fail = |at: usize, fault: String| Err(TextError::at(text, at, fault));
    let mut fields = split(text);
    let mut field = |name: &str| {
        fields.next().ok_or_else(|| TextError::at(text, text.len(), format!("no {name}: a FEN has {FIELDS}")))
    };
    let squares = field("board")?;
    let (at, side) = field("side to move")?;
    let mut board = Board::empty(match side {
        "w" => Side::White,
        "b" => Side::Black,
        _ => return fail(at, format!("side to move '{side}', expected 'w' or 'b'")),
    });
    read_squares(text, squares, &mut board)?;
    read_castling(text, field("castling field")?, &mut board)?;
    let (at, passed) = field("en-passant field")?;
    match Square::parse(passed) {
        Some(square) => board.allow_en_passant(square),
        None if passed == "-" => {}
        None => return fail(at, format!("en-passant square '{passed}', expected a square or '-'")),
    }
    let Some(half) = fields.next() else { return Ok(board) };
    let Some(full) = fields.next() else {
        return fail(text.len(), format!("no move number: a FEN has {FIELDS}"));
    };
    // Some programs number the first turn 0.
    board.set_clocks(number(text, half, "half-move clock")?, number(text, full, "move number")?.max(1));
    match fields.next() {
        Some((at, more)) => fail(at, format!("'{more}' after the end: a FEN has {FIELDS}")),
        None => Ok(board),
    }
}

fn split(text: &str) -> impl Iterator<Item = Field<'_>> {
    text.split_ascii_whitespace().map(|field| (field.as_ptr() as usize - text.as_ptr() as usize, field))
}

fn number(text: &str, (at, field): Field<'_>, name: &str) -> Result<u32, TextError> {
    let digits = field.bytes().all(|byte| byte.is_ascii_digit());
    match field.parse() {
        Ok(number) if digits => Ok(number),
        _ => Err(TextError::at(text, at, format!("{name} '{field}', expected a number up to {}", u32::MAX))),
    }
}

fn read_squares(text: &str, (start, field): Field<'_>, board: &mut Board) -> Result<(), TextError> {
    let fail = |at: usize, fault: String| Err(TextError::at(text, start + at, fault));
    let (mut rank, mut file, mut skipped) = (7u8, 0u8, false);
    for (at, letter) in field.char_indices() {
        let skip = letter.to_digit(10).filter(|n| (1..=8).contains(n));
        match skip {
            _ if letter == '/' => {
                if file != 8 {
                    return fail(at, format!("rank {} has {file} squares, expected 8", rank + 1));
                }
                if rank == 0 {
                    return fail(at, "more than 8 ranks".to_string());
                }
                (rank, file, skipped) = (rank - 1, 0, false);
                continue;
            }
            Some(_) if skipped => return fail(at, format!("two numbers side by side on rank {}", rank + 1)),
            Some(n) => file += n as u8,
            None => {
                let Some(piece) = Piece::of_letter(letter) else {
                    return fail(at, format!("'{letter}' on rank {}, expected one of PNBRQKpnbrqk12345678/", rank + 1));
                };
                if file < 8 {
                    place(board, Square::of_bit(u32::from(rank * 8 + file)), piece).or_else(|fault| fail(at, fault))?;
                }
                file += 1;
            }
        }
        if file > 8 {
            return fail(at, format!("rank {} has more than 8 squares", rank + 1));
        }
        skipped = skip.is_some();
    }
    if rank != 0 {
        return fail(field.len(), format!("{} ranks, expected 8", 8 - rank));
    }
    if file != 8 {
        return fail(field.len(), format!("rank 1 has {file} squares, expected 8"));
    }
    Ok(())
}

fn place(board: &mut Board, square: Square, piece: Piece) -> Result<(), String> {
    if piece.kind == Kind::Pawn && matches!(square.rank(), 0 | 7) {
        return Err(format!("pawn on {square}: pawns never stand on rank 1 or 8"));
    }
    if piece.kind == Kind::King && board.has_king(piece.side) {
        let name = if piece.side == Side::White { "white" } else { "black" };
        return Err(format!("a second {name} king on {square}"));
    }
    board.put(square, piece);
    Ok(())
}

fn read_castling(text: &str, (start, field): Field<'_>, board: &mut Board) -> Result<(), TextError> {
    if field == "-" {
        return Ok(());
    }
    let mut corners = 0;
    for (at, letter) in field.char_indices() {
        match RIGHTS.iter().find(|(name, _)| *name == letter) {
            Some((_, corner)) if corners & corner == 0 => corners |= corner,
            Some(_) => return Err(TextError::at(text, start + at, format!("castling right '{letter}' twice"))),
            None => {
                let fault = format!("castling right '{letter}', expected some of KQkq or '-'");
                return Err(TextError::at(text, start + at, fault));
            }
        }
    }
    board.grant_castling(corners);
    Ok(())
}

/// The board as a FEN of six fields.
pub(crate) fn text(board: &Board) -> String {
    let mut fen = String::with_capacity(80);
    for rank in (0..8).rev() {
        write_rank(board, rank, &mut fen);
        fen.push(if rank == 0 { ' ' } else { '/' });
    }
    fen.push(if board.side() == Side::White { 'w' } else { 'b' });
    fen.push(' ');
    if board.castling() == 0 {
        fen.push('-');
    }
    fen.extend(RIGHTS.iter().filter(|(_, corner)| board.castling() & corner != 0).map(|(letter, _)| letter));
    let passed = board.en_passant().map_or_else(|| "-".to_string(), |square| square.to_string());
    fen + &format!(" {passed} {} {}", board.half_moves(), board.full_moves())
}

fn write_rank(board: &Board, rank: u32, fen: &mut String) {
    let mut empty = 0;
    for file in 0..8 {
        match board.piece_at(Square::of_bit(rank * 8 + file)) {
            None => empty += 1,
            Some(piece) => {
                flush(&mut empty, fen);
                fen.push(piece.letter());
            }
        }
    }
    flush(&mut empty, fen);
}

/// Writes the number of empty squares before a piece or the end of the rank.
fn flush(empty: &mut u8, fen: &mut String) {
    if *empty > 0 {
        fen.push((b'0' + *empty) as char);
        *empty = 0;
    }
}
