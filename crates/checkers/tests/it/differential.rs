//! The fast generator and the texts of its moves against the slow reference: random games of every variant,
//! and random placements with many kings.

use crate::compare::{compare, identity};
use crate::reference;
use crate::variants;
use plywood_checkers::{Board, Rules};
use plywood_core::rng::SplitMix64;
use plywood_core::{Game, Position, Side};
use std::collections::BTreeMap;

/// Captures that the reference follows in one position before it gives up.
const LIMIT: usize = 3_000;
const GAMES: u64 = 30;
const PLIES: usize = 150;
const PLACEMENTS: u64 = 2_500;

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
            compare(&board, &reference, LIMIT);
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
        compare(&board, &reference, LIMIT)
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
