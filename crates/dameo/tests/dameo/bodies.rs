//! What the fuzz targets do with an input that is for a game of this family. The fuzz crate includes this file, and `replays` gives
//! it the committed inputs.
//!
//! Not here: how bytes become choices, and the checks that know no game (`kit`).

use super::checks::{conserved, symmetric};
use super::common::{GAMES, on_game};
use super::compare::compare;
use super::kit::{below, byte, counts, holds, identify, letters, played, read, searches, some, stroll};
use super::reference::size_of;
use arbitrary::Unstructured;
use plywood_core::conformance::{check_mode, check_moves, check_text};
use plywood_core::{Game, Mode, Outcome, Unique};
use plywood_dameo::{Move, Paths};

/// Captures that the reference follows in one position before it gives up: it copies a board for each.
const LIMIT: usize = 120;

/// Plies of the longest random game.
const LONGEST: usize = 120;

/// Pieces on a board with a king: among more the states of its captures on 10x10 can be a million (docs/dameo.md), and an execution
/// must be small.
const WITH_KINGS: usize = 24;

/// What may stand on a square, sixteen chances each: a few pieces, as many as in a game, hardly room to move, kings everywhere, kings
/// against men, and nobody on the other side.
const PALETTES: [&[u8; 16]; 6] = [
    b".............wbK",
    b"........wwwwbbbb",
    b"..wwwwwwwbbbbbbb",
    b"..............WB",
    b".............Wbb",
    b"..........wwwwwW",
];

/// A position, legal or odd.
fn position<G: Game>(input: &mut Unstructured<'_>) -> G {
    match PALETTES.get(below(input, PALETTES.len() + 2)) {
        Some(palette) => placed(input, palette),
        None => played(input, G::start(), LONGEST),
    }
}

/// Pieces of a palette on all squares, as long as there are not too many for a king; men where they would be crowned are kings. `K` is
/// a king of either side.
fn placed<G: Game>(input: &mut Unstructured<'_>, palette: &[u8; 16]) -> G {
    let side = ["W", "B"][below(input, 2)];
    let mut lists = [String::new(), String::new()];
    let (mut pieces, mut kings) = (0, false);
    for (square, letter) in (0..).zip(letters(input, palette, G::GRID.squares() as usize)) {
        let owner = match letter {
            b'w' | b'W' => 0,
            b'b' | b'B' => 1,
            b'K' => square as usize % 2,
            _ => continue,
        };
        let crowned = G::GRID.place(square).1 == [G::GRID.ranks - 1, 0][owner];
        let king = crowned || letter.is_ascii_uppercase();
        if pieces >= WITH_KINGS && (kings || king) {
            continue;
        }
        pieces += 1;
        kings |= king;
        let mark = if king { "K" } else { "" };
        lists[owner] += &format!(",{mark}{}", G::GRID.name(square));
    }
    let [white, black] = lists.each_ref().map(|list| list.trim_start_matches(','));
    let text = format!("{side}:W{white}:B{black}");
    G::parse(&text).unwrap_or_else(|fault| panic!("{} {text}: {fault}", G::NAME))
}

/// One position by the crate and by the reference.
pub(crate) fn differential(data: &[u8]) {
    let input = &mut Unstructured::new(data);
    on_game!(GAMES[below(input, GAMES.len())], G => holds(compare(&position::<G>(input), LIMIT)));
}

/// A short walk.
pub(crate) fn walk(data: &[u8]) {
    let input = &mut Unstructured::new(data);
    on_game!(GAMES[below(input, GAMES.len())], G => {
        let start = position::<G>(input);
        let last = stroll(input, start, look, |before, mv, after| holds(conserved(before, mv, after)));
        holds(symmetric(&last, size_of(G::NAME) as u8));
    });
}

/// Both modes; nothing ends a game but that somebody cannot move, and he has lost it.
fn look<G: Game>(position: &G)
where
    Paths: Mode<G>,
{
    holds(check_mode(Unique, position).and_then(|()| check_mode(Paths, position)));
    assert_eq!(position.ended(), None, "{}", position.text());
    assert_eq!(position.stuck(), Outcome::Win(position.side_to_move().other()), "{}", position.text());
}

/// Moves as values and as texts.
pub(crate) fn identity(data: &[u8]) {
    let input = &mut Unstructured::new(data);
    on_game!(GAMES[below(input, GAMES.len())], G => {
        let position = position::<G>(input);
        holds(check_moves(&position).and_then(|()| check_text(&position)));
        let moves = position.moves();
        let captured = moves.get(below(input, moves.len())).map_or(0, |mv| mv.captured);
        let captured = captured ^ (byte(input) as <G as Words>::Word) << (byte(input) % 57);
        let from = byte(input);
        for to in some(input, G::GRID.squares() as usize + 1) {
            for promotes in [false, true] {
                identify(&position, &moves, &Move { captured, from, to: to as u8, promotes });
            }
        }
        let squares = G::GRID.squares() as usize + 4;
        let [from, middle] = [(); 2].map(|()| G::GRID.name(below(input, squares) as u32));
        let mark = ["-", "x", ":"][below(input, 3)];
        for to in some(input, squares) {
            let to = G::GRID.name(to as u32);
            read(&position, &moves, &format!("{from}{mark}{to}"));
            read(&position, &moves, &format!("{from}x{middle}x{to}"));
        }
    });
}

/// The word that holds a set of squares.
trait Words {
    type Word;
}

impl<R: plywood_dameo::Rules> Words for plywood_dameo::Orthogonal<R> {
    type Word = <<R as plywood_dameo::Rules>::Board as plywood_dameo::geometry::Geometry>::Set;
}

/// A small search.
pub(crate) fn search(data: &[u8]) {
    let input = &mut Unstructured::new(data);
    on_game!(GAMES[below(input, GAMES.len())], G => {
        let position = position::<G>(input);
        searches(input, position);
    });
}

/// A small tree.
pub(crate) fn perft(data: &[u8]) {
    let input = &mut Unstructured::new(data);
    on_game!(GAMES[below(input, GAMES.len())], G => {
        let position = position::<G>(input);
        if below(input, 2) == 0 { counts(input, Unique, &position) } else { counts(input, Paths, &position) }
    });
}
