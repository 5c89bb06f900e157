//! The tests of the family, in one program: `oracle` holds the crate against published and hand-made
//! answers, `differential` against a slow second generator, `rules` tells the points of the rules one by one,
//! `notation` the texts and their errors, `invariants` what must hold in every position, `ladder` holds the search
//! against full minimax, `tactics` against known combinations and endings, `play` tells the rules of play and what evaluations
//! must obey.

mod common;
mod differential;
mod invariants;
mod ladder;
mod notation;
mod oracle;
mod play;
#[path = "../reference/mod.rs"]
mod reference;
mod rules;
mod tactics;
