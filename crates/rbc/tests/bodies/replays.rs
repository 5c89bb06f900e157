//! The committed inputs of the fuzz targets that are for RBC.

use super::super::replay::replay;

/// The place of this family in the first byte of an input.
const FAMILY: Option<usize> = Some(3);

#[test]
fn differential() {
    replay("differential", FAMILY, super::differential);
}

#[test]
fn walk() {
    replay("walk", FAMILY, super::walk);
}

#[test]
fn identity() {
    replay("identity", FAMILY, super::identity);
}

#[test]
fn search() {
    replay("search", FAMILY, super::search);
}

#[test]
fn perft() {
    replay("perft", FAMILY, super::perft);
}

#[test]
fn blind() {
    replay("blind", None, super::blind);
}
