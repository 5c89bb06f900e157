//! What must hold in any position whatever the rules: turned boards have turned moves, and no piece comes or goes
//! without a reason. Positions are random placements, which are wilder than anything that a game reaches.

use crate::variants::NAMES;
use plywood_checkers::layout::{Layout, Word};
use plywood_checkers::{Bits, Board, Evaluation, Move, Rules};
use plywood_core::rng::SplitMix64;
use plywood_core::search::Evaluation as _;
use plywood_core::{Bitboard, Game, Position, Side};
use proptest::prelude::*;
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

fn a_half_turn_swaps_the_colours<R: Rules>(seed: u64) {
    let board = placement::<R>(seed, false);
    let flipped = Board::<R>::new(
        turned::<R>(half_turn, board.pieces(Side::Black)),
        turned::<R>(half_turn, board.pieces(Side::White)),
        turned::<R>(half_turn, board.kings()),
        board.side_to_move().other(),
    )
    .unwrap();
    assert_eq!(turned_moves(half_turn, &board), moves(&flipped), "{} {}", R::NAME, board.text());
    // What a position is worth to its mover does not depend on his colour.
    assert_eq!(Evaluation.evaluate(&board), Evaluation.evaluate(&flipped), "{} {}", R::NAME, board.text());
}

fn kings_know_no_direction<R: Rules>(seed: u64) {
    let board = placement::<R>(seed, true);
    let mirror: Turn = diagonal_mirror::<R>;
    let mirrored = Board::<R>::new(
        turned::<R>(mirror, board.pieces(Side::White)),
        turned::<R>(mirror, board.pieces(Side::Black)),
        turned::<R>(mirror, board.kings()),
        board.side_to_move(),
    )
    .unwrap();
    assert_eq!(turned_moves(mirror, &board), moves(&mirrored), "{} {}", R::NAME, board.text());
}

fn pieces_are_conserved<R: Rules>(seed: u64) {
    let board = placement::<R>(seed, false);
    let (side, other) = (board.side_to_move(), board.side_to_move().other());
    for mv in board.moves() {
        let child = board.play(&mv);
        let place = format!("{} {} {}", R::NAME, board.text(), board.move_text(&mv));
        assert_eq!(child.side_to_move(), other, "{place}");
        assert_eq!(child.pieces(side).size(), board.pieces(side).size(), "{place}");
        assert_eq!(child.pieces(other), board.pieces(other) & !mv.captured, "{place}");
        assert_eq!(mv.captured & !board.pieces(other), Bits::<R>::EMPTY, "{place}");
        let kings = board.kings() & board.pieces(side);
        assert_eq!((child.kings() & child.pieces(side)).size(), kings.size() + u32::from(mv.promotes), "{place}");
        let whole = Board::<R>::new(child.pieces(Side::White), child.pieces(Side::Black), child.kings(), other);
        assert_eq!(whole, Some(child), "{place}");
    }
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
            with_variant!(name, a_half_turn_swaps_the_colours(seed));
        }
    }

    #[test]
    fn mirrored_kings(seed: u64) {
        for name in NAMES {
            with_variant!(name, kings_know_no_direction(seed));
        }
    }

    #[test]
    fn conservation(seed: u64) {
        for name in NAMES {
            with_variant!(name, pieces_are_conserved(seed));
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
