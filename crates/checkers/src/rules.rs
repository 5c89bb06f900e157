//! The rules of every variant, as types of constants.
//!
//! A variant is one type and one `impl` of [`Rules`]; a constant that is not given has the value of
//! international draughts, the variant with the most relatives. Nothing else in the crate knows a
//! variant by name.
//!
//! Game types, first players and the numbering of squares are those of PDN 3.0. The rules of the moves stand in plain
//! words at each type, with what pins them: the node counts from the start are published tables unless a row of `data/`
//! says otherwise, and 40 complete move lists pin each of the twelve variants with rules of their own.
//!
//! Not here: how moves are found (`generate`, `capture`, `search`), and what the draw rules are, which need the history of the game (`draws`).

use crate::layout::{Eight, EightMirrored, Layout, Six, Ten, TenWide, Twelve};
use core::fmt::Debug;
use core::hash::Hash;
use plywood_core::Side;

/// How far a king goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum King {
    /// One step, and a jump over a neighbour.
    Short,
    /// Any distance; after a jump it may stop on any empty square before the next piece.
    Flying,
    /// As flying, but when the last piece that it takes is a king it stops directly behind it (killer draughts).
    FlyingStopsBehindKing,
    /// As flying, but it lands directly behind every piece that it takes (Thai draughts).
    FlyingStopsBehindAll,
}

/// What happens when a man reaches the last row by a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Crowning {
    /// It is crowned only if the move ends there.
    IfItStays,
    /// It is crowned and the move ends.
    EndsTheMove,
    /// It is crowned and goes on as a king.
    AtOnce,
}

/// Which of the possible captures may be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Choice {
    /// Any, so long as it is complete.
    Free,
    /// Any of a king; any of a man only when no king can capture (Czech).
    KingFirst,
    /// One that takes the most pieces.
    Most,
    /// The most pieces, then the most kings (Spanish).
    MostThenKings,
    /// The most pieces, then with a king, then the most kings, then the kings earliest (Italian).
    MostThenItalian,
    /// The highest value, a king being worth almost two men; at equal value a king must capture (Frisian).
    Value,
}

/// Who wins, and how, beside the common rule that the side without a move loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Goal {
    /// The side that can't move loses.
    Block,
    /// The same, and the first side to have a king wins (breakthrough).
    FirstKing,
    /// The side that can't move wins (antidraughts, giveaway).
    LoseAll,
}

/// Whose draw rules a variant has (`draws` says what they are).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Draws {
    /// Repetition, 25 quiet moves of kings, short endings against a lone king: international, killer, Canadian.
    International,
    /// Repetition, 15 quiet moves of kings, endings by the number of pieces: Russian, Brazilian.
    Russian,
    /// Those of the seed game: repetition, five moves of kings, a lone king loses against a king and more.
    Seed,
    /// Repetition, 40 moves without a capture or a man's move: English, Italian.
    Forty,
    /// Repetition, 30 quiet moves: Spanish, Thai.
    Thirty,
    /// The same, and 13 moves for three kings against one: pool.
    Pool,
    /// Repetition, 15 moves without a capture or a man's move: Czech.
    Fifteen,
    /// Short endings of kings, and the limit of three quiet moves by one king: Frisian, Frysk!.
    Frisian,
    /// Repetition alone: antidraughts.
    Repetition,
    /// None: breakthrough.
    None,
}

/// How squares are called in PDN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// `a1`.
    Algebraic,
    /// Numbers from 1, row by row.
    Numeric,
}

/// Where square 1 (or a1) lies, seen by the player who moves first: the digit after the letter in a PDN game type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Corner {
    /// 0.
    BottomLeft,
    /// 1.
    BottomRight,
    /// 2.
    TopLeft,
    /// 3.
    TopRight,
}

/// The parts of a PDN game type that the rules don't say already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameType {
    /// The number of the game type, where PDN (or common use, for 96 to 98) gives one.
    pub number: Option<u8>,
    /// How squares are called.
    pub notation: Notation,
    /// Where square 1 lies.
    pub corner: Corner,
}

const fn algebraic(number: Option<u8>) -> GameType {
    GameType { number, notation: Notation::Algebraic, corner: Corner::BottomLeft }
}

const fn numeric(number: Option<u8>, corner: Corner) -> GameType {
    GameType { number, notation: Notation::Numeric, corner }
}

/// The rules of one variant. Defaults are those of international draughts.
pub trait Rules: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The board.
    type Layout: Layout;
    /// The name on the command line.
    const NAME: &'static str;
    /// The board in words.
    const BOARD: &'static str;
    /// The rules in one line.
    const SUMMARY: &'static str;
    /// The PDN game type.
    const GAME_TYPE: GameType;
    /// What stands between the squares of a capture.
    const CAPTURE: char = 'x';
    /// Who moves first.
    const FIRST: Side = Side::White;
    /// Rows of men that each side has at the start.
    const ROWS: u32 = Self::Layout::SIZE / 2 - 1;
    /// Whether men capture backwards too.
    const MEN_CAPTURE_BACK: bool = true;
    /// Whether men may take kings.
    const MEN_TAKE_KINGS: bool = true;
    /// Whether pieces capture along ranks and files too.
    const ORTHOGONAL: bool = false;
    /// How far kings go.
    const KING: King = King::Flying;
    /// What happens to a man that captures into the last row.
    const CROWNING: Crowning = Crowning::IfItStays;
    /// Which captures may be made.
    const CHOICE: Choice = Choice::Most;
    /// Whether a captured piece leaves the board at once instead of at the end of the move.
    const REMOVED_AT_ONCE: bool = false;
    /// Who wins.
    const GOAL: Goal = Goal::Block;
    /// Its draw rules.
    const DRAWS: Draws = Draws::International;
}

/// Declares a variant: its doc comment, its type, and the constants that differ from international draughts.
macro_rules! rules {
    ($(#[$doc:meta])* $name:ident on $layout:ident { $($item:tt)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name;
        impl Rules for $name {
            type Layout = $layout;
            $($item)*
        }
    };
}

rules! {
    /// International draughts: captured pieces are removed after the move, the most pieces must be taken and a king
    /// counts as one, a man that only passes the last row stays a man. Pinned by the published tables `start`,
    /// `random178`, `woldouby`, `almost-promotion`, `all-kings` and `front-rows`, and by 40 move lists.
    InternationalRules on Ten {
        const NAME: &'static str = "international";
        const BOARD: &'static str = "10x10, dark squares";
        const SUMMARY: &'static str = "Flying kings, men capture backwards, most pieces must be taken";
        const GAME_TYPE: GameType = numeric(Some(20), Corner::TopLeft);
    }
}
rules! {
    /// English draughts (American checkers): men capture forwards only, a man that reaches the king row is crowned and
    /// the move ends, any capture may be chosen. Pinned by the published table from the start and 40 move lists.
    EnglishRules on Eight {
        const NAME: &'static str = "english";
        const BOARD: &'static str = "8x8, dark squares";
        const SUMMARY: &'static str = "Short kings, men capture forwards, any complete capture";
        const GAME_TYPE: GameType = numeric(Some(21), Corner::BottomRight);
        const FIRST: Side = Side::Black;
        const MEN_CAPTURE_BACK: bool = false;
        const KING: King = King::Short;
        const CROWNING: Crowning = Crowning::EndsTheMove;
        const CHOICE: Choice = Choice::Free;
        const DRAWS: Draws = Draws::Forty;
    }
}
rules! {
    /// Italian draughts: a man can't take a king; the most pieces, then with the king, then the most kings, then the
    /// capture that meets a king first. Pinned by the published tables `start` and `gilbert-1` to `-3`, and 40 move
    /// lists.
    ItalianRules on EightMirrored {
        const NAME: &'static str = "italian";
        const BOARD: &'static str = "8x8, squares of the colour of h1";
        const SUMMARY: &'static str = "Short kings, men can't take kings, most pieces then a king's capture \
            then most kings then kings first";
        const GAME_TYPE: GameType = numeric(Some(22), Corner::TopLeft);
        const MEN_CAPTURE_BACK: bool = false;
        const MEN_TAKE_KINGS: bool = false;
        const KING: King = King::Short;
        const CROWNING: Crowning = Crowning::EndsTheMove;
        const CHOICE: Choice = Choice::MostThenItalian;
        const DRAWS: Draws = Draws::Forty;
    }
}
rules! {
    /// American pool checkers: as Russian, but a man that captures through the king row stays a man. Pinned by the
    /// published table from the start and 40 move lists.
    PoolRules on Eight {
        const NAME: &'static str = "pool";
        const BOARD: &'static str = "8x8, dark squares";
        const SUMMARY: &'static str = "Flying kings, men capture backwards, any complete capture";
        const GAME_TYPE: GameType = numeric(Some(23), Corner::BottomRight);
        const FIRST: Side = Side::Black;
        const CHOICE: Choice = Choice::Free;
        const DRAWS: Draws = Draws::Pool;
    }
}
rules! {
    /// Spanish draughts, and Portuguese (game type 28): flying kings on the Italian board; the most pieces must be
    /// taken, then the most kings. Pinned by the published table from the start and 40 move lists.
    SpanishRules on EightMirrored {
        const NAME: &'static str = "spanish";
        const BOARD: &'static str = "8x8, squares of the colour of h1";
        const SUMMARY: &'static str = "Flying kings, men capture forwards, most pieces then most kings must be taken";
        const GAME_TYPE: GameType = numeric(Some(24), Corner::BottomRight);
        const MEN_CAPTURE_BACK: bool = false;
        const CROWNING: Crowning = Crowning::EndsTheMove;
        const CHOICE: Choice = Choice::MostThenKings;
        const DRAWS: Draws = Draws::Thirty;
    }
}
rules! {
    /// Russian draughts: a man that reaches the last row while capturing goes on as a king at once; any capture may be
    /// chosen, but must be completed. Pinned by the published tables `start` and `mid-1`, and 40 move lists.
    RussianRules on Eight {
        const NAME: &'static str = "russian";
        const BOARD: &'static str = "8x8, dark squares";
        const SUMMARY: &'static str = "Flying kings, men capture backwards and are crowned in mid-capture, \
            any complete capture";
        const GAME_TYPE: GameType = algebraic(Some(25));
        const CAPTURE: char = ':';
        const CROWNING: Crowning = Crowning::AtOnce;
        const CHOICE: Choice = Choice::Free;
        const DRAWS: Draws = Draws::Russian;
    }
}
rules! {
    /// Brazilian draughts: international rules on 8x8. Pinned by the published tables `start` and `mid-1`, and 40 move
    /// lists.
    BrazilianRules on Eight {
        const NAME: &'static str = "brazilian";
        const BOARD: &'static str = "8x8, dark squares";
        const SUMMARY: &'static str = "International rules on 8x8";
        const GAME_TYPE: GameType = algebraic(Some(26));
        const DRAWS: Draws = Draws::Russian;
    }
}
rules! {
    /// Canadian draughts: international rules on 12x12 with 30 men. Pinned by the published table from the start and 40
    /// move lists.
    CanadianRules on Twelve {
        const NAME: &'static str = "canadian";
        const BOARD: &'static str = "12x12, dark squares";
        const SUMMARY: &'static str = "International rules on 12x12";
        const GAME_TYPE: GameType = numeric(Some(27), Corner::TopLeft);
    }
}
rules! {
    /// Czech draughts: any capture may be chosen, but a king's goes before a man's. Pinned by the published table from
    /// the start and 40 move lists.
    CzechRules on Eight {
        const NAME: &'static str = "czech";
        const BOARD: &'static str = "8x8, dark squares";
        const SUMMARY: &'static str = "Flying kings, men capture forwards, a king's capture goes before a man's";
        const GAME_TYPE: GameType = algebraic(Some(29));
        const MEN_CAPTURE_BACK: bool = false;
        const CROWNING: Crowning = Crowning::EndsTheMove;
        const CHOICE: Choice = Choice::KingFirst;
        const DRAWS: Draws = Draws::Fifteen;
    }
}
rules! {
    /// Thai draughts (makhos): two rows of men, a king lands directly behind what it takes, and captured pieces vanish
    /// at once. Pinned by the counts from the start on which two generators agree.
    ThaiRules on Eight {
        const NAME: &'static str = "thai";
        const BOARD: &'static str = "8x8, dark squares";
        const SUMMARY: &'static str = "Flying kings that land directly behind, men capture forwards, \
            captured pieces vanish at once";
        const GAME_TYPE: GameType = numeric(Some(31), Corner::TopLeft);
        const FIRST: Side = Side::Black;
        const ROWS: u32 = 2;
        const MEN_CAPTURE_BACK: bool = false;
        const KING: King = King::FlyingStopsBehindAll;
        const CROWNING: Crowning = Crowning::EndsTheMove;
        const CHOICE: Choice = Choice::Free;
        const REMOVED_AT_ONCE: bool = true;
        const DRAWS: Draws = Draws::Thirty;
    }
}
rules! {
    /// Frisian draughts: captures along ranks and files too; the value of a capture decides, a king being worth a
    /// little less than two men; at equal value the king captures. Pinned by the published table from the start and 40
    /// move lists.
    FrisianRules on TenWide {
        const NAME: &'static str = "frisian";
        const BOARD: &'static str = "10x10, dark squares";
        const SUMMARY: &'static str = "Flying kings, captures in eight directions, \
            the most valuable capture must be made";
        const GAME_TYPE: GameType = numeric(Some(40), Corner::TopLeft);
        const ORTHOGONAL: bool = true;
        const CHOICE: Choice = Choice::Value;
        const DRAWS: Draws = Draws::Frisian;
    }
}
rules! {
    /// Frysk!: Frisian draughts with five men a side. Pinned by the counts from the start on which two engines agree.
    FryskRules on TenWide {
        const NAME: &'static str = "frysk";
        const BOARD: &'static str = "10x10, dark squares";
        const SUMMARY: &'static str = "Frisian rules with five men a side";
        const GAME_TYPE: GameType = numeric(Some(97), Corner::TopLeft);
        const ROWS: u32 = 1;
        const ORTHOGONAL: bool = true;
        const CHOICE: Choice = Choice::Value;
        const DRAWS: Draws = Draws::Frisian;
    }
}
rules! {
    /// Killer draughts: international, but a king stops directly behind a king that it takes last. Pinned by the
    /// published tables `start`, `random178` and `woldouby`, and 40 move lists.
    KillerRules on Ten {
        const NAME: &'static str = "killer";
        const BOARD: &'static str = "10x10, dark squares";
        const SUMMARY: &'static str = "International rules, but a king stops directly behind a king that it takes last";
        const GAME_TYPE: GameType = numeric(None, Corner::TopLeft);
        const KING: King = King::FlyingStopsBehindKing;
    }
}
rules! {
    /// Breakthrough draughts: international, and the first king wins. Pinned by the published table from the start.
    BreakthroughRules on Ten {
        const NAME: &'static str = "breakthrough";
        const BOARD: &'static str = "10x10, dark squares";
        const SUMMARY: &'static str = "International rules, and the first king wins";
        const GAME_TYPE: GameType = numeric(Some(96), Corner::TopLeft);
        const GOAL: Goal = Goal::FirstKing;
        const DRAWS: Draws = Draws::None;
    }
}
rules! {
    /// Antidraughts (giveaway): international, and the side that can't move wins. Pinned by the international table.
    AntidraughtsRules on Ten {
        const NAME: &'static str = "antidraughts";
        const BOARD: &'static str = "10x10, dark squares";
        const SUMMARY: &'static str = "International rules, and the side that can't move wins";
        const GAME_TYPE: GameType = numeric(Some(98), Corner::TopLeft);
        const GOAL: Goal = Goal::LoseAll;
        const DRAWS: Draws = Draws::Repetition;
    }
}
rules! {
    /// Russian draughts on 6x6, two rows of men each. Pinned by the counts from the start on which two generators
    /// agree, and 40 move lists.
    Russian6Rules on Six {
        const NAME: &'static str = "russian6";
        const BOARD: &'static str = "6x6, dark squares";
        const SUMMARY: &'static str = "Russian rules on 6x6";
        const GAME_TYPE: GameType = algebraic(None);
        const CAPTURE: char = ':';
        const CROWNING: Crowning = Crowning::AtOnce;
        const CHOICE: Choice = Choice::Free;
        const DRAWS: Draws = Draws::Seed;
    }
}
rules! {
    /// Brazilian draughts on 6x6, two rows of men each. Pinned by the published table from the start.
    Brazilian6Rules on Six {
        const NAME: &'static str = "brazilian6";
        const BOARD: &'static str = "6x6, dark squares";
        const SUMMARY: &'static str = "International rules on 6x6";
        const GAME_TYPE: GameType = algebraic(None);
        const DRAWS: Draws = Draws::Russian;
    }
}
rules! {
    /// English draughts on 6x6, two rows of men each. Pinned by the published table from the start.
    English6Rules on Six {
        const NAME: &'static str = "english6";
        const BOARD: &'static str = "6x6, dark squares";
        const SUMMARY: &'static str = "English rules on 6x6";
        const GAME_TYPE: GameType = algebraic(None);
        const FIRST: Side = Side::Black;
        const MEN_CAPTURE_BACK: bool = false;
        const KING: King = King::Short;
        const CROWNING: Crowning = Crowning::EndsTheMove;
        const CHOICE: Choice = Choice::Free;
        const DRAWS: Draws = Draws::Forty;
    }
}
