//! The tests of the family, in one program: `oracle` holds the crate against published and hand-made
//! answers, `differential` against a slow second generator, `rules` tells the points of the rules one by one,
//! `notation` the texts and their errors, `invariants` what must hold in every position.

mod common;
mod differential;
mod invariants;
mod notation;
mod oracle;
#[path = "../reference/mod.rs"]
mod reference;
mod rules;
