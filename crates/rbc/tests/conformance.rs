//! The checks that every game passes, and what holds on any board at all.

#[path = "bodies/checks.rs"]
mod checks;

use checks::{colours_are_alike, conserved};
use plywood_core::conformance::{check, check_mode, check_perft, fuzz, walk};
use plywood_core::{Game, Position, Side, Zobrist};
use plywood_rbc::history::History;
use plywood_rbc::{Board, Canon, Kind, Move, Requests, Square, Taken};
use proptest::prelude::*;

/// Positions beside the start in which much can happen.
const LIVELY: [&str; 5] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "1n2k1n1/P6P/8/8/8/8/p6p/1N2K1N1 w - - 0 1",
    "4k3/8/8/8/pPp5/8/8/4K3 b - b3 0 1",
    "QQQQQQQQ/QQQQQQQQ/8/8/k7/8/8/K7 w - - 0 1",
    "8/8/8/3pP3/8/8/8/8 w - d6 5 9",
];

fn starts() -> impl Iterator<Item = Board> {
    LIVELY.into_iter().map(|fen| Board::parse(fen).unwrap()).chain([Board::start()])
}

#[test]
fn walks() {
    for (seed, start) in starts().enumerate() {
        for n in 0..8 {
            walk(start, seed as u64 * 100 + n, 80, |board| {
                check(board)?;
                check_mode(Requests::default(), board)?;
                check_mode(Canon::default(), board)?;
                check_mode(Taken, board)
            })
            .unwrap();
        }
    }
}

#[test]
fn plain_parallel_and_hashed_counts() {
    for start in starts() {
        check_perft(Requests::default(), &start, 3).unwrap();
        check_perft(Canon::default(), &start, 3).unwrap();
        check_perft(Taken, &start, 3).unwrap();
    }
}

#[test]
fn the_colours_are_alike() {
    for (seed, start) in starts().enumerate() {
        walk(start, seed as u64, 60, colours_are_alike).unwrap();
    }
}

#[test]
fn one_piece_goes_for_one_capture_square_and_none_else() {
    for (seed, start) in starts().enumerate() {
        let each = |board: &Board| board.moves().iter().try_for_each(|mv| conserved(board, mv, &board.play(mv)));
        walk(start, 7 + seed as u64, 60, each).unwrap();
    }
}

/// `is_legal` and `play` for every move that can be written, whatever the position.
#[test]
fn any_move_gets_an_answer() {
    for start in starts() {
        let legal = start.moves();
        for (from, to) in (0..64).flat_map(|from| (0..64).map(move |to| (from, to))) {
            let plain = Move::new(Square::new(from).unwrap(), Square::new(to).unwrap());
            for mv in [plain, plain.promoting(Kind::Queen), plain.promoting(Kind::Knight)] {
                assert_eq!(start.is_legal(&Some(mv)), legal.contains(&Some(mv)), "{mv} in {}", start.text());
                let child = start.play(&Some(mv));
                let _ = (child.text(), child.identity(), child.sense(mv.to));
                check_mode(Requests::default(), &child).unwrap();
                check_mode(Taken, &child).unwrap();
            }
        }
    }
}

#[test]
fn an_identity_gives_the_board_back() {
    for (seed, start) in starts().enumerate() {
        walk(start, 11 + seed as u64, 60, |board| {
            let raw = board.raw_identity().board(board.side());
            let belief = board.identity().board(board.side());
            let fields = |board: &Board| board.text().split(' ').take(4).collect::<Vec<_>>().join(" ");
            let same = fields(&raw) == fields(board)
                && belief.identity() == board.identity()
                && belief.moves() == board.moves()
                && Zobrist::standard().key(&belief.planes()) == Zobrist::standard().key(&board.planes());
            if same { Ok(()) } else { Err(board.text()) }
        })
        .unwrap();
    }
}

proptest! {
    #[test]
    fn any_text_gives_a_value_or_an_error(text: String) {
        let _ = (Board::parse(&text), Board::start().parse_move(&text), Board::start().parse_request(&text));
        let _ = (Move::parse(&text), Square::parse(&text), History::parse(&text));
    }

    #[test]
    fn anything_like_a_fen_gives_a_value_or_an_error(text in "[1-8pnbrqkPNBRQK/]{0,40} [wbx]? ?[KQkq-]{0,5} ([a-h][1-8]|-)? ?[0-9]{0,12} [0-9-]{0,3}") {
        if let Ok(board) = Board::parse(&text) {
            prop_assert_eq!(Board::parse(&board.text()), Ok(board));
        }
    }

    #[test]
    fn a_fen_with_one_letter_changed(at in 0usize..56, letter in proptest::char::range(' ', '~')) {
        let mut fen = Board::start().text();
        fen.replace_range(at..=at, &letter.to_string());
        if let Ok(board) = Board::parse(&fen) {
            prop_assert_eq!(check(&board), Ok(()));
        }
    }

    #[test]
    fn any_bytes(data in proptest::collection::vec(any::<u8>(), 0..80)) {
        prop_assert_eq!(fuzz::<Board>(&data), Ok(()));
    }
}

#[test]
fn both_sides_are_named_alike() {
    assert_eq!(Board::first_player(), Side::White);
    assert_eq!(Board::start(), Board::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap());
}
