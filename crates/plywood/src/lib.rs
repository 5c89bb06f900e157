//! Plywood in one crate: every game of the four families behind one registry.
//!
//! What it is: the re-exports of the parts, and the [`registry`]: a game name leads to an [`AnyGame`]
//! that reads positions, lists moves and counts trees. The command line and every binding stand on
//! it; a program that knows its game at compile time uses the game's own crate and pays for no
//! dispatch. The [`suite`] is the self-test of an installed Plywood.
//!
//! What it deliberately does not do: no rule lives here, and nothing is printed.
//!
//! Traits that a front end may implement: [`AnyEvaluation`] and [`differ::Other`]. The others are sealed.
//!
//! Start reading at [`game`]; [`registry`] is the only list of games in the workspace.
//!
//! # Example
//! ```
//! use plywood::{PerftSettings, registry};
//! let game = registry::find("dameo")?;
//! let position = game.position(None)?;
//! assert_eq!(position.moves().len(), 52);
//! let settings = PerftSettings::new(1)?;
//! assert_eq!(position.perft("unique", 3, &settings)?, 135_930);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bench;
mod blind;
pub mod contest;
pub mod differ;
mod fewer;
pub mod game;
pub mod pdn;
pub mod players;
pub mod playouts;
mod ranks;
pub mod registry;
pub mod session;
pub mod suite;

/// The faces of games may get methods at any time: nobody else implements them.
mod sealed {
    pub trait Sealed {}
}

pub use game::{AnyGame, AnyMoves, AnyPosition, CountError, GameFacts, MoveDetail, MoveRow, PerftSettings};
pub use playouts::{Playout, PlayoutCounts, RandomGame, RandomGames};
pub use plywood_amazons as amazons;
pub use plywood_checkers as checkers;
pub use plywood_core as core;
pub use plywood_dameo as dameo;
pub use plywood_rbc as rbc;
pub use ranks::Ranks;
pub use session::{AnyEvaluation, AnyRecord, Form, RuleChoice, SearchFault, SetupError};

/// The programs of the pages, compiled and run.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/search.md")]
    struct Search;
}
