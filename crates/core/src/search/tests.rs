//! The ladder: full minimax = alpha-beta = alpha-beta with a table = every driver with 1, 2 and 4 threads, on explicit
//! random trees with repetition, rule clocks, forced and optional quiescence and evaluations that force ties.

use super::*;
use crate::position::{MoveClass, Outcome, Position, Side};
use crate::rng::SplitMix64;
use proptest::prelude::*;

/// A node of a random graph in which paths meet and cycles occur: moves 0 and 1 may be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Maze {
    cell: u64,
    cells: u64,
    side: Side,
    noise: u8,
    /// Noisy moves so far: after three nothing is noisy any more, as captures end when the pieces do.
    spent: u8,
    /// Whether there is always a move, and no end.
    endless: bool,
}

impl Maze {
    fn new(seed: u64, cells: u64, noise: u8) -> Self {
        Self { cell: seed % cells, cells, side: Side::White, noise, spent: 0, endless: false }
    }
    /// A maze whose game is not over at once.
    pub(super) fn open(seed: u64, cells: u64, noise: u8) -> Self {
        let mazes = (0..).map(|i| Self::new(seed.wrapping_add(i), cells, noise));
        mazes
            .take(1000)
            .find(|maze| maze.ended().is_none() && maze.any())
            .unwrap_or_else(|| Self::open(seed, cells + 1, noise))
    }
    fn dice(&self) -> u64 {
        SplitMix64::new(self.cell * 2 + self.side.index() as u64).next_u64()
    }
    fn width(&self) -> u8 {
        if self.endless { 6 } else { (self.dice() % 5) as u8 }
    }
    pub(super) fn value(&self) -> Score {
        // Few different values, so that ties are everywhere.
        (self.dice() >> 32) as i32 % 4 * 10
    }
    fn loud(&self, mv: u8) -> bool {
        self.noise > 0 && self.spent < 3 && (self.dice() >> (8 + mv)).is_multiple_of(4)
    }
}

impl Position for Maze {
    type Move = u8;
    type Planes = [u64; 2];

    fn side_to_move(&self) -> Side {
        self.side
    }
    fn visit<F: FnMut(u8) -> ControlFlow<()>>(&self, visitor: F) -> ControlFlow<()> {
        (0..self.width()).try_for_each(visitor)
    }
    fn count(&self) -> u64 {
        self.width().into()
    }
    fn any(&self) -> bool {
        self.width() > 0
    }
    fn play(&self, mv: &u8) -> Self {
        let cell = match mv {
            0 if !self.loud(0) => (self.cell + 1) % self.cells,
            1 if !self.loud(1) => (self.cell + self.cells - 1) % self.cells,
            // A move that can't be taken back: upwards in a numbering that only grows.
            _ => SplitMix64::new(self.cell ^ u64::from(*mv) << 40).next_u64() % self.cells,
        };
        let spent = self.spent + u8::from(self.irreversible(mv));
        Self { cell, side: self.side.other(), spent, ..self.clone() }
    }
    fn ended(&self) -> Option<Outcome> {
        (!self.endless && (self.dice() >> 20).is_multiple_of(23)).then_some(if self.dice().is_multiple_of(2) {
            Outcome::Draw
        } else {
            Outcome::Win(Side::White)
        })
    }
    fn planes(&self) -> [u64; 2] {
        [self.cell, self.side.index() as u64 | u64::from(self.spent) << 1]
    }
    fn classify(&self, _: &u8) -> MoveClass {
        MoveClass::default()
    }
}

impl SearchGame for Maze {
    const HISTORY: usize = 8;
    const TARGETS: usize = 8;

    fn history_index(&self, mv: &u8) -> usize {
        usize::from(*mv)
    }
    fn target(&self, mv: &u8) -> usize {
        usize::from(*mv)
    }
    fn gain(&self, mv: &u8) -> Score {
        i32::from(self.loud(*mv)) * 10
    }
    fn unrest(&self) -> Unrest {
        match self.noise {
            0 => Unrest::Calm,
            1 if self.spent < 3 && self.width() > 0 && self.dice().is_multiple_of(3) => Unrest::Forced,
            2 if (0..self.width()).any(|mv| self.loud(mv)) && self.dice().is_multiple_of(2) => Unrest::Optional,
            _ => Unrest::Calm,
        }
    }
    fn visit_noisy(&self, visitor: &mut dyn FnMut(u8) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.unrest() == Unrest::Forced {
            return self.visit(visitor);
        }
        (0..self.width()).filter(|&mv| self.loud(mv)).try_for_each(visitor)
    }
    fn irreversible(&self, mv: &u8) -> bool {
        self.unrest() == Unrest::Forced || self.loud(*mv)
    }
}

/// Repetition, and a draw after so many plies of quiet moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) repetition: bool,
    pub(super) plies: Option<u8>,
    pub(super) forbid: bool,
}

impl Referee<Maze> for Rules {
    type Clock = u8;
    const FORBIDS: bool = true;

    fn tick(&self, clock: u8, parent: &Maze, mv: &u8, _: &Maze) -> u8 {
        if parent.loud(*mv) { 0 } else { clock.saturating_add(1) }
    }
    fn verdict(&self, clock: u8, _: &Maze) -> Option<Outcome> {
        self.plies.filter(|&plies| clock >= plies).map(|_| Outcome::Draw)
    }
    fn repetition(&self) -> bool {
        self.repetition
    }
    fn forbids(&self, clock: u8, _: &Maze, mv: &u8) -> bool {
        self.forbid && (*mv == 2 && clock % 4 == 3 || clock == 5)
    }
    fn salt(&self, clock: u8, exact: bool) -> u64 {
        if exact && self.plies.is_some() || self.forbid { u64::from(clock) + 1 } else { 0 }
    }
}

/// Move number `n` stands for `n + 1` edges.
#[derive(Clone, Copy, Default)]
struct Weighted;

impl crate::position::Mode<Maze> for Weighted {
    const NAME: &'static str = "weighted";

    fn visit<F: FnMut(u8, u64) -> ControlFlow<()>>(self, position: &Maze, mut visitor: F) -> ControlFlow<()> {
        position.visit(|mv| visitor(mv, u64::from(mv) + 1))
    }
    fn count(self, position: &Maze) -> u64 {
        position.count() * (position.count() + 1) / 2
    }
}

fn rules() -> impl Strategy<Value = Rules> {
    (any::<bool>(), proptest::option::of(3u8..8), any::<bool>()).prop_map(|(repetition, plies, forbid)| Rules {
        repetition,
        plies,
        forbid,
    })
}

fn engine(lines: usize, threads: usize, driver: Driver) -> Engine {
    let table = TranspositionTable::with_lines(lines).unwrap();
    Engine { table, options: Options::EXACT, threads, driver, share_after: 0 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]
    /// On small graphs most moves lead to a position that the table knows, and from this depth on it is asked about all of them.
    #[test]
    fn what_the_table_knows_of_the_next_moves_changes_no_value(seed: u64, cells in 20u64..2000, noise in 0u8..2, depth in 6u32..9) {
        let record = Record::new(Maze::open(seed, cells, noise), NoReferee);
        let (values, _) = minimax(&record, &Maze::value, depth);
        let engine = engine(4096, 1, Driver::Abdada);
        let report = engine.search(&record, &Maze::value, &Limits::depth(depth), &Stop::default(), &mut |_| {}).unwrap();
        prop_assert!(report.depth == depth || score::settled(report.score, report.depth));
        prop_assert_eq!(Some(report.score), values.iter().map(|value| value.1).max());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn every_driver_gives_the_value_of_full_minimax(seed: u64, cells in 3u64..60, noise in 0u8..3, depth in 1u32..7, rules in rules(), lines in prop_oneof![Just(1usize), Just(7), Just(4096)]) {
        let record = Record::new(Maze::open(seed, cells, noise), rules);
        let evaluation = Maze::value;
        let (values, _) = minimax(&record, &evaluation, depth);
        let best = values.iter().map(|value| value.1).max().unwrap();
        prop_assert_eq!(brothers::young_brothers_wait(&record, &evaluation, depth), best);
        for driver in [Driver::Abdada, Driver::LazySmp] {
            for threads in [1, 2, 4] {
                let engine = engine(lines, threads, driver);
                let mut reports = 0;
                let report = engine.search(&record, &Maze::value, &Limits::depth(depth), &Stop::default(), &mut |_| reports += 1).unwrap();
                prop_assert!(reports > 0);
                prop_assert!(report.depth == depth || score::settled(report.score, report.depth), "{:?} {}", driver, threads);
                prop_assert_eq!(report.score, best, "{:?} {}", driver, threads);
                let chosen = values.iter().find(|value| Some(&value.0) == report.line.first()).unwrap();
                prop_assert_eq!(chosen.1, best);
            }
        }
    }

    /// A record beside a plain list of positions: what may be played, what was, how often, and how it ended.
    #[test]
    fn a_record_says_what_a_list_of_its_positions_says(seed: u64, cells in 3u64..30, noise in 0u8..3, rules in rules(), choices in proptest::collection::vec(any::<u8>(), 0..40)) {
        let mut record = Record::new(Maze::open(seed, cells, noise), rules);
        let (mut positions, mut clocks, mut moves) = (vec![record.position().clone()], vec![0], Vec::new());
        for choice in choices {
            let (position, clock) = (positions[moves.len()].clone(), clocks[moves.len()]);
            let occurrences = positions.iter().filter(|&earlier| *earlier == position).count();
            let legal: Vec<u8> = (0..position.width()).filter(|mv| !rules.forbids(clock, &position, mv)).collect();
            let drawn = rules.repetition && occurrences >= 3 || rules.plies.is_some_and(|plies| clock >= plies);
            let outcome = match position.ended() {
                Some(outcome) => Some(outcome),
                None if legal.is_empty() => Some(rules.stuck(&position)),
                None => drawn.then_some(Outcome::Draw),
            };
            prop_assert_eq!(record.position(), &position);
            prop_assert_eq!(record.moves(), &moves);
            prop_assert_eq!(record.occurrences(), occurrences);
            prop_assert_eq!(record.outcome(), outcome);
            prop_assert_eq!(record.legal_moves(), if position.ended().is_some() { Vec::new() } else { legal.clone() });
            let since = (0..moves.len()).rev().take_while(|&n| !positions[n].irreversible(&moves[n])).count();
            prop_assert_eq!(record.recent_keys().len(), since + 1);
            // A move too many is tried as well.
            let mv = choice % (position.width() + 1);
            let may = outcome.is_none() && legal.contains(&mv);
            let mut other = record.clone();
            prop_assert_eq!(record.play(&mv), may, "{} at {:?}", mv, position);
            if !may {
                prop_assert_eq!(record.moves(), &moves);
                // Random moves: one of the legal ones, or the end.
                let ended = other.play_random(crate::position::Unique, &mut SplitMix64::new(seed));
                prop_assert_eq!(ended, outcome);
                prop_assert_eq!(other.moves().len(), moves.len() + usize::from(outcome.is_none()));
                break;
            }
            let child = position.play(&mv);
            clocks.push(rules.tick(clock, &position, &mv, &child));
            positions.push(child);
            moves.push(mv);
        }
        for (n, position) in positions.iter().enumerate() {
            prop_assert_eq!(record.position_before(n), position);
        }
        prop_assert_eq!(record.position_before(usize::MAX), &positions[moves.len()]);
        let mut cut = record.clone();
        cut.cut(moves.len() / 2);
        prop_assert_eq!(cut.moves(), &moves[..moves.len() / 2]);
        prop_assert_eq!(cut.position(), &positions[moves.len() / 2]);
        while let Some(mv) = moves.pop() {
            prop_assert_eq!(record.undo(), Some(mv));
            prop_assert_eq!(record.position(), &positions[moves.len()]);
        }
        prop_assert_eq!(record.undo(), None);
    }

    #[test]
    fn a_playout_goes_to_the_end_or_so_far_as_it_may(seed: u64, cells in 3u64..30, rules in rules(), plies in 0usize..30) {
        let mut record = Record::new(Maze::open(seed, cells, 1), rules);
        let random = &mut SplitMix64::new(seed);
        let outcome = record.play_out(crate::position::Unique, plies, random, &crate::perft::Control::new());
        prop_assert_eq!(outcome, record.outcome());
        prop_assert!(record.moves().len() <= plies);
        prop_assert!(record.moves().len() == plies || outcome.is_some());
        let mut again = Record::new(record.position_before(0).clone(), rules);
        prop_assert!(record.moves().iter().all(|mv| again.play(mv)), "a move that may not be played");
        let stopped = crate::perft::Control::new();
        stopped.stop();
        let before = again.moves().len();
        again.play_out(crate::position::Unique, 9, random, &stopped);
        prop_assert_eq!(again.moves().len(), before);
    }

    /// An edge has the chance that its weight gives it.
    #[test]
    fn random_moves_are_drawn_by_their_weight(seed: u64, forbid: bool) {
        let rules = Rules { repetition: false, plies: None, forbid };
        let record = Record::new(Maze::open(seed, 40, 0), rules);
        let mut drawn = [0u32; 5];
        for seed in 0..400 {
            let mut record = record.clone();
            if record.play_random(Weighted, &mut SplitMix64::new(seed)).is_none() {
                drawn[usize::from(record.moves()[0])] += 1;
            }
        }
        let legal = record.legal_moves();
        let edges: u32 = legal.iter().map(|mv| u32::from(*mv) + 1).sum();
        for mv in 0..5u8 {
            let expected = if legal.contains(&mv) { 400 * (u32::from(mv) + 1) / edges } else { 0 };
            // Five standard deviations.
            let off = drawn[usize::from(mv)].abs_diff(expected);
            prop_assert!(if expected == 0 { off == 0 } else { off < 50 }, "{mv}: {drawn:?} of {legal:?}");
        }
    }

    #[test]
    fn several_best_moves_are_the_best_ones_in_order(seed: u64, cells in 3u64..60, depth in 1u32..5) {
        let record = Record::new(Maze::open(seed, cells, 0), NoReferee);
        let evaluation = Maze::value;
        let (mut values, _) = minimax(&record, &evaluation, depth);
        values.sort_by_key(|value| -value.1);
        let mut scores = Vec::new();
        let limits = Limits { multi_pv: 3, ..Limits::depth(depth) };
        let report = engine(64, 1, Driver::Abdada).search(&record, &Maze::value, &limits, &Stop::default(), &mut |report| {
            if report.depth == depth { scores.push(report.score); }
        }).unwrap();
        if report.depth == depth {
            let expected: Vec<Score> = values.iter().take(3).map(|value| value.1).collect();
            prop_assert_eq!(scores, expected);
        }
    }

    #[test]
    fn with_devices_too_the_ranks_of_a_depth_come_best_first(seed: u64, cells in 20u64..200, depth in 3u32..9) {
        let record = Record::new(Maze::open(seed, cells, 2), NoReferee);
        let engine = Engine { options: Options::default(), ..engine(64, 1, Driver::Abdada) };
        let mut ranks = Vec::new();
        let limits = Limits { multi_pv: 4, ..Limits::depth(depth) };
        let report = engine.search(&record, &Maze::value, &limits, &Stop::default(), &mut |report| {
            ranks.push((report.depth, report.rank, report.score));
        }).unwrap();
        prop_assert!(ranks.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[1].1 == 1
            || pair[0].1 + 1 == pair[1].1 && pair[0].2 >= pair[1].2), "{ranks:?}");
        prop_assert!(ranks.contains(&(report.depth, 1, report.score)));
    }

    #[test]
    fn a_stopped_search_still_gives_a_legal_move(seed: u64, cells in 3u64..60, nodes in 0u64..200, threads in 1usize..4) {
        let record = Record::new(Maze::open(seed, cells, 2), NoReferee);
        let engine = Engine { options: Options::default(), ..engine(64, threads, Driver::LazySmp) };
        let report = engine.search(&record, &Maze::value, &Limits::nodes(nodes), &Stop::default(), &mut |_| {}).unwrap();
        prop_assert!(record.position().is_legal(&report.line[0]));
    }

    #[test]
    fn a_node_budget_repeated_gives_the_same_search(seed: u64, cells in 3u64..60, nodes in 1u64..2000) {
        let record = Record::new(Maze::open(seed, cells, 2), NoReferee);
        let run = || {
            let engine = Engine { options: Options::default(), ..engine(64, 1, Driver::Abdada) };
            let report = engine.search(&record, &Maze::value, &Limits::nodes(nodes), &Stop::default(), &mut |_| {}).unwrap();
            (report.score, report.line, report.statistics)
        };
        let once = run();
        prop_assert!(once.2.nodes <= nodes);
        prop_assert_eq!(once, run());
    }
}

/// A place in a maze where four moves are not loud, and one where the first of four is and the last is not.
fn quiet_and_loud() -> [Maze; 2] {
    let find = |noise, right: fn(&Maze) -> bool| {
        (0..).map(|seed| Maze::new(seed, 1 << 40, noise)).find(|maze| maze.width() == 4 && right(maze)).unwrap()
    };
    [find(0, |_| true), find(2, |maze| maze.loud(0) && !maze.loud(3))]
}

fn unranked(mv: u8) -> order::Ranked<u8> {
    order::Ranked { mv, index: mv.into(), rank: 0 }
}

#[test]
fn history_is_kept_by_side_by_move_and_by_the_move_before() {
    let [quiet, _] = quiet_and_loud();
    let mut order = order::Order::new::<Maze>();
    assert_eq!([0, 1, 2, 3].map(|mv| order.rank(&quiet, &mv, Some(6))), [0; 4]);
    order.reward(&quiet, &unranked(2), &[unranked(0), unranked(1)], 4, Some(6));
    // 16 for the square of the depth, for the move and once more for it as a reply.
    let ranks = |order: &order::Order, maze: &Maze, previous| [0, 1, 2, 3].map(|mv| order.rank(maze, &mv, previous));
    assert_eq!(ranks(&order, &quiet, Some(6)), [-512, -512, 512, 0]);
    assert_eq!(ranks(&order, &quiet, Some(5)), [-256, -256, 256, 0]);
    assert_eq!(ranks(&order, &quiet, None), [-256, -256, 256, 0]);
    let other = Maze { side: Side::Black, ..quiet.clone() };
    assert_eq!(ranks(&order, &other, None), [0; 4]);
    assert_eq!(ranks(&order, &other, Some(6)), [-256, -256, 256, 0]);
    // However deep, an eighth of the whole at most.
    order.reward(&quiet, &unranked(3), &[], 200, None);
    assert_eq!(ranks(&order, &quiet, None), [-256, -256, 256, 2048]);

    let mut pupil = order::Order::new::<Maze>();
    pupil.reward(&quiet, &unranked(0), &[], 200, None);
    pupil.learn_from(&order);
    for (maze, previous) in [(&quiet, None), (&quiet, Some(6)), (&other, Some(6))] {
        assert_eq!(ranks(&pupil, maze, previous), ranks(&order, maze, previous));
    }
}

#[test]
fn captures_come_before_the_rest_and_teach_nothing_of_it() {
    let [quiet, loud] = quiet_and_loud();
    let mut order = order::Order::new::<Maze>();
    for (mv, depth) in [(3, 200), (3, 200), (1, 1), (2, 2)] {
        order.reward(&quiet, &unranked(mv), &[], depth, None);
    }
    let [capture, best, next, last] =
        [(&loud, 0), (&quiet, 3), (&quiet, 2), (&quiet, 1)].map(|(maze, mv)| order.rank(maze, &mv, None));
    assert!(capture > best && best > next && next > last && last > 0, "{capture} {best} {next} {last}");
    assert!(order::table_rank() > capture);
    // A capture that cuts off teaches nothing about quiet moves, nor does one that does not.
    let ranks = |order: &order::Order| [0, 1, 2, 3].map(|mv| order.quiet(&loud, &mv, None));
    let known = ranks(&order);
    order.reward(&loud, &unranked(0), &[unranked(3)], 9, None);
    assert_eq!(ranks(&order), known);
    order.reward(&loud, &unranked(3), &[unranked(0)], 9, None);
    assert_eq!(ranks(&order)[..3], known[..3]);
}

/// A game that nobody can win.
fn endless() -> Record<Maze, NoReferee> {
    Record::new(Maze { endless: true, ..Maze::new(0, 1 << 40, 0) }, NoReferee)
}

/// Whichever thread it is: the others stop, and the caller learns of it.
#[test]
fn a_panic_in_the_evaluation_is_an_error() {
    let record = endless();
    let caller = std::thread::current().id();
    for (threads, driver) in [(1, Driver::Abdada), (2, Driver::Abdada), (3, Driver::Abdada), (2, Driver::LazySmp)] {
        for (by_caller, calm) in [true, false].into_iter().flat_map(|by_caller| [0, 500].map(|calm| (by_caller, calm)))
        {
            if threads == 1 && !by_caller {
                continue;
            }
            let evaluated = AtomicU64::new(0);
            let evaluation = |maze: &Maze| -> Score {
                let here = (std::thread::current().id() == caller) == by_caller;
                assert!(!here || evaluated.fetch_add(1, Relaxed) < calm, "no value");
                maze.value()
            };
            let engine = engine(4096, threads, driver);
            let result = engine.search(&record, &evaluation, &Limits::default(), &Stop::default(), &mut |_| {});
            assert_eq!(result.unwrap_err(), SearchError::Worker("no value".into()), "{threads} {driver:?}");
        }
    }
}

/// The caller's own panic comes back to him. With a tree for each thread the others searched on to the greatest depth.
#[test]
fn a_panic_where_progress_is_told_ends_the_search() {
    let record = endless();
    for driver in [Driver::Abdada, Driver::LazySmp] {
        let engine = engine(4096, 2, driver);
        let mut progress = |report: &Report<u8>| assert!(report.depth < 3, "told enough");
        let search = || engine.search(&record, &Maze::value, &Limits::default(), &Stop::default(), &mut progress);
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(search)).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"told enough"), "{driver:?}");
    }
}

#[test]
fn a_search_for_a_time_ends_in_time() {
    let record = endless();
    let engine = engine(1024, 2, Driver::LazySmp);
    let start = Instant::now();
    engine
        .search(&record, &Maze::value, &Limits::time(Duration::from_millis(60)), &Stop::default(), &mut |_| {})
        .unwrap();
    assert!(start.elapsed() < Duration::from_millis(200), "{:?}", start.elapsed());
}
