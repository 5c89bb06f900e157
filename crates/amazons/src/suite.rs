//! The built-in tables, compiled in: what an installed program tests itself with.
//!
//! Not here: how a row is run (the facade, and the tests of this crate). The sources are named row by row in
//! the files; none of the values was made by this crate.

/// The rows, one JSON object a line, one file an entry:
///
/// * `perft.jsonl`: leaves from the start positions of all boards, by independent programs;
/// * `positions.jsonl`: 180 random positions on the fifteen boards with their move lists and perfts.
pub const SUITE: &[&str] = &[include_str!("../data/perft.jsonl"), include_str!("../data/positions.jsonl")];
