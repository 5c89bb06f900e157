//! One position by the fast generator and by the slow reference: moves, sequences, counts and texts must be the same.
//!
//! Not here: where positions come from (`differential`, `bodies`).

use super::reference::{self, Identity, Sequence, Square};
use plywood_checkers::{Bits, Board, Move, Rules, Sequences};
use plywood_core::{Game, Mode, Position};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

pub(super) fn identity<R: Rules>(board: &Board<R>, mv: &Move<Bits<R>>) -> Identity {
    let facts = board.facts(mv);
    Identity {
        from: facts.from,
        to: facts.to,
        captured: facts.captured.into_iter().collect(),
        promotes: facts.promotes,
    }
}

/// Every move with the number of its sequences, by the fast generator.
fn moves_of<R: Rules>(board: &Board<R>) -> BTreeMap<Identity, u64> {
    let mut moves = BTreeMap::new();
    let _ = Sequences.visit(board, |mv, weight| {
        let twice = moves.insert(identity(board, &mv), weight);
        assert!(twice.is_none(), "{}: {mv:?} is visited twice in {}", R::NAME, board.text());
        ControlFlow::Continue(())
    });
    moves
}

/// Compares one position; `false` when more than `limit` captures would have to be followed for it.
pub(super) fn compare<R: Rules>(board: &Board<R>, reference: &reference::Board, limit: usize) -> bool {
    let Some(sequences) = reference.sequences(limit) else {
        return false;
    };
    let expected = reference::count(&sequences);
    let place = format!("{} {}", R::NAME, reference.text());
    assert_eq!(moves_of(board), expected, "{place}");
    let unique: Vec<Identity> = board.moves().iter().map(|mv| identity(board, mv)).collect();
    assert_eq!(unique.len(), expected.len(), "{place}");
    assert!(unique.iter().all(|mv| expected.contains_key(mv)), "{place}");
    assert_eq!(board.count(), expected.len() as u64, "count in {place}");
    assert_eq!(Sequences.count(board), expected.values().sum::<u64>(), "count of sequences in {place}");
    assert_eq!(board.any(), !expected.is_empty(), "any in {place}");
    compare_texts(board, reference, &sequences, limit);
    true
}

/// Each move is written as the reference would, each of its routes reads, and no route of an unlawful
/// capture does.
fn compare_texts<R: Rules>(board: &Board<R>, reference: &reference::Board, sequences: &[Sequence], limit: usize) {
    let place = format!("{} {}", R::NAME, reference.text());
    for (mv, text) in board.moves_with_text() {
        let identity = identity(board, &mv);
        let own: Vec<&Sequence> = sequences.iter().filter(|sequence| sequence.identity() == identity).collect();
        assert_eq!(text, expected_text::<R>(sequences, &own), "{place}");
    }
    for sequence in sequences.iter().filter(|sequence| !sequence.victims.is_empty()) {
        let text = route_text::<R>(&sequence.squares);
        let read = board.parse_move(&text).map(|mv| identity(board, &mv));
        assert_eq!(read, Ok(sequence.identity()), "{text} in {place}");
    }
    for unlawful in reference.captures(limit).unwrap_or_default() {
        if unlawful.squares.len() > 2 && !sequences.contains(&unlawful) {
            let text = route_text::<R>(&unlawful.squares);
            assert!(board.parse_move(&text).is_err(), "{text} in {place}");
        }
    }
}

fn expected_text<R: Rules>(all: &[Sequence], own: &[&Sequence]) -> String {
    let least = own.iter().min_by_key(|sequence| board_order(&sequence.squares)).unwrap();
    let [from, to] = [least.from(), least.to()];
    let rivals = all.iter().filter(|other| (other.from(), other.to()) == (from, to)).count();
    if least.victims.is_empty() {
        format!("{}-{}", written::<R>(from), written::<R>(to))
    } else if rivals > own.len() {
        route_text::<R>(&least.squares)
    } else {
        route_text::<R>(&[from, to])
    }
}

fn board_order(squares: &[Square]) -> Vec<Square> {
    squares.iter().map(|&(file, rank)| (rank, file)).collect()
}

fn route_text<R: Rules>(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(|&square| written::<R>(square)).collect();
    let russian = matches!(R::NAME, "russian" | "russian6");
    names.join(if russian { ":" } else { "x" })
}

/// A square as the variant writes it: numbers, but for these.
fn written<R: Rules>(square: Square) -> String {
    if matches!(R::NAME, "russian" | "brazilian" | "czech" | "russian6" | "brazilian6" | "english6") {
        return reference::name(square);
    }
    let squares = reference::rules::of(R::NAME).squares();
    (squares.iter().position(|&other| other == square).unwrap() + 1).to_string()
}
