//! The ladder of searches on small boards, the null move's limits, and won and lost endgames.

use plywood_amazons::{Amazons, Amazons4x4, Amazons4x5, Amazons5x4, Amazons5x5, Amazons6x4, Board, Set, Territory};
use plywood_core::rng::SplitMix64;
use plywood_core::search::ladder::{Climb, climb, random_game};
use plywood_core::search::{NoReferee, Play, Record, SearchGame};
use plywood_core::{Game, Position, Side};
use std::collections::HashMap;
use std::ops::ControlFlow;

fn ladder<G: Play>(positions: u32, plies: usize, seed: u64) {
    let compared = climb(&G::start(), &Climb { positions, plies, depth: 3, nodes: 20_000, seed }).unwrap();
    assert!(compared > 300, "{compared}");
}

#[test]
fn every_search_gives_the_value_of_full_minimax() {
    ladder::<Amazons4x4>(10, 8, 1);
    ladder::<Amazons4x5>(10, 10, 2);
    ladder::<Amazons5x4>(10, 10, 3);
    ladder::<Amazons5x5>(10, 14, 4);
    ladder::<Amazons6x4>(10, 14, 5);
}

#[test]
fn no_null_move_where_a_pass_is_worth_more_than_a_move() {
    let start = Amazons::start();
    let passed = start.pass().unwrap();
    assert_eq!(passed.text(), start.text().replace(" w", " b"));
    // All regions separated; no move at all while others fight on.
    for fen in ["2*q/**1*/1***/Q1*1 w", "Q*2/**2/2q1/2Q1 w", "Q*2/**2/2q1/4 w"] {
        let board = Amazons4x4::parse(fen).unwrap();
        let expected = fen == "Q*2/**2/2q1/2Q1 w";
        assert_eq!(board.pass().is_some(), expected, "{fen}");
    }
}

/// Whether the side to move wins, by looking at everything.
fn wins<G: Game>(position: &G, known: &mut HashMap<G, bool>) -> bool {
    if let Some(&win) = known.get(position) {
        return win;
    }
    let win = position
        .visit_cold(&mut |mv| {
            if wins(&position.play(&mv), known) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .is_break();
    known.insert(position.clone(), win);
    win
}

/// Plays at random until the count decides the game, and compares the count with exhaustive search. Gives how
/// many positions without touching amazons were compared, how many of them White won, and how many had touching ones:
/// there the count is not proved to be the result of best play, but in all these games it is.
fn endgames<S: Set, const W: usize, const H: usize>(games: u32, largest: u32, seed: u64) -> [u32; 3]
where
    Board<S, W, H>: Play,
{
    let mut random = SplitMix64::new(seed);
    let mut seen = [0; 3];
    for _ in 0..games {
        let record = random_game(Record::new(Board::<S, W, H>::start(), NoReferee), W * H, &mut random);
        let counted = (0..=record.moves().len()).find_map(|n| {
            let position = record.position_before(n);
            let territory = Territory::of(position);
            let left: u32 = territory.holdings.iter().map(|holding| holding.squares).sum();
            let winner = territory.winner().filter(|_| (2..=largest).contains(&left))?;
            Some((position, territory, winner))
        });
        let Some((position, territory, winner)) = counted else {
            continue;
        };
        let mover = position.side_to_move();
        let expected = if wins(position, &mut HashMap::new()) { mover } else { mover.other() };
        assert_eq!(winner, expected, "{}\n{territory}", position.text());
        assert_eq!(territory.score().unwrap() > 0, winner == mover);
        seen[0] += u32::from(!territory.touching);
        seen[1] += u32::from(!territory.touching && winner == Side::White);
        seen[2] += u32::from(territory.touching);
    }
    seen
}

#[test]
fn the_count_agrees_with_exhaustive_search() {
    let all = [
        endgames::<u64, 4, 4>(600, 9, 1),
        endgames::<u64, 5, 4>(600, 9, 2),
        endgames::<u64, 5, 5>(400, 9, 3),
        endgames::<u64, 6, 4>(400, 9, 4),
    ];
    let [compared, white, touching] = all.iter().fold([0; 3], |sum, seen| [0, 1, 2].map(|i| sum[i] + seen[i]));
    assert!(compared >= 40 && white >= 10 && white + 10 <= compared && touching > 400, "{all:?}");
}
