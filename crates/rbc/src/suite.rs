//! The built-in tables: perft counts, cases, senses and request tables as JSON lines, and three whole games.
//!
//! Not here: how rows are checked (`rows`, and for perft rows the facade). Sources: as said below and in the
//! field `source` of the rows.

/// The rows, one JSON object a line; every file one part. None of the values was made by this crate; the origin of
/// the perft and request tables is not recorded beyond what `source` says.
///
/// - `perft.jsonl`: 16 positions in every mode; `requests`, `canon` and `taken` rows have `king_captures`, the
///   moves of the last ply that take a king; `boards` and `boards-raw` rows have `terminal`, the boards of that
///   depth on which a king was just taken. It is known for `boards-raw`, and the same for `boards`: after a capture
///   there is no en-passant square.
/// - `perft_deep.jsonl`: deeper rows of a second program; some counts of `canon` are confirmed by OpenSpiel 2.0.2.
/// - `cases.jsonl`: single requests, with the answers and errors of `reconchess`.
/// - `senses.jsonl`: what a sense shows.
/// - `actions.jsonl`: complete request tables, with what becomes of each request.
/// - `beliefs.jsonl`: how many boards each player of the recorded games can hold possible after each event, `[event, detail, size]`:
///   `sense` and the square, `move` and what was asked for and taken, `opp` and the square of the capture, `-` where there is none. The
///   last size of a lost game is 0.
pub const SUITE: &[&str] = &[
    include_str!("../data/perft.jsonl"),
    include_str!("../data/perft_deep.jsonl"),
    include_str!("../data/cases.jsonl"),
    include_str!("../data/senses.jsonl"),
    include_str!("../data/actions.jsonl"),
    include_str!("../data/beliefs.jsonl"),
];

/// Three games as the reference saved them, by name: two of RandomBot with itself, one of
/// TroutBot and StrangeFish2.
pub const HISTORIES: &[(&str, &str)] = &[
    ("random_1", include_str!("../data/games/random_1.json")),
    ("random_2", include_str!("../data/games/random_2.json")),
    ("sf2b_trout", include_str!("../data/games/sf2b_trout.json")),
];
