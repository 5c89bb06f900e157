//! Positions and moves as text: tables of exact texts and exact faults, and what must hold for any string.

use crate::variants;
use plywood_checkers::rules::{CanadianRules, EnglishRules, InternationalRules, RussianRules, SpanishRules, ThaiRules};
use plywood_checkers::{Board, English, International, Killer, Rules, Russian, Russian6, Spanish, Thai};
use plywood_core::conformance::walk;
use plywood_core::{Game, Position};
use proptest::prelude::*;

fn fault<G: Game>(fen: &str) -> String {
    G::parse(fen).unwrap_err().to_string()
}

fn move_fault<G: Game>(fen: &str, mv: &str) -> String {
    G::parse(fen).unwrap().parse_move(mv).unwrap_err().to_string()
}

/// The sorted texts of all moves.
fn texts<G: Game>(fen: &str) -> Vec<String> {
    let mut texts: Vec<String> = G::parse(fen).unwrap().moves_with_text().into_iter().map(|(_, text)| text).collect();
    texts.sort();
    texts
}

#[test]
fn start_positions_are_written_in_the_variants_own_squares() {
    assert_eq!(Russian6::start().text(), "W:Wa1,c1,e1,b2,d2,f2:Ba5,c5,e5,b6,d6,f6");
    assert_eq!(Russian::start().text(), "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8");
    assert_eq!(English::start().text(), "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    assert_eq!(Spanish::start().text(), "W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32");
    assert_eq!(Thai::start().text(), "B:W1,2,3,4,5,6,7,8:B25,26,27,28,29,30,31,32");
}

#[test]
fn both_kinds_of_names_are_read_and_the_own_one_is_written() {
    fn reads<R: Rules>(numbers: &str, letters: &str, written: &str) {
        let board = Board::<R>::parse(numbers).unwrap();
        assert_eq!(Board::<R>::parse(letters), Ok(board));
        assert_eq!(board.text(), written);
    }
    // Numbers of a variant that writes letters: 1 is b8.
    reads::<RussianRules>("W:W29,K32:B1", "W:Wa1,Kg1:Bb8", "W:Wa1,Kg1:Bb8");
    reads::<EnglishRules>("B:W29,K32:B1-3", "B:Wa1,Kg1:Bb8,d8,f8", "B:W29,K32:B1,2,3");
    reads::<InternationalRules>("W:BK1-2:WK46,50.", "W:WKa1,i1:BKb10,Kd10", "W:WK46,50:BK1,K2");
    reads::<CanadianRules>("B:Wk3:BKl12", "B:W60:BK6", "B:W60:BK6");
    // 1 is h1 on the Spanish board, and g1 on the Thai one, where Black starts and counts from his upper left.
    reads::<SpanishRules>("W:W1,4:B32", "W:Wh1,b1:Ba8", "W:W1,4:B32");
    reads::<ThaiRules>("B:W1,4:B29,32", "B:Wg1,a1:Bh8,b8", "B:W1,4:B29,32");
}

#[test]
fn an_empty_side_and_clocks_are_read() {
    assert_eq!(International::parse("B:W50:B").unwrap().count(), 0);
    assert_eq!(International::parse("B:W50:B:H3:F20").unwrap().text(), "B:W50:B");
    assert_eq!(Russian::parse("W:W:B").unwrap().text(), "W:W:B");
}

#[test]
fn faults_of_positions_are_named() {
    let side = "expected the side to move, 'W:' or 'B:', then the pieces as in 'W:Wa1,Kc3:Bh8'";
    let table = [
        ("", format!("{side} (at character 1)")),
        ("X:W1:B2", format!("{side} (at character 1)")),
        ("W:W51:B1", "no square '51' on this board (at character 4)".into()),
        ("W:W0:B1", "no square '0' on this board (at character 4)".into()),
        ("W:Wb1:B1", "no square 'b1' on this board (at character 4)".into()),
        ("W:Wk3:B1", "no square 'k3' on this board (at character 4)".into()),
        ("W:W46,Ka1:B1", "square 'a1' is taken twice (at character 8)".into()),
        ("W:W7:B7", "square '7' is taken twice (at character 7)".into()),
        ("W:W4:B49", "a man can't stand on '4', where it would have been crowned (at character 4)".into()),
        ("W:W31:B46-50", "a man can't stand on '46', where it would have been crowned (at character 8)".into()),
        ("W:W50-46:B1", "the range 50-46 runs downwards (at character 4)".into()),
        ("W:Wa1-c3:B1", "a range is two numbers as in '31-50', not 'a1-c3' (at character 4)".into()),
        ("W:31-50:B1", "expected 'W' or 'B' before the pieces, not '31-50' (at character 3)".into()),
        ("W:W31:W32", "this colour is given twice (at character 7)".into()),
        ("W:W31", "the pieces of 'B' are missing (an empty side is written ':B') (at character 6)".into()),
        ("W:W31,,32:B", "expected a square (at character 7)".into()),
        ("W:WK:B", "expected a square (at character 5)".into()),
    ];
    for (text, expected) in table {
        assert_eq!(fault::<International>(text), expected, "{text}");
    }
    assert_eq!(
        fault::<Russian>("W:Wa3,b8:B"),
        "a man can't stand on 'b8', where it would have been crowned (at character 7)"
    );
}

#[test]
fn captures_name_their_squares_in_between_only_when_the_ends_are_ambiguous() {
    assert_eq!(texts::<Russian>("B:Wa1,b2,f2,e3,b4,f4,h6:BKa5,c5,d6,f6,e7,g7,b8,f8,h8"), ["a5:e5", "c5:c1"]);
    assert_eq!(texts::<Russian>("W:Wf6:Bc5,e5,c7,e7"), ["f6:f6", "f6:g5", "f6:g7", "f6:h4", "f6:h8"]);
    // Two moves from h10 to one square, each with its least route.
    assert_eq!(texts::<International>("W:WKh10:Bc3,d4,i7,f8"), ["4x27x38x15", "4x31x42x15"]);
}

#[test]
fn every_route_of_a_capture_reads() {
    let board = Russian::parse("W:Wf6:Bc5,e5,c7,e7").unwrap();
    let ring = board.parse_move("f6:f6").unwrap();
    for route in ["f6:d8:b6:d4:f6", "f6xd4xb6xd8xf6", "11:2:9:18:11", "F6:D4:B6:D8:F6"] {
        assert_eq!(board.parse_move(route), Ok(ring), "{route}");
    }
}

#[test]
fn faults_of_moves_are_named() {
    let quiet = "W:Wc3,e3:Bb6,h6";
    let capture = "W:Wc3,e3:Bd4,h8";
    let table = [
        (quiet, "", "expected a move such as 'c3-d4' or 'c3:e5', not '' (at character 1)"),
        (quiet, "c3", "expected a move such as 'c3-d4' or 'c3:e5', not 'c3' (at character 1)"),
        (quiet, "c3-", "expected a move such as 'c3-d4' or 'c3:e5', not 'c3-' (at character 4)"),
        (quiet, "-c3", "expected a move such as 'c3-d4' or 'c3:e5', not '-c3' (at character 1)"),
        (quiet, "c3-z4", "no square 'z4' on this board (at character 4)"),
        (quiet, "c3 d4", "expected a move such as 'c3-d4' or 'c3:e5', not 'c3 d4' (at character 1)"),
        (quiet, "c3-d4-e5", "'-' joins the two squares of a quiet move only (at character 3)"),
        (quiet, "c3-e5", "'c3-e5' is not a legal move here (at character 1)"),
        (quiet, "c3:d4", "'c3:d4' is not a legal move here (at character 1)"),
        (capture, "c3-b4", "'c3-b4' is not a legal move here: a capture must be made (at character 1)"),
        (capture, "c3:e5:g7", "'c3:e5:g7' is not a legal move here (at character 1)"),
        (capture, "c3-e5", "'c3-e5' is not a legal move here: a capture must be made (at character 1)"),
    ];
    for (fen, text, expected) in table {
        assert_eq!(move_fault::<Russian>(fen, text), expected, "{text}");
    }
    assert_eq!(
        move_fault::<International>("W:WKh10:Bc3,d4,i7,f8", "4x15"),
        "'4x15' stands for 2 moves: name every landing square, as in '4x27x38x15' (at character 1)"
    );
}

#[test]
fn hub_texts() {
    let board = International::start();
    assert_eq!(board.hub_text(), format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20)));
    assert_eq!(board.parse_hub_move("32-28").map(|mv| board.move_text(&mv)).as_deref(), Ok("32-28"));
    let board = Killer::parse("W:WKh10:Bc3,d4,i7,f8").unwrap();
    for (mv, _) in board.moves_with_text() {
        assert_eq!(board.parse_hub_move(&Killer::hub_move_text(&mv)), Ok(mv));
    }
    let board = Russian::parse("W:Wf6:Bc5,e5,c7,e7").unwrap();
    let ring = board.parse_move("f6:f6").unwrap();
    assert_eq!(Russian::hub_move_text(&ring), "11x11x6x7x14x15");
    assert_eq!(board.parse_hub_move("11x11x15x7x14x6"), Ok(ring));
}

#[test]
fn faults_of_hub_texts_are_named() {
    let table = [
        ("", "expected the side to move, 'W' or 'B' (at character 1)"),
        ("xeeeeeeeeeeeeeeeeee", "expected the side to move, 'W' or 'B' (at character 1)"),
        ("Weee", "expected 18 squares, not 3 (at character 2)"),
        ("Weeeeeeeeeeeeeeeex.", "expected one of 'w b W B e', not 'x' (at character 18)"),
        ("Wweeeeeeeeeeeeeeeee", "a man can't stand on 'b6', where it would have been crowned (at character 2)"),
    ];
    for (text, expected) in table {
        assert_eq!(Russian6::parse_hub(text).unwrap_err().to_string(), expected, "{text}");
    }
    let board = International::start();
    let table = [
        ("", "expected the number of a square, as in '32-28' or '28x19x23', not '' (at character 1)"),
        ("32-51", "expected the number of a square, as in '32-28' or '28x19x23', not '51' (at character 4)"),
        ("d4-e5", "expected the number of a square, as in '32-28' or '28x19x23', not 'd4' (at character 1)"),
        ("32-28-23", "'32-28-23' is not a legal move here (at character 1)"),
        ("32", "'32' is not a legal move here (at character 1)"),
        ("28x19", "'28x19' is not a legal move here (at character 1)"),
        ("28x19x23x23", "'28x19x23x23' is not a legal move here (at character 1)"),
    ];
    for (text, expected) in table {
        assert_eq!(board.parse_hub_move(text).unwrap_err().to_string(), expected, "{text}");
    }
}

/// Any text gives a value or an error, for every parser; what it gives reads back.
fn parsers_hold<R: Rules>(text: &str) {
    if let Ok(board) = Board::<R>::parse(text) {
        assert_eq!(Board::<R>::parse(&board.text()), Ok(board), "{} {text}", R::NAME);
    }
    if let Ok(board) = Board::<R>::parse_hub(text) {
        assert_eq!(board.hub_text(), text, "{}", R::NAME);
    }
    let start = Board::<R>::start();
    if let Ok(mv) = start.parse_move(text) {
        assert!(start.is_legal(&mv), "{} {text}", R::NAME);
    }
    if let Ok(mv) = start.parse_hub_move(text) {
        assert!(start.is_legal(&mv), "{} {text}", R::NAME);
    }
}

/// Hub texts of positions and moves read back along a random game.
fn hub_holds<R: Rules>(seed: u64) -> Result<(), TestCaseError> {
    walk(Board::<R>::start(), seed, 100, |board| {
        prop_assert_eq!(Board::<R>::parse_hub(&board.hub_text()), Ok(*board));
        for mv in board.moves() {
            prop_assert_eq!(board.parse_hub_move(&Board::<R>::hub_move_text(&mv)), Ok(mv));
        }
        Ok(())
    })
}

proptest! {
    #[test]
    fn any_string_gives_a_value_or_an_error(text in "\\PC*", variant in 0..18usize) {
        with_variant!(variants::NAMES[variant], parsers_hold(&text));
    }

    #[test]
    fn almost_right_positions_give_a_value_or_an_error(
        text in "[WB]:[WB][Ka-l0-9,\\-]{0,24}:[WB][Ka-l0-9,\\-]{0,24}\\.?",
        variant in 0..18usize,
    ) {
        with_variant!(variants::NAMES[variant], parsers_hold(&text));
    }

    #[test]
    fn sound_lists_of_kings_read_back(
        squares in proptest::collection::btree_set(1..=18u32, 0..18),
        variant in 0..18usize,
    ) {
        let list: Vec<String> = squares.iter().map(|square| format!("K{square}")).collect();
        let text = format!("B:W{}:B", list.join(","));
        with_variant!(variants::NAMES[variant], parsers_hold(&text));
    }

    #[test]
    fn almost_right_moves_give_a_value_or_an_error(
        text in "([a-l][0-9]{1,2}|[0-9]{1,2})([-x:]([a-l][0-9]{1,2}|[0-9]{1,2})){0,4}",
        variant in 0..18usize,
    ) {
        with_variant!(variants::NAMES[variant], parsers_hold(&text));
    }

    #[test]
    fn hub_texts_read_back(seed: u64, variant in 0..18usize) {
        with_variant!(variants::NAMES[variant], hub_holds(seed))?;
    }
}
