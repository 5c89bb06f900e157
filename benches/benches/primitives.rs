//! The primitives that every count and search stands on, one game of each kind: counting, visiting and playing the
//! moves of some positions of a random walk, and the key after each move.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use plywood::{amazons, checkers, dameo, rbc};
use plywood_benches::belief::Stage;
use plywood_core::search::Evaluation as _;
use plywood_core::{Game, Keyed, Zobrist};
use plywood_instructions::positions;
use std::hint::black_box;
use std::ops::ControlFlow;

fn primitives<G: Game>(criterion: &mut Criterion) {
    let positions = positions::<G>();
    let mut group = criterion.benchmark_group(G::NAME);
    group.bench_function("count", |bencher| {
        bencher.iter(|| positions.iter().map(|position| black_box(position).count()).sum::<u64>());
    });
    group.bench_function("visit and play", |bencher| {
        bencher.iter(|| {
            for position in &positions {
                let _ = position.visit(|mv| {
                    black_box(position.play(&mv));
                    ControlFlow::Continue(())
                });
            }
        });
    });
    group.bench_function("visit and play with keys", |bencher| {
        let zobrist = Zobrist::standard();
        let keyed: Vec<_> = positions.iter().map(|position| Keyed::new(position.clone(), zobrist)).collect();
        bencher.iter(|| {
            for node in &keyed {
                let _ = node.position().visit(|mv| {
                    black_box(node.play(&mv, zobrist).key());
                    ControlFlow::Continue(())
                });
            }
        });
    });
    group.finish();
}

/// What the Amazons are evaluated by, on the same walk: the time of one position of many, not of the whole walk.
fn amazons_evaluation(criterion: &mut Criterion) {
    let positions = positions::<amazons::Amazons>();
    let mut group = criterion.benchmark_group("amazons evaluation");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("king territory", |bencher| {
        bencher.iter(|| {
            for board in &positions {
                black_box(black_box(board).king_territory());
            }
        });
    });
    group.bench_function("terms", |bencher| {
        bencher.iter(|| {
            for board in &positions {
                black_box(amazons::Terms::of(black_box(board)));
            }
        });
    });
    group.bench_function("evaluation", |bencher| {
        bencher.iter(|| positions.iter().map(|board| amazons::Evaluation.evaluate(black_box(board))).sum::<i32>());
    });
    group.finish();
}

/// Beliefs of RBC of some thousand boards: an opponent's move, and the questions. The time of one board.
fn beliefs(criterion: &mut Criterion) {
    for size in [1_000, 10_000] {
        let Ok(stage) = Stage::near(size) else { panic!("a recorded game does not replay") };
        let mut group = criterion.benchmark_group(format!("belief of {size}"));
        group.throughput(Throughput::Elements(stage.belief.len() as u64));
        group.bench_function("opponent", |bencher| {
            bencher.iter_batched(
                || stage.belief.clone(),
                |mut belief| belief.opponent(stage.opponent.outcome.capture),
                BatchSize::LargeInput,
            );
        });
        group.bench_function("senses", |bencher| bencher.iter(|| black_box(&stage.belief).senses()));
        group.bench_function("marginals", |bencher| bencher.iter(|| black_box(&stage.belief).marginals()));
        group.finish();
    }
}

fn all(criterion: &mut Criterion) {
    primitives::<checkers::Russian6>(criterion);
    primitives::<checkers::English>(criterion);
    primitives::<checkers::International>(criterion);
    primitives::<checkers::Frisian>(criterion);
    primitives::<checkers::Canadian>(criterion);
    primitives::<dameo::Dameo>(criterion);
    primitives::<dameo::BigDameo4>(criterion);
    primitives::<dameo::Turkish>(criterion);
    primitives::<amazons::Amazons>(criterion);
    primitives::<amazons::Amazons6x6>(criterion);
    primitives::<rbc::Board>(criterion);
    amazons_evaluation(criterion);
    beliefs(criterion);
}

criterion_group!(benches, all);
criterion_main!(benches);
