//! Players for the [arbiter](crate::arbiter): one that plays at random, one that raids the king by heart, and one that thinks.
//!
//! All are deterministic with a seed, the last one while it is not given a time. None of them gives up.
//!
//! Not here: people (a front end), and how a game is judged.

mod attacker;
mod own;
mod random;

pub use attacker::Attacker;
pub use random::Random;
