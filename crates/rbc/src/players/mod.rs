//! Players for the [arbiter](crate::arbiter): one that plays at random, one that raids the king by heart, and one that thinks.
//!
//! All are deterministic with a seed, the last one while it is not given a time. None of them gives up.
//!
//! Not here: people (a front end), and how a game is judged.

mod attacker;
mod fear;
mod mend;
mod own;
mod plan;
mod random;
mod thinker;

use ahash::RandomState;

pub use attacker::Attacker;
pub use random::Random;
pub use thinker::{Effort, Plywood, Settings, Statistics};

/// For tables of one turn; the seeds are any.
fn hasher() -> RandomState {
    RandomState::with_seeds(0x706c_7977, 0x6f6f_6400, 0x7262_6300, 2)
}
