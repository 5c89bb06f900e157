//! Texts of positions and moves: what is written, what is read, and what is said about the rest.

use plywood_amazons::{Amazons, Amazons5x5};
use plywood_core::Game;

const START: &str = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w";

#[test]
fn the_start_is_written_as_the_rules_write_it() {
    assert_eq!(Amazons::start().text(), START);
}

#[test]
fn foreign_forms_of_positions() {
    for text in [
        START,
        "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1",
        "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - -",
        "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3  w ",
        "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3[PPPPppp] w - - 0 1",
        "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3[] w",
    ] {
        assert_eq!(Amazons::parse(text).unwrap().text(), START, "{text}");
    }
    // Two digits are one number, and a run may be written in parts only with something between.
    assert!(Amazons::parse("3q2q3/55/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w").is_err());
    let arrows = Amazons5x5::parse("p*P2/5/5/5/Q3q b").unwrap();
    assert_eq!(arrows.text(), "***2/5/5/5/Q3q b");
}

#[test]
fn all_forms_of_a_move() {
    let start = Amazons::start();
    let expected = start.parse_move("d1-d6/g9").unwrap();
    for text in ["d1d6g9", "d1-d6(g9)", "d1 d6 g9", "d1-d6/g9"] {
        assert_eq!(start.parse_move(text), Ok(expected), "{text}");
    }
    let tens = start.parse_move("a4-a6/b6").unwrap();
    assert_eq!(start.move_text(&tens), "a4-a6/b6");
    let black = start.play_text("a4-a5/a4");
    let tenth = black.parse_move("d10e10f10").unwrap();
    assert_eq!(black.move_text(&tenth), "d10-e10/f10");
}

trait PlayText: Game {
    fn play_text(&self, text: &str) -> Self {
        self.play(&self.parse_move(text).unwrap())
    }
}
impl<G: Game> PlayText for G {}

#[test]
fn facts_are_squares() {
    let start = Amazons::start();
    let facts = start.facts(&start.parse_move("d1-d6/g9").unwrap());
    assert_eq!((facts.from.as_str(), facts.to.as_str(), facts.arrow.as_deref()), ("d1", "d6", Some("g9")));
    assert!(facts.captured.is_empty() && !facts.promotes);
}

#[test]
fn bad_positions_are_named() {
    for (text, fault) in [
        ("", "the row has 0 squares instead of 5 (at character 1)"),
        ("5/5/5/5/5", "the side to move is missing: ' w' or ' b' (at character 10)"),
        ("5/5/5/5/5 x", "side to move 'x' is not 'w' or 'b' (at character 11)"),
        ("5/5/5/5/5 W", "side to move 'W' is not 'w' or 'b' (at character 11)"),
        ("5/5/5/5 w", "4 rows instead of 5 (at character 8)"),
        ("5/5/5/5/5/5 w", "6 rows instead of 5 (at character 11)"),
        ("5/5/4/5/5 w", "the row has 4 squares instead of 5 (at character 6)"),
        ("5/5/6/5/5 w", "the row has more than 5 squares (at character 5)"),
        ("5/5/2Q3/5/5 w", "the row has more than 5 squares (at character 7)"),
        ("5/5/99999999999999999999/5/5 w", "the row has more than 5 squares (at character 5)"),
        ("5/5//5/5 w", "the row has 0 squares instead of 5 (at character 5)"),
        ("5/5/05/5/5 w", "unexpected '0' in a row: Q, q, * or a number of empty squares (at character 5)"),
        ("5/5/2x2/5/5 w", "unexpected 'x' in a row: Q, q, * or a number of empty squares (at character 6)"),
        ("5/5/2ž2/5/5 w", "unexpected 'ž' in a row: Q, q, * or a number of empty squares (at character 6)"),
        ("5/5/5/5/5[PQ] w", "a pocket holds arrows only: [PPP] (at character 12)"),
        ("5/5/5/5/5[PP w", "the pocket has no ']' at its end (at character 10)"),
        ("5/5/5/5/5 w KQkq", "unexpected 'KQkq' after the side to move: nothing, or '- - 0 1' (at character 13)"),
        ("5/5/5/5/5 w - - 0 1 2", "unexpected '2' after the side to move: nothing, or '- - 0 1' (at character 21)"),
        ("5/5/5/5/5 w - - x", "unexpected 'x' after the side to move: nothing, or '- - 0 1' (at character 17)"),
    ] {
        let error = Amazons5x5::parse(text).map(|p| p.text()).map_err(|e| e.to_string());
        assert_eq!(error, Err(fault.to_string()), "{text}");
    }
}

#[test]
fn bad_moves_are_named() {
    let square = "expected a square; a move is written d1-d6/g9 (from, to, arrow)";
    for (text, fault) in [
        ("", format!("{square} (at character 1)")),
        ("d1", format!("{square} (at character 3)")),
        ("d1-d6", format!("{square} (at character 6)")),
        ("d1-d6/", format!("{square} (at character 7)")),
        ("d1--d6/g9", format!("{square} (at character 4)")),
        ("D1-d6/g9", format!("{square} (at character 1)")),
        ("ž1-d6/g9", format!("{square} (at character 1)")),
        ("d-d6/g9", format!("{square} (at character 1)")),
        ("k1-d6/g9", "no square 'k1' on this board (at character 1)".into()),
        ("d11-d6/g9", "no square 'd11' on this board (at character 1)".into()),
        ("d1-d0/g9", "no square 'd0' on this board (at character 4)".into()),
        ("d1-d06/g9", "no square 'd06' on this board (at character 4)".into()),
        ("d1-d99999999999999999999/g9", "no square 'd99999999999999999999' on this board (at character 4)".into()),
        ("d1-d6(g9", "the bracket is not closed (at character 9)".into()),
        ("d1-d6/g9)", "unexpected text after the move (at character 9)".into()),
        ("d1-d6/g9 ", "unexpected text after the move (at character 9)".into()),
        ("d2-d6/g9", "no amazon of White on d2 (at character 1)".into()),
        ("d10-d6/g9", "no amazon of White on d10 (at character 1)".into()),
        ("d1-e3/g9", "no free way from d1 to e3 (at character 4)".into()),
        ("d1-d1/g9", "no free way from d1 to d1 (at character 4)".into()),
        ("d1-h1/i1", "no free way from d1 to h1 (at character 4)".into()),
        ("d1-d6/e8", "no free way for the arrow from d6 to e8 (at character 7)".into()),
        ("d1-d6/d6", "no free way for the arrow from d6 to d6 (at character 7)".into()),
    ] {
        assert_eq!(Amazons::start().parse_move(text).map_err(|e| e.to_string()), Err(fault), "{text}");
    }
}
