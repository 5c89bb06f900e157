//! The tables of `plywood suite` through the functions of the C library, and the header as it is committed.
//!
//! What must not be done with the library, and programs in C and C++, are in `c/` and run by `check.sh`.

use plywood::core::{Game, Side};
use plywood::rbc::history::History;
use plywood::rbc::told::Told;
use plywood::rbc::{Board, HISTORIES, Move, Outcome, Piece, Request, Sensed, Square};
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

struct Record(*mut PlywoodRecord);

impl Record {
    fn new(game: &str) -> Self {
        let (game, mut record) = (CString::new(game).unwrap(), null_mut());
        check(plywood_record_new(game.as_ptr(), null(), null(), &raw mut record));
        Self(record)
    }

    fn from_position(position: &Position) -> Self {
        let mut record = null_mut();
        check(plywood_record_from_position(position.0, null(), &raw mut record));
        Self(record)
    }

    fn copy(&self) -> Self {
        let mut copy = null_mut();
        check(plywood_record_copy(self.0, &raw mut copy));
        Self(copy)
    }

    fn moves(&self) -> Vec<PlywoodMove> {
        let mut count = 0;
        check(plywood_record_moves(self.0, null_mut(), 0, &raw mut count));
        let none = PlywoodMove { captured_lo: 0, captured_hi: 0, from: 0, to: 0, arrow: 0, promotion: 0 };
        let mut moves = vec![none; count];
        check(plywood_record_moves(self.0, moves.as_mut_ptr(), count, &raw mut count));
        moves
    }

    fn move_text(&self, index: usize) -> String {
        text(|buffer, size, required| plywood_record_move_text(self.0, index, buffer, size, required))
    }

    fn fen(&self) -> String {
        text(|buffer, size, required| plywood_record_text(self.0, buffer, size, required))
    }

    fn side(&self) -> u32 {
        let mut side = 2;
        check(plywood_record_side(self.0, &raw mut side));
        side
    }

    fn position(&self) -> Position {
        let mut position = null_mut();
        check(plywood_record_position(self.0, &raw mut position));
        Position(position)
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        check(plywood_record_free(self.0));
    }
}

/// A few plies of every game: a record's moves are moves of its position, and each is the same by its index, its struct and its text.
#[test]
fn records_are_played_in_three_ways() {
    for game in plywood::registry::games() {
        let mut record = Record::new(game.name());
        for ply in 0..16 {
            let (moves, position) = (record.moves(), record.position());
            if moves.is_empty() {
                break;
            }
            let listed = text(|buffer, size, required| plywood_record_legal_moves(record.0, buffer, size, required));
            let texts: Vec<String> = (0..moves.len()).map(|index| record.move_text(index)).collect();
            assert_eq!(texts.join(" "), listed);
            let of_position = position.moves();
            assert!(moves.iter().all(|mv| of_position.contains(mv)), "{} {}", game.name(), record.fen());
            assert_eq!(record.fen(), position.fen());
            assert_eq!(Record::from_position(&position).fen(), position.fen());

            let index = (7 * ply + 3) % moves.len();
            let [by_index, by_text, by_move] = [(); 3].map(|()| record.copy());
            check(plywood_record_play_index(by_index.0, index));
            let move_text = CString::new(texts[index].as_str()).unwrap();
            check(plywood_record_play(by_text.0, move_text.as_ptr()));
            check(plywood_record_play_move(by_move.0, &raw const moves[index]));
            check(plywood_position_play_move(position.0, &raw const moves[index]));
            let reached = [&by_index, &by_text, &by_move].map(Record::fen);
            assert!(reached.iter().all(|fen| *fen == position.fen()), "{} {reached:?}", game.name());
            assert_ne!(by_index.side(), record.side());
            record = by_index;
        }
    }
}

const HEADER: &str = include_str!("../include/plywood.h");

struct Belief(*mut PlywoodBelief);

impl Belief {
    fn new(side: Side) -> Self {
        let mut belief = null_mut();
        check(plywood_belief_new(side.index() as u32, null(), &raw mut belief));
        Self(belief)
    }

    fn tell(&self, told: &Told) -> Status {
        let number = |square: Option<Square>| square.map_or(PLYWOOD_NO_SQUARE, Square::number);
        let request = |mv: Request| mv.map(|mv| CString::new(mv.to_string()).unwrap());
        let pointer = |text: &Option<CString>| text.as_ref().map_or(null(), |text| text.as_ptr());
        match told {
            Told::Opponent(capture) => plywood_belief_opponent_moved(self.0, number(*capture), null()),
            Told::Sensed(square, seen) => {
                let seen = seen_through_c(seen);
                plywood_belief_sensed(self.0, number(*square), seen.as_ptr(), seen.len(), null())
            }
            Told::Moved(asked, outcome) => {
                let (asked, taken) = (request(*asked), request(outcome.taken));
                plywood_belief_moved(self.0, pointer(&asked), pointer(&taken), number(outcome.capture), null())
            }
        }
    }

    fn size(&self) -> u64 {
        let mut boards = 0;
        check(plywood_belief_size(self.0, &raw mut boards));
        boards
    }

    fn text(&self, index: u64) -> String {
        text(|buffer, size, required| plywood_belief_text(self.0, index, buffer, size, required))
    }

    /// What becomes of a request, and on how many boards.
    fn outcomes(&self, request: Request) -> Vec<(Outcome, u64)> {
        let request = request.map(|mv| CString::new(mv.to_string()).unwrap());
        let request = request.as_ref().map_or(null(), |text| text.as_ptr());
        let none = PlywoodBeliefOutcome {
            boards: 0,
            king_captures: 0,
            chance: 0.0,
            from: 0,
            to: 0,
            promotion: 0,
            capture_square: 0,
        };
        let (mut outcomes, mut count) = (vec![none; 64], 0);
        check(plywood_belief_outcomes(self.0, request, outcomes.as_mut_ptr(), 64, &raw mut count));
        let outcome = |of: &PlywoodBeliefOutcome| {
            let promotion = Piece::of_letter(char::from(of.promotion)).map(|piece| piece.kind);
            let taken = Square::new(of.from).zip(Square::new(of.to));
            let taken = taken.map(|(from, to)| Move { promotion, ..Move::new(from, to) });
            (Outcome { taken, capture: Square::new(of.capture_square) }, of.boards)
        };
        outcomes[..count].iter().map(outcome).collect()
    }
}

impl Drop for Belief {
    fn drop(&mut self) {
        check(plywood_belief_free(self.0));
    }
}

fn seen_through_c(seen: &[Sensed]) -> Vec<PlywoodRbcSensed> {
    let one = |&(square, piece): &Sensed| PlywoodRbcSensed {
        square: square.number(),
        piece: piece.map_or(0, |piece| piece.letter() as c_char),
    };
    seen.iter().map(one).collect()
}

/// Sizes of recorded games that another program found, up to the first above this.
const MOST_BOARDS: u64 = 20_000;

#[test]
fn beliefs_of_recorded_games() {
    let mut events = 0;
    for row in rows().iter().filter(|row| row["kind"] == "belief") {
        let side = if row["color"] == "white" { Side::White } else { Side::Black };
        let (_, json) = HISTORIES.iter().find(|(name, _)| row["history"] == *name).unwrap();
        let (history, belief) = (History::parse(json).unwrap(), Belief::new(side));
        for ((_, told), expected) in history.told(side).unwrap().iter().zip(row["rows"].as_array().unwrap()) {
            check(belief.tell(told));
            assert_eq!((told.event(), Some(belief.size())), (expected[0].as_str().unwrap(), expected[2].as_u64()));
            events += 1;
            if belief.size() > MOST_BOARDS {
                break;
            }
        }
    }
    assert!(events > 120, "{events}");
}

/// Every answer of a belief, from every single one of its boards.
#[test]
fn questions_to_a_belief() {
    let history = History::parse(HISTORIES[1].1).unwrap();
    let belief = Belief::new(Side::White);
    for (_, told) in history.told(Side::White).unwrap() {
        check(belief.tell(&told));
        if told.event() == "opp" && belief.size() > 200 {
            break;
        }
    }
    let boards: Vec<Board> = (0..belief.size()).map(|index| Board::parse(&belief.text(index)).unwrap()).collect();
    for request in boards[0].army(Side::White).requests() {
        let found = belief.outcomes(request);
        for (outcome, count) in &found {
            let same = boards.iter().filter(|board| board.outcome(request).as_ref() == Ok(outcome)).count();
            assert_eq!(same as u64, *count);
        }
        assert_eq!(found.iter().map(|(_, count)| count).sum::<u64>(), belief.size());
    }
    let none = PlywoodBeliefCentre { classes: 0, worst: 0, expected: 0.0, entropy: 0.0, square: 0, dominated_by: 0 };
    let (mut centres, mut count, mut best) = ([none; 64], 0, 0);
    check(plywood_belief_senses(belief.0, centres.as_mut_ptr(), 64, &raw mut count));
    check(plywood_belief_best_sense(belief.0, &raw mut best));
    assert_eq!(count, 64);
    for (centre, n) in centres.iter().zip(0..) {
        let mut seen: Vec<_> =
            boards.iter().map(|board| format!("{:?}", board.sense(Square::new(n).unwrap()))).collect();
        seen.sort();
        let classes: Vec<u64> = seen.chunk_by(|a, b| a == b).map(|class| class.len() as u64).collect();
        assert_eq!((centre.square, centre.classes), (n, classes.len() as u64));
        assert_eq!(Some(&centre.worst), classes.iter().max());
        assert!(centre.entropy <= centres[usize::from(best)].entropy);
    }
    assert_eq!(centres[usize::from(best)].dominated_by, PLYWOOD_NO_SQUARE);
}

/// The comments of the header, and all else in it.
fn comments_and_code() -> (String, String) {
    let (comments, code): (Vec<_>, Vec<_>) =
        HEADER.lines().partition(|line| ["//", "/*", "*"].iter().any(|mark| line.trim_start().starts_with(mark)));
    (comments.join("\n"), code.join("\n"))
}

/// The names of Plywood in a text.
fn names(text: &str) -> Vec<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| word.to_ascii_lowercase().starts_with("plywood_")).collect()
}

/// What a comment names can be used by those who read it.
#[test]
fn the_header_has_what_its_comments_name() {
    let (comments, code) = comments_and_code();
    let (named, declared) = (names(&comments), names(&code));
    assert!(named.len() > 30, "{named:?}");
    for name in named {
        // One that ends with an underscore stands for all that begin with it.
        let is = |declared: &&str| if name.ends_with('_') { declared.starts_with(name) } else { *declared == name };
        assert!(declared.iter().any(is), "{name} is only in comments");
    }
    for word in comments.split('`').skip(1).step_by(2).filter(|word| word.len() > 1) {
        let capital = word.starts_with(|first: char| first.is_ascii_uppercase());
        let rust = capital && word.contains(|letter: char| letter.is_ascii_lowercase());
        assert!(!rust, "`{word}` is a name of Rust");
    }
}

#[test]
fn every_status_has_words() {
    let (_, code) = comments_and_code();
    let numbers = code.lines().filter_map(|line| line.trim().strip_prefix("PLYWOOD_STATUS_")?.split_once(" = "));
    let mut all: Vec<_> = numbers
        .map(|(_, number)| {
            // SAFETY: the text is never freed.
            unsafe { CStr::from_ptr(plywood_status_text(number.trim_end_matches(',').parse().unwrap())) }
        })
        .collect();
    assert!(all.len() > 15 && !all.contains(&c"no status"), "{all:?}");
    let count = all.len();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), count);
}

#[test]
fn the_header_is_that_of_the_sources() {
    let root = env!("CARGO_MANIFEST_DIR");
    let config = cbindgen::Config::from_file(format!("{root}/cbindgen.toml")).unwrap();
    let mut made = Vec::new();
    cbindgen::generate_with_config(root, config).unwrap().write(&mut made);
    assert!(
        String::from_utf8(made).unwrap() == HEADER,
        "plywood.h is out of date: run `cargo run -p plywood-capi --example header`"
    );
}
