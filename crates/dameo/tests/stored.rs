//! A position is stored as its text and read with all checks of the parser.

use plywood_core::Game;
use plywood_dameo::{BigDameo4, Dameo, Turkish};
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
    stored::<Dameo>("B:Wa3,Ka8,b1,b2,c1,c2,d2,d3,e1,e3,f2,f3,h2:Bc8,d5,d8,e7,f5,f7,g4,g7,g8,h6,h8");
    stored::<BigDameo4>("W:Wa1:Bj9");
    stored::<Turkish>("W:WKd4:Bd6");
}

#[test]
fn a_text_that_is_no_position_names_the_fault_and_the_place() {
    let error = from_value::<Dameo>(json!("W:Wa1:Bz9")).unwrap_err().to_string();
    assert!(error.contains("z9") && error.contains("at character"), "{error}");
}
