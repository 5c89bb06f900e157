//! Reconnaissance Blind Chess: its reference and its bodies, from its tests.

use crate::kit;

#[path = "../../crates/rbc/tests/bodies/mod.rs"]
pub(crate) mod bodies;
// The tests use more of it.
#[allow(dead_code)]
#[path = "../../crates/rbc/tests/reference/mod.rs"]
mod reference;
