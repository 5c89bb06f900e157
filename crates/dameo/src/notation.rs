//! Positions and moves as text.
//!
//! Positions are in the colon format of PDN 3.0 with algebraic squares (`W:Wa1,Kc4:Ba8`). Half-move and
//! full-move fields (`:H3:F20`) are read and dropped: a position counts nothing. A quiet move is
//! `c3-d4`: the man that moves and the square on which it lands, whatever line it jumps. A capture is
//! `c3xc5xe5`, with every square on which it lands; where several routes make one move, the text shows the
//! least one, squares compared in board order (rank, then file). Any route reads, `:` reads as `x`, and so
//! does `c3xe5` where only one capture leads from c3 to e5.
//!
//! Text is never needed to generate moves: nothing here is on the way of a count.

use crate::chain::{Chain, extend};
use crate::geometry::Geometry;
use crate::position::{Move, Orthogonal, Set};
use crate::route::{Route, least_routes};
use crate::rules::Rules;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use plywood_core::{Bitboard, Game, Grid, MoveParts, Position, Side, TextError, colon_fen};

impl<R: Rules> Game for Orthogonal<R> {
    const NAME: &'static str = R::NAME;
    const BOARD: &'static str = R::BOARD;
    const SUMMARY: &'static str = R::SUMMARY;

    const GRID: Grid = Grid { files: R::Board::SIDE, ranks: R::Board::SIDE, colour: None };

    fn pieces(&self) -> Vec<(char, u128)> {
        let ([white, black], kings) = (Side::BOTH.map(|side| self.pieces(side)), self.kings());
        let kinds = [('w', white & !kings), ('W', white & kings), ('b', black & !kings), ('B', black & kings)];
        kinds.into_iter().map(|(letter, set)| (letter, Self::numbered(set))).collect()
    }

    fn start() -> Self {
        let last = R::Board::SIDE - 1;
        let mut pieces = [Set::<R>::EMPTY; 2];
        for &(rank, free) in R::SETUP {
            for file in free..=last - free {
                pieces[0] |= Set::<R>::bit(R::Board::square(file, rank));
                pieces[1] |= Set::<R>::bit(R::Board::square(file, last - rank));
            }
        }
        Self::new(pieces, Set::<R>::EMPTY, Side::White)
    }

    fn parse(text: &str) -> Result<Self, TextError> {
        let fen = colon_fen::parse(text, square_named::<R::Board>)?;
        let (mut pieces, mut kings) = ([Set::<R>::EMPTY; 2], Set::<R>::EMPTY);
        for piece in &fen.pieces {
            let square = Set::<R>::bit(piece.square);
            if !piece.king && (square & R::Board::CROWNING[piece.side.index()]).any() {
                let name = name_of::<R::Board>(piece.square);
                return Err(TextError::at(text, piece.at, format!("a man on its last row: '{name}'")));
            }
            pieces[piece.side.index()] |= square;
            if piece.king {
                kings |= square;
            }
        }
        Ok(Self::new(pieces, kings, fen.side_to_move))
    }

    fn text(&self) -> String {
        let mut text = String::from(if self.side_to_move() == Side::White { "W" } else { "B" });
        for side in Side::BOTH {
            text.push_str(if side == Side::White { ":W" } else { ":B" });
            let mut separator = "";
            for square in by_file::<R::Board>().filter(|&square| self.pieces(side).has(square)) {
                let king = if self.kings().has(square) { "K" } else { "" };
                // Writing to a String cannot fail.
                let _ = write!(text, "{separator}{king}{}", name_of::<R::Board>(square));
                separator = ",";
            }
        }
        text
    }

    fn move_text(&self, mv: &Self::Move) -> String {
        let routes = least_routes(&self.scene(), Set::<R>::bit(mv.from.into()), mv.captured);
        text_of::<R>(mv, &routes)
    }

    fn moves_with_text(&self) -> Vec<(Self::Move, String)> {
        let moves = self.moves();
        let (movers, prey) = moves.iter().fold((Set::<R>::EMPTY, Set::<R>::EMPTY), |(movers, prey), mv| {
            (movers | Set::<R>::bit(mv.from.into()), prey | mv.captured)
        });
        let routes = least_routes(&self.scene(), movers, prey);
        moves.into_iter().map(|mv| (mv, text_of::<R>(&mv, &routes))).collect()
    }

    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError> {
        let spelled = Spelled::read::<R::Board>(text)?;
        let found = if spelled.capture { self.find_capture(&spelled) } else { self.find_quiet(&spelled) };
        found.map_err(|fault| TextError::at(text, spelled.at, fault))
    }

    fn parts(&self, mv: &Self::Move) -> MoveParts {
        MoveParts {
            from: Self::number(mv.from.into()) as u8,
            to: Self::number(mv.to.into()) as u8,
            promotion: mv.promotes.then_some('k'),
            captured: Self::numbered(mv.captured),
            ..MoveParts::NONE
        }
    }

    fn landings(&self, mv: &Self::Move) -> Vec<u8> {
        let routes = least_routes(&self.scene(), Set::<R>::bit(mv.from.into()), mv.captured);
        let end = [mv.to];
        let squares = route_of::<R>(mv, &routes).map_or(&end[..], |route| &route.squares[1..]);
        squares.iter().map(|&square| Self::number(square.into()) as u8).collect()
    }
}

impl<R: Rules> Orthogonal<R> {
    /// The number that front ends know a square by: without the guard column.
    fn number(square: u32) -> u32 {
        square / R::Board::STRIDE * R::Board::SIDE + square % R::Board::STRIDE
    }

    fn numbered(set: Set<R>) -> u128 {
        set.squares().fold(0, |numbered, square| numbered | 1 << Self::number(square))
    }

    fn find_quiet(&self, spelled: &Spelled) -> Result<Move<Set<R>>, String> {
        let legal = self.moves();
        if let Some(capture) = legal.iter().find(|mv| mv.captured.any()) {
            return Err(format!("a capture is compulsory here, such as '{}'", self.move_text(capture)));
        }
        legal.into_iter().find(|mv| spelled.has_ends(mv)).ok_or_else(|| self.why_not(spelled))
    }

    /// The capture that runs over the squares as written, or the only one that has the two ends written.
    fn find_capture(&self, spelled: &Spelled) -> Result<Move<Set<R>>, String> {
        let mut legal = self.moves();
        legal.retain(|mv| mv.captured.any());
        let must_take = legal.first().map_or(0, |mv| mv.captured.size());
        legal.retain(|mv| spelled.has_ends(mv));
        let route = self.follow(&spelled.squares);
        if let Some(&mv) = legal.iter().find(|mv| route.is_some_and(|chain| chain.victims == mv.captured)) {
            return Ok(mv);
        }
        match legal[..] {
            [mv] if spelled.squares.len() == 2 => return Ok(mv),
            [_, _, ..] if spelled.squares.len() == 2 => {
                return Err(format!("{} captures have these ends: name every landing square", legal.len()));
            }
            _ => {}
        }
        Err(match route {
            Some(chain) => format!("this capture takes {} where {must_take} must be taken", chain.victims.size()),
            None => self.why_not(spelled),
        })
    }

    fn why_not(&self, spelled: &Spelled) -> String {
        let from = spelled.squares[0];
        let name = name_of::<R::Board>(from);
        if self.pieces(self.side_to_move()).has(from) {
            format!("the piece on '{name}' cannot move so")
        } else {
            format!("no piece of the side to move on '{name}'")
        }
    }

    /// The capture that lands on these squares, if the rules of a single jump allow it; whether it is the
    /// longest is not asked.
    fn follow(&self, squares: &[u32]) -> Option<Chain<Set<R>>> {
        let scene = self.scene();
        let (&from, landings) = squares.split_first()?;
        let start = (scene.men | scene.kings).has(from).then(|| Chain::start(from));
        landings.iter().try_fold(start?, |chain, &to| {
            let mut found = None;
            extend(&scene, &chain, |next| {
                if u32::from(next.at) == to {
                    found = Some(next);
                }
            });
            found
        })
    }
}

/// The route of a capture among `routes`.
fn route_of<'a, R: Rules>(mv: &Move<Set<R>>, routes: &'a [Route<Set<R>>]) -> Option<&'a Route<Set<R>>> {
    let same = |route: &&Route<_>| (route.captured, route.from, route.to) == (mv.captured, mv.from, mv.to);
    routes.iter().find(same).filter(|_| mv.captured.any())
}

/// The text of `mv`, whose route is among `routes` if it is a capture.
fn text_of<R: Rules>(mv: &Move<Set<R>>, routes: &[Route<Set<R>>]) -> String {
    match route_of::<R>(mv, routes) {
        Some(route) => {
            let names: Vec<_> = route.squares.iter().map(|&square| name_of::<R::Board>(square.into())).collect();
            names.join("x")
        }
        _ => format!("{}-{}", name_of::<R::Board>(mv.from.into()), name_of::<R::Board>(mv.to.into())),
    }
}

/// The name of a square, such as `c4`.
fn name_of<B: Geometry>(square: u32) -> String {
    let file = char::from(b'a' + (square % B::STRIDE) as u8);
    format!("{file}{}", square / B::STRIDE + 1)
}

/// The square of this name, if the board has it.
fn square_named<B: Geometry>(name: &str) -> Option<u32> {
    let file = u32::from(*name.as_bytes().first()?).checked_sub(u32::from(b'a'))?;
    let rank = name.get(1..)?;
    if rank.starts_with(['0', '+']) {
        return None;
    }
    let rank = rank.parse::<u32>().ok()?.checked_sub(1)?;
    (file < B::SIDE && rank < B::SIDE).then(|| B::square(file, rank))
}

/// The squares of the board file by file, the order in which positions are written.
fn by_file<B: Geometry>() -> impl Iterator<Item = u32> {
    (0..B::SIDE).flat_map(|file| (0..B::SIDE).map(move |rank| B::square(file, rank)))
}

/// A move as it is written: squares, and what stands between them.
struct Spelled {
    squares: Vec<u32>,
    capture: bool,
    /// Where the move begins in the text, in bytes.
    at: usize,
}

impl Spelled {
    fn read<B: Geometry>(text: &str) -> Result<Self, TextError> {
        let body = text.trim();
        let start = text.len() - text.trim_start().len();
        let mut spelled = Self { squares: Vec::new(), capture: false, at: start };
        let mut at = start;
        let mut first_separator = None;
        for piece in body.split_inclusive(['-', 'x', ':']) {
            let name = piece.trim_end_matches(['-', 'x', ':']);
            let square = square_named::<B>(name).ok_or_else(|| match name {
                "" => TextError::at(text, at, "expected a square, as in 'c3-d4' or 'c3xc5xe5'"),
                _ => TextError::at(text, at, format!("no square '{name}' on this board")),
            })?;
            spelled.squares.push(square);
            at += name.len();
            let Some(separator) = piece[name.len()..].chars().next() else { break };
            let capture = separator != '-';
            if *first_separator.get_or_insert(capture) != capture {
                return Err(TextError::at(text, at, "'-' and 'x' in one move"));
            }
            at += 1;
        }
        if body.is_empty() || body.ends_with(['-', 'x', ':']) || spelled.squares.len() < 2 {
            return Err(TextError::at(text, at, "expected a square, as in 'c3-d4' or 'c3xc5xe5'"));
        }
        spelled.capture = first_separator == Some(true);
        if !spelled.capture && spelled.squares.len() > 2 {
            return Err(TextError::at(text, start, "a move without capture has two squares, as in 'c3-d4'"));
        }
        Ok(spelled)
    }

    fn has_ends<S>(&self, mv: &Move<S>) -> bool {
        self.squares.first() == Some(&mv.from.into()) && self.squares.last() == Some(&mv.to.into())
    }
}

/// Stored as text: [`plywood_core::text::as_text`].
#[cfg(feature = "serde")]
impl<R: Rules> serde::Serialize for Orthogonal<R> {
    fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        plywood_core::text::as_text::serialize(self, serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, R: Rules> serde::Deserialize<'de> for Orthogonal<R> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        plywood_core::text::as_text::deserialize(deserializer)
    }
}
