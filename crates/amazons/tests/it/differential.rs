//! The crate against the slow reference: move lists, counts and two-ply counts, on games played at
//! random and on boards that no game would lead to.

use crate::boards::agree;
use crate::on_every_board;
use crate::reference::Slow;
use plywood_amazons::Amazons;
use plywood_core::rng::SplitMix64;
use plywood_core::{Game, conformance};

fn games<G: Game>(width: usize, height: usize) {
    let games = if width * height > 64 { 3 } else { 8 };
    for seed in 0..games {
        conformance::walk(G::start(), seed, 100, |position: &G| {
            agree(position, &Slow::read(width, height, &position.text()));
            Ok::<(), ()>(())
        })
        .unwrap();
    }
}

#[test]
fn random_games_on_every_board() {
    on_every_board!(games);
}

fn thrown<G: Game>(width: usize, height: usize) {
    let mut rng = SplitMix64::new(width as u64 * 16 + height as u64);
    let rounds = if width * height > 64 { 150 } else { 400 };
    for round in 0..rounds {
        let (most, fill) = ([1, 3, 6, 12, 30][round % 5], [0, 20, 60, 100, 140, 180, 220][round % 7]);
        let slow = Slow::random(width, height, most, fill, &mut rng);
        let position = G::parse(&slow.text()).unwrap();
        agree(&position, &slow);
    }
}

#[test]
fn boards_thrown_together_on_every_size() {
    on_every_board!(thrown);
}

fn two_plies<G: Game>(width: usize, height: usize) {
    let mut rng = SplitMix64::new(7);
    for round in 0..if width * height > 36 { 10 } else { 60 } {
        let slow = Slow::random(width, height, 4, [90, 150, 200][round % 3], &mut rng);
        assert_eq!(G::parse(&slow.text()).unwrap().count2(), slow.perft(2), "{}", slow.text());
    }
}

#[test]
fn two_plies_of_the_reference() {
    on_every_board!(two_plies);
}

fn crowded<G: Game>(width: usize, height: usize) {
    // Squares seen by eight amazons, and rows of them: where sums in bytes would overflow first.
    let mut rng = SplitMix64::new(99);
    for _ in 0..40 {
        let slow = Slow::random(width, height, width * height, 0, &mut rng);
        agree(&G::parse(&slow.text()).unwrap(), &slow);
    }
}

#[test]
fn boards_crowded_with_amazons() {
    on_every_board!(crowded);
}

#[test]
fn the_longest_sums_fit() {
    for fen in [
        "qqqqqqqqqq/10/10/10/10/10/10/10/10/QQQQQQQQQQ w",
        "q8q/q8q/q8q/q8q/q8q/Q9/q8q/q8q/q8q/q8q w",
        "qqqqqqqqqq/q8q/q8q/q8q/q3Q4q/q8q/q8q/q8q/q8q/qqqqqqqqqq w",
        "qqqqqqqqqq/10/qqqqqqqqqq/QQQQQQQQQQ/10/QQQQQQQQQQ/10/qqqqqqqqqq/10/Q1Q1Q1Q1Q1 b",
        "10/qqqqqqqqqq/10/Q9/10/qqqqqqqqqq/10/10/10/9q w",
    ] {
        agree(&Amazons::parse(fen).unwrap(), &Slow::read(10, 10, fen));
    }
}
