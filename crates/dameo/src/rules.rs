//! The rules of the five games as types of constants.
//!
//! What all five share is not here but in the generator: captures run along ranks and files; a man jumps
//! short; a king flies, before and behind its victim; capturing is compulsory, and so is taking the
//! greatest number of pieces; a man is crowned only where its move ends; whoever cannot move has lost.
//!
//! Sources: for Dameo and Big Dameo the inventor's rules (Christian Freeling, 2003 and 2025); for Croda
//! Dedić's rules as Freeling gives them; for Turkish draughts PDN 3.0, game type 30.
//!
//! Not here: how the rules are carried out (`quiet`, `capture`, `chain`), and how squares are numbered
//! ([`geometry`](crate::geometry)).

use crate::geometry::{Board, Direction, Geometry};
use core::fmt::Debug;
use core::hash::Hash;

/// Which endings of one piece against one are drawn. A rule of play: generation never asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Duel {
    /// King against king, unless the side to move captures.
    Kings,
    /// Piece against piece, whatever they are and whoever could capture.
    Pieces,
}

/// What distinguishes one game of the family from another. Directions are White's; Black's are mirrored.
pub trait Rules: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The board.
    type Board: Geometry;
    /// The name on the command line.
    const NAME: &'static str;
    /// The board in words.
    const BOARD: &'static str;
    /// The rules in one line.
    const SUMMARY: &'static str;
    /// White's men at the start: rows as (rank, squares left free at either end), both counted from 0.
    const SETUP: &'static [(u32, u32)];
    /// A man may move over an unbroken line of own men to the empty square in front of it.
    const LINES: bool;
    /// Where a man moves without capturing.
    const MAN_STEPS: &'static [Direction];
    /// Where a king moves without capturing, any distance.
    const KING_STEPS: &'static [Direction];
    /// A man captures backwards too, not only forward and sideways.
    const MEN_JUMP_BACK: bool;
    /// A victim leaves the board at once, not when the move ends: its square is free and its line open for
    /// the rest of the capture, and a king may not reverse its direction between two jumps.
    const VANISH_AT_ONCE: bool;
    /// Which endings of one piece against one are drawn where the players have agreed on that rule.
    const DUEL: Duel;
}

const FORWARD: &[Direction] = &[Direction::NORTH_WEST, Direction::NORTH, Direction::NORTH_EAST];

/// The rules of [`crate::Dameo`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DameoRules;

impl Rules for DameoRules {
    type Board = Board<8>;
    const NAME: &'static str = "dameo";
    const BOARD: &'static str = "8x8, all squares";
    const SUMMARY: &'static str = "men move forward in lines, kings as queens; captures orthogonal, majority";
    // A trapezium of 8, 6 and 4 men: a1-h1, b2-g2, c3-f3.
    const SETUP: &'static [(u32, u32)] = &[(0, 0), (1, 1), (2, 2)];
    // The inventor's rules of 2003 and 2025: a line of men, straight or diagonal, moves by its rear man; a king
    // is never part of one.
    const LINES: bool = true;
    const MAN_STEPS: &'static [Direction] = FORWARD;
    const KING_STEPS: &'static [Direction] = &Direction::QUEEN;
    const MEN_JUMP_BACK: bool = true;
    // The inventor's rules of 2003 and 2025: victims stay until the capture is complete; until then they block, and
    // none is jumped twice.
    const VANISH_AT_ONCE: bool = false;
    // A table of all such endings has no win but by capturing at once.
    const DUEL: Duel = Duel::Kings;
}

/// The rules of [`crate::BigDameo4`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BigDameo4Rules;

impl Rules for BigDameo4Rules {
    type Board = Board<10>;
    const NAME: &'static str = "bigdameo4";
    const BOARD: &'static str = "10x10, all squares";
    const SUMMARY: &'static str = "Dameo on 10x10 with rows of 10, 8, 6 and 4 men";
    const SETUP: &'static [(u32, u32)] = &[(0, 0), (1, 1), (2, 2), (3, 3)];
    const LINES: bool = DameoRules::LINES;
    const MAN_STEPS: &'static [Direction] = DameoRules::MAN_STEPS;
    const KING_STEPS: &'static [Direction] = DameoRules::KING_STEPS;
    const MEN_JUMP_BACK: bool = DameoRules::MEN_JUMP_BACK;
    const VANISH_AT_ONCE: bool = DameoRules::VANISH_AT_ONCE;
    const DUEL: Duel = DameoRules::DUEL;
}

/// The rules of [`crate::BigDameo3`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BigDameo3Rules;

impl Rules for BigDameo3Rules {
    type Board = Board<10>;
    const NAME: &'static str = "bigdameo3";
    const BOARD: &'static str = BigDameo4Rules::BOARD;
    const SUMMARY: &'static str = "Dameo on 10x10 with rows of 10, 8 and 6 men";
    const SETUP: &'static [(u32, u32)] = &[(0, 0), (1, 1), (2, 2)];
    const LINES: bool = DameoRules::LINES;
    const MAN_STEPS: &'static [Direction] = DameoRules::MAN_STEPS;
    const KING_STEPS: &'static [Direction] = DameoRules::KING_STEPS;
    const MEN_JUMP_BACK: bool = DameoRules::MEN_JUMP_BACK;
    const VANISH_AT_ONCE: bool = DameoRules::VANISH_AT_ONCE;
    const DUEL: Duel = DameoRules::DUEL;
}

/// The rules of [`crate::Croda`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CrodaRules;

impl Rules for CrodaRules {
    type Board = Board<8>;
    const NAME: &'static str = "croda";
    const BOARD: &'static str = "8x8, all squares";
    const SUMMARY: &'static str =
        "men step forward, straight or diagonally, kings as rooks; captures orthogonal, majority";
    // Three full ranks.
    const SETUP: &'static [(u32, u32)] = &[(0, 0), (1, 0), (2, 0)];
    // The diagonal step is what Croda has instead of the sideways step of Turkish draughts.
    const LINES: bool = false;
    const MAN_STEPS: &'static [Direction] = FORWARD;
    const KING_STEPS: &'static [Direction] = &Direction::ROOK;
    const MEN_JUMP_BACK: bool = true;
    const VANISH_AT_ONCE: bool = false;
    const DUEL: Duel = DameoRules::DUEL;
}

/// The rules of [`crate::Turkish`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurkishRules;

impl Rules for TurkishRules {
    type Board = Board<8>;
    const NAME: &'static str = "turkish";
    const BOARD: &'static str = "8x8, all squares";
    const SUMMARY: &'static str =
        "men step forward and sideways, kings as rooks; captures orthogonal, majority, victims vanish at once";
    // Two full ranks, the second and the third; the first stays free.
    const SETUP: &'static [(u32, u32)] = &[(1, 0), (2, 0)];
    const LINES: bool = false;
    const MAN_STEPS: &'static [Direction] = &[Direction::WEST, Direction::NORTH, Direction::EAST];
    const KING_STEPS: &'static [Direction] = &Direction::ROOK;
    const MEN_JUMP_BACK: bool = false;
    const VANISH_AT_ONCE: bool = true;
    // The tournament rule: with one piece a side the game is drawn.
    const DUEL: Duel = Duel::Pieces;
}
