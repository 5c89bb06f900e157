//! The committed inputs of the fuzz targets that are for this family.

use crate::bodies;
use crate::replay::replay;

/// The place of this family in the first byte of an input.
const FAMILY: Option<usize> = Some(2);

#[test]
fn differential() {
    replay("differential", FAMILY, bodies::differential);
}

#[test]
fn walk() {
    replay("walk", FAMILY, bodies::walk);
}

#[test]
fn identity() {
    replay("identity", FAMILY, bodies::identity);
}

#[test]
fn search() {
    replay("search", FAMILY, bodies::search);
}

#[test]
fn perft() {
    replay("perft", FAMILY, bodies::perft);
}
