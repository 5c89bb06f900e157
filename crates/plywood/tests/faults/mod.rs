//! An engine with a fault planted in it: the core's own moves, distorted exactly where the fault would show.
//!
//! Needs no second generator. What it would play after a distorted move is what the fault would make of the board.

use plywood::differ::{Listing, Other, OtherFault, edges};
use plywood::game::Labelled;
use plywood::{AnyGame, AnyPosition, MoveDetail, MoveRow, PerftSettings, registry};
use std::collections::HashMap;

/// A fault as it is found in real programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plant {
    /// None: for the time that a comparison takes.
    Nothing,
    /// Russian draughts: a man that leaves the last row again in the same capture is not crowned.
    CrownLost,
    /// International draughts: a man that touches the last row in a capture is crowned although it ends elsewhere.
    CrownWon,
    /// Dameo: a king stands in a line of men, and the line advances over it.
    KingInLine,
    /// Brazilian draughts: any capture may be chosen, not only those of most pieces.
    Majority,
    /// RBC: there is no capture en passant.
    EnPassant,
    /// RBC: a table of counts takes boards for equal that differ in the right to capture en passant.
    EnPassantKey,
    /// The Amazons: the arrow cannot be shot onto the square that the amazon has left.
    Vacated,
}

/// The engine.
pub(crate) struct Faulty {
    game: &'static dyn AnyGame,
    mode: String,
    plant: Plant,
    settings: PerftSettings,
    /// The counts of [`Plant::EnPassantKey`].
    table: HashMap<(String, u32), u64>,
}

/// A move and the position after it.
type Edge = (String, String);

impl Faulty {
    /// The engine for one game and mode.
    pub(crate) fn new(game: &str, mode: &str, plant: Plant) -> Self {
        let game = registry::find(game).unwrap();
        let settings = PerftSettings::new(1).unwrap();
        Self { game, mode: mode.into(), plant, settings, table: HashMap::new() }
    }

    /// The moves as the faulty engine sees them.
    pub(crate) fn edges(&self, position: &dyn AnyPosition) -> Vec<Edge> {
        let right = edges(position, &self.mode, &self.settings).unwrap();
        match self.plant {
            Plant::Nothing | Plant::EnPassantKey => right,
            Plant::CrownLost | Plant::CrownWon => {
                position.moves().iter().map(|row| self.crowned(position, row)).collect()
            }
            Plant::KingInLine => [right, lines_with_kings(self.game, position)].concat(),
            Plant::Majority => any_capture(position).unwrap_or(right),
            Plant::EnPassant => without_en_passant(position, right),
            Plant::Vacated => {
                let vacated = |mv: &str| {
                    mv.split_once(['-', '/']).is_some_and(|(from, rest)| rest.ends_with(&format!("/{from}")))
                };
                right.into_iter().filter(|(mv, _)| !vacated(mv)).collect()
            }
        }
    }

    /// The move with what the fault makes of its crown.
    fn crowned(&self, position: &dyn AnyPosition, row: &MoveRow) -> Edge {
        let MoveDetail::Open(facts) = &row.detail else { unreachable!("draughts") };
        let white = position.text().starts_with('W');
        let size = self.game.facts().grid.ranks;
        let (last, before) = if white { (size, size - 1) } else { (1, 2) };
        let rank = |square: &str| square[1..].parse::<u32>().unwrap();
        // Landing squares as the position spells them: numbers in one game, names in the other.
        let spelled = |end: usize| row.text.split(['x', ':', '-']).nth(end).unwrap();
        let to = row.text.rsplit(['x', ':', '-']).next().unwrap();
        let man = !pieces(&position.text()).contains(&format!("K{}", spelled(0)));
        // Whoever takes a man on the row before the last from below lands on the last.
        let touched = man && facts.captured.iter().any(|square| rank(square) == before) && rank(&facts.to) != last;
        let fen = match self.plant {
            Plant::CrownLost if touched && facts.promotes => with(&row.fen, &format!("K{to}"), to),
            Plant::CrownWon if touched => with(&row.fen, to, &format!("K{to}")),
            _ => row.fen.clone(),
        };
        (row.text.clone(), fen)
    }

    fn count(&mut self, position: &dyn AnyPosition, depth: u32) -> u64 {
        match self.plant {
            Plant::Nothing => return position.perft(&self.mode, depth, &self.settings).unwrap(),
            Plant::Majority => {
                let pool = registry::find("pool").unwrap().position(Some(&position.text())).unwrap();
                return pool.perft("unique", depth, &self.settings).unwrap();
            }
            _ => {}
        }
        let key = (board_and_side(&position.text()), depth);
        if let Some(&nodes) = self.table.get(&key) {
            return nodes;
        }
        let edges = self.edges(position);
        let below = |(_, fen): &Edge| match depth {
            1 => 1,
            _ => self.count(&*self.game.position(Some(fen)).unwrap(), depth - 1),
        };
        let nodes = edges.iter().map(below).sum();
        if self.plant == Plant::EnPassantKey {
            self.table.insert(key, nodes);
        }
        nodes
    }
}

impl Other for Faulty {
    fn moves(&mut self, position: &dyn AnyPosition) -> Result<Listing, OtherFault> {
        Ok(Listing::All(self.edges(position).into_iter().map(|edge| edge.0).collect()))
    }

    fn perft(&mut self, position: &dyn AnyPosition, depth: u32) -> Result<Option<u64>, OtherFault> {
        Ok(Some(self.count(position, depth)))
    }

    fn divide(&mut self, position: &dyn AnyPosition, depth: u32) -> Result<Option<Labelled>, OtherFault> {
        // The moves of Pool have other names.
        if depth == 1 || self.plant == Plant::Majority {
            return Ok(None);
        }
        let edges = self.edges(position);
        let row = |(mv, fen): Edge| (mv, self.count(&*self.game.position(Some(&fen)).unwrap(), depth - 1));
        Ok(Some(edges.into_iter().map(row).collect()))
    }
}

/// The pieces of `W:Wa1,Kc3:Bh8`, without their colours.
fn pieces(text: &str) -> Vec<String> {
    let sections = text.split(':').skip(1).filter_map(|section| section.get(1..));
    sections.flat_map(|list| list.split(',')).map(str::to_owned).collect()
}

/// `text` with one piece replaced by another.
fn with(text: &str, old: &str, new: &str) -> String {
    let piece = |piece: &str| match piece.strip_prefix(['W', 'B']) {
        Some(bare) if bare == old => format!("{}{new}", &piece[..1]),
        None if piece == old => new.into(),
        _ => piece.into(),
    };
    let section = |section: &str| section.split(',').map(piece).collect::<Vec<String>>().join(",");
    text.split(':').map(section).collect::<Vec<String>>().join(":")
}

/// The moves of lines in which a king stands: those that there are when the own kings are men, and were not before.
fn lines_with_kings(game: &dyn AnyGame, position: &dyn AnyPosition) -> Vec<Edge> {
    let text = position.text();
    let (own, last) = if text.starts_with('W') { ('W', '8') } else { ('B', '1') };
    let mine = text.split(':').skip(1).find(|section| section.starts_with(own)).unwrap_or_default();
    let kings: Vec<&str> =
        mine[1..].split(',').filter_map(|piece| piece.strip_prefix('K')).filter(|at| !at.ends_with(last)).collect();
    let moves = position.moves();
    let capturing = |row: &MoveRow| matches!(&row.detail, MoveDetail::Open(facts) if !facts.captured.is_empty());
    if kings.is_empty() || moves.iter().any(capturing) {
        return Vec::new();
    }
    let men = kings.iter().fold(text.clone(), |text, at| with(&text, &format!("K{at}"), at));
    let rows = game.position(Some(&men)).unwrap().moves();
    let line = |row: &MoveRow| {
        let MoveDetail::Open(facts) = &row.detail else { return None };
        let new = facts.captured.is_empty() && !kings.contains(&facts.from.as_str());
        if !new || moves.iter().any(|known| known.text == row.text) {
            return None;
        }
        let crown = if facts.promotes { "K" } else { "" };
        let after = with(&text, &facts.from, &format!("{crown}{}", facts.to));
        let next = if own == 'W' { 'B' } else { 'W' };
        Some((row.text.clone(), format!("{next}{}", &after[1..])))
    };
    rows.iter().filter_map(line).collect()
}

/// The moves by the rules of Pool checkers, which are those of Brazilian draughts without the majority; `None` where they are the same.
fn any_capture(position: &dyn AnyPosition) -> Option<Vec<Edge>> {
    let pool = registry::find("pool").unwrap().position(Some(&position.text())).unwrap();
    let (free, right) = (pool.moves(), position.moves());
    if free.len() == right.len() {
        return None;
    }
    let text = |row: &MoveRow| {
        let MoveDetail::Open(facts) = &row.detail else { unreachable!("draughts") };
        let known = right.iter().find(|known| known.detail == row.detail);
        let text = known.map_or_else(|| format!("{}x{}", facts.from, facts.to), |known| known.text.clone());
        (text, String::new())
    };
    Some(free.iter().map(text).collect())
}

/// Where a capture en passant would be made, the turn passes.
fn without_en_passant(position: &dyn AnyPosition, right: Vec<Edge>) -> Vec<Edge> {
    let rows = position.moves();
    let lost: Vec<&str> = rows
        .iter()
        .filter_map(|row| match &row.detail {
            MoveDetail::Request { taken: Some(mv), capture_square: Some(square) } => {
                (mv[2..4] != **square).then_some(mv.as_str())
            }
            _ => None,
        })
        .collect();
    right.into_iter().filter(|(mv, _)| !lost.contains(&mv.as_str())).collect()
}

/// A FEN without en passant and counters.
fn board_and_side(fen: &str) -> String {
    fen.split(' ').take(3).collect::<Vec<_>>().join(" ")
}
