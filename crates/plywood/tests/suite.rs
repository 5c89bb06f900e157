//! The suite: rows that are wrong fail and say how; the built-in ones pass.

use plywood::suite::{DEFAULT_MAX_NODES, builtin, parse};
use plywood::{PerftSettings, registry};

#[test]
fn a_line_that_is_no_row_is_named() {
    let faults = [
        ("{", "line 1: not JSON: EOF while parsing an object at line 1 column 1"),
        ("\n[]", "line 2: expected a JSON object such as {\"game\":\"dameo\",\"kind\":\"perft\",...}"),
        ("{\"game\":1}", "line 1: the field \"game\" is missing or not a text"),
        ("{\"game\":\"dameo\"}", "line 1: the field \"kind\" is missing or not a text"),
    ];
    for (text, expected) in faults {
        assert_eq!(parse(text).unwrap_err().to_string(), expected);
    }
}

fn fault(row: &str) -> String {
    let settings = PerftSettings::new(1).unwrap();
    parse(row).unwrap()[0].run(&settings, DEFAULT_MAX_NODES).fault.unwrap_or_default()
}

#[test]
fn a_wrong_row_fails_and_says_how() {
    let table = [
        (r#"{"game":"chess","kind":"perft"}"#, "unknown game 'chess'"),
        (r#"{"game":"dameo","kind":"rumour"}"#, "dameo has no rows of kind 'rumour'"),
        (
            r#"{"game":"dameo","kind":"perft","count":"unique","nodes":[52,2705]}"#,
            "unique depth 2: 2704, expected 2705",
        ),
        (
            r#"{"game":"dameo","kind":"perft","count":"unique","nodes":[52],"captures":[1]}"#,
            "depth 1: 0 captures, expected 1",
        ),
        (r#"{"game":"dameo","kind":"perft","count":"best","nodes":[52]}"#, "dameo has no count mode 'best'"),
        (r#"{"game":"dameo","kind":"moves","fen":"W:Wa1:Bh8","moves":["a1-a2"]}"#, "is not expected"),
        (r#"{"game":"dameo","kind":"moves","fen":"W:Wa1:Bh8","moves":["a1-a2","a1-b2","a1-c3"]}"#, "is missing"),
        (r#"{"game":"dameo","kind":"moves","fen":"W:Wa1:Bh8","moves":["a1-a2","a1-a2"]}"#, "is expected twice"),
        (r#"{"game":"dameo","kind":"moves","fen":"W:Wa1:Bh8","moves":[{"from":"a1"}]}"#, "2 moves fit"),
        (r#"{"game":"dameo","kind":"moves","fen":"W:Wa1:Bh8","count":3}"#, "2 moves, expected 3"),
        (
            r#"{"game":"dameo","kind":"case","fen":"W:Wa1:Bh8","terminal":true}"#,
            "2 moves in a position that is terminal",
        ),
    ];
    for (row, expected) in table {
        let found = fault(row);
        assert!(found.contains(expected), "{row}: {found}");
    }
    for nothing in ["", r#","nodes":[]"#, r#","nodes":["x"]"#, r#","nodes":[null]"#] {
        let row = format!(r#"{{"game":"dameo","kind":"perft","count":"unique"{nothing}}}"#);
        assert_ne!(fault(&row), "", "{row}");
    }
    for nothing in ["", r#","moves":[5,{}]"#, r#","moves":[{"note":"a1-a2"},"a1-b2"]"#] {
        let row = format!(r#"{{"game":"dameo","kind":"moves","fen":"W:Wa1:Bh8"{nothing}}}"#);
        assert_ne!(fault(&row), "", "{row}");
    }
    assert_eq!(fault(r#"{"game":"dameo","kind":"perft","count":"unique","nodes":["52",null,135930]}"#), "");
    assert_eq!(fault(r#"{"game":"dameo","kind":"moves","fen":"W:Wa1:Bh8","moves":["a1-a2",{"to":"b2"}]}"#), "");
}

/// Depths with more leaves than this take longer than the tests may: `plywood suite` goes deeper.
const TEST_NODES: u64 = 100_000_000;

#[test]
fn every_built_in_row_passes() {
    let settings = PerftSettings::new(2).unwrap();
    let rows: Vec<_> = builtin().into_iter().flat_map(|table| parse(table).unwrap()).collect();
    assert!(rows.len() > 2_500, "{} rows", rows.len());
    let reports = rows.iter().map(|row| row.run(&settings, TEST_NODES));
    let failed: Vec<_> = reports.filter(|report| report.fault.is_some()).collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn the_suite_speaks_of_every_game() {
    let rows: Vec<_> = builtin().into_iter().flat_map(|table| parse(table).unwrap()).collect();
    for game in registry::games() {
        let name = game.name();
        assert!(rows.iter().any(|row| row.game() == name), "{name} has no row");
    }
}
