//! A position is stored as its text and read with all checks of the parser.

use plywood_core::Game;
use plywood_rbc::{Board, Move, Square};
use serde_json::{from_value, json};

/// The text is what is stored; it reads back to an equal position.
#[track_caller]
fn stored<G: Game + serde::Serialize + serde::de::DeserializeOwned>(text: &str) {
    let position = G::parse(text).unwrap();
    assert_eq!(serde_json::to_value(&position).unwrap(), json!(text));
    assert_eq!(from_value::<G>(json!(text)).unwrap(), position);
}

#[test]
fn boards_are_fens_with_their_clocks() {
    stored::<Board>("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    stored::<Board>("4k3/8/8/8/8/8/8/R3K1nR w KQ - 41 73");
}

#[test]
fn squares_and_moves_are_as_the_reference_writes_them() {
    assert_eq!(serde_json::to_value(Square::parse("h8")).unwrap(), json!(63));
    let promotion = json!({"type": "Move", "value": "a7b8n"});
    assert_eq!(from_value::<Move>(promotion.clone()).unwrap(), Move::parse("a7b8n").unwrap());
    assert_eq!(serde_json::to_value(Move::parse("a7b8n")).unwrap(), promotion);
}

#[test]
fn a_text_that_is_no_board_names_the_fault_and_the_place() {
    let error = from_value::<Board>(json!("4k3/8/8/8/8/8/8/R3K1xR w KQ - 0 1")).unwrap_err().to_string();
    assert!(error.contains("at character"), "{error}");
}
