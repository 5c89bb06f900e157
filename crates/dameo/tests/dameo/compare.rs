//! One position by the crate and by the reference.
//!
//! Not here: where positions come from (`differential`, `bodies`).

use super::common::identity;
use super::reference::{Board, Mv, Switches};
use plywood_core::{Game, Mode};
use plywood_dameo::Paths;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Same moves, same numbers of routes, same texts, same positions after them; nothing is compared where the reference would have to follow
/// more than `limit` captures.
///
/// # Errors
/// What differs, and where.
pub(super) fn compare<G: Game>(position: &G, limit: usize) -> Result<(), String>
where
    Paths: Mode<G>,
{
    let text = position.text();
    let board = Board::parse(G::NAME, &text);
    let Some(routes) = board.routes(Switches::default(), limit) else { return Ok(()) };
    let expected = board.moves_of(&routes, Switches::default());
    let mut found: BTreeMap<Mv, u64> = BTreeMap::new();
    let mut wrong = Vec::new();
    let _ = Paths.visit(position, |mv, weight| {
        let same = identity(position, &mv);
        if expected.contains_key(&same) && board.play(&same).text() != position.play(&mv).text() {
            wrong.push(mv);
        }
        found.insert(same, weight);
        ControlFlow::Continue(())
    });
    if found != expected {
        return Err(format!("{} {text}: {found:?} instead of {expected:?}", G::NAME));
    }
    let mut texts: Vec<_> = position.moves_with_text().into_iter().map(|(_, text)| text).collect();
    texts.sort();
    let named = board.texts_of(routes);
    if texts != named {
        return Err(format!("{} {text}: texts {texts:?} instead of {named:?}", G::NAME));
    }
    if !wrong.is_empty() {
        return Err(format!("{} {text}: wrong positions after {wrong:?}", G::NAME));
    }
    let counts = (position.count(), Paths.count(position), position.any());
    if counts != (expected.len() as u64, expected.values().sum(), !expected.is_empty()) {
        return Err(format!("{} {text}: {counts:?}", G::NAME));
    }
    Ok(())
}
