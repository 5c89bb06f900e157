//! A position is stored as its text and read with all checks of the parser.

use plywood_amazons::{Amazons, Amazons4x4};
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
    stored::<Amazons>(
        "1**5*1/**q1***3/*1***1****/*Q*1**Q***/******1*qQ/q**1**q***/2***1**1*/*2**Q**1*/1****1*2*/1*3**3 w",
    );
    stored::<Amazons4x4>("1*2/**1*/1*1*/Q*q* b");
}

#[test]
fn a_text_that_is_no_position_names_the_fault_and_the_place() {
    let error = from_value::<Amazons4x4>(json!("1*2/**1*/1*1*/Q*x* b")).unwrap_err().to_string();
    assert!(error.contains("at character"), "{error}");
}
