//! What the fuzz targets do with an input that is for RBC. The fuzz crate includes this file, and `replays` gives it the committed
//! inputs.
//!
//! Not here: how bytes become choices, and the checks that know no game (`kit`).

mod checks;
pub(crate) mod compare;
#[cfg(test)]
mod replays;

use super::kit::{below, counts, holds, identify, letters, played, read, searches, some, stroll};
use super::reference::Reference;
use arbitrary::Unstructured;
use checks::{colours_are_alike, conserved};
use compare::compare;
use plywood_core::conformance::{check_mode, check_moves, check_text};
use plywood_core::{Game, Outcome, Position, Side};
use plywood_rbc::{Board, Canon, Kind, Move, Request, Requests, Square, Taken};

/// Plies of the longest random game.
const LONGEST: usize = 80;

/// What may stand on a square, sixteen chances each: an endgame, a middle game, hardly room to move, sliders everywhere, pawns
/// against pieces, and nobody on the other side. A second king of a side is left out, and so are pawns where none can stand.
const PALETTES: [&[u8; 16]; 6] = [
    b"...........PpKkR",
    b"......PPNQpprbKk",
    b"..PPPNBRpppnbrKk",
    b".......QQRBqqrbk",
    b"......PPPPnbrqKk",
    b"......PPPNNBBRQK",
];

/// The letters of a board, a1 first, and what else a FEN says but the clocks.
struct Setting {
    cells: Vec<u8>,
    side: &'static str,
    rights: &'static str,
    passed: String,
}

impl Setting {
    /// Pieces of a palette on all squares, in one case of four kings and rooks at home.
    fn placed(input: &mut Unstructured<'_>, palette: &[u8; 16]) -> Self {
        let side = ["w", "b"][below(input, 2)];
        let rights = ["-", "KQkq", "Kq", "Qk"][below(input, 4)];
        let passed = Square::new(8 * if side == "w" { 5 } else { 2 } + below(input, 8) as u8);
        let home = below(input, 4) == 3;
        let mut cells = letters(input, palette, 64);
        if home {
            for (square, letter) in [(0, b'R'), (4, b'K'), (7, b'R'), (56, b'r'), (60, b'k'), (63, b'r')] {
                cells[square] = letter;
            }
        }
        let passed = passed.filter(|_| below(input, 4) > 0).map_or("-".into(), |square| square.to_string());
        let mut setting = Self { cells, side, rights, passed };
        setting.tidy();
        setting
    }

    /// Takes away what no FEN may have: pawns on the last rows, and kings beyond one, those at home last.
    fn tidy(&mut self) {
        for (king, home) in [(b'K', 4), (b'k', 60)] {
            let kept = if self.cells[home] == king { Some(home) } else { self.cells.iter().position(|&c| c == king) };
            for (square, cell) in self.cells.iter_mut().enumerate() {
                if *cell == king && Some(square) != kept {
                    *cell = b'.';
                }
            }
        }
        for (square, cell) in self.cells.iter_mut().enumerate() {
            if cell.eq_ignore_ascii_case(&b'p') && !(8..56).contains(&square) {
                *cell = b'.';
            }
        }
    }

    fn fen(&self) -> String {
        let mut fen = String::new();
        for rank in self.cells.chunks(8).rev() {
            let mut empty = 0;
            for &cell in rank {
                if cell == b'.' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    fen += &empty.to_string();
                    empty = 0;
                }
                fen.push(cell.into());
            }
            if empty > 0 {
                fen += &empty.to_string();
            }
            fen.push('/');
        }
        format!("{} {} {} {} 0 1", fen.trim_end_matches('/'), self.side, self.rights, self.passed)
    }

    fn board(&self) -> Board {
        let fen = self.fen();
        Board::parse(&fen).unwrap_or_else(|fault| panic!("{fen}: {fault}"))
    }
}

/// A board, legal or odd.
fn position(input: &mut Unstructured<'_>) -> Board {
    match PALETTES.get(below(input, PALETTES.len() + 2)) {
        Some(palette) => Setting::placed(input, palette).board(),
        None => played(input, Board::start(), LONGEST),
    }
}

/// One board by the crate and by the reference.
pub(crate) fn differential(data: &[u8]) {
    let board = position(&mut Unstructured::new(data));
    compare(&board, &Reference::parse(&board.text()));
}

/// A short walk.
pub(crate) fn walk(data: &[u8]) {
    let input = &mut Unstructured::new(data);
    let start = position(input);
    let last = stroll(input, start, look, |before, mv, after| holds(conserved(before, mv, after)));
    holds(colours_are_alike(&last));
}

/// Every mode; a game ends when a king is gone, and not before: there is always the pass. Whoever alone keeps his king has won.
fn look(board: &Board) {
    holds(check_mode(Requests::default(), board));
    holds(check_mode(Canon::default(), board).and_then(|()| check_mode(Taken, board)));
    let kings = Side::BOTH.map(|side| board.has_king(side));
    assert_eq!(board.ended().is_none(), kings == [true, true], "{}", board.text());
    for side in Side::BOTH {
        let won = board.ended() == Some(Outcome::Win(side));
        assert!(won || !kings[side.index()] || kings[side.other().index()], "{}", board.text());
    }
    assert!(board.any(), "{}", board.text());
}

/// Moves and requests as values and as texts.
pub(crate) fn identity(data: &[u8]) {
    let input = &mut Unstructured::new(data);
    let board = position(input);
    holds(check_moves(&board).and_then(|()| check_text(&board)));
    let (moves, requests) = (board.moves(), board.army(board.side()).requests());
    let Some(from) = Square::new(below(input, 64) as u8) else { return };
    for to in some(input, 64).filter_map(|to| Square::new(to as u8)) {
        let bare = Move::new(from, to);
        for mv in Kind::ALL.map(|kind| bare.promoting(kind)).into_iter().chain([bare]) {
            identify(&board, &moves, &Some(mv));
            listed(&board, &requests, mv);
        }
        read(&board, &moves, &bare.to_string());
        read(&board, &moves, &format!("{bare}{}", ["q", "n", "k", "p"][below(input, 4)]));
    }
    identify(&board, &moves, &None);
}

/// A request may be made if it is in the list or is the bare push of a pawn to the last row, which means a queen.
fn listed(board: &Board, requests: &[Request], mv: Move) {
    let straight = mv.promotion.is_none() && mv.from.file() == mv.to.file();
    let bare_push = straight && requests.contains(&Some(mv.promoting(Kind::Queen)));
    let may = requests.contains(&Some(mv)) || bare_push;
    assert_eq!(board.army(board.side()).may_request(Some(mv)), may, "{mv} in {}", board.text());
    assert_eq!(board.outcome(Some(mv)).is_ok(), may, "{mv} in {}", board.text());
}

/// A small search.
pub(crate) fn search(data: &[u8]) {
    let input = &mut Unstructured::new(data);
    let board = position(input);
    searches(input, board);
}

/// A small tree.
pub(crate) fn perft(data: &[u8]) {
    let input = &mut Unstructured::new(data);
    let board = position(input);
    match below(input, 3) {
        0 => counts(input, Requests::default(), &board),
        1 => counts(input, Canon::default(), &board),
        _ => counts(input, Taken, &board),
    }
}

/// What a player must not learn: two boards that differ in hidden facts alone look the same to him.
pub(crate) fn blind(data: &[u8]) {
    let input = &mut Unstructured::new(data);
    let palette = PALETTES[below(input, PALETTES.len())];
    let setting = Setting::placed(input, palette);
    let board = setting.board();
    let side = board.side();
    let requests = board.army(side).requests();
    every_request_becomes_something(&board, &requests);

    let others = elsewhere(input, &setting).board();
    assert_eq!(others.army(side).requests(), requests, "{} and {}", board.text(), others.text());
    assert_eq!(others.view(side), board.view(side), "{} and {}", board.text(), others.text());
    for center in [(); 3].into_iter().filter_map(|()| Square::new(below(input, 64) as u8)) {
        for ((square, seen), (_, other)) in board.sense(center).into_iter().zip(others.sense(center)) {
            assert_eq!((seen, other), (board.piece_at(square), others.piece_at(square)), "{square} by {center}");
        }
    }

    let disguised = disguised(input, &setting).board();
    for &request in &requests {
        let place = || format!("{request:?} in {} and {}", board.text(), disguised.text());
        let [outcome, same] = [&board, &disguised].map(|board| board.outcome(request));
        assert_eq!(outcome, same, "{}", place());
        let Ok(outcome) = outcome else { continue };
        let [after, other] = [&board, &disguised].map(|board| board.play(&outcome.taken).army(side));
        assert_eq!(after, other, "{}", place());
    }
}

/// Every request in the list has an outcome: a move that is legal on the true board or none; and what is captured is the opponent's.
fn every_request_becomes_something(board: &Board, requests: &[Request]) {
    let moves = board.moves();
    assert_eq!(requests.last(), Some(&None), "the pass is last");
    for &request in requests {
        let place = || format!("{request:?} in {}", board.text());
        let outcome = board.outcome(request).unwrap_or_else(|refused| panic!("{}: {refused}", place()));
        assert!(moves.contains(&outcome.taken), "{} becomes {outcome:?}", place());
        let victim = outcome.capture.and_then(|square| board.piece_at(square));
        assert_eq!(outcome.capture.is_some(), victim.is_some_and(|piece| piece.side != board.side()), "{}", place());
    }
}

/// The same board with other pieces of the opponent wherever the side to move has none.
fn elsewhere(input: &mut Unstructured<'_>, setting: &Setting) -> Setting {
    let palette = PALETTES[below(input, PALETTES.len())];
    let own = |cell: u8| cell.is_ascii_alphabetic() && cell.is_ascii_uppercase() == (setting.side == "w");
    let hidden = letters(input, palette, 64);
    let cells = setting.cells.iter().zip(hidden).map(|(&cell, other)| match (own(cell), own(other)) {
        (true, _) => cell,
        (false, true) => b'.',
        (false, false) => other,
    });
    let mut other = Setting { cells: cells.collect(), passed: setting.passed.clone(), ..*setting };
    other.tidy();
    other
}

/// The same board with other kinds of pieces of the opponent on the same squares; the pawn that may be taken en passant stays one.
fn disguised(input: &mut Unstructured<'_>, setting: &Setting) -> Setting {
    let own = |cell: u8| cell.is_ascii_uppercase() == (setting.side == "w");
    let kinds = letters(input, if setting.side == "w" { b"nbrqnbrqnbrqnbrq" } else { b"NBRQNBRQNBRQNBRQ" }, 64);
    let passed = Square::parse(&setting.passed).map(|square| usize::from(square.number()));
    let pushed = passed.map(|square| if setting.side == "w" { square - 8 } else { square + 8 });
    let cells = setting.cells.iter().enumerate().zip(kinds).map(|((square, &cell), kind)| {
        let kept = cell == b'.' || own(cell) || Some(square) == pushed;
        if kept { cell } else { kind }
    });
    Setting { cells: cells.collect(), passed: setting.passed.clone(), ..*setting }
}
