//! What goes wrong in other implementations, and every rule that is easily read another way: one test each.

use plywood_core::perft::{Control, Perft, PerftError};
use plywood_core::{Classes, Game, Outcome, Position, Side};
use plywood_rbc::end::{Referee, clock_after};
use plywood_rbc::history::{History, HistoryError};
use plywood_rbc::{
    Board, BoardsCount, Canon, End, HISTORIES, Kind, Labelled, Limits, Move, Requests, Square, Taken, WinReason,
    boards, request_text,
};

fn board(fen: &str) -> Board {
    Board::parse(fen).unwrap()
}

fn square(name: &str) -> Option<Square> {
    Some(Square::parse(name).unwrap())
}

fn requests(board: &Board) -> Vec<String> {
    board.army(board.side()).requests().into_iter().map(request_text).collect()
}

/// The move taken, the capture square and the board after `request`.
fn ask(fen: &str, request: &str) -> (Option<Move>, Option<Square>, String) {
    let board = board(fen);
    let outcome = board.outcome(board.parse_request(request).unwrap()).unwrap();
    (outcome.taken, outcome.capture, board.after(outcome.taken.as_ref()).text())
}

#[test]
fn the_request_list_is_the_same_on_every_board_of_a_belief() {
    let own = "8/8/8/4P3/8/8/PP4PP/R3K2R w KQ";
    let alone = requests(&board(&format!("{own} - 0 1")));
    // The same army among all sorts of enemies, with and without an en-passant square.
    for other in [
        "4k3/8/8/3pP3/8/8/PP4PP/R3K2R w KQ d6 0 1",
        "4k3/8/8/3pP3/8/8/PP4PP/R3K2R w KQ - 0 1",
        "3qk3/4p3/3p1p2/4Pp2/7n/1b6/PP4PP/R2nKb1R w KQ f6 0 1",
        "rnbqkbnr/pppp1ppp/4p3/4P3/8/nnnnnnnn/PP4PP/Rn2K1nR w KQ - 12 40",
    ] {
        assert_eq!(requests(&board(other)), alone, "{other}");
    }
    assert!(alone.contains(&"e5d6".to_string()) && alone.contains(&"e5f6".to_string()));
    assert!(alone.contains(&"e1c1".to_string()));
}

#[test]
fn a_capture_on_a1_is_a_capture() {
    let fen = "4k3/8/8/8/8/8/1q6/R3K3 b Q - 3 9";
    assert_eq!(ask(fen, "b2a1"), (Move::parse("b2a1"), square("a1"), "4k3/8/8/8/8/8/8/q3K3 w - - 0 10".into()));
    let mv = Move::parse("b2a1");
    assert!(board(fen).classify(&mv).capture);
    assert_eq!(board(fen).facts(&mv).captured, ["a1"]);
    let seen = board(fen).sense(Square::new(0).unwrap());
    assert_eq!(seen.len(), 4);
    assert_eq!(serde_json::to_string(&square("a1")).unwrap(), "0");
    assert_eq!(serde_json::from_str::<Option<Square>>("0").unwrap(), square("a1"));
    assert_eq!(serde_json::from_str::<Option<Square>>("null").unwrap(), None);
}

#[test]
fn a_failed_request_looks_exactly_like_a_pass() {
    let fen = "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3";
    let pass = ask(fen, "pass");
    assert_eq!(pass.2, "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 1 3");
    for failed in ["c2b3", "e5f6", "a2b3", "h2g3"] {
        assert_eq!(ask(fen, failed), pass, "{failed}");
    }
    let none = board(fen).moves().into_iter().filter(Option::is_none).count();
    assert_eq!(none, 1);
}

#[test]
fn identity_counts_en_passant_by_who_stands_ready_and_not_by_legality() {
    // The capture would expose White's king, which is no matter here.
    let ready = board("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1");
    let gone = board("8/8/8/K2pP2r/8/8/8/4k3 w - - 0 1");
    assert_ne!(ready.identity(), gone.identity());
    assert_ne!(ready.planes(), gone.planes());
    // No pawn stands ready: the same for any belief, not for FEN.
    let idle = board("4k3/8/8/3p1P2/8/8/8/4K3 w - d6 0 1");
    let plain = board("4k3/8/8/3p1P2/8/8/8/4K3 w - - 0 1");
    assert_eq!(idle.identity(), plain.identity());
    assert_eq!(idle.planes(), plain.planes());
    assert_ne!(idle.raw_identity(), plain.raw_identity());
    assert_ne!(idle.text(), plain.text());
    // A pawn on the other edge of the board is not next to it.
    let edge = board("4k3/8/8/p6P/P7/8/8/4K3 w - a6 0 1");
    assert_eq!(edge.identity(), board("4k3/8/8/p6P/P7/8/8/4K3 w - - 0 1").identity());
}

#[test]
fn en_passant_may_expose_the_own_king() {
    let taken = ask("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2", "e5d6");
    assert_eq!(taken, (Move::parse("e5d6"), square("d5"), "8/8/3P4/K6r/8/8/8/4k3 b - - 0 2".into()));
}

#[test]
fn the_en_passant_square_is_written_after_every_double_push_for_one_ply() {
    let after = board("4k3/p7/8/8/8/8/8/4K3 b - - 4 7").play(&Move::parse("a7a5"));
    assert_eq!(after.text(), "4k3/8/8/p7/8/8/8/4K3 w - a6 0 8");
    assert_eq!(after.play(&None).text(), "4k3/8/8/p7/8/8/8/4K3 b - - 1 8");
    // A double push that is stopped is a single push: no square was passed over.
    assert_eq!(ask("4k3/8/8/8/n7/8/P7/4K3 w - - 0 1", "a2a4").2, "4k3/8/8/8/n7/P7/8/4K3 b - - 0 1");
}

#[test]
fn only_a_pawn_captures_en_passant() {
    let fen = "4k3/8/8/R2pP3/8/8/8/3QK3 w - d6 0 1";
    let outcome = board(fen).outcome(Move::parse("d1d6")).unwrap();
    assert_eq!((outcome.taken, outcome.capture), (Move::parse("d1d5"), square("d5")));
    // A knight that lands on the square takes nothing.
    let knight = "4k3/8/8/3pP3/4N3/8/8/4K3 w - d6 0 1";
    assert_eq!(ask(knight, "e4d6"), (Move::parse("e4d6"), None, "4k3/8/3N4/3pP3/8/8/8/4K3 b - - 1 1".into()));
}

#[test]
fn castling_through_an_unseen_piece_fails_and_keeps_the_rights() {
    for (fen, request, after) in [
        ("4k3/8/8/8/8/8/8/Rn2K2R w KQ - 0 1", "e1c1", "4k3/8/8/8/8/8/8/Rn2K2R b KQ - 1 1"),
        ("4k3/8/8/8/8/8/8/R2bK2R w KQ - 0 1", "e1c1", "4k3/8/8/8/8/8/8/R2bK2R b KQ - 1 1"),
        ("4k3/8/8/8/8/8/8/R3K1nR w KQ - 0 1", "e1g1", "4k3/8/8/8/8/8/8/R3K1nR b KQ - 1 1"),
        ("rN2k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8c8", "rN2k2r/8/8/8/8/8/8/4K3 w kq - 1 2"),
        ("r3k1Nr/8/8/8/8/8/8/4K3 b kq - 0 1", "e8g8", "r3k1Nr/8/8/8/8/8/8/4K3 w kq - 1 2"),
    ] {
        assert_eq!(ask(fen, request), (None, None, after.into()), "{request} in {fen}");
    }
    // An own piece between is seen: the request is not even listed.
    assert!(!requests(&board("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1")).contains(&"e1c1".into()));
}

#[test]
fn castling_knows_no_check() {
    for fen in [
        "4k3/8/8/8/4q3/8/8/R3K2R w KQ - 0 1",
        "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1",
        "4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1",
    ] {
        assert_eq!(ask(fen, "e1g1").0, Move::parse("e1g1"), "{fen}");
    }
}

#[test]
fn rights_go_with_king_rook_and_captured_rook_or_king() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let rights = |request| ask(fen, request).2.split(' ').nth(2).unwrap().to_string();
    assert_eq!(["e1e2", "a1b1", "h1h8", "a1a8", "e1g1", "e1c1"].map(rights), ["kq", "Kkq", "Qq", "Kk", "kq", "kq"]);
    // White takes the king at home: what is left of Black's rights is nothing.
    let king = board("r3k2r/8/8/8/8/8/4R3/R3K3 w Qkq - 0 1").play(&Move::parse("e2e8"));
    assert_eq!(king.text(), "r3R2r/8/8/8/8/8/8/R3K3 b Q - 0 1");
}

#[test]
fn sliders_stop_on_the_first_enemy_and_pass_through_nobody() {
    let fen = "4k3/1p1p1p2/8/1r1Q1b2/8/1n1p1p2/8/4K3 w - - 0 1";
    for (request, taken) in
        [("d5a5", "d5b5"), ("d5h5", "d5f5"), ("d5a8", "d5b7"), ("d5h1", "d5f3"), ("d5d1", "d5d3"), ("d5c5", "d5c5")]
    {
        assert_eq!(ask(fen, request).0, Move::parse(taken), "{request}");
    }
    assert!(board("4k3/8/8/8/P7/8/8/R3K3 w - - 0 1").outcome(Move::parse("a1a5")).is_err());
}

/// Nobody is jumped over and nobody is captured straight ahead.
#[test]
fn a_double_push_falls_short_of_the_far_square_and_fails_at_the_near_one() {
    let far = ask("4k3/8/8/8/p7/8/P7/4K3 w - - 0 1", "a2a4");
    assert_eq!((far.0, far.1), (Move::parse("a2a3"), None));
    let near = ask("4k3/8/8/8/8/p7/P7/4K3 w - - 0 1", "a2a4");
    assert_eq!((near.0, near.1), (None, None));
}

#[test]
fn a_request_outside_the_list_is_an_error_and_not_a_lost_turn() {
    let start = Board::start();
    for (request, fault) in [
        ("a1a4", "request a1a4 is not in the list of the side to move"),
        ("e7e5", "request e7e5 is not in the list of the side to move"),
        ("e1g1", "request e1g1 is not in the list of the side to move"),
        ("e4e5", "request e4e5 is not in the list of the side to move"),
        ("e2e4q", "request e2e4q is not in the list of the side to move"),
        ("g1f3n", "request g1f3n is not in the list of the side to move"),
    ] {
        assert_eq!(start.outcome(Move::parse(request)).unwrap_err().to_string(), fault);
    }
    // Castling is the king's step of two, never the capture of the own rook.
    assert!(board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").outcome(Move::parse("e1h1")).is_err());
}

#[test]
fn a_bare_move_to_the_last_row_means_a_queen() {
    let fen = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let list = requests(&board(fen));
    assert!(!list.contains(&"a7a8".into()) && list.contains(&"a7b8".into()));
    assert_eq!(ask(fen, "a7a8"), (Move::parse("a7a8q"), None, "Qn2k3/8/8/8/8/8/8/4K3 b - - 0 1".into()));
    assert_eq!(ask(fen, "a7b8"), (Move::parse("a7b8q"), square("b8"), "1Q2k3/8/8/8/8/8/8/4K3 b - - 0 1".into()));
    assert_eq!(ask("nk6/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8").0, None);
    // Only pawns: a rook that goes there needs no letter and gets none.
    assert_eq!(ask("4k3/R7/8/8/8/8/8/4K3 w - - 0 1", "a7a8").0, Move::parse("a7a8"));
}

#[test]
fn five_requests_for_a_diagonal_to_the_last_row_and_four_in_canon() {
    let fen = board("1n2k1n1/P6P/8/8/8/8/p6p/1N2K1N1 w - - 0 1");
    let bare = |edges: Vec<(String, Option<Move>)>| edges.into_iter().filter(|(label, _)| label == "a7b8").count();
    assert_eq!((bare(Requests::default().labelled(&fen)), bare(Canon::default().labelled(&fen))), (1, 0));
    let to_b8 = requests(&fen).into_iter().filter(|request| request.starts_with("a7b8")).count();
    assert_eq!(to_b8, 5);
}

#[test]
fn passing_and_leaving_the_king_in_check_belong_to_the_tree() {
    let attacked = board("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1");
    assert!(attacked.moves().contains(&None));
    assert_eq!(attacked.count(), 6);
    let after = attacked.play(&None);
    assert!(after.moves().contains(&Move::parse("e4e1")));
    assert_eq!(ask("8/8/8/8/8/8/4k3/4K3 w - - 0 1", "e1d2").0, Move::parse("e1d2"));
}

#[test]
fn a_king_capture_ends_the_tree() {
    let taken = board("4k3/8/8/1B2R3/8/4r3/8/4K3 w - - 0 1").play(&Move::parse("e5e8"));
    assert_eq!(taken.ended(), Some(Outcome::Win(Side::White)));
    let (perft, control) = (Perft::new(1).unwrap(), Control::new());
    for depth in 1..4 {
        assert_eq!(perft.count(Requests::default(), &taken, depth, None, &control), Ok(0));
        assert_eq!(perft.count(Taken, &taken, depth, None, &control), Ok(0));
        assert_eq!(boards(&taken, depth, true, 1, &control).unwrap().nodes, 0);
    }
}

#[test]
fn classes_of_a_capture_of_the_king_that_promotes() {
    let fen = board("nk6/P7/8/8/8/8/8/4K3 w - - 0 1");
    let classes = |requests: bool| {
        let (perft, control) = (Perft::new(1).unwrap(), Control::new());
        if requests {
            perft.classes(Requests::default(), &fen, 1, &control)
        } else {
            perft.classes(Taken, &fen, 1, &control)
        }
    };
    // Of leaves; of those that capture, promote and take the king; of those that take two pieces.
    let numbers = |classes: Classes| {
        let Classes { nodes, captures, promotions, king_captures, multi_captures, .. } = classes;
        [nodes, captures, promotions, king_captures, multi_captures]
    };
    // Five requests take the king; the four pushes fail with the pass; the king has five squares.
    assert_eq!(classes(true).map(numbers), Ok([15, 5, 5, 5, 0]));
    assert_eq!(classes(false).map(numbers), Ok([10, 4, 4, 4, 0]));
}

#[test]
fn boards_without_a_king_are_boards() {
    for fen in ["8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/4P3/4K3 b - - 0 1"] {
        assert_eq!(board(fen).text(), fen);
        assert!(board(fen).ended().is_some());
    }
    assert_eq!(board("4k3/8/8/8/8/8/8/8 w - - 0 1").ended(), Some(Outcome::Win(Side::Black)));
    assert_eq!(board("8/8/8/8/8/8/8/4K3 w - - 0 1").ended(), Some(Outcome::Win(Side::White)));
}

#[test]
fn fen_is_mended_where_the_reference_mends_it() {
    for (given, kept) in [
        // No king, no rook, no right.
        ("4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
        ("r2k3r/8/8/8/8/8/8/4K3 w kq - 0 1", "r2k3r/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("q3k2q/8/8/8/8/8/8/4K3 w kq - 0 1", "q3k2q/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("R3k2R/8/8/8/8/8/8/4K3 w kq - 0 1", "R3k2R/8/8/8/8/8/8/4K3 w - - 0 1"),
        // No pawn, a wrong rank, a square on the way taken.
        ("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"),
        ("4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/3p4/8/3pP3/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3PP3/8/8/8/4K3 w - - 0 1"),
        // Kept: whoever may capture there.
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1"),
        ("4k3/8/8/8/3P4/8/8/4K3 b - d3 0 1", "4k3/8/8/8/3P4/8/8/4K3 b - d3 0 1"),
        // Four fields, rights in any order, a first turn numbered 0.
        ("4k3/8/8/8/8/8/8/R3K2R b QK -", "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 7 0", "4k3/8/8/8/8/8/8/4K3 w - - 7 1"),
    ] {
        assert_eq!(board(given).text(), kept, "{given}");
    }
}

#[test]
fn clocks_do_not_decide_identity_but_do_decide_fen() {
    let (early, late) = (board("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), board("4k3/8/8/8/8/8/8/4K3 w - - 99 80"));
    assert_eq!((early.identity(), early.planes()), (late.identity(), late.planes()));
    assert_ne!(early, late);
    let endless = board("4k3/8/8/8/8/8/8/4K3 b - - 4294967295 4294967295");
    assert_eq!(endless.play(&None).text(), "4k3/8/8/8/8/8/8/4K3 w - - 4294967295 4294967295");
}

#[test]
fn the_move_limit_counts_passes_and_failed_requests() {
    let fen = "4k3/8/8/8/8/8/P7/R3K3 w - - 99 80";
    let end = |request| Referee::default().end(&board(&ask(fen, request).2));
    let drawn = Some(End { winner: None, reason: WinReason::MoveLimit });
    assert_eq!([end("pass"), end("a2b3"), end("e1e2"), end("a2a3")], [drawn, drawn, drawn, None]);
    let unlimited = Referee { limits: Limits { reversible: None, ..Limits::default() }, ..Referee::default() };
    assert_eq!(unlimited.end(&board("4k3/8/8/8/8/8/8/4K3 w - - 150 80")), None);
}

#[test]
fn the_turn_limit_lets_the_last_turn_be_finished() {
    let referee = Referee { limits: Limits { turns: Some(80), ..Limits::default() }, ..Referee::default() };
    let last = board("4k3/8/8/8/8/8/8/4K3 b - - 98 80");
    assert_eq!(referee.end(&last), None);
    // It outranks the move limit, reached by the same ply two plies later.
    let over = board("4k3/8/8/8/8/8/8/4K3 w - - 100 81");
    assert_eq!(referee.end(&over), Some(End { winner: None, reason: WinReason::TurnLimit }));
}

#[test]
fn precedence_of_the_ends() {
    let taken = board("4R3/8/8/8/8/8/8/4K3 b - - 100 200");
    let limits = Limits { turns: Some(100), ..Limits::default() };
    let end = |resigned, clocks| Referee { resigned, clocks, limits }.end(&taken).unwrap();
    let (running, fallen) = ([Some(1), Some(1)], [Some(0), Some(1)]);
    let white = Some(Side::White);
    assert_eq!(end(None, running), End { winner: white, reason: WinReason::KingCapture });
    // White took the king, but too late.
    assert_eq!(end(None, fallen), End { winner: Some(Side::Black), reason: WinReason::Timeout });
    assert_eq!(end(Some(Side::Black), fallen), End { winner: white, reason: WinReason::Resign });
    // Both flags are down: White's is looked at first.
    assert_eq!(end(None, [Some(-5), Some(-5)]).winner, Some(Side::Black));
    assert_eq!(Referee::default().end(&Board::start()), None);
}

#[test]
fn the_increment_comes_before_the_flag() {
    let referee = |left| Referee { clocks: [Some(left), Some(900_000)], ..Referee::default() };
    let over = clock_after(100, 350, 0);
    assert_eq!(over, -250);
    assert_eq!(referee(over).end(&Board::start()).unwrap().reason, WinReason::Timeout);
    assert_eq!(referee(clock_after(100, 350, 5_000)).end(&Board::start()), None);
    assert_eq!(referee(0).end(&Board::start()).unwrap().winner, Some(Side::Black));
    assert_eq!(clock_after(i64::MIN, 1, 0), i64::MIN);
}

#[test]
fn repetition_does_not_end_a_branch() {
    // An implementation that adds three-fold repetition has 55,678,082 sequences at depth 5.
    let count = |depth| Perft::new(1).unwrap().count(Canon::default(), &Board::start(), depth, None, &Control::new());
    assert_eq!(count(5), Ok(57_449_957));
}

#[test]
fn a_stopped_count_says_so() {
    let control = Control::new();
    control.stop();
    // Nothing of depth 3 was found when the level above it was given up.
    let nothing = PerftError::Interrupted(BoardsCount::default());
    assert_eq!(boards(&Board::start(), 3, false, 2, &control), Err(nothing));
    assert_eq!(boards(&Board::start(), 65, false, 1, &Control::new()), Err(PerftError::Depth(65)));
    assert_eq!(boards(&Board::start(), 0, true, 1, &Control::new()).unwrap().nodes, 1);
    for threads in [0, usize::MAX] {
        assert_eq!(boards(&Board::start(), 2, true, threads, &Control::new()).unwrap().nodes, 441);
    }
}

/// A stop that falls into the last level leaves a part of it; progress has run up to it.
#[test]
fn a_stop_in_the_last_level_leaves_what_was_found() {
    let control = Control::new();
    let count = std::thread::scope(|scope| {
        scope.spawn(|| {
            // The last level begins at a tenth.
            while control.progress() < 0.15 {
                std::thread::yield_now();
            }
            control.stop();
        });
        boards(&Board::start(), 6, false, 1, &control)
    });
    let Err(PerftError::Interrupted(part)) = count else { panic!("{count:?}") };
    assert!(part.nodes > 0 && part.terminal < part.nodes, "{part:?}");
    assert!((0.1..1.0).contains(&control.progress()));
}

fn game() -> History {
    History::parse(HISTORIES[2].1).unwrap()
}

#[test]
fn replay_names_the_first_event_that_is_wrong() {
    type Change = fn(&mut History);
    let changes: [(Change, &str); 11] = [
        (
            |g| g.senses.white[1] = Square::new(0),
            "White turn 2: sense a1 shows [g8n h8r g7p h7p], should be [a2P b2P a1R b1N]",
        ),
        (
            |g| g.sense_results.white[0][0].1 = None,
            "White turn 1: sense h7 shows [g8. h8r g7p h7p g6. h6.], should be [g8n h8r g7p h7p g6. h6.]",
        ),
        (
            |g| g.requested_moves.white[0] = Move::parse("e2e5"),
            "White turn 1: request e2e5 is not in the list of the side to move",
        ),
        (|g| g.taken_moves.black[8] = Move::parse("d8d1"), "Black turn 9: taken move d8d1, should be d8d5"),
        (|g| g.capture_squares.black[8] = None, "Black turn 9: capture square none, should be d5"),
        (|g| g.fens_before_move.black[0] = "?".into(), "Black turn 1: board before the move ?, should be "),
        (|g| g.fens_after_move.white[0].push('1'), "White turn 1: board after the move "),
        (
            |g| g.winner_color = Some(Side::White),
            "the end of the game: won by White, KING_CAPTURE, but Black has taken the king",
        ),
        (
            |g| g.win_reason = Some(WinReason::MoveLimit),
            "the end of the game: won by Black, MOVE_LIMIT, but Black has taken the king",
        ),
        (|g| g.win_reason = None, "the end of the game: won by Black, no reason, but Black has taken the king"),
        (|g| g.senses.black.truncate(10), "Black: 11 sense_results, but 10 senses"),
    ];
    for (change, fault) in changes {
        let mut game = game();
        change(&mut game);
        let error = game.replay().unwrap_err().to_string();
        assert!(error.starts_with(fault), "{error}\n{fault}");
    }
}

#[test]
fn a_game_may_end_between_sense_and_move() {
    let mut game = game();
    for list in [&mut game.taken_moves, &mut game.requested_moves] {
        list.black.pop();
    }
    game.capture_squares.black.pop();
    game.fens_before_move.black.pop();
    game.fens_after_move.black.pop();
    game.win_reason = Some(WinReason::Timeout);
    game.winner_color = Some(Side::White);
    assert_eq!(game.replay().map(|turns| turns.len()), Ok(21));
    game.winner_color = None;
    assert!(matches!(game.replay(), Err(HistoryError::End(_))));
    game.taken_moves.white.pop();
    let error = game.replay().unwrap_err().to_string();
    assert_eq!(error, "White: 10 taken_moves, but 11 requested_moves");
    assert_eq!(History::default().replay(), Ok(Vec::new()));
}

#[test]
fn a_bare_request_stays_bare_in_the_record_and_the_move_taken_carries_the_queen() {
    let start = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let mut game = History::default();
    let after = ask(start, "a7a8").2;
    game.senses.white.push(None);
    game.sense_results.white.push(Vec::new());
    game.requested_moves.white.push(Move::parse("a7a8"));
    game.taken_moves.white.push(Move::parse("a7a8q"));
    game.capture_squares.white.push(None);
    game.fens_before_move.white.push(start.into());
    game.fens_after_move.white.push(after);
    let turns = game.replay().unwrap();
    assert_eq!(turns[0].request, Move::parse("a7a8"));
    assert_eq!(turns[0].outcome.taken.unwrap().promotion, Some(Kind::Queen));
    assert!(game.json().contains(r#""requested_moves":{"true":[{"type":"Move","value":"a7a8"}],"false":[]}"#));
    assert_eq!(History::parse(&game.json()).unwrap(), game);
}
