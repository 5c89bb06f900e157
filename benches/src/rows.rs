//! The rows of the yardstick: what is counted, and the speed to reach in units of cozy-chess.
//!
//! A row counts one position of a game to one depth in bulk. The targets were set from the best peers measured
//! on one machine (docs/performance.md); the counts are published ones.

/// One row.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The game, as the registry names it.
    pub game: &'static str,
    /// What the position is called in the tables.
    pub name: &'static str,
    /// The position; `None` is the start.
    pub fen: Option<&'static str>,
    /// The counting mode.
    pub mode: &'static str,
    /// The depth in plies.
    pub depth: u32,
    /// The right number.
    pub nodes: u64,
    /// The ratio to cozy-chess to reach.
    pub target: f64,
}

const fn start(game: &'static str, mode: &'static str, depth: u32, nodes: u64, target: f64) -> Row {
    Row { game, name: "start", fen: None, mode, depth, nodes, target }
}

const fn international(name: &'static str, fen: &'static str, depth: u32, nodes: u64, target: f64) -> Row {
    Row { game: "international", name, fen: Some(fen), mode: "unique", depth, nodes, target }
}

const RANDOM178: &str = "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46";
const WOLDOUBY: &str = "W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38";
const ALMOST_PROMOTION: &str = "W:W6,7,8,9,10:B41,42,43,44,45";
const ALL_KINGS: &str = "W:WK31-50:BK1-20";

const AMAZONS_MID_2: &str = "4**4/1*8/q1*7/1*5*1q/1*2*1*1*1/1Q*6*/*2Q*2Q2/2*3*2Q/q6*2/1q**1*4 w";

/// The speed table.
pub const SPEED: [Row; 21] = [
    start("english", "sequences", 11, 85_242_128, 0.65),
    start("russian", "unique", 10, 22_444_032, 0.60),
    start("brazilian", "unique", 10, 21_560_022, 0.60),
    start("pool", "unique", 10, 22_435_955, 0.60),
    start("czech", "unique", 10, 18_368_918, 0.60),
    start("italian", "unique", 11, 81_647_058, 0.60),
    start("spanish", "unique", 11, 81_383_200, 0.60),
    start("international", "unique", 9, 41_022_423, 0.85),
    international("random178", RANDOM178, 8, 86_724_219, 1.3),
    international("woldouby", WOLDOUBY, 14, 58_360_286, 0.5),
    international("almost-promotion", ALMOST_PROMOTION, 8, 138_362_698, 0.9),
    international("all-kings", ALL_KINGS, 9, 8_558_321, 0.15),
    start("frisian", "unique", 9, 15_605_069, 0.40),
    start("killer", "unique", 9, 41_022_423, 0.80),
    start("canadian", "unique", 8, 31_839_056, 0.50),
    start("turkish", "unique", 8, 123_285_642, 1.0),
    start("turkish", "paths", 8, 123_290_300, 1.0),
    start("dameo", "unique", 5, 275_931_640, 1.2),
    start("amazons", "unique", 3, 8_350_439_170, 100.0),
    start("rbc", "canon", 6, 2_112_308_879, 1.3),
    start("rbc", "taken", 6, 153_558_996, 0.6),
];

/// Rows with enough work for two threads: a second or more on one. The count of `rbc` is this program's own, on which one
/// thread and two agree; the others are published.
pub const PARALLEL: [Row; 13] = [
    start("english", "unique", 13, 1_766_564_893, 1.85),
    start("russian", "unique", 12, 544_770_444, 1.85),
    start("russian6", "unique", 16, 216_153_824, 1.85),
    start("international", "unique", 11, 1_665_861_398, 1.85),
    international("woldouby", WOLDOUBY, 15, 346_184_885, 1.85),
    start("frisian", "unique", 11, 491_186_430, 1.85),
    start("canadian", "unique", 9, 237_209_258, 1.85),
    start("turkish", "paths", 9, 1_454_144_462, 1.85),
    start("croda", "unique", 7, 1_018_636_598, 1.85),
    start("dameo", "unique", 6, 11_335_842_416, 1.85),
    start("bigdameo4", "unique", 5, 3_065_319_048, 1.85),
    Row {
        game: "amazons",
        name: "mid-2",
        fen: Some(AMAZONS_MID_2),
        mode: "unique",
        depth: 4,
        nodes: 37_150_263_957,
        target: 1.85,
    },
    start("rbc", "taken", 7, 4_280_873_339, 1.85),
];
