//! One board by the crate and by the reference.
//!
//! Not here: where boards come from.

use super::super::reference::Reference;
use plywood_core::{Game, Mode, Position};
use plywood_rbc::{Board, Canon, Labelled, Move, Requests, Taken, request_text};
use std::collections::BTreeMap;

/// Compares everything that can be asked of one board.
pub(crate) fn compare(board: &Board, slow: &Reference) {
    let fen = board.text();
    assert_eq!(fen, slow.text());
    let army = board.army(board.side());
    let requests = slow.requests();
    let listed: Vec<String> = army.requests().into_iter().map(request_text).collect();
    assert_eq!(listed[..requests.len()], requests, "{fen}");
    assert_eq!(listed[requests.len()..], ["pass"]);

    let mut weights = BTreeMap::from([(None, 1u64)]);
    let mut canon = 1;
    for request in &requests {
        let (taken, capture) = slow.outcome(request);
        let outcome = board.outcome(Move::parse(request)).unwrap();
        assert_eq!(outcome.taken.map(|mv| mv.to_string()), taken, "{request} in {fen}");
        assert_eq!(outcome.capture.map(|square| square.to_string()), capture, "{request} in {fen}");
        *weights.entry(taken).or_default() += 1;
        let pawn = board.piece_at(plywood_rbc::Square::parse(&request[0..2]).unwrap()).unwrap().kind
            == plywood_rbc::Kind::Pawn;
        canon += u64::from(!(pawn && request.len() == 4 && matches!(&request[3..4], "1" | "8")));
    }
    assert_eq!(edges(Requests::default(), board), weights, "{fen}");
    assert_eq!(Canon::default().count(board), canon, "{fen}");
    assert_eq!(Canon::default().labelled(board).len() as u64, canon, "{fen}");
    assert_eq!(edges(Taken, board).into_keys().collect::<Vec<_>>(), weights.into_keys().collect::<Vec<_>>(), "{fen}");
    for (taken, capture, after) in slow.children() {
        let mv = taken.as_deref().and_then(Move::parse);
        assert_eq!(mv.and_then(|mv| board.capture_square(&mv)).map(|s| s.to_string()), capture);
        let child = board.play(&mv);
        assert_eq!(child.text(), after.text(), "{taken:?} in {fen}");
        assert_eq!(child.ended().is_some(), after.kings() != (true, true));
    }
}

fn edges(mode: impl Mode<Board>, board: &Board) -> BTreeMap<Option<String>, u64> {
    let mut edges = BTreeMap::new();
    let _ = mode.visit(board, |mv, weight| {
        assert!(edges.insert(mv.map(|mv| mv.to_string()), weight).is_none(), "{mv:?} twice");
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(edges.values().sum::<u64>(), mode.count(board));
    edges
}
