//! All tests of the crate in one binary: every board is compiled once.

mod boards;
mod bodies;
mod checks;
mod conformance;
mod differential;
mod evaluation;
#[path = "../../../../fuzz/src/kit.rs"]
mod kit;
mod notation;
mod properties;
#[path = "../reference/mod.rs"]
mod reference;
#[path = "../../../../fuzz/src/replay.rs"]
mod replay;
mod replays;
mod rules;
mod search;
mod suite;
mod territory;
