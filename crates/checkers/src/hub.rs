//! Positions and moves as the Hub protocol, version 2, writes them.
//!
//! A position is the side to move and one character a square; a move is its identity without any route:
//! from, to, then the captured squares in any order. Squares are always numbers here, those of PDN 3.0, also in
//! variants whose PDN has letters. The protocol itself (who says what when) is the front end's business.

use crate::board::{Bits, Board, Move};
use crate::fen::{letter, uncrowned};
use crate::layout::Layout;
use crate::rules::Rules;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use plywood_core::{Bitboard, Position, Side, TextError};

impl<R: Rules> Board<R> {
    /// Reads a Hub position: `W` or `B` to move, then one of `w b W B e` for each square, from 1.
    ///
    /// # Errors
    /// Names the fault and the place: a wrong length, an unknown character, a man who would have been
    /// crowned where he stands.
    ///
    /// # Example
    /// ```
    /// use plywood_checkers::Russian6;
    /// use plywood_core::Game;
    /// let board = Russian6::parse_hub("WbbbbbbeeeeeewwwwwW")?;
    /// assert_eq!(board.text(), "W:Wa1,c1,Ke1,b2,d2,f2:Ba5,c5,e5,b6,d6,f6");
    /// assert_eq!(board.hub_text(), "WbbbbbbeeeeeewwwwwW");
    /// # Ok::<(), plywood_core::TextError>(())
    /// ```
    pub fn parse_hub(text: &str) -> Result<Self, TextError> {
        let names = Self::names();
        let mut chars = text.char_indices();
        let side = match chars.next() {
            Some((_, 'W')) => Side::White,
            Some((_, 'B')) => Side::Black,
            _ => return Err(TextError::at(text, 0, "expected the side to move, 'W' or 'B'")),
        };
        let found = text.chars().count() - 1;
        if found != names.squares() as usize {
            return Err(TextError::at(text, 1, format!("expected {} squares, not {found}", names.squares())));
        }
        let mut board = Self::from_sets(Bits::<R>::EMPTY, Bits::<R>::EMPTY, Bits::<R>::EMPTY, side);
        for ((at, char), number) in chars.zip(1..) {
            let (side, king) = match char {
                'w' => (Side::White, false),
                'b' => (Side::Black, false),
                'W' => (Side::White, true),
                'B' => (Side::Black, true),
                'e' => continue,
                _ => return Err(TextError::at(text, at, format!("expected one of 'w b W B e', not '{char}'"))),
            };
            let Some(square) = names.place(number).and_then(|(file, rank)| R::Layout::bit(file, rank)) else {
                continue;
            };
            if !king && Self::crown_row(side).has(square) {
                return Err(TextError::at(text, at, uncrowned(&Self::bit_name(square))));
            }
            board.put(side, king, square);
        }
        Ok(board)
    }

    /// The position as a Hub text; [`parse_hub`](Self::parse_hub) reads it back.
    pub fn hub_text(&self) -> String {
        let names = Self::names();
        let squares = (1..=names.squares()).map(|number| {
            let bit = names.place(number).and_then(|(file, rank)| R::Layout::bit(file, rank));
            bit.map_or('e', |bit| self.hub_char(bit))
        });
        core::iter::once(letter(self.side)).chain(squares).collect()
    }

    fn hub_char(&self, square: u32) -> char {
        match (self.white.has(square), self.black.has(square), self.kings.has(square)) {
            (true, _, false) => 'w',
            (true, _, true) => 'W',
            (_, true, false) => 'b',
            (_, true, true) => 'B',
            _ => 'e',
        }
    }

    /// A move as a Hub text: `32-28`, or `28x19x23` with the captured squares in ascending order.
    pub fn hub_move_text(mv: &Move<Bits<R>>) -> String {
        let (from, to) = (Self::number(mv.from.into()), Self::number(mv.to.into()));
        if mv.captured.is_empty() {
            return format!("{from}-{to}");
        }
        let mut captured: Vec<u32> = mv.captured.squares().map(Self::number).collect();
        captured.sort_unstable();
        captured.into_iter().fold(format!("{from}x{to}"), |text, square| format!("{text}x{square}"))
    }

    /// Reads a Hub move and checks that it is legal here; the captured squares may stand in any order.
    ///
    /// # Errors
    /// Names the fault: not a move text, no such number, no such move.
    pub fn parse_hub_move(&self, text: &str) -> Result<Move<Bits<R>>, TextError> {
        let quiet = text.contains('-');
        let mut squares = Vec::new();
        let mut at = 0;
        for name in text.split(if quiet { '-' } else { 'x' }) {
            let place = Self::names().read_number(name);
            let Some(square) = place.and_then(|(file, rank)| R::Layout::bit(file, rank)) else {
                let fault = format!("expected the number of a square, as in '32-28' or '28x19x23', not '{name}'");
                return Err(TextError::at(text, at, fault));
            };
            squares.push(square);
            at += name.len() + 1;
        }
        let illegal = || TextError::at(text, 0, format!("'{text}' is not a legal move here"));
        let [from, to, captured @ ..] = &squares[..] else {
            return Err(illegal());
        };
        let set = captured.iter().fold(Bits::<R>::EMPTY, |set, &square| set | Bits::<R>::bit(square));
        if quiet == set.any() || set.size() as usize != captured.len() {
            return Err(illegal());
        }
        let mut found = None;
        let _ = self.visit(|mv| {
            if u32::from(mv.from) != *from || u32::from(mv.to) != *to || mv.captured != set {
                return ControlFlow::Continue(());
            }
            found = Some(mv);
            ControlFlow::Break(())
        });
        found.ok_or_else(illegal)
    }
}
