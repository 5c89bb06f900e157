//! The crate beside the reference: thousands of positions from random games and from random placement.

use crate::common::{GAMES, on_game};
use crate::compare::compare;
use crate::reference::{name, size_of};
use plywood_core::Game;
use plywood_core::conformance::walk;
use plywood_core::rng::SplitMix64;

#[test]
fn random_games() {
    for name in GAMES {
        on_game!(name, G => for seed in 0..60 {
            walk(G::start(), seed, 300, |position: &G| compare(position, usize::MAX)).unwrap();
        });
    }
}

/// `pieces` pieces on random squares, about `kings` of eight of them kings, men never on their last row.
fn placed(game: &str, rng: &mut SplitMix64, pieces: usize, kings: usize) -> String {
    let size = size_of(game);
    let mut lists = [Vec::new(), Vec::new()];
    let mut taken = Vec::new();
    for _ in 0..pieces {
        let cell = (rng.below(size as usize) as i32, rng.below(size as usize) as i32);
        let (side, king) = (rng.below(2), rng.below(8) < kings);
        if taken.contains(&cell) || (!king && cell.1 == [size - 1, 0][side]) {
            continue;
        }
        taken.push(cell);
        lists[side].push(format!("{}{}", if king { "K" } else { "" }, name(cell)));
    }
    format!("{}:W{}:B{}", ["W", "B"][rng.below(2)], lists[0].join(","), lists[1].join(","))
}

/// From a handful of pieces to a crowded board, from men alone to kings alone. Kings on a crowded board have so
/// many routes that the reference, which walks each, would take minutes: there are fewer pieces then.
#[test]
fn random_placement() {
    let mut rng = SplitMix64::new(17);
    for game in GAMES {
        let area = (size_of(game) * size_of(game)) as usize;
        for round in 0..2_500 {
            let kings = round % 9;
            let most = if kings > 2 { 18 } else { area * 3 / 4 };
            let pieces = 2 + rng.below(most);
            let fen = placed(game, &mut rng, pieces, kings);
            on_game!(game, G => compare(&G::parse(&fen).unwrap(), usize::MAX).unwrap());
        }
    }
}

/// Random games from random placements: positions that no game from the start would reach.
#[test]
fn random_games_from_random_placement() {
    let mut rng = SplitMix64::new(99);
    for game in GAMES {
        for seed in 0..150 {
            let fen = placed(game, &mut rng, 16, 3);
            on_game!(game, G => walk(G::parse(&fen).unwrap(), seed, 12, |position: &G| compare(position, usize::MAX)).unwrap());
        }
    }
}
