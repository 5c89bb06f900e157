//! What the fuzz targets share: every game with all its modes and all its parsers behind two function pointers.
//!
//! A target turns bytes into a game and the rest of the input, nothing more. Not here: what is checked of a
//! position, which is `plywood_core::conformance`; what the right moves are, which the tests of each crate know.

mod games;
mod texts;

pub use games::{AMAZONS, CHECKERS, DAMEO, RBC};
pub use texts::read_everything;

/// One game as the targets see it.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Turns bytes into positions and checks each in every counting mode.
    pub check: fn(&[u8]) -> Result<(), String>,
    /// Gives a text to every parser of the game.
    pub read: fn(&str),
}

/// Lets the first byte choose a game, which checks the rest.
///
/// # Panics
/// With the invariant that does not hold: that is how a fuzzer learns of it.
pub fn check_one_of(games: &[Entry], data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    if let Err(fault) = (games[usize::from(first) % games.len()].check)(rest) {
        panic!("{fault}");
    }
}
