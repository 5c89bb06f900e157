//! The Amazons: their reference and their bodies, from their tests.

use crate::kit;

#[path = "../../crates/amazons/tests/it/boards.rs"]
mod boards;
#[path = "../../crates/amazons/tests/it/bodies.rs"]
pub(crate) mod bodies;
#[path = "../../crates/amazons/tests/it/checks.rs"]
mod checks;
// The tests use more of it.
#[allow(dead_code)]
#[path = "../../crates/amazons/tests/reference/mod.rs"]
mod reference;
