//! A position is stored as its text and read with all checks of the parser.

use plywood_checkers::{Canadian, International, Russian6};
use plywood_core::Game;
use serde_json::{from_value, json};

/// The text is what is stored; it reads back to an equal position.
#[track_caller]
fn stored<G: Game + serde::Serialize + serde::de::DeserializeOwned>(text: &str) {
    let position = G::parse(text).unwrap();
    assert_eq!(serde_json::to_value(&position).unwrap(), json!(text));
    assert_eq!(from_value::<G>(json!(text)).unwrap(), position);
}

#[test]
fn positions_are_texts() {
    stored::<Russian6>("B:Wa1,e1,d2,f2,a3,e3:Bb4,d4,c5,b6,d6,f6");
    stored::<International>("W:WK46,50:BK1,K2");
    stored::<Canadian>("W:W:B");
}

#[test]
fn a_text_that_is_no_position_names_the_fault_and_the_place() {
    let error = from_value::<Russian6>(json!("W:Wa1:Bz9")).unwrap_err().to_string();
    assert!(error.contains("z9") && error.contains("at character"), "{error}");
}
