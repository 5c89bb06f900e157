//! What serde makes of the types of the core: the form that files have, and that files of other versions still read.
//!
//! Not here: positions, which are stored by the games.

use plywood_core::search::{Bound, Driver, Limits, Options, Report, Statistics};
use plywood_core::{Classes, MoveFacts, Outcome, Side};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_value, json, to_value};
use std::fmt::Debug;
use std::time::Duration;

/// The value has this form, and the form reads back to the value.
#[track_caller]
fn stored<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, form: Value) {
    assert_eq!(to_value(&value).unwrap(), form);
    assert_eq!(from_value::<T>(form).unwrap(), value);
}

#[test]
fn words_are_words() {
    stored(Side::White, json!("white"));
    stored(Outcome::Win(Side::Black), json!({"win": "black"}));
    stored(Outcome::Draw, json!("draw"));
    stored([Bound::Upper, Bound::Lower, Bound::Exact], json!(["upper", "lower", "exact"]));
    stored(Driver::LazySmp, json!("lazy_smp"));
    assert!(from_value::<Side>(json!("red")).is_err());
}

#[test]
fn what_is_missing_is_as_by_default() {
    assert_eq!(
        from_value::<Options>(json!({"null_move": false})).unwrap(),
        Options { null_move: false, ..Options::default() }
    );
    assert_eq!(from_value::<Classes>(json!({})).unwrap(), Classes::default());
    assert_eq!(from_value::<MoveFacts>(json!({"from": "a3", "to": "b4"})).unwrap().arrow, None);
    let limits: Limits<String> = from_value(json!({"depth": 6})).unwrap();
    assert_eq!((limits.depth, limits.nodes, limits.multi_pv, limits.hard), (6, u64::MAX, 1, None));
}

#[test]
fn numbers_of_nodes_keep_all_their_bits() {
    let mut statistics = Statistics::default();
    statistics.nodes = u64::MAX - 1;
    let text = serde_json::to_string(&statistics).unwrap();
    assert_eq!(serde_json::from_str::<Statistics>(&text).unwrap(), statistics);
}

#[test]
fn a_report_comes_back_with_its_line_and_time() {
    let mut report = Report::<()>::default().with_line(vec!["c3-d4".to_owned(), "f6-g5".to_owned()]);
    (report.score, report.depth, report.time) = (-12, 9, Duration::from_millis(1_500));
    let form = to_value(&report).unwrap();
    assert_eq!(form["line"], json!(["c3-d4", "f6-g5"]));
    assert_eq!(form["time"], json!({"secs": 1, "nanos": 500_000_000}));
    let read: Report<String> = from_value(form).unwrap();
    assert_eq!((read.score, read.depth, read.bound, read.time), (-12, 9, Bound::Lower, report.time));
    assert_eq!(read.line, report.line);
}
