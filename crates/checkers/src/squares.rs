//! What squares are called: `c3`, or the number that the variant's PDN GameType gives them.
//!
//! A place is `(file, rank)`, both from 0 at White's lower left corner. This file turns places into names
//! and back; which bit stands for a place is the layout's business. Both kinds of name are read in
//! every variant, and each variant writes its own.
//!
//! Source: the game types of PDN 3.0, the tag `number,first,width,height,notation,invert`. The digit after `N`
//! says in which corner, *seen by the player who starts*, square 1 lies; the numbers then run along the
//! row and on, row by row, to the far side. `invert` is 1 when the lower left corner is not played on.

use crate::layout::Layout;
use crate::rules::{Corner, GameType, Notation, Rules};
use alloc::format;
use alloc::string::String;
use plywood_core::Side;

/// A square as `(file, rank)`, from 0, seen by White: a1 is `(0, 0)`.
pub type Place = (u32, u32);

/// The names of the squares of one board.
///
/// # Example
/// ```
/// use plywood_checkers::rules::{InternationalRules, RussianRules};
/// use plywood_checkers::squares::Names;
/// let names = Names::of::<InternationalRules>();
/// assert_eq!(names.read("46"), names.read("a1"));
/// assert_eq!(names.write((0, 0)), "46");
/// assert_eq!(Names::of::<RussianRules>().game_type().as_deref(), Some("25,W,8,8,A0,0"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Names {
    /// Files of the board, and ranks: an even number.
    size: u32,
    /// Whether pieces stand on the colour of a1.
    a1: bool,
    /// Who moves first: PDN numbers the squares as he sees them.
    first: Side,
    game_type: GameType,
}

impl Names {
    /// The names that the variant `R` uses.
    pub const fn of<R: Rules>() -> Self {
        Self { size: R::Layout::SIZE, a1: R::Layout::A1, first: R::FIRST, game_type: R::GAME_TYPE }
    }

    /// How many squares are played on.
    pub const fn squares(&self) -> u32 {
        self.size / 2 * self.size
    }

    /// Whether `place` is on the board and of the colour that is played on.
    pub const fn is_playable(&self, place: Place) -> bool {
        let (file, rank) = place;
        file < self.size && rank < self.size && (file + rank).is_multiple_of(2) == self.a1
    }

    /// Where square 1 lies, seen by White. The numbers of a variant that writes letters circulate with 1
    /// at the upper left.
    const fn corner(&self) -> Corner {
        match (self.game_type.notation, self.first) {
            (Notation::Algebraic, _) => Corner::TopLeft,
            (Notation::Numeric, Side::White) => self.game_type.corner,
            (Notation::Numeric, Side::Black) => match self.game_type.corner {
                Corner::BottomLeft => Corner::TopRight,
                Corner::BottomRight => Corner::TopLeft,
                Corner::TopLeft => Corner::BottomRight,
                Corner::TopRight => Corner::BottomLeft,
            },
        }
    }

    const fn one_is_below(&self) -> bool {
        matches!(self.corner(), Corner::BottomLeft | Corner::BottomRight)
    }

    const fn one_is_left(&self) -> bool {
        matches!(self.corner(), Corner::BottomLeft | Corner::TopLeft)
    }

    /// The place of the square with this number, from 1.
    pub const fn place(&self, number: u32) -> Option<Place> {
        if number == 0 || number > self.squares() {
            return None;
        }
        let (row, column) = ((number - 1) / (self.size / 2), (number - 1) % (self.size / 2));
        let rank = self.row_to_rank(row);
        let first = self.first_file(rank);
        let file = if self.one_is_left() { first + 2 * column } else { first - 2 * column };
        Some((file, rank))
    }

    /// The number of a square, from 1; `None` when `place` is no playable square of this board.
    pub const fn number(&self, place: Place) -> Option<u32> {
        if !self.is_playable(place) {
            return None;
        }
        let (file, rank) = place;
        let column = file.abs_diff(self.first_file(rank)) / 2;
        Some(self.row_to_rank(rank) * (self.size / 2) + column + 1)
    }

    /// Rows count from the side of square 1; the map is its own inverse.
    const fn row_to_rank(&self, row: u32) -> u32 {
        if self.one_is_below() { row } else { self.size - 1 - row }
    }

    /// The file of the playable square of `rank` that is nearest the side of square 1.
    const fn first_file(&self, rank: u32) -> u32 {
        let file = if self.one_is_left() { 0 } else { self.size - 1 };
        match (self.is_playable((file, rank)), self.one_is_left()) {
            (true, _) => file,
            (false, true) => file + 1,
            (false, false) => file - 1,
        }
    }

    /// Reads a name of either kind; `None` when it names no playable square of this board.
    pub fn read(&self, name: &str) -> Option<Place> {
        let first = name.bytes().next()?;
        if first.is_ascii_digit() {
            return self.read_number(name);
        }
        let file = u32::from(first.to_ascii_lowercase()).checked_sub(u32::from(b'a'))?;
        let rank = digits(name.get(1..)?)?.checked_sub(1)?;
        let place = (file, rank);
        self.is_playable(place).then_some(place)
    }

    /// Reads a number; `None` when it names no square of this board.
    pub(crate) fn read_number(&self, name: &str) -> Option<Place> {
        self.place(digits(name)?)
    }

    /// The name that the variant writes; a place without a number has letters everywhere.
    pub fn write(&self, place: Place) -> String {
        match self.number(place) {
            Some(number) if self.writes_numbers() => format!("{number}"),
            _ => algebraic(place),
        }
    }

    /// Whether the variant writes numbers.
    pub(crate) fn writes_numbers(&self) -> bool {
        self.game_type.notation == Notation::Numeric
    }

    /// The GameType tag of PDN, such as `20,W,10,10,N2,0`; `None` for a variant without a number.
    pub fn game_type(&self) -> Option<String> {
        let number = self.game_type.number?;
        let first = if self.first == Side::White { 'W' } else { 'B' };
        let notation = if self.writes_numbers() { 'N' } else { 'A' };
        let corner = match self.game_type.corner {
            Corner::BottomLeft => 0,
            Corner::BottomRight => 1,
            Corner::TopLeft => 2,
            Corner::TopRight => 3,
        };
        Some(format!("{number},{first},{0},{0},{notation}{corner},{1}", self.size, u32::from(!self.a1)))
    }
}

/// `place` as letter and number; files beyond `z` do not occur.
pub fn algebraic((file, rank): Place) -> String {
    format!("{}{}", char::from(b'a' + (file % 26) as u8), u64::from(rank) + 1)
}

/// A plain number without sign or leading zero.
fn digits(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    if plain { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::*;
    use alloc::vec::Vec;

    fn table() -> [(&'static str, Names); 18] {
        fn row<R: Rules>() -> (&'static str, Names) {
            (R::NAME, Names::of::<R>())
        }
        [
            row::<InternationalRules>(),
            row::<EnglishRules>(),
            row::<ItalianRules>(),
            row::<PoolRules>(),
            row::<SpanishRules>(),
            row::<RussianRules>(),
            row::<BrazilianRules>(),
            row::<CanadianRules>(),
            row::<CzechRules>(),
            row::<ThaiRules>(),
            row::<FrisianRules>(),
            row::<BreakthroughRules>(),
            row::<FryskRules>(),
            row::<AntidraughtsRules>(),
            row::<KillerRules>(),
            row::<Russian6Rules>(),
            row::<Brazilian6Rules>(),
            row::<English6Rules>(),
        ]
    }

    /// The game types of PDN 3.0, and the squares that 1, 2, the first of the last row, and the last number name.
    #[test]
    fn square_one_lies_where_the_game_type_says() {
        let expected = [
            (Some("20,W,10,10,N2,0"), ["b10", "d10", "a1", "i1"]),
            (Some("21,B,8,8,N1,0"), ["b8", "d8", "a1", "g1"]),
            (Some("22,W,8,8,N2,1"), ["a8", "c8", "b1", "h1"]),
            (Some("23,B,8,8,N1,0"), ["b8", "d8", "a1", "g1"]),
            (Some("24,W,8,8,N1,1"), ["h1", "f1", "g8", "a8"]),
            (Some("25,W,8,8,A0,0"), ["b8", "d8", "a1", "g1"]),
            (Some("26,W,8,8,A0,0"), ["b8", "d8", "a1", "g1"]),
            (Some("27,W,12,12,N2,0"), ["b12", "d12", "a1", "k1"]),
            (Some("29,W,8,8,A0,0"), ["b8", "d8", "a1", "g1"]),
            (Some("31,B,8,8,N2,0"), ["g1", "e1", "h8", "b8"]),
            (Some("40,W,10,10,N2,0"), ["b10", "d10", "a1", "i1"]),
            (Some("96,W,10,10,N2,0"), ["b10", "d10", "a1", "i1"]),
            (Some("97,W,10,10,N2,0"), ["b10", "d10", "a1", "i1"]),
            (Some("98,W,10,10,N2,0"), ["b10", "d10", "a1", "i1"]),
            (None, ["b10", "d10", "a1", "i1"]),
            (None, ["b6", "d6", "a1", "e1"]),
            (None, ["b6", "d6", "a1", "e1"]),
            (None, ["b6", "d6", "a1", "e1"]),
        ];
        for ((variant, names), (game_type, corners)) in table().into_iter().zip(expected) {
            assert_eq!(names.game_type().as_deref(), game_type, "{variant}");
            let (row, squares) = (names.size / 2, names.squares());
            let found = [1, 2, squares - row + 1, squares].map(|number| names.place(number).map(algebraic));
            assert_eq!(found, corners.map(|name| Some(name.into())), "{variant}");
        }
    }

    #[test]
    fn numbers_and_places_are_inverse_and_names_read_back() {
        for (variant, names) in table() {
            let places: Vec<Place> = (1..=names.squares()).filter_map(|n| names.place(n)).collect();
            assert_eq!(places.len() as u32, names.squares());
            for (number, &place) in (1..).zip(&places) {
                assert_eq!(names.number(place), Some(number), "{variant}");
                assert!(names.is_playable(place), "{variant} {number}");
                assert_eq!(names.read(&names.write(place)), Some(place), "{variant}");
                assert_eq!(names.read(&algebraic(place)), Some(place), "{variant}");
            }
        }
    }

    #[test]
    fn places_of_no_square_have_no_number() {
        for (variant, names) in table() {
            let size = names.size;
            let others = if names.a1 { [(1, 0), (0, 1)] } else { [(0, 0), (1, 1)] };
            let outside = [(0, size), (size, 0), (size, size), (1, size + 1), (u32::MAX, 0), (0, u32::MAX)];
            for place in others.into_iter().chain(outside) {
                assert_eq!(names.number(place), None, "{variant} {place:?}");
                assert_eq!(names.write(place), algebraic(place), "{variant}");
            }
        }
        assert_eq!(algebraic((0, u32::MAX)), "a4294967296");
    }

    #[test]
    fn names_of_no_square_are_refused() {
        let names = Names::of::<RussianRules>();
        for bad in ["", "0", "33", "01", "a2", "b1", "i1", "a9", "a", "a01", "1a", "+1", "a+1", "ž1", "99999999999"] {
            assert_eq!(names.read(bad), None, "{bad}");
        }
        assert_eq!(names.read("H8"), Some((7, 7)));
    }
}
