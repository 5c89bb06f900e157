//! All tests of the crate in one binary: every variant is compiled once.

#[macro_use]
mod variants;

mod conformance;
mod differential;
mod draws;
mod oracle;
mod problems;
mod reference;
mod seed;
mod symmetry;
mod text;
mod traps;
