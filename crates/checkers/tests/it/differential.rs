//! The fast generator and the texts of its moves against the slow reference: random games of every variant,
//! and random placements with many kings.

use crate::reference;
use crate::reference::{Identity, Sequence, Square};
use crate::variants;
use plywood_checkers::{Bits, Board, Move, Rules, Sequences};
use plywood_core::rng::SplitMix64;
use plywood_core::{Game, Mode, Position, Side};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Captures that the reference follows in one position before it gives up.
const LIMIT: usize = 3_000;
const GAMES: u64 = 30;
const PLIES: usize = 150;
const PLACEMENTS: u64 = 2_500;

fn identity<R: Rules>(board: &Board<R>, mv: &Move<Bits<R>>) -> Identity {
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

/// Compares one position; `false` when it has too many captures for the reference.
fn compare<R: Rules>(board: &Board<R>, reference: &reference::Board) -> bool {
    let Some(sequences) = reference.sequences(LIMIT) else {
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
    compare_texts(board, reference, &sequences);
    true
}

/// Each move is written as the reference would, each of its routes reads, and no route of an unlawful
/// capture does.
fn compare_texts<R: Rules>(board: &Board<R>, reference: &reference::Board, sequences: &[Sequence]) {
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
    for unlawful in reference.captures(LIMIT).unwrap_or_default() {
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

#[test]
fn random_games() {
    for name in variants::NAMES {
        with_variant!(name, games());
    }
}

fn games<R: Rules>() {
    let rules = reference::rules::of(R::NAME);
    for seed in 0..GAMES {
        let (mut board, mut reference) = (Board::<R>::start(), reference::Board::start(rules));
        let mut rng = SplitMix64::new(seed);
        for _ in 0..PLIES {
            assert_eq!(reference::Board::read(rules, &board.text()), reference, "{}", R::NAME);
            assert_eq!(board.ended().is_some(), reference.ended(), "{} {}", R::NAME, reference.text());
            compare(&board, &reference);
            let Some((child, next)) = step(&board, &reference, &mut rng) else {
                break;
            };
            (board, reference) = (child, next);
        }
    }
}

/// Plays the same random move on both boards.
fn step<R: Rules>(
    board: &Board<R>,
    reference: &reference::Board,
    rng: &mut SplitMix64,
) -> Option<(Board<R>, reference::Board)> {
    let sequences = reference.sequences(100 * LIMIT).filter(|sequences| !sequences.is_empty())?;
    let sequence = &sequences[rng.below(sequences.len())];
    let mv = board.moves().into_iter().find(|mv| identity(board, mv) == sequence.identity())?;
    Some((board.play(&mv), reference.play(sequence)))
}

#[test]
fn random_placements() {
    for name in variants::NAMES {
        with_variant!(name, placements());
    }
}

fn placements<R: Rules>() {
    let rules = reference::rules::of(R::NAME);
    let compared = (0..PLACEMENTS).filter(|&seed| {
        let reference = placement(rules, &mut SplitMix64::new(seed));
        let board = Board::<R>::parse(&reference.text()).unwrap();
        compare(&board, &reference)
    });
    let compared = compared.count() as u64;
    assert!(compared > PLACEMENTS * 4 / 5, "{}: only {compared} positions could be compared", R::NAME);
}

/// Pieces on random squares: any density up to two thirds of the board, any share of kings.
fn placement(rules: &'static reference::rules::Rules, rng: &mut SplitMix64) -> reference::Board {
    let (density, kings, own) = (1 + rng.below(66), rng.below(5) * 25, 20 + rng.below(61));
    let side = Side::BOTH[rng.below(2)];
    let mut pieces = BTreeMap::new();
    for square in rules.squares() {
        if rng.below(100) >= density {
            continue;
        }
        let side = if rng.below(100) < own { side } else { side.other() };
        let king = rng.below(100) < kings || square.1 == rules.promotion_rank(side);
        pieces.insert(square, reference::Piece { side, king });
    }
    reference::Board { rules, side, pieces }
}
