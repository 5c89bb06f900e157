//! What the primitives cost in instructions, counted by Callgrind: the same number in every run of the same build, whatever else the
//! machine does. `benches/instructions.sh` runs it and compares.
//!
//! Not here: time, which also depends on caches and on how well instructions run side by side (`plywood-benches`).
#![allow(missing_docs, reason = "the attribute of a bench makes a module of it and takes no doc comment")]

use gungraun::{Callgrind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main};
use plywood_amazons::{Amazons, Amazons6x6};
use plywood_checkers::{Canadian, English, Frisian, International, Russian6};
use plywood_core::perft::Table;
use plywood_core::search::{Engine, Evaluation as _, Limits, Play, Record, RuleSet, Stop};
use plywood_core::zobrist::Planes;
use plywood_core::{Game, Zobrist};
use plywood_dameo::{BigDameo4, Dameo, Turkish};
use plywood_instructions::{Step, keys, moves, positions, steps, valued};
use plywood_rbc::Board as Rbc;
use std::hint::black_box;
use std::ops::ControlFlow;

/// A bench of a primitive for one game of each kind (the attribute takes no doc comments, so the benches have plain ones). What `$setup` makes is handed out by reference, so that nothing is freed while
/// instructions are counted.
macro_rules! primitive {
    ($name:ident<$game:ident: $bound:ident>($argument:ident: $type:ty = $setup:ident) $body:block) => {
        #[library_benchmark]
        #[bench::russian6(args = (), setup = given::$setup::<Russian6>)]
        #[bench::english(args = (), setup = given::$setup::<English>)]
        #[bench::international(args = (), setup = given::$setup::<International>)]
        #[bench::frisian(args = (), setup = given::$setup::<Frisian>)]
        #[bench::canadian(args = (), setup = given::$setup::<Canadian>)]
        #[bench::dameo(args = (), setup = given::$setup::<Dameo>)]
        #[bench::bigdameo4(args = (), setup = given::$setup::<BigDameo4>)]
        #[bench::turkish(args = (), setup = given::$setup::<Turkish>)]
        #[bench::amazons(args = (), setup = given::$setup::<Amazons>)]
        #[bench::amazons_6x6(args = (), setup = given::$setup::<Amazons6x6>)]
        #[bench::rbc(args = (), setup = given::$setup::<Rbc>)]
        fn $name<$game: $bound>($argument: &'static $type) -> u64 $body
    };
}

/// What the benches are given: made once, never freed.
mod given {
    use super::*;

    pub(super) fn positions<G: Game>() -> &'static [G] {
        super::positions().leak()
    }
    pub(super) fn moves<G: Game>() -> &'static [(G, G::Move)] {
        super::moves().leak()
    }
    pub(super) fn steps<G: Game>() -> &'static [Step<G>] {
        super::steps().leak()
    }
    pub(super) fn valued<G: Play>() -> &'static (Vec<G>, G::Evaluation) {
        Box::leak(Box::new(super::valued()))
    }
}

// Every move of every position.
primitive! {
    visit<G: Game>(positions: [G] = positions) {
        let mut moves = 0;
        for position in positions {
            let _ = position.visit(|mv| {
                black_box(mv);
                moves += 1;
                ControlFlow::Continue(())
            });
        }
        moves
    }
}

// The number of moves of every position.
primitive! {
    count<G: Game>(positions: [G] = positions) {
        positions.iter().map(|position| black_box(position).count()).sum()
    }
}

// The number of leaves two plies down, of every eighth position.
primitive! {
    count2<G: Game>(positions: [G] = positions) {
        positions.iter().step_by(8).map(|position| black_box(position).count2()).sum()
    }
}

// Every move of every position played.
primitive! {
    play<G: Game>(moves: [(G, G::Move)] = moves) {
        for (position, mv) in moves {
            black_box(black_box(position).play(mv));
        }
        moves.len() as u64
    }
}

// What every move of every position does to the key.
primitive! {
    key<G: Game>(steps: [Step<G>] = steps) {
        let zobrist = Zobrist::standard();
        steps.iter().fold(0, |key, step| key ^ step.before.difference(&step.after, zobrist)) as u64
    }
}

// The value of every position.
primitive! {
    evaluate<G: Play>(valued: (Vec<G>, G::Evaluation) = valued) {
        let (positions, evaluation) = valued;
        positions.iter().map(|position| i64::from(evaluation.evaluate(black_box(position)))).sum::<i64>() as u64
    }
}

/// A table, and keys of which some are in the same bucket.
fn table() -> &'static (Table, Vec<u128>) {
    let table = Table::new(1 << 16, 1).expect("64 kB");
    let keys = keys::<International>();
    keys.iter().step_by(2).for_each(|&key| table.put(key, 3, 1_000));
    Box::leak(Box::new((table, keys)))
}

// Look-ups in the table of perft, some of which find something.
#[library_benchmark(setup = table)]
fn probe(given: &'static (Table, Vec<u128>)) -> u64 {
    let (table, keys) = given;
    keys.iter().filter_map(|&key| table.get(key, 3)).sum()
}

// Entries put into a table of perft that is full.
#[library_benchmark(setup = table)]
fn store(given: &'static (Table, Vec<u128>)) {
    let (table, keys) = given;
    for (count, &key) in (0..).zip(keys) {
        table.put(key, 4, count);
    }
}

/// A game at its start with an engine.
type Player<G> = (Record<G, <G as Play>::Referee>, Engine, <G as Play>::Evaluation);

fn player<G: Play>() -> &'static Player<G> {
    let rules = RuleSet::standard(G::RULES);
    let engine = Engine { options: G::OPTIONS, ..Engine::new(1).expect("1 MB") };
    Box::leak(Box::new((Record::new(G::start(), G::referee(rules)), engine, G::evaluation(rules))))
}

// A search of 3,000 nodes: its table, its order of moves and all that is above, together.
#[library_benchmark]
#[bench::english(args = (), setup = player::<English>)]
#[bench::dameo(args = (), setup = player::<Dameo>)]
#[bench::amazons_6x6(args = (), setup = player::<Amazons6x6>)]
#[bench::rbc(args = (), setup = player::<Rbc>)]
fn search<G: Play>(player: &'static Player<G>) -> u64 {
    let (record, engine, evaluation) = player;
    let report = engine.search(record, evaluation, &Limits::nodes(3_000), &Stop::default(), &mut |_| {});
    report.map_or(0, |report| report.statistics.nodes)
}

library_benchmark_group!(
    name = primitives;
    benchmarks = visit, count, count2, play, key, evaluate, probe, store, search
);

main!(
    config = LibraryBenchmarkConfig::default().tool(Callgrind::with_args(["--cache-sim=no"]));
    library_benchmark_groups = primitives
);
