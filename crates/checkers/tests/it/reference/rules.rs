//! The variants as the reference knows them: one table of plain values.

use super::Square;
use plywood_core::Side;

/// When a man that reaches the last row while capturing becomes a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crown {
    /// At once, and it goes on as a king.
    AtOnce,
    /// At once, and the move is over.
    AndStops,
    /// Only if the move ends there.
    OnlyAtTheEnd,
}

/// Which of the complete captures are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Free,
    Most,
    MostThenKings,
    /// Most pieces, then by a king, then most kings, then kings as early as can be.
    Italian,
    /// A king's capture before a man's.
    KingFirst,
    /// By value, then by a king.
    Frisian,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) name: &'static str,
    pub(crate) size: i32,
    pub(crate) rows_of_men: i32,
    pub(crate) first: Side,
    pub(crate) a1_playable: bool,
    pub(crate) men_capture_back: bool,
    pub(crate) men_take_kings: bool,
    pub(crate) flying: bool,
    pub(crate) crown: Crown,
    pub(crate) choice: Choice,
    pub(crate) captures_straight: bool,
    pub(crate) lands_directly_behind: bool,
    pub(crate) victims_vanish_at_once: bool,
    pub(crate) stops_behind_a_last_king: bool,
    pub(crate) first_king_wins: bool,
    /// Square 1 is White's lower right one; else his upper left one.
    pub(crate) one_at_lower_right: bool,
}

const INTERNATIONAL: Rules = Rules {
    name: "international",
    size: 10,
    rows_of_men: 4,
    first: Side::White,
    a1_playable: true,
    men_capture_back: true,
    men_take_kings: true,
    flying: true,
    crown: Crown::OnlyAtTheEnd,
    choice: Choice::Most,
    captures_straight: false,
    lands_directly_behind: false,
    victims_vanish_at_once: false,
    stops_behind_a_last_king: false,
    first_king_wins: false,
    one_at_lower_right: false,
};
const BRAZILIAN: Rules = Rules { name: "brazilian", size: 8, rows_of_men: 3, ..INTERNATIONAL };
const RUSSIAN: Rules = Rules { name: "russian", crown: Crown::AtOnce, choice: Choice::Free, ..BRAZILIAN };
const ENGLISH: Rules = Rules {
    name: "english",
    first: Side::Black,
    men_capture_back: false,
    flying: false,
    crown: Crown::AndStops,
    choice: Choice::Free,
    ..BRAZILIAN
};
const FRISIAN: Rules = Rules { name: "frisian", choice: Choice::Frisian, captures_straight: true, ..INTERNATIONAL };

/// All variants.
pub(crate) static ALL: [Rules; 18] = [
    Rules { name: "russian6", size: 6, rows_of_men: 2, ..RUSSIAN },
    RUSSIAN,
    ENGLISH,
    Rules { name: "pool", first: Side::Black, choice: Choice::Free, ..BRAZILIAN },
    BRAZILIAN,
    INTERNATIONAL,
    Rules { name: "canadian", size: 12, rows_of_men: 5, ..INTERNATIONAL },
    Rules {
        name: "italian",
        first: Side::White,
        a1_playable: false,
        men_take_kings: false,
        choice: Choice::Italian,
        ..ENGLISH
    },
    Rules {
        name: "spanish",
        a1_playable: false,
        men_capture_back: false,
        crown: Crown::AndStops,
        choice: Choice::MostThenKings,
        one_at_lower_right: true,
        ..BRAZILIAN
    },
    Rules { name: "czech", men_capture_back: false, crown: Crown::AndStops, choice: Choice::KingFirst, ..BRAZILIAN },
    FRISIAN,
    Rules { name: "frysk", rows_of_men: 1, ..FRISIAN },
    Rules { name: "killer", stops_behind_a_last_king: true, ..INTERNATIONAL },
    Rules { name: "breakthrough", first_king_wins: true, ..INTERNATIONAL },
    Rules { name: "antidraughts", ..INTERNATIONAL },
    Rules {
        name: "thai",
        rows_of_men: 2,
        first: Side::Black,
        men_capture_back: false,
        crown: Crown::AndStops,
        choice: Choice::Free,
        lands_directly_behind: true,
        victims_vanish_at_once: true,
        one_at_lower_right: true,
        ..BRAZILIAN
    },
    Rules { name: "brazilian6", size: 6, rows_of_men: 2, ..BRAZILIAN },
    Rules { name: "english6", size: 6, rows_of_men: 2, ..ENGLISH },
];

/// The rules of the variant with this name.
pub(crate) fn of(name: &str) -> &'static Rules {
    ALL.iter().find(|rules| rules.name == name).unwrap_or_else(|| panic!("no variant '{name}'"))
}

impl Rules {
    pub(crate) fn is_playable(&self, (file, rank): Square) -> bool {
        let on_board = (0..self.size).contains(&file) && (0..self.size).contains(&rank);
        on_board && ((file + rank) % 2 == 0) == self.a1_playable
    }

    /// All playing squares, in the order of the variant's numbers.
    pub(crate) fn squares(&self) -> Vec<Square> {
        let from_the_top = (0..self.size).rev().flat_map(|rank| (0..self.size).map(move |file| (file, rank)));
        let mut squares: Vec<Square> = from_the_top.filter(|&square| self.is_playable(square)).collect();
        if self.one_at_lower_right {
            squares.reverse();
        }
        squares
    }

    pub(crate) fn promotion_rank(&self, side: Side) -> i32 {
        match side {
            Side::White => self.size - 1,
            Side::Black => 0,
        }
    }

    /// The square that a number or an algebraic name stands for.
    pub(crate) fn square(&self, name: &str) -> Square {
        if let Ok(number) = name.parse::<usize>() {
            return self.squares()[number - 1];
        }
        let (file, rank) = name.split_at(1);
        let square = (i32::from(file.as_bytes()[0]) - i32::from(b'a'), rank.parse::<i32>().unwrap() - 1);
        assert!(self.is_playable(square), "{}: no square {name}", self.name);
        square
    }
}
