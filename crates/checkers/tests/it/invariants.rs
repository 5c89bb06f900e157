//! What must hold in any position whatever the rules: turned boards have turned moves, and no piece comes or goes
//! without a reason.
//!
//! Not here: where positions come from (`symmetry`, `bodies`).

use plywood_checkers::layout::Layout;
use plywood_checkers::{Bits, Board, Evaluation, Move, Rules};
use plywood_core::search::Evaluation as _;
use plywood_core::{Bitboard, Game, Position, Side};
use std::collections::BTreeSet;

/// A square of the board to a square of the board.
type Turn = fn(u32, (u32, u32)) -> (u32, u32);

fn half_turn(size: u32, (file, rank): (u32, u32)) -> (u32, u32) {
    (size - 1 - file, size - 1 - rank)
}

/// The mirror in the long diagonal of playing squares.
fn diagonal_mirror<R: Rules>(size: u32, (file, rank): (u32, u32)) -> (u32, u32) {
    if R::Layout::A1 { (rank, file) } else { (size - 1 - rank, size - 1 - file) }
}

fn turned_square<R: Rules>(turn: Turn, square: u32) -> u32 {
    let place = R::Layout::file_rank(square).unwrap();
    let (file, rank) = turn(R::Layout::SIZE, place);
    R::Layout::bit(file, rank).unwrap()
}

fn turned<R: Rules>(turn: Turn, set: Bits<R>) -> Bits<R> {
    set.squares().fold(Bits::<R>::EMPTY, |all, square| all | Bits::<R>::bit(turned_square::<R>(turn, square)))
}

type Facts = (u8, u8, u128, bool);

fn moves<R: Rules>(board: &Board<R>) -> BTreeSet<Facts> {
    board.moves().iter().map(|mv| (mv.from, mv.to, mv.captured.widen(), mv.promotes)).collect()
}

fn turned_moves<R: Rules>(turn: Turn, board: &Board<R>) -> BTreeSet<Facts> {
    let square = |square: u8| turned_square::<R>(turn, square.into()) as u8;
    let facts =
        |mv: &Move<Bits<R>>| (square(mv.from), square(mv.to), turned::<R>(turn, mv.captured).widen(), mv.promotes);
    board.moves().iter().map(facts).collect()
}

/// A half turn of the board with the colours exchanged turns the moves and changes no value.
pub(super) fn a_half_turn_swaps_the_colours<R: Rules>(board: &Board<R>) {
    let flipped = Board::<R>::new(
        turned::<R>(half_turn, board.pieces(Side::Black)),
        turned::<R>(half_turn, board.pieces(Side::White)),
        turned::<R>(half_turn, board.kings()),
        board.side_to_move().other(),
    )
    .unwrap();
    assert_eq!(turned_moves(half_turn, board), moves(&flipped), "{} {}", R::NAME, board.text());
    // What a position is worth to its mover does not depend on his colour.
    assert_eq!(Evaluation.evaluate(board), Evaluation.evaluate(&flipped), "{} {}", R::NAME, board.text());
}

/// Where all are kings, a mirror in the long diagonal mirrors the moves.
pub(super) fn kings_know_no_direction<R: Rules>(board: &Board<R>) {
    let mirror: Turn = diagonal_mirror::<R>;
    let mirrored = Board::<R>::new(
        turned::<R>(mirror, board.pieces(Side::White)),
        turned::<R>(mirror, board.pieces(Side::Black)),
        turned::<R>(mirror, board.kings()),
        board.side_to_move(),
    )
    .unwrap();
    assert_eq!(turned_moves(mirror, board), moves(&mirrored), "{} {}", R::NAME, board.text());
}

/// No piece comes or goes but those that `mv` takes, and only a man that it crowns becomes a king.
pub(super) fn pieces_are_conserved<R: Rules>(board: &Board<R>, mv: &Move<Bits<R>>, child: &Board<R>) {
    let (side, other) = (board.side_to_move(), board.side_to_move().other());
    let place = format!("{} {} {}", R::NAME, board.text(), board.move_text(mv));
    assert_eq!(child.side_to_move(), other, "{place}");
    assert_eq!(child.pieces(side).size(), board.pieces(side).size(), "{place}");
    assert_eq!(child.pieces(other), board.pieces(other) & !mv.captured, "{place}");
    assert_eq!(mv.captured & !board.pieces(other), Bits::<R>::EMPTY, "{place}");
    let kings = board.kings() & board.pieces(side);
    assert_eq!((child.kings() & child.pieces(side)).size(), kings.size() + u32::from(mv.promotes), "{place}");
    let whole = Board::<R>::new(child.pieces(Side::White), child.pieces(Side::Black), child.kings(), other);
    assert_eq!(whole, Some(*child), "{place}");
}
