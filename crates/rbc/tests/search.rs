//! The board as a game that is searched: every search against full minimax, kings that fall by force, and what the evaluation
//! and the noisy moves must obey.

use plywood_core::conformance::walk;
use plywood_core::rng::SplitMix64;
use plywood_core::search::ladder::{Values, random_game, rung};
use plywood_core::search::{
    Engine, Evaluation as _, Limits, MAX_EVALUATION, Options, Play, Record, Report, RuleSet, SearchGame, Stop, Unrest,
    mate_distance, minimax,
};
use plywood_core::{Game, Outcome, Position};
use plywood_rbc::{Board, Evaluation, Move, MoveLimit};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

type BoardRecord = Record<Board, MoveLimit>;
type BoardReport = Report<Option<Move>>;

fn usual() -> MoveLimit {
    Board::referee(RuleSet::standard(Board::RULES))
}

fn record(fen: &str) -> BoardRecord {
    Record::new(Board::parse(fen).unwrap(), usual())
}

fn search(record: &BoardRecord, engine: &Engine, depth: u32) -> BoardReport {
    engine.search(record, &Evaluation, &Limits::depth(depth), &Stop::default(), &mut |_| {}).unwrap()
}

/// Boards with few enough captures for full minimax to follow them all, and one that is nearly worn out.
const SPARSE: [&str; 6] = [
    "4k3/8/8/8/pPp5/8/8/4K3 b - b3 0 1",
    "r3k3/p6p/8/8/8/8/P6P/4K2R w Kq - 0 1",
    "8/P3k3/8/3n4/8/2B5/4K2p/8 w - - 0 1",
    "4k3/8/2n5/3p4/4P3/5N2/8/4K3 w - - 97 70",
    "3qk3/8/8/8/8/8/8/3QK3 w - - 95 70",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
];

/// As many positions as full minimax may visit; on crowded boards captures go on without end.
const MINIMAX: u64 = 200_000;

fn climb(start: &str, seed: u64, plies: usize, depth: u32) -> Result<(), TestCaseError> {
    let record = random_game(record(start), plies, &mut SplitMix64::new(seed));
    rung(&record, &Values::<Board>::own(), depth, MINIMAX).map_err(TestCaseError::fail)?;
    rung(&record, &Values::<Board>::Few, depth, MINIMAX).map_err(TestCaseError::fail)?;
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn every_search_gives_the_value_of_full_minimax(start in prop::sample::select(&SPARSE[..]), seed: u64, plies in 0usize..30, depth in 1u32..4) {
        climb(start, seed, plies, depth)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn crowded_boards_too(seed: u64, plies in 0usize..12, depth in 1u32..3) {
        climb("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", seed, plies, depth)?;
    }
}

/// Boards on which a king falls by force, with the number of plies until he is off the board, negative where it is the king of the
/// side to move. Mate in n moves of chess is the king's fall in 2n + 1 plies.
const FALLS: [(&str, i32, &str); 14] = [
    ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", 1, "a rook down an open file"),
    ("7k/5N2/8/8/8/8/8/K7 w - - 0 1", 1, "a knight in the corner"),
    ("k7/1P6/8/8/8/8/8/K7 w - - 0 1", 1, "a pawn that is crowned on the king's square"),
    ("8/8/8/8/8/8/1pk5/K7 b - - 0 1", 1, "a black pawn likewise"),
    ("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", -2, "mated on the back rank"),
    ("6rk/5Npp/8/8/8/8/8/K7 b - - 0 1", -2, "smothered"),
    ("6k1/5ppp/8/8/8/8/8/RK6 w - - 0 1", 3, "mate on the back rank"),
    ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2", 3, "fool's mate"),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 3, "scholar's mate"),
    ("6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1", 3, "smothered mate"),
    ("7k/R7/8/8/8/8/8/1R5K b - - 0 1", -4, "two rooks, one move before"),
    ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", 5, "two rooks, two moves before"),
    ("5r1k/6pp/7N/8/8/1Q6/8/K7 w - - 0 1", 5, "the queen's sacrifice before a smothered mate"),
    ("k7/8/1K6/8/8/8/8/7R w - - 0 1", 3, "rook and king"),
];

/// The fewest plies, up to `most`, in which the side to move takes the king (positive) or loses its own (negative): every
/// line is tried, nothing is evaluated.
fn king_falls(board: &Board, most: i32) -> Option<i32> {
    (1..=most).find_map(|plies| {
        let plies = if plies % 2 == 1 { plies } else { -plies };
        let falls = if plies > 0 { wins_within(board, plies) } else { loses_within(board, -plies) };
        falls.then_some(plies)
    })
}

fn wins_within(board: &Board, plies: i32) -> bool {
    board.moves().iter().any(|mv| {
        let child = board.play(mv);
        match child.ended() {
            Some(end) => end == Outcome::Win(board.side()),
            None => plies > 2 && loses_within(&child, plies - 1),
        }
    })
}

fn loses_within(board: &Board, plies: i32) -> bool {
    board.moves().iter().all(|mv| {
        let child = board.play(mv);
        child.ended().is_none() && wins_within(&child, plies - 1)
    })
}

#[test]
fn kings_fall_by_force() {
    for (fen, plies, what) in FALLS {
        let record = record(fen);
        assert_eq!(king_falls(record.position(), plies.abs()), Some(plies), "{what}");
        // The last ply is a capture, which is followed where the depth ends.
        let depth = plies.unsigned_abs().saturating_sub(1).max(1);
        for (options, depth) in [(Options::EXACT, depth), (Board::OPTIONS, 18)] {
            let engine = Engine { options, ..Engine::new(4).unwrap() };
            let score = search(&record, &engine, depth).score;
            assert_eq!(mate_distance(score), Some(plies), "{what}, {options:?}");
        }
        // Full minimax follows every capture to its end: on crowded boards that takes minutes.
        let pieces = fen.chars().take_while(|letter| *letter != ' ').filter(char::is_ascii_alphabetic).count();
        if pieces <= 10 {
            let best = minimax(&record, &Evaluation, depth).0.iter().map(|value| value.1).max();
            assert_eq!(best.and_then(mate_distance), Some(plies), "{what}, minimax");
        }
    }
}

/// Morphy's problem, mate in two by zugzwang: here Black passes, and nothing falls.
#[test]
fn the_pass_is_an_answer_to_zugzwang() {
    let record = record("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    assert_eq!(king_falls(record.position(), 5), None);
    let engine = Engine { options: Options::EXACT, ..Engine::new(4).unwrap() };
    assert_eq!(mate_distance(search(&record, &engine, 4).score), None);
}

#[test]
fn a_hundred_reversible_plies_are_a_draw() {
    let fen = |plies| format!("7k/8/8/8/8/8/R7/1R5K w - - {plies} 80");
    let engine = Engine { options: Options::EXACT, ..Engine::new(4).unwrap() };
    // The king would fall in five plies; the draw comes first where fewer than that are left.
    assert_eq!(mate_distance(search(&record(&fen(95)), &engine, 5).score), Some(5));
    assert_eq!(search(&record(&fen(96)), &engine, 5).score, 0);
    assert_eq!(record(&fen(100)).outcome(), Some(Outcome::Draw));
    let endless = RuleSet::standard(Board::RULES).with(0, false);
    let record = Record::new(Board::parse(&fen(100)).unwrap(), Board::referee(endless));
    assert_eq!(record.outcome(), None);
    assert_eq!(mate_distance(search(&record, &engine, 5).score), Some(5));
}

/// The same board with colours exchanged.
fn turned(board: &Board) -> Board {
    let text = board.text();
    let fields: Vec<&str> = text.split(' ').collect();
    let swap = |text: &str| -> String {
        let other = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        text.chars().map(other).collect()
    };
    let ranks: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let en_passant = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    Board::parse(&format!("{} {side} {} {en_passant} 0 1", ranks.join("/"), swap(fields[2]))).unwrap()
}

fn check_evaluation(board: &Board) -> Result<(), String> {
    let (value, same) = (Evaluation.evaluate(board), Evaluation.evaluate(&turned(board)));
    let falls = board.moves().iter().any(|mv| board.classify(mv).king_capture);
    let fair = value == same && value.abs() < MAX_EVALUATION;
    if fair && (value > 40_000) == falls { Ok(()) } else { Err(format!("{value} {same} for {}", board.text())) }
}

/// Noisy moves and what is said of each move, against the classes of all moves.
fn check_moves(board: &Board) -> Result<(), String> {
    let is_queen = |mv: &Option<Move>| mv.is_none_or(|mv| mv.promotion.is_none_or(|kind| kind.letter() == 'q'));
    let king_falls = board.moves().iter().any(|mv| board.classify(mv).king_capture);
    let mut expected = BTreeSet::new();
    for mv in board.moves() {
        let class = board.classify(&mv);
        if is_queen(&mv) && if king_falls { class.king_capture } else { class.capture || class.promotion } {
            expected.insert(mv);
        }
        let inside = board.history_index(&mv) < Board::HISTORY && board.target(&mv) < Board::TARGETS;
        let gains = (board.gain(&mv) > 0) == (class.capture || class.promotion);
        let child = board.play(&mv);
        let field = |board: &Board| board.text().split(' ').nth(2).map(str::to_string);
        let lasting = child.half_moves() == 0 && mv.is_some() || field(board) != field(&child);
        if !inside || !gains || board.irreversible(&mv) != lasting {
            return Err(format!("{mv:?} in {}", board.text()));
        }
    }
    let mut noisy = Vec::new();
    let _ = board.visit_noisy(&mut |mv| {
        noisy.push(mv);
        ControlFlow::Continue(())
    });
    let found: BTreeSet<Option<Move>> = noisy.iter().copied().collect();
    let right = found == expected && found.len() == noisy.len();
    let unrest = if expected.is_empty() { Unrest::Calm } else { Unrest::Optional };
    if right && board.unrest() == unrest { Ok(()) } else { Err(format!("{noisy:?} in {}", board.text())) }
}

#[test]
fn the_evaluation_is_fair_and_noisy_moves_are_the_captures_and_queens() {
    let lively =
        ["1n2k1n1/P6P/8/8/8/8/p6p/1N2K1N1 w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"];
    for start in SPARSE.into_iter().chain(lively) {
        for seed in 0..30 {
            let checked = walk(Board::parse(start).unwrap(), seed, 120, |board| {
                check_moves(board)?;
                check_evaluation(board)
            });
            checked.unwrap();
        }
    }
}
