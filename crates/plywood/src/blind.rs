//! What RBC shows to the outside: requests instead of moves, and modes that count boards.

use crate::game::{AnyMode, CountError, Edges, Labelled, MoveDetail, MoveRow, PerftSettings, Tree};
use plywood_core::{Classes, Game, Mode, MoveParts, Position, TextError};
use plywood_rbc::{Board, Kind, Labelled as EdgeLabels, Request, Requests, request_text};

/// A mode of RBC that counts a tree, with its labels.
pub(crate) fn tree<M: EdgeLabels>(mode: M) -> Tree<Board, M> {
    Tree { mode, labels: |board| M::default().labelled(board).into_iter().map(|(label, mv)| (mv, label)).collect() }
}

/// All requests, with what becomes of each on this board.
pub(crate) fn request_rows(board: &Board) -> Vec<MoveRow> {
    let row = |request| {
        let outcome = board.outcome(request).ok()?;
        Some(MoveRow {
            text: request_text(request),
            detail: MoveDetail::Request {
                taken: outcome.taken.map(|mv| mv.to_string()),
                capture_square: outcome.capture.map(|square| square.to_string()),
            },
            fen: board.play(&outcome.taken).text(),
        })
    };
    board.army(board.side()).requests().into_iter().filter_map(row).collect()
}

/// A request is chosen, and made of it is what the board allows.
pub(crate) fn requests() -> Edges<Board> {
    Edges {
        list: |board| board.army(board.side()).requests(),
        count: |board| Requests::default().count(board),
        text: |_, request| request_text(*request),
        // What a request takes depends on what its player does not see.
        parts: |board, request| MoveParts { captured: 0, ..board.parts(request) },
        landings: |board, request| board.landings(request),
        parse: listed_request,
        made: |board, request| board.outcome(*request).ok().and_then(|outcome| outcome.taken),
    }
}

/// Reads a request as it stands in the list: a pawn that is pushed to the last row and says nothing wants a queen.
fn listed_request(board: &Board, text: &str) -> Result<Request, TextError> {
    let request = board.parse_request(text)?;
    let listed = board.army(board.side()).requests().contains(&request);
    Ok(if listed { request } else { request.map(|mv| mv.promoting(Kind::Queen)) })
}

/// The modes `boards` and `boards-raw`: distinct positions, which form no tree.
pub(crate) struct Boards {
    pub(crate) raw: bool,
}

impl AnyMode<Board> for Boards {
    fn name(&self) -> &'static str {
        if self.raw { "boards-raw" } else { "boards" }
    }

    fn count(&self, board: &Board, depth: u32, settings: &PerftSettings) -> Result<u64, CountError> {
        let counted = plywood_rbc::boards(board, depth, self.raw, settings.threads, &settings.control);
        Ok(counted.map(|count| count.nodes).map_err(|error| error.map(|count| count.nodes))?)
    }

    fn divide(&self, _: &Board, _: u32, _: &PerftSettings) -> Result<Labelled, CountError<Labelled>> {
        Err(CountError::NotATree { mode: self.name(), what: "divide" })
    }

    fn classes(&self, _: &Board, _: u32, _: &PerftSettings) -> Result<Classes, CountError<Classes>> {
        Err(CountError::NotATree { mode: self.name(), what: "classes" })
    }
}
