//! The diagonal draughts family: its reference and its bodies, from its tests.

use crate::kit;

#[macro_use]
#[path = "../../crates/checkers/tests/it/variants/mod.rs"]
mod variants;

#[path = "../../crates/checkers/tests/it/bodies.rs"]
pub(crate) mod bodies;
#[path = "../../crates/checkers/tests/it/compare.rs"]
mod compare;
#[path = "../../crates/checkers/tests/it/invariants.rs"]
mod invariants;
// The tests use more of it.
#[allow(dead_code)]
#[path = "../../crates/checkers/tests/it/reference/mod.rs"]
mod reference;
