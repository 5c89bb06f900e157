//! What the fuzz targets call: for each target one function from bytes to a verdict, over all families of games.
//!
//! A body lives beside the tests of its family (`crates/*/tests`), which replay the committed inputs through it; this crate includes
//! the same files, and with them the slow references. What is common to all is in `kit`. Which target checks what:
//! docs/fuzzing.md.
//!
//! Not here: parsers and protocols (`parsers`), and what is checked of a position in any game (`plywood_core::conformance`, `plywood_core::search::ladder`).

mod amazons;
mod checkers;
mod dameo;
mod kit;
mod rbc;

/// Every function below lets the first byte of an input choose the family of games; the rest is for its body.
macro_rules! targets {
    ($($(#[$doc:meta])* $target:ident)*) => {
        $($(#[$doc])*
        ///
        /// # Panics
        /// With what does not hold: that is how a fuzzer learns of it.
        pub fn $target(data: &[u8]) {
            let Some((&family, rest)) = data.split_first() else { return };
            match family % 4 {
                0 => checkers::bodies::$target(rest),
                1 => dameo::bodies::$target(rest),
                2 => amazons::bodies::$target(rest),
                _ => rbc::bodies::$target(rest),
            }
        })*
    };
}

targets! {
    /// One position by the crate and by the slow reference.
    differential
    /// A walk of a few plies.
    walk
    /// Moves as values and as texts.
    identity
    /// A small search, whole or stopped.
    search
    /// A small tree, counted in several ways.
    perft
}

/// What a player of RBC must not learn.
///
/// # Panics
/// With what he learns.
pub fn blind(data: &[u8]) {
    rbc::bodies::blind(data);
}
