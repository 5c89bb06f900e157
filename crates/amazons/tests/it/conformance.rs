//! What must hold in any game, on every board: the shared checks of the core.

use crate::on_every_board;
use plywood_core::{Game, Unique, conformance};

fn check_walks<G: Game>(width: usize, height: usize) {
    let walks = if width * height > 64 { 1 } else { 4 };
    for seed in 0..walks {
        conformance::walk(G::start(), 100 + seed, 100, conformance::check).unwrap();
    }
    for seed in 0..4 {
        conformance::walk(G::start(), 200 + seed, 100, |p: &G| conformance::check_mode(Unique, p)).unwrap();
    }
}

#[test]
fn random_walks_on_every_board() {
    on_every_board!(check_walks);
}

fn check_counts<G: Game>(width: usize, height: usize) {
    let depth = if width * height > 36 { 2 } else { 3 };
    conformance::check_perft(Unique, &G::start(), depth).unwrap();
}

#[test]
fn plain_parallel_and_hashed_perft_agree() {
    on_every_board!(check_counts);
}

#[test]
fn any_bytes_are_a_game() {
    for first in 0..=255u8 {
        conformance::fuzz::<plywood_amazons::Amazons6x6>(&[first, first ^ 0x5a]).unwrap();
    }
}
