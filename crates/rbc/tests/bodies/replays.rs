//! The committed inputs of the fuzz targets, and new ones near them, that are for RBC.

use super::super::replay::replay;

/// The place of this family in the first byte of an input.
const FAMILY: Option<usize> = Some(3);

/// New inputs of each target.
const NEW: u32 = 20_000;

#[test]
fn differential() {
    replay("differential", FAMILY, NEW, super::differential);
}

#[test]
fn walk() {
    replay("walk", FAMILY, NEW, super::walk);
}

#[test]
fn identity() {
    replay("identity", FAMILY, NEW, super::identity);
}

#[test]
fn search() {
    replay("search", FAMILY, NEW, super::search);
}

#[test]
fn perft() {
    replay("perft", FAMILY, NEW, super::perft);
}

#[test]
fn blind() {
    replay("blind", None, NEW, super::blind);
}
