//! What must hold on every board: the colours are alike, and pieces go for a reason.
//!
//! Not here: where boards come from.

use plywood_core::Game;
use plywood_rbc::{Board, Move, Square};

/// The board upside down with the colours exchanged.
fn mirror(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let flip = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        text.chars().map(flip).collect()
    };
    let rows: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let passed = fields[3].replace('6', "x").replace('3', "6").replace('x', "3");
    format!("{} {side} {} {passed} {} {}", rows.join("/"), swap(fields[2]), fields[4], fields[5])
}

fn mirrored(mv: &Move) -> Move {
    let flip = |square: Square| Square::new(square.number() ^ 56).unwrap();
    Move { from: flip(mv.from), to: flip(mv.to), ..*mv }
}

fn pieces(board: &Board) -> usize {
    (0..64).filter(|&n| board.piece_at(Square::new(n).unwrap()).is_some()).count()
}

/// The board upside down with the colours exchanged has the moves upside down.
///
/// # Errors
/// The board.
pub(crate) fn colours_are_alike(board: &Board) -> Result<(), String> {
    let other = Board::parse(&mirror(&board.text())).map_err(|error| error.to_string())?;
    let mut here: Vec<_> = board.moves().iter().map(|mv| mv.as_ref().map(mirrored)).collect();
    let mut there = other.moves();
    here.sort();
    there.sort();
    if here == there { Ok(()) } else { Err(board.text()) }
}

/// One piece goes for one capture square, and none else.
///
/// # Errors
/// The move and the board.
pub(crate) fn conserved(board: &Board, mv: &Option<Move>, child: &Board) -> Result<(), String> {
    let captured = mv.is_some_and(|mv| board.capture_square(&mv).is_some());
    let fine = pieces(child) + usize::from(captured) == pieces(board)
        && board.facts(mv).captured.len() == usize::from(captured);
    if fine { Ok(()) } else { Err(format!("{mv:?} in {}", board.text())) }
}
