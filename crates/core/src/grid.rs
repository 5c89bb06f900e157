//! The squares of a board as front ends see them: a number and a name for each.
//!
//! Every game numbers the squares it plays on from 0, along the ranks from a1: rank by rank, file by file. On boards where only
//! one colour is played on, the others have no number, so that every board fits into 128 bits. How a game lays its squares
//! out in its own bitboards is its own business.

use alloc::format;
use alloc::string::String;

/// A board of some files and ranks, all of whose squares are played on or those of one colour.
///
/// # Example
/// ```
/// use plywood_core::Grid;
/// let chess = Grid { files: 8, ranks: 8, colour: None };
/// let dark = Grid { files: 8, ranks: 8, colour: Some(0) };
/// assert_eq!(chess.read("c2"), Some(10));
/// assert_eq!(dark.read("a1"), Some(0));
/// assert_eq!(dark.read("c1"), Some(1));
/// assert_eq!(dark.read("b1"), None);
/// assert_eq!(dark.name(4), "b2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// Files, from `a`; even where only one colour is played on.
    pub files: u32,
    /// Ranks, from 1.
    pub ranks: u32,
    /// The colour that is played on, as the parity of file + rank counted from 0: `Some(0)` is the colour of a1. `None`: all squares.
    pub colour: Option<u32>,
}

impl Grid {
    /// How many squares are played on.
    pub const fn squares(self) -> u32 {
        let all = self.files * self.ranks;
        if self.colour.is_some() { all / 2 } else { all }
    }

    /// The number of the square in `file` and `rank`, both from 0; `None` where nothing can stand.
    pub const fn number(self, file: u32, rank: u32) -> Option<u32> {
        if file >= self.files || rank >= self.ranks {
            return None;
        }
        let number = rank * self.files + file;
        match self.colour {
            None => Some(number),
            Some(parity) if (file + rank) % 2 == parity => Some(number / 2),
            Some(_) => None,
        }
    }

    /// File and rank, from 0, of the square with this number.
    pub const fn place(self, number: u32) -> (u32, u32) {
        match self.colour {
            None => (number % self.files, number / self.files),
            Some(parity) => {
                let half = self.files / 2;
                let rank = number / half;
                (number % half * 2 + (parity + rank) % 2, rank)
            }
        }
    }

    /// The name of the square with this number, such as `c3`.
    pub fn name(self, number: u32) -> String {
        let (file, rank) = self.place(number);
        format!("{}{}", char::from(b'a' + (file % 26) as u8), rank + 1)
    }

    /// The number of the square with this name; `None` when the board has none.
    pub fn read(self, name: &str) -> Option<u32> {
        let file = u32::from(*name.as_bytes().first()?).checked_sub(u32::from(b'a'))?;
        let digits = name.get(1..)?;
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        let rank: u32 = digits.parse().ok().filter(|_| plain)?;
        self.number(file, rank.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::Grid;

    #[test]
    fn numbers_places_and_names_say_the_same() {
        for (files, ranks) in [(8, 8), (10, 10), (12, 12), (6, 6)] {
            for colour in [None, Some(0), Some(1)] {
                let grid = Grid { files, ranks, colour };
                assert!(grid.squares() <= 128 || (files, colour) == (12, None));
                for number in 0..grid.squares() {
                    let (file, rank) = grid.place(number);
                    assert_eq!(grid.number(file, rank), Some(number));
                    assert_eq!(grid.read(&grid.name(number)), Some(number));
                }
                let numbered = (0..ranks).flat_map(|rank| (0..files).map(move |file| grid.number(file, rank)));
                assert_eq!(
                    numbered.flatten().collect::<alloc::vec::Vec<_>>(),
                    (0..grid.squares()).collect::<alloc::vec::Vec<_>>()
                );
            }
        }
    }

    #[test]
    fn names_of_no_square_are_none() {
        let grid = Grid { files: 8, ranks: 8, colour: None };
        for name in ["", "a", "a0", "a01", "a9", "i1", "1a", "a-1", "a1 ", "é1", "a99999999999"] {
            assert_eq!(grid.read(name), None, "{name}");
        }
    }
}
