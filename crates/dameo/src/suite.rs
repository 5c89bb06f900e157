//! Known answers, compiled in: what an installed program tests itself with.
//!
//! Not here: how a row is run (the facade, and the tests of this crate). The sources are named row by row in
//! the files; none of the values was made by this crate.

/// The suite of this family, one JSON object a line, one file an entry:
///
/// * `perft.jsonl`: leaves from the five start positions, found by two independent generators, those of
///   Turkish draughts by landing path by a published engine; and the leaves under each first move of Dameo;
/// * `positions.jsonl`: complete move lists of 1,800 positions, from random games and random placement;
/// * `cases.jsonl`: hand-made positions, one for each point of the rules that is easily got wrong.
pub const SUITE: &[&str] = &[
    include_str!("../data/perft.jsonl"),
    include_str!("../data/positions.jsonl"),
    include_str!("../data/cases.jsonl"),
];
