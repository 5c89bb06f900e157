//! The yardstick: how fast Plywood counts and searches beside its peers, in one run on one machine.
//!
//! Absolute times mean little on shared machines, so every figure is a ratio. For counting, `cz` is the speed of the
//! crate cozy-chess counting perft 6 from the chess start in bulk, on one thread, and each row is
//! measured turn by turn with it; a search is measured turn by turn with the crate `minimax` ([`search`]). Times of
//! one thread are processor times of the measuring thread; figures are medians.
//!
//! Not here: whether the counts are right (the tests say so; a row still refuses a wrong number).

pub mod belief;
pub mod calm;
pub mod pages;
pub mod peers;
pub mod rival;
pub mod rows;
pub mod search;

use cpu_time::ThreadTime;
use std::hint::black_box;

/// One measured row.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// Nodes of one run.
    pub nodes: u64,
    /// Median speed in nodes per second of processor time.
    pub speed: f64,
    /// Median speed of cozy-chess in the same rounds.
    pub cozy: f64,
    /// Median of the ratios, round by round.
    pub ratio: f64,
}

/// Nodes per second of one run of `work`, which returns its nodes.
fn speed(work: &mut dyn FnMut() -> u64) -> (u64, f64) {
    let start = ThreadTime::now();
    let nodes = black_box(work());
    (nodes, nodes as f64 / start.elapsed().as_secs_f64().max(1e-9))
}

/// Measures `work` turn by turn with cozy-chess, `rounds` times. `work` runs on the calling thread and
/// returns the nodes that it counted.
pub fn against_cozy(rounds: usize, mut work: impl FnMut() -> u64) -> Measured {
    let mut samples = Vec::new();
    let mut nodes = 0;
    for _ in 0..rounds.max(1) {
        let (_, cozy) = speed(&mut peers::cozy_perft_6);
        let (counted, ours) = speed(&mut work);
        nodes = counted;
        samples.push((ours, cozy, ours / cozy));
    }
    let median = |pick: fn(&(f64, f64, f64)) -> f64| median(samples.iter().map(pick));
    Measured { nodes, speed: median(|s| s.0), cozy: median(|s| s.1), ratio: median(|s| s.2) }
}

/// The value in the middle; of an even number, the upper one of the two; 0 of none.
pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
