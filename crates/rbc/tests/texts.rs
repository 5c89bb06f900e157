//! What the parsers say about bad input, word for word.

use plywood_core::{Game, Position, Side};
use plywood_rbc::history::History;
use plywood_rbc::{Board, check_row};

#[test]
fn faults_of_a_fen() {
    let fields = "a FEN has board, side to move, castling, en passant and, optionally, half-move clock and move number";
    let long = "4294967296";
    for (fen, fault) in [
        ("", format!("no board: {fields} (at character 1)")),
        ("8/8/8/8/8/8/8/8", format!("no side to move: {fields} (at character 16)")),
        ("8/8/8/8/8/8/8/8 w", format!("no castling field: {fields} (at character 18)")),
        ("8/8/8/8/8/8/8/8 w -", format!("no en-passant field: {fields} (at character 20)")),
        ("8/8/8/8/8/8/8/8 w - - 0", format!("no move number: {fields} (at character 24)")),
        ("8/8/8/8/8/8/8/8 w - - 0 1 x", format!("'x' after the end: {fields} (at character 27)")),
        ("8/8/8/8/8/8/8/8 x - - 0 1", "side to move 'x', expected 'w' or 'b' (at character 17)".into()),
        ("8/8/8/8/8/8/8 w - - 0 1", "7 ranks, expected 8 (at character 14)".into()),
        ("8/8/8/8/8/8/8/8/8 w - - 0 1", "more than 8 ranks (at character 16)".into()),
        ("8/8/7/8/8/8/8/8 w - - 0 1", "rank 6 has 7 squares, expected 8 (at character 6)".into()),
        ("8/8/8/8/8/8/8/7 w - - 0 1", "rank 1 has 7 squares, expected 8 (at character 16)".into()),
        ("8/8/8/4k4/8/8/8/8 w - - 0 1", "rank 5 has more than 8 squares (at character 9)".into()),
        ("8/8/8/44/8/8/8/8 w - - 0 1", "two numbers side by side on rank 5 (at character 8)".into()),
        ("8/8/8/4x3/8/8/8/8 w - - 0 1", "'x' on rank 5, expected one of PNBRQKpnbrqk12345678/ (at character 8)".into()),
        ("8/8/8/9/8/8/8/8 w - - 0 1", "'9' on rank 5, expected one of PNBRQKpnbrqk12345678/ (at character 7)".into()),
        ("8/8/8/4ž3/8/8/8/8 w - - 0 1", "'ž' on rank 5, expected one of PNBRQKpnbrqk12345678/ (at character 8)".into()),
        ("8/8/8/8/8/8/8/P7 w - - 0 1", "pawn on a1: pawns never stand on rank 1 or 8 (at character 15)".into()),
        ("7p/8/8/8/8/8/8/8 w - - 0 1", "pawn on h8: pawns never stand on rank 1 or 8 (at character 2)".into()),
        ("k7/8/8/8/8/8/8/7k w - - 0 1", "a second black king on h1 (at character 17)".into()),
        ("KK6/8/8/8/8/8/8/8 w - - 0 1", "a second white king on b8 (at character 2)".into()),
        ("8/8/8/8/8/8/8/8 w KK - 0 1", "castling right 'K' twice (at character 20)".into()),
        ("8/8/8/8/8/8/8/8 w KA - 0 1", "castling right 'A', expected some of KQkq or '-' (at character 20)".into()),
        ("8/8/8/8/8/8/8/8 w - e9 0 1", "en-passant square 'e9', expected a square or '-' (at character 21)".into()),
        (
            "8/8/8/8/8/8/8/8 w - - x 1",
            "half-move clock 'x', expected a number up to 4294967295 (at character 23)".into(),
        ),
        (
            "8/8/8/8/8/8/8/8 w - - +1 1",
            "half-move clock '+1', expected a number up to 4294967295 (at character 23)".into(),
        ),
        ("8/8/8/8/8/8/8/8 w - - 0 -1", "move number '-1', expected a number up to 4294967295 (at character 25)".into()),
        (
            &format!("8/8/8/8/8/8/8/8 w - - 0 {long}"),
            format!("move number '{long}', expected a number up to 4294967295 (at character 25)"),
        ),
    ] {
        assert_eq!(Board::parse(fen).unwrap_err().to_string(), fault, "{fen}");
    }
}

/// The half-move clock of a view used to tell whether the opponent had moved a pawn.
#[test]
fn a_view_is_the_same_whatever_the_opponent_moved() {
    let view = |reply| {
        let board = ["e2e4", reply].iter().fold(Board::start(), |board, text| {
            let mv = board.parse_move(text).unwrap();
            board.play(&mv)
        });
        board.view(Side::White).text()
    };
    assert_eq!(view("a7a6"), view("g8f6"));
}

#[test]
fn faults_of_a_request() {
    for (text, fault) in [
        ("", "'' is not a move, expected one such as e2e4, a7a8q or pass (at character 1)"),
        ("e2", "'e2' is not a move, expected one such as e2e4, a7a8q or pass (at character 1)"),
        ("e2e9", "'e2e9' is not a move, expected one such as e2e4, a7a8q or pass (at character 1)"),
        ("e2e4x", "'e2e4x' is not a move, expected one such as e2e4, a7a8q or pass (at character 1)"),
        ("E2E4", "'E2E4' is not a move, expected one such as e2e4, a7a8q or pass (at character 1)"),
        ("žž4", "'žž4' is not a move, expected one such as e2e4, a7a8q or pass (at character 1)"),
        ("0000", "'0000' is not a move, expected one such as e2e4, a7a8q or pass (at character 1)"),
        ("e2e5", "e2e5 is not in the list of requests (at character 1)"),
        ("e7e5", "e7e5 is not in the list of requests (at character 1)"),
    ] {
        assert_eq!(Board::start().parse_request(text).unwrap_err().to_string(), fault);
        assert_eq!(Board::start().parse_move(text).unwrap_err().to_string(), fault);
    }
}

#[test]
fn a_move_text_may_be_any_request_and_gives_what_it_becomes() {
    let board = Board::parse("r3k3/8/8/8/N7/8/8/4K3 b - - 0 1").unwrap();
    let becomes = |text| board.parse_move(text).map(|mv| board.move_text(&mv)).unwrap();
    assert_eq!(["a8a1", "a8a4", "pass", "-"].map(becomes), ["a8a4", "a8a4", "pass", "pass"]);
    assert_eq!(Board::start().parse_move("e2d3"), Ok(None));
}

#[test]
fn faults_of_a_history() {
    for (json, fault) in [
        ("{}", "missing field `type`"),
        (r#"{"type":"Game"}"#, "unknown variant `Game`, expected `GameHistory`"),
        (r#"{"type":"GameHistory","senses":{"true":[64],"false":[]}}"#, "64 is not a square, expected 0 to 63"),
        (r#"{"taken_moves":{"true":[{"type":"Move","value":"e2"}],"false":[]}}"#, "'e2' is not a move"),
        (r#"{"taken_moves":{"true":[{"type":"Piece","value":"p"}],"false":[]}}"#, "expected a move"),
        (r#"{"win_reason":{"type":"WinReason","value":"LUCK"}}"#, "'LUCK' is not a win reason"),
    ] {
        let error = History::parse(json).unwrap_err();
        assert!(error.line() == 1 && error.column() > 0);
        assert_eq!(error.to_string().split(" at line").next(), Some(fault), "{json}");
    }
}

#[test]
fn rows_that_are_wrong_fail() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    for (row, fault) in [
        (serde_json::json!({}), "the row has no fen"),
        (
            serde_json::json!({"fen": "x w - -"}),
            "'x' on rank 8, expected one of PNBRQKpnbrqk12345678/ (at character 1)",
        ),
        (
            serde_json::json!({"fen": fen, "kind": "perft"}),
            "rows of kind perft are not known, expected case, sense or belief",
        ),
        (serde_json::json!({"fen": fen, "kind": "case"}), "the row has no requested"),
        (serde_json::json!({"fen": fen, "kind": "case", "requested": "e1"}), "'e1' is not a move"),
        (
            serde_json::json!({"fen": fen, "kind": "case", "requested": "e1h1"}),
            "request e1h1 is not in the list of the side to move",
        ),
        (
            serde_json::json!({"fen": fen, "kind": "case", "requested": "e1g1", "error": "ValueError"}),
            "the request is accepted, expected an error",
        ),
        (
            serde_json::json!({"fen": fen, "kind": "case", "requested": "e1g1", "taken": null}),
            "taken is \"e1g1\", expected null",
        ),
        (
            serde_json::json!({"fen": fen, "kind": "case", "requested": "e1g1", "in_move_actions": false}),
            "in_move_actions is true, expected false",
        ),
        (serde_json::json!({"fen": fen, "kind": "sense"}), "the row has neither square nor square_index"),
        (serde_json::json!({"fen": fen, "kind": "sense", "square": "j1"}), "there is no such square"),
        (
            serde_json::json!({"fen": fen, "kind": "sense", "square_index": 0, "error": "ValueError"}),
            "a1 can be sensed, expected an error",
        ),
        (
            serde_json::json!({"fen": fen, "kind": "sense", "square": "a1", "result": []}),
            r#"result is [["a2",null],["b2",null],["a1","R"],["b1",null]], expected []"#,
        ),
        (serde_json::json!({"kind": "belief", "history": "random_1"}), "the row has no color, expected white or black"),
        (
            serde_json::json!({"kind": "belief", "color": "white", "history": "random_9"}),
            "history random_9 is not known, expected one of random_1, random_2, sf2b_trout",
        ),
        (serde_json::json!({"kind": "belief", "color": "white", "history": "random_1"}), "the row has no rows"),
        (
            serde_json::json!({"kind": "belief", "color": "black", "history": "random_1", "rows": [["opp", "-", 20]]}),
            r#"event 1 is ["opp","-",21], expected ["opp","-",20]"#,
        ),
    ] {
        assert_eq!(check_row(&row), Err(fault.to_string()), "{row}");
    }
}
