//! Moves as PDN 3.0 writes them: `32-28`, `28x19`, `c3:e5:c7`.
//!
//! A quiet move is from and to with `-`; a capture has `x` (`:` in Russian draughts), and between its ends
//! all landing squares of its least route, but only when another legal move has the same ends. Both signs
//! of capture, both kinds of square names, and every route of a capture are read everywhere.
//!
//! Not here: how routes are found (`routes`), and the Hub protocol's moves, which have none (`hub`).

use crate::board::{Bits, Board, Move};
use crate::routes::Routes;
use crate::rules::Rules;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use plywood_core::{Bitboard, Game, Position, TextError};

/// A move text taken apart: the squares in its order.
struct Written {
    capture: bool,
    squares: Vec<u32>,
}

impl<R: Rules> Board<R> {
    pub(crate) fn pdn(&self, mv: &Move<Bits<R>>) -> String {
        let mut with_these_ends = 0;
        let _ = self.visit(|other| {
            with_these_ends += u32::from(ends(&other) == ends(mv));
            if with_these_ends > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.pdn_between(mv, with_these_ends > 1)
    }

    /// All moves with their texts; which ends are ambiguous is found out once for the whole list.
    pub(crate) fn all_pdn(&self) -> Vec<(Move<Bits<R>>, String)> {
        let moves = self.moves();
        let mut with_these_ends = BTreeMap::new();
        for mv in &moves {
            *with_these_ends.entry(ends(mv)).or_insert(0) += 1;
        }
        moves.into_iter().map(|mv| (mv, self.pdn_between(&mv, with_these_ends[&ends(&mv)] > 1))).collect()
    }

    fn pdn_between(&self, mv: &Move<Bits<R>>, ambiguous: bool) -> String {
        let from = Self::bit_name(mv.from.into());
        if mv.captured.is_empty() {
            return format!("{from}-{}", Self::bit_name(mv.to.into()));
        }
        let landings = if ambiguous { Routes::new(self, mv).least() } else { [mv.to.into()].into() };
        landings.into_iter().fold(from, |text, square| format!("{text}{}{}", R::CAPTURE, Self::bit_name(square)))
    }

    pub(crate) fn parse_pdn(&self, text: &str) -> Result<Move<Bits<R>>, TextError> {
        let written = Self::take_apart(text)?;
        let mut candidates: Vec<Move<Bits<R>>> = self.moves();
        candidates.retain(|mv| written.has_ends_of(mv));
        if let Some(mv) = candidates.iter().find(|mv| self.is_route(&written, mv)) {
            return Ok(*mv);
        }
        match &candidates[..] {
            [only] if written.squares.len() == 2 => Ok(*only),
            [_, _, ..] if written.squares.len() == 2 => {
                let number = candidates.len();
                let full = candidates.iter().map(|mv| self.pdn_between(mv, true)).min().unwrap_or_default();
                let fault = format!("'{text}' stands for {number} moves: name every landing square, as in '{full}'");
                Err(TextError::at(text, 0, fault))
            }
            _ => Err(TextError::at(text, 0, self.why_illegal(text, &written))),
        }
    }

    fn is_route(&self, written: &Written, mv: &Move<Bits<R>>) -> bool {
        let landings = &written.squares[1..];
        if !written.capture || landings.len() != mv.captured.size() as usize {
            return false;
        }
        Routes::new(self, mv).contains(landings)
    }

    fn why_illegal(&self, text: &str, written: &Written) -> String {
        let mut must_capture = false;
        let _ = self.visit(|mv| {
            must_capture = mv.captured.any();
            ControlFlow::Break(())
        });
        let reason = if must_capture && !written.capture { ": a capture must be made" } else { "" };
        format!("'{text}' is not a legal move here{reason}")
    }

    fn take_apart(text: &str) -> Result<Written, TextError> {
        let is_sign = |char: char| matches!(char, '-' | 'x' | ':');
        let signs: Vec<(usize, char)> = text.char_indices().filter(|&(_, char)| is_sign(char)).collect();
        let capture = match signs[..] {
            [] => return Err(TextError::at(text, 0, Self::expected_move(text))),
            [(_, sign)] => sign != '-',
            [_, ..] => true,
        };
        if let Some(&(at, _)) = signs.iter().find(|&&(_, sign)| capture && sign == '-') {
            return Err(TextError::at(text, at, "'-' joins the two squares of a quiet move only"));
        }
        let mut squares = Vec::with_capacity(signs.len() + 1);
        let mut at = 0;
        for name in text.split(is_sign) {
            if name.is_empty() {
                return Err(TextError::at(text, at, Self::expected_move(text)));
            }
            let Some(square) = Self::named_bit(name) else {
                return Err(TextError::at(text, at, format!("no square '{name}' on this board")));
            };
            squares.push(square);
            at += name.len() + 1;
        }
        Ok(Written { capture, squares })
    }

    fn expected_move(text: &str) -> String {
        let (from, to, behind) = if Self::names().writes_numbers() { ("22", "18", "15") } else { ("c3", "d4", "e5") };
        format!("expected a move such as '{from}-{to}' or '{from}{}{behind}', not '{text}'", R::CAPTURE)
    }
}

impl Written {
    fn has_ends_of<W: Bitboard>(&self, mv: &Move<W>) -> bool {
        let [from, .., to] = self.squares[..] else {
            return false;
        };
        from == u32::from(mv.from) && to == u32::from(mv.to) && self.capture == mv.captured.any()
    }
}

fn ends<W>(mv: &Move<W>) -> (u8, u8) {
    (mv.from, mv.to)
}
