//! The committed inputs of the fuzz targets, and new ones near them, that are for this family.

use crate::bodies;
use crate::replay::replay;

/// The place of this family in the first byte of an input.
const FAMILY: Option<usize> = Some(2);

/// New inputs of each target.
const NEW: u32 = 20_000;

#[test]
fn differential() {
    replay("differential", FAMILY, NEW, bodies::differential);
}

#[test]
fn walk() {
    replay("walk", FAMILY, NEW, bodies::walk);
}

#[test]
fn identity() {
    replay("identity", FAMILY, NEW, bodies::identity);
}

#[test]
fn search() {
    replay("search", FAMILY, NEW, bodies::search);
}

#[test]
fn perft() {
    replay("perft", FAMILY, NEW, bodies::perft);
}
