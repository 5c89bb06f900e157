//! The built-in tables: perft counts, cases, senses and request tables as JSON lines, and three whole games.

/// The rows, one JSON object a line; every file one part.
///
/// - `perft.jsonl`: 16 positions in every mode; `requests`, `canon` and `taken` rows have `king_captures`, the
///   moves of the last ply that take a king; `boards` and `boards-raw` rows have `terminal`, the boards of that
///   depth on which a king was just taken (the same in both: after a capture there is no en-passant square). Made
///   with the reference's own functions.
/// - `perft_deep.jsonl`: deeper rows. Where the source says so the count of `canon` is confirmed by OpenSpiel 2.0.2.
/// - `cases.jsonl`: single requests played by the reference (`reconchess` 1.6.9).
/// - `senses.jsonl`: sense results of the reference.
/// - `actions.jsonl`: complete request tables of the reference, with what becomes of each request.
pub const SUITE: &[&str] = &[
    include_str!("../data/perft.jsonl"),
    include_str!("../data/perft_deep.jsonl"),
    include_str!("../data/cases.jsonl"),
    include_str!("../data/senses.jsonl"),
    include_str!("../data/actions.jsonl"),
];

/// Three games as the reference saved them, by name: two of random players, one of two strong programs.
pub const HISTORIES: &[(&str, &str)] = &[
    ("random_1", include_str!("../data/games/random_1.json")),
    ("random_2", include_str!("../data/games/random_2.json")),
    ("sf2b_trout", include_str!("../data/games/sf2b_trout.json")),
];
