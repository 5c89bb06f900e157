//! Counting: the finished game of the seed, the published numbers of defective territories, and a slow filling.

use crate::reference::{Slow, Square};
use plywood_amazons::{Amazons, Amazons4x4, Amazons5x4, Board, Holding, MoveRange, Territory};
use plywood_core::rng::SplitMix64;
use plywood_core::{Game, Side};
use std::collections::{BTreeSet, HashMap};

const FINISHED: &str =
    "*2q*2*2/1***1*2*1/**Q*******/2***Q2*Q/2*1******/1***q*1*2/1**2**3/**1*****2/**1*Q**3/2*q**q2* b";

#[test]
fn the_finished_game_of_the_rules() {
    let territory = Territory::of(&Amazons::parse(FINISHED).unwrap());
    assert_eq!(territory.holding(Side::White).moves, MoveRange::exactly(8));
    assert_eq!(territory.holding(Side::Black).moves, MoveRange::exactly(31));
    assert_eq!((territory.contested, territory.winner()), (0, Some(Side::Black)));
    assert_eq!(territory.score(), Some(2250));
    let white = Territory::of(&Amazons::parse(&FINISHED.replace(" b", " w")).unwrap());
    assert_eq!((white.winner(), white.score()), (Some(Side::Black), Some(-2350)));
    // White on e2 stands beside d1: a flood over everything but arrows would call that contested.
    assert!(territory.touching);
}

/// A shape as its squares, moved to the corner and sorted.
type Shape = Vec<Square>;

fn in_the_corner(mut shape: Shape) -> Shape {
    let (x, y) = (shape.iter().map(|s| s.0).min().unwrap(), shape.iter().map(|s| s.1).min().unwrap());
    shape.iter_mut().for_each(|s| *s = (s.0 - x, s.1 - y));
    shape.sort_unstable();
    shape
}

/// The least of the eight pictures of a shape.
fn canonical(shape: &Shape) -> Shape {
    let picture = |n: u8| {
        let turn = |&(x, y): &Square| {
            let (x, y) = if n & 1 == 0 { (x, y) } else { (-x, y) };
            let (x, y) = if n & 2 == 0 { (x, y) } else { (x, -y) };
            if n & 4 == 0 { (x, y) } else { (y, x) }
        };
        in_the_corner(shape.iter().map(turn).collect())
    };
    (0..8).map(picture).min().unwrap()
}

/// All king-connected shapes with one square more, up to symmetry.
fn grown(shapes: &BTreeSet<Shape>) -> BTreeSet<Shape> {
    let mut grown = BTreeSet::new();
    for shape in shapes {
        for &(x, y) in shape {
            for square in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy))) {
                if !shape.contains(&square) {
                    let mut larger = shape.clone();
                    larger.push(square);
                    grown.insert(canonical(&larger));
                }
            }
        }
    }
    grown
}

fn bit(&(x, y): &Square) -> u64 {
    1 << (7 * y + x)
}

/// How many placements of one amazon in a region lose 0, 1, 2, 3 moves.
#[test]
fn defective_territories_are_as_many_as_published() {
    let published: [(usize, usize, &[usize]); 7] = [
        (1, 0, &[1]),
        (2, 0, &[4]),
        (5, 2, &[13, 2]),
        (22, 1, &[84, 3, 1]),
        (94, 21, &[430, 40]),
        (524, 121, &[2868, 252, 24]),
        (3031, 993, &[18_837, 2_271, 103, 6]),
    ];
    let mut shapes = BTreeSet::from([vec![(0, 0)]]);
    for (regions, with_defects, losing) in published {
        assert_eq!(shapes.len(), regions);
        let (mut lost, mut defective) = ([0; 8], 0);
        for shape in &shapes {
            let all = shape.iter().map(bit).fold(0, |set, bit| set | bit);
            let mut any = false;
            for amazon in shape.iter().map(bit) {
                let board = Board::<u64, 7, 7>::new([amazon, 0], !all, Side::White).unwrap();
                let holding = *Territory::of(&board).holding(Side::White);
                let loss = shape.len() - 1 - holding.moves.exact().unwrap() as usize;
                assert_eq!(holding.defective, u32::from(loss > 0));
                lost[loss] += 1;
                any |= loss > 0;
            }
            defective += usize::from(any);
        }
        assert_eq!(
            (&lost[..losing.len()], lost.iter().sum::<usize>()),
            (losing, shapes.len() * shapes.iter().next().unwrap().len())
        );
        assert_eq!(defective, with_defects, "{} squares", shapes.iter().next().unwrap().len());
        shapes = grown(&shapes);
    }
}

/// The most moves that White can make alone, by trying everything.
fn longest(fen: &str, width: usize, height: usize, known: &mut HashMap<String, u32>) -> u32 {
    if let Some(&moves) = known.get(fen) {
        return moves;
    }
    let slow = Slow::read(width, height, fen);
    let alone = |mv| slow.played(mv).text().replace(" b", " w");
    let children: BTreeSet<String> = slow.moves().into_iter().map(alone).collect();
    let moves = children.iter().map(|child| 1 + longest(child, width, height, known)).max().unwrap_or(0);
    known.insert(fen.to_string(), moves);
    moves
}

fn fillings<G: Game>(width: usize, height: usize, holding: impl Fn(&G) -> Holding) -> [u32; 3] {
    let mut random = SplitMix64::new(width as u64);
    let mut seen = [0; 3];
    while seen.iter().sum::<u32>() < 300 {
        let (most, fill) = (1 + random.below(3), 120 + random.below(60) as u64);
        let fen = Slow::random(width, height, most, fill, &mut random).text().replace('q', "*").replace(" b", " w");
        let position = G::parse(&fen).unwrap();
        let found = holding(&position);
        if !(2..=7).contains(&found.squares) {
            continue;
        }
        let expected = longest(&fen, width, height, &mut HashMap::new());
        assert_eq!(found.moves, MoveRange::exactly(expected), "{fen}");
        seen[(found.squares - expected).min(2) as usize] += 1;
    }
    seen
}

#[test]
fn regions_with_several_amazons_are_filled_as_by_trying_everything() {
    let small = fillings(4, 4, |board: &Amazons4x4| *Territory::of(board).holding(Side::White));
    let wide = fillings(5, 4, |board: &Amazons5x4| *Territory::of(board).holding(Side::White));
    // Some of them are defective, or the test would say little.
    assert!(small[1] + wide[1] > 10, "{small:?} {wide:?}");
}

#[test]
fn a_spent_budget_gives_bounds_around_the_truth() {
    // Three rooms around a corridor: it takes a while to prove that some squares are lost.
    let fen = "*1*1*1*1*1/1*1*1*1*1*/*1*1*1*1*1/1*1*1Q1*1*/*1*1*1*1*1/1*1*1*1*1*/*1*1*1*1*1/1*1*1*1*1*/*1*1*1*1*1/1*1*1*1*1* w";
    let board = Amazons::parse(fen).unwrap();
    let mut last = MoveRange { least: 0, most: 100 };
    for budget in [0, 1, 10, 100, 1000, 10_000] {
        let moves = Territory::within(&board, budget).holding(Side::White).moves;
        assert!(moves.least <= moves.most && moves.most <= last.most, "{moves} after {last}");
        last = moves;
    }
    assert_eq!(Territory::within(&board, 0).holding(Side::White).moves.exact(), None);
}

#[test]
fn contested_squares_leave_the_game_open() {
    let start = Territory::of(&Amazons::start());
    assert_eq!((start.contested, start.winner(), start.score()), (92, None, None));
    assert_eq!(start.holdings, [Holding::default(); 2]);
    // White has a corner of its own; the rest is contested.
    let partly = Territory::of(&Amazons4x4::parse("Q1**/***1/2q1/2Q1 w").unwrap());
    let Holding { regions, squares, moves, defective, .. } = *partly.holding(Side::White);
    assert_eq!((regions, squares, moves, defective), (1, 1, MoveRange::exactly(1), 0));
    assert_eq!((*partly.holding(Side::Black), partly.contested), (Holding::default(), 7));
}

#[test]
fn squares_that_nobody_reaches_are_dead() {
    let board = Amazons4x4::parse("1*2/**1*/1*1*/Q*q* w").unwrap();
    let territory = Territory::of(&board);
    assert_eq!((territory.dead, territory.contested), (1, 0));
    assert_eq!(territory.holding(Side::White).moves, MoveRange::exactly(1));
    assert_eq!(territory.holding(Side::Black).moves, MoveRange::exactly(4));
    assert_eq!(
        territory.to_string(),
        "White: 1 moves left on 1 squares in 1 regions, 0 defective\n\
         Black: 4 moves left on 4 squares in 1 regions, 0 defective\n\
         contested: 0, dead: 1\n\
         Black wins, White to move"
    );
}

#[test]
fn equal_moves_lose_for_the_side_to_move() {
    let fen = "*2q/****/1***/Q1** ";
    for (side, winner) in [("w", Side::Black), ("b", Side::White)] {
        let territory = Territory::of(&Amazons4x4::parse(&format!("{fen}{side}")).unwrap());
        assert_eq!(territory.holdings.map(|holding| holding.squares), [2, 2], "{territory}");
        assert_eq!(territory.winner(), Some(winner));
    }
}
