//! All tests of the crate in one binary: every variant is compiled once.

#[macro_use]
mod variants;

mod bodies;
mod compare;
mod conformance;
mod differential;
mod draws;
mod invariants;
#[path = "../../../../fuzz/src/kit.rs"]
mod kit;
mod oracle;
mod problems;
mod reference;
#[path = "../../../../fuzz/src/replay.rs"]
mod replay;
mod replays;
mod seed;
mod symmetry;
mod text;
mod traps;
