//! The tests of the family, in one program: `oracle` holds the crate against published and hand-made
//! answers, `differential` against a slow second generator, `rules` tells the points of the rules one by one,
//! `notation` the texts and their errors, `invariants` what must hold in every position, `ladder` holds the search
//! against full minimax, `tactics` against known combinations and endings, `play` tells the rules of play and what evaluations
//! must obey. `compare` and `checks` are what `bodies`, the fuzz targets, share with them; `replays` gives these their committed inputs.

mod bodies;
mod checks;
mod common;
mod compare;
mod differential;
mod invariants;
#[path = "../../../../fuzz/src/kit.rs"]
mod kit;
mod ladder;
mod notation;
mod oracle;
mod play;
#[path = "../reference/mod.rs"]
mod reference;
#[path = "../../../../fuzz/src/replay.rs"]
mod replay;
mod replays;
mod rules;
mod tactics;
