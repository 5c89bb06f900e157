//! Positions and moves as text.
//!
//! Written: `3q2q3/10/.../3Q2Q3 w` (rows from the top, `Q` White, `q` Black, `*` arrow, a number for a
//! run of empty squares, then the side to move) and `d1-d6/g9` (from, to, arrow).
//! Read as well: the fields ` - - 0 1` after the side, `p` and `P` for an arrow and a pocket `[PPP]` of
//! arrows yet to be shot after the rows (both from chess-variant programs; the pocket is
//! skipped, since arrows never run out), and the moves `d1d6g9`, `d1-d6(g9)` and `d1 d6 g9`.

use crate::board::{Board, Move};
use crate::games::Setup;
use crate::set::Set;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use plywood_core::{Game, Grid, MoveParts, Position, Side, TextError};

impl<S: Set, const W: usize, const H: usize> Game for Board<S, W, H>
where
    Self: Setup,
{
    const NAME: &'static str = <Self as Setup>::NAME;
    const BOARD: &'static str = <Self as Setup>::BOARD;
    const SUMMARY: &'static str = "A queen step, then an arrow that blocks a square; who cannot move loses.";

    const GRID: Grid = Grid { files: W as u32, ranks: H as u32, colour: None };

    fn pieces(&self) -> Vec<(char, u128)> {
        self.things()
            .into_iter()
            .map(|(letter, set)| (letter, set.squares().fold(0, |all, square| all | 1 << square)))
            .collect()
    }

    fn start() -> Self {
        Self::parse(Self::START).unwrap_or_else(|fault| unreachable!("{fault}"))
    }

    fn parse(text: &str) -> Result<Self, TextError> {
        let (amazons, arrows, rest) = placement::<S, W, H>(text)?;
        let side = side_and_fields(text, rest)?;
        Self::new(amazons, arrows, side).ok_or_else(|| TextError::at(text, 0, "two things on one square"))
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for rank in (0..H).rev() {
            self.write_row(rank, &mut text);
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push(if self.side_to_move() == Side::White { 'w' } else { 'b' });
        text
    }

    fn move_text(&self, mv: &Move) -> String {
        let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(square_text::<W>);
        format!("{from}-{to}/{arrow}")
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let [from, to, arrow] = read_move::<W, H>(text)?;
        let refuse = |square: &Read, why: String| Err(TextError::at(text, square.at, why));
        if !self.amazons(self.side_to_move()).has(from.square) {
            return refuse(&from, format!("no amazon of {:?} on {from}", self.side_to_move()));
        }
        if !Self::reach(from.square, self.empty()).has(to.square) {
            return refuse(&to, format!("no free way from {from} to {to}"));
        }
        if !Self::reach(to.square, self.empty() | S::bit(from.square)).has(arrow.square) {
            return refuse(&arrow, format!("no free way for the arrow from {to} to {arrow}"));
        }
        Ok(Move { from: from.square as u8, to: to.square as u8, arrow: arrow.square as u8 })
    }

    fn parts(&self, mv: &Move) -> MoveParts {
        MoveParts { from: mv.from, to: mv.to, arrow: mv.arrow, ..MoveParts::NONE }
    }
}

impl<S: Set, const W: usize, const H: usize> Board<S, W, H> {
    fn write_row(&self, rank: usize, text: &mut String) {
        let mut run = 0;
        for file in 0..W {
            let letter = self.letter((rank * W + file) as u32);
            if letter.is_none() {
                run += 1;
            }
            if run > 0 && (letter.is_some() || file + 1 == W) {
                text.push_str(&run.to_string());
                run = 0;
            }
            text.extend(letter);
        }
    }

    fn things(&self) -> [(char, S); 3] {
        [('Q', self.amazons(Side::White)), ('q', self.amazons(Side::Black)), ('*', self.arrows())]
    }

    /// What stands on `square`.
    fn letter(&self, square: u32) -> Option<char> {
        self.things().into_iter().find(|(_, set)| set.has(square)).map(|(letter, _)| letter)
    }
}

/// The name of a square: files are letters, ranks count from 1.
fn square_text<const W: usize>(square: u8) -> String {
    let (file, rank) = (usize::from(square) % W, usize::from(square) / W);
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// The rows of a position: White's and Black's amazons, the arrows, and where the rows end.
fn placement<S: Set, const W: usize, const H: usize>(text: &str) -> Result<([S; 2], S, usize), TextError> {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let rows = without_pocket(text, end)?;
    let (mut amazons, mut arrows, mut at) = ([S::EMPTY; 2], S::EMPTY, 0);
    let given = rows.split('/').count();
    for (row, above) in rows.split('/').zip(1..) {
        if above > H {
            return Err(TextError::at(text, at, format!("{given} rows instead of {H}")));
        }
        read_row::<W>(text, at, row, |file, letter| {
            let square = S::bit(((H - above) * W + file) as u32);
            match letter {
                'Q' => amazons[0] |= square,
                'q' => amazons[1] |= square,
                _ => arrows |= square,
            }
        })?;
        at += row.len() + 1;
    }
    if given < H {
        return Err(TextError::at(text, rows.len(), format!("{given} rows instead of {H}")));
    }
    Ok((amazons, arrows, end))
}

/// The rows without the pocket that chess-variant programs append: `[PPPP]`.
fn without_pocket(text: &str, end: usize) -> Result<&str, TextError> {
    let rows = &text[..end];
    let Some((rows, pocket)) = rows.split_once('[') else {
        return Ok(rows);
    };
    let Some(arrows) = pocket.strip_suffix(']') else {
        return Err(TextError::at(text, rows.len(), "the pocket has no ']' at its end"));
    };
    match arrows.find(|letter| !matches!(letter, 'p' | 'P')) {
        None => Ok(rows),
        Some(wrong) => Err(TextError::at(text, rows.len() + 1 + wrong, "a pocket holds arrows only: [PPP]")),
    }
}

/// One row, which begins at byte `start` of `text`; `put` gets the file and the letter of every thing.
fn read_row<const W: usize>(
    text: &str,
    start: usize,
    row: &str,
    mut put: impl FnMut(usize, char),
) -> Result<(), TextError> {
    let (mut file, mut rest) = (0usize, row);
    while let Some(letter) = rest.chars().next() {
        let at = start + row.len() - rest.len();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let wide = match letter {
            'Q' | 'q' | '*' | 'p' | 'P' => 1,
            '1'..='9' => rest[..digits].parse().unwrap_or(usize::MAX),
            _ => {
                let fault = format!("unexpected '{letter}' in a row: Q, q, * or a number of empty squares");
                return Err(TextError::at(text, at, fault));
            }
        };
        if wide > W - file {
            return Err(TextError::at(text, at, format!("the row has more than {W} squares")));
        }
        if digits == 0 {
            put(file, letter);
        }
        file += wide;
        rest = &rest[digits.max(1)..];
    }
    if file < W {
        return Err(TextError::at(text, start + row.len(), format!("the row has {file} squares instead of {W}")));
    }
    Ok(())
}

/// The side to move, and the fields that chess programs write after it: castling and en passant (always
/// `-` here), two counters.
fn side_and_fields(text: &str, start: usize) -> Result<Side, TextError> {
    let mut fields = text[start..].split_whitespace();
    let place = |field: &str| field.as_ptr() as usize - text.as_ptr() as usize;
    let side = match fields.next() {
        Some("w") => Side::White,
        Some("b") => Side::Black,
        Some(other) => {
            return Err(TextError::at(text, place(other), format!("side to move '{other}' is not 'w' or 'b'")));
        }
        None => return Err(TextError::at(text, text.len(), "the side to move is missing: ' w' or ' b'")),
    };
    for (n, field) in fields.enumerate() {
        let known = match n {
            0 | 1 => field == "-",
            2 | 3 => field.bytes().all(|c| c.is_ascii_digit()),
            _ => false,
        };
        if !known {
            let fault = format!("unexpected '{field}' after the side to move: nothing, or '- - 0 1'");
            return Err(TextError::at(text, place(field), fault));
        }
    }
    Ok(side)
}

/// A square as it was read, with the byte at which it stands.
struct Read {
    square: u32,
    at: usize,
    name: String,
}

impl core::fmt::Display for Read {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.name)
    }
}

/// The three squares of a move text.
fn read_move<const W: usize, const H: usize>(text: &str) -> Result<[Read; 3], TextError> {
    let mut at = 0;
    let from = read_square::<W, H>(text, &mut at)?;
    skip(text, &mut at, &['-', ' ']);
    let to = read_square::<W, H>(text, &mut at)?;
    let bracket = skip(text, &mut at, &['/', '(', ' ']) == Some('(');
    let arrow = read_square::<W, H>(text, &mut at)?;
    if bracket && skip(text, &mut at, &[')']).is_none() {
        return Err(TextError::at(text, at, "the bracket is not closed"));
    }
    if at < text.len() {
        return Err(TextError::at(text, at, "unexpected text after the move"));
    }
    Ok([from, to, arrow])
}

/// Steps over one character if it is among `separators`.
fn skip(text: &str, at: &mut usize, separators: &[char]) -> Option<char> {
    let next = text[*at..].chars().next().filter(|c| separators.contains(c))?;
    *at += next.len_utf8();
    Some(next)
}

fn read_square<const W: usize, const H: usize>(text: &str, at: &mut usize) -> Result<Read, TextError> {
    let start = *at;
    let rest = &text[start..];
    let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    let Some(file) = rest.bytes().next().filter(u8::is_ascii_lowercase).filter(|_| digits > 0) else {
        let fault = "expected a square; a move is written d1-d6/g9 (from, to, arrow)";
        return Err(TextError::at(text, start, fault));
    };
    let name = rest[..=digits].to_string();
    let (file, rank) = (usize::from(file - b'a'), name[1..].parse().unwrap_or(0));
    if file >= W || !(1..=H).contains(&rank) || name.as_bytes()[1] == b'0' {
        return Err(TextError::at(text, start, format!("no square '{name}' on this board")));
    }
    *at += name.len();
    Ok(Read { square: ((rank - 1) * W + file) as u32, at: start, name })
}

/// Stored as text: [`plywood_core::text::as_text`].
#[cfg(feature = "serde")]
impl<S: Set, const W: usize, const H: usize> serde::Serialize for Board<S, W, H>
where
    Self: Setup,
{
    fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        plywood_core::text::as_text::serialize(self, serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, S: Set, const W: usize, const H: usize> serde::Deserialize<'de> for Board<S, W, H>
where
    Self: Setup,
{
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        plywood_core::text::as_text::deserialize(deserializer)
    }
}
