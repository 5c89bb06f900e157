//! The built-in self-test of the game: perft rows and move lists.

/// One JSON object a line, in the row form that all games share. Sources: independent programs,
/// named row by row; 180 random positions on the fifteen boards with their move lists and perfts.
pub const SUITE: &str = concat!(include_str!("../data/perft.jsonl"), include_str!("../data/positions.jsonl"));
