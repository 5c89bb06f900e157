//! What a search does at a single node, where the value of the root would hide a mistake. Whole searches are compared in the tests of the
//! module above.

use super::*;
use crate::position::Position;
use crate::search::tests::{Maze, Rules};
use crate::search::{mate_distance, minimax};
use core::marker::PhantomData;

/// A score seen from one ply nearer to the root.
fn from_above(score: Score) -> Score {
    score - mate_distance(score).map_or(0, i32::signum)
}

/// Searches the game to all depths below 7.
fn deepen(shared: &Shared<'_, Maze, fn(&Maze) -> Score, Rules>, record: &Record<Maze, Rules>) {
    let mut worker = Worker::new(shared, record);
    for depth in 1..7 {
        worker.root(record.last(), depth, -INFINITE, INFINITE);
    }
}

/// The positions after one more move of a game that is not over then.
fn children(record: &Record<Maze, Rules>) -> Vec<(u8, Record<Maze, Rules>)> {
    let child = |mv: u8| {
        let mut child = record.clone();
        (child.play(&mv) && child.outcome().is_none()).then_some((mv, child))
    };
    record.legal_moves().into_iter().filter_map(child).collect()
}

/// Fills a table with the searches of a game and of its positions two plies later, these as if the game began there; then looks ahead in every child of the
/// root, in several windows. `judge` gets each cut-off: the game of the child, the depth, the move, and what the cut-off says it is worth at least. Gives their number.
fn cut_offs(options: &Options, rules: Rules, judge: impl Fn(&Record<Maze, Rules>, i32, u8, Score)) -> u32 {
    let mut found = 0;
    for seed in 0..2000 {
        let record = Record::new(Maze::open(seed, 5 + seed % 60, 1), rules);
        let table = TranspositionTable::with_lines(4096).unwrap();
        let (never, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
        let evaluation: fn(&Maze) -> Score = Maze::value;
        let shared = Shared {
            table: &table,
            evaluation: &evaluation,
            referee: record.referee(),
            options,
            stops: [&never; 3],
            nodes: &nodes,
            node_limit: u64::MAX,
            busy: None,
            position: PhantomData,
        };
        for (_, child) in children(&record) {
            let afresh = |mv| Record::new(child.position().play(&mv), rules);
            let later = child.legal_moves().into_iter().map(afresh).filter(|later| later.outcome().is_none());
            later.for_each(|later| deepen(&shared, &later));
        }
        deepen(&shared, &record);
        let mut worker = Worker::new(&shared, &record);
        for (mv, child) in children(&record) {
            let at = worker.play(record.last(), &mv);
            worker.keys.push(at.node.key() as u64);
            let mut moves = Vec::new();
            worker.generate(&at, 1, None, None, &mut moves);
            let betas = [-20, 1, 11, win_in(9), win_in(3)];
            for (depth, beta) in (2..7).flat_map(|depth| betas.map(|beta| (depth, beta))) {
                let place = Place { depth, ply: 1, key: worker.announce(&at), previous: None, may_pass: false };
                if let Some((score, index)) = worker.look_ahead(&at, &place, &moves, beta) {
                    assert!(score >= beta, "{score} does not reach {beta}");
                    judge(&child, depth, moves.iter().find(|ranked| ranked.index == index).unwrap().mv, score);
                    found += 1;
                }
            }
            worker.keys.pop();
        }
    }
    found
}

/// Win distances, rule clocks and repetition included: with the distances of the wrong ply, or the clock of the wrong position, the values of whole
/// searches came out right nearly always.
#[test]
fn a_cut_off_by_the_table_is_worth_what_it_says() {
    for (repetition, plies, forbid) in [(false, None, false), (true, Some(5), false), (true, Some(4), true)] {
        let found = cut_offs(&Options::EXACT, Rules { repetition, plies, forbid }, |child, depth, mv, score| {
            let (values, _) = minimax(child, &Maze::value, depth as u32);
            let value = values.iter().find(|value| value.0 == mv).map(|value| from_above(value.1)).unwrap();
            assert!(value >= score, "{mv} is worth {value} and not {score} to depth {depth}: {:?}", child.position());
        });
        assert!(found > 500, "{found}");
    }
}

/// Outside exact mode the table does not know the rule clock of a position, so that what it says of a move may be of a game that goes on.
#[test]
fn a_move_that_ends_the_game_is_not_cut_off_by_the_table() {
    let options = Options { exact: false, null_move: false, reductions: false, futility: 0, ..Options::EXACT };
    let rules = Rules { repetition: true, plies: Some(2), forbid: false };
    let found = cut_offs(&options, rules, |child, _, mv, score| {
        let mut over = child.clone();
        assert!(over.play(&mv));
        let end = over.outcome().map(|end| -outcome(end, over.position(), 2));
        assert!(end.is_none_or(|value| value >= score), "{mv} ends the game at {end:?} and not {score}: {over:?}");
    });
    assert!(found > 500, "{found}");
}
