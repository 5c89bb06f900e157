//! Every parser of every game: whatever the text, the answer is a value or an error.

use crate::{AMAZONS, CHECKERS, DAMEO, RBC};
use plywood_checkers as checkers;
use plywood_core::Game;
use plywood_rbc::history::History;
use plywood_rbc::{Board, Move, Square, check_row};

/// Gives the text to every parser there is: positions and moves of every game, Hub, histories, rows of suites.
pub fn read_everything(text: &str) {
    for game in [CHECKERS, DAMEO, AMAZONS, RBC].into_iter().flatten() {
        (game.read)(text);
    }
    let _ = plywood::suite::parse(text);
}

/// The first line as a position, every line as a move: there if it is one, and at the start of the game.
pub(crate) fn read_game<G: Game>(text: &str) {
    let first = text.lines().next().unwrap_or_default();
    for position in G::parse(first).into_iter().chain([G::start()]) {
        for line in text.lines() {
            if let Ok(mv) = position.parse_move(line) {
                assert!(position.is_legal(&mv), "{line} reads as a move that is not legal in {}", position.text());
            }
        }
    }
}

/// The same, and every line in the form of the Hub protocol.
pub(crate) fn read_hub<R: checkers::Rules>(text: &str) {
    read_game::<checkers::Board<R>>(text);
    let start = checkers::Board::<R>::start();
    for line in text.lines() {
        if let Ok(position) = checkers::Board::<R>::parse_hub(line) {
            assert_eq!(checkers::Board::<R>::parse_hub(&position.hub_text()), Ok(position));
        }
        let _ = start.parse_hub_move(line);
    }
}

/// The same as for any game, then requests, squares, a whole history, and a row of the rule tables.
pub(crate) fn read_blind(text: &str) {
    read_game::<Board>(text);
    for line in text.lines() {
        let _ = (Board::start().parse_request(line), Move::parse(line), Square::parse(line));
    }
    if let Ok(history) = History::parse(text) {
        let _ = history.replay();
    }
    if let Ok(row) = serde_json::from_str(text) {
        let _ = check_row(&row);
    }
}
