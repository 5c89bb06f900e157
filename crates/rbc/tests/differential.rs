//! The crate against the slow reference: on random games and on boards of pieces thrown at random.

mod reference;

use plywood_core::rng::SplitMix64;
use plywood_core::{Game, Mode, Position, perft::Control};
use plywood_rbc::{Board, Canon, Labelled, Move, Requests, Taken, boards, request_text};
use reference::Reference;
use std::collections::{BTreeMap, BTreeSet};

/// Compares everything that can be asked of one board.
fn compare(board: &Board, slow: &Reference) {
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

/// A board of pieces thrown at random: any number of each, kings sometimes missing, pawns everywhere they may be.
fn thrown(rng: &mut SplitMix64) -> String {
    let mut cells = [['.'; 8]; 8];
    if rng.below(2) == 0 {
        cells[0] = ['R', '.', '.', '.', 'K', '.', '.', 'R'];
        cells[7] = ['r', '.', '.', '.', 'k', '.', '.', 'r'];
    }
    for _ in 0..rng.below(40) {
        let letter = ['P', 'P', 'P', 'N', 'B', 'R', 'Q', 'p', 'p', 'p', 'n', 'b', 'r', 'q', 'K', 'k'][rng.below(16)];
        let rank = if letter.eq_ignore_ascii_case(&'p') { 1 + rng.below(6) } else { rng.below(8) };
        let second = matches!(letter, 'K' | 'k') && cells.iter().flatten().any(|&cell| cell == letter);
        if !second {
            cells[rank][rng.below(8)] = letter;
        }
    }
    let rows: Vec<String> = cells.iter().rev().map(|row| row.iter().collect::<String>().replace('.', "1")).collect();
    // Runs of ones, written as FEN wants them.
    let squares = (2..=8).rev().fold(rows.join("/"), |text, n| text.replace(&"1".repeat(n), &n.to_string()));
    let side = ["w", "b"][rng.below(2)];
    let rights = ["KQkq", "Kq", "Qk", "-"][rng.below(4)];
    let passed = format!("{}{}", (b'a' + rng.below(8) as u8) as char, if side == "w" { 6 } else { 3 });
    format!("{squares} {side} {rights} {passed} {} {}", rng.below(100), 1 + rng.below(100))
}

#[test]
fn random_games() {
    for seed in 0..150 {
        let mut rng = SplitMix64::new(seed);
        let (mut board, mut slow) = (Board::start(), Reference::parse(&Board::start().text()));
        for _ in 0..120 {
            compare(&board, &slow);
            let children = slow.children();
            let (taken, _, after) = children[rng.below(children.len())].clone();
            board = board.play(&taken.as_deref().and_then(Move::parse));
            slow = after;
            if board.ended().is_some() {
                break;
            }
        }
    }
}

#[test]
fn boards_thrown_at_random() {
    let mut rng = SplitMix64::new(2);
    for _ in 0..12_000 {
        let fen = thrown(&mut rng);
        compare(&Board::parse(&fen).unwrap(), &Reference::parse(&fen));
    }
}

#[test]
fn boards_are_counted_by_both_identities() {
    let mut rng = SplitMix64::new(3);
    for _ in 0..40 {
        let fen = thrown(&mut rng);
        let (board, slow) = (Board::parse(&fen).unwrap(), Reference::parse(&fen));
        for raw in [false, true] {
            let mut level = vec![slow.clone()];
            for depth in 1..=2 {
                let alive = level.iter().filter(|board| board.kings() == (true, true));
                level = alive.flat_map(Reference::children).map(|(_, _, after)| after).collect();
                let distinct: BTreeSet<String> = level.iter().map(|board| board.identity(raw)).collect();
                let found = boards(&board, depth, raw, 2, &Control::new()).unwrap();
                assert_eq!(found.nodes, distinct.len() as u64, "depth {depth}, raw {raw} of {fen}");
            }
        }
    }
}
