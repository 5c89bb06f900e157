//! The tables of `plywood suite` through the functions of the C library, and the header as it is committed.
//!
//! What must not be done with the library, and programs in C and C++, are in `c/` and run by `check.sh`.

use plywood_capi::*;
use serde_json::Value;
use std::ffi::{CStr, CString, c_char};
use std::ptr::{null, null_mut};

/// Perft rows are counted as deep as this; deeper ones are the suite's own business.
const MAX_NODES: u64 = 300_000;

fn check(status: Status) {
    // SAFETY: the text lives until this thread's next failed call.
    let words = unsafe { CStr::from_ptr(plywood_last_error()) };
    assert_eq!(status, Status::Ok, "{words:?}");
}

/// A text that a function writes, asked for its size first.
fn text(write: impl Fn(*mut c_char, usize, *mut usize) -> Status) -> String {
    let mut size = 0;
    check(write(null_mut(), 0, &raw mut size));
    let mut buffer = vec![0u8; size];
    check(write(buffer.as_mut_ptr().cast(), size, null_mut()));
    assert_eq!(buffer.pop(), Some(0));
    String::from_utf8(buffer).unwrap()
}

struct Position(*mut PlywoodPosition);

impl Position {
    fn new(game: &str, fen: Option<&str>) -> Option<Self> {
        let (game, fen) = (CString::new(game).unwrap(), fen.map(|fen| CString::new(fen).unwrap()));
        let mut position = null_mut();
        let fen = fen.as_ref().map_or(null(), |fen| fen.as_ptr());
        let status = plywood_position_new(game.as_ptr(), fen, &raw mut position);
        assert!(matches!(status, Status::Ok | Status::BadPosition));
        (status == Status::Ok).then_some(Self(position))
    }

    fn perft(&self, mode: &str, depth: u32) -> u64 {
        let (mode, mut nodes) = (CString::new(mode).unwrap(), 0);
        check(plywood_perft(self.0, mode.as_ptr(), depth, null(), null(), &raw mut nodes));
        nodes
    }

    fn moves(&self) -> Vec<PlywoodMove> {
        let mut count = 0;
        check(plywood_position_moves(self.0, null_mut(), 0, &raw mut count));
        let none = PlywoodMove { captured_lo: 0, captured_hi: 0, from: 0, to: 0, arrow: 0, promotion: 0 };
        let mut moves = vec![none; count];
        check(plywood_position_moves(self.0, moves.as_mut_ptr(), count, &raw mut count));
        moves
    }

    fn move_text(&self, index: usize) -> String {
        text(|buffer, size, required| plywood_position_move_text(self.0, index, buffer, size, required))
    }

    fn fen(&self) -> String {
        text(|buffer, size, required| plywood_position_text(self.0, buffer, size, required))
    }

    fn copy(&self) -> Self {
        let mut copy = null_mut();
        check(plywood_position_copy(self.0, &raw mut copy));
        Self(copy)
    }
}

impl Drop for Position {
    fn drop(&mut self) {
        check(plywood_position_free(self.0));
    }
}

fn rows() -> Vec<Value> {
    let lines = plywood::suite::builtin().into_iter().flat_map(str::lines).filter(|line| !line.trim().is_empty());
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn perft_tables() {
    let mut counted = 0;
    for row in rows().iter().filter(|row| row["kind"] == "perft") {
        let position = Position::new(row["game"].as_str().unwrap(), row["fen"].as_str()).unwrap();
        for (depth, nodes) in (1..).zip(row["nodes"].as_array().unwrap()) {
            let Some(nodes) = nodes.as_u64().filter(|nodes| *nodes <= MAX_NODES) else { break };
            assert_eq!(position.perft(row["count"].as_str().unwrap(), depth), nodes, "{row}");
            counted += 1;
        }
    }
    assert!(counted > 500, "{counted}");
}

/// Move lists as texts: each is found by its text, its struct and its index, and all three lead to the same position.
#[test]
fn position_files() {
    let mut lists = 0;
    for row in rows().iter().filter(|row| row["kind"] == "moves") {
        let Some(expected) = row["moves"].as_array() else { continue };
        let position = Position::new(row["game"].as_str().unwrap(), row["fen"].as_str()).unwrap();
        let moves = position.moves();
        assert_eq!(moves.len(), expected.len(), "{row}");
        let mut texts: Vec<String> = (0..moves.len()).map(|index| position.move_text(index)).collect();
        for (index, (mv, text)) in moves.iter().zip(&texts).enumerate().step_by(7) {
            let [by_index, by_text, by_move] = [(); 3].map(|()| position.copy());
            check(plywood_position_play_index(by_index.0, index));
            check(plywood_position_play_text(by_text.0, CString::new(text.as_str()).unwrap().as_ptr()));
            check(plywood_position_play_move(by_move.0, mv));
            let mut same = 0;
            check(plywood_position_same(by_index.0, by_text.0, &raw mut same));
            assert_eq!(same, 1);
            assert_eq!(by_index.fen(), by_move.fen());
        }
        let wanted: Option<Vec<&str>> = expected.iter().map(Value::as_str).collect();
        if let Some(mut wanted) = wanted {
            texts.sort();
            wanted.sort_unstable();
            assert_eq!(texts, wanted, "{row}");
            lists += 1;
        }
    }
    assert!(lists > 500, "{lists}");
}

/// Bitboards and squares say what the text says.
#[test]
fn pieces_and_squares() {
    for game in plywood::registry::games() {
        let facts = game.facts();
        let (name, position) = (CString::new(facts.name).unwrap(), Position::new(facts.name, None).unwrap());
        let (mut count, none) = (0, PlywoodPieces { lo: 0, hi: 0, letter: 0 });
        let mut pieces = [none; 12];
        check(plywood_position_pieces(position.0, pieces.as_mut_ptr(), 12, &raw mut count));
        let letters: Vec<char> = pieces[..count].iter().map(|kind| kind.letter as u8 as char).collect();
        assert_eq!(letters, facts.letters);
        let all = pieces.iter().fold(0u128, |all, kind| all | u128::from(kind.lo) | u128::from(kind.hi) << 64);
        assert!(all != 0 && all.checked_shr(facts.grid.squares()).unwrap_or(0) == 0, "{}", facts.name);
        for square in 0..facts.grid.squares() {
            let named =
                text(|buffer, size, required| plywood_square_name(name.as_ptr(), square, buffer, size, required));
            let mut number = 0;
            check(plywood_square_number(name.as_ptr(), CString::new(named).unwrap().as_ptr(), &raw mut number));
            assert_eq!(number, square);
        }
    }
}

#[test]
fn the_header_is_that_of_the_sources() {
    let root = env!("CARGO_MANIFEST_DIR");
    let config = cbindgen::Config::from_file(format!("{root}/cbindgen.toml")).unwrap();
    let mut made = Vec::new();
    cbindgen::generate_with_config(root, config).unwrap().write(&mut made);
    let committed = include_str!("../include/plywood.h");
    assert!(
        String::from_utf8(made).unwrap() == committed,
        "plywood.h is out of date: run `cargo run -p plywood-capi --example header`"
    );
}
