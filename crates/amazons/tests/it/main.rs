//! All tests of the crate in one binary: every board is compiled once.

mod boards;
mod conformance;
mod differential;
mod evaluation;
mod notation;
mod properties;
#[path = "../reference/mod.rs"]
mod reference;
mod rules;
mod search;
mod suite;
mod territory;
