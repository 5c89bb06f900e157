//! What squares are called: `c3`, or the number that the variant's PDN GameType gives them.
//!
//! A place is `(file, rank)`, both from 0 at White's lower left corner. This file turns places into names
//! and back; which bit stands for a place is the layout's business. Both kinds of name are read in
//! every variant, and each variant writes its own.
//!
//! Source: PDN 3.0, the GameType tag `number,first,width,height,notation,invert`. The digit after `N`
//! says in which corner, *seen by the player who starts*, square 1 lies; the numbers then run along the
//! row and on, row by row, to the far side. `invert` is 1 when the lower left corner is not played on.

use alloc::format;
use alloc::string::String;
use plywood_core::Side;

/// A square as `(file, rank)`, from 0, seen by White: a1 is `(0, 0)`.
pub type Place = (u32, u32);

/// A corner of the board; the discriminant is the digit of a GameType.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// Bottom left.
    BottomLeft = 0,
    /// Bottom right.
    BottomRight = 1,
    /// Top left.
    TopLeft = 2,
    /// Top right.
    TopRight = 3,
}

impl Corner {
    const fn opposite(self) -> Self {
        match self {
            Self::BottomLeft => Self::TopRight,
            Self::BottomRight => Self::TopLeft,
            Self::TopLeft => Self::BottomRight,
            Self::TopRight => Self::BottomLeft,
        }
    }

    const fn is_bottom(self) -> bool {
        matches!(self, Self::BottomLeft | Self::BottomRight)
    }

    const fn is_left(self) -> bool {
        matches!(self, Self::BottomLeft | Self::TopLeft)
    }
}

/// How a variant writes its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Letter and number, a1 at White's lower left. Numbers are still read, with 1 at White's upper left
    /// (b8 on the Russian board): that is how numeric texts of these variants circulate.
    Letters,
    /// Numbers; 1 lies in this corner, seen by the player who starts.
    Numbers(Corner),
}

/// How a variant writes positions and moves: what its GameType says, and the sign of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notation {
    /// The number of the variant in the GameType tag, where PDN gives it one.
    pub game_type: Option<u8>,
    /// The names of the squares.
    pub naming: Naming,
    /// What stands between the squares of a capture: `x`, or `:` in Russian draughts.
    pub capture: char,
}

/// The names of the squares of one board. Made by [`Board::names`](crate::Board::names).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Names {
    /// Files of the board, an even number up to 26.
    pub width: u32,
    /// Ranks of the board.
    pub height: u32,
    /// Whether pieces stand on the colour of a1.
    pub a1_playable: bool,
    /// Who moves first: PDN numbers the squares as he sees them.
    pub first: Side,
    /// What the variant writes.
    pub notation: Notation,
}

impl Names {
    /// How many squares are played on.
    pub const fn squares(&self) -> u32 {
        self.width / 2 * self.height
    }

    /// Whether `place` is on the board and of the colour that is played on.
    pub const fn is_playable(&self, place: Place) -> bool {
        let (file, rank) = place;
        file < self.width && rank < self.height && (file + rank).is_multiple_of(2) == self.a1_playable
    }

    /// Where square 1 lies, seen by White.
    const fn corner(&self) -> Corner {
        match (self.notation.naming, self.first) {
            (Naming::Letters, _) => Corner::TopLeft,
            (Naming::Numbers(corner), Side::White) => corner,
            (Naming::Numbers(corner), Side::Black) => corner.opposite(),
        }
    }

    /// The place of the square with this number, from 1.
    pub const fn place(&self, number: u32) -> Option<Place> {
        if number == 0 || number > self.squares() {
            return None;
        }
        let (row, column) = ((number - 1) / (self.width / 2), (number - 1) % (self.width / 2));
        let rank = self.row_to_rank(row);
        let first = self.first_file(rank);
        let file = if self.corner().is_left() { first + 2 * column } else { first - 2 * column };
        Some((file, rank))
    }

    /// The number of a playable square, from 1.
    pub const fn number(&self, place: Place) -> u32 {
        let (file, rank) = place;
        let column = file.abs_diff(self.first_file(rank)) / 2;
        self.row_to_rank(rank) * (self.width / 2) + column + 1
    }

    /// Rows count from the side of square 1; the map is its own inverse.
    const fn row_to_rank(&self, row: u32) -> u32 {
        if self.corner().is_bottom() { row } else { self.height - 1 - row }
    }

    /// The file of the playable square of `rank` that is nearest the side of square 1.
    const fn first_file(&self, rank: u32) -> u32 {
        let file = if self.corner().is_left() { 0 } else { self.width - 1 };
        match (self.is_playable((file, rank)), self.corner().is_left()) {
            (true, _) => file,
            (false, true) => file + 1,
            (false, false) => file - 1,
        }
    }

    /// Reads a name of either kind; `None` when it names no playable square of this board.
    pub fn read(&self, name: &str) -> Option<Place> {
        let first = name.bytes().next()?;
        if first.is_ascii_digit() {
            return self.place(digits(name)?);
        }
        let file = u32::from(first.to_ascii_lowercase()).checked_sub(u32::from(b'a'))?;
        let rank = digits(name.get(1..)?)?.checked_sub(1)?;
        let place = (file, rank);
        self.is_playable(place).then_some(place)
    }

    /// The name that the variant writes.
    pub fn write(&self, place: Place) -> String {
        match self.notation.naming {
            Naming::Letters => algebraic(place),
            Naming::Numbers(_) => format!("{}", self.number(place)),
        }
    }

    /// The GameType tag of PDN, such as `20,W,10,10,N2,0`; `None` for a variant without a number.
    pub fn game_type(&self) -> Option<String> {
        let number = self.notation.game_type?;
        let first = if self.first == Side::White { 'W' } else { 'B' };
        let naming = match self.notation.naming {
            Naming::Letters => String::from("A0"),
            Naming::Numbers(corner) => format!("N{}", corner as u32),
        };
        let invert = u32::from(!self.a1_playable);
        Some(format!("{number},{first},{},{},{naming},{invert}", self.width, self.height))
    }
}

/// `place` as letter and number; files beyond `z` do not occur.
pub fn algebraic((file, rank): Place) -> String {
    format!("{}{}", char::from(b'a' + (file % 26) as u8), rank + 1)
}

/// A plain number without sign or leading zero.
fn digits(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    if plain { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const fn names(width: u32, a1_playable: bool, first: Side, naming: Naming) -> Names {
        let notation = Notation { game_type: Some(0), naming, capture: 'x' };
        Names { width, height: width, a1_playable, first, notation }
    }

    /// The corners of the published boards: the squares that the first and the last number name.
    #[test]
    fn square_one_lies_where_the_game_type_says() {
        use Naming::{Letters, Numbers};
        let table = [
            ("international", names(10, true, Side::White, Numbers(Corner::TopLeft)), ["b10", "d10", "a1", "i1"]),
            ("english", names(8, true, Side::Black, Numbers(Corner::BottomRight)), ["b8", "d8", "a1", "g1"]),
            ("italian", names(8, false, Side::White, Numbers(Corner::TopLeft)), ["a8", "c8", "b1", "h1"]),
            ("spanish", names(8, false, Side::White, Numbers(Corner::BottomRight)), ["h1", "f1", "g8", "a8"]),
            ("russian", names(8, true, Side::White, Letters), ["b8", "d8", "a1", "g1"]),
            ("thai", names(8, true, Side::Black, Numbers(Corner::TopLeft)), ["g1", "e1", "h8", "b8"]),
        ];
        for (variant, names, [one, two, last_row, last]) in table {
            let (row, squares) = (names.width / 2, names.squares());
            for (number, expected) in [(1, one), (2, two), (squares - row + 1, last_row), (squares, last)] {
                assert_eq!(names.place(number).map(algebraic).as_deref(), Some(expected), "{variant} {number}");
            }
        }
    }

    #[test]
    fn numbers_and_places_are_inverse_and_names_read_back() {
        let corners = [Corner::BottomLeft, Corner::BottomRight, Corner::TopLeft, Corner::TopRight];
        for first in Side::BOTH {
            for (corner, a1) in corners.into_iter().flat_map(|corner| [(corner, false), (corner, true)]) {
                let names = names(10, a1, first, Naming::Numbers(corner));
                let places: Vec<Place> = (1..=50).filter_map(|n| names.place(n)).collect();
                assert_eq!(places.len(), 50);
                for (number, &place) in (1..).zip(&places) {
                    assert_eq!(names.number(place), number);
                    assert!(names.is_playable(place));
                    assert_eq!(names.read(&names.write(place)), Some(place));
                    assert_eq!(names.read(&algebraic(place)), Some(place));
                }
            }
        }
    }

    #[test]
    fn names_of_no_square_are_refused() {
        let names = names(8, true, Side::White, Naming::Letters);
        for bad in ["", "0", "33", "01", "a2", "b1", "i1", "a9", "a", "a01", "1a", "+1", "a+1", "ž1", "99999999999"] {
            assert_eq!(names.read(bad), None, "{bad}");
        }
        assert_eq!(names.read("H8"), Some((7, 7)));
    }
}
