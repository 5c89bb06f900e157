//! The crate against the slow reference: on random games, on boards of pieces thrown at random, and on the committed inputs of the
//! fuzz targets.

mod bodies;
#[path = "../../../fuzz/src/kit.rs"]
mod kit;
mod reference;
#[path = "../../../fuzz/src/replay.rs"]
mod replay;

use bodies::compare::compare;
use plywood_core::rng::SplitMix64;
use plywood_core::{Game, Position, perft::Control};
use plywood_rbc::{Board, Move, boards};
use reference::Reference;
use std::collections::BTreeSet;

/// A board of pieces thrown at random: any number of each, kings sometimes missing, pawns everywhere they may be.
fn thrown(rng: &mut SplitMix64) -> String {
    let mut cells = [['.'; 8]; 8];
    if rng.below(2) == 0 {
        cells[0] = ['R', '.', '.', '.', 'K', '.', '.', 'R'];
        cells[7] = ['r', '.', '.', '.', 'k', '.', '.', 'r'];
    }
    for _ in 0..rng.below(40) {
        let letter = ['P', 'P', 'P', 'N', 'B', 'R', 'Q', 'p', 'p', 'p', 'n', 'b', 'r', 'q', 'K', 'k'][rng.below(16)];
        let rank = if letter.eq_ignore_ascii_case(&'p') { 1 + rng.below(6) } else { rng.below(8) };
        let second = matches!(letter, 'K' | 'k') && cells.iter().flatten().any(|&cell| cell == letter);
        if !second {
            cells[rank][rng.below(8)] = letter;
        }
    }
    let rows: Vec<String> = cells.iter().rev().map(|row| row.iter().collect::<String>().replace('.', "1")).collect();
    // Runs of ones, written as FEN wants them.
    let squares = (2..=8).rev().fold(rows.join("/"), |text, n| text.replace(&"1".repeat(n), &n.to_string()));
    let side = ["w", "b"][rng.below(2)];
    let rights = ["KQkq", "Kq", "Qk", "-"][rng.below(4)];
    let passed = format!("{}{}", (b'a' + rng.below(8) as u8) as char, if side == "w" { 6 } else { 3 });
    format!("{squares} {side} {rights} {passed} {} {}", rng.below(100), 1 + rng.below(100))
}

#[test]
fn random_games() {
    for seed in 0..150 {
        let mut rng = SplitMix64::new(seed);
        let (mut board, mut slow) = (Board::start(), Reference::parse(&Board::start().text()));
        for _ in 0..120 {
            compare(&board, &slow);
            let children = slow.children();
            let (taken, _, after) = children[rng.below(children.len())].clone();
            board = board.play(&taken.as_deref().and_then(Move::parse));
            slow = after;
            if board.ended().is_some() {
                break;
            }
        }
    }
}

#[test]
fn boards_thrown_at_random() {
    let mut rng = SplitMix64::new(2);
    for _ in 0..12_000 {
        let fen = thrown(&mut rng);
        compare(&Board::parse(&fen).unwrap(), &Reference::parse(&fen));
    }
}

#[test]
fn boards_are_counted_by_both_identities() {
    let mut rng = SplitMix64::new(3);
    for _ in 0..40 {
        let fen = thrown(&mut rng);
        let (board, slow) = (Board::parse(&fen).unwrap(), Reference::parse(&fen));
        for raw in [false, true] {
            let mut level = vec![slow.clone()];
            for depth in 1..=2 {
                let alive = level.iter().filter(|board| board.kings() == (true, true));
                level = alive.flat_map(Reference::children).map(|(_, _, after)| after).collect();
                let distinct: BTreeSet<String> = level.iter().map(|board| board.identity(raw)).collect();
                let found = boards(&board, depth, raw, 2, &Control::new()).unwrap();
                assert_eq!(found.nodes, distinct.len() as u64, "depth {depth}, raw {raw} of {fen}");
            }
        }
    }
}
