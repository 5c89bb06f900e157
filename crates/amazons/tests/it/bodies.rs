//! What the fuzz targets do with an input that is for a board of the Amazons. The fuzz crate includes this file, and `replays` gives
//! it the committed inputs.
//!
//! Not here: how bytes become choices, and the checks that know no game (`kit`).

use super::boards::agree;
use super::checks::{conserved, turned_counts};
use super::kit::{below, counts, holds, identify, letters, played, read, searches, some, stroll};
use super::reference::Slow;
use arbitrary::Unstructured;
use plywood_amazons::{Board, Move, Set, Setup};
use plywood_core::conformance::{check_mode, check_moves, check_text};
use plywood_core::{Game, Outcome, Position, Side, Unique};

/// Moves above which a position is left out: their texts alone would take milliseconds.
const MOST: u64 = 100;

/// What may stand on a square, sixteen chances each: an endgame, a middle game, amazons everywhere, a board nearly full, and
/// amazons of one side.
const PALETTES: [&[u8; 16]; 5] =
    [b".....*******QQqq", b"........****QQqq", b"...QQQQQQqqqqqqq", b"..************Qq", b".....*******qqqq"];

/// Does `$body` for the board that the input chooses, more often a small one.
macro_rules! on_some_board {
    ($input:expr, $body:ident) => {
        match below($input, 24) {
            0 => $body::<u128, 10, 10>($input),
            1 => $body::<u128, 9, 9>($input),
            2 => $body::<u64, 8, 8>($input),
            3 => $body::<u64, 7, 7>($input),
            4 => $body::<u64, 7, 4>($input),
            5 => $body::<u64, 6, 6>($input),
            6 => $body::<u64, 6, 5>($input),
            7 => $body::<u64, 6, 4>($input),
            8 => $body::<u64, 5, 6>($input),
            9 | 10 => $body::<u64, 5, 5>($input),
            11 | 12 => $body::<u64, 5, 4>($input),
            13 | 14 => $body::<u64, 4, 7>($input),
            15 | 16 => $body::<u64, 4, 6>($input),
            17..20 => $body::<u64, 4, 5>($input),
            _ => $body::<u64, 4, 4>($input),
        }
    };
}

/// The same for four boards: the machinery of trees is compiled anew for every one.
macro_rules! on_one_of_four {
    ($input:expr, $body:ident) => {
        match below($input, 8) {
            0 => $body::<u128, 10, 10>($input),
            1 | 2 => $body::<u64, 6, 6>($input),
            3..6 => $body::<u64, 5, 4>($input),
            _ => $body::<u64, 4, 4>($input),
        }
    };
}

/// A position, legal or odd; none when it has more than [`MOST`] moves.
fn position<S: Set, const W: usize, const H: usize>(input: &mut Unstructured<'_>) -> Option<Board<S, W, H>>
where
    Board<S, W, H>: Setup,
{
    let board = match PALETTES.get(below(input, PALETTES.len() + 2)) {
        Some(palette) => placed(input, palette),
        None => played(input, Board::start(), W * H),
    };
    (board.count() <= MOST).then_some(board)
}

/// Things of a palette on all squares.
fn placed<S: Set, const W: usize, const H: usize>(input: &mut Unstructured<'_>, palette: &[u8; 16]) -> Board<S, W, H> {
    let side = Side::BOTH[below(input, 2)];
    let [mut white, mut black, mut arrows] = [S::EMPTY; 3];
    for (square, letter) in (0..).zip(letters(input, palette, W * H)) {
        match letter {
            b'Q' => white |= S::bit(square),
            b'q' => black |= S::bit(square),
            b'*' => arrows |= S::bit(square),
            _ => {}
        }
    }
    Board::new([white, black], arrows, side).expect("one thing on a square")
}

/// One position by the crate and by the reference.
pub(crate) fn differential(data: &[u8]) {
    fn of<S: Set, const W: usize, const H: usize>(input: &mut Unstructured<'_>)
    where
        Board<S, W, H>: Setup,
    {
        if let Some(board) = position::<S, W, H>(input) {
            agree(&board, &Slow::read(W, H, &board.text()));
        }
    }
    let input = &mut Unstructured::new(data);
    on_some_board!(input, of);
}

/// A short walk.
pub(crate) fn walk(data: &[u8]) {
    fn of<S: Set, const W: usize, const H: usize>(input: &mut Unstructured<'_>)
    where
        Board<S, W, H>: Setup,
    {
        let Some(start) = position::<S, W, H>(input) else { return };
        let last = stroll(input, start, look, |before, mv, after| holds(conserved(before, mv, after)));
        holds(turned_counts(&last));
    }
    let input = &mut Unstructured::new(data);
    on_some_board!(input, of);
}

/// Two plies; nothing ends a game but that somebody cannot move, and he has lost it.
fn look<G: Game>(position: &G) {
    holds(check_mode(Unique, position));
    assert_eq!(position.ended(), None, "{}", position.text());
    assert_eq!(position.stuck(), Outcome::Win(position.side_to_move().other()), "{}", position.text());
}

/// Moves as values and as texts.
pub(crate) fn identity(data: &[u8]) {
    fn of<S: Set, const W: usize, const H: usize>(input: &mut Unstructured<'_>)
    where
        Board<S, W, H>: Setup,
    {
        let Some(board) = position::<S, W, H>(input) else { return };
        holds(check_moves(&board).and_then(|()| check_text(&board)));
        let moves = board.moves();
        // Squares of the board and a few more; and near what is legal, where mistakes would be.
        let beyond = W * H + 3;
        let [from, to, arrow] = match moves.get(below(input, 2 * moves.len() + 1)) {
            Some(mv) => [mv.from, mv.to, mv.arrow],
            None => [(); 3].map(|()| below(input, beyond) as u8),
        };
        for square in some(input, beyond).map(|square| square as u8).chain([127, 128, 255]) {
            identify(&board, &moves, &Move { from, to, arrow: square });
            identify(&board, &moves, &Move { from, to: square, arrow });
            identify(&board, &moves, &Move { from: square, to, arrow });
        }
        let name = |square: u8| <Board<S, W, H>>::GRID.name(square.into());
        let mark = ["/", "(", "-", ""][below(input, 4)];
        for square in some(input, beyond).map(|square| square as u8) {
            read(&board, &moves, &format!("{}-{}{mark}{}", name(from), name(to), name(square)));
            read(&board, &moves, &format!("{}-{}{mark}{}", name(from), name(square), name(arrow)));
        }
    }
    let input = &mut Unstructured::new(data);
    on_some_board!(input, of);
}

/// A small search.
pub(crate) fn search(data: &[u8]) {
    fn of<S: Set, const W: usize, const H: usize>(input: &mut Unstructured<'_>)
    where
        Board<S, W, H>: Setup,
    {
        if let Some(board) = position::<S, W, H>(input) {
            searches(input, board);
        }
    }
    let input = &mut Unstructured::new(data);
    on_one_of_four!(input, of);
}

/// A small tree.
pub(crate) fn perft(data: &[u8]) {
    fn of<S: Set, const W: usize, const H: usize>(input: &mut Unstructured<'_>)
    where
        Board<S, W, H>: Setup,
    {
        if let Some(board) = position::<S, W, H>(input) {
            counts(input, Unique, &board);
        }
    }
    let input = &mut Unstructured::new(data);
    on_one_of_four!(input, of);
}
