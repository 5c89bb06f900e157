//! What must hold in any position (`invariants`), on random placements, which are wilder than anything that a game reaches.

use crate::invariants;
use crate::variants::NAMES;
use plywood_checkers::layout::{Layout, Word};
use plywood_checkers::{Bits, Board, Move, Rules};
use plywood_core::rng::SplitMix64;
use plywood_core::{Bitboard, Game, Position, Side};
use proptest::prelude::*;

/// A random placement; of kings alone if `kings_only`.
fn placement<R: Rules>(seed: u64, kings_only: bool) -> Board<R> {
    let mut rng = SplitMix64::new(seed);
    let mut sets = [Bits::<R>::EMPTY; 3];
    let density = 2 + rng.below(6);
    for square in Bits::<R>::narrow(R::Layout::BOARD).squares() {
        let bit = Bits::<R>::bit(square);
        let side = rng.below(2);
        if rng.below(density) > 0 {
            continue;
        }
        sets[side] |= bit;
        let crowned = (Board::<R>::crown_row(Side::BOTH[side]) & bit).any();
        if kings_only || crowned || rng.below(4) == 0 {
            sets[2] |= bit;
        }
    }
    let side = Side::BOTH[rng.below(2)];
    Board::new(sets[0], sets[1], sets[2], side).unwrap()
}

fn half_turn<R: Rules>(seed: u64) {
    invariants::a_half_turn_swaps_the_colours(&placement::<R>(seed, false));
}

fn mirror<R: Rules>(seed: u64) {
    invariants::kings_know_no_direction(&placement::<R>(seed, true));
}

fn every_move_conserves<R: Rules>(seed: u64) {
    let board = placement::<R>(seed, false);
    board.moves().iter().for_each(|mv| invariants::pieces_are_conserved(&board, mv, &board.play(mv)));
}

fn the_three_entry_points_agree<R: Rules>(seed: u64) {
    let board = placement::<R>(seed, seed.is_multiple_of(3));
    let place = format!("{} {}", R::NAME, board.text());
    let moves = board.moves();
    assert_eq!(board.count(), moves.len() as u64, "{place}");
    assert_eq!(board.any(), !moves.is_empty(), "{place}");
    let children = moves.iter().map(|mv| board.play(mv)).filter(|child| child.ended().is_none());
    assert_eq!(board.count2(), children.map(|child| child.count()).sum::<u64>(), "{place}");
}

/// A move of one position played in another gives some position, never a panic.
fn strange_moves_are_harmless<R: Rules>(seed: u64) {
    let board = placement::<R>(seed, false);
    let mut rng = SplitMix64::new(!seed);
    let mv = Move {
        captured: Bits::<R>::narrow(u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64())),
        promotes: rng.below(2) == 0,
        from: rng.below(256) as u8,
        to: rng.below(256) as u8,
    };
    let child = board.play(&mv);
    assert!(child.side_to_move() != board.side_to_move());
    assert!(!board.is_legal(&mv) || board.moves().contains(&mv));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn half_turns(seed: u64) {
        for name in NAMES {
            with_variant!(name, half_turn(seed));
        }
    }

    #[test]
    fn mirrored_kings(seed: u64) {
        for name in NAMES {
            with_variant!(name, mirror(seed));
        }
    }

    #[test]
    fn conservation(seed: u64) {
        for name in NAMES {
            with_variant!(name, every_move_conserves(seed));
        }
    }

    #[test]
    fn agreement(seed: u64) {
        for name in NAMES {
            with_variant!(name, the_three_entry_points_agree(seed));
        }
    }

    #[test]
    fn strange_moves(seed: u64) {
        for name in NAMES {
            with_variant!(name, strange_moves_are_harmless(seed));
        }
    }
}
