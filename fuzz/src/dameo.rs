//! Dameo and its relatives: their reference and their bodies, from their tests.

use crate::kit;

#[path = "../../crates/dameo/tests/dameo/bodies.rs"]
pub(crate) mod bodies;
#[path = "../../crates/dameo/tests/dameo/checks.rs"]
mod checks;
#[path = "../../crates/dameo/tests/dameo/common.rs"]
mod common;
#[path = "../../crates/dameo/tests/dameo/compare.rs"]
mod compare;
// The tests use more of it.
#[allow(dead_code)]
#[path = "../../crates/dameo/tests/reference/mod.rs"]
mod reference;
