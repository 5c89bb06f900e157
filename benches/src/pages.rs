//! What huge pages are worth to a table: reads at random places of memory from `plywood_pages` beside a plain vector.
//!
//! Not here: what they are worth to a whole search or count (docs/performance.md, "Huge pages", says how that was measured).

use plywood_core::rng::SplitMix64;
use std::collections::TryReserveError;
use std::hint::black_box;
use std::time::Instant;

/// Reads of one turn, and turns of each size.
const READS: u64 = 4_000_000;
const ROUNDS: usize = 5;

/// Megabytes.
const SIZES: [usize; 5] = [1, 16, 64, 256, 768];

/// Nanoseconds a read of one word, each at a place that the one before decides.
fn read(memory: &[u64]) -> f64 {
    let start = Instant::now();
    let mut at = 0;
    for n in 0..READS {
        let random = SplitMix64::new(at ^ n).next_u64();
        at = memory[((u128::from(random) * memory.len() as u128) >> 64) as usize];
    }
    black_box(at);
    start.elapsed().as_secs_f64() * 1e9 / READS as f64
}

/// Prints the table of all sizes: medians, both memories turn by turn.
///
/// # Errors
/// When there is not so much memory.
pub fn table() -> Result<(), TryReserveError> {
    println!("| MB | plain, ns a read | `plywood_pages`, ns a read | ratio |\n|---|---|---|---|");
    for megabytes in SIZES {
        let words = (megabytes << 20) / size_of::<u64>();
        let mut plain: Vec<u64> = Vec::new();
        plain.try_reserve_exact(words)?;
        // Written word by word, as tables are, so that every page is there.
        plain.resize_with(words, || black_box(0));
        let huge: Vec<u64> = plywood_pages::filled(words)?;
        let turns: Vec<_> = (0..ROUNDS).map(|_| (read(&plain), read(&huge))).collect();
        let [plain, huge, ratio] = [|t: &(f64, f64)| t.0, |t: &(f64, f64)| t.1, |t: &(f64, f64)| t.0 / t.1]
            .map(|of| crate::median(turns.iter().map(of)));
        println!("| {megabytes} | {plain:.1} | {huge:.1} | {ratio:.2} |");
    }
    Ok(())
}
