//! From bytes to positions, and the checks that every game has in common; included by the fuzz crate and by the tests of the
//! games, which replay its inputs.
//!
//! Bytes are taken from the front as choices; where they have run out, every choice is the first one, so that any input
//! means something and a small change of the bytes is a small change of the case. An execution is small on purpose: one
//! position, or a few plies.
//!
//! Not here: how the pieces of a game are put on its board (`bodies` in the tests of each), and whether the moves are the right ones
//! (`reference` there).

use arbitrary::Unstructured;
use plywood_core::conformance::{check_moves, nth_child, slow_perft, walk};
use plywood_core::perft::{Control, Perft, Table};
use plywood_core::search::ladder::{Setting, Values, check_search};
use plywood_core::search::{Driver, Limits, Options, Play, Record, RuleSet, Stop};
use plywood_core::{Game, Keyed, Mode, Position, Zobrist};
use std::sync::LazyLock;

/// Plies that a walk is checked for.
const PLIES: usize = 4;
/// Leaves of a tree that is counted several times.
const LEAVES: u64 = 500;
/// Values of a part of a move that are tried on one position: a list of moves is made for each.
const VALUES: usize = 16;
/// Positions that full minimax may visit.
const NODES: u64 = 400;

/// A number below `bound`; 0 when there is none or the bytes have run out.
pub(crate) fn below(input: &mut Unstructured<'_>, bound: usize) -> usize {
    input.choose_index(bound).unwrap_or(0)
}

/// A byte.
pub(crate) fn byte(input: &mut Unstructured<'_>) -> u8 {
    input.arbitrary().unwrap_or(0)
}

/// The numbers below `bound`, or sixteen of them from some place on where there are more.
pub(crate) fn some(input: &mut Unstructured<'_>, bound: usize) -> impl Iterator<Item = usize> + use<> {
    let first = below(input, bound);
    (first..first + bound.min(VALUES)).map(move |value| value % bound)
}

/// The last position of a random game of at most `longest` plies: its length and its seed come from the input, and so do up to three
/// more moves.
pub(crate) fn played<P: Position>(input: &mut Unstructured<'_>, start: P, longest: usize) -> P {
    let (plies, seed) = (below(input, longest + 1), input.arbitrary::<u16>().unwrap_or(0));
    let mut last = start.clone();
    let _ = walk(start, seed.into(), plies, |position: &P| {
        last = position.clone();
        Ok::<(), ()>(())
    });
    for _ in 0..below(input, 4) {
        let count = if last.ended().is_some() { 0 } else { last.count() as usize };
        last = nth_child(&last, below(input, count));
    }
    last
}

/// `count` letters, each one of the sixteen of `palette`, which two share a byte.
pub(crate) fn letters(input: &mut Unstructured<'_>, palette: &[u8; 16], count: usize) -> Vec<u8> {
    let pairs = (0..count.div_ceil(2)).map(|_| byte(input));
    let mut letters: Vec<u8> = pairs.flat_map(|pair| [pair & 15, pair >> 4]).collect();
    letters.truncate(count);
    letters.iter().map(|&index| palette[usize::from(index)]).collect()
}

/// Walks a few plies from `start`. At each position what costs little is checked, and what `look` knows of the game: its modes, and
/// whether it is over where it should be; on each way the key and what `step` knows of a move.
///
/// # Panics
/// With the invariant that does not hold.
pub(crate) fn stroll<G: Game>(
    input: &mut Unstructured<'_>,
    start: G,
    look: impl Fn(&G),
    step: impl Fn(&G, &G::Move, &G),
) -> G {
    let zobrist = Zobrist::standard();
    let mut node = Keyed::new(start, zobrist);
    for _ in 0..=below(input, PLIES) {
        let position = node.position();
        holds(check_moves(position));
        look(position);
        let moves = position.moves();
        if position.ended().is_some() || moves.is_empty() {
            break;
        }
        let mv = moves[below(input, moves.len())];
        let child = node.play(&mv, zobrist);
        let text = || position.text();
        assert_eq!(*child.position(), position.play(&mv), "{mv:?} in {}", text());
        assert_eq!(child.key(), Keyed::new(child.position().clone(), zobrist).key(), "key after {mv:?} in {}", text());
        step(position, &mv, child.position());
        node = child;
    }
    node.position().clone()
}

/// The error of a check as a panic, by which a fuzzer and a test learn of it.
pub(crate) fn holds(check: Result<(), String>) {
    if let Err(fault) = check {
        panic!("{fault}");
    }
}

/// Whether a move is legal exactly when it is in the list; and playing, writing and judging any move at all is harmless.
pub(crate) fn identify<G: Game>(position: &G, moves: &[G::Move], mv: &G::Move) {
    let place = || format!("{} {mv:?} in {}", G::NAME, position.text());
    assert_eq!(position.is_legal(mv), moves.contains(mv), "{}", place());
    let child = position.play(mv);
    assert_ne!(child.side_to_move(), position.side_to_move(), "{}", place());
    let _ = (position.classify(mv), position.parts(mv));
}

/// A text that reads as a move reads as one of `moves`.
pub(crate) fn read<G: Game>(position: &G, moves: &[G::Move], text: &str) {
    if let Ok(mv) = position.parse_move(text) {
        assert!(moves.contains(&mv), "{}: {text} reads as {mv:?} in {}", G::NAME, position.text());
    }
}

/// The deepest tree, of 1 to `deepest` plies, that has about `leaves` leaves if every position has as many moves as this one.
fn depth<P: Position>(position: &P, deepest: u32, leaves: u64) -> u32 {
    let count = position.count().max(2);
    (1..=deepest).rev().find(|&depth| count.saturating_pow(depth) <= leaves).unwrap_or(1)
}

/// Counters with one, two and three threads: starting threads costs more than all else that an execution does.
static COUNTERS: LazyLock<[Perft; 3]> =
    LazyLock::new(|| [1, 2, 3].map(|threads| Perft::new(threads).expect("threads")));

/// Counts a tree as the definition says, then with threads, with a table of any size and seed that is used twice, by first moves and by
/// classes.
pub(crate) fn counts<G: Game, M: Mode<G>>(input: &mut Unstructured<'_>, mode: M, position: &G) {
    let depth = depth(position, 1 + below(input, 4) as u32, LEAVES);
    let plain = slow_perft(mode, position, depth);
    let threads = [1, 1, 1, 2, 3][below(input, 5)];
    let counter = &COUNTERS[threads - 1];
    let bytes = [0, 1 << 10, 1 << 14][below(input, 3)];
    let table = Table::new(bytes, byte(input).into()).expect("memory");
    let place = || format!("{} {} depth {depth}, {threads} threads, {}", G::NAME, M::NAME, position.text());
    for table in [None, Some(&table), Some(&table)] {
        let count = counter.count(mode, position, depth, table, &Control::new());
        assert_eq!(count, Ok(plain), "{}, table {table:?}", place());
    }
    let rows = counter.divide(mode, position, depth, Some(&table), &Control::new()).expect("a small tree");
    let weighed: u64 = rows.iter().map(|(mv, leaves)| weight(mode, position, mv) * leaves).sum();
    assert_eq!(weighed, plain, "{}, by moves", place());
    let classes = counter.classes(mode, position, depth, &Control::new()).expect("a small tree");
    assert_eq!(classes.nodes, plain, "{}, by classes", place());
    let [captures, kings] = [classes.captures, classes.king_captures];
    assert!(kings <= captures && classes.multi_captures <= captures && captures <= plain, "{}: {classes:?}", place());
}

/// How often `mode` counts the edge `mv`.
fn weight<P: Position, M: Mode<P>>(mode: M, position: &P, mv: &P::Move) -> u64 {
    let mut found = 0;
    let _ = mode.visit_cold(position, &mut |other, weight| {
        if other == *mv {
            found = weight;
            return std::ops::ControlFlow::Break(());
        }
        std::ops::ControlFlow::Continue(())
    });
    found
}

/// Searches the position with any of the game's rules of play switched, a few plies into a record: in exact mode the value is that of
/// full minimax; a search that is stopped, whenever it is, gives a legal move.
pub(crate) fn searches<P: Play>(input: &mut Unstructured<'_>, position: P) {
    let switched = byte(input);
    let rules = (0..P::RULES.len()).fold(RuleSet::standard(P::RULES), |rules, place| {
        if switched >> (place % 8) & 1 == 1 { rules.with(place, !rules.has(place)) } else { rules }
    });
    let mut record = Record::new(position, P::referee(rules));
    for _ in 0..below(input, 5) {
        let moves = record.legal_moves();
        if moves.is_empty() || !record.play(&moves[below(input, moves.len())]) {
            break;
        }
    }
    if record.outcome().is_some() {
        return;
    }
    let values = if below(input, 2) == 0 { Values::Own(P::evaluation(rules)) } else { Values::Few };
    let setting = Setting {
        lines: [1, 7, 64][below(input, 3)],
        threads: [1, 1, 1, 1, 1, 1, 2, 3][below(input, 8)],
        driver: [Driver::Abdada, Driver::LazySmp][below(input, 2)],
    };
    if below(input, 4) > 0 {
        let depth = depth(record.position(), 1 + below(input, 4) as u32, NODES);
        holds(check_search(&record, &values, depth, NODES, setting).map(|_| ()));
    } else {
        stopped(input, &record, &values, setting);
    }
}

/// A search that is cut short by nodes, by a stop that was there before, or by one after some report.
fn stopped<P: Play>(
    input: &mut Unstructured<'_>,
    record: &Record<P, P::Referee>,
    values: &Values<P>,
    setting: Setting,
) {
    let (nodes, reports) = (u64::from(byte(input)), below(input, 4));
    let options = if below(input, 2) == 0 { P::OPTIONS } else { Options::default() };
    let stop = Stop::default();
    let mut left = reports;
    let mut progress = |_: &_| match left.checked_sub(1) {
        Some(fewer) => left = fewer,
        None => stop.stop(),
    };
    if reports == 3 {
        stop.stop();
    }
    let engine = match setting.engine(options) {
        Ok(engine) => engine,
        Err(fault) => panic!("{fault}"),
    };
    let report = engine.search(record, values, &Limits::nodes(nodes), &stop, &mut progress);
    let place = || format!("{} {setting:?} {nodes} nodes, {}", P::NAME, record.position().text());
    let report = report.unwrap_or_else(|fault| panic!("{}: {fault}", place()));
    let legal = record.legal_moves();
    assert!(report.line.first().is_some_and(|mv| legal.contains(mv)), "{}: {:?}", place(), report.line);
}
