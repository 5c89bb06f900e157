//! The position format of the draughts world: `W:Wa1,Kc3,31-50:Bh8`.
//!
//! Side to move, then for each colour (in either order) a comma list of squares, `K` before a king,
//! ranges of numbers (`31-50`, `K4-6`), optionally `:H<half-move>:F<full-move>` and a final `.`; an
//! empty side is legal. Source: PDN 3.0, with the half- and full-move fields of Dameo records.
//!
//! What a square is called is the caller's business: he gives a function from text to square. Whether
//! a man may stand where it stands is his business too; [`Placed::at`] lets him name the place.

use crate::position::Side;
use crate::text::TextError;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// One piece of a position text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Placed {
    /// Its owner.
    pub side: Side,
    /// A king, not a man.
    pub king: bool,
    /// Its square, as the caller's function numbers it.
    pub square: u32,
    /// The byte in the text at which it stands.
    pub at: usize,
}

/// A position text taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ColonFen {
    /// The side to move.
    pub side_to_move: Side,
    /// All pieces, in the order of the text; no square occurs twice.
    pub pieces: Vec<Placed>,
    /// The half-move clock, where given.
    pub half_moves: Option<u32>,
    /// The number of the move, where given.
    pub full_moves: Option<u32>,
}

/// Reads a position text. `square` turns the name of a square into its number, below 128, or says
/// `None` when the board has no such square.
///
/// # Errors
/// Names the fault and the place: no side to move, a square outside the board, a square twice, a
/// descending range, a letter without a colour, a colour twice or missing, an unknown field.
///
/// # Example
/// ```
/// use plywood_core::{Side, colon_fen};
/// let number = |name: &str| name.parse().ok().filter(|n| (1..=50).contains(n));
/// let fen = colon_fen::parse("W:W31-33,K50:B7.", number)?;
/// assert_eq!(fen.side_to_move, Side::White);
/// assert_eq!(fen.pieces.len(), 5);
/// let error = colon_fen::parse("W:W51:B7", number).unwrap_err();
/// assert_eq!(error.to_string(), "no square '51' on this board (at character 4)");
/// # Ok::<(), plywood_core::TextError>(())
/// ```
pub fn parse(text: &str, square: impl Fn(&str) -> Option<u32>) -> Result<ColonFen, TextError> {
    let body = text.trim_end();
    let body = body.strip_suffix('.').unwrap_or(body);
    let mut fields = fields(body);
    let (at, first) = fields.next().unwrap_or((0, ""));
    let side_to_move = match first.trim() {
        "W" | "w" => Side::White,
        "B" | "b" => Side::Black,
        _ => {
            let fault = "expected the side to move, 'W:' or 'B:', then the pieces as in 'W:Wa1,Kc3:Bh8'";
            return Err(TextError::at(text, at, fault));
        }
    };
    let mut fen = ColonFen { side_to_move, pieces: Vec::new(), half_moves: None, full_moves: None };
    let mut reader = Reader { text, square, seen: 0, pieces: &mut fen.pieces };
    let mut colours = [false; 2];
    for (at, field) in fields {
        let (at, field) = trimmed(at, field);
        let mut chars = field.chars();
        let letter = chars.next();
        let rest = (at + letter.map_or(0, char::len_utf8), chars.as_str());
        match letter {
            Some('W' | 'w') => reader.colour(Side::White, &mut colours, at, rest)?,
            Some('B' | 'b') => reader.colour(Side::Black, &mut colours, at, rest)?,
            Some('H') => fen.half_moves = Some(number(text, rest)?),
            Some('F') => fen.full_moves = Some(number(text, rest)?),
            _ => return Err(TextError::at(text, at, format!("expected 'W' or 'B' before the pieces, not '{field}'"))),
        }
    }
    for (side, letter) in [(Side::White, 'W'), (Side::Black, 'B')] {
        if !colours[side.index()] {
            return Err(TextError::at(
                text,
                body.len(),
                format!("the pieces of '{letter}' are missing (an empty side is written ':{letter}')"),
            ));
        }
    }
    Ok(fen)
}

/// The fields between colons, each with its offset.
fn fields(body: &str) -> impl Iterator<Item = (usize, &str)> {
    pieces_between(body, 0, ':')
}

/// `body` cut at each `separator`, each piece with its offset; `base` is the offset of `body`.
fn pieces_between(body: &str, base: usize, separator: char) -> impl Iterator<Item = (usize, &str)> {
    body.split(separator).scan(base, move |at, piece| {
        let start = *at;
        *at += piece.len() + separator.len_utf8();
        Some((start, piece))
    })
}

fn trimmed(at: usize, piece: &str) -> (usize, &str) {
    let left = piece.trim_start();
    (at + piece.len() - left.len(), left.trim_end())
}

fn number(text: &str, (at, digits): (usize, &str)) -> Result<u32, TextError> {
    digits.parse().map_err(|_| TextError::at(text, at, format!("expected a number of moves, not '{digits}'")))
}

struct Reader<'a, S> {
    text: &'a str,
    square: S,
    seen: u128,
    pieces: &'a mut Vec<Placed>,
}

impl<S: Fn(&str) -> Option<u32>> Reader<'_, S> {
    fn colour(&mut self, side: Side, colours: &mut [bool; 2], at: usize, list: (usize, &str)) -> Result<(), TextError> {
        if core::mem::replace(&mut colours[side.index()], true) {
            return Err(TextError::at(self.text, at, "this colour is given twice"));
        }
        if list.1.trim().is_empty() {
            return Ok(());
        }
        for (at, item) in pieces_between(list.1, list.0, ',') {
            let (at, item) = trimmed(at, item);
            self.item(side, at, item)?;
        }
        Ok(())
    }

    fn item(&mut self, side: Side, at: usize, item: &str) -> Result<(), TextError> {
        // A small k is a file of the 12x12 board.
        let (king, name) = match item.strip_prefix('K') {
            Some(name) => (true, name),
            None => (false, item),
        };
        let name_at = at + item.len() - name.len();
        match name.split_once('-') {
            None => self.place(side, king, name_at, name),
            Some((first, last)) => self.range(side, king, name_at, first, last),
        }
    }

    fn range(&mut self, side: Side, king: bool, at: usize, first: &str, last: &str) -> Result<(), TextError> {
        let (Ok(low), Ok(high)) = (first.parse::<u16>(), last.parse::<u16>()) else {
            return Err(TextError::at(
                self.text,
                at,
                format!("a range is two numbers as in '31-50', not '{first}-{last}'"),
            ));
        };
        if low > high {
            return Err(TextError::at(self.text, at, format!("the range {low}-{high} runs downwards")));
        }
        for n in low..=high {
            self.place(side, king, at, &format!("{n}"))?;
        }
        Ok(())
    }

    fn place(&mut self, side: Side, king: bool, at: usize, name: &str) -> Result<(), TextError> {
        let fault = |fault: String| Err(TextError::at(self.text, at, fault));
        if name.is_empty() {
            return fault("expected a square".into());
        }
        let Some(square) = (self.square)(name) else {
            return fault(format!("no square '{name}' on this board"));
        };
        let bit = 1u128.wrapping_shl(square);
        if self.seen & bit != 0 {
            return fault(format!("square '{name}' is taken twice"));
        }
        self.seen |= bit;
        self.pieces.push(Placed { side, king, square, at });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use proptest::prelude::*;

    fn ten_by_ten(name: &str) -> Option<u32> {
        name.parse().ok().filter(|n| (1..=50).contains(n))
    }

    fn fault(text: &str) -> String {
        parse(text, ten_by_ten).unwrap_err().to_string()
    }

    #[test]
    fn reads_either_colour_first_and_an_empty_side() {
        let fen = parse("B:BK4-6,7:W", ten_by_ten).unwrap();
        assert_eq!(fen.side_to_move, Side::Black);
        assert_eq!(
            fen.pieces.iter().map(|p| (p.king, p.square)).collect::<Vec<_>>(),
            [(true, 4), (true, 5), (true, 6), (false, 7)]
        );
        let fen = parse("W:Wk9:B", |name| (name == "k9").then_some(9)).unwrap();
        assert!(!fen.pieces[0].king);
        let fen = parse("W:W1:B2:H13:F40.", ten_by_ten).unwrap();
        assert_eq!((fen.half_moves, fen.full_moves), (Some(13), Some(40)));
    }

    #[test]
    fn names_each_fault_and_its_place() {
        let table = [
            ("", "expected the side to move, 'W:' or 'B:', then the pieces as in 'W:Wa1,Kc3:Bh8' (at character 1)"),
            ("W:W1,51:B2", "no square '51' on this board (at character 6)"),
            ("W:W1,2:B3,K2", "square '2' is taken twice (at character 12)"),
            ("W:W9-7:B1", "the range 9-7 runs downwards (at character 4)"),
            ("W:Wa-7:B1", "a range is two numbers as in '31-50', not 'a-7' (at character 4)"),
            ("W:K4:B1", "expected 'W' or 'B' before the pieces, not 'K4' (at character 3)"),
            ("W:W4:W1", "this colour is given twice (at character 6)"),
            ("W:W4", "the pieces of 'B' are missing (an empty side is written ':B') (at character 5)"),
            ("W:W4,:B1", "expected a square (at character 6)"),
            ("W:W4:B1:Hx", "expected a number of moves, not 'x' (at character 10)"),
        ];
        for (text, expected) in table {
            assert_eq!(fault(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gives_a_value_or_an_error(text in "\\PC*") {
            let _ = parse(&text, ten_by_ten);
        }

        #[test]
        fn almost_right_text_gives_a_value_or_an_error(text in "[WBKHF0-9a-j:,.\\- ž]{0,30}") {
            let _ = parse(&text, ten_by_ten);
        }
    }
}
