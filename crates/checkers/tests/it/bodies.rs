//! What the fuzz targets do with an input that is for a draughts variant. The fuzz crate includes this file, and `replays` gives it
//! the committed inputs.
//!
//! Not here: how bytes become choices, and the checks that know no game (`kit`).

use super::compare::compare;
use super::invariants::{a_half_turn_swaps_the_colours, kings_know_no_direction, pieces_are_conserved};
use super::kit::{below, byte, counts, holds, identify, letters, played, read, searches, some, stroll};
use super::reference;
use super::variants::NAMES;
use arbitrary::Unstructured;
use plywood_checkers::layout::{Layout, Word};
use plywood_checkers::{Bits, Board, Move, Rules, Sequences, rules};
use plywood_core::conformance::{check_mode, check_moves, check_text};
use plywood_core::{Bitboard, Game, Outcome, Position, Side, Unique};

/// Captures that the reference follows in one position before it gives up: it copies a board for each.
const LIMIT: usize = 120;

/// Plies of the longest random game.
const LONGEST: usize = 100;

/// What may stand on a square, sixteen chances each: a few pieces, as many as in a game, hardly room to move, kings everywhere, kings
/// against men, and nobody on the other side.
const PALETTES: [&[u8; 16]; 6] = [
    b"...........wbwWB",
    b"......wwwwWBbbbb",
    b"..wwwwwwwbbbbbbb",
    b".........WWWWBBB",
    b".........WWbbbbb",
    b"........wwwwwwWW",
];

/// Calls `$run` for one of the variants in which trees are searched and counted: one for each shape of rules, because the machinery of
/// trees is compiled anew for every one.
macro_rules! with_some_variant {
    ($input:expr, $run:ident) => {
        match below($input, 8) {
            0 => $run::<rules::Russian6Rules>($input),
            1 => $run::<rules::EnglishRules>($input),
            2 => $run::<rules::ItalianRules>($input),
            3 => $run::<rules::InternationalRules>($input),
            4 => $run::<rules::FrisianRules>($input),
            5 => $run::<rules::BreakthroughRules>($input),
            6 => $run::<rules::AntidraughtsRules>($input),
            _ => $run::<rules::ThaiRules>($input),
        }
    };
}

/// A position, legal or odd.
fn position<R: Rules>(input: &mut Unstructured<'_>) -> Board<R> {
    match PALETTES.get(below(input, PALETTES.len() + 2)) {
        Some(palette) => placed(input, palette),
        None => played(input, Board::start(), LONGEST),
    }
}

/// Pieces of a palette on all squares; men where they would be crowned are kings.
fn placed<R: Rules>(input: &mut Unstructured<'_>, palette: &[u8; 16]) -> Board<R> {
    let side = Side::BOTH[below(input, 2)];
    let squares: Vec<u32> = Bits::<R>::narrow(R::Layout::BOARD).squares().collect();
    let (mut white, mut black, mut kings) = (Bits::<R>::EMPTY, Bits::<R>::EMPTY, Bits::<R>::EMPTY);
    for (&square, letter) in squares.iter().zip(letters(input, palette, squares.len())) {
        let bit = Bits::<R>::bit(square);
        let owner = match letter {
            b'w' | b'W' => Side::White,
            b'b' | b'B' => Side::Black,
            _ => continue,
        };
        match owner {
            Side::White => white |= bit,
            Side::Black => black |= bit,
        }
        if letter.is_ascii_uppercase() || (Board::<R>::crown_row(owner) & bit).any() {
            kings |= bit;
        }
    }
    Board::new(white, black, kings, side).expect("a sound placement")
}

/// One position by the crate and by the reference.
pub(crate) fn differential(data: &[u8]) {
    fn of<R: Rules>(input: &mut Unstructured<'_>) {
        let board = position::<R>(input);
        let reference = reference::Board::read(reference::rules::of(R::NAME), &board.text());
        assert_eq!(board.ended().is_some(), reference.ended(), "{} {}", R::NAME, reference.text());
        compare(&board, &reference, LIMIT);
    }
    let input = &mut Unstructured::new(data);
    with_variant!(NAMES[below(input, NAMES.len())], of(input));
}

/// A short walk.
pub(crate) fn walk(data: &[u8]) {
    fn of<R: Rules>(input: &mut Unstructured<'_>) {
        let start = position::<R>(input);
        let last = stroll(input, start, look, pieces_are_conserved);
        a_half_turn_swaps_the_colours(&last);
        if last.kings() == last.pieces(Side::White) | last.pieces(Side::Black) {
            kings_know_no_direction(&last);
        }
    }
    let input = &mut Unstructured::new(data);
    with_variant!(NAMES[below(input, NAMES.len())], of(input));
}

/// Both modes; a first king ends breakthrough; whoever cannot move has lost, but has won antidraughts.
fn look<R: Rules>(board: &Board<R>) {
    holds(check_mode(Unique, board).and_then(|()| check_mode(Sequences, board)));
    assert_eq!(board.ended().is_some(), R::NAME == "breakthrough" && board.kings().any(), "{}", board.text());
    if !board.any() {
        let mover = board.side_to_move();
        let winner = if R::NAME == "antidraughts" { mover } else { mover.other() };
        assert_eq!(board.stuck(), Outcome::Win(winner), "{}", board.text());
    }
}

/// Moves as values and as texts.
pub(crate) fn identity(data: &[u8]) {
    fn of<R: Rules>(input: &mut Unstructured<'_>) {
        let board = position::<R>(input);
        holds(check_moves(&board).and_then(|()| check_text(&board)));
        let moves = board.moves();
        let captured = moves.get(below(input, moves.len())).map_or(Bits::<R>::EMPTY, |mv| mv.captured);
        let captured = captured ^ Bits::<R>::narrow(u128::from(byte(input)) << (byte(input) % 121));
        let from = byte(input);
        for to in some(input, Bits::<R>::WIDTH as usize) {
            for promotes in [false, true] {
                identify(&board, &moves, &Move { captured, promotes, from, to: to as u8 });
            }
        }
        let (from, middle, mark) = (below(input, 72) + 1, below(input, 72) + 1, ["-", "x", ":"][below(input, 3)]);
        for to in some(input, 73) {
            read(&board, &moves, &format!("{from}{mark}{to}"));
            read(&board, &moves, &format!("{from}x{middle}x{to}"));
        }
    }
    let input = &mut Unstructured::new(data);
    with_variant!(NAMES[below(input, NAMES.len())], of(input));
}

/// A small search.
pub(crate) fn search(data: &[u8]) {
    fn of<R: Rules>(input: &mut Unstructured<'_>) {
        let board = position::<R>(input);
        searches(input, board);
    }
    let input = &mut Unstructured::new(data);
    with_some_variant!(input, of);
}

/// A small tree.
pub(crate) fn perft(data: &[u8]) {
    fn of<R: Rules>(input: &mut Unstructured<'_>) {
        let board = position::<R>(input);
        if below(input, 2) == 0 { counts(input, Unique, &board) } else { counts(input, Sequences, &board) }
    }
    let input = &mut Unstructured::new(data);
    with_some_variant!(input, of);
}
