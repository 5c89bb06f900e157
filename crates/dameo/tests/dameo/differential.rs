//! The crate beside the reference: thousands of positions from random games and from random placement.

use crate::common::{GAMES, identity, on_game};
use crate::reference::{Board, Mv, Switches, name, size_of};
use plywood_core::conformance::walk;
use plywood_core::rng::SplitMix64;
use plywood_core::{Game, Mode};
use plywood_dameo::Paths;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Same moves, same numbers of routes, same positions after them.
fn compare<G: Game>(position: &G) -> Result<(), String>
where
    Paths: Mode<G>,
{
    let text = position.text();
    let board = Board::parse(G::NAME, &text);
    let expected = board.moves(Switches::default());
    let mut found: BTreeMap<Mv, u64> = BTreeMap::new();
    let mut wrong = Vec::new();
    let _ = Paths.visit(position, |mv, weight| {
        let same = identity(position, &mv);
        if expected.contains_key(&same) && board.play(&same).text() != position.play(&mv).text() {
            wrong.push(mv);
        }
        found.insert(same, weight);
        ControlFlow::Continue(())
    });
    if found != expected {
        return Err(format!("{} {text}: {found:?} instead of {expected:?}", G::NAME));
    }
    let mut texts: Vec<_> = position.moves_with_text().into_iter().map(|(_, text)| text).collect();
    texts.sort();
    if texts != board.texts() {
        return Err(format!("{} {text}: texts {texts:?} instead of {:?}", G::NAME, board.texts()));
    }
    if !wrong.is_empty() {
        return Err(format!("{} {text}: wrong positions after {wrong:?}", G::NAME));
    }
    let counts = (position.count(), Paths.count(position), position.any());
    if counts != (expected.len() as u64, expected.values().sum(), !expected.is_empty()) {
        return Err(format!("{} {text}: {counts:?}", G::NAME));
    }
    Ok(())
}

#[test]
fn random_games() {
    for name in GAMES {
        on_game!(name, G => for seed in 0..60 {
            walk(G::start(), seed, 300, compare::<G>).unwrap();
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
            on_game!(game, G => compare(&G::parse(&fen).unwrap()).unwrap());
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
            on_game!(game, G => walk(G::parse(&fen).unwrap(), seed, 12, compare::<G>).unwrap());
        }
    }
}
