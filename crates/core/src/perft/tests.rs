//! Perft against its definition, on trees that are grown from a seed: any shape, no rules.

use super::*;
use crate::conformance::slow_perft;
use crate::position::{MoveClass, Outcome, Side};
use crate::rng::SplitMix64;
use proptest::prelude::*;

/// A node of a tree in which the number of children, the end of the game and the weights all follow from a
/// hash of the path. Paths of equal hash meet again, so that tables have something to find.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Bush {
    state: u64,
    width: u8,
    side: Side,
}

impl Bush {
    fn new(seed: u64, width: u8) -> Self {
        Self { state: seed % 5000, width, side: Side::White }
    }
    fn dice(&self) -> u64 {
        SplitMix64::new(self.state).next_u64()
    }
    fn children(&self) -> u8 {
        // Now and then a long forced line: one child.
        if self.dice() % 8 < 3 { 1 } else { (self.dice() >> 8) as u8 % (self.width + 1) }
    }
}

impl Position for Bush {
    type Move = u8;
    type Planes = [u64; 2];

    fn side_to_move(&self) -> Side {
        self.side
    }
    fn visit<F: FnMut(u8) -> ControlFlow<()>>(&self, visitor: F) -> ControlFlow<()> {
        (0..self.children()).try_for_each(visitor)
    }
    fn count(&self) -> u64 {
        self.children().into()
    }
    fn any(&self) -> bool {
        self.children() > 0
    }
    fn play(&self, mv: &u8) -> Self {
        let state = SplitMix64::new(self.state * 31 + u64::from(*mv)).next_u64() % 5000;
        Self { state, width: self.width, side: self.side.other() }
    }
    fn ended(&self) -> Option<Outcome> {
        (self.dice() % 16 == 7).then_some(Outcome::Draw)
    }
    fn planes(&self) -> [u64; 2] {
        [self.state, self.side.index() as u64]
    }
    fn classify(&self, mv: &u8) -> MoveClass {
        MoveClass { capture: mv.is_multiple_of(2), multi_capture: mv.is_multiple_of(4), ..MoveClass::default() }
    }
}

/// Move number `n` stands for `n + 1` edges.
#[derive(Clone, Copy, Default)]
struct Heavy;

impl Mode<Bush> for Heavy {
    const NAME: &'static str = "heavy";

    fn visit<F: FnMut(u8, u64) -> ControlFlow<()>>(self, position: &Bush, mut visitor: F) -> ControlFlow<()> {
        position.visit(|mv| visitor(mv, u64::from(mv) + 1))
    }
    fn count(self, position: &Bush) -> u64 {
        let n = position.count();
        n * (n + 1) / 2
    }
}

fn tables() -> [Option<Table>; 3] {
    [None, Some(Table::new(0, 1).unwrap()), Some(Table::new(1 << 16, 2).unwrap())]
}

proptest! {
    #[test]
    fn every_way_of_counting_agrees(seed: u64, width in 1u8..9, depth in 0u32..8) {
        let root = Bush::new(seed, width);
        let (light, heavy) = (slow_perft(Unique, &root, depth), slow_perft(Heavy, &root, depth));
        for threads in [1, 2] {
            let perft = Perft::new(threads).unwrap();
            let control = Control::new();
            for table in &tables() {
                let table = table.as_ref();
                prop_assert_eq!(perft.count(Unique, &root, depth, table, &control), Ok(light));
                prop_assert_eq!(perft.count(Heavy, &root, depth, table, &control), Ok(heavy));
                if depth > 0 {
                    let divide = perft.divide(Heavy, &root, depth, table, &control).unwrap();
                    let sum: u64 = divide.iter().map(|(mv, n)| (u64::from(*mv) + 1) * n).sum();
                    prop_assert_eq!(sum, heavy);
                }
            }
            let classes = perft.classes(Heavy, &root, depth, &control).unwrap();
            prop_assert_eq!(classes.nodes, heavy);
            prop_assert!(classes.multi_captures <= classes.captures && classes.captures <= heavy);
        }
    }
}

/// A chain in which every node has 2^40 children, all alike: two plies still fit, four do not.
#[derive(Clone, Copy, Default)]
struct Enormous;

impl Mode<Bush> for Enormous {
    const NAME: &'static str = "enormous";

    fn visit<F: FnMut(u8, u64) -> ControlFlow<()>>(self, _: &Bush, mut visitor: F) -> ControlFlow<()> {
        visitor(0, 1 << 40)
    }
    fn count(self, _: &Bush) -> u64 {
        1 << 40
    }
    fn count2(self, _: &Bush) -> u64 {
        1 << 60
    }
}

#[test]
fn an_overflow_is_an_error_and_is_not_remembered() {
    let root = (0..)
        .map(|seed| Bush::new(seed, 4))
        .find(|b| (0..4).try_fold(b.clone(), |b, _| b.ended().is_none().then(|| b.play(&0))).is_some())
        .unwrap();
    let perft = Perft::new(1).unwrap();
    for table in &tables() {
        for _ in 0..2 {
            assert_eq!(perft.count(Enormous, &root, 4, table.as_ref(), &Control::new()), Err(PerftError::Overflow));
        }
    }
}

#[test]
fn a_stopped_count_says_so_and_leaves_the_table_right() {
    let root = Bush::new(3, 8);
    let table = Table::new(1 << 20, 3).unwrap();
    let perft = Perft::new(2).unwrap();
    let stopped = Control::new();
    stopped.stop();
    assert!(matches!(perft.count(Unique, &root, 9, Some(&table), &stopped), Err(PerftError::Interrupted(_))));
    let expected = slow_perft(Unique, &root, 7);
    assert_eq!(perft.count(Unique, &root, 7, Some(&table), &Control::new()), Ok(expected));
}

#[test]
fn a_depth_beyond_the_limit_is_an_error() {
    let perft = Perft::new(1).unwrap();
    assert_eq!(perft.count(Unique, &Bush::new(1, 2), 65, None, &Control::new()), Err(PerftError::Depth(65)));
    let root = Threes { ply: 0, end: 1 };
    assert_eq!(perft.divide(Unique, &root, 65, None, &Control::new()), Err(PerftError::Depth(65)));
    assert_eq!(perft.divide(Unique, &root, 64, None, &Control::new()), Ok([0, 1, 2].map(|mv| (mv, 0)).into()));
}

#[test]
fn no_move_leads_to_depth_0() {
    let perft = Perft::new(1).unwrap();
    assert_eq!(perft.divide(Unique, &Threes { ply: 0, end: 9 }, 0, None, &Control::new()), Ok([].into()));
}

#[test]
fn a_task_runs_once_on_every_thread_at_the_same_time() {
    for threads in [1, 3] {
        let (perft, all, runs) = (Perft::new(threads).unwrap(), std::sync::Barrier::new(threads), AtomicU64::new(0));
        perft.on_every_thread(&|| {
            runs.fetch_add(1, Relaxed);
            all.wait();
        });
        assert_eq!(runs.into_inner(), threads as u64);
    }
}

/// The test vectors of its authors (draft-eastlake-fnv): a hash of two things that were mixed up would let one table give the count of
/// another mode.
#[test]
fn the_salt_is_the_published_hash() {
    for (text, hash) in [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)] {
        let mut salt = Salt::new();
        salt.write(text.as_bytes());
        assert_eq!(salt.finish(), hash, "{text}");
    }
}

#[test]
fn progress_reaches_the_whole() {
    let perft = Perft::new(2).unwrap();
    for divides in [false, true] {
        let (control, root) = (Control::new(), Bush::new(3, 8));
        assert_eq!(control.progress(), 0.0);
        if divides {
            perft.divide(Unique, &root, 12, None, &control).unwrap();
        } else {
            perft.count(Unique, &root, 12, None, &control).unwrap();
        }
        assert!((control.progress() - 1.0).abs() < 1e-6, "{}", control.progress());
    }
}

#[test]
fn progress_can_be_told() {
    let control = Control::new();
    control.set_progress(0.25);
    assert_eq!(control.progress(), 0.25);
}

/// A tree with three moves everywhere, until the ply `end`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Threes {
    ply: u64,
    end: u64,
}

impl Position for Threes {
    type Move = u8;
    type Planes = [u64; 1];

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.ply as usize % 2]
    }
    fn visit<F: FnMut(u8) -> ControlFlow<()>>(&self, visitor: F) -> ControlFlow<()> {
        (0..self.count() as u8).try_for_each(visitor)
    }
    fn count(&self) -> u64 {
        if self.any() { 3 } else { 0 }
    }
    fn any(&self) -> bool {
        self.ply < self.end
    }
    fn play(&self, _: &u8) -> Self {
        Self { ply: self.ply + 1, ..*self }
    }
    fn planes(&self) -> [u64; 1] {
        [self.ply]
    }
    fn classify(&self, _: &u8) -> MoveClass {
        MoveClass::default()
    }
}

#[test]
fn the_grain_is_the_deepest_tree_that_is_small_and_leaves_enough_to_share() {
    let small = |depth: u32| 3u64.pow(depth) < GRAIN_LEAVES;
    let enough = |depth: u32, grain: u32| 3u64.pow(depth - grain) >= MIN_TASKS;
    for depth in 2..30 {
        let expected = (2..=depth).rev().find(|&grain| grain == 2 || small(grain) && enough(depth, grain));
        assert_eq!(Some(grain(&Threes { ply: 0, end: 99 }, depth, &Control::new())), expected, "{depth}");
    }
}

/// A mode whose numbers are not what its visits say: builds with debug assertions must not count with it.
#[cfg(debug_assertions)]
#[test]
fn a_mode_that_contradicts_itself_is_found_out() {
    #[derive(Clone, Copy, Default)]
    struct Lies<const EDGES: u64, const PAIRS: u64>;
    impl<const EDGES: u64, const PAIRS: u64> Mode<Threes> for Lies<EDGES, PAIRS> {
        const NAME: &'static str = "lies";
        fn visit<F: FnMut(u8, u64) -> ControlFlow<()>>(self, position: &Threes, mut visitor: F) -> ControlFlow<()> {
            position.visit(|mv| visitor(mv, 1))
        }
        fn count(self, _: &Threes) -> u64 {
            EDGES
        }
        fn count2(self, _: &Threes) -> u64 {
            PAIRS
        }
    }
    let (perft, root) = (Perft::new(1).unwrap(), Threes { ply: 0, end: 99 });
    // Deep enough for nodes of depth 3 that are counted in place.
    fn fails<const EDGES: u64, const PAIRS: u64>(perft: &Perft, root: &Threes) -> bool {
        let count = || perft.count(Lies::<EDGES, PAIRS>, root, 12, None, &Control::new());
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(count)).is_err()
    }
    assert!(!fails::<3, 9>(&perft, &root));
    assert!(fails::<3, 8>(&perft, &root), "two plies");
    assert!(fails::<4, 12>(&perft, &root), "one ply");
}

#[test]
fn a_saturated_count_of_a_mode_is_an_overflow() {
    #[derive(Clone, Copy, Default)]
    struct TooMany;
    impl Mode<Threes> for TooMany {
        const NAME: &'static str = "too many";
        fn visit<F: FnMut(u8, u64) -> ControlFlow<()>>(self, _: &Threes, mut visitor: F) -> ControlFlow<()> {
            visitor(0, u64::MAX)
        }
        fn count(self, _: &Threes) -> u64 {
            u64::MAX
        }
    }
    let (perft, root) = (Perft::new(1).unwrap(), Threes { ply: 0, end: 99 });
    for depth in [1, 2, 3] {
        assert_eq!(perft.count(TooMany, &root, depth, None, &Control::new()), Err(PerftError::Overflow), "{depth}");
    }
}

#[test]
fn a_stop_reaches_every_part_of_the_tree_at_once() {
    for threads in [1, 2] {
        let (perft, control) = (Perft::new(threads).unwrap(), Control::new());
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_millis(100));
                control.stop();
            });
            let start = std::time::Instant::now();
            let result = perft.count(Unique, &Threes { ply: 0, end: 99 }, 40, None, &control);
            assert!(matches!(result, Err(PerftError::Interrupted(1..))), "{result:?}");
            assert!(start.elapsed() < std::time::Duration::from_secs(2), "{:?}", start.elapsed());
        });
    }
}

#[test]
fn a_tree_that_dies_out_is_measured_in_bounded_time() {
    let root = Threes { ply: 0, end: 40 };
    let start = std::time::Instant::now();
    assert!((2..=64).contains(&grain(&root, 64, &Control::new())));
    assert!(start.elapsed() < std::time::Duration::from_secs(1), "{:?}", start.elapsed());
    // With a table the count itself is a matter of 40 positions.
    let (perft, table) = (Perft::new(2).unwrap(), Table::new(1 << 20, 1).unwrap());
    assert_eq!(perft.count(Unique, &root, 64, Some(&table), &Control::new()), Ok(0));
    assert_eq!(perft.count(Unique, &root, 40, Some(&table), &Control::new()), Ok(3u64.pow(40)));
}

/// A position that must not be looked at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Untouched;

impl Position for Untouched {
    type Move = u8;
    type Planes = [u64; 1];

    fn side_to_move(&self) -> Side {
        Side::White
    }
    fn visit<F: FnMut(u8) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        panic!("visited")
    }
    fn count(&self) -> u64 {
        panic!("counted")
    }
    fn any(&self) -> bool {
        panic!("asked")
    }
    fn play(&self, _: &u8) -> Self {
        Self
    }
    fn planes(&self) -> [u64; 1] {
        [0]
    }
    fn classify(&self, _: &u8) -> MoveClass {
        MoveClass::default()
    }
}

/// The size of the tree was measured, for up to half a million positions, before anybody looked whether the count was wanted at all.
#[test]
fn a_stop_is_heard_while_the_grain_is_chosen() {
    let control = Control::new();
    control.stop();
    let count = Perft::new(1).unwrap().count(Unique, &Untouched, 20, None, &control);
    assert_eq!(count, Err(PerftError::Interrupted(0)));
}
